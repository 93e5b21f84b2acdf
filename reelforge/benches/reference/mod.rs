//! The reference scene of the benches: a hard one, since everything moves. 1080 × 1920 pixels, a gradient whose colours
//! change, a photo that zooms, three cards with soft shadows that slide in and fade, six lines of text.

use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Size, Vec2};
use reelforge::video::files::{FileError, Files};
use reelforge::video::ink::{Ink, Paint, Picture, Piece, Pieces, Rgba, Role};
use reelforge::video::paint::Image;
use reelforge::video::project::model::By;
use reelforge::video::text::{Fonts, Span, TextSpec, Typesetter};
use reelforge::video::theme::Typeface;

pub(crate) const CANVAS: Size = Size::new(1080.0, 1920.0);
pub(crate) const CARD: Size = Size::new(960.0, 150.0);
pub(crate) const CARDS: [f64; 3] = [1230.0, 1415.0, 1600.0];
pub(crate) const RADIUS: f64 = 36.0;
pub(crate) const SIGMA: f64 = 20.0;
pub(crate) const SHADOW: Rgba = Rgba([0, 0, 0, 115]);
pub(crate) const PHOTO: Rect = Rect::new(0.0, 210.0, 1080.0, 1290.0);
/// The part of the photo that is seen.
pub(crate) const SEEN: Rect = Rect::new(90.0, 330.0, 990.0, 1170.0);
const DARK: Rgba = Rgba([20, 24, 40, 255]);

/// A line of text: what it says, its size and weight, where it begins, its colour.
pub(crate) type Line = (&'static str, f64, u32, Point, Rgba);

pub(crate) const TEXTS: [Line; 6] = [
    ("Ship faster, sleep better", 90.0, 700, Point::new(60.0, 100.0), Rgba::WHITE),
    ("What changed in release 4.2 this week", 44.0, 400, Point::new(60.0, 225.0), Rgba([255, 255, 255, 210])),
    ("Faster cold start: 1.9 s to 0.4 s", 48.0, 700, Point::new(110.0, 1275.0), DARK),
    ("Search that understands typos", 48.0, 700, Point::new(110.0, 1460.0), DARK),
    ("Exports finish while you are away", 48.0, 700, Point::new(110.0, 1645.0), DARK),
    (
        "example.com/changelog - 30 day trial",
        34.0,
        400,
        Point::new(110.0, 1820.0),
        Rgba([255, 255, 255, 230]),
    ),
];

/// The YAML of a project with as many elements as the scene has: what they show is put in their place.
pub(crate) fn yaml(seconds: u32) -> String {
    let elements = ["{type: shape, shape: rect, x: 0, y: 0, w: 1080, h: 1920}"; 11].join(", ");
    format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\n\
         scenes: [{{id: s, duration: {seconds}, elements: [{elements}]}}]\n"
    )
}

fn ease(x: f64) -> f64 {
    1.0 - (1.0 - x.clamp(0.0, 1.0)).powi(3)
}

/// How far the head lines have come after `t` seconds.
pub(crate) fn head(t: f64) -> f64 {
    ease(t / 0.6)
}

/// How far a card has come, and how far it still has to go.
pub(crate) fn sliding(t: f64, card: usize) -> (f64, f64) {
    let there = ease((t - 0.4 - [0.0, 0.35, 0.7][card]) / 0.8);
    (there, (1.0 - there) * 300.0)
}

/// The colours of the gradient.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "parts of 255")]
pub(crate) fn colors(t: f64) -> Vec<Rgba> {
    let hue = (t * 0.3).sin() * 0.5 + 0.5;
    let byte = |part: f64| (part * 255.0) as u8;
    vec![
        Rgba([byte(0.10 + 0.1 * hue), 31, 115, 255]),
        Rgba([89, 38, 140, 255]),
        Rgba([217, byte(0.35 + 0.1 * hue), 89, 255]),
    ]
}

/// How the photo lies.
pub(crate) fn zoomed(t: f64) -> Affine {
    let middle = PHOTO.center().to_vec2();
    Affine::translate(middle) * Affine::scale(0.9 + 0.03 * t) * Affine::translate(-middle)
}

/// The photo, as an element shows it.
pub(crate) fn shown_photo() -> Pieces {
    let picture = Picture {
        file: "photo.png".into(),
        frame: 0,
        is_clip: false,
        rect: PHOTO,
        clip: SEEN,
        radius: 48.0,
        tint: None,
    };
    Arc::new([Piece::new(Role::Picture, vec![Ink::Picture(picture)])])
}

/// A card with its shadow, at the origin.
pub(crate) fn card() -> Pieces {
    let rect = CARD.to_rect();
    let shadow =
        Ink::Shadow { rect: rect + Vec2::new(0.0, 12.0), radius: RADIUS, sigma: SIGMA, color: SHADOW };
    let inks = vec![shadow, Ink::round_rect(rect, RADIUS, Paint::Solid(Rgba::WHITE))];
    Arc::new([Piece::new(Role::Panel, inks)])
}

/// The lines of text, each at the origin.
pub(crate) fn texts() -> [Pieces; 6] {
    let mut typesetter = Typesetter::new(&Fonts::bundled());
    TEXTS.map(|(text, size, weight, _, color)| {
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
    })
}

/// The file `photo.png` and no other.
struct Photo(Vec<u8>);

impl Files for Photo {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        if path == "photo.png" { Ok(self.0.clone()) } else { Err(FileError::Absent) }
    }
}

/// The files of the scene.
#[allow(clippy::cast_possible_truncation, reason = "colours wrap around")]
pub(crate) fn files() -> Arc<dyn Files> {
    let mut image = Image::new(1080, 1080, [0; 3]);
    for (x, y) in (0..1080).flat_map(|x| (0..1080).map(move |y| (x, y))) {
        image.put(&Image::new(1, 1, [(x / 5) as u8, (y / 5) as u8, ((x * y) >> 8) as u8]), x, y);
    }
    Arc::new(Photo(image.to_png().expect("a small picture")))
}
