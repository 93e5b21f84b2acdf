//! Files that can be made again.

use std::fs::{self, File};
use std::io::Write;
use std::time::{Duration, SystemTime};

use super::super::{Bounds, Cache, Root};

const BOUNDS: Bounds = Bounds { bytes: 100, files: 4 };

fn root() -> (tempfile::TempDir, Root) {
    let temp = tempfile::tempdir().unwrap();
    let root = Root::open(temp.path()).unwrap();
    (temp, root)
}

/// Keeps a file of so many bytes that was written some minutes ago.
fn keep(cache: &Cache, name: &str, bytes: usize, minutes: u64) {
    let (mut file, draft) = cache.draft().unwrap();
    file.write_all(&vec![1; bytes]).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_mins(minutes)).unwrap();
    cache.keep(draft, name).unwrap();
}

fn names(temp: &tempfile::TempDir) -> Vec<String> {
    let entries = fs::read_dir(temp.path().join(".reelforge/made")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_oldest_files_go_when_there_are_too_many_or_too_large_ones() {
    let (temp, root) = root();
    let cache = root.cache("made", BOUNDS).unwrap();
    for (name, minutes) in [("a", 10), ("b", 40), ("c", 20), ("d", 30)] {
        keep(&cache, name, 25, minutes);
    }
    cache.tidy();
    assert_eq!(names(&temp), ["a", "b", "c", "d"], "as many as there may be");
    keep(&cache, "e", 1, 0);
    cache.tidy();
    assert_eq!(names(&temp), ["a", "c", "d", "e"]);
    keep(&cache, "f", 60, 5);
    cache.tidy();
    assert_eq!(names(&temp), ["a", "e", "f"]);
    // The newest one stays, even alone.
    keep(&cache, "g", 500, 0);
    cache.tidy();
    assert_eq!(names(&temp), ["g"]);
}

#[test]
fn what_is_not_whole_is_never_found_and_goes_in_the_end() {
    let (temp, root) = root();
    let cache = root.cache("made", BOUNDS).unwrap();
    let (mut file, draft) = cache.draft().unwrap();
    file.write_all(b"half").unwrap();
    assert!(cache.open("a").is_none());
    drop(draft);
    assert_eq!(names(&temp), Vec::<String>::new());
    // What killed processes have left: one just now, one long ago.
    let (left, old) =
        (temp.path().join(".reelforge/made/1-1.part"), temp.path().join(".reelforge/made/1-2.part"));
    fs::write(&left, b"x").unwrap();
    File::create(&old).unwrap().set_modified(SystemTime::now() - Duration::from_hours(2)).unwrap();
    cache.tidy();
    assert_eq!(names(&temp), ["1-1.part"]);
}

#[test]
fn names_that_lead_elsewhere_are_not_opened() {
    let (temp, root) = root();
    let cache = root.cache("made", BOUNDS).unwrap();
    fs::write(temp.path().join("secret"), b"x").unwrap();
    assert!(cache.open("../../secret").is_none() || cfg!(not(unix)));
    fs::create_dir(temp.path().join(".reelforge/made/folder")).unwrap();
    assert!(cache.open("folder").is_none());
}
