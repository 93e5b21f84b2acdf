//! Clips in a video: the frame that each output frame shows, on any number of threads.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Places and numbers of small pictures.

use std::sync::Arc;

use super::{Made, decoded, on};
use crate::video::audio::Tracks;
use crate::video::expand::expand;
use crate::video::files::Files;
use crate::video::layout::Plan;
use crate::video::paint::{Painter, Precision};
use crate::video::pictures::Pictures;
use crate::video::pictures::made_clips::{Shelf, clip};
use crate::video::preview::{Marks, Preview};
use crate::video::project::Project;
use crate::video::project::model::Time;
use crate::video::text::Fonts;
use crate::video::time::{Heard, Times};

/// A clip of 24 frames a second behind everything, from its second 0.5 on, which ends before the scene does; before it one
/// of 60 a second that starts over, and one that is played at half its speed.
const PROJECT: &str = "
reelforge: 1
meta: {title: t}
canvas: {width: 176, height: 132, fps: 30}
scenes:
  - id: a
    duration: 5
    background: {video: film.mp4, trim: [0.5, 4.0]}
    layout: free
    elements:
      - {id: fast, type: video, src: fast.mp4, x: 0, y: 0, w: 64, h: 32, loop: true, enter: none}
      - {id: slow, type: video, src: slow.mp4, x: 64, y: 0, w: 64, h: 32, speed: 0.5, enter: none}
";

fn files() -> Arc<dyn Files> {
    let files =
        [("film.mp4", clip(110, 24, 12)), ("fast.mp4", clip(50, 60, 25)), ("slow.mp4", clip(100, 30, 30))];
    let files = files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    Arc::new(Shelf { files, ..Shelf::default() })
}

fn made() -> Made {
    let parsed = Project::parse(PROJECT);
    assert_eq!(parsed.issues, []);
    let files = files();
    let expanded = expand(&parsed.project.unwrap(), files.as_ref(), &Heard::none());
    let pictures = Arc::new(Pictures::new(files));
    let times = Times::of(&expanded.project, &Heard::none());
    let plan = Plan::build(&expanded, &times, &Fonts::bundled(), &pictures);
    Made { plan, pictures }
}

/// The numbers that a picture shows, from how light it is at places: of the clip behind, and of both before it.
fn numbers(light: impl Fn(usize, usize) -> u8) -> [usize; 3] {
    let number = |left: usize, bar: usize, y: usize| {
        (0..8).filter(|bit| light(left + bit * bar + bar / 2, y) > 128).map(|bit| 1 << bit).sum()
    };
    [number(0, 22, 110), number(0, 8, 16), number(64, 8, 16)]
}

fn wanted(frame: usize) -> [usize; 3] {
    // The trimmed part has 84 frames, of which the last one is held.
    [12 + (frame * 24 / 30).min(83), frame * 2 % 50, frame / 2]
}

#[test]
fn every_frame_shows_the_frames_whose_time_it_is() {
    let made = made();
    let mut painter = Painter::new(made.plan.canvas, 1.0, Arc::clone(&made.pictures), Precision::Fastest);
    let mut seen = |frame: u32| {
        let pixels = painter.paint(&made.plan, &made.plan.frame(frame));
        numbers(|x, y| pixels.sample(x as u16, y as u16).g)
    };
    for frame in (0..150).chain([149, 3, 77, 76, 120]) {
        assert_eq!(seen(frame), wanted(frame as usize), "{frame}");
    }
    assert_eq!(made.pictures.faults(), []);
}

#[test]
fn a_movie_is_the_same_on_any_number_of_threads() {
    let made = made();
    let (_, bytes) = made.write(&on(1), None);
    for threads in [2, 5] {
        assert!(made.write(&on(threads), None).1 == bytes, "{threads} threads");
    }
    let frames = decoded(&bytes);
    assert_eq!(frames.len(), 150);
    for (number, [luma, ..]) in frames.iter().enumerate() {
        assert_eq!(numbers(|x, y| luma[y * 176 + x]), wanted(number), "{number}");
    }
}

#[test]
fn a_preview_shows_the_same_frame() {
    let parsed = Project::parse(PROJECT);
    let preview = Preview::new(&parsed.project.unwrap(), &Arc::new(Tracks::new(files())));
    for seconds in [0.0, 1.7, 4.9] {
        let frame = preview.frame_at(None, &Time::Seconds(seconds)).unwrap();
        let image = preview.paint(&[frame], 176, Marks::default(), Precision::Fastest).remove(0);
        let seen = numbers(|x, y| image.pixel(x as u32, y as u32)[1]);
        assert_eq!(seen, wanted((seconds * 30.0).round() as usize), "{seconds}");
    }
}
