//! What a frame costs to paint, beside the same picture drawn by the rasteriser's own calls: the least that it can cost.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and colours of one known scene"
)]

mod reference;

use std::sync::Arc;

use divan::{Bencher, black_box};
use kurbo::{Affine, BezPath, Point, Rect, Shape};
use reelforge::video::expand::expand;
use reelforge::video::files::NoFiles;
use reelforge::video::ink::{Glyphs, Ink, Paint, Piece, Pieces, Rgba, Role};
use reelforge::video::layout::{Effect, Frame, Node, Phase, Plan, Stage};
use reelforge::video::paint::{Painter, Precision};
use reelforge::video::pictures::Pictures;
use reelforge::video::project::Project;
use reelforge::video::text::Fonts;
use reelforge::video::time::{Heard, Times};
use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::peniko::{Gradient, ImageQuality, ImageSampler};
use vello_cpu::{Glyph, ImageSource, Pixmap, RenderContext, RenderSettings, Resources};

use reference::{
    CANVAS, CARD, CARDS, PHOTO, RADIUS, SEEN, SHADOW, SIGMA, TEXTS, card, colors, files, head, shown_photo,
    sliding, texts, yaml, zoomed,
};

fn main() {
    divan::main();
}

/// When a frame is: a round of two seconds in which all are on their way.
fn seconds(frame: u32) -> f64 {
    1.0 + f64::from(frame % 60) / 30.0
}

/// Opacity and shift of each text.
fn text_moves(t: f64) -> [(f64, f64); 6] {
    let [a, b, c] = [0, 1, 2].map(|card| sliding(t, card));
    [(head(t), 0.0), (head(t), 0.0), a, b, c, (1.0, 0.0)]
}

/// The scene as layout would answer it.
struct Scene {
    plan: Plan,
    pictures: Arc<Pictures>,
    photo: Pieces,
    card: Pieces,
    texts: [Pieces; 6],
}

impl Scene {
    fn new() -> Self {
        let project = Project::parse(&yaml(3)).project.expect("the text is a project");
        let expanded = expand(&project, &NoFiles, &Heard::none());
        let pictures = Arc::new(Pictures::new(files()));
        let times = Times::of(&expanded.project, &Heard::none());
        Self {
            plan: Plan::build(&expanded, &times, &Fonts::bundled(), &pictures),
            pictures,
            photo: shown_photo(),
            card: card(),
            texts: texts(),
        }
    }

    fn frame(&self, number: u32) -> Frame {
        let t = seconds(number);
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
        let paint =
            Paint::Linear { from: Point::ZERO, to: Point::new(corner.x1, corner.y1), colors: colors(t) };
        let gradient = Ink::Fill { path: Arc::new(corner.to_path(0.1)), paint };
        node(&(Arc::new([Piece::new(Role::Panel, vec![gradient])]) as Pieces), Affine::IDENTITY, 1.0);
        node(&self.photo, zoomed(t), 1.0);
        for (index, y) in CARDS.into_iter().enumerate() {
            let (there, shift) = sliding(t, index);
            node(&self.card, Affine::translate((60.0 + shift, y)), there);
        }
        for ((pieces, (_, _, _, place, _)), (opacity, shift)) in
            self.texts.iter().zip(TEXTS).zip(text_moves(t))
        {
            node(pieces, Affine::translate((place.x + shift, place.y)), opacity);
        }
        let (effect, backdrop) = (Effect::NONE, Affine::IDENTITY);
        let stage = Stage { scene: 0, number, effect, backdrop, backdrop_frame: 0, nodes };
        Frame { number, t: f64::from(number) / 30.0, stages: vec![stage], captions: None }
    }
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
            photo: Pictures::new(files()).pixels("photo.png", 0, [side, side]).expect("a picture"),
            shadow: Arc::new(shadow),
            card: CARD.to_rect().to_rounded_rect(RADIUS).to_path(0.05),
            texts: texts().iter().map(glyphs).collect(),
        }
    }

    fn paint(&mut self, number: u32) -> &Pixmap {
        let t = seconds(number);
        let (context, base) = (&mut self.context, Affine::scale(self.scale));
        context.reset();
        context.set_transform(base);
        let stops = colors(t).into_iter().zip([0.0, 0.5, 1.0]).map(|(rgba, at)| (at, color(rgba, 1.0)));
        let stops: Vec<_> = stops.collect();
        let end = (CANVAS.width, CANVAS.height);
        context.set_paint(Gradient::new_linear((0.0, 0.0), end).with_stops(stops.as_slice()));
        context.fill_rect(&CANVAS.to_rect());

        context.set_transform(base * zoomed(t));
        let size = Affine::scale(PHOTO.width() / f64::from(self.photo.width()));
        context.set_paint_transform(Affine::translate(PHOTO.origin().to_vec2()) * size);
        context.set_paint(picture(&self.photo, ImageQuality::Medium, 1.0));
        context.fill_path(&SEEN.to_rounded_rect(48.0).to_path(0.05));
        context.reset_paint_transform();

        let around = (SIGMA * 3.0 * self.scale).ceil();
        let [width, height] = [self.shadow.width(), self.shadow.height()].map(f64::from);
        for (index, y) in CARDS.into_iter().enumerate() {
            let (there, shift) = sliding(t, index);
            let x = 60.0 + shift;
            let place = base * Point::new(x, y + 12.0) - (around, around);
            context.set_transform(Affine::translate(place.to_vec2().round()));
            context.set_paint(picture(&self.shadow, ImageQuality::Low, there));
            context.fill_rect(&Rect::new(0.0, 0.0, width, height));
            context.set_transform(base * Affine::translate((x, y)));
            context.set_paint(color(Rgba::WHITE, there));
            context.fill_path(&self.card);
        }
        for ((runs, (_, _, _, place, _)), (opacity, shift)) in self.texts.iter().zip(TEXTS).zip(text_moves(t))
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
