//! When the elements of a component begin to count their times.
//!
//! Mostly that is a number of seconds, which is added while the component is written out. An instance may also begin at
//! a moment that is named in words, as `at: beat(4)`. When that is depends on how long the scenes before it last, and so
//! on what all components become: it is looked up once everything is written out.

use std::collections::HashMap;

use crate::video::project::model::{Element, Kind, Project, Time};
use crate::video::time::{Heard, MAX_VIDEO, Term, TimeExpr, Times};

/// How many names of `cues` may stand for each other.
const MAX_NAMES: usize = 8;

/// What the times of elements count from: a moment, and seconds after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// Which of the moments in words; none for the scene's start.
    moment: Option<usize>,
    seconds: f64,
}

impl Start {
    pub(super) const SCENE: Self = Self { moment: None, seconds: 0.0 };
}

/// The moments in words at which instances begin.
#[derive(Debug, Default)]
pub(super) struct Starts {
    /// Each with the scene that it is in.
    moments: Vec<(usize, TimeExpr)>,
    /// Which of them the seconds of an element count from, by the element's address.
    of: HashMap<String, usize>,
}

impl Starts {
    /// An element whose seconds count from a start, moved as far as that is known.
    pub(super) fn moved(&mut self, element: &Element, start: Start) -> Element {
        let mut element = element.clone();
        shift(&mut element, &|seconds| Time::Seconds(seconds + start.seconds));
        if let Some(moment) = start.moment {
            self.of.insert(element.common.path.clone(), moment);
        }
        element
    }

    /// The start of the elements in an instance that was moved by `outer`, and now begins at `at`.
    pub(super) fn inside(&mut self, scene: usize, outer: Start, at: &Time) -> Start {
        match at {
            Time::Seconds(seconds) => Start { seconds: *seconds, ..outer },
            Time::Expr(text) => match text.parse() {
                Ok(moment) => {
                    self.moments.push((scene, moment));
                    Start { moment: Some(self.moments.len() - 1), seconds: 0.0 }
                }
                // The check of cues says what is wrong with it.
                Err(_) => Start::SCENE,
            },
        }
    }

    /// Moves the elements that begin at moments in words, now that all elements are there.
    pub(super) fn settle(self, project: &mut Project, heard: &Heard) {
        if self.of.is_empty() {
            return;
        }
        let in_words = |moment: usize, seconds: f64| {
            let (_, TimeExpr { term, shift }) = &self.moments[moment];
            let shift = (shift + seconds).clamp(-MAX_VIDEO, MAX_VIDEO);
            Time::Expr(TimeExpr { term: term.clone(), shift }.to_string())
        };
        let mut placed = project.clone();
        self.each(&mut placed, &in_words);
        let times = Times::of(&placed, heard);
        let starts: Vec<Option<f64>> = self
            .moments
            .iter()
            .map(|(scene, moment)| {
                // In seconds, what counts from the end of a scene would make that scene longer.
                if counts_from_end(project, moment) {
                    return None;
                }
                let begin = times.timeline().scenes.get(*scene).map_or(0.0, |scene| scene.t0);
                let moment = times.moment(Some(*scene), &Time::Expr(moment.to_string()));
                Some(moment.map_or(0.0, |moment| (moment.t - begin).max(0.0)))
            })
            .collect();
        self.each(project, &|moment, seconds| match starts[moment] {
            Some(start) => Time::Seconds(start + seconds),
            None => in_words(moment, seconds),
        });
    }

    /// Moves the elements that begin at moments in words; `time` is the moment so many seconds after one.
    fn each(&self, project: &mut Project, time: &dyn Fn(usize, f64) -> Time) {
        fn walk(starts: &Starts, elements: &mut [Element], time: &dyn Fn(usize, f64) -> Time) {
            for element in elements {
                if let Some(moment) = starts.of.get(&element.common.path) {
                    shift(element, &|seconds| time(*moment, seconds));
                }
                if let Kind::Group(group) = &mut element.kind {
                    walk(starts, &mut group.elements, time);
                }
            }
        }
        for scene in &mut project.scenes {
            walk(self, &mut scene.elements, time);
        }
    }
}

/// Replaces the times of an element that are written in seconds, not those of what is in it.
fn shift(element: &mut Element, time: &dyn Fn(f64) -> Time) {
    let shift = |written: &mut Time| {
        if let Time::Seconds(seconds) = written {
            *written = time(*seconds);
        }
    };
    shift(&mut element.common.at);
    element.common.until.iter_mut().for_each(shift);
    element.common.keyframes.iter_mut().for_each(|keyframe| shift(&mut keyframe.at));
    if let Kind::List(list) = &mut element.kind {
        list.item_at.iter_mut().flatten().for_each(shift);
    }
}

fn counts_from_end(project: &Project, moment: &TimeExpr) -> bool {
    let mut term = moment.term.clone();
    for _ in 0..MAX_NAMES {
        let Term::Named(name) = &term else { break };
        let Some(Time::Expr(text)) = project.cues.get(name) else { return false };
        let Ok(named) = text.parse::<TimeExpr>() else { return false };
        term = named.term;
    }
    term == Term::End
}
