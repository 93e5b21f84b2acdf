//! Frames that fail one after the other.

use std::ops::Range;

/// An interval of frames that fail, with what was measured at the worst of them.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::video::check) struct Run<T> {
    /// The first frame, and the first after the last.
    pub(in crate::video::check) frames: Range<u32>,
    /// The worst frame.
    pub(in crate::video::check) worst: u32,
    /// What was measured there.
    pub(in crate::video::check) value: T,
    badness: f64,
}

/// The intervals of one thing, in order.
#[derive(Debug, Clone)]
pub(in crate::video::check) struct Runs<T> {
    pub(in crate::video::check) all: Vec<Run<T>>,
}

impl<T> Default for Runs<T> {
    fn default() -> Self {
        Self { all: Vec::new() }
    }
}

impl<T> Runs<T> {
    /// Adds a frame that fails; frames come in order.
    pub(in crate::video::check) fn add(&mut self, frame: u32, badness: f64, value: T) {
        match self.all.last_mut().filter(|run| run.frames.end == frame) {
            Some(run) => {
                run.frames.end = frame + 1;
                if badness > run.badness {
                    (run.worst, run.value, run.badness) = (frame, value, badness);
                }
            }
            None => self.all.push(Run { frames: frame..frame + 1, worst: frame, value, badness }),
        }
    }

    /// The interval with the worst frame; of equals, the first.
    pub(in crate::video::check) fn worst(&self) -> Option<&Run<T>> {
        self.all.iter().reduce(|a, b| if b.badness > a.badness { b } else { a })
    }
}

/// The longest stretch in which something holds, as indexes.
pub(in crate::video::check) fn longest(holds: impl IntoIterator<Item = bool>) -> Range<usize> {
    let (mut best, mut start, mut at) = (0..0, 0, 0);
    for is_so in holds {
        at += 1;
        if !is_so {
            start = at;
        } else if at - start > best.len() {
            best = start..at;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_one_after_the_other_are_one_run() {
        let mut runs = Runs::default();
        for (frame, badness) in [(3, 1.0), (4, 5.0), (5, 5.0), (9, 2.0)] {
            runs.add(frame, badness, frame);
        }
        let spans: Vec<_> = runs.all.iter().map(|run| (run.frames.clone(), run.worst)).collect();
        assert_eq!(spans, [(3..6, 4), (9..10, 9)]);
        assert_eq!(runs.worst().unwrap().value, 4);
    }

    #[test]
    fn the_longest_stretch_is_the_first_of_equals() {
        assert_eq!(longest([false, true, true, false, true, true, false]), 1..3);
        assert_eq!(longest([true, true, true]), 0..3);
        assert_eq!(longest([false]), 0..0);
    }
}
