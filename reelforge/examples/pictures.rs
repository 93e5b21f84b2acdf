//! Paints the pictures of the sample projects: `cargo run --example pictures -- examples/projects`.
//!
//! They are made of formulas, so that the samples need nobody's photographs. The same program always paints the same
//! pictures.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "colours and places are kept within their range"
)]

use std::error::Error;
use std::f64::consts::{PI, TAU};
use std::fs;
use std::path::Path;

use image::codecs::gif::{GifEncoder, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::{Delay, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let folder = std::env::args().nth(1).ok_or("which folder has the sample projects?")?;
    let folder = Path::new(&folder);
    jpeg(&folder.join("coffee/img/beans.jpg"), &beans(1080, 1920), 72)?;
    for project in ["gallery-image", "gallery-components"] {
        let img = folder.join(project).join("img");
        jpeg(&img.join("hills.jpg"), &hills(1080, 1080), 78)?;
        png(&img.join("logo.png"), &logo(480))?;
    }
    // The same hills, cut to a tall picture.
    let valley = image::imageops::crop_imm(&hills(1920, 1920), 420, 0, 1080, 1920).to_image();
    jpeg(&folder.join("gallery-components/img/valley.jpg"), &valley, 78)?;
    let img = folder.join("gallery-image/img");
    gif(&img.join("orbit.gif"), 240, 20)?;
    write(&img.join("waves.svg"), waves().as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Outcome {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)?;
    println!("{} ({} kB)", path.display(), bytes.len() / 1000);
    Ok(())
}

fn jpeg(path: &Path, picture: &RgbImage, quality: u8) -> Outcome {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(picture)?;
    write(path, &bytes)
}

fn png(path: &Path, picture: &RgbaImage) -> Outcome {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    write(path, bytes.get_ref())
}

/// Numbers from 0 to 1 that look like chance and never change.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((self.0 >> 33) as u32) / f64::from(1_u32 << 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.roll()
    }
}

/// A colour between two.
fn mix(from: [f64; 3], to: [f64; 3], share: f64) -> [f64; 3] {
    let share = share.clamp(0.0, 1.0);
    std::array::from_fn(|part| from[part] + (to[part] - from[part]) * share)
}

fn pixel(color: [f64; 3]) -> Rgb<u8> {
    Rgb(color.map(|part| part.round().clamp(0.0, 255.0) as u8))
}

/// 0 below `low`, 1 above `high`, smooth between.
fn smooth(low: f64, high: f64, value: f64) -> f64 {
    let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// Roasted coffee beans, poured out, with light from the upper left.
fn beans(width: u32, height: u32) -> RgbImage {
    let (w, h) = (f64::from(width), f64::from(height));
    let mut picture = RgbImage::from_pixel(width, height, pixel([18.0, 10.0, 6.0]));
    let mut dice = Dice(7);
    let long = w * 0.082;
    // Three layers: the lower ones lie deeper and darker, and show between those on top.
    for layer in 0..3 {
        let depth = 0.35 + 0.325 * f64::from(layer);
        let step = long * 1.22;
        let mut y = -long;
        while y < h + long {
            let mut x = -long;
            while x < w + long {
                let at = [x + dice.between(-0.45, 0.45) * step, y + dice.between(-0.45, 0.45) * step];
                let bean = Bean {
                    at,
                    turn: dice.between(0.0, TAU),
                    long: long * dice.between(0.88, 1.08),
                    wide: long * dice.between(0.62, 0.74),
                    light: depth * dice.between(0.82, 1.1),
                    face: dice.roll() < 0.6,
                };
                bean.paint(&mut picture);
                x += step;
            }
            y += step;
        }
    }
    // Darker towards the edges, so that text in the middle is read.
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let (dx, dy) = (f64::from(x) / w - 0.45, f64::from(y) / h - 0.4);
        let light = 1.12 - 0.95 * (dx * dx + dy * dy);
        pixel.0 = pixel.0.map(|part| (f64::from(part) * light.clamp(0.0, 1.1)).min(255.0) as u8);
    }
    picture
}

