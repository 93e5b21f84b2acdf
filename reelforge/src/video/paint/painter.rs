use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Rect, Shape, Size};
use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::filter_effects::{Filter, FilterFunction};
use vello_cpu::{Level, Pixmap, RasterizerSettings, RenderContext, RenderSettings, Resources, TargetInit};

use super::place::Zoom;
use super::soft::Soft;
use super::{backdrop, draw};
use crate::video::ink::{Piece, Rgba};
use crate::video::layout::{Change, Frame, Node, PartState, Plan, ScenePlan, Stage, uncovered};
use crate::video::pictures::Pictures;

/// The largest side of what is painted, in pixels.
const MAX_SIDE: f64 = 8192.0;
/// What counts as nothing: less than half a step of a byte.
pub(in crate::video) const INVISIBLE: f64 = 0.5 / 255.0;

/// Paints frames of one size. It belongs to one thread and keeps what it needs again.
pub struct Painter {
    pub(super) context: RenderContext,
    pub(super) resources: Resources,
    pub(super) soft: Soft,
    pub(super) pictures: Arc<Pictures>,
    /// From the canvas to the pixels.
    pub(super) scale: Affine,
    /// That of the element that is being painted.
    pub(super) zoom: Zoom,
    canvas: Size,
    target: Pixmap,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (width, height) = self.size();
        write!(out, "Painter({width}×{height})")
    }
}

/// Which instructions of the processor are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precision {
    /// The fastest that it has. Two processors may differ in the last bit of a colour.
    #[default]
    Fastest,
    /// Those that every processor of its kind has: the same pixels everywhere, about half as fast.
    Same,
}

impl Precision {
    /// The instructions that are meant, on this processor.
    pub(in crate::video) fn level(self) -> Level {
        match self {
            Self::Fastest => Level::try_detect().unwrap_or_else(Level::baseline),
            Self::Same => Level::baseline(),
        }
    }
}

/// What of a frame is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// Everything.
    #[default]
    All,
    /// Only an item of a scene, with what is in it, over nothing: the pixels' opacity says what it covers.
    Only {
        /// Index of the scene in the plan.
        scene: usize,
        /// Index of the item in the scene.
        item: usize,
    },
}

impl Painter {
    /// For a canvas, at a scale: at 0.5 a canvas of 1080 × 1920 is painted with 540 × 960 pixels. The scale is kept
    /// within what can be painted, from 1 to 8192 pixels a side.
    pub fn new(canvas: Size, scale: f64, pictures: Arc<Pictures>, precision: Precision) -> Self {
        let (columns, rows) = pixels(canvas, scale);
        let (width, height) = (f64::from(columns), f64::from(rows));
        let settings = RenderSettings { level: precision.level(), num_threads: 0 };
        Self {
            context: RenderContext::new_with(columns, rows, settings),
            resources: Resources::new(),
            soft: Soft::new(settings),
            pictures,
            // Both sides on their own, so that a rounded one is filled to its edge.
            scale: Affine::scale_non_uniform(width / canvas.width.max(1.0), height / canvas.height.max(1.0)),
            zoom: Zoom::NONE,
            canvas,
            target: Pixmap::new(columns, rows),
        }
    }

