//! Every sample project looks as it did when somebody last looked at it.
//!
//! Each has a contact sheet in `sheets/`: one settled frame a scene, painted with the instructions that every processor
//! has. To write them anew after a change that is wanted, and then look at what has changed:
//!
//! ```sh
//! REELFORGE_SHEETS=write cargo test -p reelforge --test gallery && git diff --stat
//! ```

mod golden;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kurbo::Point;
use reelforge::video::audio::Tracks;
use reelforge::video::files::ProjectFiles;
use reelforge::video::layout::Plan;
use reelforge::video::paint::{Image, Painter, Precision, sheet};
use reelforge::video::preview::{Marks, Preview};
use reelforge::video::project::Project;
use reelforge::video::project::store::Root;

use golden::{compare, difference};

/// Width of a frame on a sheet.
const FRAME: u32 = 180;
/// Pixels between frames.
const GAP: u32 = 4;

fn projects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/projects")
}

fn names(root: &Root) -> Vec<String> {
    root.list().unwrap().projects.into_iter().map(|location| location.name).collect()
}

fn open(root: &Arc<Root>, name: &str) -> Preview {
    let text = root.read(name).unwrap().text;
    let project = Project::parse(&text).project.unwrap();
    // Nothing is kept of their sound: the folder belongs to the repository.
    let tracks = Tracks::new(Arc::new(ProjectFiles::of(root, name).unwrap()));
    Preview::new(&project, &Arc::new(tracks))
}

fn settled(preview: &Preview) -> Vec<u32> {
    (0..preview.plan().scenes.len()).filter_map(|scene| preview.settled_frame(scene)).collect()
}

#[test]
fn every_sample_project_looks_as_it_did() {
    let root = Arc::new(Root::open(projects()).unwrap());
    let mut changed = Vec::new();
    for name in names(&root) {
        let preview = open(&root, &name);
        let frames = preview.paint(&settled(&preview), FRAME, Marks::default(), Precision::Same);
        if let Err(what) = compare(&name.replace('/', "-"), &sheet(&frames, 4, GAP)) {
            changed.push(what);
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn threads_do_not_change_a_pixel() {
    let root = Arc::new(Root::open(projects()).unwrap());
    for name in ["coffee", "cache-stampede", "gallery-components"] {
        let preview = open(&root, name);
        let plan: &Plan = preview.plan();
        let frames: Vec<u32> = (0..plan.frames).step_by(17).collect();
        // Each thread has a painter of its own, and paints every so many frames.
        let painted = |threads: usize| {
            let share = |thread: usize| {
                let mut painter =
                    Painter::new(plan.canvas, 0.25, Arc::clone(preview.pictures()), Precision::Same);
                let mine = frames.iter().skip(thread).step_by(threads);
                mine.map(|number| Image::of(painter.paint(plan, &plan.frame(*number)))).collect::<Vec<_>>()
            };
            std::thread::scope(|scope| {
                let share = &share;
                let work: Vec<_> = (0..threads).map(|thread| scope.spawn(move || share(thread))).collect();
                work.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
            })
        };
        let one = &painted(1)[0];
        for threads in [2, 4] {
            let shares = painted(threads);
            for (index, (number, image)) in frames.iter().zip(one).enumerate() {
                let other = &shares[index % threads][index / threads];
                assert!(image == other, "{name}: frame {number} differs between 1 and {threads} threads");
            }
        }
    }
}

#[test]
fn what_is_not_touched_looks_the_same() {
    let root = Arc::new(Root::open(projects()).unwrap());
    for name in
        ["coffee", "cache-stampede", "gallery-code", "gallery-components", "gallery-text", "gallery-list"]
    {
        let preview = open(&root, name);
        let plan: &Plan = preview.plan();
        let scale = 0.1;
        let painter = || Painter::new(plan.canvas, scale, Arc::clone(preview.pictures()), Precision::Same);
        let (mut first, mut second) = (painter(), painter());
        for number in (0..plan.frames.saturating_sub(1)).step_by(11) {
            let (before, after) = (plan.frame(number), plan.frame(number + 1));
            let Some(boxes) = after.touched_since(&before) else { continue };
            let (before, after) = (first.paint(plan, &before), second.paint(plan, &after));
            let places = (0..before.height()).flat_map(|y| {
                (0..before.width()).map(move |x| Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5))
            });
            for ((was, is), place) in before.data().iter().zip(after.data()).zip(places) {
                // A box may end within a pixel.
                let is_touched =
                    boxes.iter().any(|rect| rect.scale_from_origin(scale).inflate(1.0, 1.0).contains(place));
                assert!(
                    was == is || is_touched,
                    "{name}: {place} changes after frame {number}, outside of {boxes:?}"
                );
            }
        }
    }
}

#[test]
fn a_preview_is_the_full_size_made_smaller() {
    let root = Arc::new(Root::open(projects()).unwrap());
    for name in ["coffee", "cache-stampede", "gallery-chart", "gallery-arabic"] {
        let preview = open(&root, name);
        let frames = settled(&preview);
        let width = preview.plan().canvas.width;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a canvas has whole pixels"
        )]
        let full = preview.paint(&frames, width as u32, Marks::default(), Precision::Same);
        for (number, full) in frames.iter().zip(full) {
            let small = &preview.paint(&[*number], full.width() / 2, Marks::default(), Precision::Same)[0];
            let (mean, share) = difference(&full, small);
            assert!(
                mean < 1.5 && share < 0.01,
                "{name}: frame {number} differs by {mean:.2}, in {share:.4} of it strongly"
            );
        }
    }
}
