//! How fast whole movies are made, beside the encoder alone on the same frames: painting, colours, sound and file on top of
//! it should cost little.
//!
//! Three videos: the reference scene, in which everything moves; a narrated reel and an explainer, made of the
//! templates. The encoder alone gets each frame of them, painted before, on as many threads.
//!
//! `cargo bench --bench render` prints a table; with `-- FOLDER` it leaves the movies there.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "sizes, colours and times of known scenes"
)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use kurbo::{Affine, Point, Rect, Shape, Vec2};
use reelforge::video::encode::I420;
use reelforge::video::encode::h264::{self, Group};
use reelforge::video::expand::expand;
use reelforge::video::files::{FileError, Files};
use reelforge::video::ink::{Ink, Paint, Picture, Piece, Pieces, Rgba, Role};
use reelforge::video::layout::{Body, Clock, Live, PartState, Plan};
use reelforge::video::paint::{Image, Precision, Strip};
use reelforge::video::pictures::Pictures;
use reelforge::video::project::Project;
use reelforge::video::project::model::{By, Quality};
use reelforge::video::project::templates::{self, Options, Template};
use reelforge::video::render::movie::{self, Settings};
use reelforge::video::text::{Fonts, Span, TextSpec, Typesetter};
use reelforge::video::theme::Typeface;
use reelforge::video::time::{Heard, Times};

const THREADS: usize = 2;
/// The quantiser of standard quality.
const QUANTISER: u8 = 26;

fn main() {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).map(PathBuf::from);
    let videos = [("reference scene", reference()), ("narrated reel", reel()), ("explainer", explainer())];
    println!(
        "{:16} {:>11} {:>7} {:>9} {:>9} {:>6} {:>8}",
        "", "size", "frames", "whole", "encoder", "part", "Mbit/s"
    );
    for (name, video) in &videos {
        let file = folder.as_ref().map(|folder| folder.join(format!("{}.mp4", name.replace(' ', "-"))));
        let (facts, whole) = video.make(file.as_deref());
        let size = format!("{}×{}", facts.width, facts.height);
        let rate = facts.bytes as f64 * 8.0 / facts.duration / 1e6;
        let fps = |time: Duration| f64::from(facts.frames) / time.as_secs_f64();
        let (peak, encoder) = (peak_memory(), video.encode_only());
        println!(
            "{name:16} {size:>11} {:>7} {:>5.1} fps {:>5.1} fps {:>6.2} {rate:>8.2}   peak memory {peak}",
            facts.frames,
            fps(whole),
            fps(encoder),
            fps(whole) / fps(encoder),
        );
    }
}

/// The most memory that was taken so far, as the system tells it.
fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |line| line.trim().to_owned())
}

struct Video {
    plan: Plan,
    pictures: Arc<Pictures>,
}

impl Video {
    fn of(yaml: &str) -> Self {
        let parsed = Project::parse(yaml);
        let project = parsed.project.unwrap_or_else(|| panic!("no project: {:?}", parsed.issues));
        let files: Arc<dyn Files> = Arc::new(Photo(photo()));
        let expanded = expand(&project, &*files, &Heard::none());
        let pictures = Arc::new(Pictures::new(files));
        let plan = Plan::build(
            &expanded,
            &Times::of(&expanded.project, &Heard::none()),
            &Fonts::bundled(),
            &pictures,
        );
        Self { plan, pictures }
    }

    /// The movie with sound, and how long it took.
    fn make(&self, file: Option<&Path>) -> (movie::Facts, Duration) {
        let settings = Settings { threads: THREADS, ..Settings::new(Quality::Standard) };
        let target = match file {
            Some(path) => File::create(path),
            None => tempfile::tempfile(),
        };
        let mut sound = |at: u64, left: &mut [f32], right: &mut [f32]| {
            for (index, (left, right)) in left.iter_mut().zip(right).enumerate() {
                let t = (at + index as u64) as f64 / 48_000.0;
                let sample = ((t * 220.0).sin() + (t * 1_380.0).sin() * (t * 3.0).sin()) * 0.3;
                (*left, *right) = (sample as f32, sample as f32);
            }
            Ok(())
        };
        let begun = Instant::now();
        let target = target.expect("a file that can be written");
        let facts =
            movie::write(&self.plan, &self.pictures, Some(&mut sound), &settings, target, &|_| {}, &|| false);
        (facts.expect("a movie"), begun.elapsed())
    }