struct Bean {
    at: [f64; 2],
    turn: f64,
    long: f64,
    wide: f64,
    light: f64,
    /// Whether its crease is seen.
    face: bool,
}

impl Bean {
    fn paint(&self, picture: &mut RgbImage) {
        let reach = self.long * 1.25;
        let (sin, cos) = self.turn.sin_cos();
        let range = |middle: f64, most: u32| {
            let low = (middle - reach).max(0.0) as u32;
            low..((middle + reach).max(0.0) as u32).min(most)
        };
        for y in range(self.at[1], picture.height()) {
            for x in range(self.at[0], picture.width()) {
                let (dx, dy) = (f64::from(x) + 0.5 - self.at[0], f64::from(y) + 0.5 - self.at[1]);
                // Along and across the bean, 1 at its edge.
                let (u, v) = ((dx * cos + dy * sin) / self.long, (dy * cos - dx * sin) / self.wide);
                let radius = u.hypot(v);
                let below = picture.get_pixel(x, y).0.map(f64::from);
                if radius >= 1.0 {
                    // Its shadow on what lies below.
                    let shade = 1.0 - 0.55 * (1.0 - smooth(1.0, 1.22, radius));
                    picture.put_pixel(x, y, pixel(below.map(|part| part * shade)));
                    continue;
                }
                let bulge = (1.0 - radius * radius).sqrt();
                let normal =
                    [u / self.long * cos - v / self.wide * sin, u / self.long * sin + v / self.wide * cos];
                let size = normal[0].hypot(normal[1]).max(1e-9);
                let tilt = (1.0 - bulge * bulge).sqrt();
                let [nx, ny, nz] = [normal[0] / size * tilt, normal[1] / size * tilt, bulge];
                let lit = (-0.5 * nx - 0.62 * ny + 0.6 * nz).max(0.0);
                let mut color = mix([26.0, 13.0, 7.0], [142.0, 84.0, 46.0], lit * self.light);
                let gloss = (-0.38 * nx - 0.5 * ny + 0.78 * nz).max(0.0).powi(28);
                color = mix(color, [236.0, 196.0, 158.0], 0.5 * gloss * self.light);
                if self.face {
                    // The crease swings from side to side along the bean.
                    let line = v - 0.14 * (u * PI).sin();
                    let ends = 1.0 - smooth(0.78, 0.98, u.abs());
                    let groove = (1.0 - smooth(0.03, 0.13, line.abs())) * ends;
                    color = mix(color, [12.0, 6.0, 3.0], 0.9 * groove);
                    let lip = (1.0 - smooth(0.0, 0.07, (line - 0.17).abs())) * ends;
                    color = mix(color, [190.0, 132.0, 84.0], 0.25 * lip * self.light);
                }
                let edge = smooth(1.0, 0.97, radius);
                picture.put_pixel(x, y, pixel(mix(below, color, edge)));
            }
        }
    }
}

