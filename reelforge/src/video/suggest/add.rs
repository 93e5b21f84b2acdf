//! Edits that put something into a list.

use serde_json::{Value, json};

use super::idea::set;
use super::view::View;
use crate::video::project::edit::Op;

/// Puts an element at the end of a scene, given by its address.
pub(super) fn element(view: &View, scene: &str, element: Value) -> Op {
    added(view, format!("{scene}.elements"), None, element)
}

/// Puts an element after another one of its scene, given by their addresses.
pub(super) fn element_after(view: &View, scene: &str, other: &str, element: Value) -> Op {
    let list = format!("{scene}.elements");
    let name = other.strip_prefix(&list).map(|rest| rest.trim_start_matches('.').to_owned());
    added(view, list, name, element)
}

/// Puts a scene after the one with this id.
pub(super) fn scene_after(view: &View, other: &str, scene: Value) -> Op {
    added(view, "scenes".to_owned(), Some(other.to_owned()), scene)
}

fn added(view: &View, path: String, after: Option<String>, value: Value) -> Op {
    if view.has(&path) { Op::Add { path, value, before: None, after } } else { set(path, json!([value])) }
}
