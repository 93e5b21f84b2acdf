//! Paths of files as a project writes them.

use std::path::{Component, Path};

/// Why a path can name no file of a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadPath {
    /// It is an address on the network, or data in itself.
    Address,
    /// It leads out of the project folder.
    Outside,
}

/// A path from the project folder without `.` and `..`, and with `/`.
pub fn clean(path: &str) -> Result<String, BadPath> {
    let scheme = path.split_once(':').map(|(scheme, _)| scheme).unwrap_or_default();
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if is_scheme || path.starts_with("//") {
        return Err(BadPath::Address);
    }
    let is_drive = scheme.len() == 1 && scheme.starts_with(|drive: char| drive.is_ascii_alphabetic());
    if is_drive || path.starts_with('~') {
        return Err(BadPath::Outside);
    }
    let path = path.replace('\\', "/");
    let mut parts = Vec::new();
    for part in Path::new(&path).components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str().unwrap_or_default()),
            Component::CurDir => {}
            // Inside the folder again is inside, even when the way leads through a folder that is not there.
            Component::ParentDir if !parts.is_empty() => {
                parts.pop();
            }
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return Err(BadPath::Outside),
        }
    }
    Ok(parts.join("/"))
}
