//! The files that a project can use, as checks see them.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use crate::video::audio::{Fallback, Tracks};
use crate::video::files::{Files, NoFiles, ProjectFiles};
use crate::video::pictures::{self, PictureInfo, Pictures};
use crate::video::project::store::{Asset, AssetKind, Root, StoreError};

/// What stands at a path of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Presence {
    /// A file that can be used.
    Usable,
    /// A file that cannot be used; says why.
    Faulty(String),
    /// Nothing.
    Absent,
    /// Nobody looked.
    Unknown,
}

/// The files of a project's folder.
pub trait Assets {
    /// What stands at a path from the project folder, written with `/` and without `.` and `..`.
    fn at(&self, path: &str) -> Presence;

    /// The paths of all files that can be named, for suggestions.
    fn paths(&self) -> Vec<&str>;

    /// What is in them.
    fn files(&self) -> Arc<dyn Files> {
        Arc::new(NoFiles)
    }

    /// What is heard in them.
    fn tracks(&self) -> Tracks {
        Tracks::new(self.files())
    }
}

/// For a text that belongs to no folder: no file is looked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoAssets;

impl Assets for NoAssets {
    fn at(&self, _: &str) -> Presence {
        Presence::Unknown
    }

    fn paths(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// The files of a stored project, listed when the first one is asked for.
#[derive(Debug)]
pub struct StoredAssets<'a> {
    root: &'a Arc<Root>,
    project: &'a str,
    listed: OnceCell<Vec<Asset>>,
    /// What was found out about pictures by looking into the whole file.
    pictures: RefCell<HashMap<String, Presence>>,
    clips: OnceCell<Pictures>,
    fallback: Option<Arc<dyn Fallback>>,
}

impl<'a> StoredAssets<'a> {
    /// The files of an existing project, by its name.
    pub fn new(root: &'a Arc<Root>, project: &'a str) -> Self {
        Self {
            root,
            project,
            listed: OnceCell::new(),
            pictures: RefCell::default(),
            clips: OnceCell::new(),
            fallback: None,
        }
    }

    /// With something that decodes sound that the build cannot.
    #[must_use]
    pub fn fallback(self, fallback: Option<Arc<dyn Fallback>>) -> Self {
        Self { fallback, ..self }
    }

    fn listed(&self) -> &[Asset] {
        // A folder that cannot be listed still opens its files by name.
        self.listed
            .get_or_init(|| self.root.assets(self.project, None).map(|all| all.assets).unwrap_or_default())
    }

    fn below_root(&self, path: &str) -> Option<String> {
        let folder = self.root.locate(self.project).ok()?.folder;
        Some(if folder == "." { path.to_owned() } else { format!("{folder}/{path}") })
    }

    /// Whether a picture can be drawn: whole, of a size that is decoded, and without parts that would be missing.
    fn picture(&self, path: &str) -> Presence {
        if let Some(known) = self.pictures.borrow().get(path) {
            return known.clone();
        }
        let bytes = self.below_root(path).map(|path| self.root.read_file(&path, pictures::MAX_BYTES));
        let found = match bytes {
            Some(Ok(bytes)) => match PictureInfo::of(&bytes) {
                Ok(info) => info.problem.map_or(Presence::Usable, Presence::Faulty),
                Err(error) => Presence::Faulty(error.to_string()),
            },
            Some(Err(error)) => Presence::Faulty(error.to_string()),
            None => Presence::Absent,
        };
        self.pictures.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }

    /// Whether a clip can be played: all of it is there, and something decodes it.
    fn clip(&self, path: &str) -> Presence {
        let clips = self.clips.get_or_init(|| Pictures::new(self.files()));
        clips.clip(path).map_or_else(|error| Presence::Faulty(error.to_string()), |_| Presence::Usable)
    }
}

impl Assets for StoredAssets<'_> {
    fn at(&self, path: &str) -> Presence {
        let listed = self.listed();
        if let Ok(index) = listed.binary_search_by(|asset| asset.path.as_str().cmp(path)) {
            let asset = &listed[index];
            return match &asset.problem {
                Some(problem) => Presence::Faulty(problem.clone()),
                None if asset.kind == AssetKind::Image => self.picture(path),
                None if asset.kind == AssetKind::Video => self.clip(path),
                None => Presence::Usable,
            };
        }
        // Texts, hidden files and deep folders are not listed.
        let Some(from_root) = self.below_root(path) else { return Presence::Absent };
        match self.root.open_file(&from_root) {
            Ok(_) => Presence::Usable,
            Err(StoreError::NotFound { .. }) => Presence::Absent,
            Err(error) => Presence::Faulty(error.to_string()),
        }
    }

    fn paths(&self) -> Vec<&str> {
        self.listed().iter().map(|asset| asset.path.as_str()).collect()
    }

    fn files(&self) -> Arc<dyn Files> {
        match ProjectFiles::of(self.root, self.project) {
            Ok(files) => Arc::new(files),
            Err(_) => Arc::new(NoFiles),
        }
    }

    fn tracks(&self) -> Tracks {
        let tracks = Tracks::of(self.root, self.project).unwrap_or_else(|_| Tracks::new(self.files()));
        tracks.fallback(self.fallback.clone())
    }
}
