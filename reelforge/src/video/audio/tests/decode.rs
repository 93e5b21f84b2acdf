use std::io::Read;
use std::sync::Arc;

use super::make::{As, aac, clicks, flac, m4a, on_all, opus, sine, untagged, wav};
use super::{Fallback, SoundError, open, open_with, peak_at, samples, tracks};
use crate::video::files::Content;

fn refused(bytes: &[u8]) -> String {
    open(bytes).err().unwrap_or_else(|| panic!("it was opened")).to_string()
}

/// The strength of a tone among all that is heard, and its level.
fn tone(samples: &[f32], hertz: f64) -> (f64, f64) {
    let turn = std::f64::consts::TAU * hertz / 48_000.0;
    let (mut sin, mut cos, mut all) = (0.0, 0.0, 0.0);
    for (n, sample) in samples.iter().enumerate() {
        let (sample, angle) = (f64::from(*sample), turn * n as f64);
        sin += sample * angle.sin();
        cos += sample * angle.cos();
        all += sample * sample;
    }
    let count = samples.len() as f64;
    let level = 2.0 * (sin * sin + cos * cos).sqrt() / count;
    (level * level / 2.0 / (all / count), level)
}

#[test]
fn every_kind_of_wav_gives_its_samples() {
    let sound = sine(48_000, 440.0, 0.25, 0.5);
    for (kind, error) in [(As::U8, 0.006), (As::I16, 2e-5), (As::I24, 1e-7), (As::I32, 1e-7), (As::F32, 0.0)]
    {
        let track = open(&wav(48_000, 1, kind, &sound)).unwrap();
        assert_eq!((track.frames(), track.channels()), (12_000, 1), "{kind:?}");
        assert_eq!((track.facts().rate, track.facts().channels), (48_000, 1));
        for (a, b) in samples(&track).iter().zip(&sound) {
            assert!((a - b).abs() <= error, "{kind:?}: {a} {b}");
        }
    }
}

#[test]
fn a_tone_keeps_its_pitch_and_level_at_every_rate() {
    for rate in [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 47_999, 88_200, 96_000, 192_000] {
        let track = open(&wav(rate, 1, As::F32, &sine(rate, 997.0, 1.0, 0.5))).unwrap();
        assert_eq!(track.frames(), 48_000, "{rate}");
        // Away from both ends, where the tone is switched on and off.
        let (share, level) = tone(&samples(&track)[4800..43_200], 997.0);
        assert!(share > 0.999_99, "{rate}: {share}");
        assert!((level - 0.5).abs() < 0.001, "{rate}: {level}");
    }
}

#[test]
fn a_click_stays_where_it_is_at_every_rate() {
    for rate in [8_000, 22_050, 44_100, 48_000, 96_000, 192_000] {
        for place in [rate / 2, rate / 3, rate - 100] {
            let track = open(&wav(rate, 1, As::F32, &clicks(rate as usize, &[place as usize], 1.0))).unwrap();
            let wanted = (f64::from(place) * 48_000.0 / f64::from(rate)).round() as usize;
            assert_eq!(peak_at(&samples(&track)), wanted, "{rate}: {place}");
        }
    }
}

#[test]
fn lengths_are_exact() {
    for (rate, frames, wanted) in [
        (48_000, 48, 48),
        (44_100, 44, 48),
        (44_100, 1, 1),
        (8_000, 8, 48),
        (192_000, 193, 48),
        (44_100, 44_101, 48_001),
    ] {
        let track = open(&wav(rate, 2, As::I16, &vec![0.25; frames * 2])).unwrap();
        assert_eq!((track.frames(), track.channels()), (wanted, 2), "{frames} of {rate}");
    }
}

