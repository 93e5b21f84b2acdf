//! The checks of a finished file: V-21, V-22, V-23 and what V-30 asks of files.

use serde_json::json;

use super::Inspection;
use crate::video::check::{Issue, Severity};
use crate::video::platform;
use crate::video::project::Project;
use crate::video::project::model::Output;

/// Flashes of a second that are still safe.
const SAFE_FLASHES: usize = 3;
/// How far the loudness may be off, in LU: to be right, and to be no error.
const OFF: (f64, f64) = (1.0, 4.0);
/// How much of the sound may be silent.
const SILENT: f64 = 0.3;

/// What is wrong with a file.
pub(super) fn check(facts: &Inspection, project: Option<&Project>) -> Vec<Issue> {
    let usual = Output::default();
    let output = project.map_or(&usual, |project| &project.output);
    let mut issues: Vec<Issue> = flashing(facts).into_iter().collect();
    issues.extend(loudness(facts, output));
    issues.extend(peaks(facts, output));
    issues.extend(file(facts));
    if let Some(project) = project {
        issues.extend(platforms(facts, project));
    }
    issues.sort_by_key(|issue| issue.severity);
    issues
}

fn flashing(facts: &Inspection) -> Option<Issue> {
    let worst = facts.flashes.as_ref().filter(|worst| worst.count >= SAFE_FLASHES)?;
    let what = if worst.red { "saturated red" } else { "light and dark" };
    let message = format!(
        "{} flashes of {what} within a second, from {:.2} s to {:.2} s; more than {SAFE_FLASHES} can cause seizures",
        worst.count, worst.t0, worst.t1
    );
    let severity = if worst.count > SAFE_FLASHES { Severity::Error } else { Severity::Warning };
    let mut issue = Issue::new("V-21", "", message)
        .severity(severity)
        .measured(json!({"flashes": worst.count, "red": worst.red}), SAFE_FLASHES)
        .hint("let it change more slowly, by less light, or in a smaller part of the picture");
    (issue.t0, issue.t1) = (Some(worst.t0), Some(worst.t1));
    Some(issue)
}

fn loudness(facts: &Inspection, output: &Output) -> Vec<Issue> {
    let Some(sound) = &facts.sound else { return Vec::new() };
    let mut issues = Vec::new();
    if let Some(lufs) = sound.loudness {
        let off = (lufs - output.loudness).abs();
        if off > OFF.0 {
            let message = format!("the video has {lufs:.1} LUFS instead of {:.1}", output.loudness);
            let severity = if off > OFF.1 { Severity::Error } else { Severity::Warning };
            issues.push(
                Issue::new("V-22", "output.loudness", message)
                    .severity(severity)
                    .measured(lufs, output.loudness)
                    .hint("see whether its sounds are clipped or very short; render it again"),
            );
        }
    }
    if sound.silent > SILENT && sound.loudness.is_some() {
        let message = format!("{:.0}% of the sound is silent", sound.silent * 100.0);
        issues.push(
            Issue::new("V-22", "", message)
                .severity(Severity::Warning)
                .measured(sound.silent, SILENT)
                .hint("add music, or shorten what is silent"),
        );
    }
    issues
}

fn peaks(facts: &Inspection, output: &Output) -> Vec<Issue> {
    let Some(sound) = &facts.sound else { return Vec::new() };
    let mut issues = Vec::new();
    // Encoding moves peaks by a little.
    if let Some(peak) = sound.true_peak.filter(|peak| *peak > output.true_peak + 0.05) {
        let severity = if peak > 0.0 { Severity::Error } else { Severity::Warning };
        let message = format!("the highest peak is {peak:.1} dBTP, more than {:.1}", output.true_peak);
        issues.push(
            Issue::new("V-23", "output.true_peak", message)
                .severity(severity)
                .measured(peak, output.true_peak)
                .hint("lower `output.true_peak` or the gain of its sounds"),
        );
    }
    if sound.clipped > 0 {
        let message = format!("the sound is cut off at full scale in {} places", sound.clipped);
        issues.push(
            Issue::new("V-23", "", message)
                .severity(Severity::Warning)
                .measured(sound.clipped, 0)
                .hint("lower the gain of its sounds"),
        );
    }
    issues
}

/// What every platform asks of a file.
fn file(facts: &Inspection) -> Vec<Issue> {
    let container = &facts.container;
    let mut issues = Vec::new();
    let mut wrong = |is_wrong: bool, what: &str| {
        if is_wrong {
            let hint = "render it again with this version";
            issues.push(Issue::new("V-30", "", what).severity(Severity::Warning).hint(hint));
        }
    };
    wrong(container.edit_list, "the file has an edit list, which platforms ask to leave out");
    wrong(!container.fast_start, "the table of contents stands at the end, so that players start late");
    wrong(!container.video.constant_rate, "the frames are not shown for the same time each");
    wrong(!container.video.codec.starts_with("avc1"), "the pictures are not H.264");
    let is_aac = container.sound.as_ref().is_none_or(|sound| sound.codec.starts_with("mp4a"));
    wrong(!is_aac, "the sound is not AAC");
    issues
}

fn platforms(facts: &Inspection, project: &Project) -> Vec<Issue> {
    let container = &facts.container;
    let mut issues = Vec::new();
    for target in platform::targets(project) {
        let limits = platform::limits(target, project.placement);
        let name = platform::name(target);
        let from = format!(" (source: {}, read {})", limits.source, limits.checked);
        if let Some(most) = limits.max_bytes.filter(|most| container.bytes > *most) {
            let message =
                format!("{name} takes {} MB, this has {}", most / 1_000_000, container.bytes / 1_000_000);
            issues.push(
                Issue::new("V-30", "", message + &from)
                    .measured(container.bytes, most)
                    .hint("render it with `quality: standard`"),
            );
        }
        if let Some(least) = limits.min_bytes.filter(|least| container.bytes < *least) {
            let message = format!("{name} wants {} KB, this has {}", least / 1000, container.bytes / 1000);
            issues.push(
                Issue::new("V-30", "", message + &from)
                    .measured(container.bytes, least)
                    .hint("render it with `quality: high`"),
            );
        }
        let (least, most) = limits.seconds;
        // A render may be one of a part.
        if container.duration > most + 0.05 {
            let message =
                format!("{name} allows {most} s, this is {:.1} s (from {least} s)", container.duration);
            issues.push(
                Issue::new("V-30", "", message + &from)
                    .measured(container.duration, most)
                    .hint("shorten scenes, or make a video for each platform"),
            );
        }
    }
    issues
}
