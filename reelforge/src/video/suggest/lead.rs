//! Where to go when nothing is left that edits could make better.

use super::Step;
use crate::video::check::{Issue, Severity, Summary};

/// What to do with a project when no more of it can be repaired by edits, and why: somebody decides what an error means,
/// or looks at what a warning is about; else it is looked at in whole, or rendered where all was checked.
pub fn lead(issues: &[Issue], summary: &Summary, is_whole: bool) -> (Step, String) {
    let Some(worst) = issues.first().filter(|issue| issue.severity <= Severity::Warning) else {
        return if is_whole {
            (Step::Render, "no check has anything to say: render it".to_owned())
        } else {
            let why = "there is nothing to repair: look at every scene, then use render_project";
            (Step::Look { scene: None, time: None }, why.to_owned())
        };
    };
    if worst.severity == Severity::Error {
        let (step, what) = decide(worst);
        let left = many(summary.errors, "error");
        let why =
            format!("{left} left that no tried fix repairs, so you have to decide; {what}: {}", told(worst));
        return (step, why);
    }
    let time = worst.t0.zip(worst.t1).map(|(from, to)| f64::midpoint(from, to));
    let left = many(summary.warnings, "warning");
    let why = format!("no errors; {left} left to judge by eye, the first: {}", told(worst));
    (Step::Look { scene: worst.scene.clone(), time }, why)
}

/// What helps with an error that nothing repairs by itself.
fn decide(worst: &Issue) -> (Step, &'static str) {
    match worst.rule {
        "V-6" => (Step::Files, "see which files there are to name"),
        "V-2" | "V-3" => (Step::Explain { what: part(worst) }, "see what is expected"),
        rule => (Step::Explain { what: rule }, "see what the check asks for"),
    }
}

/// The part of the format that explains an issue best.
fn part(issue: &Issue) -> &'static str {
    const PARTS: [&str; 10] = [
        "background",
        "canvas",
        "captions",
        "component",
        "layout",
        "meta",
        "music",
        "output",
        "theme",
        "voice",
    ];
    let path = issue.path.as_str();
    if issue.element.is_some() || path.contains(".elements.") {
        return "element";
    }
    let top = path.split('.').next().unwrap_or_default();
    let inner = path.rsplit('.').next().unwrap_or_default();
    if issue.scene.is_some() || top == "scenes" {
        return PARTS.into_iter().find(|part| *part == inner).unwrap_or("scene");
    }
    let is_top = |part: &&str| top.trim_end_matches('s') == part.trim_end_matches('s');
    PARTS.into_iter().find(is_top).unwrap_or("project")
}

/// An issue in a sentence.
fn told(issue: &Issue) -> String {
    let place = issue.line.map_or_else(String::new, |line| format!(" (line {line})"));
    let hint = if issue.hint.is_empty() { String::new() } else { format!("; {}", issue.hint) };
    format!("{}{place}{hint}", issue.message)
}

fn many(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
