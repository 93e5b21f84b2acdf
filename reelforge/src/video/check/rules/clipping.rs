//! V-23: sound that is distorted at its peaks.

use super::{Findings, Subject};
use crate::video::audio::{Mix, Track};
use crate::video::check::{Issue, Severity};
use crate::video::project::edit::Op;

/// The highest true peak in dBTP that players and encoders bear.
const PEAK: f64 = -1.0;
/// The highest that is no overload.
const FULL: f64 = 0.0;
/// How far off the zero line a recording may be, as a fraction of full scale.
const OFFSET: f64 = 0.02;

pub(super) fn check(subject: &Subject<'_>, mix: &Mix, found: &mut Findings) {
    if let Some(issue) = peak(subject, mix) {
        found.push(issue);
    }
    let mut seen: Vec<*const Track> = Vec::new();
    for (path, track) in mix.sources() {
        // A file that is used often is told of once.
        if seen.contains(&std::ptr::from_ref(track)) {
            continue;
        }
        seen.push(track);
        for issue in [cut_off(subject, path, track), offset(subject, path, track)].into_iter().flatten() {
            if !found.push(issue) {
                return;
            }
        }
    }
}

fn peak(subject: &Subject<'_>, mix: &Mix) -> Option<Issue> {
    let peak = mix.levels().true_peak.filter(|peak| *peak > PEAK)?;
    let severity = if peak > FULL { Severity::Error } else { Severity::Warning };
    let hint = format!("remove `output.true_peak`, which leaves {PEAK} dBTP");
    let ops = vec![Op::Unset { path: "output.true_peak".to_owned() }];
    let message = format!("the mix reaches {peak:.1} dBTP; above {PEAK} players and encoders distort it");
    Some(
        subject
            .issue("V-23", "output.true_peak", message)
            .severity(severity)
            .measured((peak * 100.0).round() / 100.0, PEAK)
            .hint(hint.clone())
            .repair(hint, ops),
    )
}

fn cut_off(subject: &Subject<'_>, path: &str, track: &Track) -> Option<Issue> {
    let facts = track.facts();
    let at = facts.clipped_at?;
    let places =
        if facts.clipped == 1 { "one place".to_owned() } else { format!("{} places", facts.clipped) };
    let message = format!("this file is cut off at full scale in {places}, first {at:.2} s into it");
    Some(
        subject
            .issue("V-23", path, message)
            .severity(Severity::Warning)
            .measured(facts.clipped, 0)
            .hint("record or export it again at a lower level; a lower gain here does not mend it"),
    )
}

fn offset(subject: &Subject<'_>, path: &str, track: &Track) -> Option<Issue> {
    let offset = track.facts().offset;
    (offset > OFFSET).then(|| {
        let message = format!("this file is {:.0}% of full scale off the zero line", offset * 100.0);
        subject
            .issue("V-23", path, message)
            .severity(Severity::Warning)
            .measured((offset * 1000.0).round() / 1000.0, OFFSET)
            .hint("remove its DC offset in an audio editor, with a high-pass filter")
    })
}
