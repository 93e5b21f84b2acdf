//! Frames as pictures and as numbers.

use std::sync::Arc;

use rayon::prelude::*;

use super::Preview;
use super::describe::{Shot, describe};
use super::overlay::Overlay;
use crate::video::check::contrasts;
use crate::video::ink::Piece;
use crate::video::layout::Frame;
use crate::video::paint::{Image, Painter, Precision};
use crate::video::platform;
use crate::video::text::Typesetter;

/// The longest side of a picture in pixels: larger ones are made smaller by those who look at them.
pub const MAX_SIDE: f64 = 1568.0;

/// What is drawn over frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks {
    /// The box of each element with its id.
    pub boxes: bool,
    /// What the platforms cover, and the area that stays clear.
    pub safe: bool,
}

impl Preview {
    /// What frames show, in numbers and words.
    pub fn describe(&self, frames: &[u32]) -> Vec<Shot> {
        let occluders = platform::occluders(&self.expanded.project);
        let describe = |number: &u32| {
            let frame = self.plan.frame(*number);
            let contrasts = contrasts(&self.plan, &frame, &self.pictures);
            describe(&self.plan, &frame, &occluders, &contrasts)
        };
        frames.par_iter().map(describe).collect()
    }

    /// Paints frames, each `width` pixels wide or as wide as [`MAX_SIDE`] allows.
    pub fn paint(&self, frames: &[u32], width: u32, marks: Marks, precision: Precision) -> Vec<Image> {
        let canvas = self.plan.canvas;
        let scale = (f64::from(width) / canvas.width).min(MAX_SIDE / canvas.width.max(canvas.height));
        let new = || Painter::new(canvas, scale, Arc::clone(&self.pictures), precision);
        let paint = |painter: &mut Painter, number: &u32| {
            let frame = self.plan.frame(*number);
            let over = self.marks(&frame, marks);
            Image::of(painter.paint_under(&self.plan, &frame, &over))
        };
        frames.par_iter().map_init(new, paint).collect()
    }

    fn marks(&self, frame: &Frame, marks: Marks) -> Vec<Piece> {
        if marks == Marks::default() {
            return Vec::new();
        }
        let mut text = Typesetter::new(&self.fonts);
        let mut overlay = Overlay::new(&self.plan, &mut text);
        if marks.safe {
            let area = platform::safe_area(&self.expanded.project);
            overlay.safe(area, &platform::occluders(&self.expanded.project));
        }
        if marks.boxes {
            overlay.boxes(&self.plan, frame);
        }
        overlay.finish()
    }
}
