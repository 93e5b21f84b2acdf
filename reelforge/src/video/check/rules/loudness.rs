//! V-22: a mix that is too loud or too quiet, music that covers the voice, and long silence.

use serde_json::json;

use super::{Findings, Subject};
use crate::video::audio::Mix;
use crate::video::check::{Issue, Severity};
use crate::video::project::edit::Op;
use crate::video::project::model::Music;

/// LU by which the mix may be off.
const OFF: f64 = 1.0;
/// LU by which it must not.
const FAR_OFF: f64 = 4.0;
/// LU by which the voice has to be louder than the music under it.
const ABOVE: f64 = 10.0;
/// The share of a video that may be silent.
const SILENT: f64 = 0.3;
/// The lowest gain that a project can write.
const LOWEST_GAIN: f64 = -60.0;

pub(super) fn check(subject: &Subject<'_>, mix: &Mix, found: &mut Findings) {
    if mix.is_empty() {
        return;
    }
    for issue in
        [off_target(subject, mix), covered(subject, mix), silence(subject, mix)].into_iter().flatten()
    {
        found.push(issue);
    }
}

fn off_target(subject: &Subject<'_>, mix: &Mix) -> Option<Issue> {
    let wanted = subject.project.output.loudness;
    let lufs = mix.levels().lufs?;
    let off = lufs - wanted;
    if off.abs() <= OFF {
        return None;
    }
    let severity = if off.abs() > FAR_OFF { Severity::Error } else { Severity::Warning };
    let reached = (lufs.floor()).clamp(-40.0, -5.0);
    let why = if off < 0.0 { "its peaks leave no room for more" } else { "it cannot be made quieter" };
    let hint =
        format!("set `output.loudness` to {reached}, or use recordings that are more even in loudness");
    let ops = vec![Op::Set { path: "output.loudness".to_owned(), value: json!(reached) }];
    let message = format!("the mix has {lufs:.1} LUFS where {wanted} are wanted: {why}");
    Some(
        subject
            .issue("V-22", "output.loudness", message)
            .severity(severity)
            .measured(round(lufs), wanted)
            .hint(hint.clone())
            .repair(hint, ops),
    )
}

/// Music that is too loud under the voice.
fn covered(subject: &Subject<'_>, mix: &Mix) -> Option<Issue> {
    let music = subject.project.music.as_ref()?;
    let above = mix.levels().voice_over_music.filter(|above| *above < ABOVE)?;
    // Rounded so that what is set is enough.
    let lower = (2.0 * (ABOVE - above + 0.2)).ceil() / 2.0;
    let gain = music.gain_db - lower;
    let hint = format!("set the music's `gain_db` to {gain}, which is {lower} dB less");
    let message = format!("while somebody speaks, the voice is only {above:.1} LU louder than the music");
    let issue = subject
        .issue("V-22", "music", message)
        .severity(Severity::Warning)
        .measured(round(above), ABOVE)
        .hint(hint.clone());
    Some(if gain < LOWEST_GAIN {
        issue
    } else {
        issue.repair(hint, set_music(subject, music, "gain_db", gain))
    })
}

/// Sets a number of the music, which may be written as its file alone.
fn set_music(subject: &Subject<'_>, music: &Music, key: &str, value: f64) -> Vec<Op> {
    let is_short = subject.tree.find("music").is_ok_and(|found| found.node.as_scalar().is_some());
    vec![if is_short {
        Op::Set { path: "music".to_owned(), value: json!({ "file": music.file, key: value }) }
    } else {
        Op::Set { path: format!("music.{key}"), value: json!(value) }
    }]
}

fn silence(subject: &Subject<'_>, mix: &Mix) -> Option<Issue> {
    let silent = mix.levels().silent;
    if silent <= SILENT {
        return None;
    }
    let stops = subject.project.music.as_ref().is_some_and(|music| !music.repeat);
    let hint = if stops {
        "let the music start over: remove `loop: false`"
    } else {
        "add music, or shorten the silent scenes"
    };
    let path = if stops { "music" } else { "scenes" };
    let message = format!("{:.0}% of the video are silent", silent * 100.0);
    let issue = subject
        .issue("V-22", path, message)
        .severity(Severity::Warning)
        .measured(round(silent), SILENT)
        .hint(hint);
    Some(if stops { issue.repair(hint, vec![Op::Unset { path: "music.loop".to_owned() }]) } else { issue })
}

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
