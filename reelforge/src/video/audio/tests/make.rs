use opus_pure::{Application, MAX_PACKET_BYTES, OggOpusWriter, OpusEncoder, OpusHead};

/// How a WAV file writes a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::video) enum As {
    U8,
    I16,
    I24,
    I32,
    F32,
}

/// Interleaved samples as a WAV file.
pub(in crate::video) fn wav(rate: u32, channels: u16, kind: As, samples: &[f32]) -> Vec<u8> {
    let bits: u16 = match kind {
        As::U8 => 8,
        As::I16 => 16,
        As::I24 => 24,
        As::I32 | As::F32 => 32,
    };
    let whole = |sample: &f32, scale: f64| (f64::from(*sample) * scale).round().clamp(-scale, scale - 1.0);
    let data: Vec<u8> = samples
        .iter()
        .flat_map(|sample| match kind {
            As::U8 => vec![(whole(sample, 128.0) + 128.0) as u8],
            As::I16 => (whole(sample, 32768.0) as i16).to_le_bytes().to_vec(),
            As::I24 => (whole(sample, 8_388_608.0) as i32).to_le_bytes()[..3].to_vec(),
            As::I32 => (whole(sample, 2_147_483_648.0) as i32).to_le_bytes().to_vec(),
            As::F32 => sample.to_le_bytes().to_vec(),
        })
        .collect();
    let frame = channels * bits / 8;
    let format: u16 = if kind == As::F32 { 3 } else { 1 };
    let mut file = b"RIFF".to_vec();
    file.extend((36 + data.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0");
    file.extend(format.to_le_bytes());
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * u32::from(frame)).to_le_bytes());
    file.extend(frame.to_le_bytes());
    file.extend(bits.to_le_bytes());
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

/// A mono 16-bit FLAC file whose frames hold the samples as they are.
pub(in crate::video) fn flac(rate: u32, samples: &[f32]) -> Vec<u8> {
    const BLOCK: usize = 4096;
    let mut info = Vec::new();
    info.extend((BLOCK as u16).to_be_bytes());
    info.extend((BLOCK as u16).to_be_bytes());
    info.extend([0; 6]);
    // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of length.
    let packed = u64::from(rate) << 44 | 15 << 36 | samples.len() as u64;
    info.extend(packed.to_be_bytes());
    info.extend([0; 16]);
    let mut file = b"fLaC\x80\0\0".to_vec();
    file.push(info.len() as u8);
    file.extend(info);
    for (number, block) in samples.chunks(BLOCK).enumerate() {
        // Fixed blocks; 16 bits of block size follow; the rate is that of the stream; one channel of 16 bits.
        let mut frame = vec![0xFF, 0xF8, 0x70, 0x08];
        assert!(number < 0x800);
        match number {
            0..0x80 => frame.push(number as u8),
            _ => frame.extend([0xC0 | (number >> 6) as u8, 0x80 | (number & 0x3F) as u8]),
        }
        frame.extend((block.len() as u16 - 1).to_be_bytes());
        frame.push(crc(&frame, 0x07, 8) as u8);
        frame.push(0x02);
        for sample in block {
            frame.extend(((sample * 32768.0).round().clamp(-32768.0, 32767.0) as i16).to_be_bytes());
        }
        frame.extend((crc(&frame, 0x8005, 16) as u16).to_be_bytes());
        file.extend(frame);
    }
    file
}

fn crc(bytes: &[u8], polynomial: u32, width: u32) -> u32 {
    let top = 1 << (width - 1);
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte) << (width - 8), |crc, _| {
            (if crc & top == 0 { crc << 1 } else { crc << 1 ^ polynomial }) & (2 * top - 1)
        })
    })
}

