//! What a frame costs to paint, beside the same picture drawn by the rasteriser's own calls: the least that it can cost.
//!
//! The scene is a hard one, since everything moves: 1080 × 1920 pixels, a gradient whose colours change, a photo that
//! zooms, three cards with soft shadows that slide in and fade, six lines of text.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and colours of one known scene"
)]

use std::sync::Arc;

use divan::{Bencher, black_box};
use kurbo::{Affine, BezPath, Point, Rect, Shape, Size};
use reelforge::video::expand::expand;
use reelforge::video::files::{FileError, Files, NoFiles};
use reelforge::video::ink::{Glyphs, Ink, Paint, Picture, Piece, Pieces, Rgba, Role};
use reelforge::video::layout::{Effect, Frame, Node, Phase, Plan, Stage};
use reelforge::video::paint::{Image, Painter, Precision};
use reelforge::video::pictures::Pictures;
use reelforge::video::project::Project;
use reelforge::video::project::model::By;
use reelforge::video::text::{Fonts, Span, TextSpec, Typesetter};
use reelforge::video::theme::Typeface;
use reelforge::video::time::{Heard, Times};
use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::peniko::{Gradient, ImageQuality, ImageSampler};
use vello_cpu::{Glyph, ImageSource, Pixmap, RenderContext, RenderSettings, Resources};

const CANVAS: Size = Size::new(1080.0, 1920.0);
const PHOTO: Rect = Rect::new(0.0, 210.0, 1080.0, 1290.0);
const SEEN: Rect = Rect::new(90.0, 330.0, 990.0, 1170.0);
const CARD: Size = Size::new(960.0, 150.0);
const CARDS: [f64; 3] = [1230.0, 1415.0, 1600.0];
const RADIUS: f64 = 36.0;
const SIGMA: f64 = 20.0;
const SHADOW: Rgba = Rgba([0, 0, 0, 115]);
const TEXTS: [(&str, f64, u32, Point, Rgba); 6] = [
    ("Ship faster, sleep better", 90.0, 700, Point::new(60.0, 100.0), Rgba([255, 255, 255, 255])),
    ("What changed in release 4.2 this week", 44.0, 400, Point::new(60.0, 225.0), Rgba([255, 255, 255, 210])),
    ("Faster cold start: 1.9 s to 0.4 s", 48.0, 700, Point::new(110.0, 1275.0), Rgba([20, 24, 40, 255])),
    ("Search that understands typos", 48.0, 700, Point::new(110.0, 1460.0), Rgba([20, 24, 40, 255])),
    ("Exports finish while you are away", 48.0, 700, Point::new(110.0, 1645.0), Rgba([20, 24, 40, 255])),
    (
        "example.com/changelog - 30 day trial",
        34.0,
        400,
        Point::new(110.0, 1820.0),
        Rgba([255, 255, 255, 230]),
    ),
];

fn main() {
    divan::main();
}

/// How far things are at a moment.
struct Moment {
    zoom: f64,
    head: f64,
    cards: [f64; 3],
    colors: Vec<Rgba>,
}

fn moment(frame: u32) -> Moment {
    let t = 1.0 + f64::from(frame % 60) / 30.0;
    let ease = |x: f64| 1.0 - (1.0 - x.clamp(0.0, 1.0)).powi(3);
    let hue = (t * 0.3).sin() * 0.5 + 0.5;
    let byte = |part: f64| (part * 255.0) as u8;
    Moment {
        zoom: 0.9 + 0.03 * t,
        head: ease(t / 0.6),
        cards: [0.0, 1.0, 2.0].map(|index| ease((t - 0.4 - 0.35 * index) / 0.8)),
        colors: vec![
            Rgba([byte(0.10 + 0.1 * hue), 31, 115, 255]),
            Rgba([89, 38, 140, 255]),
            Rgba([217, byte(0.35 + 0.1 * hue), 89, 255]),
        ],
    }
}

/// A photo, as a file.
struct Photo(Vec<u8>);

impl Files for Photo {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, FileError> {
        Ok(self.0.clone())
    }
}

fn photo() -> Arc<dyn Files> {
    let mut image = Image::new(1080, 1080, [0; 3]);
    for (x, y) in (0..1080).flat_map(|x| (0..1080).map(move |y| (x, y))) {
        image.put(&Image::new(1, 1, [(x / 5) as u8, (y / 5) as u8, ((x * y) >> 8) as u8]), x, y);
    }
    Arc::new(Photo(image.to_png().expect("a small picture")))
}

fn texts() -> Vec<Pieces> {
    let mut typesetter = Typesetter::new(&Fonts::bundled());
    let set = |(text, size, weight, _, color): (&str, f64, u32, Point, Rgba)| {
        let face = Typeface { family: "Inter".to_owned(), weight, file: None };
        let set = typesetter.set(&TextSpec {
            spans: &[Span { text: text.to_owned(), color }],
            face: &face,
            weight,
            size,
            line_height: 1.15,
            align: None,
            language: "en",
            max_width: None,
            tabular: false,
            by: By::Element,
            outline: None,
            shadow: None,
        });
        Pieces::from(set.pieces)
    };
    TEXTS.map(set).into()
}

