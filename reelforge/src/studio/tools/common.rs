//! What several tools share.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::ToolError;
use crate::studio::Studio;
use crate::video::check::{Depth, Issue, Options, Report, Summary, validate};
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

/// What to do now: repair what can be repaired, else learn how, else look at it.
pub(super) fn next(project: &str, revision: Option<&str>, report: &Report) -> Next {
    let Summary { errors, warnings, .. } = &report.summary;
    if let Some(text) = report.fixed_text.as_ref().filter(|text| text.len() <= MAX_NEXT) {
        let mut args = json!({ "project": project, "yaml": text });
        if let Some(revision) = revision {
            args["base_revision"] = revision.into();
        }
        let count = report.fixes.len();
        let why = format!(
            "makes {count} tried fix{} at once, of {errors} errors and {warnings} warnings",
            if count == 1 { "" } else { "es" }
        );
        return Next { tool: "write_yaml", args, why };
    }
    let Some(worst) = report.issues.first() else {
        return Next {
            tool: "open_editor",
            args: json!({ "project": project }),
            why: "there are no issues: look at the project in the studio".to_owned(),
        };
    };
    let place = worst.line.map_or_else(String::new, |line| format!(" in line {line}"));
    let (tool, args, what) = match worst.rule {
        "V-6" => ("list_assets", json!({ "project": project }), "see which files there are to name"),
        "V-2" | "V-3" => ("get_schema", json!({ "type": schema_type(worst) }), "see what is expected"),
        rule => ("get_schema", json!({ "type": rule }), "see what the check asks for"),
    };
    Next { tool, args, why: format!("{what}: {}{place}", worst.message) }
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