/// Hills one behind the other under a low sun.
fn hills(width: u32, height: u32) -> RgbImage {
    let (w, h) = (f64::from(width), f64::from(height));
    let ridge = |layer: f64, x: f64| {
        let base = 0.44 + 0.11 * layer;
        let long = (x * (2.1 + layer * 0.7) + layer * 1.9).sin() * (0.055 + 0.01 * layer);
        let short = (x * (6.3 + layer * 2.1) + layer * 0.7).sin() * 0.018;
        base - long - short
    };
    RgbImage::from_fn(width, height, |px, py| {
        let (x, y) = (f64::from(px) / w, f64::from(py) / h);
        let sun = (x - 0.66).hypot(y - 0.3);
        let mut color = mix([255.0, 214.0, 150.0], [94.0, 98.0, 168.0], 1.0 - smooth(0.0, 0.52, y));
        color = mix(color, [255.0, 236.0, 196.0], 0.75 * (1.0 - smooth(0.05, 0.42, sun)));
        color = mix(color, [255.0, 250.0, 236.0], 1.0 - smooth(0.083, 0.086, sun));
        for layer in 0..5 {
            let layer = f64::from(layer);
            let edge = ridge(layer, x * 2.2);
            let own = mix([214.0, 140.0, 128.0], [22.0, 28.0, 58.0], layer / 4.0);
            // Mist lies in the valleys.
            let own =
                mix(own, [246.0, 190.0, 150.0], 0.32 * smooth(edge, edge + 0.2, y) * (1.0 - layer / 5.0));
            color = mix(color, own, smooth(edge - 0.0007, edge + 0.0007, y));
        }
        pixel(color)
    })
}

/// A mark on nothing: a bean, upright, with a crease cut out of it.
fn logo(side: u32) -> RgbaImage {
    let s = f64::from(side);
    RgbaImage::from_fn(side, side, |px, py| {
        let (x, y) = ((f64::from(px) + 0.5) / s * 2.0 - 1.0, (f64::from(py) + 0.5) / s * 2.0 - 1.0);
        // Along and across the bean, which leans to the right.
        let (u, v) = (0.87 * y - 0.5 * x, 0.87 * x + 0.5 * y);
        let soft = 2.0 / s;
        let bean = 1.0 - smooth(1.0 - 1.6 * soft, 1.0 + 1.6 * soft, (u / 0.94).hypot(v / 0.66));
        let crease = smooth(0.055 - soft, 0.055 + soft, (v - 0.2 * (u * PI).sin()).abs());
        let Rgb([r, g, b]) = pixel(mix([255.0, 193.0, 69.0], [255.0, 107.0, 107.0], (x + y + 2.0) / 4.0));
        Rgba([r, g, b, (255.0 * bean * crease).round() as u8])
    })
}

/// A dot on its way around another one.
fn gif(path: &Path, side: u32, frames: u32) -> Outcome {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, 10);
    encoder.set_repeat(Repeat::Infinite)?;
    let s = f64::from(side);
    for frame in 0..frames {
        let turn = f64::from(frame) / f64::from(frames) * TAU;
        let picture = RgbaImage::from_fn(side, side, |px, py| {
            let (x, y) = ((f64::from(px) + 0.5) / s * 2.0 - 1.0, (f64::from(py) + 0.5) / s * 2.0 - 1.0);
            let far = x.hypot(y);
            let moon = (x - 0.7 * turn.cos()).hypot(y - 0.7 * turn.sin());
            let color = if moon < 0.16 {
                [255, 193, 69]
            } else if far < 0.3 {
                [110, 197, 255]
            } else if (far - 0.7).abs() < 0.012 {
                [70, 86, 130]
            } else {
                [27, 36, 64]
            };
            Rgba([color[0], color[1], color[2], 255])
        });
        encoder.encode_frame(Frame::from_parts(picture, 0, 0, Delay::from_numer_denom_ms(60, 1)))?;
    }
    drop(encoder);
    write(path, &bytes)
}

/// Waves as a vector picture.
fn waves() -> String {
    let mut layers = String::new();
    for (index, color) in ["#6EC5FF", "#3E8BD0", "#24609E", "#163F6E"].into_iter().enumerate() {
        let y = 150 + 60 * index;
        layers.push_str(&format!(
            "  <path fill=\"{color}\" d=\"M0 {y} q100 -70 200 0 t200 0 t200 0 t200 0 V480 H0 Z\"/>\n"
        ));
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 480\">\n  <rect width=\"800\" height=\"480\" \
         fill=\"#FFE9C7\"/>\n  <circle cx=\"600\" cy=\"130\" r=\"64\" fill=\"#FF9F45\"/>\n{layers}</svg>\n"
    )
}
