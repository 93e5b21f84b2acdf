//! Another program decodes: scripts stand in for it, which behave well or badly.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use super::make::{As, sine, wav};
use super::{SoundError, open_with};
use crate::video::audio::Ffmpeg;

const MATROSKA: &[u8] = b"\x1A\x45\xDF\xA3 and so on";

/// What comes of a script in the place of `FFmpeg`; it finds a sound in `$SOUND`.
fn decoded(script: &str) -> Result<(u64, Vec<f32>), SoundError> {
    let folder = tempfile::tempdir().unwrap();
    let sound = folder.path().join("sound.wav");
    fs::write(&sound, wav(44_100, 1, As::F32, &sine(44_100, 440.0, 2.0, 0.5))).unwrap();
    let program = script_at(folder.path(), &format!("SOUND='{}'\n{script}", sound.display()));
    let track = open_with(MATROSKA, Ffmpeg::at(program).patience(Duration::from_millis(400)))?;
    Ok((track.frames(), super::samples(&track)))
}

fn script_at(folder: &Path, script: &str) -> std::path::PathBuf {
    let path = folder.join("ffmpeg");
    // Made beside and renamed: a file that is open for writing cannot be run.
    fs::write(folder.join("new"), format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(folder.join("new"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(folder.join("new"), &path).unwrap();
    path
}

#[test]
fn its_sound_is_taken_in_its_own_rate() {
    let (frames, samples) = decoded("cat \"$SOUND\"").unwrap();
    assert_eq!(frames, 96_000);
    assert!(samples.iter().any(|sample| *sample > 0.4));
}

#[test]
fn it_reads_a_copy_of_the_whole_file_and_no_address() {
    // The argument after `-i` is the copy.
    let looks = "while [ \"$1\" != -i ]; do case \"$1\" in *http*) exit 1;; esac; shift; done\n\
                 [ \"$(wc -c < \"$2\")\" -eq 14 ] && cat \"$SOUND\"";
    assert_eq!(decoded(looks).unwrap().0, 96_000);
}

#[test]
fn what_is_too_long_by_its_header_is_not_decoded() {
    // Asked about the file alone, it tells; asked for its sound, it would give two seconds.
    let tells = |length: &str| {
        format!(
            "case \"$*\" in *pipe:1) cat \"$SOUND\";; *) echo '  Duration: {length}, start: 0.5' >&2; exit 1;; esac"
        )
    };
    for fits in ["00:00:02.00", "02:30:00.00", "N/A"] {
        assert_eq!(decoded(&tells(fits)).unwrap().0, 96_000, "{fits}");
    }
    for long in ["02:30:00.01", "99:00:00.00"] {
        assert_eq!(decoded(&tells(long)).unwrap_err().to_string(), "it is longer than 150 minutes", "{long}");
    }
}

#[test]
fn one_that_hangs_is_killed() {
    let over_the_header = "case \"$*\" in *pipe:1) cat \"$SOUND\";; *) exec sleep 600;; esac";
    let over_the_sound = "case \"$*\" in *pipe:1) head -c 100000 \"$SOUND\"; exec sleep 600;; esac";
    for script in ["exec sleep 600", over_the_header, over_the_sound] {
        let error = decoded(script).unwrap_err().to_string();
        assert!(error.contains("FFmpeg hung"), "{error}");
    }
}

#[test]
fn one_that_fails_is_no_sound() {
    for (script, why) in [
        ("exit 1", "finds no sound"),
        ("exit 0", "finds no sound"),
        ("head -c 300000 \"$SOUND\"\nexit 3", "FFmpeg failed"),
        ("head -c 300000 \"$SOUND\"\nkill -9 $$", "FFmpeg failed"),
        ("echo this is no sound at all, whatever it says", "damaged"),
    ] {
        let error = decoded(script).unwrap_err().to_string();
        assert!(error.contains(why), "{script}: {error}");
    }
    let gone = open_with(MATROSKA, Ffmpeg::at("/does/not/exist")).unwrap_err().to_string();
    assert!(gone.contains("FFmpeg cannot be run"), "{gone}");
}
