//! A scene that goes on for too long: it is cut where its speaker pauses longest.

use serde_json::{Value, json};

use super::add;
use super::idea::{Idea, Way, set};
use super::view::View;
use crate::video::check::Touches;
use crate::video::project::edit::Op;
use crate::video::project::model::{Auto, Element, Scene, Time};
use crate::video::time::Spoken;

/// Seconds that are too long.
const LONG: f64 = 12.0;
/// Seconds within which something has to be seen.
const AT_ONCE: f64 = 0.5;
/// Seconds that each half has at least.
const LEAST: f64 = 3.0;

pub(super) fn find(view: &View) -> Vec<Idea> {
    let scenes = view.project.scenes.iter().enumerate();
    scenes
        .filter_map(|(index, scene)| {
            let seconds = length(view, index).filter(|seconds| *seconds > LONG)?;
            let id = scene.id.clone();
            Some(Idea {
                why: format!("`{}` takes {seconds:.1} s; scenes of more than {LONG} s are left", scene.id),
                name: "scene_seconds",
                target: LONG,
                measure: Box::new(move |view| length(view, view.scene(&id)?)),
                touches: Touches::Pictures,
                ways: split(view, index, scene).into_iter().collect(),
            })
        })
        .collect()
}

fn length(view: &View, index: usize) -> Option<f64> {
    let scene = view.plan.scenes.get(index)?;
    Some(view.seconds(scene.frames.end) - view.seconds(scene.frames.start))
}

/// A scene as two.
fn split(view: &View, index: usize, scene: &Scene) -> Option<Way> {
    // A recording of its own cannot be cut in two.
    if scene.voice.is_some() {
        return None;
    }
    let plan = view.plan.scenes.get(index)?;
    let (from, to) = (view.seconds(plan.frames.start), view.seconds(plan.frames.end));
    let times = view.times();
    let cut = cut(times.words_of(index), from, to);
    let t = cut.as_ref().map_or(f64::midpoint(from, to), |(_, t)| *t);
    let mut second = json!({ "id": free_id(view, &scene.id) });
    let mut ops = Vec::new();
    match (&scene.say, &cut, scene.duration) {
        (Some(say), Some((word, _)), _) => {
            let at = times.words_of(index)[*word].word.range.start;
            let begin = say[..at].rfind(char::is_whitespace).map_or(at, |space| space + 1);
            ops.push(set(format!("{}.say", scene.path), say[..begin].trim()));
            second["say"] = say[begin..].trim().into();
        }
        (Some(_), None, _) => return None,
        (None, _, duration) => {
            let half = |seconds: f64| (seconds * 10.0).round() / 10.0;
            if let Auto::Value(whole) = duration {
                let first = half(t - from);
                second["duration"] = half(whole - first).into();
                ops.push(set(format!("{}.duration", scene.path), first));
            } else {
                return None;
            }
        }
    }
    let node = view.tree.find(&scene.path).ok()?.node;
    for key in ["background", "layout", "captions"] {
        if let Some(value) = node.get(key) {
            second[key] = value.to_json();
        }
    }
    let Divided { gone, second: elements } = divided(view, index, scene, t - from)?;
    ops.extend(gone.into_iter().map(|path| Op::Remove { path }));
    second["elements"] = elements.into();
    ops.push(add::scene_after(view, &scene.id, second));
    let title = format!("Cut `{}` in two at its longest pause, {:.1} s", scene.id, t);
    Some(Way::new(title, ops))
}

/// The word that goes on after the longest pause, and when the pause is over; of those that leave enough on both sides.
fn cut(words: &[Spoken], from: f64, to: f64) -> Option<(usize, f64)> {
    let inside = (1..words.len()).filter(|index| {
        let t = words[*index].t0;
        from + LEAST <= t && t <= to - LEAST
    });
    let gap = |index: &usize| words[*index].t0 - words[index - 1].t1;
    // Of pauses alike, the one that ends a sentence.
    let best = inside.max_by(|a, b| {
        let ends = |index: &usize| words[index - 1].word.ends_sentence;
        gap(a).total_cmp(&gap(b)).then(ends(a).cmp(&ends(b))).then(b.cmp(a))
    })?;
    Some((best, words[best].t0))
}

/// The elements of the second half.
struct Divided {
    /// Addresses of those that leave the first half.
    gone: Vec<String>,
    /// How they are written in the second.
    second: Vec<Value>,
}

/// Gives the second half what comes after the cut, else the last element, else the same. It does not begin with nothing.
fn divided(view: &View, index: usize, scene: &Scene, after: f64) -> Option<Divided> {
    let times = view.times();
    let begin = times.timeline().scenes.get(index)?.t0;
    let at = |element: &Element| times.span(index, element).0.map_or(0.0, |t| t - begin) + 1e-6;
    let written = |element: &Element| Some(view.tree.find(&element.common.path).ok()?.node.to_json());
    // As something that is there from the start.
    let from_start = |element: &Element| {
        let mut value = written(element)?;
        let map = value.as_object_mut()?;
        map.retain(|key, _| !matches!(key.as_str(), "at" | "until" | "duration"));
        map.insert("enter".to_owned(), "none".into());
        Some(value)
    };
    let (stay, go): (Vec<&Element>, Vec<&Element>) =
        scene.elements.iter().partition(|element| at(element) < after);
    let mut divided = Divided { gone: Vec::new(), second: Vec::new() };
    if go.is_empty() {
        let last = stay.last()?;
        if stay.len() > 1 {
            divided.gone.push(last.common.path.clone());
        }
        divided.second.push(from_start(last)?);
        return Some(divided);
    }
    if !go.iter().any(|element| at(element) < after + AT_ONCE)
        && let Some(first) = stay.first()
    {
        divided.second.push(from_start(first)?);
    }
    for element in go {
        let mut value = written(element)?;
        if let Time::Seconds(seconds) = element.common.at {
            value["at"] = (((seconds - after).max(0.0) * 10.0).round() / 10.0).into();
        }
        divided.gone.push(element.common.path.clone());
        divided.second.push(value);
    }
    Some(divided)
}

fn free_id(view: &View, id: &str) -> String {
    let short: String = id.chars().take(36).collect();
    let taken = |id: &String| view.project.scenes.iter().any(|scene| scene.id == *id);
    let mut number = 2;
    loop {
        let free = format!("{short}-{number}");
        if !taken(&free) {
            return free;
        }
        number += 1;
    }
}