#[test]
fn coded_sound_begins_where_it_was_recorded() {
    // A short burst, so that what codecs smear stays around it.
    let burst = |rate: u32| {
        let mut sound = vec![0.0; rate as usize];
        for (n, sample) in sine(rate, 2000.0, 0.02, 0.8).into_iter().enumerate() {
            sound[rate as usize / 2 + n] = sample;
        }
        sound
    };
    let coded = [
        ("flac", 48_000, flac(48_000, &burst(48_000))),
        ("flac", 44_100, flac(44_100, &burst(44_100))),
        ("opus", 48_000, opus(&on_all(2, &burst(48_000)))),
        ("aac", 48_000, aac(48_000, &burst(48_000))),
        ("aac", 48_000, untagged(&aac(48_000, &burst(48_000)))),
        ("aac", 44_100, aac(44_100, &burst(44_100))),
        ("aac", 44_100, m4a(44_100, &burst(44_100), Some((0, 1024)))),
        ("aac", 48_000, m4a(48_000, &burst(48_000), Some((0, 1024)))),
    ];
    for (codec, rate, bytes) in coded {
        let track = open(&bytes).unwrap();
        assert_eq!((track.facts().codec.as_str(), track.facts().rate), (codec, rate));
        let mut heard = vec![0.0; 48_000];
        track.read_mono(0, &mut heard).unwrap();
        let reference = samples(&open(&wav(rate, 1, As::F32, &burst(rate))).unwrap());
        let likeness = |shift: i64| -> f64 {
            let pairs = (23_000..26_000_i64).map(|n| (reference[n as usize], heard[(n + shift) as usize]));
            pairs.map(|(a, b)| f64::from(a) * f64::from(b)).sum()
        };
        let best = (-1100..1100).max_by(|a, b| likeness(*a).total_cmp(&likeness(*b))).unwrap();
        assert_eq!(best, 0, "{codec} at {rate}");
    }
}

#[test]
fn an_edit_list_says_what_is_heard_and_when() {
    let sound = sine(48_000, 1000.0, 0.5, 0.5);
    let whole = open(&m4a(48_000, &sound, None)).unwrap();
    let edited = open(&m4a(48_000, &sound, Some((0, 1024)))).unwrap();
    let late = open(&m4a(48_000, &sound, Some((250, 1024)))).unwrap();
    assert_eq!(edited.frames(), 24_000, "what the encoder has added is hidden");
    assert_eq!(late.frames(), 36_000);
    assert!(whole.frames() >= 25_024, "without a list all is heard");
    assert_eq!(samples(&whole)[1024..25_024], samples(&edited)[..]);
    assert_eq!(samples(&late)[..12_000], vec![0.0; 12_000][..]);
    assert_eq!(samples(&late)[12_000..], samples(&edited)[..]);
}

#[test]
fn more_than_two_channels_become_two() {
    let frames = |frame: &[f32]| frame.repeat(480);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    // Left, right, centre, low, back left, back right.
    for (frame, wanted) in [
        ([0.5, 0.0, 0.0, 0.0, 0.0, 0.0], [0.5, 0.0]),
        ([0.0, 0.5, 0.0, 0.0, 0.0, 0.0], [0.0, 0.5]),
        ([0.0, 0.0, 0.5, 0.0, 0.0, 0.0], [0.5 * half, 0.5 * half]),
        ([0.0, 0.0, 0.0, 0.5, 0.0, 0.0], [0.0, 0.0]),
        ([0.0, 0.0, 0.0, 0.0, 0.5, 0.0], [0.5 * half, 0.0]),
        ([0.0, 0.0, 0.0, 0.0, 0.0, 0.5], [0.0, 0.5 * half]),
        ([0.9, 0.9, 0.9, 0.0, 0.9, 0.9], [0.9 + 1.8 * half, 0.9 + 1.8 * half]),
    ] {
        let track = open(&wav(48_000, 6, As::F32, &frames(&frame))).unwrap();
        assert_eq!((track.channels(), track.facts().channels), (2, 6));
        for pair in samples(&track).chunks(2) {
            assert!(
                (pair[0] - wanted[0]).abs() < 1e-6 && (pair[1] - wanted[1]).abs() < 1e-6,
                "{frame:?}: {pair:?}"
            );
        }
    }
    for channels in 1..=8 {
        let track =
            open(&wav(48_000, channels, As::I16, &frames(&vec![0.25; usize::from(channels)]))).unwrap();
        assert_eq!((track.channels(), track.frames()), (usize::from(channels.min(2)), 480));
    }
    let many = refused(&wav(48_000, 9, As::I16, &[0.1; 900]));
    assert!(many.contains("9 channels") || many.contains("damaged"), "{many}");
}

