//! The cues of a project, one by one.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::video::project::Project;
use crate::video::project::model::{Beats, Time};
use crate::video::time::{CueSource, PauseKind, Times, VoiceTime, saying, words};

/// What a cue is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CueKind {
    /// A spoken word: `cue(…)`.
    Word,
    /// A spoken sentence: `sentence(i)`.
    Sentence,
    /// A silence between words: `pause(i)`.
    Pause,
    /// A beat of the music: `beat(i)`.
    Beat,
    /// Where a sound of the music begins.
    Onset,
    /// A time of the project's `cues`, by its name.
    Marker,
}

/// A cue.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CueEntry {
    /// What it is.
    pub kind: CueKind,
    /// Its number in the video, from 1. Within a scene that says something, sentences and pauses are counted anew.
    pub i: usize,
    /// The words, the name of a marker, or the kind of a pause.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Seconds from the video's start to its beginning.
    pub t0: f64,
    /// Seconds to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t1: Option<f64>,
    /// Id of the scene that is shown then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// Seconds from that scene's start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rel: Option<f64>,
    /// How sure it is, 0 to 1.
    pub conf: f64,
}

/// Which cues are wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// Their kinds.
    pub kinds: Vec<CueKind>,
    /// Index of the scene that they begin in.
    pub scene: Option<usize>,
    /// Seconds from the video's start between which they begin.
    pub within: RangeInclusive<f64>,
    /// A phrase: only words that say it, as one cue.
    pub find: Option<String>,
}

/// The cues of a project, by the time at which they begin.
pub fn list(project: &Project, times: &Times<'_>, wanted: &Wanted) -> Vec<CueEntry> {
    let mut all = Vec::new();
    let has = |kind: CueKind| wanted.kinds.contains(&kind);
    let spoken = times.words();
    if let Some(phrase) = &wanted.find {
        phrases(times, phrase, &mut all);
    } else {
        if has(CueKind::Word) {
            all.extend(spoken.iter().zip(1..).map(|(word, i)| {
                entry(CueKind::Word, i, word.shown.clone(), word.t0, Some(word.t1), word.conf)
            }));
        }
        if has(CueKind::Sentence) {
            sentences(times, &mut all);
        }
        if has(CueKind::Pause) {
            silences(times, &mut all);
        }
        if has(CueKind::Beat) {
            beats(project, times, &mut all);
        }
        if has(CueKind::Onset)
            && let (Some(music), Some(heard)) = (&project.music, &times.heard().music)
        {
            let onsets = heard.onsets.iter().filter(|[t, _]| *t >= music.start);
            all.extend(onsets.zip(1..).map(|([t, strength], i)| {
                entry(CueKind::Onset, i, String::new(), t - music.start, None, *strength)
            }));
        }
        if has(CueKind::Marker) {
            markers(project, times, &mut all);
        }
    }
    let scenes = &times.timeline().scenes;
    for cue in &mut all {
        let scene = scenes.iter().find(|scene| scene.t0 <= cue.t0 + 1e-6 && cue.t0 < scene.t1 - 1e-6);
        cue.scene = scene.map(|scene| scene.id.clone());
        cue.rel = scene.map(|scene| rounded(cue.t0 - scene.t0));
        (cue.t0, cue.t1, cue.conf) =
            (rounded(cue.t0), cue.t1.map(rounded), (cue.conf * 100.0).round() / 100.0);
    }
    let id = wanted.scene.and_then(|index| scenes.get(index)).map(|scene| &scene.id);
    let end = times.timeline().duration;
    all.retain(|cue| {
        wanted.within.contains(&cue.t0) && cue.t0 <= end && id.is_none_or(|id| cue.scene.as_ref() == Some(id))
    });
    all.sort_by(|a, b| a.t0.total_cmp(&b.t0).then(a.kind.cmp(&b.kind)));
    all
}

fn entry(kind: CueKind, i: usize, text: String, t0: f64, t1: Option<f64>, conf: f64) -> CueEntry {
    CueEntry { kind, i, text, t0, t1, scene: None, rel: None, conf }
}

/// On milliseconds.
fn rounded(t: f64) -> f64 {
    (t * 1000.0).round() / 1000.0
}

