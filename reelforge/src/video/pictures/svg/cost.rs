//! What it takes to draw a drawing, reckoned before it is drawn: once begun, it cannot be stopped.

use std::collections::HashMap;

use resvg::tiny_skia::Rect;
use resvg::usvg::filter::{Filter, Kind};
use resvg::usvg::{ClipPath, Fill, Group, Mask, Node, Paint, Path, Stroke, Tree};

use super::PictureError;

/// The most pixels that are touched, each as often as it is: some seconds on a slow machine.
const MAX_PIXELS: f64 = 4.0e9;
/// What the smallest part takes, in pixels.
const PART: f64 = 500.0;
/// How often a layer's pixels are touched: cleared, drawn upon, put in its place.
const LAYER: f64 = 4.0;
/// The most steps of one filter: the results of all are held at once.
const MAX_STEPS: usize = 24;
/// Coordinates beyond this are none of a drawing, and more than a rasteriser reckons with.
const FAR: f32 = 1.0e7;

/// Refuses a drawing that would take too long at a scale.
pub(super) fn check(tree: &Tree, scale: f32) -> Result<(), PictureError> {
    let size = tree.size();
    let whole = f64::from(size.width()) * f64::from(size.height());
    let mut cost = Cost { whole, scale: f64::from(scale), known: HashMap::new(), fault: None };
    let pixels = cost.group(tree.root());
    match cost.fault {
        Some(text) => Err(PictureError::TooLarge(text)),
        None if pixels <= MAX_PIXELS => Ok(()),
        None => {
            let text = "it takes too long to draw: it has too many large parts, layers, masks or filters";
            Err(PictureError::TooLarge(text.to_owned()))
        }
    }
}

struct Cost {
    /// The picture's area in its own units; nothing outside of it is drawn.
    whole: f64,
    /// Pixels a unit.
    scale: f64,
    /// What is used more than once, by its address.
    known: HashMap<usize, f64>,
    fault: Option<String>,
}

impl Cost {
    fn area(&mut self, rect: Rect) -> f64 {
        let edges = [rect.left(), rect.top(), rect.right(), rect.bottom()];
        if edges.iter().any(|edge| !edge.is_finite() || edge.abs() > FAR) {
            self.fault = Some(format!("its coordinates go beyond {FAR}"));
        }
        let area = f64::from(rect.width()) * f64::from(rect.height());
        area.min(self.whole) * self.scale * self.scale
    }

    fn group(&mut self, group: &Group) -> f64 {
        let mut sum = 0.0;
        for node in group.children() {
            sum += match node {
                Node::Group(group) => self.group(group),
                Node::Path(path) => self.path(path),
                Node::Image(_) | Node::Text(_) => 0.0,
            };
        }
        if group.should_isolate() {
            let area = self.area(group.abs_layer_bounding_box().to_rect());
            sum += LAYER * area;
            for filter in group.filters() {
                sum += self.filter(filter, area);
            }
            sum += group.clip_path().map_or(0.0, |clip| self.clip(clip) + LAYER * area);
            sum += group.mask().map_or(0.0, |mask| self.mask(mask) + LAYER * area);
        }
        sum
    }

    fn path(&mut self, path: &Path) -> f64 {
        let mut sum = PART + self.area(path.abs_stroke_bounding_box());
        let paints = [path.fill().map(Fill::paint), path.stroke().map(Stroke::paint)];
        for paint in paints.into_iter().flatten() {
            if let Paint::Pattern(pattern) = paint {
                sum +=
                    self.once(std::ptr::from_ref(pattern.as_ref()).addr(), |cost| cost.group(pattern.root()));
            }
        }
        sum
    }

    fn clip(&mut self, clip: &ClipPath) -> f64 {
        self.once(std::ptr::from_ref(clip).addr(), |cost| {
            cost.group(clip.root()) + clip.clip_path().map_or(0.0, |clip| cost.clip(clip))
        })
    }

    fn mask(&mut self, mask: &Mask) -> f64 {
        self.once(std::ptr::from_ref(mask).addr(), |cost| {
            cost.group(mask.root()) + mask.mask().map_or(0.0, |mask| cost.mask(mask))
        })
    }

    /// What is reckoned once and counts at each use.
    fn once(&mut self, address: usize, reckon: impl FnOnce(&mut Self) -> f64) -> f64 {
        if let Some(known) = self.known.get(&address) {
            return *known;
        }
        let sum = reckon(self);
        self.known.insert(address, sum);
        sum
    }

    fn filter(&mut self, filter: &Filter, area: f64) -> f64 {
        if filter.primitives().len() > MAX_STEPS {
            self.fault = Some(format!("one of its filters has more than {MAX_STEPS} steps"));
        }
        let mut sum = 0.0;
        for step in filter.primitives() {
            let times = match step.kind() {
                Kind::ConvolveMatrix(it) => f64::from(it.matrix().columns()) * f64::from(it.matrix().rows()),
                Kind::Morphology(it) => {
                    let side = |radius: f32| 2.0 * f64::from(radius) * self.scale + 1.0;
                    side(it.radius_x().get()) * side(it.radius_y().get())
                }
                Kind::Turbulence(it) => 50.0 * f64::from(it.num_octaves().max(1)),
                Kind::GaussianBlur(_) | Kind::DropShadow(_) => 12.0,
                Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => 20.0,
                Kind::Image(it) => {
                    sum += self.group(it.root());
                    LAYER
                }
                _ => LAYER,
            };
            sum += times * area;
        }
        sum
    }
}
