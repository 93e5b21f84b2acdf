use std::sync::Arc;

use super::{BadPath, Content, FileError, Files, clean};
use crate::video::project::store::{Root, StoreError};

/// The files of a stored project. They are opened by the project root, so that neither a path nor a symbolic link
/// leads out of it.
#[derive(Debug, Clone)]
pub struct ProjectFiles {
    root: Arc<Root>,
    folder: String,
}

impl ProjectFiles {
    /// The files below a project folder, which is a path from the root; `.` is the root itself. See
    /// [`Location::folder`](crate::video::project::store::Location::folder).
    pub fn new(root: Arc<Root>, folder: impl Into<String>) -> Self {
        Self { root, folder: folder.into() }
    }

    /// The files of an existing project, by its name.
    pub fn of(root: &Arc<Root>, project: &str) -> Result<Self, StoreError> {
        Ok(Self::new(Arc::clone(root), root.locate(project)?.folder))
    }
}

impl ProjectFiles {
    /// The path of a file from the root.
    fn below_root(&self, path: &str) -> Result<String, FileError> {
        let path = clean(path).map_err(|bad| {
            FileError::Refused(match bad {
                BadPath::Address => "it is an address: files are never fetched".to_owned(),
                BadPath::Outside => "it is outside the project folder".to_owned(),
            })
        })?;
        Ok(if self.folder == "." { path } else { format!("{}/{path}", self.folder) })
    }
}

impl Files for ProjectFiles {
    fn read(&self, path: &str, max: u64) -> Result<Vec<u8>, FileError> {
        self.root.read_file(&self.below_root(path)?, max).map_err(told)
    }

    fn open(&self, path: &str) -> Result<Box<dyn Content>, FileError> {
        let file = self.root.open_file(&self.below_root(path)?).map_err(told)?;
        Ok(Box::new(file))
    }
}

fn told(error: StoreError) -> FileError {
    match error {
        StoreError::NotFound { .. } => FileError::Absent,
        StoreError::TooLarge { limit, .. } => FileError::TooLarge(limit),
        StoreError::OutsideRoot { .. } => FileError::Refused("it leads out of the project root".to_owned()),
        StoreError::NotAFile { found, .. } => FileError::Refused(format!("it is {found}, not a file")),
        other => FileError::Refused(other.to_string()),
    }
}
