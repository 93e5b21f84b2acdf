//! How fast whole movies are made, beside the encoder alone on the same frames: painting, colours, sound and file on top of
//! it should cost little.
//!
//! Three videos: the reference scene, in which everything moves; a narrated reel and an explainer, made of the
//! templates. The encoder alone gets each frame of them, painted before, on as many threads. `MoviePy` makes the reference
//! scene as well, where Python has it (`pip install moviepy`).
//!
//! `cargo bench --bench render` prints a table; with `-- FOLDER` it leaves the movies there.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "sizes, colours and times of known scenes"
)]

mod memory;
mod reference;

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kurbo::{Affine, Point, Shape};
use reelforge::video::encode::I420;
use reelforge::video::encode::h264::{self, Group};
use reelforge::video::expand::expand;
use reelforge::video::files::Files;
use reelforge::video::ink::{Ink, Paint, Piece, Pieces, Role};
use reelforge::video::layout::{Body, Clock, Live, PartState, Plan};
use reelforge::video::paint::{Precision, Strip};
use reelforge::video::pictures::Pictures;
use reelforge::video::project::Project;
use reelforge::video::project::model::Quality;
use reelforge::video::project::templates::{self, Options, Template};
use reelforge::video::render::movie::{self, Settings};
use reelforge::video::text::Fonts;
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
        let (peak, encoder) = (memory::peak(), video.encode_only());
        println!(
            "{name:16} {size:>11} {:>7} {:>5.1} fps {:>5.1} fps {:>6.2} {rate:>8.2}   peak memory {peak}",
            facts.frames,
            fps(whole),
            fps(encoder),
            fps(whole) / fps(encoder),
        );
    }
    match moviepy() {
        Some(fps) => println!("MoviePy, on the reference scene: {fps:.1} fps"),
        None => println!("MoviePy was not measured: python3 does not have it"),
    }
}

/// Frames a second that `MoviePy` makes of the reference scene.
fn moviepy() -> Option<f64> {
    const FONT: &[u8] = include_bytes!("../assets/fonts/Inter.ttf.gz");
    let folder = tempfile::tempdir().ok()?;
    let mut font = Vec::new();
    flate2::read::GzDecoder::new(FONT).read_to_end(&mut font).ok()?;
    fs::write(folder.path().join("Inter.ttf"), font).ok()?;
    fs::write(folder.path().join("photo.png"), reference::files().read("photo.png", u64::MAX).ok()?).ok()?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/reference/with_moviepy.py");
    let output = Command::new("python3").arg("-B").arg(script).arg(folder.path()).arg("90").output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

struct Video {
    plan: Plan,
    pictures: Arc<Pictures>,
}

impl Video {
    fn of(yaml: &str) -> Self {
        let parsed = Project::parse(yaml);
        let project = parsed.project.unwrap_or_else(|| panic!("no project: {:?}", parsed.issues));
        let files: Arc<dyn Files> = reference::files();
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

/// 30 seconds of the reference scene; what moves comes in again every five seconds.
fn reference() -> Video {
    let mut video = Video::of(&reference::yaml(30));
    let mut bodies: Vec<Arc<dyn Live>> =
        vec![Arc::new(Ground), Moving::body(reference::shown_photo(), |t| (reference::zoomed(t), 1.0))];
    for (index, y) in reference::CARDS.into_iter().enumerate() {
        bodies.push(Moving::body(reference::card(), move |t| sliding(t, index, Point::new(60.0, y))));
    }
    for (index, (pieces, (.., place, _))) in reference::texts().into_iter().zip(reference::TEXTS).enumerate()
    {
        bodies.push(Moving::body(pieces, move |t| match index {
            0 | 1 => (Affine::translate(place.to_vec2()), reference::head(t)),
            5 => (Affine::translate(place.to_vec2()), 1.0),
            _ => sliding(t, index - 2, place),
        }));
    }
    for (item, body) in video.plan.scenes[0].items.iter_mut().zip(bodies) {
        item.body = Body::Live(body);
    }
    video
}

/// Where something is that comes in with a card, and its opacity.
fn sliding(t: f64, card: usize, place: Point) -> (Affine, f64) {
    let (there, shift) = reference::sliding(t, card);
    (Affine::translate((place.x + shift, place.y)), there)
}

/// The gradient.
struct Ground;

impl Live for Ground {
    fn pieces(&self, clock: &Clock) -> Pieces {
        let (all, colors) = (reference::CANVAS.to_rect(), reference::colors(clock.since));
        let paint = Paint::Linear { from: Point::ZERO, to: Point::new(all.x1, all.y1), colors };
        Arc::new([Piece::new(Role::Panel, vec![Ink::Fill { path: Arc::new(all.to_path(0.1)), paint }])])
    }
}

/// Pieces that move as one.
struct Moving<F> {
    pieces: Pieces,
    /// From the seconds of the round to place and opacity.
    course: F,
}

impl<F: Fn(f64) -> (Affine, f64) + Send + Sync> Moving<F> {
    fn body(pieces: Pieces, course: F) -> Arc<dyn Live>
    where
        F: 'static,
    {
        Arc::new(Self { pieces, course })
    }
}

impl<F: Fn(f64) -> (Affine, f64) + Send + Sync> Live for Moving<F> {
    fn pieces(&self, _: &Clock) -> Pieces {
        Arc::clone(&self.pieces)
    }

    fn parts(&self, clock: &Clock) -> Option<Arc<[PartState]>> {
        let (transform, opacity) = (self.course)(clock.since % 5.0);
        let state = PartState { transform, opacity, ..PartState::STILL };
        Some(vec![state; self.pieces.len()].into())
    }
}
