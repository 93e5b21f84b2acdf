//! Frames as pictures.

use std::sync::Arc;

use super::Preview;
use super::overlay::Overlay;
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
    /// Paints frames, each `width` pixels wide or as wide as [`MAX_SIDE`] allows.
    pub fn paint(&self, frames: &[u32], width: u32, marks: Marks, precision: Precision) -> Vec<Image> {
        let canvas = self.plan.canvas;
        let scale = (f64::from(width) / canvas.width).min(MAX_SIDE / canvas.width.max(canvas.height));
        let mut painter = Painter::new(canvas, scale, Arc::clone(&self.pictures), precision);
        let paint = |number: &u32| {
            let frame = self.plan.frame(*number);
            let over = self.marks(&frame, marks);
            Image::of(painter.paint_under(&self.plan, &frame, &over))
        };
        frames.iter().map(paint).collect()
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
