//! What it costs an agent to look at a frame, from the call to the answer, beside what no answer can do without: the same
//! frame painted with everything at hand, as a JPEG file.
//!
//! The claim: one frame at a width of 540 pixels within 150 ms, with nothing kept from earlier calls (`of_a_reel`,
//! `over_a_photo`), and less than 300 MB of memory, which is told at the end. Each call opens the project, lays it out and
//! decodes its pictures anew.

mod memory;

use std::sync::Arc;

use divan::Bencher;
use reelforge::studio::{Studio, app};
use reelforge::testing::Client;
use reelforge::video::audio::Tracks;
use reelforge::video::files::NoFiles;
use reelforge::video::paint::{Image, Precision};
use reelforge::video::preview::{Marks, Preview};
use reelforge::video::project::Project;
use serde_json::json;

fn main() {
    divan::main();
    println!("peak memory {}", memory::peak());
}

const WIDTH: u32 = 540;

/// Words, a list and a component, with motion.
const REEL: &str = "
reelforge: 1
meta: {title: A reel}
canvas: reel
scenes:
  - id: one
    duration: 4
    background: {gradient: [\"#101828\", \"#1D2939\"]}
    elements:
      - {type: text, role: label, text: COFFEE PRICES}
      - {type: text, role: title, text: Three ==shocks== at once, enter: {type: slide-up, by: word}}
      - {type: list, items: [Two bad harvests, Less supply, Shipping costs doubled]}
      - {type: use, component: stat, props: {value: 42, suffix: \"%\", label: more than two years ago}}
      - {type: progress, span: video, pin: bottom, w: 100%, h: 10}
";

/// Words over a photo of 12 million pixels.
const PHOTO: &str = "
reelforge: 1
meta: {title: A photo}
canvas: reel
scenes:
  - id: one
    duration: 4
    background: {image: photo.jpg, dim: 0.5, motion: zoom-in}
    elements:
      - {type: text, role: title, text: Three ==shocks== at once}
      - {type: text, text: What one bag of beans costs now}
";

fn looked_at(bencher: Bencher<'_, '_>, project: &str) {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("x");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(folder.join("project.yaml"), project).expect("a file");
    if project == PHOTO {
        std::fs::write(folder.join("photo.jpg"), photo()).expect("a file");
    }
    let client = Client::new(app().state(Studio::open(root.path()).expect("a studio"))).expect("its tools");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let arguments = json!({ "project": "x", "times": [2], "width": WIDTH });
    bencher.bench_local(|| {
        let reply = runtime.block_on(client.call("preview_frames", arguments.clone()));
        assert!(reply.content.iter().any(|block| block["type"] == "image"));
    });
}

fn photo() -> Vec<u8> {
    let mut image = Image::new(4000, 3000, [0; 3]);
    for (x, y) in (0..4000).flat_map(|x| (0..3000).map(move |y| (x, y))) {
        let byte = |value: u32| u8::try_from(value & 255).unwrap_or_default();
        image.put(&Image::new(1, 1, [byte(x / 16), byte(y / 12), byte((x * y) >> 16)]), x, y);
    }
    image.to_jpeg().expect("a picture")
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn of_a_reel(bencher: Bencher<'_, '_>) {
    looked_at(bencher, REEL);
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn over_a_photo(bencher: Bencher<'_, '_>) {
    looked_at(bencher, PHOTO);
}

/// The limit: the reel's frame, painted and encoded, of a project that is laid out already.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn limit_painted_and_encoded(bencher: Bencher<'_, '_>) {
    let project = Project::parse(REEL).project.expect("it is a map");
    let preview = Preview::new(&project, &Arc::new(Tracks::new(Arc::new(NoFiles))));
    bencher.bench_local(|| {
        let image = preview.paint(&[60], WIDTH, Marks::default(), Precision::Fastest);
        image[0].to_jpeg().expect("a picture")
    });
}
