//! The files of projects: found, read and replaced below one folder that no path can leave.
//!
//! A project is a folder below the project root that holds `project.yaml`; its name is the path of that folder from the
//! root, with `/` (`coffee`, `series/part-1`, `.` for the root itself). Any other YAML file below the root can be named
//! by its path (`coffee/teaser.yaml`) and is a project as well; its assets are those of the folder it stands in.
//!
//! What Reelforge remembers about a project stays in that project's folder, so that it can be moved and copied whole:
//!
//! ```text
//! coffee/project.yaml
//! coffee/.reelforge/lock                                     held while the project is written
//! coffee/.reelforge/history/project.yaml/00000007-1767225600000-5f0c….yaml    a version
//! ```

mod add;
mod assets;
mod cache;
mod error;
mod files;
mod folder;
mod history;
mod list;
mod lock;
mod revision;
mod root;
mod write;

#[cfg(test)]
mod tests;

pub use add::{AddError, AddedAsset, MAX_ADDED};
pub use assets::{Asset, AssetKind, Assets};
pub(in crate::video) use cache::{Bounds, Cache, Draft};
pub use error::StoreError;
pub(crate) use error::near_names;
pub use folder::Folder;
pub use history::RevisionInfo;
pub use list::Listing;
pub use revision::Revision;
pub use root::{Location, Root, Stored};
pub use write::Written;

/// A time in UTC, RFC 3339, such as `2026-01-31T09:30:00Z`; of milliseconds since 1970.
pub fn readable_time(millis: i64) -> String {
    history::readable(u64::try_from(millis).unwrap_or_default())
}

/// The YAML file that makes a folder a project.
pub const PROJECT_FILE: &str = "project.yaml";

/// The largest YAML file that is read or written, in bytes.
pub const MAX_YAML_BYTES: u64 = super::source::MAX_BYTES as u64;

/// How many earlier versions of a project are kept beside the current one.
pub const KEPT_REVISIONS: usize = 50;

/// The folder of Reelforge's own records inside a project folder.
const RECORDS: &str = ".reelforge";
