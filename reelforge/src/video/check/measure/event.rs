//! A frame that checks look at by its pixels.

use std::sync::Arc;

use crate::video::layout::{Frame, Node, Plan};
use crate::video::paint::{Image, Painter, Precision, Show};
use crate::video::pictures::Pictures;

/// The shorter side of what is painted, in pixels.
const SIDE: f64 = 540.0;

/// A painter of the size at which pixels are looked at.
pub(in crate::video::check) fn painter(plan: &Plan, pictures: &Arc<Pictures>) -> Painter {
    let scale = (SIDE / plan.canvas.min_side().max(1.0)).min(1.0);
    Painter::new(plan.canvas, scale, Arc::clone(pictures), Precision::Same)
}

/// A frame at which elements are there in full, with a painter for its parts.
pub(in crate::video::check) struct Event<'a> {
    pub(in crate::video::check) frame: Frame,
    /// Index of the scene's stage in the frame.
    pub(in crate::video::check) stage: usize,
    pub(in crate::video::check) plan: &'a Plan,
    pub(in crate::video::check) painter: &'a mut Painter,
}

impl Event<'_> {
    pub(in crate::video::check) fn nodes(&self) -> &[Node] {
        &self.frame.stages[self.stage].nodes
    }

    /// Pixels per canvas pixel.
    pub(in crate::video::check) fn scale(&self) -> f64 {
        f64::from(self.painter.size().0) / self.plan.canvas.width.max(1.0)
    }

    /// The frame as it is, with some of its nodes changed.
    pub(in crate::video::check) fn paint(&mut self, change: impl Fn(usize, &mut Node)) -> Image {
        let mut frame = self.frame.clone();
        for (index, node) in frame.stages[self.stage].nodes.iter_mut().enumerate() {
            change(index, node);
        }
        Image::of(self.painter.paint(self.plan, &frame))
    }

    /// What a node with all in it covers, after a change of it.
    pub(in crate::video::check) fn cover(&mut self, node: usize, change: impl Fn(&mut Node)) -> Cover {
        let mut frame = self.frame.clone();
        let (scene, item) = (frame.stages[self.stage].scene, self.nodes()[node].item);
        change(&mut frame.stages[self.stage].nodes[node]);
        let pixels = self.painter.paint_some(self.plan, &frame, Show::Only { scene, item });
        let alpha = pixels.data().iter().map(|pixel| pixel.a).collect();
        Cover { width: usize::from(pixels.width()), alpha }
    }
}

/// Coverage of each pixel, row by row.
pub(in crate::video::check) struct Cover {
    pub(in crate::video::check) width: usize,
    pub(in crate::video::check) alpha: Vec<u8>,
}
