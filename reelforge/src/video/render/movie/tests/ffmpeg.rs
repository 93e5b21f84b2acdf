//! A made-up `ffmpeg`: a script that does what each test wants. The real one is tried where it is installed, outside.

use std::fs;
use std::io::Cursor;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

use super::super::{MovieError, Settings, write, write_webm};
use super::{LIVELY, Made, decoded, on, tone};
use crate::video::encode::I420;
use crate::video::encode::ffmpeg::Ffmpeg;
use crate::video::encode::h264::{self, Group};
use crate::video::project::model::Quality;

struct Script {
    folder: tempfile::TempDir,
    ffmpeg: Ffmpeg,
}

impl Script {
    /// A program that lists encoders, and does something when it is to encode.
    fn new(body: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ffmpeg");
        let list =
            "printf 'Encoders:\\n V....D libx264 H.264\\n V....D libvpx-vp9 VP9\\n A....D libopus Opus\\n'";
        let folder_path = folder.path().display();
        let script = format!(
            "#!/bin/sh\ncd {folder_path}\nif [ \"$2\" = -encoders ]; then {list}; exit; fi\n{body}\n"
        );
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        // While another test starts a program, the script may still count as being written.
        let ffmpeg = (0..200).find_map(|_| Ffmpeg::at(&path).ok()).expect("a script that answers");
        Self { folder, ffmpeg }
    }

    fn settings(&self) -> Settings {
        Settings { ffmpeg: Some(self.ffmpeg.clone()), ..Settings { quality: Quality::High, ..on(2) } }
    }

    fn fails(&self) -> String {
        let made = Made::of(LIVELY);
        let target = Cursor::new(Vec::new());
        write(&made.plan, &made.pictures, None, &self.settings(), target, &|_| {}, &|| false)
            .expect_err("the script makes no movie")
            .to_string()
    }
}

#[test]
fn a_program_says_what_it_can() {
    let script = Script::new("exit 1");
    assert!(script.ffmpeg.can("libx264") && script.ffmpeg.can("libopus"));
    assert!(!script.ffmpeg.can("libx265"));
    assert!(Ffmpeg::at("/nowhere/ffmpeg").is_err());
}

#[test]
fn a_program_that_dies_is_told_with_its_last_words() {
    let error = Script::new("head -c 100 > /dev/null; echo 'no space for frames' >&2; exit 3").fails();
    assert!(error.contains("FFmpeg") && error.contains("no space for frames"), "{error}");
}

#[test]
fn a_program_that_hangs_is_ended() {
    let mut script = Script::new("echo 'thinking' >&2; exec sleep 600");
    script.ffmpeg = script.ffmpeg.patience(Duration::from_millis(300));
    let error = script.fails();
    assert!(error.contains("did nothing for 0.3 seconds"), "{error}");
}

#[test]
fn a_program_that_hangs_at_the_end_is_ended() {
    let mut script = Script::new("cat > /dev/null; exec sleep 600");
    script.ffmpeg = script.ffmpeg.patience(Duration::from_millis(300));
    let error = script.fails();
    assert!(error.contains("0.3 seconds"), "{error}");
}

#[test]
fn a_program_that_ends_too_early_makes_no_movie() {
    let error = Script::new("head -c 100000 > /dev/null; exit 0").fails();
    assert!(error.contains("of 100 frames"), "{error}");
}

#[test]
fn a_cancelled_program_is_ended() {
    let script = Script::new("exec sleep 600");
    let made = Made::of(LIVELY);
    let target = Cursor::new(Vec::new());
    let result = write(&made.plan, &made.pictures, None, &script.settings(), target, &|_| {}, &|| true);
    assert!(matches!(result, Err(MovieError::Cancelled)));
}

#[test]
fn its_stream_becomes_a_movie_with_sound() {
    // It answers with a stream that was made before, and keeps the frames that it gets.
    let script = Script::new("cat > frames; cat stream");
    let made = Made::of(LIVELY);
    let coding = h264::Settings { width: 192, height: 160, fps: 25, quantiser: 20 };
    let sets = Arc::new(coding.parameter_sets().unwrap());
    let mut stream = Vec::new();
    for _ in 0..4 {
        let mut group = Group::new(&coding, &sets).unwrap();
        for number in 0..25 {
            let mut picture = I420::new(192, 160);
            picture.fill(&[number * 10, 90, 30, 255].repeat(192 * 160), 192);
            let unit = group.encode(&picture).unwrap();
            let first: &[&[u8]] = if number == 0 { &[&sets.sequence, &sets.picture] } else { &[] };
            for nal in [&[9, 0xF0]].into_iter().map(<[u8; 2]>::as_slice).chain(first.iter().copied()) {
                stream.extend([0, 0, 0, 1]);
                stream.extend(nal);
            }
            stream.extend([0, 0, 1]);
            stream.extend(&unit.bytes[4..]);
        }
    }
    fs::write(script.folder.path().join("stream"), stream).unwrap();
    let mut file = Cursor::new(Vec::new());
    let facts =
        write(&made.plan, &made.pictures, Some(&mut tone), &script.settings(), &mut file, &|_| {}, &|| false)
            .unwrap();
    let bytes = file.into_inner();
    assert_eq!((facts.frames, facts.bytes), (100, bytes.len() as u64));
    assert_eq!(facts.codecs, "avc1.640C1E, mp4a.40.2");
    let frames = decoded(&bytes);
    assert_eq!(frames.len(), 100);
    assert!(frames[3][0][0] > frames[2][0][0] && frames[25] == frames[0]);
    // It got every frame in order: the first and one from the middle are those that the painter paints.
    let got = fs::read(script.folder.path().join("frames")).unwrap();
    let size = 192 * 160 * 3 / 2;
    assert_eq!(got.len(), size * 100);
    let mut painter = made.painter();
    for number in [0, 7, 60, 99] {
        let painted = made.painted(&mut painter, number);
        let place = number as usize * size;
        assert!(painted.bytes() == &got[place..place + size], "frame {number}");
    }
}

#[test]
fn webm_is_what_the_program_writes() {
    // The last argument names the file.
    let script = Script::new("cat > frames; for name; do :; done; printf 'a movie' > \"$name\"");
    let made = Made::of(LIVELY);
    let mut bytes = Vec::new();
    let settings = Settings { quality: Quality::Standard, ..script.settings() };
    let facts =
        write_webm(&made.plan, &made.pictures, Some(&mut tone), &settings, &mut bytes, &|_| {}, &|| false)
            .unwrap();
    assert_eq!(bytes, b"a movie");
    assert_eq!((facts.bytes, facts.frames, facts.codecs.as_str()), (7, 100, "vp9, opus"));
}

#[test]
fn webm_without_the_program_says_what_to_install() {
    let made = Made::of(LIVELY);
    let result = write_webm(&made.plan, &made.pictures, None, &on(1), Vec::new(), &|_| {}, &|| false);
    let error = result.expect_err("nothing that writes it").to_string();
    assert!(error.contains("install") && error.contains("format: mp4"), "{error}");
}
