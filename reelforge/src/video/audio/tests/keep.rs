use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::make::{As, sine, wav};
use super::{Tracks, samples, tracks};
use crate::video::project::store::Root;

fn project(folder: &Path, sound: &[u8]) -> Arc<Root> {
    fs::create_dir_all(folder.join("one")).unwrap();
    fs::write(folder.join("one/project.yaml"), "reelforge: 1\n").unwrap();
    fs::write(folder.join("one/a.wav"), sound).unwrap();
    Arc::new(Root::open(folder).unwrap())
}

fn kept(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join(".reelforge/sound")).unwrap();
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

#[test]
fn what_was_decoded_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let root = project(folder.path(), &wav(44_100, 2, As::I16, &sine(44_100, 440.0, 1.0, 0.5)));
    let first = Tracks::of(&root, "one").unwrap().open("a.wav").unwrap();
    let files = kept(folder.path());
    assert_eq!(files.len(), 1, "{files:?}");
    let again = Tracks::of(&root, "one").unwrap().open("a.wav").unwrap();
    assert_eq!((again.facts(), samples(&again)), (first.facts(), samples(&first)));
    assert_eq!(kept(folder.path()), files);
    // A file that is not whole is as if it were not there.
    let whole = fs::read(&files[0]).unwrap();
    for damage in [&whole[..whole.len() - 4], &whole[..100], &[], &vec![b'x'; whole.len()][..]] {
        fs::write(&files[0], damage).unwrap();
        let again = Tracks::of(&root, "one").unwrap().open("a.wav").unwrap();
        assert_eq!(samples(&again), samples(&first));
        assert_eq!(fs::read(&files[0]).unwrap(), whole, "and it is made again");
    }
}

#[test]
fn other_content_is_decoded_anew() {
    let folder = tempfile::tempdir().unwrap();
    let root = project(folder.path(), &wav(48_000, 1, As::I16, &[0.25; 480]));
    assert_eq!(samples(&Tracks::of(&root, "one").unwrap().open("a.wav").unwrap()), [0.25; 480]);
    fs::write(folder.path().join("one/a.wav"), wav(48_000, 1, As::I16, &[0.5; 480])).unwrap();
    assert_eq!(samples(&Tracks::of(&root, "one").unwrap().open("a.wav").unwrap()), [0.5; 480]);
    assert_eq!(kept(folder.path()).len(), 2);
}

#[test]
fn many_at_once_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let sound = sine(44_100, 440.0, 2.0, 0.5);
    let root = project(folder.path(), &wav(44_100, 1, As::I16, &sound));
    let alone = samples(&tracks([("a", wav(44_100, 1, As::I16, &sound))]).open("a").unwrap());
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let track = Tracks::of(&root, "one").unwrap().open("a.wav").unwrap();
                assert_eq!(samples(&track), alone);
            });
        }
    });
    assert_eq!(kept(folder.path()).len(), 1, "no part of a file is left behind");
}

#[test]
fn long_sound_is_read_from_disk_as_from_memory() {
    // So much stereo is more than a track may hold in memory.
    let frames = 48_000 * 24;
    let value = |frame: usize, side: usize| ((frame * 2 + side) % 30_011) as f32 / 32_768.0;
    let sound: Vec<f32> = (0..frames).flat_map(|frame| [value(frame, 0), value(frame, 1)]).collect();
    let bytes = wav(48_000, 2, As::I16, &sound);
    let folder = tempfile::tempdir().unwrap();
    let root = project(folder.path(), &bytes);
    let on_disk = [
        tracks([("a", bytes)]).open("a").unwrap(),
        Tracks::of(&root, "one").unwrap().open("a.wav").unwrap(),
        Tracks::of(&root, "one").unwrap().open("a.wav").unwrap(),
    ];
    for track in on_disk {
        assert_eq!(track.frames(), frames as u64);
        for at in [0, 1, 1_000_000, frames - 3, frames - 1, frames + 5] {
            let mut pair = [9.0; 8];
            track.read(at as u64, &mut pair).unwrap();
            let wanted = |frame: usize, side| if frame < frames { value(frame, side) } else { 0.0 };
            let wanted: Vec<f32> =
                (at..at + 4).flat_map(|frame| [wanted(frame, 0), wanted(frame, 1)]).collect();
            assert_eq!(pair[..], wanted[..], "{at}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_only_costs_time() {
    let folder = tempfile::tempdir().unwrap();
    let root = project(folder.path(), &wav(48_000, 1, As::I16, &[0.25; 480]));
    // A file where the folder should be cannot be written by anybody, whoever runs this.
    fs::create_dir_all(folder.path().join(".reelforge")).unwrap();
    fs::write(folder.path().join(".reelforge/sound"), "in the way").unwrap();
    assert_eq!(samples(&Tracks::of(&root, "one").unwrap().open("a.wav").unwrap()), [0.25; 480]);
}
