use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::{FileError, Files, NoFiles, ProjectFiles};
use crate::video::project::store::Root;

fn project(folder: &Path) -> ProjectFiles {
    fs::create_dir_all(folder.join("root/series/one/img")).unwrap();
    fs::write(folder.join("root/series/one/project.yaml"), "reelforge: 1\n").unwrap();
    fs::write(folder.join("root/series/one/img/a.png"), "picture").unwrap();
    let root = Arc::new(Root::open(folder.join("root")).unwrap());
    ProjectFiles::of(&root, "series/one").unwrap()
}

fn refusal(read: Result<Vec<u8>, FileError>) -> String {
    match read {
        Err(FileError::Refused(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn files_are_read_by_their_path_from_the_project_folder() {
    let folder = tempfile::tempdir().unwrap();
    let files = project(folder.path());
    for path in ["img/a.png", "./img/a.png", "img/../img/a.png", "img\\a.png", "not-there/../img/a.png"] {
        assert_eq!(files.read(path, 7).unwrap(), b"picture", "{path}");
    }
    assert_eq!(files.read("img/a.png", 6), Err(FileError::TooLarge(6)));
    assert_eq!(files.read("img/b.png", 7), Err(FileError::Absent));
    assert_eq!(files.read("img/a.png/b", 7), Err(FileError::Absent));
    assert_eq!(refusal(files.read("img", 7)), "it is a folder, not a file");
    assert_eq!(NoFiles.read("img/a.png", 7), Err(FileError::Absent));
}

#[test]
fn files_of_any_length_are_opened_as_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let files = project(folder.path());
    let mut text = String::new();
    files.open("./img/a.png").unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "picture");
    assert_eq!(files.open("img/b.png").err(), Some(FileError::Absent));
    assert_eq!(NoFiles.open("img/a.png").err(), Some(FileError::Absent));
    for (path, why) in [
        ("../other.png", "outside the project folder"),
        (".reelforge/lock", "own records"),
        ("img", "a folder"),
    ] {
        let refused = refusal(files.open(path).map(|_| Vec::new()));
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn a_project_in_the_root_itself_has_its_files_there() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("project.yaml"), "reelforge: 1\n").unwrap();
    let root = Arc::new(Root::open(folder.path()).unwrap());
    let files = ProjectFiles::of(&root, ".").unwrap();
    assert_eq!(files.read("project.yaml", 100).unwrap(), b"reelforge: 1\n");
}

#[test]
fn nothing_outside_of_the_folder_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let files = project(folder.path());
    fs::write(folder.path().join("secret.png"), "secret").unwrap();
    fs::write(folder.path().join("root/series/other.png"), "another project's").unwrap();
    for path in
        ["../other.png", "img/../../other.png", "/etc/passwd", "~/x.png", "C:\\x.png", "..\\other.png"]
    {
        assert_eq!(refusal(files.read(path, 100)), "it is outside the project folder", "{path}");
    }
    for path in ["https://example.com/a.png", "data:image/png;base64,AA", "//example.com/a.png"] {
        assert!(refusal(files.read(path, 100)).contains("never fetched"), "{path}");
    }
    assert!(refusal(files.read(".reelforge/lock", 100)).contains("own records"));
}

#[cfg(unix)]
#[test]
fn symbolic_links_lead_nowhere_outside_of_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let files = project(folder.path());
    fs::write(folder.path().join("secret.png"), "secret").unwrap();
    let link = |target: &Path, name: &str| {
        std::os::unix::fs::symlink(target, folder.path().join("root/series/one").join(name)).unwrap();
    };
    link(&folder.path().join("secret.png"), "absolute.png");
    link(Path::new("../../../secret.png"), "relative.png");
    link(Path::new("../../.."), "folder");
    for path in ["absolute.png", "relative.png", "folder/secret.png"] {
        assert_eq!(refusal(files.read(path, 100)), "it leads out of the project root", "{path}");
    }
    link(Path::new("img/a.png"), "inside.png");
    assert_eq!(files.read("inside.png", 100).unwrap(), b"picture");
}
