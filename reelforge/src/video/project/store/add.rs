//! New files of a project.

use std::io;

use super::assets::{self, MAX_DEPTH};
use super::files::Taken;
use super::root::clean_path;
use super::{Asset, AssetKind, Root, StoreError};

/// The largest file that is added, in bytes.
pub const MAX_ADDED: u64 = 128 << 20;

/// The longest name of a file or folder, in bytes: every file system takes it, also with an ending behind it.
const MAX_NAME: usize = 200;

/// What became of a file that was to be added.
#[derive(Debug, Clone, PartialEq)]
pub struct AddedAsset {
    /// Where it stands, as the YAML writes it.
    pub path: String,
    /// Whether it was written; if not, the same content was there already.
    pub is_new: bool,
    /// What it is.
    pub kind: AssetKind,
}

/// Why a file was not added.
#[derive(Debug)]
pub enum AddError {
    /// What the store says.
    Store(StoreError),
    /// Another file has this path; holds one that is free.
    Taken(String),
    /// The path or the content cannot be used; says why, and what to do.
    Unfit(String, String),
}

impl From<StoreError> for AddError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Root {
    /// What a file of this path and content would be, as far as its first bytes tell.
    pub fn judge_asset(path: &str, bytes: &[u8]) -> Result<(String, AssetKind), AddError> {
        let clean = clean_path(path, "path")?;
        let unfit = |why: String, hint: &str| AddError::Unfit(why, hint.to_owned());
        let is_wrong = |part: &str| part.starts_with('.') || part.len() > MAX_NAME;
        if clean.split('/').any(is_wrong) || clean.split('/').count() > MAX_DEPTH {
            let hint = "give a path such as `img/beans.png`, at most 6 folders deep, without hidden names and none of \
                        more than 200 bytes";
            return Err(unfit(format!("`{clean}` is no path of an asset"), hint));
        }
        let kind = AssetKind::of_name(&clean).ok_or_else(|| {
            let hint = "accepted are png, jpg, webp, gif, svg; mp4, m4v, mov, webm, mkv; mp3, wav, m4a, aac, ogg, opus, \
                        flac; ttf, otf, ttc, woff, woff2; csv, json, srt, vtt, ass";
            unfit(format!("`{clean}` has no extension of an asset"), hint)
        })?;
        if bytes.len() as u64 > MAX_ADDED {
            let size = bytes.len() as u64;
            return Err(StoreError::TooLarge { path: clean, size, limit: MAX_ADDED }.into());
        }
        match assets::problem(&clean, kind, assets::head_of(bytes)) {
            Some(why) => Err(unfit(why, "give it the extension of its content, or another file")),
            None => Ok((clean, kind)),
        }
    }

    /// Puts a file into a project's folder in one step. The same content is never there twice: if another asset has it
    /// already, that one is told.
    pub fn add_asset(
        &self,
        project: &str,
        path: &str,
        bytes: &[u8],
        overwrite: bool,
    ) -> Result<AddedAsset, AddError> {
        let (path, kind) = Self::judge_asset(path, bytes)?;
        self.can_hold(project, &path)?;
        let all = self.assets(project, None)?.assets;
        let is_taken = all.iter().any(|asset| asset.path == path);
        let same = |asset: &&Asset| asset.kind == kind && self.holds(project, asset, bytes);
        // Whoever replaces a file wants it to be at that path.
        if let Some(known) =
            all.iter().find(|asset| (!(is_taken && overwrite) || asset.path == path) && same(asset))
        {
            return Ok(AddedAsset { path: known.path.clone(), is_new: false, kind });
        }
        let taken = if overwrite { Taken::Replace } else { Taken::Refuse };
        match self.place_file(project, &path, bytes, taken) {
            Ok(()) => Ok(AddedAsset { path, is_new: true, kind }),
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {
                Err(AddError::Taken(free_path(&path, &all)))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a file can stand at a path of a project's folder; what stands there already may be one.
    fn can_hold(&self, project: &str, path: &str) -> Result<(), AddError> {
        let open = self.open_project(project)?;
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        for end in ends {
            let (part, is_whole) = (&path[..end], end == path.len());
            match open.dir.metadata(part) {
                Ok(meta) if meta.is_dir() == is_whole => {
                    let found = if is_whole { "a folder" } else { "a file, which holds no others" };
                    let hint = "give the path of a file in a folder, such as `img/beans.png`".to_owned();
                    return Err(AddError::Unfit(format!("`{part}` is {found}"), hint));
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                Err(source) => return Err(StoreError::io(part, "look at", source).into()),
            }
        }
        Ok(())
    }

    fn holds(&self, project: &str, asset: &Asset, bytes: &[u8]) -> bool {
        let size = bytes.len() as u64;
        let Ok(location) = self.locate(project) else { return false };
        let path = assets::below(&location.folder, &asset.path);
        asset.size == size && self.read_file(&path, size).is_ok_and(|known| known == bytes)
    }
}

/// `img/a-2.png` where `img/a.png` is taken.
fn free_path(path: &str, all: &[Asset]) -> String {
    let (stem, extension) = path.rsplit_once('.').unwrap_or((path, ""));
    let mut number = 2;
    loop {
        let free = format!("{stem}-{number}.{extension}");
        if all.iter().all(|asset| asset.path != free) {
            return free;
        }
        number += 1;
    }
}
