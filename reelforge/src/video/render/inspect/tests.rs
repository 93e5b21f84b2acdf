use std::io::Write;

use super::*;
use crate::video::expand::expand;
use crate::video::files::NoFiles;
use crate::video::layout::Plan;
use crate::video::pictures::Pictures;
use crate::video::project::model::Quality;
use crate::video::render::movie::{self, Settings};
use crate::video::text::Fonts;
use crate::video::time::{Heard, Times};

/// Two seconds, of which the second has what is given over it.
fn project(second: &str) -> Project {
    let text = format!(
        "reelforge: 1
meta: {{title: Video}}
canvas: {{width: 160, height: 128, fps: 24}}
scenes:
  - id: a
    duration: 1
    background: \"#203040\"
    elements:
      - {{id: p, type: progress, span: scene, w: 100%, h: 60}}
  - id: b
    duration: 1
{second}"
    );
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues, [], "{text}");
    parsed.project.unwrap()
}

/// Renders a project, with a tone if there is to be one.
fn render(project: &Project, tone: Option<f32>) -> File {
    let heard = Heard::none();
    let expanded = expand(project, &NoFiles, &heard);
    let pictures = Arc::new(Pictures::new(Arc::new(NoFiles)));
    let times = Times::of(&expanded.project, &heard);
    let plan = Plan::build(&expanded, &times, &Fonts::bundled(), &pictures);
    let mut file = tempfile::tempfile().unwrap();
    let mut sound = |at: u64, left: &mut [f32], right: &mut [f32]| {
        for (place, (left, right)) in left.iter_mut().zip(right).enumerate() {
            let phase = ((at + place as u64) % 48) as f32 / 48.0 * std::f32::consts::TAU;
            *left = phase.sin() * tone.unwrap_or_default();
            *right = *left;
        }
        Ok(())
    };
    let settings = Settings { threads: 1, ..Settings::new(Quality::Standard) };
    let sound: Option<&mut movie::Sound<'_>> = if tone.is_some() { Some(&mut sound) } else { None };
    movie::write(&plan, &pictures, sound, &settings, &mut file, &|_| {}, &|| false).unwrap();
    file
}

/// A file that stands alone.
#[derive(Debug)]
struct One(Vec<u8>);

impl Files for One {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, crate::video::files::FileError> {
        Ok(self.0.clone())
    }
}

fn seen(file: &File, project: Option<&Project>) -> Inspected {
    use std::io::{Read, Seek};
    let mut bytes = Vec::new();
    let mut reader = file;
    reader.rewind().unwrap();
    reader.read_to_end(&mut bytes).unwrap();
    let files: Arc<dyn Files> = Arc::new(One(bytes));
    inspect(file, &files, "video.mp4", project).unwrap()
}

fn rules(inspected: &Inspected) -> Vec<&'static str> {
    inspected.facts.issues.iter().map(|issue| issue.rule).collect()
}

#[test]
fn a_file_of_ours_is_what_platforms_ask_for() {
    let project = project("    background: \"#AA3300\"\n");
    let seen = seen(&render(&project, Some(0.2)), Some(&project));
    let container = &seen.facts.container;
    assert_eq!((container.video.width, container.video.height), (160, 128));
    assert_eq!((container.video.fps, container.video.frames), (24.0, 48));
    assert!(container.video.constant_rate && container.fast_start && !container.edit_list);
    assert!(container.video.codec.starts_with("avc1"), "{}", container.video.codec);
    let sound = container.sound.as_ref().unwrap();
    assert_eq!((sound.rate, sound.channels), (48_000, 2));
    assert!(sound.codec.starts_with("mp4a"), "{}", sound.codec);
    assert!((container.duration - 2.0).abs() < 0.03, "{}", container.duration);
    assert_eq!((seen.facts.av_offset_ms, seen.facts.looked_at), (Some(0.0), 2.0));
    assert_eq!(seen.facts.black, []);
    let sheet = seen.sheet.unwrap();
    assert!(sheet.width() > 160 && sheet.height() > 128);
}

#[test]
fn loudness_and_peaks_are_measured_in_the_file() {
    let project = project("    background: \"#AA3300\"\n");
    let quiet = seen(&render(&project, Some(0.2)), Some(&project));
    let sound = quiet.facts.sound.as_ref().unwrap();
    // A sine of amplitude 0.2 has -14 dB at its peaks and 3 dB less in its power; two sides together 3 dB more.
    assert!((sound.true_peak.unwrap() + 14.0).abs() < 0.5, "{sound:?}");
    assert!((sound.loudness.unwrap() + 14.0).abs() < 1.0, "{sound:?}");
    assert!(sound.silent < 0.1, "{sound:?}");
    assert!(!rules(&quiet).contains(&"V-22") && !rules(&quiet).contains(&"V-23"), "{:?}", quiet.facts.issues);
    let loud = seen(&render(&project, Some(1.0)), Some(&project));
    assert!(rules(&loud).contains(&"V-22") && rules(&loud).contains(&"V-23"), "{:?}", loud.facts.issues);
    assert_eq!(seen(&render(&project, None), None).facts.sound, None);
}

#[test]
fn black_and_frozen_pictures_are_found() {
    let black = seen(&render(&project("    background: \"#000000\"\n"), None), None);
    let [interval] = black.facts.black[..] else { panic!("{:?}", black.facts.black) };
    assert_eq!((interval.t0, interval.t1), (1.0, 2.0));
    assert_eq!(black.facts.frozen, [], "it stands still for one second only");

    let mut still = project("    background: \"#AA3300\"\n");
    still.scenes.remove(0);
    still.scenes[0].duration = serde_json::from_value(serde_json::json!(3)).unwrap();
    let still = seen(&render(&still, None), None);
    assert_eq!(still.facts.frozen, [Interval { t0: 0.0, t1: 3.0 }]);
}

