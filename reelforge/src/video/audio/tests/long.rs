//! Sound that is longer than any video: only what is wanted of it is decoded, and where it is, its packets say.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use opus_pure::{Application, MAX_PACKET_BYTES, OggOpusWriter, OpusEncoder, OpusHead};

use super::make::{As, flac, m4a_of, on_all, raw_aac, sine, wav};
use super::{Tracks, open, peak_at, samples, tracks};
use crate::video::audio::Mix;
use crate::video::cues::Ear;
use crate::video::files::{Content, FileError, Files};
use crate::video::project::Project;
use crate::video::time::{Heard, Times};

/// A file that begins with some bytes and goes on with others, over and over.
#[derive(Clone)]
struct Endless {
    head: Vec<u8>,
    unit: Vec<u8>,
    times: u64,
}

impl Endless {
    fn length(&self) -> u64 {
        self.head.len() as u64 + self.unit.len() as u64 * self.times
    }

    fn tracks(self) -> Tracks {
        Tracks::new(Arc::new(self))
    }
}

impl Files for Endless {
    fn read(&self, _: &str, max: u64) -> Result<Vec<u8>, FileError> {
        Err(FileError::TooLarge(max))
    }

    fn open(&self, _: &str) -> Result<Box<dyn Content>, FileError> {
        Ok(Box::new(Opened { file: self.clone(), at: 0 }))
    }
}

struct Opened {
    file: Endless,
    at: u64,
}

impl Read for Opened {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let Endless { head, unit, .. } = &self.file;
        let there = (self.file.length() - self.at.min(self.file.length())).min(out.len() as u64) as usize;
        for byte in &mut out[..there] {
            let at = self.at as usize;
            *byte = if at < head.len() { head[at] } else { unit[(at - head.len()) % unit.len()] };
            self.at += 1;
        }
        Ok(there)
    }
}

impl Seek for Opened {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::End(by) => self.file.length().saturating_add_signed(by),
            SeekFrom::Current(by) => self.at.saturating_add_signed(by),
        };
        Ok(self.at)
    }
}

/// A silent frame of MP3: 72 ms at 8 kHz, or 52 ms at 11 kHz.
fn mp3_frame(is_eleven: bool) -> Vec<u8> {
    let (rate, bytes) = if is_eleven { (0x10, 52) } else { (0x18, 72) };
    [vec![0xFF, 0xE3, rate, 0xC0], vec![0; bytes - 4]].concat()
}

#[test]
fn what_is_too_long_is_refused_before_it_is_decoded() {
    // The third second has another rate, which whoever decodes complains of.
    let turned = [mp3_frame(false).repeat(30), mp3_frame(true).repeat(4)].concat();
    let hours = |hours: u64| 3600 * hours * 1000 / 72;
    let mut silence = wav(8_000, 1, As::U8, &[]);
    for (at, add) in [(4, 36_u32), (40, 0)] {
        silence[at..at + 4].copy_from_slice(&(add + 3 * 3600 * 8000).to_le_bytes());
    }
    let mut unknown = silence.clone();
    unknown[4..8].fill(0xFF);
    unknown[40..44].fill(0xFF);
    let frames = raw_aac(8_000, &[0.0; 3 * 1024]);
    let m4a = m4a_of(8_000, &frames, 3 * 3600 * 8000 / 1024);
    let (unit, times) = (vec![128], 3 * 3600 * 8000);
    for (name, file) in [
        ("mp3", Endless { head: turned, unit: mp3_frame(false), times: hours(3) }),
        ("wav", Endless { head: silence, unit: unit.clone(), times }),
        ("wav without a length", Endless { head: unknown, unit, times }),
        ("m4a", Endless { head: m4a, unit: vec![0], times: 0 }),
    ] {
        let why = file.tracks().open("a").unwrap_err().to_string();
        assert_eq!(why, "it is longer than 150 minutes", "{name}");
    }
}

