use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use schemars::JsonSchema;
use serde::Serialize;

use super::files;
use super::history::{self, RevisionInfo};
use super::{KEPT_REVISIONS, MAX_YAML_BYTES, PROJECT_FILE, RECORDS, Revision, StoreError, near_names};

/// Longest path that is looked at, in bytes.
const MAX_PATH: usize = 1024;

/// How many symbolic links lead from a project's name to its file at most.
const MAX_LINKS: usize = 8;

/// The project root: the folder below which every project and every file of one stands.
///
/// Paths are resolved from a handle of that folder by the operating system or step by step, so that neither `..`, nor an
/// absolute path, nor a symbolic link, nor a folder that is swapped for a link meanwhile leads out of it.
pub struct Root {
    pub(super) dir: Dir,
    path: PathBuf,
}

impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Root").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Where a project stands. All paths are relative to the root, with `/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Location {
    /// The name by which tools address the project: its folder, or its YAML file when that is not `project.yaml`.
    pub name: String,
    /// The project folder; `.` is the root itself. Asset paths in the YAML count from here.
    pub folder: String,
    /// The YAML file.
    pub file: String,
}

/// The YAML of a project as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Where it stands.
    pub location: Location,
    /// The whole text.
    pub text: String,
    /// The version of the text.
    pub revision: Revision,
    /// When the file was last written.
    pub modified: SystemTime,
}

impl Stored {
    /// [`Stored::modified`] in UTC, RFC 3339, such as `2026-01-31T09:30:00Z`.
    pub fn updated(&self) -> String {
        history::readable(history::millis(self.modified))
    }
}

/// The folder of a project with the plain name of its YAML file, after all links were followed.
pub(super) struct OpenProject {
    pub(super) location: Location,
    pub(super) dir: Dir,
    pub(super) leaf: String,
}

impl Root {
    /// Opens the project root. The folder must exist.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        let shown = path.display().to_string();
        let fail = |source| StoreError::Io { path: shown.clone(), doing: "open the project root", source };
        let path = std::fs::canonicalize(path).map_err(fail)?;
        let dir = Dir::open_ambient_dir(&path, ambient_authority()).map_err(fail)?;
        Ok(Self { dir, path })
    }

    /// The folder, absolute and free of links. For people to read; files are reached through the methods.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Finds an existing project by name, or by the path of its YAML file.
    pub fn locate(&self, project: &str) -> Result<Location, StoreError> {
        self.open_project(project).map(|open| open.location)
    }

    /// Reads the YAML of a project.
    pub fn read(&self, project: &str) -> Result<Stored, StoreError> {
        let open = self.open_project(project)?;
        let (bytes, modified) = open.current()?;
        let revision = Revision::of(&bytes);
        let text = yaml_text(bytes, &open.location.file)?;
        Ok(Stored { location: open.location, text, revision, modified })
    }

    /// The stored versions of a project, the newest first: the current one and up to
    /// [`KEPT_REVISIONS`] earlier ones.
    pub fn revisions(&self, project: &str) -> Result<Vec<RevisionInfo>, StoreError> {
        let open = self.open_project(project)?;
        let (bytes, modified) = open.current()?;
        let current = RevisionInfo {
            revision: Revision::of(&bytes),
            written: history::readable(history::millis(modified)),
            size: bytes.len() as u64,
            current: true,
        };
        let mut found = vec![current];
        let fail = |source| StoreError::io(&open.location.file, "list the versions of", source);
        if let Some(stored) = history::open(&open.dir, &open.leaf).map_err(fail)? {
            for (i, entry) in history::entries(&stored).map_err(fail)?.into_iter().enumerate() {
                if i == 0 && entry.revision == found[0].revision {
                    continue;
                }
                let size = match stored.metadata(&entry.file) {
                    Ok(meta) => meta.len(),
                    // A write meanwhile has dropped the oldest.
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                    Err(error) => return Err(fail(error)),
                };
                let written = history::readable(entry.millis);
                found.push(RevisionInfo { revision: entry.revision, written, size, current: false });
            }
        }
        found.truncate(KEPT_REVISIONS + 1);
        Ok(found)
    }

    /// Reads the YAML of one stored version of a project.
    pub fn read_revision(&self, project: &str, revision: &str) -> Result<String, StoreError> {
        let wanted = Revision::parse(revision)?;
        let open = self.open_project(project)?;
        let (bytes, _) = open.current()?;
        if Revision::of(&bytes) == wanted {
            return yaml_text(bytes, &open.location.file);
        }
        let fail = |source| StoreError::io(&open.location.file, "read a version of", source);
        if let Some(stored) = history::open(&open.dir, &open.leaf).map_err(fail)? {
            let entries = history::entries(&stored).map_err(fail)?;
            if let Some(entry) = entries.into_iter().find(|entry| entry.revision == wanted) {
                let shown = format!("{}/{RECORDS}/…/{}", open.location.folder, entry.file);
                let (bytes, _) = files::read_bytes(&stored, &entry.file, &shown, MAX_YAML_BYTES)?;
                if Revision::of(&bytes) != wanted {
                    let source = std::io::Error::new(
                        std::io::ErrorKind::InvalidData,
                        "this stored version was changed by another program",
                    );
                    return Err(StoreError::io(&shown, "trust", source));
                }
                return yaml_text(bytes, &shown);
            }
        }
        Err(StoreError::NotFound { what: "revision", name: wanted.to_string(), near: Vec::new() })
    }

    /// Opens any regular file below the root for reading. `path` is relative to the root.
    pub fn open_file(&self, path: &str) -> Result<std::fs::File, StoreError> {
        let clean = clean_path(path, "path")?;
        files::open_regular(&self.dir, &clean, path).map(|(file, _)| file.into_std())
    }

    /// Reads any regular file of at most `limit` bytes below the root. `path` is relative to the root.
    pub fn read_file(&self, path: &str, limit: u64) -> Result<Vec<u8>, StoreError> {
        let clean = clean_path(path, "path")?;
        files::read_bytes(&self.dir, &clean, path, limit).map(|(bytes, _)| bytes)
    }

    pub(super) fn open_project(&self, project: &str) -> Result<OpenProject, StoreError> {
        let location = location(project)?;
        let fail = |source| match StoreError::io(&location.file, "open", source) {
            StoreError::NotFound { .. } => self.no_project(project),
            other => other,
        };
        // Links are followed here one by one, to end at the folder where the file is to be replaced. Asking the system
        // for the real path instead would go wrong whenever another process replaces the file in that moment.
        let mut path = PathBuf::from(&location.file);
        for _ in 0..MAX_LINKS {
            let Some(leaf) = path.file_name().and_then(|leaf| leaf.to_str()) else {
                return Err(StoreError::NotAFile { path: location.file, found: "a folder" });
            };
            let parent = path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
            let dir = self.dir.open_dir(parent).map_err(fail)?;
            if !dir.symlink_metadata(leaf).map_err(fail)?.is_symlink() {
                return Ok(OpenProject { dir, leaf: leaf.to_owned(), location });
            }
            let target = dir.read_link_contents(leaf).map_err(fail)?;
            path = parent.join(target);
        }
        Err(fail(std::io::Error::other("too many symbolic links")))
    }

    fn no_project(&self, name: &str) -> StoreError {
        let names = self.list().map(|listing| listing.projects).unwrap_or_default();
        let near = near_names(name, names.into_iter().map(|location| location.name));
        StoreError::NotFound { what: "project", name: name.to_owned(), near }
    }
}

