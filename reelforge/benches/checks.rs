//! What it costs to check a project, stage by stage, beside what no check can do without: reading the text.
//!
//! The claim: a minute of twelve scenes, with a fault in each, is checked in whole, its repairs tried, within a second
//! on two cores (`full`).

use divan::Bencher;
use reelforge::video::check::{Depth, NoAssets, Options, validate};
use reelforge::video::project::Project;

fn main() {
    divan::main();
}

/// A minute with narration, lists, numbers, charts, components and motion. One element of each scene is at fault.
fn project() -> String {
    let mut text = "reelforge: 1\nmeta: {title: A minute}\ncanvas: reel\nscenes:\n".to_owned();
    for scene in 0..12 {
        let more = match scene % 4 {
            0 => "{id: l, type: list, items: [The first point, A second one, And the third], stagger: 0.6}",
            1 => "{id: n, type: counter, to: 12500, format: comma, role: display, count: 2}",
            2 => {
                "{id: c, type: chart, chart: column, h: 700, data: [{label: a, value: 1}, {label: b, value: 3}]}"
            }
            _ => "{id: u, type: use, component: stat, props: {value: 42, suffix: \"%\", label: of all}}",
        };
        let transition = ["cut", "fade", "slide-left"][scene % 3];
        text.push_str(&format!(
            "  - id: s{scene}
    duration: 5
    transition: {transition}
    background: {{gradient: [\"#101828\", \"#1D2939\"]}}
    elements:
      - {{id: t, type: text, role: title, text: Scene ==number== {scene}, enter: {{type: slide-up, by: word}}}}
      - {more}
      - {{id: b, type: text, text: Moved too far, x: 700, y: 1500, motion: float, at: 0.5}}
"
        ));
    }
    text
}

fn checked(bencher: Bencher<'_, '_>, stage: Depth) {
    let text = project();
    let options = Options { stage, ..Options::default() };
    assert!(validate(&text, &NoAssets, &Options::default()).summary.warnings >= 12);
    bencher.bench(|| validate(&text, &NoAssets, &options));
}

#[divan::bench]
fn read_only(bencher: Bencher<'_, '_>) {
    let text = project();
    bencher.bench(|| Project::parse(&text));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn file(bencher: Bencher<'_, '_>) {
    checked(bencher, Depth::Static);
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn layout(bencher: Bencher<'_, '_>) {
    checked(bencher, Depth::Layout);
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn full(bencher: Bencher<'_, '_>) {
    checked(bencher, Depth::Full);
}
