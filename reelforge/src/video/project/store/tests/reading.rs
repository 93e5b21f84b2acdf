use std::fs;

use super::Place;
use crate::video::project::store::{Revision, Root, StoreError};

#[test]
fn a_project_is_read_by_name_and_by_the_path_of_its_file() {
    let place = Place::with_coffee("reelforge: 1\n");
    for given in ["coffee", "coffee/", "./coffee", "coffee/project.yaml"] {
        let document = place.root.read(given).unwrap();
        assert_eq!(document.text, "reelforge: 1\n", "{given}");
        assert_eq!(document.location.name, "coffee", "{given}");
        assert_eq!(document.location.file, "coffee/project.yaml", "{given}");
        assert_eq!(document.revision, Revision::of("reelforge: 1\n"), "{given}");
        assert!(document.updated().starts_with("20"), "{}", document.updated());
    }
}

#[test]
fn any_yaml_file_is_a_project_of_the_folder_it_stands_in() {
    let place = Place::with_coffee("reelforge: 1\n");
    place.file("coffee/teaser.yml", "teaser: 1\n");
    let document = place.root.read("coffee/teaser.yml").unwrap();
    assert_eq!(document.text, "teaser: 1\n");
    assert_eq!(document.location.name, "coffee/teaser.yml");
    assert_eq!(document.location.folder, "coffee");
}

#[test]
fn the_root_itself_can_be_a_project() {
    let place = Place::new();
    place.file("project.yaml", "reelforge: 1\n");
    assert_eq!(place.root.read(".").unwrap().location.name, ".");
    assert_eq!(place.root.read("project.yaml").unwrap().location.folder, ".");
    place.root.write(".", "reelforge: 2\n", None).unwrap();
    assert_eq!(place.root.read(".").unwrap().text, "reelforge: 2\n");
}

#[test]
fn a_wrong_name_gets_the_near_ones() {
    let place = Place::with_coffee("reelforge: 1\n");
    place.file("tea-time/project.yaml", "reelforge: 1\n");
    let error = place.root.read("cofee").unwrap_err();
    assert_eq!(error.code(), "not_found");
    assert!(matches!(&error, StoreError::NotFound { near, .. } if near == &["coffee"]), "{error:?}");
    assert!(error.hint().contains("`coffee`"), "{}", error.hint());
    for name in ["coffee/project.yaml/deeper", &"x".repeat(300)] {
        assert_eq!(place.root.read(name).unwrap_err().code(), "not_found", "{name}");
    }
}

#[test]
fn what_is_no_readable_project_file_says_what_it_is() {
    let place = Place::new();
    place.file("empty/project.yaml", "");
    place.file("blank/project.yaml", " \n\t\n");
    place.file("bytes/project.yaml", b"title: \xff\xfe\n");
    place.file("large/project.yaml", vec![b'#'; 300 * 1024]);
    place.file("fits/project.yaml", vec![b'#'; 256 * 1024]);
    fs::create_dir_all(place.inside("folder/project.yaml")).unwrap();

    let code_and_text = |name| {
        let error = place.root.read(name).unwrap_err();
        (error.code(), error.to_string())
    };
    assert_eq!(code_and_text("empty"), ("yaml_syntax", "`empty/project.yaml` is empty".to_owned()));
    assert_eq!(code_and_text("blank"), ("yaml_syntax", "`blank/project.yaml` is empty".to_owned()));
    assert_eq!(
        code_and_text("bytes"),
        ("unsupported_media", "`bytes/project.yaml` is not UTF-8 text: see the byte at offset 7".to_owned())
    );
    assert_eq!(
        code_and_text("large"),
        (
            "too_large",
            "`large/project.yaml` has 307200 bytes; at most 262144 bytes (256 KB) are accepted".to_owned()
        )
    );
    assert_eq!(
        code_and_text("folder"),
        ("unsupported_media", "`folder/project.yaml` is a folder, not a file".to_owned())
    );
    assert_eq!(place.root.read("fits").unwrap().text.len(), 256 * 1024);
}

#[cfg(unix)]
#[test]
fn a_file_that_the_system_will_not_open_says_why() {
    let place = Place::new();
    fs::create_dir(place.inside("loop")).unwrap();
    std::os::unix::fs::symlink("project.yaml", place.inside("loop/project.yaml")).unwrap();
    let error = place.root.read("loop").unwrap_err();
    assert_eq!(error.code(), "io");
    assert!(error.to_string().starts_with("cannot open `loop/project.yaml`: "), "{error}");
}

#[test]
fn a_listing_has_every_project_by_name_and_no_hidden_one() {
    let place = Place::with_coffee("reelforge: 1\n");
    for name in ["b", "series/part-1", "series/part-2", "a/b/deep", ".hidden", "coffee/inner", "names.yaml"] {
        place.file(&format!("{name}/project.yaml"), "reelforge: 1\n");
    }
    place.file("notes/readme.md", "nothing");
    place.file(".reelforge/project.yaml", "reelforge: 1\n");
    fs::create_dir_all(place.inside("folder/project.yaml")).unwrap();

    let listing = place.root.list().unwrap();
    let names: Vec<_> = listing.projects.iter().map(|location| location.name.as_str()).collect();
    assert_eq!(
        names,
        ["a/b/deep", "b", "coffee", "names.yaml/project.yaml", "series/part-1", "series/part-2"]
    );
    assert!(listing.complete);
    for name in names {
        place.root.read(name).unwrap();
    }
}

#[test]
fn a_listing_is_bounded_in_depth_and_count_and_says_so() {
    let place = Place::new();
    place.file("a/b/c/d/project.yaml", "reelforge: 1\n");
    let listing = place.root.list().unwrap();
    assert_eq!((listing.projects.len(), listing.complete), (0, false));

    let place = Place::new();
    for number in 0..510 {
        place.file(&format!("p{number}/project.yaml"), "reelforge: 1\n");
    }
    let listing = place.root.list().unwrap();
    assert_eq!((listing.projects.len(), listing.complete), (500, false));
}

#[test]
fn a_root_that_is_not_there_is_an_error_with_its_path() {
    let place = Place::new();
    let error = Root::open(place.inside("nowhere")).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
}
