//! `create_project` and `write_yaml`.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::changes::{changed, difference};
use super::common::{Next, SHOWN_ISSUES, Validation, check, next, problem, unwritten};
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::check::{Fix, Issue, Report, Severity};
use crate::video::project::Project;
use crate::video::project::model::CanvasPreset;
use crate::video::project::store::{Location, MAX_YAML_BYTES, StoreError, Written};
use crate::video::project::templates::{Options, Template, render};
use crate::{Json, ToolError, tool};

/// What a write did, and what to do now.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct WriteResult {
    /// The name that every tool takes.
    pub(super) project: String,
    /// The path of the YAML file below the root.
    pub(super) path: String,
    /// The version of the text that is stored now.
    pub(super) revision: String,
    /// Whether nothing was stored: all else tells what would be.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) dry_run: bool,
    /// What became of the text.
    #[serde(flatten)]
    pub(super) change: Change,
    /// The recommended step.
    pub(super) next: Next,
}

/// What a write changed, and the state of the checks after it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Change {
    /// The addresses of what changed, such as `scenes.hook`.
    pub(super) changed: Vec<String>,
    /// The changed lines, `-` before what went and `+` before what came.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) diff: String,
    /// The state of the checks.
    pub(super) validation: Validation,
    /// Repairs that were tried on a copy.
    pub(super) fixes: Vec<Fix>,
}

/// Makes a new project and tells the state of its checks. Give either `yaml`, or a `template` with your `title`,
/// `canvas` and `script`. An existing project is never overwritten.
#[tool(toolsets = ["basic"], destructive = false)]
fn create_project(
    /// The new project's name: a lower-case word such as `my-reel`; it becomes a folder below the root.
    #[arg(min_len = 1, max_len = 64)]
    name: String,
    /// The whole text of the project. Excludes the other arguments.
    #[arg(max_len = 262_144)]
    yaml: Option<String>,
    /// What to begin with; `blank` if nothing is said.
    template: Option<Template>,
    /// The video's title.
    #[arg(min_len = 1, max_len = 100)]
    title: Option<String>,
    /// The size of the picture; the template's own if nothing is said.
    canvas: Option<CanvasPreset>,
    /// The narration, one text a scene.
    #[arg(max_len = 60)]
    script: Option<Vec<String>>,
    studio: &Studio,
) -> Result<Json<WriteResult>, ToolError> {
    let from_template = template.is_some() || title.is_some() || canvas.is_some() || script.is_some();
    let text = match yaml {
        Some(_) if from_template => {
            return Err(ToolError::new(
                "invalid_arguments",
                "expected either `yaml` or `template` with `title`, `canvas` and `script`, got both",
            )
            .hint("leave one of them out"));
        }
        Some(yaml) => {
            storable(studio, &name, None, &yaml)?;
            yaml
        }
        None => {
            let options = Options { title, canvas, script: script.unwrap_or_default() };
            render(template.unwrap_or(Template::Blank), &options)
                .map_err(|error| ToolError::new("invalid_arguments", error.to_string()))?
        }
    };
    let written = studio.root().create(&name, &text).map_err(problem)?;
    // Only now can the files be seen that were in the folder before.
    let report = check(studio, &written.location.name, &text, SHOWN_ISSUES);
    Ok(Json(result(&written, "", &text, report)))
}

inventory::submit! {
    ToolNotes {
        tool: "create_project",
        example: r#"{"name": "coffee", "template": "narrated-reel", "title": "Coffee prices", "script": ["Coffee went up forty percent.", "Here is why."]}"#,
        mistakes: &[
            "`yaml` together with `template`: give one of them",
            "a name with capitals or spaces: `coffee-prices`",
        ],
    }
}

