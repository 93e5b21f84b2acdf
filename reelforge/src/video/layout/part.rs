//! The elements of a scene with the time in which each is shown.

use std::ops::Range;

use crate::video::project::model::{Animation, AnimationKind, Element, Time};
use crate::video::time::Times;

/// An element with its time.
#[derive(Debug)]
pub(super) struct Part<'e> {
    pub(super) element: &'e Element,
    /// The frames that show it, within those of its group.
    pub(super) frames: Range<u32>,
    /// How it appears, with the default written out.
    pub(super) enter: Animation,
    /// The elements of a group.
    pub(super) children: Vec<Part<'e>>,
    /// How many elements it is, itself and all in it.
    pub(super) count: usize,
}

/// What times in a scene stand for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments<'a> {
    pub(super) times: &'a Times<'a>,
    pub(super) scene: usize,
    pub(super) fps: u32,
}

impl Moments<'_> {
    /// A time of an element in seconds of the video.
    pub(super) fn moment(&self, time: &Time) -> Option<f64> {
        let moment = self.times.moment(Some(self.scene), time).ok()?;
        moment.t.is_finite().then_some(moment.t)
    }

    /// The time of a frame in seconds of the video.
    pub(super) fn seconds(&self, frame: u32) -> f64 {
        f64::from(frame) / f64::from(self.fps)
    }

    /// Elements with their times, without those that are hidden; `within` are the frames of the scene or group.
    pub(super) fn parts<'e>(
        &self,
        elements: &'e [Element],
        within: &Range<u32>,
        is_scene: bool,
    ) -> Vec<Part<'e>> {
        let shown = elements.iter().filter(|element| !element.common.hidden);
        shown.map(|element| self.part(element, within, is_scene)).collect()
    }

    fn part<'e>(&self, element: &'e Element, within: &Range<u32>, is_scene: bool) -> Part<'e> {
        let (start, end) = self.times.span(self.scene, element);
        let frame = |t: Option<f64>, default: u32| {
            t.map_or(default, |t| frame_at(t, self.fps)).clamp(within.start, within.end)
        };
        let first = frame(start, within.start);
        let frames = first..frame(end, within.end).max(first);
        // The first frame is the poster, and what begins with its group comes with it.
        let is_there = first == within.start && (self.scene == 0 || !is_scene);
        let children = self.parts(element.children(), &frames, false);
        Part {
            element,
            enter: element.common.enter.clone().unwrap_or_else(|| {
                let kind = if is_there { AnimationKind::None } else { AnimationKind::Fade };
                Animation { kind, ..Animation::default() }
            }),
            frames,
            count: 1 + children.iter().map(|child| child.count).sum::<usize>(),
            children,
        }
    }
}

/// The frame that is nearest to a moment.
pub(super) fn frame_at(t: f64, fps: u32) -> u32 {
    let frame = (t * f64::from(fps)).round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let frame = frame.clamp(0.0, f64::from(u32::MAX)) as u32;
    frame
}
