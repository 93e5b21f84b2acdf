//! What the elements of a scene flow in.

use std::borrow::Cow;

use kurbo::{Rect, Size};

use crate::video::captions;
use crate::video::project::Project;
use crate::video::project::model::element::Role;
use crate::video::project::model::{Area, CaptionPosition, Captions, Scene};
use crate::video::theme::Look;

/// Line distance of captions, as a multiple of their size.
const CAPTION_LINE: f64 = 1.3;

/// The area that a scene's elements flow in, without the layout's `pad`: the safe area without the band of the
/// captions, or the canvas.
pub(super) fn area(project: &Project, scene: &Scene, look: &Look, canvas: Size, safe: Rect) -> Rect {
    if scene.layout.area == Area::Canvas {
        return canvas.to_rect();
    }
    let Some((captions, band)) = captions_band(project, scene, look, safe) else { return safe };
    match captions.position {
        CaptionPosition::Lower => Rect { y1: (band.y0 - look.gap).max(safe.y0), ..safe },
        CaptionPosition::Upper => Rect { y0: (band.y1 + look.gap).min(safe.y1), ..safe },
        // In the middle it would cut the area in two: there captions lie over what is shown.
        CaptionPosition::Middle => safe,
    }
}

/// The captions of a scene with the band of the safe area that is kept free for them. None where no words are shown.
pub fn captions_band<'a>(
    project: &'a Project,
    scene: &'a Scene,
    look: &Look,
    safe: Rect,
) -> Option<(Cow<'a, Captions>, Rect)> {
    let captions = captions::settings(project, scene)?;
    // A script says which scenes are silent.
    let has_script = project.scenes.iter().any(|scene| scene.say.is_some());
    let has_voice = project.voice.is_some() || project.scenes.iter().any(|scene| scene.voice.is_some());
    let is_spoken = if has_script { scene.say.is_some() || scene.voice.is_some() } else { has_voice };
    if captions.source == "voice" && !is_spoken {
        return None;
    }
    let size = captions.size.unwrap_or_else(|| look.size(Role::Caption));
    let height = (f64::from(captions.max_lines) * size * CAPTION_LINE).min(safe.height());
    let y0 = match captions.position {
        CaptionPosition::Lower => safe.y1 - height,
        CaptionPosition::Middle => safe.center().y - height / 2.0,
        CaptionPosition::Upper => safe.y0,
    };
    Some((captions, Rect { y0, y1: y0 + height, ..safe }))
}
