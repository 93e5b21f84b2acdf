//! What captions say, and when: words in groups, and the same as subtitle files.

mod groups;
mod source;
mod subtitles;
#[cfg(test)]
mod tests;

pub use groups::{CaptionWord, Group};
pub use source::{groups, of_scene, subtitle_file};
pub use subtitles::{Subtitle, srt, vtt};

use std::borrow::Cow;

use super::project::model::{CaptionStyle, Captions, Project, Scene};

/// How sure words must be on average to be coloured one by one.
const SURE: f64 = 0.6;

/// The captions of a scene as they are written for it or for the project; none where none are shown.
pub fn settings<'a>(project: &'a Project, scene: &'a Scene) -> Option<Cow<'a, Captions>> {
    let has_voice = project.voice.is_some() || project.scenes.iter().any(|scene| scene.voice.is_some());
    let captions = match (&scene.captions, &project.captions) {
        (Some(captions), _) | (None, Some(captions)) => Cow::Borrowed(captions),
        (None, None) => Cow::Owned(Captions { enabled: has_voice, ..Captions::default() }),
    };
    captions.enabled.then_some(captions)
}

/// The style in which a group is shown: words whose times are little sure are not coloured one by one.
pub fn style(captions: &Captions, group: &Group) -> CaptionStyle {
    match captions.style {
        CaptionStyle::Karaoke if group.conf() < SURE => CaptionStyle::Pop,
        style => style,
    }
}
