//! What each element type draws: from its fields and the room it has to its size and its ink.
//!
//! One file a type. None of them knows where its element stands or how it moves: that is layout's.

use kurbo::Size;

use crate::video::layout::{Body, Measure};

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
