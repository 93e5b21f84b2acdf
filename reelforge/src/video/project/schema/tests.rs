use serde_json::json;

use super::*;
use crate::video::project::Project;
use crate::video::project::source;

fn parts() -> impl Iterator<Item = &'static str> {
    PARTS.into_iter().chain(element::ELEMENT_TYPES)
}

#[test]
fn the_schema_is_this() {
    insta::assert_json_snapshot!(project_schema());
}

#[test]
fn every_part_has_a_schema_that_stands_alone_and_accepts_its_example() {
    for name in parts() {
        let part = part_schema(name).unwrap_or_else(|| panic!("{name} has no schema"));
        let validator = jsonschema::validator_for(&part).unwrap_or_else(|error| panic!("{name}: {error}"));
        let notes = part_notes(name).unwrap_or_else(|| panic!("{name} has no notes"));
        let example = source::parse(notes.example).root.unwrap().to_json();
        let errors: Vec<String> =
            validator.iter_errors(&example).map(|e| format!("{}: {e}", e.instance_path())).collect();
        // A component's values are still to be filled in.
        let open = |error: &String| name == "component" && error.contains("{{");
        assert!(errors.iter().all(open), "{name}: {errors:#?}");
        assert!(!notes.mistakes.is_empty(), "{name}");
    }
    assert_eq!((part_schema("nonsense"), part_notes("nonsense")), (None, None));
}

/// A project with the example of a part at its place.
fn project_with(name: &str, example: &str) -> String {
    let mut project =
        json!({"reelforge": 1, "meta": {"title": "t"}, "canvas": "reel", "scenes": [{"id": "a"}]});
    let part = source::parse(example).root.unwrap().to_json();
    match name {
        "project" => project = part,
        "scene" => project["scenes"][0] = part,
        "animation" => {
            project["scenes"][0]["elements"] = json!([{"type": "text", "text": "x", "enter": part}]);
        }
        "keyframe" => {
            project["scenes"][0]["elements"] = json!([{"type": "text", "text": "x", "keyframes": [part]}]);
        }
        "background" | "layout" | "transition" => project["scenes"][0][name] = part,
        "component" => project["components"] = json!({"part": part}),
        "element" => project["scenes"][0]["elements"] = json!([part]),
        _ if element::ELEMENT_TYPES.contains(&name) => project["scenes"][0]["elements"] = json!([part]),
        _ => project[name] = part,
    }
    project.to_string()
}

#[test]
fn every_example_is_free_of_issues_where_it_belongs() {
    for name in parts() {
        let notes = part_notes(name).unwrap();
        assert_eq!(
            Project::parse(notes.example).issues.iter().filter(|issue| issue.rule == "V-1").count(),
            0,
            "{name}"
        );
        let text = project_with(name, notes.example);
        assert_eq!(Project::parse(&text).issues, [], "{name}: {text}");
    }
}

#[test]
fn every_field_is_described() {
    fn walk(value: &Value, path: &str, missing: &mut Vec<String>) {
        let Some(map) = value.as_object() else { return };
        for (key, property) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if property.get("description").is_none() && key != "type" {
                missing.push(format!("{path}.{key}"));
            }
        }
        for (key, inner) in map {
            match inner {
                Value::Object(_) if key != "not" => walk(inner, &format!("{path}.{key}"), missing),
                Value::Array(items) if key != "allOf" => {
                    for item in items {
                        walk(item, path, missing);
                    }
                }
                _ => {}
            }
        }
    }
    let mut missing = Vec::new();
    walk(project_schema(), "", &mut missing);
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn maps_with_known_keys_are_closed_and_nothing_is_null() {
    let text = project_schema().to_string();
    assert!(!text.contains("null"));
    for name in element::ELEMENT_TYPES {
        let definition = definition_of(&element::definition_name(name)).unwrap();
        assert_eq!(definition["additionalProperties"], false, "{name}");
        assert_eq!(definition["required"][0], "type");
    }
}
