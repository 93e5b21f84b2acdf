//! Another program decodes: scripts stand in for it, which behave well or badly.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::make::{clip, shelf, webm};
use crate::video::pictures::{PictureError, Pictures};

/// What comes of a script in the place of `FFmpeg`.
fn with(script: &str) -> (tempfile::TempDir, Pictures) {
    with_file(script, webm())
}

fn with_file(script: &str, bytes: Vec<u8>) -> (tempfile::TempDir, Pictures) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ffmpeg");
    // Made beside and renamed: a file that is open for writing cannot be run.
    fs::write(folder.path().join("new"), format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(folder.path().join("new"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(folder.path().join("new"), &path).unwrap();
    let pictures = Pictures::with_program(shelf(bytes), Some(path));
    (folder, pictures)
}

/// Lists four frames, of which the third is none, and makes pictures of a grey that is their number, from the one that is
/// asked for on.
const GOOD: &str = r#"
case "$*" in
*framecrc*)
    printf '#tb 0: 1/1000\n0, 0, 0, 40, 10, 0x1\n0, 40, 40, 40, 10, 0x1, F=0x0\n'
    printf '0, 79, 79, 1, 10, 0x1, F=0x0\n0, 80, 80, 40, 10, 0x1\n0, 120, 120, 40, 10, 0x1, F=0x0\n' ;;
*)
    from=0
    while [ $# -gt 0 ]; do [ "$1" = -ss ] && from=$2; shift; done
    echo '[Parsed_showinfo_0 @ 0x1] config in time_base: 1/1000, frame_rate: 25/1' >&2
    for frame in '0 0' '40 1' '80 3' '120 4'; do
        set -- $frame
        if awk "BEGIN { exit !($1 / 1000 >= $from) }"; then
            echo "[Parsed_showinfo_0 @ 0x1] n: 0 pts: $1 pts_time:0 fmt:rgb24" >&2
            printf 'P6\n2 2\n255\n'
            for pixel in 1 2 3 4; do printf "\\0$2\\0$2\\0$2"; done
        fi
    done ;;
esac"#;

fn grey(pictures: &Pictures, frame: u32) -> Result<u8, PictureError> {
    pictures.clip_pixels("x.mp4", frame, [2, 2]).map(|pixels| pixels.sample(1, 1).r)
}

#[test]
fn frames_are_those_whose_time_has_come() {
    let (_folder, pictures) = with(GOOD);
    let clip = pictures.clip("x.mp4").unwrap();
    assert_eq!((clip.frames(), clip.size.width, clip.codec.as_str()), (5, 2.0, "WebM"));
    assert!((clip.duration - 0.16).abs() < 1e-9);
    // Of the third there is no picture: the one before stays.
    let wanted = [0, 1, 1, 3, 4];
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]] {
        let (_folder, pictures) = with(GOOD);
        for frame in order {
            assert_eq!(grey(&pictures, frame), Ok(wanted[frame as usize]), "{frame} in {order:?}");
        }
    }
}

#[test]
fn it_reads_a_copy_of_the_whole_file_and_no_address() {
    let looks = format!(
        "for word in \"$@\"; do case \"$word\" in *http*) exit 1;; esac; done\n\
         copy=$(echo \"$*\" | sed 's/.*-i \\([^ ]*\\) .*/\\1/')\n\
         [ \"$(wc -c < \"$copy\")\" -eq {} ] || exit 1\n{GOOD}",
        webm().len()
    );
    assert_eq!(with(&looks).1.clip("x.mp4").err(), None);
}

#[test]
fn one_that_fails_is_a_fault_of_the_clip() {
    for (script, why) in [
        ("exit 1", "FFmpeg failed"),
        ("exit 0", "finds no moving pictures"),
        ("echo this is no list", "finds no moving pictures"),
        (
            "printf '#tb 0: 1/25\\n0, 0, 0, 1, 10, 0x1\\n0, 1, 1, 1, 10, 0x1\\n'",
            "something else than pictures",
        ),
    ] {
        let error = with(script).1.clip("x.mp4").expect_err("a fault").to_string();
        assert!(error.contains(why), "{script}: {error}");
    }
    let gone = Pictures::with_program(shelf(webm()), Some(PathBuf::from("/does/not/exist")));
    assert!(gone.clip("x.mp4").expect_err("a fault").to_string().contains("FFmpeg cannot decode it"));
}

#[test]
fn it_is_asked_once_about_a_content_and_copies_it_when_pictures_are_wanted() {
    // Each start is a line; temporary files of a folder of its own can be counted.
    let (folder, pictures) = with(&format!("echo \"$*\" >> \"$(dirname \"$0\")/starts\"\n{GOOD}"));
    let starts = || fs::read_to_string(folder.path().join("starts")).unwrap().lines().count();
    let first = pictures.clip("x.mp4").unwrap();
    let asked = starts();
    assert_eq!(asked, 2, "to list its frames, and for the size of one");
    // Another validation, with another name for the same content.
    let program = folder.path().join("ffmpeg");
    for _ in 0..3 {
        let again = Pictures::with_program(shelf(webm()), Some(program.clone()));
        let clip = again.clip("x.mp4").unwrap();
        assert_eq!((clip.frames(), clip.size, clip.duration), (first.frames(), first.size, first.duration));
    }
    assert_eq!(starts(), asked);
    // Pictures come all the same, of a copy that is made for them.
    let again = Pictures::with_program(shelf(webm()), Some(program.clone()));
    assert_eq!((grey(&again, 0), starts()), (Ok(0), asked + 1));
    // Another content is another question.
    let mut other = webm();
    other.push(1);
    Pictures::with_program(shelf(other), Some(program)).clip("x.mp4").unwrap();
    assert_eq!(starts(), asked + 3);
}

#[test]
fn a_file_that_changed_since_it_was_listed_is_a_fault_and_no_other_picture() {
    let (folder, _) = with(GOOD);
    let program = Some(folder.path().join("ffmpeg"));
    Pictures::with_program(shelf(webm()), program.clone()).clip("x.mp4").unwrap();
    let files = std::sync::Arc::new(Changing(std::sync::atomic::AtomicUsize::new(0)));
    let pictures = Pictures::with_program(files, program);
    pictures.clip("x.mp4").unwrap();
    let error = grey(&pictures, 0).expect_err("a fault").to_string();
    assert!(error.contains("it changed while it was read"), "{error}");
}

/// A file that has another content each time that it is opened.
struct Changing(std::sync::atomic::AtomicUsize);

impl crate::video::files::Files for Changing {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, crate::video::files::FileError> {
        let count = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok([webm(), vec![0; count]].concat())
    }
}

#[test]
fn it_is_asked_for_what_the_own_decoder_takes_for_damaged() {
    let mut bytes = clip(6, 25, 3);
    let at = memchr::memmem::find(&bytes, b"mdat").expect("its frames") + 4;
    let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    bytes[at + 5..at + 4 + length].fill(0);
    let (_folder, pictures) = with_file(GOOD, bytes.clone());
    let clip = pictures.clip("x.mp4").unwrap();
    assert_eq!((clip.frames(), clip.codec.as_str()), (5, "H.264"));
    assert_eq!(grey(&pictures, 3).ok(), Some(3));
    // Where it can do no more, the fault is what it was.
    let (_folder, pictures) = with_file("exit 1", bytes);
    let error = pictures.clip("x.mp4").expect_err("a fault").to_string();
    assert!(error.contains("its first frame"), "{error}");
}
