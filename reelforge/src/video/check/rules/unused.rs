//! V-29: what is defined, and never used.

use std::collections::{BTreeSet, HashSet};

use super::components::instances;
use super::times::fields;
use super::{Findings, Subject, listed};
use crate::video::check::{Issue, used_files};
use crate::video::project::edit::Op;
use crate::video::project::model::{Kind, Time};
use crate::video::project::source::Node;
use crate::video::time::{Term, TimeExpr};

/// Theme colours that nothing takes unless a project names them. The others are those of text, panels and marks.
const NAMED_ONLY: [&str; 3] = ["accent2", "good", "bad"];

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let used = Used::of(subject);
    for (list, names, what) in [
        ("vars", &used.vars, "variable"),
        ("data", &used.data, "list"),
        ("cues", &used.cues, "time"),
        ("components", &used.components, "component"),
    ] {
        for entry in subject.tree.get(list).map(Node::entries).unwrap_or_default() {
            if !names.contains(&entry.key) {
                unused(
                    subject,
                    format!("{list}.{}", entry.key),
                    &format!("the {what} `{}`", entry.key),
                    found,
                );
            }
        }
    }
    colors(subject, &used, found);
    hidden(subject, found);
    files(subject, found);
}

fn unused(subject: &Subject<'_>, path: String, what: &str, found: &mut Findings) {
    let issue = subject.issue("V-29", path.clone(), format!("{what} is not used"));
    found.push(issue.hint("remove it").fix(vec![Op::Unset { path }]));
}

/// The names that a project uses.
#[derive(Default)]
struct Used {
    vars: HashSet<String>,
    data: HashSet<String>,
    cues: HashSet<String>,
    components: HashSet<String>,
    colors: HashSet<String>,
}

impl Used {
    fn of(subject: &Subject<'_>) -> Self {
        let mut used = Self::default();
        subject.tree.walk(&mut |path, _, node| {
            let Some(text) = node.as_text() else { return };
            let mut rest = text;
            while let Some((_, after)) = rest.split_once("{{") {
                let Some((name, after)) = after.split_once("}}") else { break };
                used.vars.insert(name.trim().to_owned());
                rest = after;
            }
            if let Some(color) = text.strip_prefix('$') {
                used.colors.insert(color.to_owned());
            }
            let last = path.rsplit('.').next().unwrap_or_default();
            if matches!(last, "data" | "for_each") {
                used.data.insert(text.to_owned());
            }
        });
        for field in fields(subject.project).into_iter().chain(fields(&subject.expanded.project)) {
            if let Time::Expr(text) = field.time
                && let Ok(TimeExpr { term: Term::Named(name), .. }) = text.parse()
            {
                used.cues.insert(name);
            }
        }
        // Times in components that nothing uses are written all the same.
        subject.tree.walk(&mut |path, _, node| {
            let last = path.rsplit('.').next().unwrap_or_default();
            if path.starts_with("components.")
                && matches!(last, "at" | "until")
                && let Some(Ok(TimeExpr { term: Term::Named(name), .. })) = node.as_text().map(str::parse)
            {
                used.cues.insert(name);
            }
        });
        used.components = components(subject);
        used
    }
}

/// The components that the scenes use, and those that these use.
fn components(subject: &Subject<'_>) -> HashSet<String> {
    let all = instances(subject.tree);
    let mut used: HashSet<String> = HashSet::new();
    let mut new: BTreeSet<String> = all
        .iter()
        .filter(|instance| instance.path.starts_with("scenes."))
        .filter_map(|instance| instance.component().map(str::to_owned))
        .collect();
    while let Some(name) = new.pop_first() {
        let below = format!("components.{name}.");
        let next = all.iter().filter(|instance| instance.path.starts_with(&below));
        let next: Vec<String> = next.filter_map(|instance| instance.component().map(str::to_owned)).collect();
        used.insert(name);
        new.extend(next.into_iter().filter(|name| !used.contains(name)));
    }
    used
}

fn colors(subject: &Subject<'_>, used: &Used, found: &mut Findings) {
    let given = subject
        .tree
        .get("theme")
        .and_then(|theme| theme.get("colors"))
        .map(Node::entries)
        .unwrap_or_default();
    // Charts take their colours from the theme one after the other.
    let has_chart =
        subject.expanded.project.elements().any(|(_, element)| matches!(element.kind, Kind::Chart(_)));
    let uses = instances(subject.tree);
    for entry in given.iter().filter(|entry| NAMED_ONLY.contains(&entry.key.as_str())) {
        let in_built_in = uses.iter().any(|instance| {
            let component = instance.component().and_then(crate::video::components::named);
            component.is_some_and(|component| component.yaml.contains(&format!("${}", entry.key)))
        });
        if !has_chart && !in_built_in && !used.colors.contains(&entry.key) {
            unused(
                subject,
                format!("theme.colors.{}", entry.key),
                &format!("the colour `${}`", entry.key),
                found,
            );
        }
    }
}

/// Elements that are never seen.
fn hidden(subject: &Subject<'_>, found: &mut Findings) {
    for (_, element) in subject.project.elements() {
        let common = &element.common;
        let why = if common.hidden {
            "is hidden"
        } else if common.opacity <= 0.0
            && !common.keyframes.iter().any(|keyframe| keyframe.opacity > Some(0.0))
        {
            "has no opacity at any time"
        } else {
            continue;
        };
        let issue = subject.issue("V-29", common.path.clone(), format!("`{}` {why}", common.id));
        found.push(issue.hint("remove it, or show it"));
    }
}

/// Files of the folder that the project does not name.
fn files(subject: &Subject<'_>, found: &mut Findings) {
    let used = used_files(subject.project, subject.tree);
    let filled = used_files(&subject.expanded.project, subject.tree);
    let unused: Vec<&str> = subject
        .assets
        .paths()
        .into_iter()
        .filter(|path| !used.contains_key(*path) && !filled.contains_key(*path))
        .collect();
    if unused.is_empty() {
        return;
    }
    let what = if unused.len() == 1 { "file of the folder is" } else { "files of the folder are" };
    let message = format!("{} {what} not used: {}", unused.len(), listed(&unused));
    let issue: Issue = subject.issue("V-29", "", message).measured(unused.len(), 0);
    found.push(issue.hint("keep what is still to be used; nothing else has to be done"));
}
