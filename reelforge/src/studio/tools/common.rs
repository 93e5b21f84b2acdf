//! What several tools share.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::changes::{changed, difference};
use crate::studio::Studio;
use crate::video::check::{Combined, Depth, Issue, Options, Report, Summary, validate};
use crate::video::paint;
use crate::video::project::source::Node;
use crate::video::project::store::{Revision, StoreError, Stored};
use crate::video::suggest::{Step, lead};
use crate::{Image, Output, ToolError};

/// How often a change is made anew because another writer came in between.
pub(super) const MAX_TRIES: usize = 100;
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

/// A scene that was named and is not there.
pub(super) fn no_scene<'a>(id: &str, scenes: impl Iterator<Item = &'a str>) -> ToolError {
    let ids: Vec<&str> = scenes.take(60).collect();
    ToolError::new("not_found", format!("the project has no scene `{id}`"))
        .hint(format!("its scenes are {}", ids.join(", ")))
}

/// An answer with one more picture.
pub(super) fn with_picture(output: Output, picture: &paint::Image) -> Result<Output, ToolError> {
    let jpeg = picture.to_jpeg().map_err(|error| ToolError::new("internal", error.to_string()))?;
    Ok(output.with_image(Image::jpeg(jpeg)))
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
    /// How many issues have repairs that were not tried, as that would take too long; `validate_project` tries those of
    /// one `scene` or of some `rules`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) untried: Option<usize>,
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
            untried: Some(report.untried).filter(|count| *count > 0),
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

/// Refuses a change that was made for another version.
pub(super) fn expect(studio: &Studio, document: &Stored, base: Option<&str>) -> Result<(), ToolError> {
    let Some(wanted) = base.map(Revision::parse).transpose().map_err(problem)? else { return Ok(()) };
    if wanted == document.revision {
        return Ok(());
    }
    let stale = StoreError::Stale { current: document.revision.clone(), base: wanted };
    Err(unwritten(studio, &document.location.name, base, stale))
}

/// What to do now: repair what can be repaired, else what leads on.
///
/// With a revision the report is that of the stored text, which edits can change; without, of a text that is not stored.
/// `is_whole` says that all was checked.
pub(super) fn next(project: &str, revision: Option<&str>, report: &Report, is_whole: bool) -> Next {
    if let Some(step) = repair(project, revision, report) {
        return step;
    }
    let (step, why) = lead(&report.issues, &report.summary, is_whole);
    let (tool, args) = call(project, revision.unwrap_or_default(), &step);
    Next { tool, args, why }
}

/// The call that makes a step.
pub(super) fn call(project: &str, revision: &str, step: &Step) -> (&'static str, Value) {
    match step {
        Step::Edit(ops) => {
            ("edit_project", json!({ "project": project, "ops": ops, "base_revision": revision }))
        }
        Step::Look { time: Some(time), .. } => {
            let time = (time * 100.0).round() / 100.0;
            ("preview_frames", json!({ "project": project, "overlay": "both", "times": [time] }))
        }
        Step::Look { scene: Some(scene), .. } => {
            ("preview_frames", json!({ "project": project, "overlay": "both", "scene": scene }))
        }
        Step::Look { .. } => ("preview_frames", json!({ "project": project, "sheet": true })),
        Step::Explain { what } => ("get_schema", json!({ "type": what })),
        Step::Files => ("list_assets", json!({ "project": project })),
        Step::Render => ("render_project", json!({ "project": project, "quality": "draft" })),
    }
}

/// Makes all fixes that go together.
fn repair(project: &str, revision: Option<&str>, report: &Report) -> Option<Next> {
    let combined = report.combined.as_ref()?;
    let Combined { text, ops, fixes, before, after } = combined;
    let mut args = json!({ "project": project });
    let tool = match revision {
        Some(_) => {
            args["ops"] = json!(ops);
            "edit_project"
        }
        None if text.len() <= MAX_NEXT => {
            args["yaml"] = text.as_str().into();
            "write_yaml"
        }
        None => return None,
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

/// A value as it stands in a text, moved to the left.
pub(super) fn written(text: &str, node: &Node) -> String {
    let begin = text[..node.span.start].rfind('\n').map_or(0, |at| at + 1);
    let (indent, lines) = if node.flow {
        (0, &text[node.span.start..node.span.end])
    } else {
        (node.span.start - begin, &text[begin..node.span.end])
    };
    let cut = |line: &str| line.get(indent..).unwrap_or(line.trim_start()).trim_end().to_owned();
    lines.trim_end().lines().map(cut).collect::<Vec<_>>().join("\n")
}
