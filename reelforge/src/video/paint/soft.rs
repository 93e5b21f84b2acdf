//! What is blurred and does not change: shadows of panels and of letters, blurred backdrops. Blurring costs more than
//! all else in a frame, so the result is kept as a picture.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Size, Vec2};
use vello_cpu::filter_effects::{Filter, FilterFunction};
use vello_cpu::peniko::{ImageQuality, ImageSampler};
use vello_cpu::{Image, ImageSource, Pixmap, RenderContext, RenderSettings, Resources, Tint, TintMode};

use super::draw::letters;
use super::painter::{Painter, color};
use super::place::Zoom;
use crate::video::ink::{Glyphs, Rgba};

/// The most bytes that are kept.
const MAX_KEPT: usize = 48_000_000;
/// How far a blur reaches, in standard deviations.
const REACH: f64 = 3.0;
/// The largest side of what is blurred, in pixels.
const MAX_SIDE: f64 = 4096.0;
/// The most pixels of one blurred picture: what is larger is blurred at a smaller scale.
const MAX_PIXELS: f64 = 4_000_000.0;
/// From this standard deviation on, in pixels, nobody sees whether a shadow stands between two pixels.
const COARSE: f64 = 8.0;

/// Blurred pictures.
pub(super) struct Soft {
    context: RenderContext,
    resources: Resources,
    kept: HashMap<Key, (Blurred, u64)>,
    bytes: usize,
    frame: u64,
}

/// A blurred picture, and where it lies in canvas pixels, relative to what it was made of.
#[derive(Clone)]
struct Blurred {
    pixels: Arc<Pixmap>,
    rect: Rect,
}

/// What a blurred picture was made of. Numbers are kept as their bits.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Rect { numbers: [u64; 4], color: Rgba },
    Letters { font: (u64, u32), coords: Arc<[i16]>, numbers: [u64; 4], glyphs: Vec<[u32; 3]> },
    Picture { file: Arc<str>, size: [u32; 2], sigma: u64 },
}

impl Soft {
    pub(super) fn new(settings: RenderSettings) -> Self {
        Self {
            context: RenderContext::new_with(1, 1, settings),
            resources: Resources::new(),
            kept: HashMap::new(),
            bytes: 0,
            frame: 0,
        }
    }

    /// A frame is done.
    pub(super) fn age(&mut self) {
        self.frame += 1;
    }

    /// Forgets what was not needed for the longest, while there is too much.
    fn trim(&mut self) {
        while self.bytes > MAX_KEPT {
            let oldest = self.kept.values().map(|(_, used)| *used).min().unwrap_or_default();
            self.kept.retain(|_, (_, used)| *used != oldest);
            self.bytes = self.kept.values().map(|(blurred, _)| bytes(&blurred.pixels)).sum();
        }
    }

    fn get(&mut self, key: &Key) -> Option<Blurred> {
        let (blurred, used) = self.kept.get_mut(key)?;
        *used = self.frame;
        Some(blurred.clone())
    }

    fn put(&mut self, key: Key, blurred: &Blurred) {
        self.bytes += bytes(&blurred.pixels);
        self.kept.insert(key, (blurred.clone(), self.frame));
        self.trim();
    }

    /// Paints into a picture of a rectangle on the canvas, at a scale or a smaller one. The picture is cut to the largest
    /// side.
    fn paint(
        &mut self,
        rect: Rect,
        scale: f64,
        draw: impl FnOnce(&mut RenderContext, &mut Resources, Affine),
    ) -> Blurred {
        let [width, height] =
            [rect.width(), rect.height()].map(|side| (side * scale).ceil().clamp(1.0, MAX_SIDE) as u16);
        self.context.reset_and_resize(width, height);
        draw(
            &mut self.context,
            &mut self.resources,
            Affine::scale(scale) * Affine::translate(-rect.origin().to_vec2()),
        );
        self.context.flush();
        let mut pixels = Pixmap::new(width, height);
        self.context.render(&mut pixels, &mut self.resources);
        let size = Size::new(f64::from(width), f64::from(height)) / scale;
        Blurred { pixels: Arc::new(pixels), rect: Rect::from_origin_size(rect.origin(), size) }
    }
}

/// A scale at which a rectangle has no more pixels than a blurred picture may have.
fn fewer(around: Rect, scale: f64) -> f64 {
    scale.min((MAX_PIXELS / around.area().max(1.0)).sqrt())
}

fn bytes(pixels: &Pixmap) -> usize {
    usize::from(pixels.width()) * usize::from(pixels.height()) * 4
}

impl Painter {
    /// The blurred shadow of a rectangle with round corners.
    pub(super) fn rect_shadow(&mut self, rect: Rect, radius: f64, sigma: f64, rgba: Rgba, transform: Affine) {
        let rect = rect.abs();
        let reach = sigma * REACH;
        if !self.is_on_target(rect.inflate(reach, reach), transform) {
            return;
        }
        let scale = self.pixels_per_canvas();
        let numbers = [rect.width(), rect.height(), radius, sigma].map(f64::to_bits);
        let key = Key::Rect { numbers, color: rgba };
        let blurred = self.soft.get(&key).unwrap_or_else(|| {
            let plain = rect.size().to_rect();
            let around = plain.inflate(reach, reach);
            let blurred = self.soft.paint(around, fewer(around, scale), |context, _, place| {
                context.set_transform(place);
                context.set_paint(color(rgba, 1.0));
                context.fill_blurred_rounded_rect(&plain, radius as f32, sigma.max(0.01) as f32, false);
            });
            self.soft.put(key, &blurred);
            blurred
        });
        self.soft_picture(&blurred, rect.origin().to_vec2(), sigma, None, transform);
    }