/// Opus in Ogg, of stereo 48 kHz.
pub(in crate::video) fn opus(samples: &[f32]) -> Vec<u8> {
    let mut encoder = OpusEncoder::new(48_000, 2, Application::Audio).unwrap();
    encoder.bitrate_bps = 160_000;
    let head = OpusHead::for_encoder(&encoder, 48_000);
    let mut writer = OggOpusWriter::new(Vec::new(), head).unwrap();
    let mut packet = vec![0; MAX_PACKET_BYTES];
    for block in samples.chunks(1920) {
        let mut block = block.to_vec();
        block.resize(1920, 0.0);
        let count = encoder.encode(&block, 960, &mut packet).unwrap();
        writer.write_packet(&packet[..count]).unwrap();
    }
    writer.finish().unwrap()
}

/// A bare stream of AAC frames behind a tag, of mono.
pub(in crate::video) fn aac(rate: u32, samples: &[f32]) -> Vec<u8> {
    let options = syom::EncodeOptions::adts().with_bitrate_bps(128_000);
    syom::encode_with(&[samples], rate, &options).unwrap()
}

/// A stream without its tag.
pub(in crate::video) fn untagged(stream: &[u8]) -> Vec<u8> {
    assert!(stream.starts_with(b"ID3"));
    stream[10 + usize::from(stream[9]) + 128 * usize::from(stream[8])..].to_vec()
}

/// Mono AAC in an M4A file. The edit list waits for so many milliseconds, then skips so many samples.
pub(in crate::video) fn m4a(rate: u32, samples: &[f32], edit: Option<(u32, i32)>) -> Vec<u8> {
    let (asc, frames) = encoded(rate, samples);
    mp4(rate, &asc, &frames, samples.len() as u32, edit)
}

/// The frames of mono AAC, without anything around them.
pub(in crate::video) fn raw_aac(rate: u32, samples: &[f32]) -> Vec<Vec<u8>> {
    encoded(rate, samples).1
}

/// An M4A file of so many frames: of those that are given, and of the last one again and again.
pub(in crate::video) fn m4a_of(rate: u32, frames: &[Vec<u8>], count: usize) -> Vec<u8> {
    let (asc, _) = encoded(rate, &[0.0; 1024]);
    let mut all = frames.to_vec();
    all.resize(count, frames[frames.len() - 1].clone());
    mp4(rate, &asc, &all, 0, None)
}

/// The configuration of an encoder of mono AAC, and its frames.
fn encoded(rate: u32, samples: &[f32]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let options = syom::EncodeOptions::raw().with_bitrate_bps(if rate < 16_000 { 24_000 } else { 128_000 });
    let mut encoder = syom::Encoder::new(rate, 1, &options).unwrap();
    let mut frames: Vec<Vec<u8>> = Vec::new();
    let mut keep = |frame: syom::EncodedFrame<'_>| {
        frames.push(frame.payload.to_vec());
        Ok(())
    };
    encoder.feed(&[samples], &mut keep).unwrap();
    let asc = encoder.asc().to_vec();
    encoder.finish(&mut keep).unwrap();
    (asc, frames)
}

