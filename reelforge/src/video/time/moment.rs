//! What a time stands for in a project.

use std::fmt;

use super::expr::{Edge, Term, TimeExpr};
use super::heard::{Heard, HeardBeat};
use super::speech::{self, Speech, Spoken};
use super::timeline::Timeline;
use super::voices::VoiceTime;
use super::words::words;
use crate::video::project::model::{BeatWord, Beats, Project, Time};

/// How many names may stand for each other.
const MAX_NAMES: usize = 8;
/// Seconds that a video has at most.
pub const MAX_VIDEO: f64 = 600.0;

/// A project with the times of everything in it.
#[derive(Debug)]
pub struct Times<'a> {
    pub(super) project: &'a Project,
    pub(super) heard: Heard,
    pub(super) speech: Speech,
    pub(super) voices: Vec<VoiceTime>,
    pub(super) timeline: Timeline,
    /// Scenes whose elements end sooner than a scene may, with when they end in seconds of the scene.
    pub(super) hasty: Vec<(usize, f64)>,
    /// The scenes have their places, so that `end` has a meaning.
    pub(super) placed: bool,
}

/// A moment of the video.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Seconds from the video's start, not yet on a frame.
    pub t: f64,
    /// It is estimated from the script alone.
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

    /// Whether the video is longer than one that can be made.
    pub fn is_too_long(&self) -> bool {
        self.timeline.duration > MAX_VIDEO + 1.0 / f64::from(self.project.canvas.fps.max(1))
    }

    /// The scenes of automatic length whose elements end sooner than a scene may, by index, with the second of the scene
    /// at which they end.
    pub fn hasty(&self) -> &[(usize, f64)] {
        &self.hasty
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
        let start = match expr.term {
            Term::Start => Moment { t: self.bounds(scene).map_or(0.0, |(t0, _)| t0), estimated: false },
            Term::Cue { phrase, nth, edge } => self.phrase(scene, &phrase, nth, edge)?,
            Term::Sentence(nth) => self.sentence(scene, nth)?,
            Term::Pause(nth) => self.pause(scene, nth)?,
            Term::Beat(nth) => Moment { t: self.beat(nth)?, estimated: false },
            Term::End if self.placed => {
                let (_, end) = self.bounds(scene).ok_or(BadTime::NotYet)?;
                Moment { t: end, estimated: self.is_end_estimated(scene) }
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

    fn phrase(&self, scene: Option<usize>, phrase: &str, nth: u32, edge: Edge) -> Result<Moment, BadTime> {
        let places = self.speech.places(&words(phrase));
        let spoken = self.speech.all();
        let own = scene.map(|index| self.speech.range(index));
        for within in own.into_iter().chain(std::iter::once(0..spoken.len())) {
            let first = places.partition_point(|place| place.start < within.start);
            let inside = places[first..].iter().take_while(|place| place.end <= within.end);
            let mut moments = inside.map(|place| {
                let (begin, end) = (&spoken[place.start], &spoken[place.end - 1]);
                match edge {
                    Edge::Start => Moment { t: begin.t0, estimated: begin.estimated },
                    Edge::End => Moment { t: end.t1, estimated: end.estimated },
                }
            });
            match speech::pick(&mut moments, nth) {
                Ok(moment) => return Ok(moment),
                Err(0) => {}
                Err(count) => return Err(BadTime::TooFew(format!("`{phrase}`"), count)),
            }
        }
        // A voice without a script in the project has its words in a file.
        let is_unknown = self.speech.all().is_empty() && self.has_unheard();
        Err(if is_unknown { BadTime::NotYet } else { BadTime::NoPhrase(phrase.to_owned()) })
    }

    fn sentence(&self, scene: Option<usize>, nth: u32) -> Result<Moment, BadTime> {
        let few = |count| BadTime::TooFew(format!("sentence({nth})"), count);
        let spoken = self.spoken(scene)?;
        if spoken.is_empty() {
            let t = self.speech.unknown_sentence(nth).map_err(few)?;
            return Ok(Moment { t, estimated: false });
        }
        let first = speech::sentence(spoken, nth).map_err(few)?;
        Ok(Moment { t: first.t0, estimated: first.estimated })
    }

    fn pause(&self, scene: Option<usize>, nth: u32) -> Result<Moment, BadTime> {
        let spoken = self.spoken(scene)?;
        if self.has_unheard() {
            return Err(BadTime::NotYet);
        }
        let few = |count| BadTime::TooFew(format!("pause({nth})"), count);
        let t = self.speech.pause(spoken, nth).map_err(few)?;
        Ok(Moment { t, estimated: spoken.iter().any(|word| word.estimated) })
    }

    /// What a scene says, or the whole script when it says nothing; empty when only the words are unknown.
    fn spoken(&self, scene: Option<usize>) -> Result<&[Spoken], BadTime> {
        let own = scene.map_or(&[][..], |index| self.speech.scene(index));
        let spoken = if own.is_empty() { self.speech.all() } else { own };
        match spoken {
            [] if self.speech.has_unknown() => Ok(spoken),
            [] if self.has_unheard() => Err(BadTime::NotYet),
            [] => Err(BadTime::NoSpeech),
            spoken => Ok(spoken),
        }
    }

    /// Seconds from the video's start to a beat. The music begins with the video.
    fn beat(&self, nth: u32) -> Result<f64, BadTime> {
        let Some(music) = &self.project.music else { return Err(BadTime::NoMusic) };
        match (music.beats, &self.heard.music) {
            (Beats::Word(BeatWord::None), _) => Err(BadTime::NoMusic),
            (Beats::Grid(grid), _) => Ok(grid.offset + f64::from(nth - 1) * 60.0 / grid.bpm.max(1.0)),
            (Beats::Word(BeatWord::Auto), None) => Err(BadTime::NotYet),
            (Beats::Word(BeatWord::Auto), Some(_)) => {
                speech::pick(self.beats(), nth).map(|beat| beat.t).map_err(|count| match count {
                    0 => BadTime::NoMusic,
                    count => BadTime::TooFew(format!("beat({nth})"), count),
                })
            }
        }
    }

    /// The beats that were heard in the music, in seconds from the video's start, as often as it is repeated.
    pub fn beats(&self) -> impl Iterator<Item = HeardBeat> {
        let (music, heard) = (self.project.music.as_ref(), self.heard.music.as_ref());
        let is_auto = music.is_some_and(|music| music.beats == Beats::Word(BeatWord::Auto));
        music.zip(heard).filter(|_| is_auto).into_iter().flat_map(|(music, heard)| {
            let round = heard.length - music.start;
            let rounds = if music.repeat && round > 0.1 { (MAX_VIDEO / round).ceil() } else { 1.0 };
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 6000")]
            let rounds = 0..rounds as u32;
            let beats = heard.beats.iter().filter(|beat| beat.t >= music.start);
            rounds.flat_map(move |number| {
                let shift = f64::from(number) * round - music.start;
                beats.clone().map(move |beat| HeardBeat { t: beat.t + shift, ..*beat })
            })
        })
    }

    /// Whether there is a voice that nobody listened to.
    fn has_unheard(&self) -> bool {
        let scenes = self.project.scenes.iter().enumerate();
        (self.project.voice.is_some() && self.heard.voice.is_none())
            || scenes
                .into_iter()
                .any(|(index, scene)| scene.voice.is_some() && self.heard.scene(index).is_none())
    }

    /// Whether the end of a scene, or of the video, depends on an estimate.
    fn is_end_estimated(&self, scene: Option<usize>) -> bool {
        let scenes = &self.timeline.scenes;
        let until = scene.map_or(scenes.len(), |index| (index + 1).min(scenes.len()));
        scenes[..until].iter().any(|scene| scene.estimated)
    }
}