/// Opacity and shift of each text.
fn text_moves(moment: &Moment) -> [(f64, f64); 6] {
    let [a, b, c] = moment.cards.map(|card| (card, (1.0 - card) * 300.0));
    [(moment.head, 0.0), (moment.head, 0.0), a, b, c, (1.0, 0.0)]
}

/// The scene as layout would answer it.
struct Scene {
    plan: Plan,
    pictures: Arc<Pictures>,
    photo: Pieces,
    card: Pieces,
    texts: Vec<Pieces>,
}

impl Scene {
    fn new() -> Self {
        let element = "{type: shape, shape: rect, x: 0, y: 0, w: 1080, h: 1920}";
        let text = format!(
            "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\nscenes: [{{id: s, duration: 3, elements: [{}]}}]\n",
            [element; 11].join(", ")
        );
        let project = Project::parse(&text).project.expect("the text is a project");
        let expanded = expand(&project, &NoFiles, &Heard::none());
        let pictures = Arc::new(Pictures::new(photo()));
        let times = Times::of(&expanded.project, &Heard::none());
        let picture =
            Picture { file: "photo".into(), frame: 0, rect: PHOTO, clip: SEEN, radius: 48.0, tint: None };
        let rect = CARD.to_rect();
        let shadow = Ink::Shadow {
            rect: rect + kurbo::Vec2::new(0.0, 12.0),
            radius: RADIUS,
            sigma: SIGMA,
            color: SHADOW,
        };
        let card = vec![shadow, Ink::round_rect(rect, RADIUS, Paint::Solid(Rgba::WHITE))];
        Self {
            plan: Plan::build(&expanded, &times, &Fonts::bundled(), &pictures),
            pictures,
            photo: Arc::new([Piece::new(Role::Picture, vec![Ink::Picture(picture)])]),
            card: Arc::new([Piece::new(Role::Panel, card)]),
            texts: texts(),
        }
    }

    fn frame(&self, number: u32) -> Frame {
        let moment = moment(number);
        let mut nodes = Vec::new();
        let mut node = |pieces: &Pieces, transform: Affine, opacity: f64| {
            let item = nodes.len();
            nodes.push(Node {
                item,
                end: item + 1,
                pieces: Arc::clone(pieces),
                transform,
                opacity,
                visible_opacity: opacity,
                blur: 0.0,
                wipe: 1.0,
                draw: 1.0,
                parts: None,
                phase: Phase::Settled,
                ink: Rect::ZERO,
                turned: None,
            });
        };
        let corner = CANVAS.to_rect();
        let paint = Paint::Linear {
            from: Point::ZERO,
            to: Point::new(corner.x1, corner.y1),
            colors: moment.colors.clone(),
        };
        let gradient = Ink::Fill { path: Arc::new(corner.to_path(0.1)), paint };
        node(&(Arc::new([Piece::new(Role::Panel, vec![gradient])]) as Pieces), Affine::IDENTITY, 1.0);
        node(&self.photo, zoomed(moment.zoom), 1.0);
        for (y, card) in CARDS.into_iter().zip(moment.cards) {
            node(&self.card, Affine::translate((60.0 + (1.0 - card) * 300.0, y)), card);
        }
        for ((pieces, (_, _, _, place, _)), (opacity, shift)) in
            self.texts.iter().zip(TEXTS).zip(text_moves(&moment))
        {
            node(pieces, Affine::translate((place.x + shift, place.y)), opacity);
        }
        let stage = Stage { scene: 0, number, effect: Effect::NONE, backdrop: Affine::IDENTITY, nodes };
        Frame { number, t: f64::from(number) / 30.0, stages: vec![stage], captions: None }
    }
}

fn zoomed(zoom: f64) -> Affine {
    let middle = PHOTO.center().to_vec2();
    Affine::translate(middle) * Affine::scale(zoom) * Affine::translate(-middle)
}

/// Our painter, at the size of the video and at that of a preview.
#[divan::bench(args = [1.0, 0.5])]
fn painter(bencher: Bencher, scale: f64) {
    let scene = Scene::new();
    let mut painter = Painter::new(CANVAS, scale, Arc::clone(&scene.pictures), Precision::Fastest);
    let mut number = 0;
    bencher.bench_local(|| {
        number += 1;
        black_box(painter.paint(&scene.plan, &scene.frame(number)));
    });
}

/// The rasteriser's own calls, in the order that is fastest, with shadows as pictures.
#[divan::bench(args = [1.0, 0.5])]
fn limit(bencher: Bencher, scale: f64) {
    let mut limit = Limit::new(scale);
    let mut number = 0;
    bencher.bench_local(|| {
        number += 1;
        black_box(limit.paint(number));
    });
}

