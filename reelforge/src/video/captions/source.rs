//! Where captions come from: the voice, or a subtitle file.

use std::collections::BTreeMap;

use super::groups::{CaptionWord, Group, divide, group};
use super::settings;
use crate::video::cues::align::tokens;
use crate::video::cues::import;
use crate::video::files::Files;
use crate::video::project::Project;
use crate::video::project::model::Captions;
use crate::video::time::Times;

/// The largest subtitle file, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// How sure the words of a subtitle are, whose time is divided among them.
const DIVIDED: f64 = 0.5;

/// What the subtitle files of a project say, by their path. Those that cannot be read are left out; checks report them.
pub fn subtitle_file(project: &Project, files: &dyn Files) -> BTreeMap<String, Vec<CaptionWord>> {
    let all =
        project.captions.iter().chain(project.scenes.iter().filter_map(|scene| scene.captions.as_ref()));
    let mut read = BTreeMap::new();
    for captions in all.filter(|captions| captions.source != "voice") {
        let path = &captions.source;
        if read.contains_key(path) {
            continue;
        }
        let bytes = files.read(path, MAX_BYTES).ok();
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some((_, cues)) = text.and_then(|text| import::cues(&text).ok()) {
            read.insert(path.clone(), cues.iter().flat_map(words).collect());
        }
    }
    read
}

/// The words of a subtitle, without its tags.
fn words(cue: &import::Cue) -> Vec<CaptionWord> {
    let mut plain = String::new();
    let mut depth = 0_usize;
    for letter in cue.text.chars() {
        match letter {
            '<' | '{' => depth += 1,
            '>' | '}' => depth = depth.saturating_sub(1),
            letter if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    let written: Vec<&str> = plain.split_whitespace().collect();
    let weight = |word: &str| tokens(word).iter().map(|token| token.weight).sum::<f64>().max(0.1);
    let total: f64 = written.iter().map(|word| weight(word)).sum();
    let mut clock = cue.t0;
    let mut all: Vec<CaptionWord> = Vec::with_capacity(written.len());
    for word in written {
        let end = clock + (cue.t1 - cue.t0) * weight(word) / total.max(1e-9);
        all.push(CaptionWord {
            text: word.to_owned(),
            t0: clock,
            t1: end,
            conf: DIVIDED,
            breaks_before: false,
            is_joined: false,
            ends_sentence: false,
        });
        clock = end;
    }
    // What was one subtitle stays apart from the next.
    if let Some(last) = all.last_mut() {
        last.ends_sentence = true;
    }
    all
}

/// The groups of one scene, by its index.
pub fn of_scene(
    project: &Project,
    times: &Times<'_>,
    files: &BTreeMap<String, Vec<CaptionWord>>,
    scene: usize,
) -> Vec<Group> {
    let Some(captions) = settings(project, &project.scenes[scene]) else { return Vec::new() };
    if captions.source == "voice" {
        return group(times.words_of(scene), &captions);
    }
    let time = &times.timeline().scenes[scene];
    let own: Vec<CaptionWord> = files
        .get(&captions.source)
        .into_iter()
        .flatten()
        .filter(|word| time.t0 <= word.t0 && word.t0 < time.t1)
        .cloned()
        .collect();
    divide(&own, &captions)
}

/// All that is said in a video in groups, for subtitle files: as sentences of two lines, whatever is shown.
pub fn groups(times: &Times<'_>) -> Vec<Group> {
    use crate::video::project::model::CaptionStyle;
    let block = Captions { style: CaptionStyle::Block, max_lines: 2, max_chars: 42, ..Captions::default() };
    group(times.words(), &block)
}