#[test]
fn nothing_but_the_wanted_part_is_decoded() {
    // A frame that no decoder takes; a quarter of an hour and more of them, but for two minutes.
    let (good, mut bad) = (mp3_frame(false), mp3_frame(false));
    bad[4..].fill(0xFF);
    let minutes = |frame: &[u8], minutes: usize| frame.repeat(60_000 * minutes / 72);
    let bytes = [good.repeat(20), minutes(&bad, 9), minutes(&good, 2), minutes(&bad, 5)].concat();
    assert!(open(&bytes[..72 * 60]).unwrap_err().to_string().contains("packets cannot be decoded"));
    let frames = (bytes.len() / 72) as u64 * 576 * 6;
    let all = tracks([("a", bytes)]);
    let part = all.part("a", 570.0..620.0).unwrap();
    assert_eq!((part.frames(), part.is_whole()), (frames, false));
    assert_eq!(part.held(), 48_000 * 569..48_000 * 621);
    assert!(Arc::ptr_eq(&part, &all.part("a", 570.2..619.8).unwrap()), "the same seconds");
}

/// A long file with a click in the middle of the last but one of its seconds, and a short one that ends alike; and by how
/// many samples at 48 kHz it is longer.
fn late(name: &str) -> (Vec<u8>, Vec<u8>, u64) {
    const SECONDS: usize = 1000;
    let sound = |rate: usize, seconds: usize| {
        let mut sound = vec![0.0; rate * seconds];
        for (n, sample) in sine(rate as u32, 1000.0, 0.004, 0.8).into_iter().enumerate() {
            sound[rate * (seconds - 2) + rate / 2 + n] = sample;
        }
        sound
    };
    let longer = (SECONDS as u64 - 4) * 48_000;
    match name {
        "wav" => {
            (wav(8_000, 1, As::U8, &sound(8_000, SECONDS)), wav(8_000, 1, As::U8, &sound(8_000, 4)), longer)
        }
        "flac" => (flac(8_000, &sound(8_000, SECONDS)), flac(8_000, &sound(8_000, 4)), longer),
        "m4a" => {
            let frames = raw_aac(8_000, &sound(8_000, 4));
            let more = SECONDS * 8_000 / 1024;
            let silent = vec![frames[2].clone(); more];
            let long = [&frames[..3], &silent, &frames[3..]].concat();
            (m4a_of(8_000, &long, long.len()), m4a_of(8_000, &frames, frames.len()), more as u64 * 1024 * 6)
        }
        _ => {
            let mut encoder = OpusEncoder::new(48_000, 2, Application::Audio).unwrap();
            let mut packet = vec![0; MAX_PACKET_BYTES];
            let mut encode = |block: &[f32]| {
                let count = encoder.encode(block, 960, &mut packet).unwrap();
                packet[..count].to_vec()
            };
            let packets: Vec<Vec<u8>> = on_all(2, &sound(48_000, 4)).chunks(1920).map(&mut encode).collect();
            let more = SECONDS * 50;
            let write = |packets: &[Vec<u8>]| {
                let encoder = OpusEncoder::new(48_000, 2, Application::Audio).unwrap();
                let head = OpusHead::for_encoder(&encoder, 48_000);
                let mut writer = OggOpusWriter::new(Vec::new(), head).unwrap();
                for packet in packets {
                    writer.write_packet(packet).unwrap();
                }
                writer.finish().unwrap()
            };
            let silent = vec![packets[60].clone(); more];
            let long = [&packets[..60], &silent, &packets[60..]].concat();
            (write(&long), write(&packets), more as u64 * 960)
        }
    }
}