struct Limit {
    scale: f64,
    context: RenderContext,
    resources: Resources,
    target: Pixmap,
    photo: Arc<Pixmap>,
    shadow: Arc<Pixmap>,
    card: BezPath,
    texts: Vec<Vec<Glyphs>>,
}

impl Limit {
    fn new(scale: f64) -> Self {
        let settings = RenderSettings { num_threads: 0, ..RenderSettings::default() };
        let [width, height] = [CANVAS.width, CANVAS.height].map(|side| (side * scale) as u16);
        let side = (1080.0 * scale) as u32;
        let around = (SIGMA * 3.0 * scale).ceil();
        let rect = Rect::from_origin_size((around, around), CARD * scale);
        let size = (rect.x1 + around, rect.y1 + around);
        let mut context = RenderContext::new_with(size.0 as u16, size.1 as u16, settings);
        let mut resources = Resources::new();
        let mut shadow = Pixmap::new(size.0 as u16, size.1 as u16);
        context.set_paint(color(SHADOW, 1.0));
        context.fill_blurred_rounded_rect(&rect, (RADIUS * scale) as f32, (SIGMA * scale) as f32, false);
        context.render(&mut shadow, &mut resources);
        let glyphs = |pieces: &Pieces| {
            let inks = pieces.iter().flat_map(|piece| &piece.inks);
            inks.filter_map(|ink| if let Ink::Glyphs(run) = ink { Some(run.clone()) } else { None }).collect()
        };
        Self {
            scale,
            context: RenderContext::new_with(width, height, settings),
            resources,
            target: Pixmap::new(width, height),
            photo: Pictures::new(photo()).pixels("photo", 0, [side, side]).expect("a picture"),
            shadow: Arc::new(shadow),
            card: CARD.to_rect().to_rounded_rect(RADIUS).to_path(0.05),
            texts: texts().iter().map(glyphs).collect(),
        }
    }

    fn paint(&mut self, number: u32) -> &Pixmap {
        let moment = moment(number);
        let (context, base) = (&mut self.context, Affine::scale(self.scale));
        context.reset();
        context.set_transform(base);
        let stops = moment.colors.iter().zip([0.0, 0.5, 1.0]).map(|(rgba, at)| (at, color(*rgba, 1.0)));
        let stops: Vec<_> = stops.collect();
        let end = (CANVAS.width, CANVAS.height);
        context.set_paint(Gradient::new_linear((0.0, 0.0), end).with_stops(stops.as_slice()));
        context.fill_rect(&CANVAS.to_rect());

        context.set_transform(base * zoomed(moment.zoom));
        let size = Affine::scale(PHOTO.width() / f64::from(self.photo.width()));
        context.set_paint_transform(Affine::translate(PHOTO.origin().to_vec2()) * size);
        context.set_paint(picture(&self.photo, ImageQuality::Medium, 1.0));
        context.fill_path(&SEEN.to_rounded_rect(48.0).to_path(0.05));
        context.reset_paint_transform();

        let around = (SIGMA * 3.0 * self.scale).ceil();
        let [width, height] = [self.shadow.width(), self.shadow.height()].map(f64::from);
        for (y, card) in CARDS.into_iter().zip(moment.cards) {
            let x = 60.0 + (1.0 - card) * 300.0;
            let place = base * Point::new(x, y + 12.0) - (around, around);
            context.set_transform(Affine::translate(place.to_vec2().round()));
            context.set_paint(picture(&self.shadow, ImageQuality::Low, card));
            context.fill_rect(&Rect::new(0.0, 0.0, width, height));
            context.set_transform(base * Affine::translate((x, y)));
            context.set_paint(color(Rgba::WHITE, card));
            context.fill_path(&self.card);
        }
        for ((runs, (_, _, _, place, _)), (opacity, shift)) in
            self.texts.iter().zip(TEXTS).zip(text_moves(&moment))
        {
            for run in runs {
                context.set_transform(
                    base * Affine::translate(
                        place.to_vec2() + run.origin.to_vec2() + kurbo::Vec2::new(shift, 0.0),
                    ),
                );
                context.set_paint(color(run.color, opacity));
                let glyphs = run.glyphs.iter().map(|glyph| Glyph { id: glyph.id, x: glyph.x, y: glyph.y });
                let builder =
                    context.glyph_run(&mut self.resources, &run.face.font).font_size(run.size).hint(false);
                let _ = builder.normalized_coords(&run.face.coords).fill_glyphs(glyphs);
            }
        }
        context.render(&mut self.target, &mut self.resources);
        &self.target
    }
}

fn color(Rgba([r, g, b, a]): Rgba, opacity: f64) -> AlphaColor<Srgb> {
    AlphaColor::from_rgba8(r, g, b, a).multiply_alpha(opacity as f32)
}

fn picture(pixels: &Arc<Pixmap>, quality: ImageQuality, opacity: f64) -> vello_cpu::Image {
    let sampler = ImageSampler { quality, alpha: opacity as f32, ..ImageSampler::default() };
    vello_cpu::Image { image: ImageSource::Pixmap(Arc::clone(pixels)), sampler }
}
