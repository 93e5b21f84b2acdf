use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::root::{clean_path, location};
use super::{Location, PROJECT_FILE, Root, StoreError};

/// How many folders below the root a project may stand to be listed.
const MAX_DEPTH: usize = 3;
/// How many projects are listed.
const MAX_PROJECTS: usize = 500;
/// How many folder entries are looked at, and for how long: a root such as a home folder stays answerable.
const MAX_ENTRIES: usize = 20_000;
const MAX_TIME: Duration = Duration::from_secs(2);

/// The projects below a root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// Sorted by name.
    pub projects: Vec<Location>,
    /// Whether the whole root was searched; otherwise a limit of depth, count or time ended it.
    pub complete: bool,
}

impl Root {
    /// Finds the folders with a `project.yaml`, up to three folders below the root. Hidden folders, caches, and symbolic links to
    /// folders are passed over, and a project's own folders hold no further projects.
    pub fn list(&self) -> Result<Listing, StoreError> {
        let start = Instant::now();
        let mut listing = Listing { projects: Vec::new(), complete: true };
        let mut queue = VecDeque::from([(".".to_owned(), 0)]);
        let mut seen = 0;
        while let Some((folder, depth)) = queue.pop_front() {
            let file = join(&folder, PROJECT_FILE);
            if self.dir.metadata(&file).is_ok_and(|meta| meta.is_file()) {
                if listing.projects.len() == MAX_PROJECTS {
                    listing.complete = false;
                    break;
                }
                // A folder name that no tool could pass as an argument is no project's name.
                listing.projects.extend(location(&file));
                if depth > 0 {
                    continue;
                }
            }
            let entries = match self.dir.read_dir(&folder) {
                Ok(entries) => entries,
                Err(source) if depth == 0 => return Err(StoreError::io(&folder, "list", source)),
                // Vanished or closed to us: it has no project to list.
                Err(_) => continue,
            };
            for entry in entries.flatten() {
                seen += 1;
                if seen > MAX_ENTRIES || start.elapsed() > MAX_TIME {
                    listing.complete = false;
                    break;
                }
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
                if !is_folder || name.starts_with('.') || self.holds_no_projects(&join(&folder, &name)) {
                    continue;
                }
                if depth == MAX_DEPTH {
                    listing.complete = false;
                } else {
                    queue.push_back((join(&folder, &name), depth + 1));
                }
            }
            if seen > MAX_ENTRIES || start.elapsed() > MAX_TIME {
                break;
            }
        }
        listing.projects.sort();
        Ok(listing)
    }
}

impl Root {
    /// The visible folders directly below a folder, sorted, at most `limit` of them; none if there is no such folder.
    pub(crate) fn folders(&self, path: &str, limit: usize) -> Result<Vec<String>, StoreError> {
        let clean = clean_path(path, "path")?;
        let entries = match self.dir.read_dir(&clean).map_err(|source| StoreError::io(path, "list", source)) {
            Ok(entries) => entries,
            Err(StoreError::NotFound { .. }) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut names: Vec<String> = entries
            .flatten()
            .take(MAX_ENTRIES)
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| !name.starts_with('.'))
            .collect();
        names.sort();
        names.truncate(limit);
        Ok(names)
    }
}

impl Root {
    /// Whether a folder is one of another program's making: a cache, which says so by the tag of
    /// <https://bford.info/cachedir/> (a build folder of cargo has it), or the packages of npm.
    fn holds_no_projects(&self, folder: &str) -> bool {
        folder.rsplit('/').next() == Some("node_modules") || self.dir.exists(join(folder, "CACHEDIR.TAG"))
    }
}

/// A path below the root; `.` is the root.
pub(super) fn join(folder: &str, leaf: &str) -> String {
    if folder == "." { leaf.to_owned() } else { format!("{folder}/{leaf}") }
}
