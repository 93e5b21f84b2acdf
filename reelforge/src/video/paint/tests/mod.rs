mod effects;
mod frames;
mod inks;
mod letters;
mod pictures;

use std::io::Cursor;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape, Size};

use super::{Image, Painter, Precision, Show};
use crate::video::expand::expand;
use crate::video::files::{FileError, Files, NoFiles};
use crate::video::ink::{Ink, Paint, Piece, Rgba, Role};
use crate::video::layout::{Backdrop, Effect, Frame, Node, Phase, Plan, Stage};
use crate::video::pictures::Pictures;
use crate::video::project::Project;
use crate::video::text::Fonts;
use crate::video::time::{Heard, Times};

const BLACK: Rgba = Rgba::BLACK;
const WHITE: Rgba = Rgba::WHITE;
const RED: Rgba = Rgba([255, 0, 0, 255]);
const GREEN: Rgba = Rgba([0, 255, 0, 255]);
const BLUE: Rgba = Rgba([0, 0, 255, 255]);

/// Elements on a canvas of 100 × 100 pixels, made by hand: what layout would answer.
struct Hand {
    canvas: Size,
    backdrop: Backdrop,
    nodes: Vec<Node>,
    /// Of each element.
    boxes: Vec<Size>,
    effect: Effect,
    files: Arc<dyn Files>,
}

impl Hand {
    fn on(backdrop: Rgba) -> Self {
        Self {
            canvas: Size::new(100.0, 100.0),
            backdrop: Backdrop::Paint(Paint::Solid(backdrop)),
            nodes: Vec::new(),
            boxes: Vec::new(),
            effect: Effect::NONE,
            files: Arc::new(NoFiles),
        }
    }

    /// With an element whose box begins at (0, 0) and that draws these inks, changed in a way.
    fn with(self, inks: Vec<Ink>, change: impl FnOnce(&mut Node)) -> Self {
        self.with_pieces(vec![Piece::new(Role::Mark, inks)], change)
    }

    fn with_pieces(mut self, pieces: Vec<Piece>, change: impl FnOnce(&mut Node)) -> Self {
        let index = self.boxes.len();
        let bounds = pieces.iter().map(|piece| piece.bounds).reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO);
        self.boxes.push(Size::new(bounds.x1.max(1.0), bounds.y1.max(1.0)));
        let mut node = Node {
            item: index,
            end: index + 1,
            pieces: pieces.into(),
            transform: Affine::IDENTITY,
            opacity: 1.0,
            visible_opacity: 1.0,
            blur: 0.0,
            wipe: 1.0,
            draw: 1.0,
            parts: None,
            phase: Phase::Settled,
            ink: Rect::ZERO,
            turned: None,
        };
        change(&mut node);
        self.nodes.push(node);
        self
    }

    /// Makes the last `count` elements the children of the one before them.
    fn grouped(mut self, count: usize) -> Self {
        let end = self.nodes.len();
        let group = end - count - 1;
        self.nodes[group].end = end;
        self
    }

    /// A plan with as many elements of these sizes; what they draw comes from the nodes.
    fn plan(&self) -> Plan {
        let boxes = self.boxes.iter().map(|size| {
            format!("{{type: shape, shape: rect, x: 0, y: 0, w: {}, h: {}}}", size.width, size.height)
        });
        let boxes = boxes.collect::<Vec<_>>().join(", ");
        let yaml = format!(
            "reelforge: 1\nmeta: {{title: t}}\ncanvas: square\nscenes: [{{id: s, duration: 1, elements: [{boxes}]}}]\n"
        );
        let parsed = Project::parse(&yaml);
        assert_eq!(parsed.issues, [], "{yaml}");
        let expanded = expand(&parsed.project.unwrap(), &NoFiles, &Heard::none());
        let pictures = Pictures::new(Arc::clone(&self.files));
        let mut plan = Plan::build(
            &expanded,
            &Times::of(&expanded.project, &Heard::none()),
            &Fonts::bundled(),
            &pictures,
        );
        plan.canvas = self.canvas;
        plan.scenes[0].backdrop = self.backdrop.clone();
        plan
    }

    fn stage(&self) -> Stage {
        Stage {
            scene: 0,
            number: 0,
            effect: self.effect,
            backdrop: Affine::IDENTITY,
            backdrop_frame: 0,
            nodes: self.nodes.clone(),
        }
    }

    fn frame(&self) -> Frame {
        Frame { number: 0, t: 0.0, stages: vec![self.stage()], captions: None }
    }

    fn paint(self) -> Image {
        self.scaled(1.0)
    }

    fn scaled(self, scale: f64) -> Image {
        let (plan, frame) = (self.plan(), self.frame());
        let mut painter = painter(&plan, scale, &self.files);
        Image::of(painter.paint(&plan, &frame))
    }
}

fn painter(plan: &Plan, scale: f64, files: &Arc<dyn Files>) -> Painter {
    Painter::new(plan.canvas, scale, Arc::new(Pictures::new(Arc::clone(files))), Precision::Same)
}

fn square(rect: [f64; 4], color: Rgba) -> Ink {
    let [x0, y0, x1, y1] = rect;
    Ink::fill(Rect::new(x0, y0, x1, y1).to_path(0.1), color)
}

fn line(points: &[(f64, f64)], width: f64, color: Rgba) -> Ink {
    let mut path = BezPath::new();
    for (index, point) in points.iter().enumerate() {
        if index == 0 { path.move_to(*point) } else { path.line_to(*point) }
    }
    Ink::Stroke { path: Arc::new(path), paint: Paint::Solid(color), width }
}

fn stay(_: &mut Node) {}

#[track_caller]
fn assert_pixel(image: &Image, (x, y): (u32, u32), wanted: [u8; 3]) {
    let found = image.pixel(x, y);
    let far = found.iter().zip(wanted).any(|(found, wanted)| found.abs_diff(wanted) > 2);
    assert!(!far, "at {x}, {y}: {found:?} is not {wanted:?}");
}

/// One picture file in memory.
struct OneFile(Vec<u8>);

impl Files for OneFile {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        if path == "x" { Ok(self.0.clone()) } else { Err(FileError::Absent) }
    }
}

fn png(image: image::RgbaImage) -> Arc<dyn Files> {
    let mut bytes = Cursor::new(Vec::new());
    image::DynamicImage::ImageRgba8(image).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    Arc::new(OneFile(bytes.into_inner()))
}
