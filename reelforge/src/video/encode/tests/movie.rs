use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::sync::Arc;

use symphonia::core::codecs::audio::AudioDecoderOptions;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, TrackType};
use symphonia::core::io::MediaSourceStream;
use symphonia::core::meta::MetadataOptions;

use super::super::h264::{Group, Settings};
use super::super::mp4::{Audio, Video, Writer};
use super::picture;
use super::sound::{clicks, units};

const SETTINGS: Settings = Settings { width: 64, height: 64, fps: 25, quantiser: 26 };
const GROUP: u32 = 25;

fn write<W: Write + Seek>(target: W, frames: u32, samples: Option<&[f32]>) -> io::Result<(u64, W)> {
    let sets = Arc::new(SETTINGS.parameter_sets().expect("settings that it takes"));
    let keys = (0..frames).step_by(GROUP as usize).collect();
    let video = Video { width: 64, height: 64, fps: 25, frames, keys, sets: Arc::clone(&sets) };
    let (audio, mut sound) = match samples {
        None => (None, Vec::new().into_iter()),
        Some(samples) => {
            let (config, units) = units(samples, 4096);
            (Some(Audio { config, samples: samples.len() as u64 }), units.into_iter())
        }
    };
    let mut writer = Writer::begin(target, video, audio)?;
    let mut group = None;
    for frame in 0..frames {
        if frame % GROUP == 0 {
            group = Some(Group::new(&SETTINGS, &sets).expect("settings that it takes"));
        }
        let group = group.as_mut().expect("the first frame begins one");
        let unit = group.encode(&picture(64, 64, frame)).expect("a picture of the right size");
        writer.picture(&unit.bytes, unit.is_key)?;
        for _ in 0..writer.due() {
            writer.sound(&sound.next().expect("as many units as are due"))?;
        }
    }
    assert_eq!(sound.next(), None);
    writer.finish()
}

fn file(frames: u32, samples: Option<&[f32]>) -> Vec<u8> {
    let (size, target) = write(Cursor::new(Vec::new()), frames, samples).expect("memory takes all");
    let bytes = target.into_inner();
    assert_eq!(bytes.len() as u64, size);
    bytes
}

/// The boxes of a file: name and bytes.
fn boxes(mut bytes: &[u8]) -> Vec<(String, &[u8])> {
    let mut boxes = Vec::new();
    while let Some((length, _)) = bytes.split_first_chunk::<4>() {
        let (this, rest) = bytes.split_at(u32::from_be_bytes(*length) as usize);
        boxes.push((String::from_utf8_lossy(&this[4..8]).into_owned(), &this[8..]));
        bytes = rest;
    }
    boxes
}

#[test]
fn a_file_says_what_is_in_it() {
    // Three seconds less two frames, so that neither groups nor half seconds come out even.
    let samples = clicks(48_000 / 25 * 73, &[48_000]);
    let bytes = file(73, Some(&samples));
    let names: Vec<String> = boxes(&bytes).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["ftyp", "moov", "free", "free", "mdat"]);
    let mp4 = re_mp4::Mp4::read_bytes(&bytes).expect("a sound file");
    let [video, audio] = [1, 2].map(|id| &mp4.tracks()[&id]);
    assert_eq!(mp4.tracks().len(), 2);
    assert_eq!((video.width, video.height), (64, 64));
    assert_eq!(video.codec_string(&mp4).expect("a codec"), "avc1.640C1E");
    assert_eq!((video.samples.len(), video.duration, video.timescale), (73, 73 * 512, 25 * 512));
    assert!(video.samples.iter().enumerate().all(|(number, sample)| {
        sample.duration == 512
            && sample.is_sync == number.is_multiple_of(25)
            && sample.decode_timestamp == sample.composition_timestamp
    }));
    assert_eq!((audio.duration, audio.timescale), (samples.len() as u64, 48_000));
    assert_eq!(audio.samples.iter().map(|sample| sample.duration).sum::<u64>(), samples.len() as u64);
    for track in [video, audio] {
        assert!(track.trak(&mp4).edts.is_none());
    }
    assert!(memchr::memmem::find(&bytes, b"colrnclx\0\x01\0\x01\0\x01\0").is_some());
    assert!(memchr::memmem::find(&bytes, b"pasp\0\0\0\x01\0\0\0\x01").is_some());
    // Pictures and sound of the same half second lie together.
    let offset = |track: &re_mp4::Track, part: f64| {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "a place"
        )]
        let index = (track.samples.len() as f64 * part) as usize;
        track.samples[index].offset
    };
    assert!(offset(audio, 0.0) < offset(video, 0.5) && offset(video, 0.5) < offset(audio, 0.9));
    assert_eq!(offset(video, 0.0), bytes.len() as u64 - boxes(&bytes)[4].1.len() as u64);
}

