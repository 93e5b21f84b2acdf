//! Files on their way: what they are called until they are whole, and what becomes of those that a kill left behind.

use super::super::FOLDER;
use super::super::queue::{Lease, Queue};

/// How the names of files on their way end.
const ENDING: &str = ".part";

/// What a file is called while an attempt writes it: `.coffee-standard.mp4.12-1.part`.
pub(super) fn name(leaf: &str, lease: Lease) -> String {
    format!(".{leaf}.{}-{}{ENDING}", lease.job, lease.number)
}

/// The attempt that writes a file of this name, if it is one on its way.
fn lease(name: &str) -> Option<Lease> {
    let tag = name.strip_prefix('.')?.strip_suffix(ENDING)?.rsplit('.').next()?;
    let (job, number) = tag.split_once('-')?;
    Some(Lease { job: job.parse().ok()?, number: number.parse().ok()? })
}

/// Removes what attempts left behind that hold their job no more. What cannot be removed now is found again next time.
pub(super) fn sweep(queue: &Queue, folder: &str) {
    let Ok(Some(folder)) = queue.root().find_folder(folder, FOLDER) else { return };
    for name in folder.names().unwrap_or_default() {
        let is_left = lease(&name).is_some_and(|lease| matches!(queue.holds(lease), Ok(false)));
        if is_left && let Err(error) = folder.remove(&name) {
            tracing::warn!(%error, "a leftover of a render");
        }
    }
}
