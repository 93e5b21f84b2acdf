//! Paints frames one after the other, and only what changes between them.

use std::sync::Arc;

use kurbo::Size;
use vello_cpu::Pixmap;

use super::painter::pixels;
use super::{Painter, Precision};
use crate::video::ink::Paint;
use crate::video::layout::{Backdrop, Change, Frame, Plan};
use crate::video::pictures::Pictures;

/// Paints a strip of frames on one thread. Each has the pixels that a [`Painter`] gives it, whatever came before.
///
/// What lies below all that moves is painted once and kept: a background, a picture that stands still, the scene that
/// another one slides over.
#[derive(Debug)]
pub struct Strip {
    painter: Painter,
    last: Option<Frame>,
    /// What lies below a change, painted.
    below: Option<(Change, Pixmap)>,
    /// Whether more than that could have been kept for the last frame.
    is_shallow: bool,
}

impl Strip {
    /// For a canvas, at a scale: see [`Painter::new`].
    pub fn new(canvas: Size, scale: f64, pictures: Arc<Pictures>, precision: Precision) -> Self {
        let painter = Painter::new(canvas, scale, pictures, precision);
        Self { painter, last: None, below: None, is_shallow: false }
    }

    /// Width and height in pixels of a canvas that is painted at a scale.
    pub fn size(canvas: Size, scale: f64) -> (u32, u32) {
        let (width, height) = pixels(canvas, scale);
        (width.into(), height.into())
    }

    /// Paints the next frame of a plan, always the same one. None when it looks like the one before.
    pub fn paint(&mut self, plan: &Plan, frame: Frame) -> Option<&Pixmap> {
        let change = match &self.last {
            None => Change::ALL,
            Some(last) => frame.change_from(last)?,
        };
        let frame = &*self.last.insert(frame);
        let kept = self.below.as_ref().map(|(kept, _)| *kept).filter(|kept| *kept <= change);
        // Keeping more pays off where the next frames share it too.
        let is_enough = kept.is_some_and(|kept| kept == change || !self.is_shallow);
        self.is_shallow = kept.is_some_and(|kept| kept < change) && is_enough;
        if let Some((kept, below)) = self.below.as_ref().filter(|_| is_enough) {
            return Some(self.painter.paint_above(plan, frame, *kept, Some(below)));
        }
        if !pays_off(plan, frame, change) {
            self.below = None;
            return Some(self.painter.paint(plan, frame));
        }
        let pixels = self.painter.paint_below(plan, frame, change);
        match &mut self.below {
            Some((kept, below)) => {
                *kept = change;
                below.data_as_u8_slice_mut().copy_from_slice(pixels.data_as_u8_slice());
            }
            empty => *empty = Some((change, pixels.clone())),
        }
        Some(self.painter.paint_above(plan, frame, change, None))
    }
}

/// Whether what lies below a change takes longer to paint than to copy.
fn pays_off(plan: &Plan, frame: &Frame, change: Change) -> bool {
    let Some(nodes) = change.node else { return change.stage > 0 };
    let scene = frame.stages.get(change.stage).and_then(|stage| plan.scenes.get(stage.scene));
    let is_plain = scene.is_none_or(|scene| matches!(scene.backdrop, Backdrop::Paint(Paint::Solid(_))));
    change.stage > 0 || nodes > 0 || !is_plain
}
