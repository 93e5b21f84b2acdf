use std::fs;

use super::{Place, snapshot};
use crate::video::project::store::{KEPT_REVISIONS, StoreError};

/// Everything that takes a project name, with its outcome thrown away.
fn every_use(place: &Place, name: &str) -> Vec<(&'static str, Result<(), StoreError>)> {
    let root = &place.root;
    vec![
        ("locate", root.locate(name).map(drop)),
        ("read", root.read(name).map(drop)),
        ("write", root.write(name, "reelforge: 2\n", None).map(drop)),
        ("revisions", root.revisions(name).map(drop)),
        ("read_revision", root.read_revision(name, "b3:0123456789abcdef").map(drop)),
        ("assets", root.assets(name, None).map(drop)),
    ]
}

#[test]
fn names_that_point_elsewhere_by_their_spelling_are_refused_and_touch_nothing() {
    let place = Place::with_coffee("reelforge: 1\n");
    fs::write(place.outside("project.yaml"), "secret: 1\n").unwrap();
    let absolute = place.outside("project.yaml").display().to_string();
    let before = snapshot(place.temp.path());
    for name in ["..", "../outside", "coffee/../../outside", "coffee/..", "/etc/passwd", "/", &absolute] {
        for (call, outcome) in every_use(&place, name) {
            assert_eq!(outcome.unwrap_err().code(), "outside_root", "{call}({name})");
        }
        assert_eq!(place.root.open_file(name).unwrap_err().code(), "outside_root", "{name}");
        assert_eq!(place.root.read_file(name, 100).unwrap_err().code(), "outside_root", "{name}");
    }
    for name in ["", " ", "a\0b", "a\nb", "coffee/.reelforge/history", ".ReelForge", &"x".repeat(2000)] {
        for (call, outcome) in every_use(&place, name) {
            assert_eq!(outcome.unwrap_err().code(), "invalid_arguments", "{call}({name:?})");
        }
    }
    assert_eq!(snapshot(place.temp.path()), before);
}

#[cfg(unix)]
#[test]
fn symbolic_links_that_leave_the_root_are_refused_and_touch_nothing() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    fs::write(place.outside("project.yaml"), "secret: 1\n").unwrap();
    let target = place.outside("");
    symlink(&target, place.inside("folder-absolute")).unwrap();
    symlink("../outside", place.inside("folder-relative")).unwrap();
    symlink("folder-relative", place.inside("chain")).unwrap();
    for (name, to) in [
        ("file-absolute", target.join("project.yaml")),
        ("file-relative", "../../outside/project.yaml".into()),
    ] {
        fs::create_dir(place.inside(name)).unwrap();
        symlink(to, place.inside(name).join("project.yaml")).unwrap();
    }
    let before = snapshot(place.temp.path());
    for name in ["folder-absolute", "folder-relative", "chain", "file-absolute", "file-relative"] {
        for (call, outcome) in every_use(&place, name) {
            assert_eq!(outcome.unwrap_err().code(), "outside_root", "{call}({name})");
        }
    }
    assert_eq!(place.root.read_file("chain/project.yaml", 100).unwrap_err().code(), "outside_root");
    assert_eq!(place.root.create("chain", "reelforge: 1\n").unwrap_err().code(), "outside_root");
    assert!(place.root.list().unwrap().projects.is_empty());
    assert_eq!(snapshot(place.temp.path()), before);
}

#[cfg(unix)]
#[test]
fn records_that_are_linked_out_of_the_root_are_not_written() {
    let place = Place::with_coffee("reelforge: 1\n");
    std::os::unix::fs::symlink("../../outside", place.inside("coffee/.reelforge")).unwrap();
    let error = place.root.write("coffee", "reelforge: 2\n", None).unwrap_err();
    assert_eq!(error.code(), "outside_root");
    assert_eq!(place.root.read("coffee").unwrap().text, "reelforge: 1\n");
    assert!(snapshot(&place.outside("")).is_empty());
}

#[test]
fn what_stands_in_the_place_of_a_folder_of_records_is_named() {
    for (taken, name) in [
        (".reelforge", "`.reelforge`"),
        (".reelforge/history", "`history`"),
        (".reelforge/history/project.yaml", "`project.yaml`"),
    ] {
        let place = Place::with_coffee("reelforge: 1\n");
        place.file(&format!("coffee/{taken}"), "in the way");
        let error = place.root.write("coffee", "reelforge: 2\n", None).unwrap_err();
        assert_eq!(error.code(), "io", "{taken}");
        assert!(error.to_string().contains(&format!("{name} is there and is no folder")), "{error}");
        assert_eq!(place.root.read("coffee").unwrap().text, "reelforge: 1\n");
    }
}

