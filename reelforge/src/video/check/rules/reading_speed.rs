//! V-18: text that is shown for less time than it takes to read.

use std::ops::Range;

use serde_json::json;

use super::Findings;
use super::shift::rounded;
use super::watch::Watch;
use crate::video::check::measure::{Life, SceneView, Script, graphemes, is_words, need, script};
use crate::video::check::{Issue, Severity};
use crate::video::layout::Item;
use crate::video::project::model::Kind;
use crate::video::time::words;

/// Graphemes a second that nobody can follow, of scripts that write sounds.
const TOO_FAST: f64 = 25.0;

pub(super) struct ReadingSpeed;

/// Something that is read.
struct Read {
    item: usize,
    /// What is there to be read, for the report.
    graphemes: usize,
    /// Seconds that most people need, and that the fastest need.
    needs: (f64, f64),
    /// The frames in which it is there in full.
    held: Range<u32>,
}

impl Watch for ReadingSpeed {
    fn conclude(&mut self, view: &SceneView<'_>, lives: &[Life], found: &mut Findings) {
        let mut texts = texts(view, lives);
        // The worst first; what it explains is not reported again.
        while let Some((window, ratio)) = worst(view, &texts) {
            let (inside, rest): (Vec<Read>, Vec<Read>) = texts
                .into_iter()
                .partition(|text| window.start <= text.held.start && text.held.end <= window.end);
            texts = rest;
            if ratio <= 1.0 + 1e-9 || inside.is_empty() || !found.push(report(view, &window, &inside)) {
                return;
            }
        }
    }
}

/// Seconds that an element's text needs; nothing for what is looked at rather than read.
pub(super) fn need_of(item: &Item, language: &str) -> f64 {
    if is_words(&item.element) { need_of_text(&item.measure.text, language) } else { 0.0 }
}

/// Seconds that a text needs.
pub(super) fn need_of_text(text: &str, language: &str) -> f64 {
    need(text, language)
}

fn texts(view: &SceneView<'_>, lives: &[Life]) -> Vec<Read> {
    let language = &view.subject.project.meta.language;
    let say = view.subject.project.scenes.get(view.index).and_then(|scene| scene.say.as_deref());
    let read = |item: usize, text: &str, held: Range<u32>| {
        let count = graphemes(text).count();
        let slow = need(text, language);
        let fast = slow * Script::Letters.speed() / TOO_FAST;
        // Who hears the words reads along; and no figure says what is too fast for other scripts.
        let is_heard = say.is_some_and(|say| is_said(text, say));
        let is_letters = script(text, language) == Script::Letters;
        let needs = (if is_heard { fast } else { slow }, if is_letters { fast } else { 0.0 });
        Read { item, graphemes: count, needs, held }
    };
    let mut all = Vec::new();
    for (index, (item, life)) in view.scene.items.iter().zip(lives).enumerate() {
        if !is_words(&item.element) || life.is_unseen() {
            continue;
        }
        match &item.element.kind {
            Kind::List(list) if life.units.len() == list.items.len() => {
                all.extend(list.items.iter().zip(&life.units).map(|(text, unit)| {
                    let text = text.replace("==", "");
                    read(index, &text, life.hold_of(unit))
                }));
            }
            _ => all.push(read(index, &item.measure.text, life.hold())),
        }
    }
    all.retain(|text| text.graphemes > 0);
    all
}

/// Whether most words of a text are spoken in its scene.
fn is_said(text: &str, say: &str) -> bool {
    let (shown, said) = (words(text), words(say));
    let heard = shown.iter().filter(|word| said.iter().any(|other| other.key == word.key)).count();
    !shown.is_empty() && heard * 10 >= shown.len() * 6
}

/// The stretch of frames in which there is most to read for its length, and how often too much that is. Texts that
/// are there in full only within it have to be read within it, one after the other.
fn worst(view: &SceneView<'_>, texts: &[Read]) -> Option<(Range<u32>, f64)> {
    let mut by_end: Vec<&Read> = texts.iter().collect();
    by_end.sort_by_key(|text| text.held.end);
    let mut found: Option<(Range<u32>, f64)> = None;
    for start in texts.iter().map(|text| text.held.start) {
        let mut needed = 0.0;
        for text in by_end.iter().filter(|text| text.held.start >= start) {
            needed += text.needs.0;
            let window = start..text.held.end;
            let ratio = needed / (view.seconds(window.end) - view.seconds(window.start)).max(1e-3);
            if found.as_ref().is_none_or(|(_, most)| ratio > *most) {
                found = Some((window, ratio));
            }
        }
    }
    found
}

fn report(view: &SceneView<'_>, window: &Range<u32>, texts: &[Read]) -> Issue {
    let seconds = view.seconds(window.end) - view.seconds(window.start);
    let sum = |need: fn(&Read) -> f64| texts.iter().map(need).sum::<f64>();
    let (needed, fastest) = (sum(|text| text.needs.0), sum(|text| text.needs.1));
    let count: usize = texts.iter().map(|text| text.graphemes).sum();
    // The one with most to read is where time or words can be won.
    let longest = texts.iter().reduce(|a, b| if b.needs.0 > a.needs.0 { b } else { a });
    let Some(item) = longest.and_then(|text| view.scene.items.get(text.item)) else {
        return view.issue_at("V-18", &view.scene.path, window, String::new());
    };
    let mut ids: Vec<&str> =
        texts.iter().filter_map(|text| Some(view.scene.items.get(text.item)?.id.as_str())).collect();
    ids.dedup();
    let whose = ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    let message = format!("{whose}: {count} characters need {needed:.1} s, shown {seconds:.1} s");
    let speed =
        |seconds: f64| rounded(f64::from(u32::try_from(count).unwrap_or(u32::MAX)) / seconds.max(1e-3), 1);
    // Words that are still to be recorded may leave more time than is estimated.
    let is_estimated =
        view.subject.times.timeline().scenes.get(view.index).is_some_and(|scene| scene.estimated);
    let is_error = fastest > seconds + 1e-9 && !is_estimated;
    let severity = if is_error { Severity::Error } else { Severity::Warning };
    let issue = view
        .issue("V-18", item, window, message)
        .severity(severity)
        .measured(
            json!({"per_second": speed(seconds), "needed": rounded(needed, 2), "shown": rounded(seconds, 2)}),
            speed(needed),
        )
        .hint("use fewer words, or show it longer");
    super::longer::repaired(view, issue, item, needed - seconds)
}
