//! How an element moves, with all its times and places known.

use kurbo::{Point, Size, Vec2};

use super::Phase;
use super::make::moves_by;
use super::part::{Moments, Part};
use super::place::px;
use crate::video::ink::{Ink, Pieces};
use crate::video::motion::{Course, Key, Pose, Reach, Track, Tracks, drift};
use crate::video::project::model::{Animation, AnimationKind, By, Keyframe, Length, Motion};

/// How an element moves.
#[derive(Debug, Clone)]
pub struct Moves {
    enter: Option<Course>,
    exit: Option<Course>,
    tracks: Tracks,
    drift: Option<Motion>,
    /// Its size, turn and opacity without motion.
    rest: Pose,
    /// Seconds that it is shown.
    life: f64,
    /// Seconds from its first frame to its last, at which it has gone: a scene that is held underneath the next one
    /// would show what is left of it.
    last: f64,
    reach: Reach,
    canvas: Size,
}

/// A moment of an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// Seconds since it appeared.
    pub(super) since: f64,
    /// Seconds of the video.
    pub(super) t: f64,
}

impl Moves {
    /// `size` is that of the box that the element stands in, and `corner` where its own box begins in that, without
    /// `offset`.
    pub(super) fn of(
        part: &Part<'_>,
        moments: Moments<'_>,
        pieces: &Pieces,
        (size, corner): (Size, Point),
        canvas: Size,
    ) -> Self {
        let common = &part.element.common;
        let shown = part.frames.end - part.frames.start;
        let (life, last) = (moments.seconds(shown), moments.seconds(shown.saturating_sub(1)));
        let course = |animation: &Animation| {
            let animation = drawable(animation, pieces);
            let parts = if moves_by(&animation) == By::Element { 1 } else { orders(pieces) };
            Course::of(&animation, parts)
        };
        let mut exit = common.exit.as_ref().and_then(course);
        let mut enter = course(&part.enter);
        let needed = [&enter, &exit].into_iter().flatten().map(Course::seconds).sum::<f64>();
        if needed > last {
            // What lacks time hurries: everything is there once, and gone at the end.
            (enter, exit) = (enter.map(|it| it.paced(last / needed)), exit.map(|it| it.paced(last / needed)));
        }
        Self {
            enter,
            exit,
            tracks: tracks(part, moments, size, corner),
            drift: common.motion,
            rest: Pose { scale: common.scale, rotate: common.rotate, opacity: common.opacity, ..Pose::REST },
            life,
            last,
            reach: Reach::on(canvas),
            canvas,
        }
    }

    /// Seconds that the element takes to appear.
    pub fn enter_seconds(&self) -> f64 {
        self.enter.as_ref().map_or(0.0, Course::seconds)
    }

    /// The element as a whole.
    pub(super) fn pose(&self, moment: Moment) -> Pose {
        let Tracks { x, y, scale, rotate, opacity, blur } = &self.tracks;
        let at = |track: &Track, default: f64| track.at(moment.t).unwrap_or(default);
        let placed = Pose {
            shift: Vec2::new(at(x, 0.0), at(y, 0.0)),
            scale: at(scale, self.rest.scale).max(0.0),
            rotate: at(rotate, self.rest.rotate),
            opacity: at(opacity, self.rest.opacity).clamp(0.0, 1.0),
            blur: at(blur, 0.0).max(0.0),
            ..Pose::REST
        };
        let t = if self.life > 0.0 { moment.since / self.life } else { 0.0 };
        let drifted = self.drift.map_or(Pose::REST, |motion| drift(motion, moment.since, t, self.canvas));
        placed.and(drifted).and(self.course(moment, 0, |parts| parts == 1))
    }

    /// One of the element's pieces, while they come or go one after the other.
    pub(super) fn piece(&self, moment: Moment, order: u32) -> Pose {
        self.course(moment, order as usize, |parts| parts > 1)
    }

    /// Whether the element's pieces are not all at rest.
    pub(super) fn is_in_parts(&self, moment: Moment) -> bool {
        let comes = self.enter.as_ref().is_some_and(|it| it.parts() > 1 && moment.since < it.seconds());
        let goes = self.exit.as_ref().is_some_and(|it| it.parts() > 1 && self.leaves(it, moment) >= 0.0);
        comes || goes
    }

    pub(super) fn phase(&self, moment: Moment) -> Phase {
        if self.exit.as_ref().is_some_and(|exit| self.leaves(exit, moment) >= 0.0) {
            Phase::Leaving
        } else if moment.since < self.enter_seconds() {
            Phase::Entering
        } else {
            Phase::Settled
        }
    }

    /// What the courses with such a number of parts do to one of them.
    fn course(&self, moment: Moment, part: usize, has: impl Fn(usize) -> bool) -> Pose {
        let enter = self.enter.as_ref().filter(|course| has(course.parts()));
        let exit = self.exit.as_ref().filter(|course| has(course.parts()));
        let comes = enter.and_then(|it| it.coming(part, moment.since, self.reach));
        let goes = exit.and_then(|it| it.going(part, self.leaves(it, moment), self.reach));
        comes.unwrap_or(Pose::REST).and(goes.unwrap_or(Pose::REST))
    }

    /// Seconds since the element began to leave.
    fn leaves(&self, exit: &Course, moment: Moment) -> f64 {
        moment.since - (self.last - exit.seconds())
    }
}

/// An animation of what these pieces are: only lines can be drawn, all else is uncovered.
fn drawable(animation: &Animation, pieces: &Pieces) -> Animation {
    let has_lines =
        || pieces.iter().flat_map(|piece| &piece.inks).any(|ink| matches!(ink, Ink::Stroke { .. }));
    let mut animation = animation.clone();
    if animation.kind == AnimationKind::Draw && (animation.by != By::Element || !has_lines()) {
        animation.kind = AnimationKind::Wipe;
    }
    animation
}

/// How many pieces appear one after the other.
fn orders(pieces: &Pieces) -> usize {
    pieces.iter().map(|piece| piece.order as usize + 1).max().unwrap_or(1)
}

/// The keyframes of an element. Those at a time that stands for no moment are left out.
fn tracks(part: &Part<'_>, moments: Moments<'_>, size: Size, corner: Point) -> Tracks {
    let keyframes = part.element.common.keyframes.iter();
    let timed: Vec<(f64, &Keyframe)> =
        keyframes.filter_map(|it| Some((moments.moment(&it.at)?, it))).collect();
    let track = |value: &dyn Fn(&Keyframe) -> Option<f64>| {
        let keys = timed.iter().filter_map(|(t, it)| Some(Key { t: *t, value: value(it)?, ease: it.ease }));
        Track::through(keys.collect())
    };
    let from = |length: Option<Length>, whole: f64, corner: f64| length.map(|it| px(it, whole) - corner);
    Tracks {
        x: track(&|it| from(it.x, size.width, corner.x)),
        y: track(&|it| from(it.y, size.height, corner.y)),
        scale: track(&|it| it.scale),
        rotate: track(&|it| it.rotate),
        opacity: track(&|it| it.opacity),
        blur: track(&|it| it.blur),
    }
}
