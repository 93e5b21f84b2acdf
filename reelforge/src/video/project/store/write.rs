use std::io;
use std::time::SystemTime;

use super::files::{self, Taken};
use super::lock::{self, FolderLock};
use super::root::{OpenProject, clean_path, location, require_text};
use super::{Location, MAX_YAML_BYTES, PROJECT_FILE, Revision, Root, StoreError, history};

/// Longest name of a new project.
const MAX_NAME: usize = 64;

/// What a write has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Where the project stands.
    pub location: Location,
    /// The version that is in place now.
    pub revision: Revision,
    /// The version that was in place before; `None` for a new project.
    pub previous: Option<Revision>,
}

impl Root {
    /// Replaces the YAML of an existing project in one step and keeps the version that was there.
    ///
    /// With `base`, the write happens only if that is the version in place; otherwise it is [`StoreError::Stale`].
    /// The same text again changes nothing and makes no new version.
    pub fn write(&self, project: &str, text: &str, base: Option<&str>) -> Result<Written, StoreError> {
        let base = base.map(Revision::parse).transpose()?;
        let open = self.open_project(project)?;
        check_text(text, &open.location.file)?;
        let lock = FolderLock::acquire(&open.dir, &open.location.folder, lock::WAIT)?;

        let OpenProject { location, dir, leaf } = &open;
        let (bytes, modified) = open.current()?;
        let current = Revision::of(&bytes);
        if let Some(base) = base.filter(|base| *base != current) {
            return Err(StoreError::Stale { current, base });
        }
        let revision = Revision::of(text);
        if revision != current {
            let fail = |source| StoreError::io(&location.file, "write", source);
            let permissions = dir.metadata(leaf).map_err(fail)?.permissions();
            if permissions.readonly() {
                return Err(fail(io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "the file is read-only")));
            }
            history::keep(&lock.records, leaf, &bytes, modified).map_err(fail)?;
            files::put(dir, leaf, text.as_bytes(), Some(permissions), Taken::Replace).map_err(fail)?;
            keep_new(&lock, leaf, text);
        }
        Ok(Written { location: open.location, revision, previous: Some(current) })
    }

    /// Creates the project `name` with this YAML. A folder of that name may be there (with assets, say), a project may
    /// not: nothing is ever overwritten.
    pub fn create(&self, name: &str, text: &str) -> Result<Written, StoreError> {
        check_name(name)?;
        let location = location(name)?;
        check_text(text, &location.file)?;
        let fail = |source: io::Error| match source.kind() {
            io::ErrorKind::AlreadyExists => {
                StoreError::Exists { name: name.to_owned(), free: self.free_name(name) }
            }
            _ => StoreError::io(&location.file, "create", source),
        };
        let dir = files::ensure_folder(&self.dir, name).map_err(fail)?;
        let lock = FolderLock::acquire(&dir, name, lock::WAIT)?;
        files::put(&dir, PROJECT_FILE, text.as_bytes(), None, Taken::Refuse).map_err(fail)?;
        keep_new(&lock, PROJECT_FILE, text);
        Ok(Written { location, revision: Revision::of(text), previous: None })
    }

    /// Gives a file below a project's folder this content in one step; folders on the way are made. The YAML of a project
    /// is none of these files.
    pub fn put_file(&self, project: &str, path: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.place_file(project, path, bytes, Taken::Replace)
    }

    pub(super) fn place_file(
        &self,
        project: &str,
        path: &str,
        bytes: &[u8],
        taken: Taken,
    ) -> Result<(), StoreError> {
        let open = self.open_project(project)?;
        let clean = clean_path(path, "path")?;
        let shown = format!("{}/{clean}", open.location.folder);
        let fail = |source| StoreError::io(&shown, "write", source);
        if clean == open.leaf || clean == "." {
            return Err(fail(io::ErrorKind::AlreadyExists.into()));
        }
        let _lock = FolderLock::acquire(&open.dir, &open.location.folder, lock::WAIT)?;
        let (folders, leaf) = clean.rsplit_once('/').unwrap_or(("", &clean));
        let mut dir = open.dir.try_clone().map_err(fail)?;
        for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
            dir = files::ensure_folder(&dir, folder).map_err(fail)?;
        }
        files::put(&dir, leaf, bytes, None, taken).map_err(fail)
    }

    /// The first of `name-2`, `name-3`, … that nothing in the root has.
    fn free_name(&self, name: &str) -> String {
        let candidate = |number: u64| {
            let suffix = format!("-{number}");
            format!("{}{suffix}", &name[..name.len().min(MAX_NAME - suffix.len())])
        };
        let mut number = 2;
        while self.dir.symlink_metadata(candidate(number)).is_ok() {
            number += 1;
        }
        candidate(number)
    }
}

/// Stores the version that was just put in place, should another program overwrite it. The write itself is done: where
/// this fails, on a full disk say, the version enters the history when the next write replaces it.
fn keep_new(lock: &FolderLock, leaf: &str, text: &str) {
    let _ = history::keep(&lock.records, leaf, text.as_bytes(), SystemTime::now());
}

fn check_text(text: &str, path: &str) -> Result<(), StoreError> {
    let size = text.len() as u64;
    if size > MAX_YAML_BYTES {
        return Err(StoreError::TooLarge { path: path.to_owned(), size, limit: MAX_YAML_BYTES });
    }
    require_text(text, path).map(|_| ())
}

fn check_name(name: &str) -> Result<(), StoreError> {
    let first = name.bytes().next().unwrap_or_default();
    let slug = (first.is_ascii_lowercase() || first.is_ascii_digit())
        && name.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'));
    if slug && name.len() <= MAX_NAME {
        return Ok(());
    }
    Err(StoreError::Invalid {
        what: "name of a new project",
        given: name.chars().take(80).collect(),
        expected: "1 to 64 lowercase letters, digits, `-` and `_`, with a letter or digit first, such as `coffee-prices`",
    })
}
