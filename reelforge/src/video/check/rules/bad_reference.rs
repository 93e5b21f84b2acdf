//! V-5: names that nothing has. Those in `{{…}}` are found while the file is read.

use super::components::{self, Instance};
use super::{Findings, Subject, listed, nearest, props};
use crate::video::check::Issue;
use crate::video::project::edit::Op;
use crate::video::project::model::ThemeColors;
use crate::video::project::source::Node;

/// Keys whose values are colours, wherever they stand outside of `props`, `vars` and `data`.
const COLOR_KEYS: [&str; 7] = ["color", "fill", "stroke", "tint", "track", "active", "background"];
/// Keys whose values are lists of colours.
const COLOR_LISTS: [&str; 2] = ["colors", "gradient"];

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    colors(subject, found);
    theme_colors(subject, found);
    default_colors(subject, found);
    let instances = components::instances(subject.tree);
    for instance in &instances {
        component(subject, instance, found);
    }
    data(subject, &instances, found);
}

fn colors(subject: &Subject<'_>, found: &mut Findings) {
    subject.tree.walk(&mut |path, _, node| {
        let Some(text) = node.as_text() else { return };
        let mut segments = path.rsplit('.');
        let (last, parent) = (segments.next().unwrap_or_default(), segments.next().unwrap_or_default());
        let top = path.split('.').next().unwrap_or_default();
        let is_value = matches!(top, "vars" | "data" | "meta") || parent == "props";
        let is_color = COLOR_KEYS.contains(&last) || COLOR_LISTS.contains(&parent);
        if is_color && !is_value {
            color(subject, path, text, found);
        }
    });
}

/// A colour is named by the token, or by a variable that holds the token.
pub(super) fn color(subject: &Subject<'_>, path: &str, text: &str, found: &mut Findings) {
    let variable = text.trim().strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")).map(str::trim);
    let value = variable.and_then(|name| subject.project.vars.get(name)).and_then(|value| value.as_str());
    let Some(name) = value.unwrap_or(text).strip_prefix('$') else { return };
    if ThemeColors::NAMES.contains(&name) || name.contains("{{") {
        return;
    }
    let path = match (value, variable) {
        (Some(_), Some(variable)) => format!("vars.{variable}"),
        _ => path.to_owned(),
    };
    let issue = subject.issue("V-5", path.clone(), format!("the theme has no colour `${name}`"));
    found.push(if let Some(near) = nearest(name, ThemeColors::NAMES) {
        let value = format!("${near}").into();
        issue.hint(format!("did you mean `${near}`?")).fix(vec![Op::Set { path, value }])
    } else {
        let all = ThemeColors::NAMES.map(|name| format!("${name}"));
        issue.hint(format!("there are {}; any other colour is written `\"#RRGGBB\"`", listed(&all)))
    });
}

/// A colour of the theme may name another one, but not in a circle.
fn theme_colors(subject: &Subject<'_>, found: &mut Findings) {
    let colors = subject.tree.get("theme").and_then(|theme| theme.get("colors"));
    let token = |name: &str| colors?.get(name)?.as_text()?.strip_prefix('$');
    for name in ThemeColors::NAMES {
        let mut chain = vec![name];
        while let Some(next) = token(chain[chain.len() - 1]) {
            if next == name {
                let shown: Vec<String> = chain.iter().chain([&name]).map(|name| format!("${name}")).collect();
                let message = format!("this colour depends on itself: {}", shown.join(" → "));
                let path = format!("theme.colors.{name}");
                found.push(subject.issue("V-5", path, message).hint("write one of them as `\"#RRGGBB\"`"));
                break;
            }
            // A circle that this colour only leads into is reported at the colours in it.
            if chain.contains(&next) {
                break;
            }
            chain.push(next);
        }
    }
}

