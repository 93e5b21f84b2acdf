use std::fs;

use super::{Place, snapshot};
use crate::video::project::store::{KEPT_REVISIONS, Revision, StoreError};

#[test]
fn a_write_replaces_the_text_and_keeps_the_version_before() {
    let place = Place::with_coffee("a: 1\n");
    let written = place.root.write("coffee", "a: 2\n", Some(Revision::of("a: 1\n").as_str())).unwrap();
    assert_eq!(written.previous, Some(Revision::of("a: 1\n")));
    assert_eq!(written.revision, place.root.read("coffee").unwrap().revision);

    let revisions = place.root.revisions("coffee").unwrap();
    assert_eq!(revisions.len(), 2);
    assert!(revisions[0].current && revisions[0].revision == written.revision);
    assert!(!revisions[1].current && revisions[1].size == 5);
    for (info, text) in revisions.iter().zip(["a: 2\n", "a: 1\n"]) {
        assert_eq!(place.root.read_revision("coffee", info.revision.as_str()).unwrap(), text);
        assert!(info.written.ends_with('Z'), "{}", info.written);
    }
}

#[test]
fn a_write_on_another_version_is_stale_and_changes_nothing() {
    let place = Place::with_coffee("a: 1\n");
    let base = Revision::of("a: 0\n");
    let error = place.root.write("coffee", "a: 2\n", Some(base.as_str())).unwrap_err();
    assert_eq!(error.code(), "stale_revision");
    assert!(
        matches!(&error, StoreError::Stale { current, base: given } if *current == Revision::of("a: 1\n") && *given == base)
    );
    assert_eq!(place.root.read("coffee").unwrap().text, "a: 1\n");
    assert_eq!(place.root.revisions("coffee").unwrap().len(), 1);

    for base in ["", "9f2c", "b3:", "b3:9F2C000000000000", "b3:9f2c0000000000000"] {
        let error = place.root.write("coffee", "a: 2\n", Some(base)).unwrap_err();
        assert_eq!(error.code(), "invalid_arguments", "{base}");
    }
}

#[test]
fn the_same_text_again_makes_no_version_and_leaves_the_file_alone() {
    let place = Place::with_coffee("a: 1\n");
    let before = fs::metadata(place.inside("coffee/project.yaml")).unwrap().modified().unwrap();
    let again = place.root.write("coffee", "a: 1\n", None).unwrap();
    assert_eq!(again.previous, Some(again.revision));
    assert_eq!(fs::metadata(place.inside("coffee/project.yaml")).unwrap().modified().unwrap(), before);
    assert_eq!(place.root.revisions("coffee").unwrap().len(), 1);
}

#[test]
fn a_change_made_by_another_program_is_kept_as_well() {
    let place = Place::with_coffee("a: 1\n");
    place.root.write("coffee", "a: 2\n", None).unwrap();
    place.file("coffee/project.yaml", "by hand\n");
    place.root.write("coffee", "a: 3\n", None).unwrap();
    let texts: Vec<_> = place
        .root
        .revisions("coffee")
        .unwrap()
        .iter()
        .map(|info| place.root.read_revision("coffee", info.revision.as_str()).unwrap())
        .collect();
    assert_eq!(texts, ["a: 3\n", "by hand\n", "a: 2\n", "a: 1\n"].map(str::to_owned));
}

#[test]
fn the_last_fifty_versions_are_kept_and_the_oldest_goes_first() {
    let place = Place::with_coffee("a: 0\n");
    let last = KEPT_REVISIONS + 3;
    for number in 1..=last {
        place.root.write("coffee", &format!("a: {number}\n"), None).unwrap();
    }
    let revisions = place.root.revisions("coffee").unwrap();
    assert_eq!(revisions.len(), KEPT_REVISIONS + 1);
    for (age, info) in revisions.iter().enumerate() {
        assert_eq!(info.revision, Revision::of(format!("a: {}\n", last - age)));
    }
    let dropped = place.root.read_revision("coffee", Revision::of("a: 2\n").as_str()).unwrap_err();
    assert_eq!(dropped.code(), "not_found");
}

#[test]
fn versions_stay_in_the_project_folder_and_apart_for_each_file() {
    let place = Place::with_coffee("a: 1\n");
    place.file("coffee/teaser.yaml", "t: 1\n");
    place.root.write("coffee", "a: 2\n", None).unwrap();
    place.root.write("coffee/teaser.yaml", "t: 2\n", None).unwrap();
    assert_eq!(place.root.revisions("coffee/teaser.yaml").unwrap().len(), 2);

    fs::rename(place.inside("coffee"), place.inside("moved")).unwrap();
    assert_eq!(place.root.read_revision("moved", Revision::of("a: 1\n").as_str()).unwrap(), "a: 1\n");
    assert!(!place.inside(".reelforge").exists());
}