#[test]
fn loudness_and_peaks_are_measured() {
    // BS.1770: a tone of 997 Hz on both sides at -20 dBFS has -20 LUFS.
    let stereo = open(&wav(48_000, 2, As::F32, &on_all(2, &sine(48_000, 997.0, 3.0, 0.1)))).unwrap();
    let mono = open(&wav(44_100, 1, As::F32, &sine(44_100, 997.0, 3.0, 0.1))).unwrap();
    for track in [stereo, mono] {
        let facts = track.facts();
        assert!((facts.lufs.unwrap() + 20.0).abs() < 0.1, "{facts:?}");
        assert!((facts.true_peak.unwrap() + 20.0).abs() < 0.1, "{facts:?}");
        assert_eq!((facts.clipped, facts.clipped_at), (0, None));
        assert!((facts.duration() - 3.0).abs() < 1e-9 && facts.offset < 1e-4);
    }
    // Between its samples this tone is 3 dB higher than on them.
    let between: Vec<f32> = (0..48_000).map(|n| if n % 4 < 2 { 0.5 } else { -0.5 }).collect();
    let peak = open(&wav(48_000, 1, As::F32, &between)).unwrap().facts().true_peak.unwrap();
    assert!((peak - 20.0 * (0.5 * 2_f64.sqrt()).log10()).abs() < 0.6, "{peak}");
}

#[test]
fn silence_clipping_and_offsets_are_told() {
    let silence = open(&wav(48_000, 1, As::I16, &vec![0.0; 48_000])).unwrap();
    assert_eq!((silence.facts().lufs, silence.facts().true_peak), (None, None));
    let mut loud = sine(48_000, 100.0, 1.0, 0.5);
    loud[24_000..24_003].fill(1.0);
    loud[30_000..30_002].fill(-1.0);
    loud[40_000..40_100].fill(-1.0);
    let facts = open(&wav(48_000, 1, As::I16, &loud)).unwrap().facts().clone();
    assert_eq!((facts.clipped, facts.clipped_at), (2, Some(0.5)), "two samples are no run");
    let shifted: Vec<f32> = sine(48_000, 100.0, 1.0, 0.5).iter().map(|sample| sample + 0.1).collect();
    let offset = open(&wav(48_000, 1, As::F32, &shifted)).unwrap().facts().offset;
    assert!((offset - 0.1).abs() < 1e-3, "{offset}");
    let wild = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, 0.5];
    let tamed = samples(&open(&wav(48_000, 1, As::F32, &wild)).unwrap());
    assert_eq!(tamed, [0.0, 0.0, 0.0, 16.0, -16.0, 0.5]);
}

#[test]
fn what_is_no_sound_is_named() {
    assert_eq!(refused(b""), "the file is empty");
    assert!(refused(b"hello, this is a text").starts_with("it is a text; sounds are wav"));
    assert!(refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").starts_with("it is of the type image/png;"));
    assert!(refused(&[0, 1, 2, 3, 0, 200, 7]).starts_with("it is of an unknown type;"));
    assert_eq!(refused(&wav(48_000, 1, As::I16, &[])), "there is no sound in it");
    assert!(refused(&wav(4_000, 1, As::I16, &[0.1; 400])).contains("its rate is 4000 Hz; 8000 to 192000 Hz"));
    assert!(refused(&wav(1_000_000, 1, As::I16, &[0.1; 400])).contains("its rate is 1000000 Hz"));
    let absent = tracks([]).open("a").unwrap_err();
    assert_eq!(absent.to_string(), "there is no such file");
}

#[test]
fn a_file_that_is_cut_off_says_so() {
    let whole = wav(48_000, 1, As::I16, &sine(48_000, 440.0, 3.0, 0.5));
    assert_eq!(refused(&whole[..96_044]), "it is damaged: it is cut off after 1.0 of 3.0 s");
    let coded = flac(48_000, &sine(48_000, 440.0, 3.0, 0.5));
    assert!(
        refused(&coded[..coded.len() / 3]).contains("it is cut off after"),
        "{}",
        refused(&coded[..coded.len() / 3])
    );
    // A recorder that does not know its length promises the longest.
    let mut endless = whole.clone();
    endless[40..44].fill(0xFF);
    endless[4..8].fill(0xFF);
    assert_eq!(open(&endless).unwrap().frames(), 144_000);
    let mut lying = whole;
    lying[40..44].copy_from_slice(&0x7FFF_F000_u32.to_le_bytes());
    lying[4..8].copy_from_slice(&0x7FFF_F024_u32.to_le_bytes());
    assert_eq!(open(&lying).unwrap().frames(), 144_000);
}

#[derive(Debug)]
struct Pretend(Result<Vec<u8>, SoundError>);

impl Fallback for Pretend {
    fn name(&self) -> &'static str {
        "pretend"
    }

    fn wav(&self, file: &mut dyn Content) -> Result<Box<dyn Read + Send + Sync>, SoundError> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, MATROSKA, "it is given the whole file");
        self.0.clone().map(|wav| Box::new(std::io::Cursor::new(wav)) as Box<dyn Read + Send + Sync>)
    }
}