#[test]
fn a_file_without_sound_is_whole() {
    for frames in [1, 12, 13, 40] {
        let bytes = file(frames, None);
        let mp4 = re_mp4::Mp4::read_bytes(&bytes).expect("a sound file");
        assert_eq!(mp4.tracks().len(), 1);
        let samples = &mp4.tracks()[&1].samples;
        assert_eq!(samples.len(), frames as usize);
        let last = samples.last().expect("at least one");
        assert_eq!(last.offset + last.size, bytes.len() as u64);
    }
}

fn decoded(bytes: Vec<u8>) -> Vec<f32> {
    let stream = MediaSourceStream::new(
        Box::new(Cursor::new(bytes)),
        symphonia::core::io::MediaSourceStreamOptions::default(),
    );
    let mut format = symphonia::default::get_probe()
        .probe(
            Hint::new().with_extension("mp4"),
            stream,
            FormatOptions::default(),
            MetadataOptions::default(),
        )
        .expect("a sound file");
    let track = format.default_track(TrackType::Audio).expect("a track of sound");
    let id = track.id;
    let parameters = track.codec_params.as_ref().and_then(|params| params.audio()).expect("of sound").clone();
    let mut decoder = symphonia::default::get_codecs()
        .make_audio_decoder(&parameters, &AudioDecoderOptions::default())
        .expect("a known codec");
    let (mut left, mut block) = (Vec::new(), Vec::new());
    while let Ok(Some(packet)) = format.next_packet() {
        if packet.track_id == id {
            let samples = decoder.decode(&packet).expect("a sound packet");
            block.resize(samples.samples_interleaved(), 0.0_f32);
            samples.copy_to_slice_interleaved(&mut block);
            left.extend(block.chunks(2).map(|pair| pair[0]));
        }
    }
    left
}

#[test]
fn sound_begins_with_its_first_sample_and_stays_in_time() {
    let frames = 25 * 20;
    let at = [4_800, 48_000, 10 * 48_000 + 77, 48_000 * 20 - 4_800];
    let samples = clicks(48_000 * 20, &at);
    let decoded = decoded(file(frames, Some(&samples)));
    for at in at {
        // The place at which what was encoded and what is decoded are most alike.
        let alike = |shift: usize| -> f32 {
            let place = at + shift - 300;
            samples[at..at + 96].iter().zip(&decoded[place..place + 96]).map(|(a, b)| a * b).sum()
        };
        let best = (0..600).max_by(|a, b| alike(*a).total_cmp(&alike(*b))).expect("some places");
        assert_eq!(best, 300, "the click at {at} is {} samples off", best.cast_signed() - 300);
    }
}

/// A disk that is full after a number of bytes.
struct Full(Cursor<Vec<u8>>, u64);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.position() + bytes.len() as u64 > self.1 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Full {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let whole = file(30, None).len() as u64;
    for room in [0, 100, whole - 1] {
        let error = write(Full(Cursor::default(), room), 30, None).map(|_| ()).expect_err("too little room");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}

#[test]
fn samples_in_another_order_are_refused() {
    let sets = Arc::new(SETTINGS.parameter_sets().expect("settings that it takes"));
    let video = Video { width: 64, height: 64, fps: 25, frames: 2, keys: vec![0], sets };
    let audio = Audio { config: vec![0x11, 0x90], samples: 48_000 / 25 * 2 };
    let begin =
        || Writer::begin(Cursor::new(Vec::new()), video.clone(), Some(audio.clone())).expect("memory");
    assert!(begin().sound(&[1]).is_err());
    assert!(begin().picture(&[1], false).is_err());
    assert!(begin().finish().is_err());
}
