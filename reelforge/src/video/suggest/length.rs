//! A scene that goes on for too long: it is cut where its speaker pauses longest.

use serde_json::{Value, json};

use super::add;
use super::idea::{Idea, Way, set, unset};
use super::shift::{carried_on, shifted};
use super::view::View;
use crate::video::check::Touches;
use crate::video::project::edit::Op;
use crate::video::project::model::{Auto, Element, Scene, Time};
use crate::video::project::source::Node;
use crate::video::time::{BEFORE_WORDS, Spoken};

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
    let node = view.tree.find(&scene.path).ok()?.node;
    let mut second = json!({ "id": free_id(view, &scene.id) });
    let mut ops = Vec::new();
    // The second half begins so many seconds after the first.
    let after = match (&scene.say, cut, scene.duration) {
        (Some(say), Some((word, t)), _) => {
            let written = node.get("say").and_then(Node::as_text)?;
            // The words are those of the text in which variables have their values.
            if written != say {
                return None;
            }
            let at = times.words_of(index)[word].word.range.start;
            let begin = say[..at].rfind(char::is_whitespace).map_or(at, |space| space + 1);
            ops.push(set(format!("{}.say", scene.path), say[..begin].trim()));
            second["say"] = say[begin..].trim().into();
            t - BEFORE_WORDS - from
        }
        (None, _, Auto::Value(whole)) => {
            let half = |seconds: f64| (seconds * 10.0).round() / 10.0;
            let first = half(cut.map_or(f64::midpoint(from, to), |(_, t)| t) - from);
            second["duration"] = half(whole - first).into();
            ops.push(set(format!("{}.duration", scene.path), first));
            first
        }
        _ => return None,
    };
    for key in ["background", "layout", "captions"] {
        if let Some(value) = node.get(key) {
            second[key] = value.to_json();
        }
    }
    let Divided { ops: moved, elements, sounds } = divided(view, index, scene, after)?;
    ops.extend(moved);
    second["elements"] = elements.into();
    if !sounds.is_empty() {
        second["sounds"] = sounds.into();
    }
    ops.push(add::scene_after(view, &scene.id, second));
    let title = format!("Cut `{}` in two at its longest pause, {:.1} s", scene.id, from + after);
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

/// What the second half has of the first.
#[derive(Default)]
struct Divided {
    /// Edits of the first half.
    ops: Vec<Op>,
    /// The elements of the second, as they are written there.
    elements: Vec<Value>,
    /// Its sounds.
    sounds: Vec<Value>,
}

/// Gives the second half what comes after the cut, else the last element, else the same. It does not begin with nothing.
fn divided(view: &View, index: usize, scene: &Scene, after: f64) -> Option<Divided> {
    let times = view.times();
    let begin = times.timeline().scenes.get(index)?.t0;
    let at = |element: &Element| times.span(index, element).0.map_or(0.0, |t| t - begin) + 1e-6;
    let written = |path: &str| Some(view.tree.find(path).ok()?.node.to_json());
    let from_start = |element: &Element| carried_on(written(&element.common.path)?, after);
    let remove = |path: &str| Op::Remove { path: path.to_owned() };
    let (stay, go): (Vec<&Element>, Vec<&Element>) =
        scene.elements.iter().partition(|element| at(element) < after);
    let mut divided = Divided::default();
    for element in &stay {
        divided.ops.extend(ends_with_scene(element, after));
    }
    if go.is_empty() {
        let last = stay.last()?;
        if stay.len() > 1 {
            divided.ops.push(remove(&last.common.path));
        }
        divided.elements.push(from_start(last)?);
    } else if !go.iter().any(|element| at(element) < after + AT_ONCE) {
        let still_there = stay.iter().find_map(|element| from_start(element));
        divided.elements.extend(still_there);
    }
    for element in go {
        divided.elements.push(shifted(written(&element.common.path)?, after)?);
        divided.ops.push(remove(&element.common.path));
    }
    for (number, sound) in scene.sounds.iter().enumerate().rev() {
        if matches!(sound.at, Time::Seconds(seconds) if seconds >= after) {
            let path = format!("{}.sounds.{number}", scene.path);
            divided.sounds.insert(0, shifted(written(&path)?, after)?);
            divided.ops.push(remove(&path));
        }
    }
    Some(divided)
}

/// Lets an element of the first half last until its end, if it would last longer.
fn ends_with_scene(element: &Element, after: f64) -> Option<Op> {
    let common = &element.common;
    let begin = if let Time::Seconds(at) = common.at { at } else { 0.0 };
    if matches!(common.until, Some(Time::Seconds(until)) if until > after) {
        return Some(unset(format!("{}.until", common.path)));
    }
    let is_longer = common.duration.is_some_and(|seconds| begin + seconds > after);
    is_longer.then(|| unset(format!("{}.duration", common.path)))
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
