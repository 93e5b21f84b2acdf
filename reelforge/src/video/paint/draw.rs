//! Paints single inks.

use kurbo::{Affine, BezPath, Cap, Join, Shape, Stroke};
use vello_cpu::peniko::{Gradient, ImageQuality, ImageSampler};
use vello_cpu::{Glyph, Image, ImageSource, PaintType, RenderContext, Resources, Tint, TintMode};

use super::painter::{Painter, color, scale_of};
use super::reveal;
use crate::video::ink::{Glyphs, Ink, Paint, Picture, Rgba};

/// Colour that stands where a picture cannot be decoded.
const MISSING: Rgba = Rgba([0x80, 0x80, 0x80, 0x80]);

/// Paints an ink, of whose lines a part is drawn. What has no line fades in while the second half of them is drawn.
pub(super) fn ink(painter: &mut Painter, ink: &Ink, transform: Affine, drawn: f64) {
    if drawn <= 0.0 {
        return;
    }
    match ink {
        Ink::Stroke { path, paint, width } => {
            if drawn < 1.0 {
                stroke(painter, &reveal::beginning(path, drawn), paint, *width, transform);
            } else {
                stroke(painter, path, paint, *width, transform);
            }
        }
        other if drawn < 1.0 => {
            let opacity = (drawn * 2.0 - 1.0).max(0.0);
            painter.context.push_opacity_layer(opacity as f32);
            solid(painter, other, transform);
            painter.context.pop_layer();
        }
        other => solid(painter, other, transform),
    }
}

fn solid(painter: &mut Painter, ink: &Ink, transform: Affine) {
    match ink {
        Ink::Fill { path, paint } => fill(painter, path, paint, transform),
        Ink::Stroke { path, paint, width } => stroke(painter, path, paint, *width, transform),
        Ink::Glyphs(glyphs) if glyphs.sigma > 0.0 => painter.glyph_shadow(glyphs, transform),
        Ink::Glyphs(run) => letters(&mut painter.context, &mut painter.resources, run, transform),
        Ink::Picture(shown) => picture(painter, shown, transform),
        Ink::Shadow { rect, radius, sigma, color } => {
            painter.rect_shadow(*rect, *radius, *sigma, *color, transform);
        }
    }
}

fn fill(painter: &mut Painter, path: &BezPath, paint: &Paint, transform: Affine) {
    let context = &mut painter.context;
    context.set_transform(transform);
    context.set_paint(paint_of(paint));
    context.fill_path(path);
}

fn stroke(painter: &mut Painter, path: &BezPath, paint: &Paint, width: f64, transform: Affine) {
    if width <= 0.0 {
        return;
    }
    let context = &mut painter.context;
    context.set_transform(transform);
    context.set_paint(paint_of(paint));
    context.set_stroke(round_stroke(width));
    context.stroke_path(path);
}

fn round_stroke(width: f64) -> Stroke {
    Stroke::new(width).with_caps(Cap::Round).with_join(Join::Round)
}

/// A paint as the rasteriser takes it, in the coordinates of the path.
pub(super) fn paint_of(paint: &Paint) -> PaintType {
    match paint {
        Paint::Solid(rgba) => color(*rgba, 1.0).into(),
        Paint::Linear { from, to, colors } => match colors.as_slice() {
            [] => color(Rgba::BLACK, 0.0).into(),
            [.., last] if colors.len() == 1 || from == to => color(*last, 1.0).into(),
            colors => {
                let last = (colors.len() - 1) as f32;
                let stops =
                    colors.iter().enumerate().map(|(index, rgba)| (index as f32 / last, color(*rgba, 1.0)));
                let stops: Vec<_> = stops.collect();
                Gradient::new_linear(*from, *to).with_stops(stops.as_slice()).into()
            }
        },
    }
}