impl OpenProject {
    /// The bytes of the YAML file as they are now, and when they were written.
    pub(super) fn current(&self) -> Result<(Vec<u8>, SystemTime), StoreError> {
        let shown = &self.location.file;
        let (bytes, meta) = files::read_bytes(&self.dir, &self.leaf, shown, MAX_YAML_BYTES)?;
        let modified = meta.modified().map_err(|source| StoreError::io(shown, "date", source))?;
        Ok((bytes, modified.into_std()))
    }
}

fn yaml_text(bytes: Vec<u8>, path: &str) -> Result<String, StoreError> {
    let text = String::from_utf8(bytes).map_err(|error| StoreError::NotUtf8 {
        path: path.to_owned(),
        offset: error.utf8_error().valid_up_to(),
    })?;
    require_text(text, path)
}

/// Refuses YAML that holds nothing but blanks.
pub(super) fn require_text<T: AsRef<str>>(text: T, path: &str) -> Result<T, StoreError> {
    if text.as_ref().trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(StoreError::Empty { path: path.to_owned() });
    }
    Ok(text)
}

/// The location that a name or path stands for, whether or not there is anything.
pub(super) fn location(project: &str) -> Result<Location, StoreError> {
    let clean = clean_path(project, "project name")?;
    if !is_yaml(&clean) {
        let file = if clean == "." { PROJECT_FILE.to_owned() } else { format!("{clean}/{PROJECT_FILE}") };
        return Ok(Location { name: clean.clone(), folder: clean, file });
    }
    let (folder, leaf) = clean.rsplit_once('/').unwrap_or((".", &clean));
    let name = if leaf == PROJECT_FILE && !is_yaml(folder) { folder } else { &clean };
    Ok(Location { name: name.to_owned(), folder: folder.to_owned(), file: clean.clone() })
}

fn is_yaml(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|ext| ext.eq_ignore_ascii_case("yaml") || ext.eq_ignore_ascii_case("yml"))
}

/// A path below the root with `/` and without `.`; whatever points elsewhere by its spelling alone is refused.
pub(super) fn clean_path(path: &str, what: &'static str) -> Result<String, StoreError> {
    let invalid = |expected| StoreError::Invalid { what, given: path.chars().take(80).collect(), expected };
    if path.trim().is_empty() {
        return Err(invalid("a name or a path relative to the project root"));
    }
    if path.len() > MAX_PATH || path.contains(char::is_control) {
        return Err(invalid("at most 1024 bytes without control characters"));
    }
    let mut parts = Vec::new();
    for component in Path::new(path).components() {
        match component {
            Component::CurDir => {}
            Component::Normal(part) => {
                let part = part.to_str().unwrap_or_default();
                if part.eq_ignore_ascii_case(RECORDS) {
                    return Err(invalid("a path outside `.reelforge`, which holds Reelforge's own records"));
                }
                parts.push(part);
            }
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err(StoreError::OutsideRoot { path: path.to_owned() });
            }
        }
    }
    Ok(if parts.is_empty() { ".".to_owned() } else { parts.join("/") })
}