#[test]
fn a_late_part_is_heard_at_its_sample() {
    for name in ["wav", "flac", "m4a", "opus"] {
        let (long, short, longer) = late(name);
        let whole = open(&short).unwrap();
        let wanted = peak_at(&samples(&whole)) / whole.channels();
        let files = tracks([("a", long)]);
        let seconds = (wanted as u64 + longer) as f64 / 48_000.0;
        let part = files.part("a", seconds - 0.2..seconds + 0.2).unwrap();
        assert_eq!((part.frames(), part.is_whole()), (whole.frames() + longer, false), "{name}");
        // From before what is held to behind its end.
        let begin = part.held().start - 5_000;
        let mut heard = vec![9.0; (part.held().end - begin) as usize + 5_000];
        part.read_mono(begin, &mut heard).unwrap();
        assert_eq!(begin + peak_at(&heard) as u64, wanted as u64 + longer, "{name}");
        assert!(heard[..5_000].iter().chain(&heard[heard.len() - 5_000..]).all(|sample| *sample == 0.0));
        // Around the click it is the very same sound.
        let mut same = vec![0.0; 9_600];
        whole.read_mono(wanted as u64 - 4_800, &mut same).unwrap();
        let from = (wanted as u64 + longer - 4_800 - begin) as usize;
        for (a, b) in heard[from..].iter().zip(&same) {
            assert!((a - b).abs() < 2e-3, "{name}: {a} {b}");
        }
        assert!(files.part("a", 5_000.0..5_001.0).unwrap().held().is_empty(), "beyond its end is nothing");
    }
}

#[test]
fn a_voice_late_in_a_long_file_is_understood() {
    let rate = 8_000;
    let mut sound = vec![0.0; rate * 1000];
    let speech = [[950.5, 951.5], [952.25, 953.0]];
    for [from, to] in speech {
        let (from, to) = ((from * rate as f64) as usize, (to * rate as f64) as usize);
        for (n, sample) in sound[from..to].iter_mut().enumerate() {
            *sample = if n % 50 < 25 { 0.4 } else { -0.4 };
        }
    }
    let ear = Ear::new(Arc::new(tracks([("a", wav(rate as u32, 1, As::U8, &sound))])));
    let heard = ear.voice("a", None, "Hello again. This is late.", Some([950.0, 954.0])).unwrap();
    assert_eq!(heard.length, 1000.0);
    assert_eq!(heard.speech.len(), 2, "{:?}", heard.speech);
    for (found, wanted) in heard.speech.iter().flatten().zip(speech.iter().flatten()) {
        assert!((found - wanted).abs() < 0.1, "{:?}", heard.speech);
    }
    assert_eq!(heard.words.len(), 5);
    assert!((heard.words[2].t0 - 952.25).abs() < 0.15, "{:?}", heard.words);
}

#[test]
fn a_mix_takes_its_parts_out_of_the_middle_of_long_files() {
    let rate = 8_000;
    let mut sound = vec![0.0; rate * 1300];
    // A voice can begin anywhere, music within ten minutes.
    for at in [599.0, 600.5, 1_250.25] {
        sound[(at * rate as f64) as usize] = 0.8;
    }
    let files = tracks([("long.wav", wav(rate as u32, 1, As::U8, &sound))]);
    let voice = "voice: {file: long.wav, lead: 0.5, trim: [1250, 1250.5]}";
    let music = "music: {file: long.wav, start: 600, fade_in: 0, fade_out: 0}";
    for (body, wanted) in [(voice, 36_000), (music, 24_000)] {
        let text = format!("reelforge: 1\nmeta: {{title: t}}\n{body}\nscenes: [{{id: s, duration: 3}}]\n");
        let project = Project::parse(&text).project.unwrap();
        let times = Times::of(&project, &Heard::none());
        let mix = Mix::of(&project, &times, &files, None).unwrap();
        let mut sides = [vec![0.0; 144_000], vec![0.0; 144_000]];
        let [left, right] = &mut sides;
        mix.read(0, left, right).unwrap();
        assert_eq!((mix.faults(), peak_at(left)), (&[][..], wanted), "{body}");
    }
}
