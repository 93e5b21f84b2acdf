//! Paints what lies behind the elements of a scene.

use std::sync::Arc;

use kurbo::{Affine, Rect, Size};
use vello_cpu::color::AlphaColor;
use vello_cpu::peniko::ImageSampler;
use vello_cpu::{Image, ImageSource, Pixmap, Tint, TintMode};

use super::draw::{paint_of, quality};
use super::painter::{INVISIBLE, Painter};
use super::place::Zoom;
use crate::video::ink::Paint;
use crate::video::layout::{Backdrop, Stage};
use crate::video::pictures::fitted;
use crate::video::project::model::Fit;

/// Paints the backdrop of a stage; its picture has a transform of its own.
pub(super) fn draw(painter: &mut Painter, backdrop: &Backdrop, stage: &Stage, base: Affine, canvas: Size) {
    let whole = canvas.to_rect();
    match backdrop {
        Backdrop::Paint(paint) => plain(painter, paint, base, whole),
        Backdrop::Picture { file, fit, focus, dim, blur, motion, behind, .. } => {
            plain(painter, &Paint::Solid(*behind), base, whole);
            let Ok(info) = painter.pictures.info(file) else { return };
            let rect = fitted(info.size, *fit, *focus, whole);
            let pixels = painter.backdrop_pixels(file, rect.size(), *blur, Zoom::of_motion(*motion));
            if let Some(pixels) = pixels.filter(|_| base.is_finite()) {
                picture(painter, pixels, rect, *dim, base * stage.backdrop);
            }
        }
        Backdrop::Clip { file, size, dim, behind, .. } => {
            plain(painter, &Paint::Solid(*behind), base, whole);
            let rect = fitted(*size, Fit::Cover, [0.5, 0.5], whole);
            let wanted = painter.wanted(rect.size(), Zoom::NONE, painter.scale);
            if let Ok(pixels) = painter.pictures.clip_pixels(file, stage.backdrop_frame, wanted) {
                picture(painter, pixels, rect, *dim, base);
            }
        }
    }
}

/// Fills the canvas.
fn plain(painter: &mut Painter, paint: &Paint, base: Affine, whole: Rect) {
    painter.context.set_transform(base);
    painter.context.set_paint(paint_of(paint));
    painter.context.fill_rect(&whole);
}

fn picture(painter: &mut Painter, pixels: Arc<Pixmap>, rect: Rect, dim: f64, transform: Affine) {
    if !transform.is_finite() {
        return;
    }
    let [width, height] = [pixels.width(), pixels.height()].map(f64::from);
    let place = Affine::translate(rect.origin().to_vec2())
        * Affine::scale_non_uniform(rect.width() / width, rect.height() / height);
    let context = &mut painter.context;
    context.set_transform(transform);
    context.set_paint_transform(place);
    // Darker is a mixture with black.
    let light = (1.0 - dim.clamp(0.0, 1.0)) as f32;
    let tint = Tint { color: AlphaColor::new([light, light, light, 1.0]), mode: TintMode::Multiply };
    context.set_tint((dim > INVISIBLE).then_some(tint));
    let sampler = ImageSampler { quality: quality(transform * place), ..ImageSampler::default() };
    context.set_paint(Image { sampler, image: ImageSource::Pixmap(pixels) });
    context.fill_rect(&rect);
    context.reset_tint();
    context.reset_paint_transform();
}
