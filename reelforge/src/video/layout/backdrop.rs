//! What lies behind a scene's elements.

use std::sync::Arc;

use kurbo::{Point, Size, Vec2};

use super::Backdrop;
use crate::video::ink::Paint;
use crate::video::pictures::{Format, Pictures, Play};
use crate::video::project::model::{Background, Color, Scene};
use crate::video::theme::Look;

pub(super) fn backdrop(scene: &Scene, look: &Look, pictures: &Pictures, canvas: Size) -> Backdrop {
    let plain = look.color(&Color::Token("bg".to_owned()));
    match &scene.background {
        None => Backdrop::Paint(Paint::Solid(plain)),
        Some(Background::Color { color }) => Backdrop::Paint(Paint::Solid(look.color(color))),
        Some(Background::Gradient { gradient, angle }) => {
            let (from, to) = ends(*angle, canvas);
            let colors = gradient.iter().map(|color| look.color(color)).collect();
            Backdrop::Paint(Paint::Linear { from, to, colors })
        }
        Some(Background::Image { image, fit, focus, dim, blur, motion }) => Backdrop::Picture {
            file: Arc::from(image.as_str()),
            source: pictures.info(image).ok().filter(|info| info.format != Format::Svg).map(|info| info.size),
            fit: *fit,
            focus: *focus,
            dim: *dim,
            blur: *blur,
            motion: *motion,
            behind: plain,
        },
        Some(Background::Video { video, trim, dim }) => match pictures.clip(video) {
            Ok(clip) => Backdrop::Clip {
                file: Arc::from(video.as_str()),
                size: clip.size,
                play: Play::new(&clip, *trim, 1.0, false),
                dim: *dim,
                behind: plain,
            },
            Err(_) => Backdrop::Paint(Paint::Solid(plain)),
        },
    }
}

/// Where a gradient begins and ends, so that its first and last colour meet the canvas' corners: 0 degrees is upwards,
/// 90 to the right.
fn ends(angle: f64, canvas: Size) -> (Point, Point) {
    let (sin, cos) = angle.to_radians().sin_cos();
    let half = Vec2::new(sin, -cos) * ((canvas.width * sin).abs() + (canvas.height * cos).abs()) / 2.0;
    let middle = canvas.to_rect().center();
    (middle - half, middle + half)
}
