//! What one output frame shows.

use std::sync::Arc;

use kurbo::{Affine, Rect, Size};
use schemars::JsonSchema;
use serde::Serialize;

use crate::video::ink::Pieces;
use crate::video::motion::Effect;

/// One output frame.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Its number, from 0.
    pub number: u32,
    /// Its time: number ÷ frames per second.
    pub t: f64,
    /// The scenes that are seen, the last on top: one, or two while one replaces the other.
    pub stages: Vec<Stage>,
    /// What is written over all of them.
    pub captions: Option<CaptionNode>,
}

/// The words of captions at a frame, in canvas pixels.
#[derive(Debug, Clone)]
pub struct CaptionNode {
    /// What they say, with a line break between lines.
    pub text: String,
    /// What they cover once all of them show, with their panel.
    pub rect: Rect,
    /// What is drawn.
    pub pieces: Pieces,
    /// The state of each piece, where they do not show as one.
    pub parts: Option<Arc<[PartState]>>,
}

/// A scene at one of its frames.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Index of the scene in the plan.
    pub scene: usize,
    /// The frame of the video whose state is shown: that of the output frame, or the last one of a scene that is held
    /// underneath the next.
    pub number: u32,
    /// What the transition does with the whole scene.
    pub effect: Effect,
    /// Where the backdrop's picture lies, moved by its motion: relative to the place that covers the canvas.
    pub backdrop: Affine,
    /// Which frame of the backdrop's clip is shown; 0 without one.
    pub backdrop_frame: u32,
    /// The elements that exist at this frame, in painting order: a group stands before its children.
    pub nodes: Vec<Node>,
}

/// An element at a frame.
#[derive(Debug, Clone)]
pub struct Node {
    /// Index of its item in the scene's plan.
    pub item: usize,
    /// Index in `nodes` after the last of its descendants, which follow it.
    pub end: usize,
    /// What is drawn, relative to the top left corner of the item's box.
    pub pieces: Pieces,
    /// From the item's coordinates to the canvas, with the motion of its groups.
    pub transform: Affine,
    /// Its own opacity. That of its group is not in it: a group is drawn as one.
    pub opacity: f64,
    /// Product of its opacity and those of its groups.
    pub visible_opacity: f64,
    /// Standard deviation of its blur, in canvas pixels.
    pub blur: f64,
    /// What of its own box shows, from the left: 0 to 1. See [`uncovered`].
    pub wipe: f64,
    /// How much of its lines is drawn, from their beginning: 0 to 1.
    pub draw: f64,
    /// The state of each piece, where they do not move as one.
    pub parts: Option<Arc<[PartState]>>,
    /// Whether it is coming, there, or going.
    pub phase: Phase,
    /// What it covers on the canvas: ink after motion and wipe, with that of its children; not cut at the canvas.
    /// Empty when nothing shows.
    pub ink: Rect,
    /// The same as a polygon, when it is turned by more than 5 degrees.
    pub turned: Option<[kurbo::Point; 4]>,
}

/// A piece that moves on its own, while an element comes or goes by lines, words or letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartState {
    /// In the item's coordinates, before the item's own transform.
    pub transform: Affine,
    /// On top of the element's opacity.
    pub opacity: f64,
    /// Standard deviation of its blur, in canvas pixels.
    pub blur: f64,
    /// What of its bounds shows, from the left: 0 to 1. See [`uncovered`].
    pub wipe: f64,
}

impl PartState {
    /// As if it did not move on its own.
    pub const STILL: Self = Self { transform: Affine::IDENTITY, opacity: 1.0, blur: 0.0, wipe: 1.0 };
}

/// The part of a plane that shows when something is uncovered from the left: all that lies left of the edge, which
/// crosses the box. None when all shows.
pub fn uncovered(bounds: Rect, wipe: f64) -> Option<Rect> {
    /// Further than what is seen of anything reaches.
    const FAR: f64 = 1.0e5;
    let edge = bounds.x0 + bounds.width() * wipe.max(0.0);
    (wipe < 1.0).then(|| Rect::new(-FAR, -FAR, edge, FAR))
}

impl Node {
    /// What of an element's own coordinates shows while it is uncovered: along its box, or along what it draws where
    /// that has no width. None when all shows.
    pub fn uncovered(&self, size: Size) -> Option<Rect> {
        let drawn = || self.pieces.iter().map(|piece| piece.bounds).reduce(|a, b| a.union(b));
        let along = if size.width > 0.0 { None } else { drawn() };
        uncovered(along.unwrap_or(size.to_rect()), self.wipe)
    }
}

/// Whether an element is coming, there, or going.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// In its `enter` animation.
    Entering,
    /// At rest, or moving on its own.
    Settled,
    /// In its `exit` animation.
    Leaving,
}
