mod assets;
mod cache;
mod concurrency;
mod reading;
mod sandbox;
mod writing;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::Root;

/// A project root in a folder of its own, and a folder beside it that must never be reached.
struct Place {
    temp: TempDir,
    root: Root,
}

impl Place {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir(temp.path().join("root")).unwrap();
        fs::create_dir(temp.path().join("outside")).unwrap();
        let root = Root::open(temp.path().join("root")).unwrap();
        Self { temp, root }
    }

    /// One with the project `coffee` in it.
    fn with_coffee(text: &str) -> Self {
        let place = Self::new();
        place.file("coffee/project.yaml", text);
        place
    }

    fn inside(&self, path: &str) -> PathBuf {
        self.temp.path().join("root").join(path)
    }

    fn outside(&self, path: &str) -> PathBuf {
        self.temp.path().join("outside").join(path)
    }

    fn file(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.inside(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

/// Every file below a folder with its content, to see that nothing was touched.
fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut queue = vec![folder.to_owned()];
    while let Some(folder) = queue.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let kind = fs::symlink_metadata(&path).unwrap().file_type();
            if kind.is_dir() {
                queue.push(path.clone());
            }
            let content = if kind.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            found.push((path, content));
        }
    }
    found.sort();
    found
}
