//! What a time stands for in a project.

use std::fmt;

use super::expr::{Edge, Term, TimeExpr};
use super::speech::{self, Speech, Spoken};
use super::timeline::Timeline;
use super::words::words;
use crate::video::project::model::{BeatWord, Beats, Project, Scene, Time};

/// How many names may stand for each other.
const MAX_NAMES: usize = 8;

/// A project with the times of everything in it.
#[derive(Debug)]
pub struct Times<'a> {
    pub(super) project: &'a Project,
    pub(super) speech: Speech,
    pub(super) timeline: Timeline,
    /// The scenes have their places, so that `end` has a meaning.
    pub(super) placed: bool,
}

/// A moment of the video.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Seconds from the video's start, not yet on a frame.
    pub t: f64,
    /// It is estimated from the script.
    pub estimated: bool,
}

/// Why a time stands for no moment.
#[derive(Debug, Clone, PartialEq)]
pub enum BadTime {
    /// It is no time expression; says why.
    Syntax(String),
    /// The phrase is spoken nowhere.
    NoPhrase(String),
    /// There are fewer of them; holds what is counted and how many there are.
    TooFew(String, usize),
    /// Nothing is spoken that sentences and pauses could be counted in.
    NoSpeech,
    /// There is no music whose beats could be counted.
    NoMusic,
    /// No time in `cues` has this name.
    NoName(String),
    /// The names stand for each other.
    Circle(String),
    /// Only the sound files tell. This is no fault.
    NotYet,
}

impl fmt::Display for BadTime {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(why) => out.write_str(why),
            Self::NoPhrase(phrase) => write!(out, "`{phrase}` is spoken nowhere"),
            Self::TooFew(what, 0) => write!(out, "there is no {what}"),
            Self::TooFew(what, count) => write!(out, "there are only {count} of {what}"),
            Self::NoSpeech => out.write_str("nothing is spoken: no scene has `say`"),
            Self::NoMusic => out.write_str("there is no music with beats"),
            Self::NoName(name) => write!(out, "`cues` has no time named `{name}`"),
            Self::Circle(name) => write!(out, "the time `{name}` of `cues` depends on itself"),
            Self::NotYet => out.write_str("only the sound files tell when that is"),
        }
    }
}

impl std::error::Error for BadTime {}

impl Times<'_> {
    /// When the scenes and elements are shown.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The moment that a time stands for: within a scene, by its index, or outside of all.
    pub fn moment(&self, scene: Option<usize>, time: &Time) -> Result<Moment, BadTime> {
        self.named(scene, time, &mut Vec::new())
    }

    fn named(&self, scene: Option<usize>, time: &Time, names: &mut Vec<String>) -> Result<Moment, BadTime> {
        let expr = match time {
            Time::Seconds(seconds) => TimeExpr { term: Term::Start, shift: *seconds },
            Time::Expr(text) => text.parse().map_err(BadTime::Syntax)?,
        };
        let estimated = self.is_estimated();
        let words = Moment { t: 0.0, estimated };
        let start = match expr.term {
            Term::Start => Moment { t: self.bounds(scene).map_or(0.0, |(t0, _)| t0), estimated: false },
            Term::Cue { phrase, nth, edge } => Moment { t: self.phrase(scene, &phrase, nth, edge)?, ..words },
            Term::Sentence(nth) => Moment { t: self.sentence(scene, nth)?, ..words },
            Term::Pause(nth) => Moment { t: self.pause(scene, nth)?, ..words },
            Term::Beat(nth) => Moment { t: self.beat(nth)?, estimated: false },
            Term::End if self.placed => {
                let (_, end) = self.bounds(scene).ok_or(BadTime::NotYet)?;
                Moment { t: end, estimated }
            }
            Term::End => return Err(BadTime::NotYet),
            Term::Named(name) => {
                let Some(time) = self.project.cues.get(&name) else { return Err(BadTime::NoName(name)) };
                if names.contains(&name) || names.len() == MAX_NAMES {
                    return Err(BadTime::Circle(name));
                }
                names.push(name);
                self.named(None, time, names)?
            }
        };
        Ok(Moment { t: start.t + expr.shift, ..start })
    }

    /// Beginning and end of a scene, or of the video.
    fn bounds(&self, scene: Option<usize>) -> Option<(f64, f64)> {
        match scene {
            Some(index) => self.timeline.scenes.get(index).map(|scene| (scene.t0, scene.t1)),
            None => Some((0.0, self.timeline.duration)),
        }
    }

    fn phrase(&self, scene: Option<usize>, phrase: &str, nth: u32, edge: Edge) -> Result<f64, BadTime> {
        let wanted = words(phrase);
        let places = self.speech.places(&wanted);
        let spoken = self.speech.all();
        let own = scene.map(|index| self.speech.range(index));
        for within in own.into_iter().chain(std::iter::once(0..spoken.len())) {
            let first = places.partition_point(|at| *at < within.start);
            let inside = places[first..].iter().take_while(|at| **at + wanted.len() <= within.end);
            let mut moments = inside.map(|at| match edge {
                Edge::Start => spoken[*at].t0,
                Edge::End => spoken[at + wanted.len() - 1].t1,
            });
            match speech::pick(&mut moments, nth) {
                Ok(t) => return Ok(t),
                Err(0) => {}
                Err(count) => return Err(BadTime::TooFew(format!("`{phrase}`"), count)),
            }
        }
        // A voice without a script in the project has its words in a file.
        let is_unknown = self.speech.all().is_empty() && self.has_voice();
        Err(if is_unknown { BadTime::NotYet } else { BadTime::NoPhrase(phrase.to_owned()) })
    }

    fn sentence(&self, scene: Option<usize>, nth: u32) -> Result<f64, BadTime> {
        let spoken = self.spoken(scene)?;
        speech::sentence(spoken, nth).map_err(|count| BadTime::TooFew(format!("sentence({nth})"), count))
    }

    fn pause(&self, scene: Option<usize>, nth: u32) -> Result<f64, BadTime> {
        let spoken = self.spoken(scene)?;
        if self.has_voice() {
            return Err(BadTime::NotYet);
        }
        speech::pause(spoken, nth).map_err(|count| BadTime::TooFew(format!("pause({nth})"), count))
    }

    /// What a scene says, or the whole script when it says nothing.
    fn spoken(&self, scene: Option<usize>) -> Result<&[Spoken], BadTime> {
        let own = scene.map_or(&[][..], |index| self.speech.scene(index));
        let spoken = if own.is_empty() { self.speech.all() } else { own };
        match spoken {
            [] if self.has_voice() => Err(BadTime::NotYet),
            [] => Err(BadTime::NoSpeech),
            spoken => Ok(spoken),
        }
    }

    fn beat(&self, nth: u32) -> Result<f64, BadTime> {
        match self.project.music.as_ref().map(|music| music.beats) {
            None | Some(Beats::Word(BeatWord::None)) => Err(BadTime::NoMusic),
            Some(Beats::Word(BeatWord::Auto)) => Err(BadTime::NotYet),
            Some(Beats::Grid(grid)) => Ok(grid.offset + f64::from(nth - 1) * 60.0 / grid.bpm.max(1.0)),
        }
    }

    fn has_voice(&self) -> bool {
        has_voice(self.project)
    }

    fn is_estimated(&self) -> bool {
        self.has_voice() || !self.speech.all().is_empty()
    }
}

/// Whether a recording decides when words are spoken.
pub(super) fn has_voice(project: &Project) -> bool {
    project.voice.is_some() || project.scenes.iter().any(|scene: &Scene| scene.voice.is_some())
}