#[test]
fn strange_names_in_the_history_stop_no_write() {
    let highest = format!("{0}-{0}-0123456789abcdef.yaml", u64::MAX);
    let folders = (0..=KEPT_REVISIONS + 5).map(|number| format!("{number:08}-1-0123456789abcdef.yaml/x"));
    for files in [vec![highest], folders.collect()] {
        let place = Place::with_coffee("reelforge: 1\n");
        for file in files {
            place.file(&format!("coffee/.reelforge/history/project.yaml/{file}"), "");
        }
        for number in 2..5 {
            let before = place.root.read("coffee").unwrap().revision;
            place.root.write("coffee", &format!("reelforge: {number}\n"), Some(before.as_str())).unwrap();
            place.root.read_revision("coffee", before.as_str()).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_waits_at_the_temporary_name_is_not_followed() {
    let place = Place::with_coffee("reelforge: 1\n");
    fs::write(place.outside("victim"), "precious").unwrap();
    std::os::unix::fs::symlink(place.outside("victim"), place.inside("coffee/.reelforge.tmp")).unwrap();
    place.root.write("coffee", "reelforge: 2\n", None).unwrap();
    assert_eq!(fs::read_to_string(place.outside("victim")).unwrap(), "precious");
    assert_eq!(fs::read_to_string(place.inside("coffee/project.yaml")).unwrap(), "reelforge: 2\n");
}

#[cfg(unix)]
#[test]
fn a_link_inside_the_root_is_followed_and_its_target_is_what_is_written() {
    let place = Place::with_coffee("reelforge: 1\n");
    std::os::unix::fs::symlink("coffee", place.inside("alias")).unwrap();
    fs::create_dir(place.inside("linked")).unwrap();
    std::os::unix::fs::symlink("../coffee/project.yaml", place.inside("linked/project.yaml")).unwrap();

    place.root.write("alias", "reelforge: 2\n", None).unwrap();
    place.root.write("linked", "reelforge: 3\n", None).unwrap();
    assert_eq!(place.root.read("coffee").unwrap().text, "reelforge: 3\n");
    assert_eq!(place.root.revisions("coffee").unwrap().len(), 3);
    assert!(fs::symlink_metadata(place.inside("linked/project.yaml")).unwrap().is_symlink());
}

#[cfg(unix)]
#[test]
fn a_pipe_or_link_in_place_of_the_lock_is_an_error_without_waiting() {
    let place = Place::with_coffee("reelforge: 1\n");
    fs::create_dir(place.inside("coffee/.reelforge")).unwrap();
    let lock = place.inside("coffee/.reelforge/lock");
    assert!(std::process::Command::new("mkfifo").arg(&lock).status().unwrap().success());
    assert_eq!(place.root.write("coffee", "reelforge: 2\n", None).unwrap_err().code(), "io");

    fs::remove_file(&lock).unwrap();
    std::os::unix::fs::symlink("../project.yaml", &lock).unwrap();
    assert!(place.root.write("coffee", "reelforge: 2\n", None).is_err());
    assert_eq!(place.root.read("coffee").unwrap().text, "reelforge: 1\n");
}

/// A pipe that nobody writes to blocks whoever opens it the plain way: this test would not end.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_without_waiting() {
    let place = Place::new();
    fs::create_dir(place.inside("pipe")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(place.inside("pipe/project.yaml")).status().unwrap();
    assert!(made.success());
    fs::create_dir(place.inside("socket")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(place.inside("socket/project.yaml")).unwrap();
    for name in ["pipe", "socket"] {
        for (call, outcome) in every_use(&place, name) {
            // The assets of a folder do not depend on what its YAML file is.
            if !matches!(call, "locate" | "assets") {
                let error = outcome.unwrap_err();
                assert_eq!(error.code(), "unsupported_media", "{call}({name})");
                assert!(error.to_string().contains("a device, pipe or socket"), "{error}");
            }
        }
    }
    place.file("pipe/a.csv", "a,b\n");
    let made = std::process::Command::new("mkfifo").arg(place.inside("pipe/b.png")).status().unwrap();
    assert!(made.success());
    assert_eq!(place.root.assets("pipe", None).unwrap().assets.len(), 1);
    assert!(place.root.list().unwrap().projects.is_empty());
}