#[test]
fn flashes_are_counted_in_the_file() {
    let mut second = "    background: \"#000000\"\n    elements:\n".to_owned();
    for flash in 0..5 {
        let at = f64::from(flash) * 0.2;
        second += &format!(
            "      - {{id: f{flash}, type: shape, shape: rect, fill: \"#FFFFFF\", x: 0, y: 0, w: 160, h: 128, at: {at}, \
             duration: 0.1, enter: none, alt: light}}\n"
        );
    }
    let seen = seen(&render(&project(&second), None), None);
    let flashes = seen.facts.flashes.unwrap();
    assert!(flashes.count >= 4 && !flashes.red && flashes.t0 >= 0.9, "{flashes:?}");
    assert_eq!(seen.facts.issues[0].rule, "V-21");
}

#[test]
fn what_is_no_video_is_refused_and_what_is_damaged_does_no_harm() {
    let files: Arc<dyn Files> = Arc::new(One(Vec::new()));
    let refused = |bytes: &[u8]| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        inspect(&file, &files, "video.mp4", None).map(|_| ()).unwrap_err().code
    };
    for bytes in [
        &b""[..],
        b"reelforge: 1\n",
        b"\0\0\0\x10ftypisom\0\0\0\0",
        b"\xff\xff\xff\xffmoov",
        b"\0\0\0\x08moov",
    ] {
        assert_eq!(refused(bytes), "unsupported_media", "{bytes:?}");
    }
    let whole = whole();
    for length in (0..whole.len()).step_by(whole.len() / 40) {
        assert_eq!(refused(&whole[..length]), "unsupported_media", "{length} bytes");
    }
    // Any byte may be another.
    let mut state = 1_u32;
    for _ in 0..60 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut bytes = whole.clone();
        let place = state as usize % bytes.len();
        bytes[place] = bytes[place].wrapping_add(state.to_be_bytes()[0] | 1);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let files: Arc<dyn Files> = Arc::new(One(bytes));
        let _ = inspect(&file, &files, "video.mp4", None);
    }
}

/// The bytes of a whole video with a tone.
fn whole() -> Vec<u8> {
    use std::io::{Read, Seek};
    let mut file = render(&project("    background: \"#AA3300\"\n"), Some(0.2));
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    bytes
}

/// The same with other bytes some way behind the name of a box of its first track.
fn with(name: [u8; 4], at: usize, other: &[u8]) -> Vec<u8> {
    let mut bytes = whole();
    let place = memchr::memmem::find(&bytes, &name).expect("such a box") + 4 + at;
    bytes[place..place + other.len()].copy_from_slice(other);
    bytes
}

#[test]
fn tables_that_claim_too_much_are_refused_at_once() {
    const MANY: [u8; 4] = [0xFF; 4];
    let files: Arc<dyn Files> = Arc::new(One(Vec::new()));
    let failure = |bytes: &[u8]| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        inspect(&file, &files, "video.mp4", None)
            .map(|seen| seen.facts.container)
            .map_err(|failure| failure.message)
    };
    // Four thousand million samples of one byte each take no room in the lists.
    let many = with(*b"stsz", 4, &[[0, 0, 0, 1], MANY].concat());
    assert!(failure(&many).unwrap_err().contains("more pictures or sound than are looked at"));
    // More than there are sizes for, chunks of nothing, places and sizes beyond the end.
    for (name, at, other) in
        [(b"stsz", 8, [0, 0, 1, 0]), (b"stsc", 12, [0; 4]), (b"stco", 8, MANY), (b"stsz", 12, MANY)]
    {
        let why = failure(&with(*name, at, &other)).unwrap_err();
        assert!(why.contains("damaged") || why.contains("cut off"), "{name:?}: {why}");
    }
    // Lists that are longer than their boxes, a chunk that holds all, and times that never end, leave what is there.
    for (name, at, other) in
        [(b"stts", 4, MANY), (b"stts", 8, MANY), (b"stss", 4, MANY), (b"stts", 12, MANY), (b"stsc", 12, MANY)]
    {
        let container = failure(&with(*name, at, &other)).unwrap();
        assert_eq!(container.video.frames, 48, "{name:?}");
    }
    // A picture of 65,536 pixels a side is not begun.
    let mut bytes = whole();
    let set = memchr::memmem::find(&bytes, b"avcC").unwrap() + 12;
    bytes[set + 4..set + 16].fill(0x01);
    assert!(failure(&bytes).is_ok());
}

#[test]
fn another_codec_is_named_and_its_pictures_are_not_looked_at() {
    let mut bytes = whole();
    // Behind the brands of the file, of which one has the same name.
    let place = memchr::memmem::rfind(&bytes[..4000], b"avc1").unwrap();
    bytes[place..place + 4].copy_from_slice(b"hvc1");
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&bytes).unwrap();
    let seen = seen(&file, None);
    assert_eq!((seen.facts.container.video.codec.as_str(), seen.facts.looked_at), ("hvc1", 0.0));
    assert!(seen.sheet.is_none() && rules(&seen).contains(&"V-30"));
    let sound = seen.facts.container.sound.unwrap();
    assert_eq!((sound.codec.as_str(), sound.rate, sound.channels), ("mp4a.40.2", 48_000, 2));
}