/// The places of a phrase.
fn phrases(times: &Times<'_>, phrase: &str, all: &mut Vec<CueEntry>) {
    let wanted = words(phrase);
    let spoken = times.words();
    if wanted.is_empty() {
        return;
    }
    let places = (0..spoken.len()).filter_map(|at| {
        let count = saying(spoken[at..].iter().map(|spoken| &spoken.word), &wanted)?;
        spoken.get(at..at + count)
    });
    for (window, i) in places.zip(1..) {
        let (first, last) = (&window[0], &window[window.len() - 1]);
        let conf = window.iter().map(|word| word.conf).fold(1.0, f64::min);
        all.push(entry(CueKind::Word, i, joined(window), first.t0, Some(last.t1), conf));
    }
}

/// Words as they are written.
fn joined(window: &[crate::video::time::Spoken]) -> String {
    let mut text = String::new();
    for word in window {
        if !text.is_empty() && !word.is_joined {
            text.push(' ');
        }
        text.push_str(&word.shown);
    }
    text
}

fn sentences(times: &Times<'_>, all: &mut Vec<CueEntry>) {
    let spoken = times.words();
    let mut first = 0;
    let mut i = 0;
    for index in 0..spoken.len() {
        if spoken[index].word.ends_sentence || index + 1 == spoken.len() {
            let window = &spoken[first..=index];
            let conf = window.iter().map(|word| word.conf).sum::<f64>() / window.len() as f64;
            i += 1;
            all.push(entry(CueKind::Sentence, i, joined(window), window[0].t0, Some(spoken[index].t1), conf));
            first = index + 1;
        }
    }
}

/// The pauses that were heard and count, or those of the script.
fn silences(times: &Times<'_>, all: &mut Vec<CueEntry>) {
    let mut found: Vec<(f64, f64, PauseKind, f64)> = Vec::new();
    let heard = |voice: &VoiceTime| match voice.scene {
        Some(scene) => times.heard().scene(scene),
        None => times.heard().voice.as_ref(),
    };
    for voice in times.voices() {
        for pause in heard(voice).into_iter().flat_map(|heard| &heard.pauses) {
            let shift = voice.start - voice.from;
            if pause.kind() > PauseKind::Short {
                found.push((pause.t0 + shift, pause.t1 + shift, pause.kind(), 0.9));
            }
        }
    }
    for pair in times.words().windows(2).filter(|pair| pair[0].estimated && pair[0].word.pause > 0.0) {
        let kind = crate::video::time::Pause { t0: 0.0, t1: pair[0].word.pause }.kind();
        found.push((pair[0].t1, pair[0].t1 + pair[0].word.pause, kind, 0.2));
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    for ((t0, t1, kind, conf), i) in found.into_iter().zip(1..) {
        let text = match kind {
            PauseKind::Short => "short",
            PauseKind::Phrase => "phrase",
            PauseKind::Sentence => "sentence",
            PauseKind::Paragraph => "paragraph",
        };
        all.push(entry(CueKind::Pause, i, text.to_owned(), t0, Some(t1), conf));
    }
}

fn beats(project: &Project, times: &Times<'_>, all: &mut Vec<CueEntry>) {
    /// Beats in ten minutes at the fastest pace that can be written.
    const MOST: u32 = 4000;
    let end = times.timeline().duration;
    if let Some(Beats::Grid(_)) = project.music.as_ref().map(|music| music.beats) {
        for i in 1..=MOST {
            let Ok(moment) = times.moment(None, &Time::Expr(format!("beat({i})"))) else { break };
            if moment.t > end {
                break;
            }
            all.push(entry(CueKind::Beat, i as usize, String::new(), moment.t, None, 1.0));
        }
        return;
    }
    let conf = times.heard().music.as_ref().map_or(0.0, |music| music.conf);
    for (beat, i) in times.beats().zip(1..).take_while(|(beat, _)| beat.t <= end) {
        let text = if beat.is_downbeat { "downbeat".to_owned() } else { String::new() };
        all.push(entry(CueKind::Beat, i, text, beat.t, None, conf));
    }
}

fn markers(project: &Project, times: &Times<'_>, all: &mut Vec<CueEntry>) {
    for ((name, time), i) in project.cues.iter().zip(1..) {
        if let Ok(moment) = times.moment(None, time) {
            let conf = if moment.estimated { 0.2 } else { 1.0 };
            all.push(entry(CueKind::Marker, i, name.clone(), moment.t, None, conf));
        }
    }
}

/// Where the times of the words come from: the least trusted of the voices that speak.
pub fn source(times: &Times<'_>) -> CueSource {
    let heard = times.heard();
    let sources = heard.voice.iter().chain(heard.scenes.iter().flatten()).map(|voice| voice.source);
    if times.words().iter().any(|word| word.estimated) {
        return CueSource::Estimated;
    }
    sources.max().unwrap_or_default()
}
