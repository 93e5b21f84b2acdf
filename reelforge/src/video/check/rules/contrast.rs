//! V-17: text that stands out too little from what is behind it.

use serde_json::json;

use super::shift::rounded;
use super::{Findings, has_size};
use crate::video::check::measure::{Contrast, Least, SceneView, is_large, is_words, view_px};
use crate::video::check::{Issue, Severity};
use crate::video::ink::Rgba;
use crate::video::layout::Item;
use crate::video::project::edit::Op;
use crate::video::project::model::{Background, Kind};
use crate::video::theme::Look;

/// Contrast of charts and icons.
const MARKS: f64 = 3.0;

/// Reports what stands out too little in a scene.
pub(super) fn conclude(contrast: &Contrast, view: &SceneView<'_>, found: &mut Findings) {
    for (item, least) in &contrast.least {
        let item = &view.scene.items[*item];
        let (warn, error) = limits(view, item);
        if least.ratio < warn && !found.push(report(view, item, *least, (warn, error))) {
            return;
        }
    }
}

/// Below which contrast an element is hard to read, and below which it is not read.
fn limits(view: &SceneView<'_>, item: &Item) -> (f64, f64) {
    if !is_words(&item.element) {
        return (MARKS, 0.0);
    }
    let size = item.measure.font_px * item.element.common.scale * view_px(view.plan.canvas);
    if is_large(size, item.measure.weight) { (3.0, 2.0) } else { (4.5, 3.0) }
}

fn report(view: &SceneView<'_>, item: &Item, least: Least, (warn, error): (f64, f64)) -> Issue {
    let Least { ratio, frame, text, behind } = least;
    let (of, on) = (hex(text), hex(behind));
    let message = format!(
        "`{}` ({of}) has a contrast of {ratio:.1} to what is behind it ({on}); {warn} is needed",
        item.id
    );
    let severity = if ratio < error { Severity::Error } else { Severity::Warning };
    let issue = view
        .issue("V-17", item, &(frame..frame + 1), message)
        .severity(severity)
        .measured(json!({"ratio": rounded(ratio, 2), "color": of, "behind": on}), warn);
    let look = Look::of(view.subject.project);
    if is_marked(item, text, &look) {
        return marked(issue, text, behind, warn);
    }
    // The colours of the theme that stand out, the most similar one first.
    let mut tokens: Vec<(&str, Rgba)> =
        look.colors().filter(|(_, color)| color.over(behind).contrast(behind) >= warn + 0.1).collect();
    tokens.sort_by_key(|(_, color)| distance(*color, text));
    let mut hint = match tokens.first() {
        Some((name, color)) => format!("`color: ${name}` has {:.1}", color.over(behind).contrast(behind)),
        None => "no colour of the theme stands out here".to_owned(),
    };
    if is_words(&item.element) {
        hint.push_str("; or put a panel behind it with `fill`, or darken the background with `dim`");
    }
    let issue = issue.hint(hint);
    let Some(path) = view.written(item).filter(|_| has_size(&item.element)) else { return issue };
    repaired(view, issue, path, (text, warn), &tokens, &look)
}

/// Whether the colour is that of a text's `==marked==` words and not its own.
fn is_marked(item: &Item, color: Rgba, look: &Look) -> bool {
    if matches!(&item.element.kind, Kind::Text(text) if !text.text.contains("==")) {
        return false;
    }
    let own = item.measure.color.map_or(u32::MAX, |own| distance(own, color));
    look.token("accent").is_some_and(|accent| distance(accent, color) < own)
}

/// Marked words have the theme's accent: another one, as like it as may be, stands out.
fn marked(issue: Issue, accent: Rgba, behind: Rgba, warn: f64) -> Issue {
    let towards = if behind.luminance() < 0.18 { Rgba::WHITE } else { Rgba::BLACK };
    let mixed = (1..=20).map(|part| towards.faded(f64::from(part) / 20.0).over(accent));
    let Some(better) = mixed.into_iter().find(|color| color.contrast(behind) >= warn + 0.1) else {
        return issue.hint("put a panel behind the text with `fill`");
    };
    let value = hex(better);
    let hint = format!("marked words have the accent colour: {value} has {:.1}", better.contrast(behind));
    let ops = vec![Op::Set { path: "theme.colors.accent".to_owned(), value: json!(value) }];
    issue.hint(hint.clone()).repair(hint, ops)
}

/// With the ways to raise the contrast of a text: another colour, a panel, a darker picture.
fn repaired(
    view: &SceneView<'_>,
    mut issue: Issue,
    path: &str,
    (text, warn): (Rgba, f64),
    tokens: &[(&str, Rgba)],
    look: &Look,
) -> Issue {
    for (name, _) in tokens.iter().take(2) {
        let ops = vec![Op::Set { path: format!("{path}.color"), value: json!(format!("${name}")) }];
        issue = issue.repair(format!("set it in `${name}`"), ops);
    }
    let panel = ["surface", "bg", "text"].into_iter().find(|name| {
        look.token(name).is_some_and(|color| color.0[3] == 255 && text.contrast(color) >= warn + 0.1)
    });
    if let Some(name) = panel {
        let ops = vec![Op::Set { path: format!("{path}.fill"), value: json!(format!("${name}")) }];
        issue = issue.repair(format!("put a panel of `${name}` behind it"), ops);
    }
    let scene = view.subject.project.scenes.get(view.index);
    if let Some(scene) = scene
        && let Some(Background::Image { dim, .. } | Background::Video { dim, .. }) = &scene.background
    {
        let darker = rounded((dim + 0.3).min(0.8), 1);
        if darker > *dim {
            let ops = vec![Op::Set { path: format!("{}.background.dim", scene.path), value: json!(darker) }];
            issue = issue.repair(format!("darken the picture behind it to {darker}"), ops);
        }
    }
    issue
}

fn distance(a: Rgba, b: Rgba) -> u32 {
    a.0.iter().zip(b.0).take(3).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

fn hex(color: Rgba) -> String {
    let [r, g, b, _] = color.0;
    format!("#{r:02X}{g:02X}{b:02X}")
}