const MATROSKA: &[u8] = b"\x1A\x45\xDF\xA3 and so on";

#[test]
fn the_host_decodes_what_the_build_cannot() {
    let alone = refused(MATROSKA);
    assert!(
        alone.starts_with("nothing here decodes Matroska or WebM: install FFmpeg, or save it as"),
        "{alone}"
    );
    let mut stream = wav(44_100, 2, As::F32, &on_all(2, &sine(44_100, 997.0, 1.0, 0.5)));
    stream[40..44].fill(0xFF);
    stream[4..8].fill(0xFF);
    let track = open_with(MATROSKA, Pretend(Ok(stream))).unwrap();
    assert_eq!((track.frames(), track.channels(), track.facts().rate), (48_000, 2, 44_100));
    assert_eq!(track.facts().codec, "pretend");
    let failed = open_with(MATROSKA, Pretend(Err(SoundError::Damaged("it hung".to_owned()))));
    assert_eq!(failed.unwrap_err().to_string(), "it is damaged: it hung");
    // What the build decodes is never given away, and neither is what is no sound at all.
    let wav = wav(48_000, 1, As::I16, &[0.5; 480]);
    assert_eq!(open_with(&wav, Pretend(Ok(Vec::new()))).unwrap().facts().codec, "pcm_s16le");
    assert!(open_with(b"a text", Pretend(Ok(Vec::new()))).is_err());
}

#[test]
fn a_path_is_decoded_once_and_equal_files_share_what_was() {
    let sound = wav(48_000, 1, As::I16, &sine(48_000, 440.0, 0.1, 0.5));
    let tracks = tracks([("a.wav", sound.clone()), ("copy.mp3", sound), ("no.wav", b"no".to_vec())]);
    let first = tracks.open("a.wav").unwrap();
    assert!(Arc::ptr_eq(&first, &tracks.open("a.wav").unwrap()));
    assert!(Arc::ptr_eq(&first, &tracks.open("copy.mp3").unwrap()), "the name does not matter");
    assert_eq!(tracks.open("no.wav").unwrap_err(), tracks.open("no.wav").unwrap_err());
}

#[test]
fn streams_without_a_sample_are_no_sound() {
    let flac_of_nothing = flac(48_000, &[]);
    // Headers that are all there is: of a frame of MPEG, of AAC, of an Ogg page, of FLAC, of an MP4 file.
    let heads: [&[u8]; 6] = [
        b"ID3\x04\0\0\0\0\0\0",
        &[0xFF, 0xFB, 0x90, 0x64],
        &[0xFF, 0xF1, 0x50, 0x80, 0x01, 0x7F, 0xFC],
        b"OggS\0\x02\0\0\0\0\0\0\0\0",
        b"fLaC\x80\0\0\x22",
        b"\0\0\0\x14ftypM4A \0\0\0\0M4A ",
    ];
    for bytes in heads.into_iter().chain([flac_of_nothing.as_slice(), &opus(&[])]) {
        let why = refused(bytes);
        let is_told =
            ["no sound in it", "damaged", "nothing here decodes"].iter().any(|told| why.contains(told));
        assert!(is_told, "{:?}: {why}", &bytes[..4]);
    }
}

#[test]
fn headers_that_promise_another_shape_are_no_other_sound() {
    let sound = sine(48_000, 440.0, 0.5, 0.5);
    let whole = wav(48_000, 2, As::I16, &on_all(2, &sound));
    // No channels, no bits, a frame of another size than its channels have.
    for (at, value) in [(22, 0_u16), (34, 0), (34, 7), (32, 3), (20, 0x1234)] {
        let mut lying = whole.clone();
        lying[at..at + 2].copy_from_slice(&value.to_le_bytes());
        match open(&lying) {
            Err(why) => assert!(!why.to_string().is_empty()),
            Ok(track) => assert!(track.frames() <= 48_000, "{at}: {}", track.frames()),
        }
    }
    // A millisecond, in every format that holds so little.
    for (name, bytes) in [
        ("wav", wav(48_000, 1, As::I16, &sound[..48])),
        ("flac", flac(48_000, &sound[..48])),
        ("192 kHz", wav(192_000, 1, As::F32, &sound[..192])),
        ("m4a", m4a(48_000, &sound[..48], Some((0, 1024)))),
    ] {
        assert_eq!(open(&bytes).unwrap().frames(), 48, "{name}");
    }
}
