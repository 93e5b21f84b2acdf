//! What the studio's tools share.

use std::path::Path;
use std::sync::Arc;

use super::address;
use crate::video::audio::{Fallback, Tracks};
use crate::video::check::StoredAssets;
use crate::video::files::ProjectFiles;
use crate::video::project::store::{Root, StoreError};
use crate::video::render::{Film, Pace, Queue, Worker};

/// One project root, which every tool of the studio works on.
#[derive(Debug)]
pub struct Studio {
    root: Arc<Root>,
    renders: Arc<Queue>,
}

impl Studio {
    /// Opens the folder below which the projects stand.
    pub fn open(root: impl AsRef<Path>) -> Result<Self, StoreError> {
        let root = Arc::new(Root::open(root)?);
        Ok(Self { renders: Arc::new(Queue::new(Arc::clone(&root))), root })
    }

    /// With something of the host that decodes sound which the build cannot.
    #[must_use]
    pub fn decoder(self, decoder: Option<Arc<dyn Fallback>>) -> Self {
        let renders = Queue::new(Arc::clone(&self.root)).decoder(decoder);
        Self { renders: Arc::new(renders), ..self }
    }

    /// What decodes sound that the build cannot.
    pub fn fallback(&self) -> Option<Arc<dyn Fallback>> {
        self.renders.fallback()
    }

    /// The project root.
    pub fn root(&self) -> &Arc<Root> {
        &self.root
    }

    /// The queue of renders.
    pub fn renders(&self) -> &Arc<Queue> {
        &self.renders
    }

    /// What renders the jobs of the queue, here in this process.
    pub fn worker(&self) -> Worker {
        let film = Film::new(Arc::clone(&self.renders));
        Worker::new(Arc::clone(&self.renders), Arc::new(film), Pace::default())
    }

    /// The files of an existing project, by its name, for whoever draws them on several threads.
    pub fn files(&self, project: &str) -> Result<ProjectFiles, StoreError> {
        ProjectFiles::of(&self.root, project)
    }

    /// The sounds of an existing project, by its name.
    pub fn tracks(&self, project: &str) -> Result<Arc<Tracks>, StoreError> {
        self.renders.tracks(project)
    }

    /// The files of an existing project, by its name, as checks see them.
    pub fn assets<'a>(&'a self, project: &'a str) -> StoredAssets<'a> {
        StoredAssets::new(&self.root, project).fallback(self.fallback())
    }

    /// The path of the root as a shell takes it.
    pub(super) fn root_word(&self) -> String {
        let path = self.root.path().display().to_string();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+,:@%".contains(&byte);
        if path.bytes().all(plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
    }

    /// The address of the studio that runs on this root, in this process or another one.
    pub fn running_at(&self) -> Option<String> {
        address::find(self.root.path())
    }
}
