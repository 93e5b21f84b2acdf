//! Lines and labels over a frame: the boxes of its elements, and what a platform lays over the video.

use kurbo::{BezPath, Point, Rect, Shape, Vec2};

use crate::video::ink::{Ink, Paint, Piece, Rgba, Role};
use crate::video::layout::{Frame, Plan};
use crate::video::platform::{self, Cover, Occluder};
use crate::video::project::model::By;
use crate::video::text::{Span, TextSpec, Typesetter};
use crate::video::theme::Typeface;

/// Boxes of elements that must not overlap.
const BASE: Rgba = Rgba([0x00, 0xE5, 0xFF, 0xFF]);
/// Boxes of other elements.
const OTHER: Rgba = Rgba([0xFF, 0xC4, 0x00, 0xFF]);
/// What a platform covers.
const COVERED: Rgba = Rgba([0xFF, 0x2D, 0x55, 0xFF]);
/// What is left clear.
const CLEAR: Rgba = Rgba([0x30, 0xD1, 0x58, 0xFF]);
/// Behind labels.
const CHIP: Rgba = Rgba([0x10, 0x12, 0x18, 0xE0]);

/// Draws lines and labels in sizes that can be read at any canvas.
pub(super) struct Overlay<'a> {
    text: &'a mut Typesetter,
    /// Canvas pixels of a hair line.
    unit: f64,
    pieces: Vec<Piece>,
}

impl<'a> Overlay<'a> {
    pub(super) fn new(plan: &Plan, text: &'a mut Typesetter) -> Self {
        Self { text, unit: plan.canvas.width.min(plan.canvas.height) / 540.0, pieces: Vec::new() }
    }

    pub(super) fn finish(self) -> Vec<Piece> {
        self.pieces
    }

    /// The box of each element that is seen, with its id.
    pub(super) fn boxes(&mut self, plan: &Plan, frame: &Frame) {
        let Some(stage) = frame.stages.last() else { return };
        let scene = &plan.scenes[stage.scene];
        for node in &stage.nodes {
            let item = &scene.items[node.item];
            let seen = node.ink.intersect(plan.canvas.to_rect());
            if seen.is_zero_area() || node.visible_opacity < 0.15 {
                continue;
            }
            let is_base = item.parent.is_none() && item.layer == 0;
            let color = if is_base { BASE } else { OTHER };
            let outline = match node.turned {
                Some([first, rest @ ..]) => {
                    let mut path = BezPath::new();
                    path.move_to(first);
                    for corner in rest {
                        path.line_to(corner);
                    }
                    path.close_path();
                    path
                }
                None => seen.inset(-self.unit / 2.0).to_path(0.1),
            };
            self.line(outline, color);
            // Those in groups are framed without a name: the group has it.
            if item.parent.is_none() {
                self.label(&item.id, seen.origin(), color);
            }
        }
    }

    /// What the platforms cover, and the area that elements flow in.
    pub(super) fn safe(&mut self, area: Rect, occluders: &[Occluder]) {
        for occluder in occluders {
            let path = occluder.rect.to_path(0.1);
            self.pieces.push(Piece::new(Role::Mark, vec![Ink::fill(path.clone(), COVERED.faded(0.28))]));
            self.line(path, COVERED.faded(0.8));
            // Rims are narrow; their names would cover the frame.
            if occluder.cover != Cover::Edge {
                let name = format!("{} {}", platform::name(occluder.target), occluder.cover.words());
                self.label(&name, occluder.rect.origin(), COVERED);
            }
        }
        self.line(area.to_path(0.1), CLEAR);
        self.label("safe area", area.origin(), CLEAR);
    }

    fn line(&mut self, path: BezPath, color: Rgba) {
        let ink =
            Ink::Stroke { path: path.into(), paint: Paint::Solid(color), width: (1.5 * self.unit).max(1.0) };
        self.pieces.push(Piece::new(Role::Mark, vec![ink]));
    }

    /// A name on a dark chip whose corner is at a point.
    fn label(&mut self, name: &str, at: Point, color: Rgba) {
        let face = Typeface { family: "Inter".to_owned(), weight: 600, file: None };
        let set = self.text.set(&TextSpec {
            spans: &[Span { text: name.to_owned(), color }],
            face: &face,
            weight: 600,
            size: 11.0 * self.unit,
            line_height: 1.2,
            align: None,
            language: "en",
            max_width: None,
            tabular: false,
            by: By::Element,
            outline: None,
            shadow: None,
        });
        let pad = Vec2::new(5.0, 2.0) * self.unit;
        let at = Point::new(at.x.max(0.0), at.y.max(0.0));
        let chip = Rect::from_origin_size(at, set.size + (2.0 * pad).to_size());
        let mut inks = vec![Ink::round_rect(chip, 3.0 * self.unit, Paint::Solid(CHIP))];
        let letters = set.pieces.into_iter().flat_map(|piece| piece.inks);
        inks.extend(letters.map(|ink| ink.shifted(at.to_vec2() + pad)));
        self.pieces.push(Piece::new(Role::Panel, inks));
    }
}
