//! What several tools share.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::changes::{changed, difference};
use crate::ToolError;
use crate::studio::Studio;
use crate::video::check::{Combined, Depth, Issue, Options, Report, Severity, Summary, validate};
use crate::video::project::store::StoreError;

/// Issues in the answer to a write: the worst.
pub(super) const SHOWN_ISSUES: usize = 10;
/// The largest text that a recommended step repeats: beyond this, the model has to make the change itself.
const MAX_NEXT: usize = 64 << 10;

/// A problem of the project files, for the caller.
pub(super) fn problem(error: StoreError) -> ToolError {
    let hint = error.hint();
    let told = ToolError::new(error.code(), error.to_string());
    let told = if hint.is_empty() { told } else { told.hint(hint) };
    match error {
        StoreError::Stale { current, base } => {
            told.data(json!({ "current": current.as_str(), "base": base.as_str() }))
        }
        StoreError::NotFound { near, .. } => told.data(json!({ "near": near })),
        StoreError::Exists { free, .. } => told.data(json!({ "free": free })),
        _ => told,
    }
}

/// The state of the checks, as a write tells it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Validation {
    /// How many issues there are, of which kind.
    pub(super) summary: Summary,
    /// The worst issues.
    pub(super) issues: Vec<Issue>,
    /// How many issues are left out here; `validate_project` lists them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) omitted: Option<usize>,
}

/// The recommended step.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Next {
    /// The tool to call.
    pub(super) tool: &'static str,
    /// Its complete arguments.
    #[schemars(extend("type" = "object"))]
    pub(super) args: Value,
    /// Why.
    pub(super) why: String,
}

/// Checks a stored project's text by all that needs no painting, so that every change is answered at once.
pub(super) fn check(studio: &Studio, project: &str, text: &str, shown: usize) -> Report {
    let assets = studio.assets(project);
    validate(text, &assets, &Options { stage: Depth::Layout, max_issues: shown, ..Options::default() })
}

impl Validation {
    /// The worst issues of a report.
    pub(super) fn of(report: &Report) -> Self {
        Self {
            summary: report.summary.clone(),
            issues: report.issues.clone(),
            omitted: Some(report.omitted).filter(|count| *count > 0),
        }
    }
}

/// A refusal of a write; where it was made from an old version, with what others changed since, as far as that version
/// is kept.
pub(super) fn unwritten(studio: &Studio, project: &str, base: Option<&str>, error: StoreError) -> ToolError {
    let is_stale = matches!(error, StoreError::Stale { .. });
    let told = problem(error);
    let Some(base) = base.filter(|_| is_stale) else { return told };
    let texts = (studio.root().read_revision(project, base), studio.root().read(project));
    match (texts, told.get_data().cloned()) {
        ((Ok(base), Ok(current)), Some(mut data)) => {
            data["changed"] = changed(&base, &current.text).into();
            data["diff"] = difference(&base, &current.text).into();
            told.data(data)
        }
        _ => told,
    }
}

/// What to do now: repair what can be repaired, else learn how, else look at it.
///
/// With a revision the report is that of the stored text, which edits can change; without, of a text that is not stored.
pub(super) fn next(project: &str, revision: Option<&str>, report: &Report) -> Next {
    if let Some(step) = repair(project, revision, report) {
        return step;
    }
    let worst = report.issues.first();
    match worst.map(|worst| (worst, worst.severity)) {
        Some((worst, Severity::Error)) => explain(project, worst, report.summary.errors),
        Some((worst, Severity::Warning)) => look_at(project, worst, report.summary.warnings),
        _ => Next {
            tool: "preview_frames",
            args: json!({ "project": project, "sheet": true }),
            why: "there is nothing to repair: look at every scene, then use render_project".to_owned(),
        },
    }
}

/// Makes all fixes that go together.
fn repair(project: &str, revision: Option<&str>, report: &Report) -> Option<Next> {
    let combined = report.combined.as_ref()?;
    let Combined { fixes, before, after, .. } = combined;
    let mut args = json!({ "project": project });
    let tool = match (&combined.ops, revision) {
        (Some(ops), Some(_)) => {
            args["ops"] = json!(ops);
            "edit_project"
        }
        _ if combined.text.len() <= MAX_NEXT => {
            args["yaml"] = combined.text.as_str().into();
            "write_yaml"
        }
        _ => return None,
    };
    if let Some(revision) = revision {
        args["base_revision"] = revision.into();
    }
    let why = format!(
        "makes {} at once: from {} and {} to {} and {}",
        many(*fixes, "tried fix", "es"),
        many(before.errors, "error", "s"),
        many(before.warnings, "warning", "s"),
        after.errors,
        after.warnings,
    );
    Some(Next { tool, args, why })
}

fn many(count: usize, what: &str, plural: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { plural })
}

/// What helps with an error that nothing repairs by itself: somebody has to decide what is meant.
fn explain(project: &str, worst: &Issue, errors: usize) -> Next {
    let (tool, args, what) = match worst.rule {
        "V-6" => ("list_assets", json!({ "project": project }), "see which files there are to name"),
        "V-2" | "V-3" => ("get_schema", json!({ "type": schema_type(worst) }), "see what is expected"),
        rule => ("get_schema", json!({ "type": rule }), "see what the check asks for"),
    };
    let left = many(errors, "error", "s");
    let why = format!("{left} left that no fix repairs, so you have to decide; {what}: {}", told(worst));
    Next { tool, args, why }
}

/// Shows what a warning is about.
fn look_at(project: &str, worst: &Issue, warnings: usize) -> Next {
    let mut args = json!({ "project": project, "overlay": "both" });
    match (&worst.scene, worst.t0.zip(worst.t1)) {
        (_, Some((from, to))) => args["times"] = json!([((from + to) * 50.0).round() / 100.0]),
        (Some(scene), None) => args["scene"] = scene.as_str().into(),
        (None, None) => args["sheet"] = true.into(),
    }
    let left = many(warnings, "warning", "s");
    let why = format!("no errors; {left} left to judge by eye, the first: {}", told(worst));
    Next { tool: "preview_frames", args, why }
}

/// An issue in a sentence.
fn told(issue: &Issue) -> String {
    let place = issue.line.map_or_else(String::new, |line| format!(" (line {line})"));
    let hint = if issue.hint.is_empty() { String::new() } else { format!("; {}", issue.hint) };
    format!("{}{place}{hint}", issue.message)
}

/// The part of the format that explains an issue best.
fn schema_type(issue: &Issue) -> &'static str {
    let path = issue.path.as_str();
    if issue.element.is_some() || path.contains(".elements.") {
        return "element";
    }
    let top = path.split('.').next().unwrap_or_default();
    let parts = [
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
    let inner = path.rsplit('.').next().unwrap_or_default();
    if issue.scene.is_some() || top == "scenes" {
        return parts.into_iter().find(|part| *part == inner).unwrap_or("scene");
    }
    parts
        .into_iter()
        .find(|part| top.trim_end_matches('s') == part.trim_end_matches('s'))
        .unwrap_or("project")
}
