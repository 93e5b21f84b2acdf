//! Times that nearly meet a word or a beat: they meet it.

use serde_json::Value;

use super::idea::{Idea, Way, set};
use super::moments::cue;
use super::view::{View, count};
use crate::video::check::Touches;
use crate::video::project::model::{Element, Time};

/// Seconds by which a time may be off for it to be meant.
const NEAR: f64 = 0.08;
/// Seconds that nobody notices.
const EXACT: f64 = 0.005;
/// Times that one suggestion moves.
const MOST: usize = 30;

/// A time that is nearly at something.
struct Off {
    path: String,
    by: f64,
    time: Value,
}

pub(super) fn find(view: &View) -> Vec<Idea> {
    let off = off(view);
    if off.is_empty() {
        return Vec::new();
    }
    let ops = off.iter().take(MOST).map(|off| set(off.path.clone(), off.time.clone())).collect();
    let worst = off.iter().map(|off| off.by).fold(0.0, f64::max);
    vec![Idea {
        why: format!(
            "{} elements come up to {:.0} ms beside a word or a beat; on it they look meant",
            off.len(),
            worst * 1000.0
        ),
        name: "times_beside_a_word_or_beat",
        target: 0.0,
        measure: Box::new(|view| Some(count(self::off(view).len()))),
        touches: Touches::Pictures,
        ways: vec![Way::new("Let elements come with the word or the beat", ops)],
    }]
}

/// The times of elements that are nearly at a word or a beat.
fn off(view: &View) -> Vec<Off> {
    let times = view.times();
    let beats: Vec<f64> = times.beats().map(|beat| beat.t).collect();
    let mut all = Vec::new();
    for (index, scene) in view.project.scenes.iter().enumerate() {
        let Some(begin) = times.timeline().scenes.get(index).map(|scene| scene.t0) else { continue };
        let words = times.words_of(index);
        for element in scene.elements.iter().flat_map(Element::with_descendants) {
            let Time::Seconds(at) = element.common.at else { continue };
            if at == 0.0 {
                continue;
            }
            let t = begin + at;
            let said = words.iter().enumerate().filter(|(_, word)| !word.estimated);
            let said = said.filter_map(|(word, spoken)| Some((spoken.t0, Value::from(cue(words, word, 1)?))));
            let beat =
                beats.iter().zip(1..).map(|(beat, number)| (*beat, Value::from(format!("beat({number})"))));
            let nearest = said
                .chain(beat)
                .map(|(moment, time)| ((moment - t).abs(), time))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            // What meets the nearest of them is not moved to another one.
            if let Some((by, time)) = nearest.filter(|(by, _)| (EXACT..=NEAR).contains(by)) {
                all.push(Off { path: format!("{}.at", element.common.path), by, time });
            }
        }
    }
    all
}
