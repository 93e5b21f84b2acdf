//! Copies a finished video to where the person at the shell wants it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::video::project::store::Root;

/// Copies a file of the root to a path, or into a folder; gives where it is then. The copy has its name when it is whole.
pub(super) fn copy(root: &Root, path: &str, to: &Path) -> io::Result<PathBuf> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let to = if to.is_dir() { to.join(name) } else { to.to_owned() };
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut from = root.open_file(path).map_err(io::Error::other)?;
    let mut copy = tempfile::Builder::new().prefix(".reelforge-").tempfile_in(folder)?;
    io::copy(&mut from, copy.as_file_mut())?;
    // Those of a new file, not of a temporary one.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = from.metadata()?.permissions().mode();
        copy.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    }
    copy.as_file().sync_all()?;
    let _: File = copy.persist(&to).map_err(|error| error.error)?;
    fs::canonicalize(&to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_goes_to_a_file_or_into_a_folder() {
        let temp = tempfile::tempdir().unwrap();
        let (root, out) = (temp.path().join("root"), temp.path().join("out"));
        fs::create_dir_all(root.join("coffee/renders")).unwrap();
        fs::create_dir(&out).unwrap();
        fs::write(root.join("coffee/renders/coffee.mp4"), "video").unwrap();
        let root = Root::open(&root).unwrap();
        for to in [out.join("my.mp4"), out.clone()] {
            let copied = copy(&root, "coffee/renders/coffee.mp4", &to).unwrap();
            assert_eq!(fs::read(copied).unwrap(), b"video");
        }
        let mut names: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["coffee.mp4", "my.mp4"]);
        assert!(copy(&root, "coffee/renders/coffee.mp4", &out.join("no/such/folder.mp4")).is_err());
    }
}
