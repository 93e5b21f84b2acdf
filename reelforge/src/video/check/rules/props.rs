//! V-2 and V-5 for what instances give to their components.

use serde_json::Value;

use super::bad_reference::color;
use super::components::Instance;
use super::{Findings, Subject, listed, nearest};
use crate::video::expand::{self, accepts};
use crate::video::project::edit::Op;
use crate::video::project::model::{Component, PropType};
use crate::video::project::source::Node;

/// The props of one instance, when its component is known.
pub(super) fn check(subject: &Subject<'_>, instance: &Instance<'_>, found: &mut Findings) {
    let Some(name) = instance.component() else { return };
    let Some(component) = expand::component(subject.project, name) else { return };
    let given = instance.node.get("props").map(Node::entries).unwrap_or_default();
    let is_given = |name: &str| given.iter().any(|entry| entry.key == name);
    for entry in given {
        let path = format!("{}.props.{}", instance.path, entry.key);
        if let Some(prop) = component.props.get(&entry.key) {
            value(subject, path, prop.kind, &entry.value, found);
        } else {
            let open: Vec<&str> =
                component.props.keys().map(String::as_str).filter(|prop| !is_given(prop)).collect();
            unknown(subject, path, (name, component), (&entry.key, &open), found);
        }
    }
    for (prop, _) in component.props.iter().filter(|(name, prop)| prop.required && !is_given(name)) {
        let message = format!("component `{name}` needs the prop `{prop}`");
        let issue = subject.issue("V-5", format!("{}.props", instance.path), message);
        found.push(issue.hint(format!("add `{prop}` under `props`")));
    }
}

fn unknown(
    subject: &Subject<'_>,
    path: String,
    (name, component): (&str, &Component),
    (prop, open): (&str, &[&str]),
    found: &mut Findings,
) {
    let issue = subject.issue("V-5", path.clone(), format!("component `{name}` has no prop `{prop}`"));
    found.push(match nearest(prop, open.iter().copied()) {
        Some(near) => {
            issue.hint(format!("did you mean `{near}`?")).fix(vec![Op::Rename { path, id: near.to_owned() }])
        }
        None if component.props.is_empty() => issue.hint("it takes no props").fix(vec![Op::Unset { path }]),
        None => {
            let all: Vec<&str> = component.props.keys().map(String::as_str).collect();
            issue.hint(format!("its props are {}", listed(&all)))
        }
    });
}

/// A value that its prop does not take.
fn value(subject: &Subject<'_>, path: String, kind: PropType, node: &Node, found: &mut Findings) {
    let text = node.as_text();
    if kind == PropType::Color
        && let Some(text) = text
    {
        color(subject, &path, text, found);
    }
    let Some(given) = known(subject, node) else { return };
    // Any single value is text as it is written.
    if accepts(kind, &given) || (kind == PropType::Text && text.is_some()) {
        return;
    }
    let message = format!("expected {}, got {}", words(kind), node.kind());
    let issue = subject.issue("V-2", path.clone(), message);
    let meant = match (kind, &given) {
        (PropType::Number, Value::String(text)) => text.trim().parse::<f64>().ok().map(Value::from),
        (PropType::List, scalar) if !scalar.is_object() => Some(vec![scalar.clone()].into()),
        (PropType::Color, Value::String(text)) => {
            nearest(text.trim_start_matches('$'), crate::video::project::model::ThemeColors::NAMES)
                .map(|name| format!("${name}").into())
        }
        _ => None,
    };
    found.push(match meant {
        Some(value) => issue.hint(format!("write {value}")).fix(vec![Op::Set { path, value }]),
        None => issue.hint(hint(kind)),
    });
}

/// The value that is given, with a variable in its place; none when rows or other props fill it in.
fn known(subject: &Subject<'_>, node: &Node) -> Option<Value> {
    let text = node.as_text().unwrap_or_default();
    if !text.contains("{{") {
        return Some(node.to_json());
    }
    let variable = text.trim().strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")).map(str::trim)?;
    subject.project.vars.get(variable).cloned()
}

fn words(kind: PropType) -> &'static str {
    match kind {
        PropType::Text => "text",
        PropType::Number => "a number",
        PropType::Color => "a colour",
        PropType::Image => "the path of a picture",
        PropType::Bool => "true or false",
        PropType::List => "a list",
    }
}

fn hint(kind: PropType) -> &'static str {
    match kind {
        PropType::Text => "write one text",
        PropType::Number => "write a number, without quotes and unit",
        PropType::Color => "write \"#RRGGBB\" in quotes, or a theme colour such as $accent",
        PropType::Image => "write a path from the project folder, as in img/logo.png",
        PropType::Bool => "write true or false",
        PropType::List => "write a list, as in [first, second]",
    }
}