    /// How long the encoder alone takes. Frames are painted before, some seconds of them at a time.
    fn encode_only(&self) -> Duration {
        let (width, height) = Strip::size(self.plan.canvas, 1.0);
        let coding = h264::Settings { width, height, fps: self.plan.fps, quantiser: QUANTISER };
        let sets = Arc::new(coding.parameter_sets().expect("a size that it takes"));
        let groups: Vec<_> =
            (0..self.plan.frames).step_by(self.plan.fps as usize).map(|start| self.group(start)).collect();
        let mut taken = Duration::ZERO;
        for groups in groups.chunks(THREADS) {
            let pictures: Vec<Vec<I420>> = std::thread::scope(|scope| {
                let groups = groups.iter().cloned();
                let painted: Vec<_> =
                    groups.map(|frames| scope.spawn(move || self.pictures(frames))).collect();
                painted.into_iter().map(|thread| thread.join().expect("painted")).collect()
            });
            let begun = Instant::now();
            std::thread::scope(|scope| {
                let sets = &sets;
                for pictures in &pictures {
                    scope.spawn(move || {
                        let mut group = Group::new(&coding, sets).expect("a size that it takes");
                        for picture in pictures {
                            group.encode(picture).expect("a picture of that size");
                        }
                    });
                }
            });
            taken += begun.elapsed();
        }
        taken
    }

    fn group(&self, start: u32) -> std::ops::Range<u32> {
        start..(start + self.plan.fps).min(self.plan.frames)
    }

    fn pictures(&self, frames: std::ops::Range<u32>) -> Vec<I420> {
        let mut strip = Strip::new(self.plan.canvas, 1.0, Arc::clone(&self.pictures), Precision::Fastest);
        let (width, height) = Strip::size(self.plan.canvas, 1.0);
        let mut picture = I420::new(width, height);
        let paint = |number| {
            if let Some(pixels) = strip.paint(&self.plan, self.plan.frame(number)) {
                picture.fill(pixels.data_as_u8_slice(), width);
            }
            picture.clone()
        };
        frames.map(paint).collect()
    }
}

/// Half a minute of narration and captions.
fn reel() -> Video {
    Video::of(&templates::render(Template::NarratedReel, &Options::default()).expect("its own sample"))
}

/// A minute in 1920 × 1080.
fn explainer() -> Video {
    const TEXTS: [&str; 3] = [
        "A cache holds what was asked for before, so that the next one who asks does not have to wait for it again",
        "When the entry runs out, everybody asks at once, and the machine behind it has to answer all of them",
        "So let one of them ask, have the others take the old answer, and nobody will see that there was a gap",
    ];
    let script = TEXTS.iter().cycle().take(8).map(|text| (*text).to_owned()).collect();
    let options = Options { script, ..Options::default() };
    Video::of(&templates::render(Template::Explainer, &options).expect("texts that it takes"))
}

const PHOTO: Rect = Rect::new(0.0, 210.0, 1080.0, 1290.0);
const SEEN: Rect = Rect::new(90.0, 330.0, 990.0, 1170.0);
const CARDS: [f64; 3] = [1230.0, 1415.0, 1600.0];
const DARK: Rgba = Rgba([20, 24, 40, 255]);
const TEXTS: [(&str, f64, u32, Point, Rgba); 6] = [
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

/// 30 seconds of 1080 × 1920 pixels: a gradient whose colours change, a photo that zooms, three cards with soft shadows
/// that slide in and fade, six lines of text; all again every five seconds.
fn reference() -> Video {
    let element = "{type: shape, shape: rect, x: 0, y: 0, w: 1080, h: 1920}";
    let elements = [element; 11].join(", ");
    let mut video = Video::of(&format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\nscenes: [{{id: s, duration: 30, elements: [{elements}]}}]\n"
    ));
    let picture =
        Picture { file: "photo.png".into(), frame: 0, rect: PHOTO, clip: SEEN, radius: 48.0, tint: None };
    let mut bodies: Vec<Arc<dyn Live>> = vec![
        Arc::new(Ground),
        Arc::new(Moving::new(vec![Piece::new(Role::Picture, vec![Ink::Picture(picture)])], |t| {
            let middle = PHOTO.center().to_vec2();
            let zoom = Affine::translate(middle) * Affine::scale(0.9 + 0.03 * t) * Affine::translate(-middle);
            (zoom, 1.0)
        })),
    ];
    for (index, y) in CARDS.into_iter().enumerate() {
        let rect = Rect::new(60.0, y, 1020.0, y + 150.0);
        let shadow = Ink::Shadow {
            rect: rect + Vec2::new(0.0, 12.0),
            radius: 36.0,
            sigma: 20.0,
            color: Rgba([0, 0, 0, 115]),
        };
        let card = vec![shadow, Ink::round_rect(rect, 36.0, Paint::Solid(Rgba::WHITE))];
        bodies.push(Arc::new(Moving::new(vec![Piece::new(Role::Panel, card)], move |t| sliding(t, index))));
    }
    for (index, text) in TEXTS.into_iter().enumerate() {
        let course = move |t: f64| match index {
            0 | 1 => (Affine::IDENTITY, ease(t / 0.6)),
            5 => (Affine::IDENTITY, 1.0),
            _ => sliding(t, index - 2),
        };
        bodies.push(Arc::new(Moving::new(set(text), course)));
    }
    for (item, body) in video.plan.scenes[0].items.iter_mut().zip(bodies) {
        item.body = Body::Live(body);
    }
    video
}

