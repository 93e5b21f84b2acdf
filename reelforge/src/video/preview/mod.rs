//! A look at a project without rendering it: frames as pictures, and what is in them as numbers.

mod collisions;
mod describe;
mod moments;
mod overlay;
mod picture;

use std::sync::Arc;

pub use collisions::{ShotCover, ShotMove, ShotOverlap};
pub use describe::{Shot, ShotCaptions, ShotElement};
pub use moments::settled_frame;
pub use picture::{MAX_SIDE, Marks};

use super::audio::Tracks;
use super::cues;
use super::expand::{Expanded, expand};
use super::layout::Plan;
use super::pictures::Pictures;
use super::project::Project;
use super::project::model::Time;
use super::text::Fonts;
use super::theme::Look;
use super::time::{BadTime, Heard, Times};

/// A project that can be looked at.
#[derive(Debug)]
pub struct Preview {
    expanded: Expanded,
    fonts: Fonts,
    pictures: Arc<Pictures>,
    plan: Plan,
    heard: Heard,
}

/// Why there is no frame at a time.
#[derive(Debug, Clone, PartialEq)]
pub enum NoFrame {
    /// The time stands for no moment.
    Time(BadTime),
    /// The moment lies beyond the end; holds it and the length of the video, in seconds.
    Beyond(f64, f64),
}

impl Preview {
    /// Lays out a project with its files and their sound. What cannot be read of its files is left out; the checks report it.
    pub fn new(project: &Project, tracks: &Arc<Tracks>) -> Self {
        let (files, heard) = (Arc::clone(tracks.files()), cues::hear(project, tracks));
        let expanded = expand(project, files.as_ref(), &heard);
        let (fonts, _) = Fonts::of(&Look::of(&expanded.project), files.as_ref());
        let pictures = Arc::new(Pictures::new(files));
        let plan = Plan::build(&expanded, &Times::of(&expanded.project, &heard), &fonts, &pictures);
        Self { expanded, fonts, pictures, plan, heard }
    }

    /// The plan of the project.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The pictures that it shows.
    pub fn pictures(&self) -> &Arc<Pictures> {
        &self.pictures
    }

    /// The frame at a time. In a scene, given by its index, seconds count from its start; else from the video's.
    pub fn frame_at(&self, scene: Option<usize>, time: &Time) -> Result<u32, NoFrame> {
        let times = Times::of(&self.expanded.project, &self.heard);
        let moment = times.moment(scene, time).map_err(NoFrame::Time)?;
        let number = (moment.t * f64::from(self.plan.fps)).round();
        // The end of the video is no frame of it, but whoever asks for it means the last one.
        if !(0.0..=f64::from(self.plan.frames)).contains(&number) || self.plan.frames == 0 {
            return Err(NoFrame::Beyond(moment.t, times.timeline().duration));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be one of the frames"
        )]
        let number = number as u32;
        Ok(number.min(self.plan.frames - 1))
    }

    /// The frame that shows a scene best: as much of it as ever at once, at rest. None for a scene without a frame.
    pub fn settled_frame(&self, scene: usize) -> Option<u32> {
        moments::settled_frame(&self.plan, scene)
    }
}