/// Paints letters, with the outline below them. What the font lacks stays empty: the check of glyphs reports it.
pub(super) fn letters(
    context: &mut RenderContext,
    resources: &mut Resources,
    run: &Glyphs,
    transform: Affine,
) {
    let transform = transform * Affine::translate(run.origin.to_vec2());
    let bold = run.face.embolden.max(0.0);
    if let Some((rgba, width)) = run.outline
        && width > 0.0
    {
        glyphs(context, resources, run, rgba, Some(width + bold), transform);
    }
    if bold == 0.0 {
        glyphs(context, resources, run, run.color, None, transform);
        return;
    }
    // Bolder by a line along the edge, whose overlap with the inside must not show through.
    let Rgba([r, g, b, alpha]) = run.color;
    let solid = Rgba([r, g, b, 255]);
    context.push_opacity_layer(f32::from(alpha) / 255.0);
    glyphs(context, resources, run, solid, None, transform);
    glyphs(context, resources, run, solid, Some(bold), transform);
    context.pop_layer();
}

/// The insides of glyphs, or lines of a width along their edges.
fn glyphs(
    context: &mut RenderContext,
    resources: &mut Resources,
    run: &Glyphs,
    rgba: Rgba,
    line: Option<f64>,
    transform: Affine,
) {
    context.set_transform(transform);
    context.set_paint(color(rgba, 1.0));
    if let Some(width) = line {
        context.set_stroke(round_stroke(width));
    }
    let builder = context.glyph_run(resources, &run.face.font);
    let mut builder = builder.font_size(run.size).hint(false).normalized_coords(&run.face.coords);
    if run.face.slant != 0.0 {
        builder = builder.glyph_transform(Affine::skew(-run.face.slant.to_radians().tan(), 0.0));
    }
    let glyphs = run.glyphs.iter().map(|glyph| Glyph { id: glyph.id, x: glyph.x, y: glyph.y });
    // An error says that a glyph has nothing to draw, such as a space in some fonts.
    let _ = if line.is_some() { builder.stroke_glyphs(glyphs) } else { builder.fill_glyphs(glyphs) };
}

fn picture(painter: &mut Painter, shown: &Picture, transform: Affine) {
    let clip = shown.clip.intersect(shown.rect);
    if clip.width() <= 0.0 || clip.height() <= 0.0 {
        return;
    }
    let radius = shown.radius.clamp(0.0, clip.width().min(clip.height()) / 2.0);
    let wanted = painter.wanted(shown.rect.size(), painter.zoom, transform);
    let context = &mut painter.context;
    let pixels = if shown.is_clip {
        painter.pictures.clip_pixels(&shown.file, shown.frame, wanted)
    } else {
        painter.pictures.pixels(&shown.file, shown.frame, wanted)
    };
    let Ok(pixels) = pixels else {
        context.set_transform(transform);
        context.set_paint(color(MISSING, 1.0));
        context.fill_path(&clip.to_rounded_rect(radius).to_path(0.05));
        return;
    };
    let [width, height] = [pixels.width(), pixels.height()].map(f64::from);
    let place = Affine::translate(shown.rect.origin().to_vec2())
        * Affine::scale_non_uniform(shown.rect.width() / width, shown.rect.height() / height);
    let image = Image {
        sampler: ImageSampler { quality: quality(transform * place), ..ImageSampler::default() },
        image: ImageSource::Pixmap(pixels),
    };
    context.set_transform(transform);
    context.set_paint_transform(place);
    context.set_tint(shown.tint.map(|tint| Tint { color: color(tint, 1.0), mode: TintMode::AlphaMask }));
    context.set_paint(image);
    if radius > 0.0 {
        context.fill_path(&clip.to_rounded_rect(radius).to_path(0.05));
    } else {
        context.fill_rect(&clip);
    }
    context.reset_tint();
    context.reset_paint_transform();
}

/// Pictures that are made larger are smoothed by their neighbours' neighbours.
pub(super) fn quality(from_picture: Affine) -> ImageQuality {
    if scale_of(from_picture) > 1.25 { ImageQuality::High } else { ImageQuality::Medium }
}
