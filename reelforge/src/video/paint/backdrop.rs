//! Paints what lies behind the elements of a scene.

use kurbo::{Affine, Size};
use vello_cpu::color::AlphaColor;
use vello_cpu::peniko::ImageSampler;
use vello_cpu::{Image, ImageSource, Tint, TintMode};

use super::draw::{paint_of, quality};
use super::painter::{INVISIBLE, Painter};
use super::place::Zoom;
use crate::video::ink::Paint;
use crate::video::layout::Backdrop;
use crate::video::pictures::fitted;

/// Paints a backdrop; its picture has a transform of its own.
pub(super) fn draw(painter: &mut Painter, backdrop: &Backdrop, base: Affine, moved: Affine, canvas: Size) {
    let whole = canvas.to_rect();
    let plain = |painter: &mut Painter, paint: &Paint| {
        painter.context.set_transform(base);
        painter.context.set_paint(paint_of(paint));
        painter.context.fill_rect(&whole);
    };
    match backdrop {
        Backdrop::Paint(paint) => plain(painter, paint),
        Backdrop::Picture { file, fit, focus, dim, blur, motion, behind } => {
            plain(painter, &Paint::Solid(*behind));
            let Ok(info) = painter.pictures.info(file) else { return };
            let rect = fitted(info.size, *fit, *focus, whole);
            let pixels = painter.backdrop_pixels(file, rect.size(), *blur, Zoom::of_motion(*motion));
            let Some(pixels) = pixels.filter(|_| moved.is_finite() && base.is_finite()) else { return };
            let [width, height] = [pixels.width(), pixels.height()].map(f64::from);
            let place = Affine::translate(rect.origin().to_vec2())
                * Affine::scale_non_uniform(rect.width() / width, rect.height() / height);
            let context = &mut painter.context;
            context.set_transform(moved);
            context.set_paint_transform(place);
            // Darker is a mixture with black.
            let light = (1.0 - dim.clamp(0.0, 1.0)) as f32;
            let tint = Tint { color: AlphaColor::new([light, light, light, 1.0]), mode: TintMode::Multiply };
            context.set_tint((*dim > INVISIBLE).then_some(tint));
            let sampler = ImageSampler { quality: quality(moved * place), ..ImageSampler::default() };
            context.set_paint(Image { sampler, image: ImageSource::Pixmap(pixels) });
            context.fill_rect(&rect);
            context.reset_tint();
            context.reset_paint_transform();
        }
    }
}