    /// Width and height of what is painted, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.target.width().into(), self.target.height().into())
    }

    /// Paints a frame. All pixels are solid.
    pub fn paint(&mut self, plan: &Plan, frame: &Frame) -> &Pixmap {
        self.paint_some(plan, frame, Show::All)
    }

    /// Paints a part of a frame.
    pub fn paint_some(&mut self, plan: &Plan, frame: &Frame, show: Show) -> &Pixmap {
        self.paint_all(plan, frame, show, &[])
    }

    /// Paints a frame, and on top of it pieces that stand on the canvas.
    pub fn paint_under(&mut self, plan: &Plan, frame: &Frame, over: &[Piece]) -> &Pixmap {
        self.paint_all(plan, frame, Show::All, over)
    }

    /// Paints what of a frame lies below a change.
    pub(super) fn paint_below(&mut self, plan: &Plan, frame: &Frame, change: Change) -> &Pixmap {
        self.context.reset();
        for (index, stage) in frame.stages.iter().enumerate().take(change.stage + 1) {
            let end = if index < change.stage { Some(stage.nodes.len()) } else { change.node };
            if let (Some(end), Some(scene)) = (end, plan.scenes.get(stage.scene)) {
                self.stage(scene, stage, true, 0..end, Show::All);
            }
        }
        self.finish(TargetInit::Clear(AlphaColor::BLACK))
    }

    /// Paints the rest of a frame over what lies below a change: pixels of [`paint_below`](Self::paint_below), or none when
    /// they were painted last.
    pub(super) fn paint_above(
        &mut self,
        plan: &Plan,
        frame: &Frame,
        change: Change,
        below: Option<&Pixmap>,
    ) -> &Pixmap {
        if let Some(below) = below {
            self.target.data_as_u8_slice_mut().copy_from_slice(below.data_as_u8_slice());
        }
        self.context.reset();
        for (index, stage) in frame.stages.iter().enumerate().skip(change.stage) {
            let start = change.node.filter(|_| index == change.stage);
            if let Some(scene) = plan.scenes.get(stage.scene) {
                let nodes = start.unwrap_or(0)..stage.nodes.len();
                self.stage(scene, stage, start.is_none(), nodes, Show::All);
            }
        }
        self.captions(frame);
        self.finish(TargetInit::SrcOver)
    }

    /// Writes captions over everything.
    fn captions(&mut self, frame: &Frame) {
        let Some(captions) = &frame.captions else { return };
        for (index, piece) in captions.pieces.iter().enumerate() {
            let parts = captions.parts.as_ref();
            let part = parts.and_then(|parts| parts.get(index)).copied().unwrap_or(PartState::STILL);
            self.piece(piece, part, self.scale * part.transform, 1.0);
        }
    }

    fn paint_all(&mut self, plan: &Plan, frame: &Frame, show: Show, over: &[Piece]) -> &Pixmap {
        self.context.reset();
        let has_backdrop = !matches!(show, Show::Only { .. });
        for stage in &frame.stages {
            if let Some(scene) = plan.scenes.get(stage.scene) {
                self.stage(scene, stage, has_backdrop, 0..stage.nodes.len(), show);
            }
        }
        if show == Show::All {
            self.captions(frame);
        }
        for piece in over {
            self.piece(piece, PartState::STILL, self.scale, 1.0);
        }
        let below = if has_backdrop { AlphaColor::BLACK } else { AlphaColor::TRANSPARENT };
        self.finish(TargetInit::Clear(below))
    }

    fn finish(&mut self, target_init: TargetInit) -> &Pixmap {
        self.context.flush();
        let settings = RasterizerSettings { target_init, ..RasterizerSettings::default() };
        self.context.render_with(&mut self.target, &mut self.resources, settings);
        self.soft.age();
        &self.target
    }

    /// Paints some of the nodes of a stage, which stand at its top.
    fn stage(
        &mut self,
        scene: &ScenePlan,
        stage: &Stage,
        has_backdrop: bool,
        nodes: Range<usize>,
        show: Show,
    ) {
        let effect = stage.effect;
        if effect.opacity > INVISIBLE {
            let middle = self.canvas.to_rect().center().to_vec2();
            let about_middle =
                Affine::translate(middle) * Affine::scale(effect.scale) * Affine::translate(-middle);
            let base = self.scale * Affine::translate(effect.shift) * about_middle;
            let mut within = Within::default();
            if let Some(clip) = effect.clip {
                self.clip(&mut within, self.scale, clip);
            }
            self.fade(&mut within, effect.opacity);
            if has_backdrop {
                backdrop::draw(self, &scene.backdrop, stage, base, self.canvas);
            }
            self.nodes(scene, stage, &stage.nodes[nodes.clone()], nodes.start, base, show);
            self.leave(within);
        }
        if effect.flash > INVISIBLE && has_backdrop {
            self.context.set_transform(self.scale);
            self.context.set_paint(color(Rgba::WHITE, effect.flash));
            self.context.fill_rect(&self.canvas.to_rect());
        }
    }

    /// Paints nodes that stand side by side; `first` is the index of the first one in the stage.
    fn nodes(
        &mut self,
        scene: &ScenePlan,
        stage: &Stage,
        nodes: &[Node],
        first: usize,
        base: Affine,
        show: Show,
    ) {
        let mut at = 0;
        while let Some(node) = nodes.get(at) {
            let end = node.end.saturating_sub(first).clamp(at + 1, nodes.len());
            self.node(scene, stage, &nodes[at..end], first + at, base, show);
            at = end;
        }
    }

    /// Paints a node with its descendants, as one.
    fn node(
        &mut self,
        scene: &ScenePlan,
        stage: &Stage,
        nodes: &[Node],
        first: usize,
        base: Affine,
        show: Show,
    ) {
        let [node, inner @ ..] = nodes else { return };
        let inner_show = match show {
            Show::Only { scene, item } if (scene, item) == (stage.scene, node.item) => Show::All,
            Show::Only { scene, item } => {
                let holds_it = stage.scene == scene && inner.iter().any(|node| node.item == item);
                if !holds_it {
                    return;
                }
                show
            }
            Show::All => show,
        };
        let transform = base * node.transform;
        if node.opacity <= INVISIBLE || node.wipe <= 0.0 || !transform.is_finite() {
            return;
        }
        let Some(item) = scene.items.get(node.item) else { return };
        let outer = self.zoom;
        self.zoom = outer.of(&item.element.common);
        let mut within = Within::default();
        if let Some(shown) = node.uncovered(item.rect.size()) {
            self.clip(&mut within, transform, shown);
        }
        self.blur(&mut within, node.blur);
        self.fade(&mut within, node.opacity);
        if !matches!(inner_show, Show::Only { .. }) {
            self.pieces(node, transform);
        }
        self.nodes(scene, stage, inner, first + 1, base, inner_show);
        self.leave(within);
        self.zoom = outer;
    }

    fn pieces(&mut self, node: &Node, transform: Affine) {
        for (index, piece) in node.pieces.iter().enumerate() {
            let part =
                node.parts.as_ref().and_then(|parts| parts.get(index)).copied().unwrap_or(PartState::STILL);
            self.piece(piece, part, transform * part.transform, node.draw);
        }
    }

    fn piece(&mut self, piece: &Piece, part: PartState, transform: Affine, drawn: f64) {
        if part.opacity <= INVISIBLE || part.wipe <= 0.0 || !transform.is_finite() {
            return;
        }
        let mut within = Within::default();
        if let Some(shown) = uncovered(piece.bounds, part.wipe) {
            self.clip(&mut within, transform, shown);
        }
        self.blur(&mut within, part.blur);
        self.fade(&mut within, part.opacity);
        for ink in &piece.inks {
            draw::ink(self, ink, transform, drawn);
        }
        self.leave(within);
    }

    /// Shows only what lies in a rectangle from now on.
    fn clip(&mut self, within: &mut Within, transform: Affine, rect: Rect) {
        self.context.set_transform(transform);
        self.context.push_clip_path(&rect.to_path(0.1));
        within.clips += 1;
    }

    /// Blurs what is painted from now on as one; `sigma` counts in canvas pixels.
    fn blur(&mut self, within: &mut Within, sigma: f64) {
        let sigma = self.sigma(sigma);
        if sigma > 0.1 {
            self.context.set_transform(Affine::IDENTITY);
            let radius = sigma as f32;
            self.context.push_filter_layer(Filter::from_function(FilterFunction::Blur { radius }));
            within.layers += 1;
        }
    }

    /// Makes what is painted from now on translucent as one.
    fn fade(&mut self, within: &mut Within, opacity: f64) {
        if opacity < 1.0 - INVISIBLE {
            self.context.push_opacity_layer(opacity as f32);
            within.layers += 1;
        }
    }

    fn leave(&mut self, Within { layers, clips }: Within) {
        for _ in 0..layers {
            self.context.pop_layer();
        }
        for _ in 0..clips {
            self.context.pop_clip();
        }
    }

    /// The standard deviation of a blur in pixels. One of a quarter of the shorter side leaves nothing to tell apart; a
    /// larger one would only take more room around the picture.
    pub(super) fn sigma(&self, canvas_px: f64) -> f64 {
        let (width, height) = self.size();
        (canvas_px * self.pixels_per_canvas()).min(f64::from(width.min(height)) / 4.0)
    }

    /// Whether a rectangle, in the units of a transform, lies on what is painted.
    pub(super) fn is_on_target(&self, rect: Rect, transform: Affine) -> bool {
        let (width, height) = self.size();
        let target = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        transform.transform_rect_bbox(rect).overlaps(target)
    }

    /// How many pixels a canvas pixel is wide and high, on average.
    pub(super) fn pixels_per_canvas(&self) -> f64 {
        scale_of(self.scale)
    }
}

/// Width and height in pixels of a canvas that is painted at a scale.
pub(super) fn pixels(canvas: Size, scale: f64) -> (u16, u16) {
    let scale = if scale.is_finite() { scale } else { 0.0 };
    let pixels = |side: f64| (side * scale).round().clamp(1.0, MAX_SIDE) as u16;
    (pixels(canvas.width), pixels(canvas.height))
}

/// What has to be left again: first the layers, then the clips outside of them.
#[derive(Default)]
struct Within {
    layers: u32,
    clips: u32,
}

/// By how much a transform makes things larger, on average of both directions.
pub(super) fn scale_of(transform: Affine) -> f64 {
    transform.determinant().abs().sqrt()
}

/// A colour with an opacity on top of its own.
pub(super) fn color(Rgba([r, g, b, a]): Rgba, opacity: f64) -> AlphaColor<Srgb> {
    let color = AlphaColor::from_rgba8(r, g, b, a);
    if opacity >= 1.0 { color } else { color.multiply_alpha(opacity.max(0.0) as f32) }
}