fn ease(x: f64) -> f64 {
    1.0 - (1.0 - x.clamp(0.0, 1.0)).powi(3)
}

/// Where a card is, and its opacity.
fn sliding(t: f64, card: usize) -> (Affine, f64) {
    let there = ease((t - 0.4 - 0.35 * card as f64) / 0.8);
    (Affine::translate(((1.0 - there) * 300.0, 0.0)), there)
}

fn set((text, size, weight, place, color): (&str, f64, u32, Point, Rgba)) -> Vec<Piece> {
    let face = Typeface { family: "Inter".to_owned(), weight, file: None };
    let set = Typesetter::new(&Fonts::bundled()).set(&TextSpec {
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
    set.pieces.into_iter().map(|piece| piece.shifted(place.to_vec2())).collect()
}

/// The gradient.
struct Ground;

impl Live for Ground {
    fn pieces(&self, clock: &Clock) -> Pieces {
        let hue = (clock.scene_since * 0.3).sin() * 0.5 + 0.5;
        let byte = |part: f64| (part * 255.0) as u8;
        let colors = vec![
            Rgba([byte(0.10 + 0.1 * hue), 31, 115, 255]),
            Rgba([89, 38, 140, 255]),
            Rgba([217, byte(0.35 + 0.1 * hue), 89, 255]),
        ];
        let all = Rect::new(0.0, 0.0, 1080.0, 1920.0);
        let paint = Paint::Linear { from: Point::ZERO, to: Point::new(all.x1, all.y1), colors };
        Arc::new([Piece::new(Role::Panel, vec![Ink::Fill { path: Arc::new(all.to_path(0.1)), paint }])])
    }

    fn is_done(&self, _: &Clock) -> bool {
        false
    }
}

/// Pieces that move as one.
struct Moving<F> {
    pieces: Pieces,
    /// From the seconds of the round to place and opacity.
    course: F,
}

impl<F: Fn(f64) -> (Affine, f64) + Send + Sync> Moving<F> {
    fn new(pieces: Vec<Piece>, course: F) -> Self {
        Self { pieces: pieces.into(), course }
    }
}

impl<F: Fn(f64) -> (Affine, f64) + Send + Sync> Live for Moving<F> {
    fn pieces(&self, _: &Clock) -> Pieces {
        Arc::clone(&self.pieces)
    }

    fn parts(&self, clock: &Clock) -> Option<Arc<[PartState]>> {
        let (transform, opacity) = (self.course)(clock.scene_since % 5.0);
        let state = PartState { transform, opacity, ..PartState::STILL };
        Some(vec![state; self.pieces.len()].into())
    }

    fn is_done(&self, _: &Clock) -> bool {
        false
    }
}

/// The photo of the reference scene, as a file.
struct Photo(Vec<u8>);

impl Files for Photo {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        if path == "photo.png" { Ok(self.0.clone()) } else { Err(FileError::Absent) }
    }
}

fn photo() -> Vec<u8> {
    let mut image = Image::new(1080, 1080, [0; 3]);
    for (x, y) in (0..1080).flat_map(|x| (0..1080).map(move |y| (x, y))) {
        image.put(&Image::new(1, 1, [(x / 5) as u8, (y / 5) as u8, ((x * y) >> 8) as u8]), x, y);
    }
    image.to_png().expect("a small picture")
}
