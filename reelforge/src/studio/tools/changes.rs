//! What changed between two versions of a project's text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use similar::TextDiff;

use crate::video::project::source;

/// Lines of a difference that are told; more are counted.
const MAX_LINES: usize = 200;
/// Addresses that are told.
const MAX_PATHS: usize = 50;

/// The difference as people read it: three lines around each change, `-` and `+` before what went and came.
pub(super) fn difference(old: &str, new: &str) -> String {
    let diff = TextDiff::configure().timeout(std::time::Duration::from_millis(200)).diff_lines(old, new);
    let text = diff.unified_diff().context_radius(3).to_string();
    let total = text.lines().count();
    if total <= MAX_LINES {
        return text;
    }
    let shown: Vec<&str> = text.lines().take(MAX_LINES).collect();
    format!("{}\n[{} more lines]\n", shown.join("\n"), total - MAX_LINES)
}

/// The addresses of what changed: top-level keys, and scenes by id. Empty when only comments or layout did.
pub(super) fn changed(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (data(old), data(new));
    let mut paths = BTreeSet::new();
    for key in keys(&old).chain(keys(&new)) {
        let (before, after) = (old.get(key), new.get(key));
        if before == after {
            continue;
        }
        match (key, before.and_then(Value::as_array), after.and_then(Value::as_array)) {
            ("scenes", Some(before), Some(after)) => changed_scenes(before, after, &mut paths),
            _ => {
                paths.insert(key.to_owned());
            }
        }
    }
    paths.into_iter().take(MAX_PATHS).collect()
}

fn changed_scenes(before: &[Value], after: &[Value], paths: &mut BTreeSet<String>) {
    // Of several scenes with one id, the first is found by it.
    let by_id = |scenes: &[Value]| -> BTreeMap<String, Value> {
        scenes.iter().rev().map(|scene| (scene["id"].to_string(), scene.clone())).collect()
    };
    let (known, found) = (by_id(before), by_id(after));
    for scene in before.iter().chain(after) {
        let id = &scene["id"];
        let key = id.to_string();
        if known.get(&key) != found.get(&key) {
            paths.insert(id.as_str().map_or_else(|| "scenes".to_owned(), |id| format!("scenes.{id}")));
        }
    }
    if paths.is_empty() {
        // Only their order differs, or scenes without an id.
        paths.insert("scenes".to_owned());
    }
}

fn data(text: &str) -> Value {
    source::parse(text).root.map_or(Value::Null, |root| root.to_json())
}

fn keys(value: &Value) -> impl Iterator<Item = &str> {
    value.as_object().into_iter().flat_map(|map| map.keys().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str =
        "meta: {title: A}\nscenes:\n  - id: one\n    duration: 2\n  - id: two\n    duration: 3\n";

    #[test]
    fn what_changed_is_told_by_its_address() {
        let cases = [
            (OLD.replace("duration: 3", "duration: 4"), vec!["scenes.two"]),
            (OLD.replace("title: A", "title: B"), vec!["meta"]),
            (OLD.replace("id: two", "id: three"), vec!["scenes.three", "scenes.two"]),
            (format!("{OLD}vars: {{a: 1}}\n"), vec!["vars"]),
            (format!("# a comment\n{OLD}"), vec![]),
            ("{".to_owned(), vec!["meta", "scenes"]),
        ];
        for (new, expected) in cases {
            assert_eq!(changed(OLD, &new), expected, "{new}");
        }
    }

    #[test]
    fn scenes_in_another_order_are_a_change() {
        let swapped =
            "meta: {title: A}\nscenes:\n  - id: two\n    duration: 3\n  - id: one\n    duration: 2\n";
        assert_eq!(changed(OLD, swapped), ["scenes"]);
    }

    #[test]
    fn each_of_many_scenes_is_found_and_of_some_with_one_id_the_first() {
        let scenes = |from: usize, to: usize| -> String {
            (from..to).map(|number| format!("  - {{id: s{number}, duration: 1}}\n")).collect()
        };
        let old = format!("scenes:\n{}", scenes(0, 8000));
        let new = format!(
            "scenes:\n{}{}",
            scenes(7999, 8001),
            scenes(0, 7999).replace("{id: s5,", "{id: s5, say: x,")
        );
        assert_eq!(changed(&old, &new), ["scenes.s5", "scenes.s8000"]);
        assert_eq!(changed("scenes: []\n", &old).len(), MAX_PATHS);
        let twice = "scenes:\n  - {id: a, duration: 1}\n  - {id: a, duration: 2}\n";
        assert_eq!(changed(twice, &twice.replace("duration: 1", "duration: 3")), ["scenes.a"]);
    }

    #[test]
    fn a_long_difference_is_cut_and_counted() {
        let old = "a\n".repeat(500);
        let new = old.replace('a', "b");
        let text = difference(&old, &new);
        assert_eq!(text.lines().count(), MAX_LINES + 1);
        assert!(text.ends_with("more lines]\n"), "{text}");
    }
}
