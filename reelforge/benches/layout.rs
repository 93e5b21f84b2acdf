//! What it costs to say what a frame shows, beside the least that could say it: a copy of a frame that is known.
//!
//! The claim: all frames of a minute at 30 frames a second, with 20 elements that come, move and go, within 250 ms on
//! one core (`a_minute_of_20`).

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use reelforge::video::expand::expand;
use reelforge::video::files::NoFiles;
use reelforge::video::layout::Plan;
use reelforge::video::pictures::Pictures;
use reelforge::video::project::Project;
use reelforge::video::text::Fonts;
use reelforge::video::time::{Heard, Times};

fn main() {
    divan::main();
}

/// A minute of 20 elements of all kinds. Half of them move all the time.
const PROJECT: &str = "
reelforge: 1
meta: {title: A minute}
canvas: reel
scenes:
  - id: all
    duration: 60
    layout: free
    elements:
      - {id: e1, type: text, role: title, text: One ==title== of some words, enter: {type: slide-up, by: word}, y: 10%}
      - {id: e2, type: text, text: Typed letter by letter until it is all there, enter: {type: type, duration: 20}, y: 15%}
      - {id: e3, type: text, text: Always in motion, motion: float, y: 20%}
      - {id: e4, type: text, text: Larger and smaller, motion: pulse, y: 25%}
      - {id: e5, type: list, items: [First, Second, Third], stagger: 10, y: 30%}
      - {id: e6, type: counter, to: 12500, format: comma, count: 50, y: 40%}
      - {id: e7, type: chart, chart: column, grow: 30, h: 300, y: 45%, data: [{label: a, value: 1}, {label: b, value: 3}, {label: c, value: 2}]}
      - {id: e8, type: progress, span: video, pin: bottom, w: 100%, h: 10}
      - {id: e9, type: progress, style: ring, span: scene, w: 80, h: 80, x: 5%, y: 5%}
      - {id: e10, type: shape, shape: circle, w: 40, h: 40, motion: shake, x: 80%, y: 10%}
      - {id: e11, type: shape, shape: rect, w: 90, h: 90, rotate: 20, keyframes: [{at: 0, x: 0}, {at: 60, x: 1000}]}
      - {id: e12, type: shape, shape: rect, w: 90, h: 90, keyframes: [{at: 0, rotate: 0}, {at: 60, rotate: 360}]}
      - {id: e13, type: shape, shape: circle, w: 90, h: 90, enter: {type: pop, duration: 2}, exit: {type: zoom, duration: 2}}
      - id: e14
        type: group
        motion: zoom-in
        fill: $surface
        pad: 20
        elements:
          - {id: e15, type: text, text: In a group}
          - {id: e16, type: text, role: label, text: with a second line, at: 10, until: 50}
      - {id: e17, type: code, code: \"let answer = 42;\\nprintln!(answer);\", typing: true, y: 60%}
      - {id: e18, type: text, text: It leaves word by word, exit: {type: slide-up, by: word, duration: 5}, y: 70%}
      - {id: e19, type: shape, shape: line, to: [900, 1500], x: 100, y: 1500, enter: {type: draw, duration: 5}}
      - {id: e20, type: text, text: Still, y: 80%}
";

fn plan() -> Plan {
    let parsed = Project::parse(PROJECT);
    assert!(parsed.issues.is_empty(), "{:?}", parsed.issues);
    let expanded = expand(&parsed.project.expect("it is a map"), &NoFiles, &Heard::none());
    let pictures = Pictures::new(Arc::new(NoFiles));
    Plan::build(&expanded, &Times::of(&expanded.project, &Heard::none()), &Fonts::bundled(), &pictures)
}

/// All frames of the minute.
#[divan::bench(sample_count = 20)]
fn a_minute_of_20(bencher: Bencher) {
    let plan = plan();
    assert_eq!((plan.frames, plan.scenes[0].items.len()), (1800, 20));
    bencher.bench(|| {
        for number in 0..plan.frames {
            black_box(plan.frame(black_box(number)));
        }
    });
}

/// One frame of it.
#[divan::bench(args = [0, 300, 1770])]
fn a_frame_of_20(bencher: Bencher, number: u32) {
    let plan = plan();
    bencher.bench(|| plan.frame(black_box(number)));
}

/// The least: a copy of such a frame.
#[divan::bench(args = [0, 300, 1770])]
fn a_copy_of_the_frame(bencher: Bencher, number: u32) {
    let frame = plan().frame(number);
    bencher.bench(|| black_box(&frame).clone());
}

/// The plan that frames are read from; it is made once for a version of a project.
#[divan::bench(sample_count = 20)]
fn the_plan_of_20(bencher: Bencher) {
    bencher.bench(plan);
}
