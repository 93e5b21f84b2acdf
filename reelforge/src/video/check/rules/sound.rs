//! What only listening tells: V-22, V-23, and V-6 for files that cannot be decoded.

use super::{Findings, Subject, clipping, loudness};
use crate::video::audio::{Fault, Mix, SoundError, Tracks};
use crate::video::check::Issue;
use crate::video::check::assets::Presence;
use crate::video::files;

/// Everything that the mix of a project tells.
pub(in crate::video::check) fn check(subject: &Subject<'_>, tracks: &Tracks) -> Vec<Issue> {
    let mut found = Findings::default();
    match Mix::of(&subject.expanded.project, subject.times, tracks, None) {
        Ok(mix) => {
            mix.faults().iter().for_each(|fault| undecodable(subject, fault, &mut found));
            loudness::check(subject, &mix, &mut found);
            clipping::check(subject, &mix, &mut found);
        }
        Err(error) => {
            let issue = subject.issue("V-6", "scenes", format!("the sound cannot be mixed: {error}"));
            found.push(issue.hint("try again; if it stays so, make room on the disk"));
        }
    }
    found.issues
}

/// V-6 for a file that is there and cannot be heard.
fn undecodable(subject: &Subject<'_>, fault: &Fault, found: &mut Findings) {
    // What is not there, or is no sound by its name, is told without listening.
    let is_known =
        !matches!(files::clean(&fault.file).map(|file| subject.assets.at(&file)), Ok(Presence::Usable));
    if is_known || matches!(fault.error, SoundError::Unreadable(_)) {
        return;
    }
    let shown: String = fault.file.chars().take(120).collect();
    let hint = match &fault.error {
        SoundError::Codec(_) => "convert it, or install FFmpeg; `run_doctor` tells whether it is found",
        SoundError::NoRoom(_) => "a minute of it takes up to 23 MB below the project root",
        SoundError::TooLarge(_) => "cut it to what the video needs",
        _ => "replace it by a whole file of sound",
    };
    let message = format!("`{shown}` cannot be used: {}", fault.error);
    found.push(subject.issue("V-6", fault.path.clone(), message).hint(hint));
}