fn component(subject: &Subject<'_>, instance: &Instance<'_>, found: &mut Findings) {
    let Some(name) = instance.component() else { return };
    let own = subject.tree.get("components").map(Node::entries).unwrap_or_default();
    if own.iter().any(|entry| entry.key == name) || crate::video::components::named(name).is_some() {
        props::check(subject, instance, found);
        return;
    }
    let built_in = crate::video::components::built_in().iter().map(|component| component.name);
    let names: Vec<&str> = own.iter().map(|entry| entry.key.as_str()).chain(built_in).collect();
    let path = format!("{}.component", instance.path);
    let issue = subject.issue("V-5", path.clone(), format!("there is no component `{name}`"));
    found.push(suggest(issue, path, name, &names, "components"));
}

/// What colour props are when they are not given.
fn default_colors(subject: &Subject<'_>, found: &mut Findings) {
    for component in subject.tree.get("components").map(Node::entries).unwrap_or_default() {
        for prop in component.value.get("props").map(Node::entries).unwrap_or_default() {
            if is_color(&prop.value)
                && let Some(text) = prop.value.get("default").and_then(Node::as_text)
            {
                let path = format!("components.{}.props.{}.default", component.key, prop.key);
                color(subject, &path, text, found);
            }
        }
    }
}

fn is_color(prop: &Node) -> bool {
    prop.get("type").and_then(Node::as_text) == Some("color")
}

fn data(subject: &Subject<'_>, instances: &[Instance<'_>], found: &mut Findings) {
    for (path, chart) in components::elements(subject.tree, "chart") {
        list(subject, format!("{path}.data"), chart.get("data"), found);
    }
    for instance in instances {
        let name = list(subject, format!("{}.for_each", instance.path), instance.node.get("for_each"), found);
        if let Some(table) = name.and_then(|name| subject.expanded.tables.get(name)) {
            columns(subject, instance, &table.columns, found);
        }
    }
}

/// The name of a list of `data` that a field gives, when there is one of that name.
fn list<'a>(
    subject: &Subject<'_>,
    path: String,
    node: Option<&'a Node>,
    found: &mut Findings,
) -> Option<&'a str> {
    let name = node?.as_text().filter(|name| !name.is_empty() && !name.contains("{{"))?;
    let lists = subject.tree.get("data").map(Node::entries).unwrap_or_default();
    let names: Vec<&str> = lists.iter().map(|entry| entry.key.as_str()).collect();
    if names.contains(&name) {
        return Some(name);
    }
    let issue = subject.issue("V-5", path.clone(), format!("`data` has no list `{name}`"));
    found.push(suggest(issue, path, name, &names, "lists"));
    None
}

/// `{{item.column}}` of an instance names a column that some row has.
fn columns(subject: &Subject<'_>, instance: &Instance<'_>, known: &[String], found: &mut Findings) {
    if known.is_empty() {
        return;
    }
    instance.node.walk(&mut |below, _, node| {
        let mut rest = node.as_text().unwrap_or_default();
        while let Some((_, after)) = rest.split_once("{{") {
            let Some((inside, after)) = after.split_once("}}") else { return };
            rest = after;
            let Some(column) = inside.trim().strip_prefix("item.") else { continue };
            if known.iter().any(|name| name == column) {
                continue;
            }
            let path = format!("{}.{below}", instance.path);
            let issue = subject.issue("V-5", path.clone(), format!("the rows have no column `{column}`"));
            found.push(match nearest(column, known.iter().map(String::as_str)) {
                Some(near) => {
                    let text = node.as_text().unwrap_or_default();
                    let value = text.replacen(&format!("item.{column}"), &format!("item.{near}"), 1).into();
                    issue.hint(format!("did you mean `item.{near}`?")).fix(vec![Op::Set { path, value }])
                }
                None => issue.hint(format!("the columns are {}", listed(known))),
            });
        }
    });
}

fn suggest(issue: Issue, path: String, name: &str, names: &[&str], what: &str) -> Issue {
    match nearest(name, names.iter().copied()) {
        Some(near) => {
            issue.hint(format!("did you mean `{near}`?")).fix(vec![Op::Set { path, value: near.into() }])
        }
        None if names.is_empty() => issue.hint(format!("the project defines no {what}")),
        None => issue.hint(format!("the {what} are {}", listed(names))),
    }
}