#[test]
fn a_stored_version_that_was_tampered_with_is_not_handed_out() {
    let place = Place::with_coffee("a: 1\n");
    place.root.write("coffee", "a: 2\n", None).unwrap();
    let history = place.inside("coffee/.reelforge/history/project.yaml");
    for stored in fs::read_dir(history).unwrap() {
        fs::write(stored.unwrap().path(), "a: 9\n").unwrap();
    }
    let error = place.root.read_revision("coffee", Revision::of("a: 1\n").as_str()).unwrap_err();
    assert_eq!(error.code(), "io");
    assert!(error.to_string().contains("changed by another program"), "{error}");
}

#[test]
fn text_that_could_not_be_read_back_is_not_written() {
    let place = Place::with_coffee("a: 1\n");
    let before = snapshot(place.temp.path());
    let large = "#".repeat(300 * 1024);
    for (text, code) in [("", "yaml_syntax"), (" \n", "yaml_syntax"), (large.as_str(), "too_large")] {
        assert_eq!(place.root.write("coffee", text, None).unwrap_err().code(), code);
        assert_eq!(place.root.create("new", text).unwrap_err().code(), code);
    }
    assert_eq!(snapshot(place.temp.path()), before);
}

#[cfg(unix)]
#[test]
fn a_write_keeps_the_permissions_and_respects_read_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_coffee("a: 1\n");
    let file = place.inside("coffee/project.yaml");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    place.root.write("coffee", "a: 2\n", None).unwrap();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);

    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let error = place.root.write("coffee", "a: 3\n", None).unwrap_err();
    assert!(error.to_string().contains("read-only"), "{error}");
    assert_eq!(place.root.read("coffee").unwrap().text, "a: 2\n");
}

#[test]
fn a_write_leaves_no_temporary_file() {
    let place = Place::with_coffee("a: 1\n");
    place.file("coffee/.reelforge.tmp", "half of a write that was ki");
    place.root.write("coffee", "a: 2\n", None).unwrap();
    place.root.create("tea", "a: 1\n").unwrap();
    let left: Vec<_> = snapshot(place.temp.path())
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|ext| ext == "tmp"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_new_project_is_created_also_beside_assets_but_never_over_another() {
    let place = Place::new();
    place.file("coffee/img/beans.jpg", "picture");
    let written = place.root.create("coffee", "a: 1\n").unwrap();
    assert_eq!(written.location.file, "coffee/project.yaml");
    assert_eq!(written.previous, None);
    assert_eq!(place.root.read("coffee").unwrap().revision, written.revision);

    place.file("coffee-2/note.md", "taken");
    let error = place.root.create("coffee", "a: 2\n").unwrap_err();
    assert_eq!(error.code(), "exists");
    assert!(error.hint().contains("`coffee-3`"), "{}", error.hint());
    assert_eq!(place.root.read("coffee").unwrap().text, "a: 1\n");

    place.file("plain-file", "precious");
    assert_eq!(place.root.create("plain-file", "a: 1\n").unwrap_err().code(), "exists");
    assert_eq!(fs::read_to_string(place.inside("plain-file")).unwrap(), "precious");
}

#[cfg(unix)]
#[test]
fn a_dangling_link_counts_as_taken() {
    let place = Place::new();
    fs::create_dir(place.inside("coffee")).unwrap();
    std::os::unix::fs::symlink("later.yaml", place.inside("coffee/project.yaml")).unwrap();
    assert_eq!(place.root.create("coffee", "a: 1\n").unwrap_err().code(), "exists");
    assert!(!place.inside("coffee/later.yaml").exists());
}

#[test]
fn a_name_that_is_no_slug_is_refused_with_an_example() {
    let place = Place::new();
    let long = "x".repeat(65);
    for name in ["", "Coffee", "my coffee", "a/b", "../a", "-a", "_a", ".a", "café", "a\0", &long] {
        let error = place.root.create(name, "a: 1\n").unwrap_err();
        assert_eq!(error.code(), "invalid_arguments", "{name:?}");
        assert!(error.to_string().contains("coffee-prices"), "{error}");
    }
    assert!(snapshot(&place.inside("")).is_empty());
    place.root.create(&"x".repeat(64), "a: 1\n").unwrap();
    let error = place.root.create(&"x".repeat(64), "a: 1\n").unwrap_err();
    let StoreError::Exists { free, .. } = error else { panic!("{error:?}") };
    place.root.create(&free, "a: 1\n").unwrap();
}