/// Replaces the whole YAML of a project and tells what changed and the state of the checks. The text is stored even if
/// it has errors, so that you can go on from it, unless it is no YAML at all.
#[tool(toolsets = ["design"], destructive, idempotent)]
fn write_yaml(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// The whole new text, at most 256 KB.
    #[arg(max_len = 262_144)]
    yaml: String,
    /// The revision that your text is made from; if the project has another one meanwhile, nothing is written.
    #[arg(max_len = 80)]
    base_revision: Option<String>,
    /// Whether to store a text that parses but has errors.
    #[arg(default = true)]
    allow_invalid: bool,
    studio: &Studio,
) -> Result<Json<WriteResult>, ToolError> {
    let before = studio.root().read(&project).map(|document| document.text);
    // A file that is broken by other hands may be replaced; only its difference cannot be told.
    let before = match before {
        Ok(text) => text,
        Err(StoreError::Empty { .. } | StoreError::NotUtf8 { .. } | StoreError::TooLarge { .. }) => {
            String::new()
        }
        Err(error) => return Err(problem(error)),
    };
    storable(studio, &project, None, &yaml)?;
    let report = check(studio, &project, &yaml, SHOWN_ISSUES);
    if !allow_invalid && report.summary.errors > 0 {
        let count = report.summary.errors;
        return Err(refusal("blocked_by_errors", format!("the text has {count} errors"), &report)
            .hint("repair them, or leave `allow_invalid` out to store it as it is"));
    }
    let base = base_revision.as_deref();
    let written = studio
        .root()
        .write(&project, &yaml, base)
        .map_err(|error| unwritten(studio, &project, base, error))?;
    Ok(Json(result(&written, &before, &yaml, report)))
}

inventory::submit! {
    ToolNotes {
        tool: "write_yaml",
        example: r#"{"project": "coffee", "yaml": "reelforge: 1\nmeta: {title: Coffee}\ncanvas: reel\nscenes:\n  - {id: a, duration: 3}\n"}"#,
        mistakes: &["a part of the file: it replaces the whole text; `edit_project` changes parts"],
    }
}

/// The result of a write, with the text before and after and what the checks say of it.
pub(super) fn result(written: &Written, before: &str, text: &str, report: Report) -> WriteResult {
    let next = next(&written.location.name, Some(written.revision.as_str()), &report, false);
    let revision = written.revision.to_string();
    told(&written.location, revision, (before, text), report, next)
}

/// The result of a write, or of what one would do, with the text before and after.
pub(super) fn told(
    location: &Location,
    revision: String,
    (before, text): (&str, &str),
    report: Report,
    next: Next,
) -> WriteResult {
    WriteResult {
        project: location.name.clone(),
        path: location.file.clone(),
        revision,
        dry_run: false,
        change: Change {
            changed: changed(before, text),
            diff: if before.is_empty() { String::new() } else { difference(before, text) },
            validation: Validation::of(&report),
            fixes: report.fixes,
        },
        next,
    }
}

/// Refuses a text that is too large or no YAML. With the text before, what was no YAML already may be repaired step by
/// step.
pub(super) fn storable(
    studio: &Studio,
    project: &str,
    before: Option<&str>,
    text: &str,
) -> Result<(), ToolError> {
    let size = text.len() as u64;
    if size > MAX_YAML_BYTES {
        let path = project.to_owned();
        return Err(problem(StoreError::TooLarge { path, size, limit: MAX_YAML_BYTES }));
    }
    let Some(issue) = broken(text) else { return Ok(()) };
    if before.is_some_and(|before| broken(before).is_some()) {
        return Ok(());
    }
    let place = issue.line.map_or_else(String::new, |line| format!("line {line}: "));
    let message = format!("the text is no YAML and was not stored: {place}{}", issue.message);
    let report = check(studio, project, text, SHOWN_ISSUES);
    let told = refusal("yaml_syntax", message, &report);
    Err(if issue.hint.is_empty() { told } else { told.hint(issue.hint) })
}

/// The first fault for which a text is no YAML.
fn broken(text: &str) -> Option<Issue> {
    let is_error = |issue: &Issue| issue.rule == "V-1" && issue.severity == Severity::Error;
    Project::parse_untried(text).issues.into_iter().find(is_error)
}

/// A refusal with all that was found, and the repaired text if there is one.
pub(super) fn refusal(code: &'static str, message: String, report: &Report) -> ToolError {
    let mut data = json!({ "issues": report.issues, "fixes": report.fixes });
    if let Some(text) = report.fixed_text() {
        data["fixed_yaml"] = text.into();
    }
    ToolError::new(code, message).data(data)
}
