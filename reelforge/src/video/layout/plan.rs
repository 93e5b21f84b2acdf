//! What does not change from frame to frame.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use kurbo::{Rect, Size};

use super::{Caption, Moves, PartState};
use crate::video::ink::{Paint, Pieces, Rgba};
use crate::video::pictures::Play;
use crate::video::project::model::{Element, Fit, Motion, Transition};

/// A project that is ready to be shown.
#[derive(Debug)]
pub struct Plan {
    /// Size of the canvas in pixels.
    pub canvas: Size,
    /// Frames per second.
    pub fps: u32,
    /// Number of frames of the video.
    pub frames: u32,
    /// The scenes, in order.
    pub scenes: Vec<ScenePlan>,
    /// The captions by time, one at a time.
    pub captions: Vec<Caption>,
}

/// A scene that is ready to be shown.
#[derive(Debug)]
pub struct ScenePlan {
    /// Its id.
    pub id: String,
    /// Its address in the project.
    pub path: String,
    /// Its first frame, and the first after it.
    pub frames: Range<u32>,
    /// How it replaces the scene before.
    pub transition: Transition,
    /// What lies behind its elements.
    pub backdrop: Backdrop,
    /// What its flow fills: the safe area, or the canvas.
    pub area: Rect,
    /// Pixels by which the elements in the flow are taller or wider than the area; 0 when they fit.
    pub overflow: Size,
    /// Its elements in painting order: by layer, then as they are written; a group stands before its children, which
    /// follow it at once.
    pub items: Vec<Item>,
}

/// What lies behind a scene's elements.
#[derive(Debug, Clone, PartialEq)]
pub enum Backdrop {
    /// A colour or a gradient.
    Paint(Paint),
    /// A picture that fills the canvas.
    Picture {
        /// The file, as a path from the project folder.
        file: Arc<str>,
        /// Its size in its own pixels; none of a drawing, and when it cannot be read.
        source: Option<Size>,
        /// How it fills the canvas.
        fit: Fit,
        /// The point that stays visible, as fractions of width and height.
        focus: [f64; 2],
        /// How much it is darkened, 0 to 1.
        dim: f64,
        /// Standard deviation of its blur in canvas pixels.
        blur: f64,
        /// A continuous move.
        motion: Option<Motion>,
        /// What shows where the picture does not reach, and when it cannot be read.
        behind: Rgba,
    },
    /// A clip that covers the canvas.
    Clip {
        /// The file, as a path from the project folder.
        file: Arc<str>,
        /// Size of its frames.
        size: Size,
        /// How it is played from the beginning of the scene on.
        play: Play,
        /// How much it is darkened, 0 to 1.
        dim: f64,
        /// What shows where a frame cannot be decoded.
        behind: Rgba,
    },
}

/// An element in its place.
#[derive(Debug)]
pub struct Item {
    /// The element; those of components have their values filled in.
    pub element: Element,
    /// Its address. Elements inside of a component's instance have addresses that continue the instance's.
    pub path: String,
    /// Its id; the last segment of its address.
    pub id: String,
    /// Index of the group that it is in.
    pub parent: Option<usize>,
    /// Index after the last of its descendants, which follow it.
    pub end: usize,
    /// Its own layer for those at the top, that of the outermost group for those inside.
    pub layer: i32,
    /// The first frame that shows it, and the first that does not, within those of the scene and of its group.
    pub frames: Range<u32>,
    /// Its box on the canvas without motion: what the flow gave it, or where `x`, `y` or `pin` put it.
    pub rect: Rect,
    /// Whether it stands in the flow.
    pub in_flow: bool,
    /// What it draws, relative to the top left corner of `rect`.
    pub body: Body,
    /// What is known about its content.
    pub measure: Measure,
    /// How it comes, moves and goes.
    pub moves: Moves,
}

/// What an element draws.
#[derive(Clone)]
pub enum Body {
    /// The same on every frame.
    Still(Pieces),
    /// Another picture as time passes.
    Live(Arc<dyn Live>),
}

/// Content that changes while it is shown: a number that counts, bars that grow, an animated picture.
pub trait Live: Send + Sync {
    /// What is drawn at a moment. The same moment always gives the same pieces.
    fn pieces(&self, clock: &Clock) -> Pieces;

    /// The state of each of these pieces at that moment, where they appear one after the other; those of `enter` and
    /// `exit` come on top.
    fn parts(&self, _: &Clock) -> Option<Arc<[PartState]>> {
        None
    }
}

/// A moment as an element sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    /// Seconds since the element appeared.
    pub since: f64,
    /// How much of the element's time has passed, 0 to 1.
    pub element: f64,
    /// How much of the scene's time has passed, 0 to 1.
    pub scene: f64,
    /// How much of the video's time has passed, 0 to 1.
    pub video: f64,
}

impl Clock {
    /// When all is over.
    pub const END: Self = Self { since: 1.0e6, element: 1.0, scene: 1.0, video: 1.0 };
}

impl Body {
    /// What is drawn at a moment.
    pub fn pieces(&self, clock: &Clock) -> Pieces {
        match self {
            Self::Still(pieces) => Arc::clone(pieces),
            Self::Live(live) => live.pieces(clock),
        }
    }

    /// The state of each piece at a moment, where they do not move as one.
    pub fn parts(&self, clock: &Clock) -> Option<Arc<[PartState]>> {
        match self {
            Self::Still(_) => None,
            Self::Live(live) => live.parts(clock),
        }
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Still(pieces) => write!(out, "Still({} pieces)", pieces.len()),
            Self::Live(_) => out.write_str("Live"),
        }
    }
}

/// What is known about an element's content once it is laid out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Measure {
    /// All that can be read in it, without marks.
    pub text: String,
    /// Font size in canvas pixels that its smallest text is set in, after shrinking; 0 without text.
    pub font_px: f64,
    /// The size that was asked for.
    pub wanted_px: f64,
    /// Weight of the text, 400 for regular.
    pub weight: u32,
    /// Colour of the text.
    pub color: Option<Rgba>,
    /// Its lines of text, relative to the element's box.
    pub lines: Vec<Line>,
    /// Characters that no font has, each once.
    pub missing: Vec<String>,
    /// Families that stood in for the one that was asked for, with the number of glyphs.
    pub fallbacks: Vec<(String, usize)>,
    /// The weight nearest to the one that was asked for, when its family lacks that one.
    pub nearest_weight: Option<u32>,
    /// What does not fit.
    pub overflow: Option<Overflow>,
    /// Size of a picture's file in pixels.
    pub source: Option<Size>,
    /// Frames per second of a clip, as fast as it is played.
    pub rate: Option<f64>,
}

/// A line of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What its letters and outlines cover.
    pub rect: Rect,
    /// What it says.
    pub text: String,
}

/// What of an element does not fit into the room it has.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Overflow {
    /// Pixels that are missing in width.
    pub width: f64,
    /// Pixels that are missing in height.
    pub height: f64,
    /// Lines beyond `max_lines`.
    pub lines: u32,
    /// The largest font size in pixels with which all would fit; none when no readable size does.
    pub fitting_px: Option<f64>,
}
