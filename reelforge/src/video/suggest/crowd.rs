//! More words on screen at once than people take in: they come one after the other instead.

use serde_json::json;

use super::add;
use super::idea::{Idea, Way, set};
use super::moments::{Anchor, nearest};
use super::view::{View, readable};
use crate::video::check::Touches;
use crate::video::project::model::{Element, Kind, Scene, Time};
use crate::video::project::source::Node;
use crate::video::time::words;

/// Words at once that are enough.
const MOST: f64 = 14.0;
/// What a character of a script without spaces is worth, in words.
const CHARACTER: f64 = 0.4;
/// Looks a second.
const LOOKS: u32 = 5;
/// Seconds of a scene that each part gets at least.
const LEAST: f64 = 0.8;

pub(super) fn find(view: &View) -> Vec<Idea> {
    let scenes = view.project.scenes.iter().enumerate();
    scenes
        .filter_map(|(index, scene)| {
            let most = crowd(view, index).filter(|most| *most > MOST)?;
            let id = scene.id.clone();
            Some(Idea {
                why: format!("`{}` shows {most:.0} words at once; more than {MOST} are not read", scene.id),
                name: "words_at_once",
                target: MOST,
                measure: Box::new(move |view| crowd(view, view.scene(&id)?)),
                touches: Touches::Pictures,
                ways: ways(view, index, scene),
            })
        })
        .collect()
}

/// The most words that a scene shows at once, without captions and code.
fn crowd(view: &View, index: usize) -> Option<f64> {
    let scene = view.plan.scenes.get(index)?;
    let step = (view.plan.fps / LOOKS).max(1) as usize;
    let at = |number: u32| {
        let stage = view.plan.frame(number).stages.pop()?;
        let items = readable(scene, &stage).filter(|item| !matches!(item.element.kind, Kind::Code(_)));
        Some(items.map(|item| weight(&item.measure.text)).sum())
    };
    scene.frames.clone().step_by(step).filter_map(at).reduce(f64::max)
}

fn weight(text: &str) -> f64 {
    words(text).iter().map(|word| if word.is_character { CHARACTER } else { 1.0 }).sum()
}

fn ways(view: &View, index: usize, scene: &Scene) -> Vec<Way> {
    let Some(plan) = view.plan.scenes.get(index) else { return Vec::new() };
    let (from, to) = (view.seconds(plan.frames.start), view.seconds(plan.frames.end));
    let Some(anchor) = nearest(view, index, f64::midpoint(from, to), (from + LEAST, to - LEAST)) else {
        return Vec::new();
    };
    let texts: Vec<&Element> = scene.elements.iter().filter(|element| is_free(element)).collect();
    let mut ways = Vec::new();
    // One half leaves when the other comes.
    for first in (1..texts.len()).rev() {
        let (early, late) = texts.split_at(first);
        let mut ops: Vec<_> = late
            .iter()
            .map(|element| set(format!("{}.at", element.common.path), anchor.time.clone()))
            .collect();
        let leaving = early.iter().filter(|element| !is_heading(element));
        ops.extend(leaving.map(|element| set(format!("{}.until", element.common.path), anchor.time.clone())));
        let title = format!("Show `{}` one part after the other, the second when {}", scene.id, anchor.what);
        ways.push(Way::new(title.clone(), ops));
        let mut all: Vec<_> = late
            .iter()
            .map(|element| set(format!("{}.at", element.common.path), anchor.time.clone()))
            .collect();
        all.extend(early.iter().map(|it| set(format!("{}.until", it.common.path), anchor.time.clone())));
        ways.push(Way::new(title, all));
    }
    ways.extend(texts.iter().filter_map(|element| halves(view, scene, element, &anchor)));
    ways
}

/// Whether an element shows words for the whole scene.
fn is_free(element: &Element) -> bool {
    let is_words = matches!(element.kind, Kind::Text(_) | Kind::List(_));
    let common = &element.common;
    is_words && common.at == Time::Seconds(0.0) && common.until.is_none() && common.duration.is_none()
}

fn is_heading(element: &Element) -> bool {
    use crate::video::project::model::element::Role;
    let Kind::Text(text) = &element.kind else { return false };
    matches!(text.style.role, Role::Display | Role::Title | Role::Heading | Role::Label)
}

/// A text of several sentences as two texts.
fn halves(view: &View, scene: &Scene, element: &Element, anchor: &Anchor) -> Option<Way> {
    if !matches!(element.kind, Kind::Text(_)) {
        return None;
    }
    let path = &element.common.path;
    let written = view.tree.find(path).ok()?.node;
    // Where the value of a variable ends is not seen in what is written.
    let text = written.get("text").and_then(Node::as_text).filter(|text| !text.contains("{{"))?;
    let (first, second) = split(text)?;
    let mut other = written.to_json();
    let map = other.as_object_mut()?;
    map.remove("id");
    map.insert("text".to_owned(), json!(second));
    map.insert("at".to_owned(), anchor.time.clone());
    let ops = vec![
        set(format!("{path}.text"), first),
        set(format!("{path}.until"), anchor.time.clone()),
        add::element_after(view, &scene.path, path, other),
    ];
    Some(Way::new(format!("Split `{}` in two, the second when {}", element.common.id, anchor.what), ops))
}

/// A text at the end of the sentence that is nearest to its middle.
fn split(text: &str) -> Option<(&str, &str)> {
    let all = words(text);
    let ends = all.iter().take(all.len().saturating_sub(1)).filter(|word| word.ends_sentence);
    let middle = text.len() / 2;
    let end = ends.map(|word| word.range.end).min_by_key(|end| end.abs_diff(middle))?;
    let signs = text[end..].find(char::is_whitespace)?;
    let (first, second) = text.split_at(end + signs);
    Some((first.trim(), second.trim())).filter(|(first, second)| !first.is_empty() && !second.is_empty())
}
