//! What each element type draws: from its fields and the room it has to its size and its ink.
//!
//! One file a type. None of them knows where its element stands or how it moves: that is layout's.

pub mod chart;
pub mod code;
pub mod counter;
pub mod image;
mod label;
pub mod list;
mod number;
pub mod progress;
pub mod shape;
mod style;
#[cfg(test)]
mod tests;
pub mod text;
mod tone;

use std::fmt;
use std::sync::Arc;

use kurbo::Size;

use crate::video::layout::{Body, Measure};
use crate::video::pictures::Pictures;
use crate::video::project::model::element::TextAlign;
use crate::video::project::model::{By, Element, Kind, Row, Time};
use crate::video::text::Typesetter;
use crate::video::theme::Look;

/// What an element's content depends on besides its own fields.
pub struct Context<'a> {
    /// Colours, fonts and sizes of the project.
    pub look: &'a Look,
    /// Sets text.
    pub text: &'a mut Typesetter,
    /// The pictures of the project.
    pub pictures: &'a Pictures,
    /// Language of the project, as a BCP-47 tag.
    pub language: &'a str,
    /// Size of the canvas in pixels.
    pub canvas: Size,
    /// Frames per second.
    pub fps: u32,
    /// Seconds that the element is shown.
    pub shown: f64,
    /// What becomes a piece of its own, because `enter` or `exit` moves it on its own.
    pub by: By,
    /// How lines stand in an element that does not say it: as the elements of its layout do. None: at the side where
    /// the text's language begins.
    pub align: Option<TextAlign>,
    /// A time of the element's own fields, in seconds since it appears. None when it is not known.
    pub time: &'a dyn Fn(&Time) -> Option<f64>,
    /// The rows of a list of data, by its name.
    pub rows: &'a dyn Fn(&str) -> Option<&'a [Row]>,
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Context")
            .field("canvas", &self.canvas)
            .field("shown", &self.shown)
            .finish_non_exhaustive()
    }
}

/// The room that an element may fill.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// Its width, when `w` or the flow decides it.
    pub w: Option<f64>,
    /// Its height, when `h` or the flow decides it.
    pub h: Option<f64>,
    /// The most it may take in width: the area's. Lengths in percent refer to it.
    pub max_w: f64,
    /// The most it should take in height: the area's.
    pub max_h: f64,
    /// The size of what it stands in, the canvas or a group: places in percent refer to it.
    pub ground: Size,
}

/// An element with its size.
#[derive(Debug, Clone)]
pub struct Built {
    /// The size of its box.
    pub size: Size,
    /// What it draws, relative to the top left corner of its box.
    pub body: Body,
    /// What is known about its content.
    pub measure: Measure,
}

/// Lays an element out in a room. Groups have no content of their own: layout makes what is in them.
pub fn build(element: &Element, room: &Room, context: &mut Context<'_>) -> Built {
    match &element.kind {
        Kind::Chart(chart) => chart::build(chart, room, context),
        Kind::Code(code) => code::build(code, room, context),
        Kind::Counter(counter) => counter::build(counter, room, context),
        Kind::Image(shown) => image::build(shown, room, context),
        Kind::List(list) => list::build(list, room, context),
        Kind::Progress(progress) => progress::build(progress, room, context),
        Kind::Shape(drawn) => shape::build(drawn, &element.common, room, context),
        Kind::Text(text) => text::build(text, room, context),
        Kind::Video(clip) => image::build_video(clip, room, context),
        Kind::Group(_) | Kind::Use(_) => Built::empty(room),
    }
}

impl Context<'_> {
    /// Seconds that something takes that begins when the element appears. What lacks time hurries, so that its end is
    /// seen.
    fn paced(&self, seconds: f64) -> f64 {
        seconds.min(self.shown - 1.0 / f64::from(self.fps.max(1))).max(0.0)
    }
}

impl Built {
    /// Nothing, as large as it is wanted.
    fn empty(room: &Room) -> Self {
        let size = Size::new(room.w.unwrap_or_default(), room.h.unwrap_or_default());
        Self { size, body: Body::Still(Arc::from([])), measure: Measure::default() }
    }
}
