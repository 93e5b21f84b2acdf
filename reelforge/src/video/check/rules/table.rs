//! The table of checks.

use schemars::JsonSchema;
use serde::Serialize;

use crate::video::check::Severity;

/// When a check can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// On the file alone.
    Static,
    /// On the layout of every frame, without pixels.
    Layout,
    /// On rendered frames.
    Pixels,
    /// On sound.
    Audio,
    /// On the finished file.
    Render,
}

/// One check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// Its id, such as `V-3`.
    pub id: &'static str,
    /// Its name, such as `unknown-key`.
    pub name: &'static str,
    /// The severities that its issues can have, worst first.
    pub severities: &'static [Severity],
    /// When it runs.
    pub stages: &'static [Stage],
    /// What it finds.
    pub explanation: &'static str,
}

/// The check with this id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}

const E: &[Severity] = &[Severity::Error];
const EW: &[Severity] = &[Severity::Error, Severity::Warning];
const W: &[Severity] = &[Severity::Warning];
const I: &[Severity] = &[Severity::Info];
const S: &[Stage] = &[Stage::Static];
const L: &[Stage] = &[Stage::Layout];
const P: &[Stage] = &[Stage::Pixels];
const A: &[Stage] = &[Stage::Audio];

const fn row(
    id: &'static str,
    name: &'static str,
    severities: &'static [Severity],
    stages: &'static [Stage],
    explanation: &'static str,
) -> Rule {
    Rule { id, name, severities, stages, explanation }
}

/// Every check, by number.
pub const RULES: [Rule; 30] = [
    row(
        "V-1",
        "yaml-syntax",
        &[Severity::Error, Severity::Info],
        S,
        "The file is not the YAML that its author meant: it does not parse, text is lost after ` #`, a tab indents a \
         line, or a key stands twice.",
    ),
    row(
        "V-2",
        "schema",
        E,
        S,
        "A value has the wrong type, is out of range, is missing, or excludes another.",
    ),
    row("V-3", "unknown-key", E, S, "A key does not exist here; the nearest one that does is suggested."),
    row(
        "V-4",
        "duplicate-id",
        E,
        S,
        "Two scenes, two elements of a scene, two cues or two components share a name.",
    ),
    row(
        "V-5",
        "bad-reference",
        E,
        S,
        "A colour, component, prop, data list, variable or font that is named does not exist.",
    ),
    row(
        "V-6",
        "missing-asset",
        E,
        S,
        "A file is absent, outside the project, unreadable, or an address on the network.",
    ),
    row(
        "V-7",
        "component-cycle",
        E,
        S,
        "Components use each other in a circle, nest deeper than 4, or expand to over 200 elements.",
    ),
    row(
        "V-8",
        "overlap",
        &[Severity::Error, Severity::Warning, Severity::Info],
        L,
        "Two elements of the base layer cover each other.",
    ),
    row("V-9", "outside-canvas", EW, L, "An element at rest reaches beyond the canvas."),
    row("V-10", "safe-zone", EW, L, "A platform's buttons or texts will cover an element."),
    row(
        "V-11",
        "text-overflow",
        E,
        L,
        "Text is cut off, or elements of the flow are taller than their area.",
    ),
    row("V-12", "text-too-small", EW, L, "Text is too small to be read on a phone."),
    row(
        "V-13",
        "bad-cue",
        EW,
        &[Stage::Static, Stage::Audio],
        "A time names words, a beat or a sentence that does not exist, or one outside its scene.",
    ),
    row(
        "V-14",
        "timing",
        EW,
        S,
        "Something ends before it starts, lies outside its scene, or is out of order.",
    ),
    row(
        "V-15",
        "voice-mismatch",
        EW,
        A,
        "Voice and video have different lengths, or the words differ from the script.",
    ),
    row("V-16", "scene-too-short", W, L, "An element has less time than its animations and its reader need."),
    row("V-17", "contrast", EW, P, "Text stands out too little from what is behind it."),
    row("V-18", "reading-speed", EW, L, "Text is shown for less time than it takes to read."),
    row("V-19", "too-brief", W, L, "A text or a picture is shown too briefly to be noticed."),
    row("V-20", "empty-frames", EW, &[Stage::Layout, Stage::Pixels], "Frames are black or show nothing."),
    row(
        "V-21",
        "flashing",
        EW,
        &[Stage::Pixels, Stage::Render],
        "The picture flashes in a way that can cause seizures.",
    ),
    row(
        "V-22",
        "loudness",
        EW,
        &[Stage::Audio, Stage::Render],
        "The mix is too loud or too quiet, or music covers the voice.",
    ),
    row("V-23", "clipping", EW, &[Stage::Audio, Stage::Render], "The sound is distorted at its peaks."),
    row("V-24", "missing-glyph", E, L, "No font has a character that is used."),
    row(
        "V-25",
        "font",
        EW,
        &[Stage::Static, Stage::Layout],
        "A font file fails, or a weight is not in its family.",
    ),
    row(
        "V-26",
        "picture-quality",
        EW,
        L,
        "A picture is enlarged or cut too much, or a clip is played unevenly.",
    ),
    row("V-27", "hidden-layer", EW, P, "An element is covered by one on a higher layer."),
    row(
        "V-28",
        "captions",
        EW,
        &[Stage::Layout, Stage::Audio],
        "Captions are too long, too fast, or out of step with the voice.",
    ),
    row("V-29", "unused", I, S, "Something is defined but never used."),
    row(
        "V-30",
        "platform-limits",
        EW,
        &[Stage::Static, Stage::Render],
        "A platform does not accept such a video.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_numbered_in_order_and_named_once() {
        for (index, rule) in RULES.iter().enumerate() {
            assert_eq!(rule.id, format!("V-{}", index + 1));
            assert!(rule.explanation.ends_with('.') && !rule.explanation.contains("  "), "{}", rule.id);
            assert_eq!(RULES.iter().filter(|other| other.name == rule.name).count(), 1, "{}", rule.name);
        }
        assert_eq!(rule("V-31"), None);
    }
}
