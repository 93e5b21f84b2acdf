//! V-5: names that nothing has. Those in `{{…}}` are found while the file is read.

use super::components::{self, Instance};
use super::{Findings, Subject, listed, nearest};
use crate::video::check::Issue;
use crate::video::project::edit::Op;
use crate::video::project::model::ThemeColors;
use crate::video::project::source::{Core, Node};

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
fn color(subject: &Subject<'_>, path: &str, text: &str, found: &mut Findings) {
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
    let defined = subject.tree.get("components").map(Node::entries).unwrap_or_default();
    let Some(component) = defined.iter().find(|entry| entry.key == name) else {
        if !components::BUILT_IN.contains(&name) {
            let names = defined.iter().map(|entry| entry.key.as_str()).chain(components::BUILT_IN);
            let names: Vec<&str> = names.collect();
            let path = format!("{}.component", instance.path);
            let issue = subject.issue("V-5", path.clone(), format!("there is no component `{name}`"));
            found.push(suggest(issue, path, name, &names, "components"));
        }
        return;
    };
    props(subject, instance, &component.value, found);
}

fn props(subject: &Subject<'_>, instance: &Instance<'_>, component: &Node, found: &mut Findings) {
    let declared = component.get("props").map(Node::entries).unwrap_or_default();
    let given = instance.node.get("props").map(Node::entries).unwrap_or_default();
    let is_given = |name: &str| given.iter().any(|entry| entry.key == name);
    let name = instance.component().unwrap_or_default();
    for entry in given {
        let path = format!("{}.props.{}", instance.path, entry.key);
        let Some(prop) = declared.iter().find(|prop| prop.key == entry.key) else {
            let message = format!("component `{name}` has no prop `{}`", entry.key);
            let issue = subject.issue("V-5", path.clone(), message);
            let open: Vec<&str> =
                declared.iter().map(|prop| prop.key.as_str()).filter(|prop| !is_given(prop)).collect();
            found.push(match nearest(&entry.key, open) {
                Some(near) => issue
                    .hint(format!("did you mean `{near}`?"))
                    .fix(vec![Op::Rename { path, id: near.to_owned() }]),
                None if declared.is_empty() => issue.hint("it takes no props").fix(vec![Op::Unset { path }]),
                None => {
                    let all: Vec<&str> = declared.iter().map(|prop| prop.key.as_str()).collect();
                    issue.hint(format!("its props are {}", listed(&all)))
                }
            });
            continue;
        };
        if is_color(&prop.value)
            && let Some(text) = entry.value.as_text()
        {
            color(subject, &path, text, found);
        }
    }
    for prop in declared {
        let is_required = prop.value.get("required").and_then(Node::as_scalar);
        if is_required.is_some_and(|required| required.core() == Core::Bool(true)) && !is_given(&prop.key) {
            let message = format!("component `{name}` needs the prop `{}`", prop.key);
            let issue = subject.issue("V-5", format!("{}.props", instance.path), message);
            found.push(issue.hint(format!("add `{}` under `props`", prop.key)));
        }
    }
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
    let lists = subject.tree.get("data").map(Node::entries).unwrap_or_default();
    let names: Vec<&str> = lists.iter().map(|entry| entry.key.as_str()).collect();
    let mut list_of = |path: String, node: Option<&Node>| -> Option<&Node> {
        let name = node?.as_text().filter(|name| !name.is_empty() && !name.contains("{{"))?;
        if let Some(list) = lists.iter().find(|entry| entry.key == name) {
            return Some(&list.value);
        }
        let issue = subject.issue("V-5", path.clone(), format!("`data` has no list `{name}`"));
        found.push(suggest(issue, path, name, &names, "lists"));
        None
    };
    for (path, chart) in components::elements(subject.tree, "chart") {
        list_of(format!("{path}.data"), chart.get("data"));
    }
    let rows: Vec<Option<&Node>> = instances
        .iter()
        .map(|instance| list_of(format!("{}.for_each", instance.path), instance.node.get("for_each")))
        .collect();
    for (instance, rows) in instances.iter().zip(rows) {
        if let Some(rows) = rows {
            columns(subject, instance, rows, found);
        }
    }
}

/// `{{item.column}}` of an instance names a column that some row has; those of a file are not known here.
fn columns(subject: &Subject<'_>, instance: &Instance<'_>, rows: &Node, found: &mut Findings) {
    let known: Vec<&str> =
        rows.items().iter().flat_map(Node::entries).map(|entry| entry.key.as_str()).collect();
    if known.is_empty() {
        return;
    }
    instance.node.walk(&mut |below, _, node| {
        let mut rest = node.as_text().unwrap_or_default();
        while let Some((_, after)) = rest.split_once("{{") {
            let Some((inside, after)) = after.split_once("}}") else { return };
            rest = after;
            let Some(column) = inside.trim().strip_prefix("item.") else { continue };
            if known.contains(&column) {
                continue;
            }
            let path = format!("{}.{below}", instance.path);
            let issue = subject.issue("V-5", path.clone(), format!("the rows have no column `{column}`"));
            found.push(match nearest(column, known.iter().copied()) {
                Some(near) => {
                    let text = node.as_text().unwrap_or_default();
                    let value = text.replacen(&format!("item.{column}"), &format!("item.{near}"), 1).into();
                    issue.hint(format!("did you mean `item.{near}`?")).fix(vec![Op::Set { path, value }])
                }
                None => issue.hint(format!("the columns are {}", listed(&known))),
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
