#![allow(clippy::float_cmp)] // Boxes stand where they were computed to stand, exactly.

mod captions;
mod cover;
mod extremes;
mod fit;
mod flow;
mod groups;
mod moves;
mod places;
mod times;

use std::sync::Arc;

use kurbo::Rect;

use super::{Frame, Item, Node, Plan, Stage};
use crate::video::expand::expand;
use crate::video::files::{Files, NoFiles};
use crate::video::pictures::Pictures;
use crate::video::project::Project;
use crate::video::text::Fonts;
use crate::video::time::{Heard, Times};

/// The area of the scenes below: their canvas of 1000 × 2000 without margins of 5%.
const AREA: Rect = Rect::new(50.0, 100.0, 950.0, 1900.0);

const HEAD: &str =
    "reelforge: 1\nmeta: {title: t}\ncanvas: {width: 1000, height: 2000}\ntargets: []\ntheme: {gap: 20}\n";

/// The plan of a project on a canvas of 1000 × 2000 at 30 frames a second, with gaps of 20. It goes to no platform, so
/// its margins are 5%.
fn plan(yaml: &str) -> Plan {
    planned(&format!("{HEAD}{yaml}"))
}

/// The plan of a whole project, without files.
fn planned(yaml: &str) -> Plan {
    planned_with(yaml, NoFiles)
}

fn planned_with(yaml: &str, files: impl Files + 'static) -> Plan {
    assert_eq!(Project::parse(yaml).issues, [], "{yaml}");
    planned_whatever(yaml, files)
}

/// The plan of a project in which the file stage may find faults: it is shown all the same.
fn planned_whatever(yaml: &str, files: impl Files + 'static) -> Plan {
    let parsed = Project::parse(yaml);
    let expanded = expand(&parsed.project.expect("the text is a map"), &NoFiles, &Heard::none());
    let pictures = Pictures::new(Arc::new(files));
    Plan::build(&expanded, &Times::of(&expanded.project, &Heard::none()), &Fonts::bundled(), &pictures)
}

/// A plan of one scene, by its keys.
fn scene(keys: &str) -> Plan {
    plan(&format!("scenes: [{{id: a, duration: 5, {keys}}}]"))
}

/// A box of a fixed size.
fn boxed(id: &str, w: f64, h: f64, more: &str) -> String {
    format!("{{id: {id}, type: shape, shape: rect, w: {w}, h: {h}{more}}}")
}

impl Plan {
    /// The item with an id in the first scene that has it.
    fn item(&self, id: &str) -> &Item {
        let mut items = self.scenes.iter().flat_map(|scene| &scene.items);
        items.find(|item| item.id == id).unwrap_or_else(|| panic!("no item `{id}`"))
    }

    fn rect(&self, id: &str) -> Rect {
        self.item(id).rect
    }

    /// The node of an item at a frame, in the scene on top.
    fn node(&self, number: u32, id: &str) -> Option<Node> {
        let Frame { stages, .. } = self.frame(number);
        let Stage { scene, nodes, .. } = stages.into_iter().next_back()?;
        nodes.into_iter().find(|node| self.scenes[scene].items[node.item].id == id)
    }

    /// Left, top and size factor of an item's box at a frame.
    fn seen(&self, number: u32, id: &str) -> [f64; 3] {
        let node = self.node(number, id).unwrap_or_else(|| panic!("`{id}` is not shown at {number}"));
        let size = self.rect(id).size();
        let moved = node.transform.transform_rect_bbox(size.to_rect());
        [moved.x0, moved.y0, moved.width() / size.width]
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

fn assert_near(found: Rect, wanted: Rect) {
    let pairs = [(found.x0, wanted.x0), (found.y0, wanted.y0), (found.x1, wanted.x1), (found.y1, wanted.y1)];
    assert!(pairs.iter().all(|(a, b)| near(*a, *b)), "{found:?} is not {wanted:?}");
}
