//! Moments of a scene that something can be attached to.

use super::view::View;
use crate::video::time::Spoken;

/// How many words name a cue.
const PHRASE: usize = 2;

/// A moment with how it is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Anchor {
    /// Seconds from the video's start.
    pub(super) t: f64,
    /// As a time of an element of the scene.
    pub(super) time: serde_json::Value,
    /// What happens then.
    pub(super) what: String,
}

/// The moment that is nearest to another one, strictly within bounds: where a sentence begins, else where words go on
/// after a pause, else, where nothing is spoken, the moment itself.
pub(super) fn nearest(view: &View, scene: usize, wanted: f64, within: (f64, f64)) -> Option<Anchor> {
    let times = view.times();
    let words = times.words_of(scene);
    let best = |anchors: Vec<Anchor>| {
        let inside = anchors.into_iter().filter(|anchor| within.0 < anchor.t && anchor.t < within.1);
        inside.min_by(|a, b| (a.t - wanted).abs().total_cmp(&(b.t - wanted).abs()))
    };
    if words.is_empty() {
        let begin = view.plan.scenes.get(scene).map(|scene| view.seconds(scene.frames.start))?;
        let at = ((wanted - begin) * 10.0).round() / 10.0;
        let anchor = Anchor { t: begin + at, time: at.into(), what: format!("{at} s into the scene") };
        return best(vec![anchor]);
    }
    best(sentences(words)).or_else(|| best(goings_on(words)))
}

/// Where each sentence begins.
pub(super) fn sentences(words: &[Spoken]) -> Vec<Anchor> {
    let begins = (0..words.len()).filter(|index| *index == 0 || words[index - 1].word.ends_sentence);
    begins
        .zip(1..)
        .map(|(index, number)| Anchor {
            t: words[index].t0,
            time: format!("sentence({number})").into(),
            what: format!("“{} …” begins", opening(&words[index..])),
        })
        .collect()
}

/// Where words go on after a pause.
fn goings_on(words: &[Spoken]) -> Vec<Anchor> {
    let after_pause = (1..words.len()).filter(|index| words[index - 1].word.pause > 0.0);
    after_pause
        .filter_map(|index| {
            let time = cue(words, index, PHRASE.min(words.len() - index))?;
            let what = format!("“{}” is said", opening(&words[index..]));
            Some(Anchor { t: words[index].t0, time: time.into(), what })
        })
        .collect()
}

/// The first words, as they are written.
fn opening(words: &[Spoken]) -> String {
    let mut text = String::new();
    for word in words.iter().take(3) {
        if !text.is_empty() && !word.is_joined {
            text.push(' ');
        }
        text.push_str(&word.shown);
    }
    text.trim_end_matches(|letter: char| letter.is_ascii_punctuation()).to_owned()
}

/// How the moment is written at which some words of a scene are said, in the words themselves.
pub(super) fn cue(words: &[Spoken], first: usize, count: usize) -> Option<String> {
    let wanted = words.get(first..first + count).filter(|wanted| !wanted.is_empty())?;
    let mut phrase = String::new();
    for word in wanted {
        let is_onto = word.is_joined && word.word.is_character;
        if !phrase.is_empty() && !is_onto {
            phrase.push(' ');
        }
        phrase.push_str(&word.word.key);
    }
    let same =
        |window: &&[Spoken]| window.iter().zip(wanted).all(|(word, wanted)| word.word.key == wanted.word.key);
    let before = words.windows(count).take(first).filter(same).count();
    let nth = if before > 0 { format!("#{}", before + 1) } else { String::new() };
    Some(format!("cue({phrase}{nth})"))
}
