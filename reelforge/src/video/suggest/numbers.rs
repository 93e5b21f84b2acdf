//! A number that is said and not shown: it is remembered when it can be seen as well.

use serde_json::json;

use super::add;
use super::idea::{Idea, Way};
use super::number::{self, Said};
use super::view::{View, count};
use crate::video::check::Touches;
use crate::video::layout::Item;
use crate::video::project::model::Kind;

/// Seconds by which what shows a number may be early or late.
const NEAR: f64 = 0.4;

pub(super) fn find(view: &View) -> Vec<Idea> {
    let mut ideas = Vec::new();
    for (index, scene) in view.project.scenes.iter().enumerate() {
        for said in unseen(view, index) {
            let times = view.times();
            let Some(cue) = said.cue(times.words_of(index)) else { continue };
            let shown = format!("{}{}{}", said.prefix, said.value, said.suffix);
            let counter = |role: &str| {
                let mut counter = json!({ "type": "counter", "at": cue, "to": said.value });
                for (key, value) in [("prefix", said.prefix), ("suffix", said.suffix)] {
                    if !value.is_empty() {
                        counter[key] = value.into();
                    }
                }
                counter["role"] = role.into();
                counter["enter"] = "pop".into();
                counter
            };
            let way = |role| {
                let title = format!("Count to {shown} in `{}` when it is said", scene.id);
                Way::new(title, vec![add::element(view, &scene.path, counter(role))])
            };
            let id = scene.id.clone();
            ideas.push(Idea {
                why: format!("{shown} is said at {:.1} s, and nothing shows it then", said.t),
                name: "numbers_said_but_not_shown",
                target: 0.0,
                measure: Box::new(move |view| Some(count(unseen(view, view.scene(&id)?).len()))),
                touches: Touches::Pictures,
                ways: vec![way("display"), way("title"), way("heading")],
            });
        }
    }
    ideas
}

/// The numbers of a scene that nothing shows when they are said.
fn unseen(view: &View, scene: usize) -> Vec<Said> {
    let times = view.times();
    let language = view.project.voice.as_ref().and_then(|voice| voice.language.as_ref());
    let language = language.unwrap_or(&view.project.meta.language);
    let mut said = number::all(times.words_of(scene), language);
    let Some(plan) = view.plan.scenes.get(scene) else { return Vec::new() };
    said.retain(|said| !plan.items.iter().any(|item| shows(view, item, said)));
    said
}

/// Whether an element comes with a number, or says it while it is said.
fn shows(view: &View, item: &Item, said: &Said) -> bool {
    let (from, to) = (view.seconds(item.frames.start), view.seconds(item.frames.end));
    let comes = (from - said.t).abs() <= NEAR;
    match &item.element.kind {
        Kind::Counter(counter) => comes || (from..to).contains(&said.t) && is_value(counter.to, said.value),
        Kind::Text(_) => {
            comes
                || (from - NEAR <= said.t && said.t < to && digits(&item.measure.text).contains(&said.value))
        }
        Kind::List(_) | Kind::Chart(_) => {
            from - NEAR <= said.t && said.t < to && digits(&item.measure.text).contains(&said.value)
        }
        _ => false,
    }
}

fn is_value(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// The numbers that stand in a text.
fn digits(text: &str) -> Vec<f64> {
    let plain: String = text.chars().filter(|letter| *letter != ',').collect();
    let parts = plain.split(|letter: char| !(letter.is_ascii_digit() || letter == '.'));
    parts.filter_map(|part| part.trim_matches('.').parse().ok()).collect()
}