/// One sound track in MP4, its frames behind its index.
fn mp4(rate: u32, asc: &[u8], frames: &[Vec<u8>], length: u32, edit: Option<(u32, i32)>) -> Vec<u8> {
    let total = frames.len() as u32 * 1024;
    let edits = edit.map_or_else(Vec::new, |(wait, skip)| {
        let list = [
            words(&[0, 2]),
            words(&[wait, u32::MAX, 0x1_0000]),
            words(&[(u64::from(length) * 1000).div_ceil(u64::from(rate)) as u32, skip as u32, 0x1_0000]),
        ];
        part(*b"edts", &part(*b"elst", &list.concat()))
    });
    let descriptor = |tag: u8, content: &[u8]| [&[tag, content.len() as u8], content].concat();
    let config = descriptor(5, asc);
    let decoder = descriptor(4, &[&[0x40, 0x15][..], &[0; 11], &config].concat());
    let es = descriptor(3, &[&[0, 1, 0][..], &decoder, &descriptor(6, &[2])].concat());
    let entry = [
        words(&[0, 1, 0, 0]),
        vec![0, 1, 0, 16, 0, 0, 0, 0],
        words(&[rate << 16]),
        part(*b"esds", &[words(&[0]), es].concat()),
    ];
    let stsd = part(*b"stsd", &[words(&[0, 1]), part(*b"mp4a", &entry.concat())].concat());
    let stts = part(*b"stts", &words(&[0, 1, frames.len() as u32, 1024]));
    let stsc = part(*b"stsc", &words(&[0, 1, 1, frames.len() as u32, 1]));
    let sizes: Vec<u32> = frames.iter().map(|frame| frame.len() as u32).collect();
    let stsz = part(*b"stsz", &[words(&[0, 0, frames.len() as u32]), words(&sizes)].concat());
    let build = |offset: u32| {
        let stco = part(*b"stco", &words(&[0, 1, offset]));
        let stbl = part(*b"stbl", &[stsd.clone(), stts.clone(), stsc.clone(), stsz.clone(), stco].concat());
        let dref = part(*b"dinf", &part(*b"dref", &[words(&[0, 1]), part(*b"url ", &words(&[1]))].concat()));
        let minf = part(*b"minf", &[part(*b"smhd", &words(&[0, 0])), dref, stbl].concat());
        let hdlr = part(*b"hdlr", &[words(&[0, 0]), b"soun".to_vec(), words(&[0, 0, 0]), vec![0]].concat());
        let mdhd = part(*b"mdhd", &words(&[0, 0, 0, rate, total, 0x55C4_0000]));
        let mdia = part(*b"mdia", &[mdhd, hdlr, minf].concat());
        let matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
        let tkhd = [words(&[3, 0, 0, 1, 0, total, 0, 0, 0, 0x0100_0000]), words(&matrix), words(&[0, 0])];
        let trak = part(*b"trak", &[part(*b"tkhd", &tkhd.concat()), edits.clone(), mdia].concat());
        let mvhd = [
            words(&[0, 0, 0, 1000, total, 0x1_0000, 0x0100_0000, 0, 0]),
            words(&matrix),
            words(&[0; 6]),
            words(&[2]),
        ];
        part(*b"moov", &[part(*b"mvhd", &mvhd.concat()), trak].concat())
    };
    let head = part(*b"ftyp", b"M4A \0\0\0\0M4A isom");
    let offset = (head.len() + build(0).len() + 8) as u32;
    [head, build(offset), part(*b"mdat", &frames.concat())].concat()
}

fn words(all: &[u32]) -> Vec<u8> {
    all.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn part(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    [&(content.len() as u32 + 8).to_be_bytes()[..], &name, content].concat()
}

/// A sine.
pub(in crate::video) fn sine(rate: u32, hertz: f64, seconds: f64, level: f64) -> Vec<f32> {
    let count = (f64::from(rate) * seconds).round() as usize;
    let turn = std::f64::consts::TAU * hertz / f64::from(rate);
    (0..count).map(|n| (level * (turn * n as f64).sin()) as f32).collect()
}

/// Silence with one sample of a height at each place.
pub(in crate::video) fn clicks(length: usize, places: &[usize], height: f32) -> Vec<f32> {
    let mut samples = vec![0.0; length];
    for place in places {
        samples[*place] = height;
    }
    samples
}

/// The same on several channels.
pub(in crate::video) fn on_all(channels: usize, mono: &[f32]) -> Vec<f32> {
    mono.iter().flat_map(|sample| vec![*sample; channels]).collect()
}

/// Something like speech: bursts of noise with pauses, the same every time.
pub(in crate::video) fn babble(seconds: usize, level: f32) -> Vec<f32> {
    let mut state = 1_u32;
    let mut low = 0.0;
    let sound = |at: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (state >> 8) as f32 / 8_388_608.0 - 1.0;
        low += 0.2 * (noise - low);
        let syllable = (at as f32 / 9_600.0 * std::f32::consts::PI).sin().powi(2);
        if at % (96_000) < 72_000 { level * low * syllable * 2.0 } else { 0.0 }
    };
    (0..seconds * 48_000).map(sound).collect()
}