    /// The blurred shadow of letters, in their colour.
    pub(super) fn glyph_shadow(&mut self, run: &Glyphs, transform: Affine) {
        let face = &run.face;
        let margin = run.sigma * REACH + face.embolden + f64::from(run.size) * 0.1;
        let around = run.extent.inflate(margin, margin);
        if !self.is_on_target(around + run.origin.to_vec2(), transform) {
            return;
        }
        let scale = fewer(around, self.pixels_per_canvas());
        let key = Key::Letters {
            font: (face.font.data.id(), face.font.index),
            coords: Arc::clone(&face.coords),
            numbers: [f64::from(run.size), face.embolden, face.slant, run.sigma].map(f64::to_bits),
            glyphs: run.glyphs.iter().map(|glyph| [glyph.id, glyph.x.to_bits(), glyph.y.to_bits()]).collect(),
        };
        let blurred = self.soft.get(&key).unwrap_or_else(|| {
            let solid = Glyphs { color: Rgba::BLACK, outline: None, origin: Point::ZERO, ..run.clone() };
            let radius = (run.sigma * scale) as f32;
            let blurred = self.soft.paint(around, scale, |context, resources, place| {
                context.push_filter_layer(Filter::from_function(FilterFunction::Blur { radius }));
                letters(context, resources, &solid, place);
                context.pop_layer();
            });
            self.soft.put(key, &blurred);
            blurred
        });
        self.soft_picture(&blurred, run.origin.to_vec2(), run.sigma, Some(run.color), transform);
    }

    fn soft_picture(
        &mut self,
        blurred: &Blurred,
        origin: Vec2,
        sigma: f64,
        tint: Option<Rgba>,
        transform: Affine,
    ) {
        let rect = blurred.rect + origin;
        let [width, height] = [blurred.pixels.width(), blurred.pixels.height()].map(f64::from);
        let mut place = transform
            * Affine::translate(rect.origin().to_vec2())
            * Affine::scale_non_uniform(rect.width() / width, rect.height() / height);
        let moved = Affine::translate(place.translation());
        let is_moved_only =
            place.as_coeffs().iter().zip(moved.as_coeffs()).all(|(a, b)| (a - b).abs() < 1e-3);
        if is_moved_only && sigma * self.pixels_per_canvas() >= COARSE {
            place = Affine::translate(place.translation().round());
        }
        let sampler = ImageSampler { quality: ImageQuality::Medium, ..ImageSampler::default() };
        self.context.set_transform(place);
        self.context.set_tint(tint.map(|tint| Tint { color: color(tint, 1.0), mode: TintMode::AlphaMask }));
        self.context.set_paint(Image { sampler, image: ImageSource::Pixmap(Arc::clone(&blurred.pixels)) });
        self.context.fill_rect(&Rect::new(0.0, 0.0, width, height));
        self.context.reset_tint();
    }

    /// The pixels of a backdrop's picture, which has a size on the canvas. A blurred one has few.
    pub(super) fn backdrop_pixels(
        &mut self,
        file: &Arc<str>,
        size: Size,
        sigma: f64,
        zoom: Zoom,
    ) -> Option<Arc<Pixmap>> {
        let sigma = self.sigma(sigma);
        let wanted = self.wanted(size, zoom, self.scale);
        if sigma < 0.1 {
            return self.pictures.pixels(file, 0, wanted).ok();
        }
        // A blur of three pixels looks the same at any size.
        let fewer = (sigma / 3.0).clamp(1.0, 32.0);
        let wanted =
            self.wanted(size, Zoom::NONE, self.scale).map(|side| (f64::from(side) / fewer).ceil() as u32);
        let key = Key::Picture { file: Arc::clone(file), size: wanted, sigma: sigma.to_bits() };
        if let Some(blurred) = self.soft.get(&key) {
            return Some(blurred.pixels);
        }
        let pixels = self.pictures.pixels(file, 0, wanted).ok()?;
        // The picture's edge goes on outside of it, lest it become dark or transparent there.
        let sigma = sigma / fewer;
        let inside = Rect::new(0.0, 0.0, pixels.width().into(), pixels.height().into());
        let margin = (sigma * REACH).ceil();
        let wide = self.soft.paint(inside.inflate(margin, margin), 1.0, |context, _, place| {
            let radius = sigma as f32;
            context.push_filter_layer(Filter::from_function(FilterFunction::Blur { radius }));
            context.set_transform(place);
            let sampler = ImageSampler { quality: ImageQuality::Low, ..ImageSampler::default() };
            context.set_paint(Image { sampler, image: ImageSource::Pixmap(pixels) });
            context.fill_rect(&inside.inflate(margin, margin));
            context.pop_layer();
        });
        let blurred = self.soft.paint(inside, 1.0, |context, _, place| {
            context.set_transform(place);
            context.set_paint_transform(Affine::translate((-margin, -margin)));
            let sampler = ImageSampler { quality: ImageQuality::Low, ..ImageSampler::default() };
            context.set_paint(Image { sampler, image: ImageSource::Pixmap(wide.pixels) });
            context.fill_rect(&inside);
        });
        self.soft.put(key, &blurred);
        Some(blurred.pixels)
    }
}
