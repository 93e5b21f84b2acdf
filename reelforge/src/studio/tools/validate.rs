//! `validate_project`.

use schemars::JsonSchema;
use serde::Serialize;

use super::common::{Next, next, no_scene, problem};
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::check::{Depth, Fix, Issue, NoAssets, Options, RULES, Summary, validate};
use crate::video::project::store::StoreError;
use crate::video::time::Timeline;
use crate::{Json, ToolError, tool};

/// What the checks found.
#[derive(Debug, Serialize, JsonSchema)]
struct Validated {
    /// How many issues there are, of which kind, and what the project waives or tunes.
    summary: Summary,
    /// The issues, the worst first.
    issues: Vec<Issue>,
    /// How many issues are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    /// Repairs that were tried on a copy.
    fixes: Vec<Fix>,
    /// How many issues have repairs that were not tried, as that would take too long. Make the `fixes`, or ask for one
    /// `scene` or for some `rules`, and theirs are tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    untried: Option<usize>,
    /// The text with as many repairs as go together, where `next` does not make them by edits.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed_yaml: Option<String>,
    /// When every scene and element is shown. Absent when the text does not parse.
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<Timeline>,
    /// The version of the project that was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<String>,
    /// The recommended step.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Next>,
}

/// Checks a project, or a text before you store it, and tells every issue with its place, what was measured, what is
/// allowed and how to repair it. Never fails on a faulty text: that is an issue.
#[tool(toolsets = ["basic", "design"], read_only, idempotent)]
fn validate_project(
    /// The project's name or path. With `yaml` too, the text is checked as if it were that project's.
    #[arg(max_len = 1024)]
    project: Option<String>,
    /// A text to check; nothing is stored.
    #[arg(max_len = 1_048_576)]
    yaml: Option<String>,
    /// Only these checks, such as `V-6`.
    #[arg(default = Vec::new(), max_len = 30)]
    rules: Vec<String>,
    /// Only issues of the scene with this id.
    #[arg(max_len = 64)]
    scene: Option<String>,
    /// How far to go: `static` reads the file, `layout` also lays out every frame, `full` also paints those that matter.
    #[arg(default = Depth::Full)]
    stage: Depth,
    /// How many issues at most.
    #[arg(default = 50, min = 1, max = 500)]
    max_issues: usize,
    studio: &Studio,
) -> Result<Json<Validated>, ToolError> {
    if let Some(unknown) = rules.iter().find(|id| RULES.iter().all(|rule| rule.id != **id)) {
        return Err(ToolError::new("invalid_arguments", format!("rules: there is no check `{unknown}`"))
            .hint("checks are named V-1 to V-30; `get_schema` with `type: V-6` explains one"));
    }
    let is_whole = stage == Depth::Full && rules.is_empty() && scene.is_none();
    let options = Options { stage, rules, scene, max_issues };
    let (report, revision) = match (&project, yaml) {
        (None, None) => {
            return Err(ToolError::new("invalid_arguments", "expected `project` or `yaml`, got neither")
                .hint("`list_projects` names the projects"));
        }
        (None, Some(text)) => (validate(&text, &NoAssets, &options), None),
        (Some(project), yaml) => {
            let document = studio.root().read(project);
            let assets = studio.assets(project);
            match (yaml, document) {
                (Some(text), _) => {
                    studio.root().locate(project).map_err(problem)?;
                    (validate(&text, &assets, &options), None)
                }
                (None, Ok(document)) => {
                    (validate(&document.text, &assets, &options), Some(document.revision.to_string()))
                }
                // An empty file is no error of the call, but an issue.
                (None, Err(StoreError::Empty { .. })) => (validate("", &assets, &options), None),
                (None, Err(error)) => return Err(problem(error)),
            }
        }
    };
    if let (Some(id), Some(timeline)) = (&options.scene, &report.timeline)
        && timeline.scenes.iter().all(|scene| scene.id != *id)
    {
        return Err(no_scene(id, timeline.scenes.iter().map(|scene| scene.id.as_str())));
    }
    // Of a text that is not stored there is nothing to render.
    let is_whole = is_whole && revision.is_some();
    let next = project.as_deref().map(|project| next(project, revision.as_deref(), &report, is_whole));
    let edits = next.as_ref().is_some_and(|next| next.tool == "edit_project");
    let fixed_yaml = report.combined.map(|combined| combined.text).filter(|_| !edits);
    Ok(Json(Validated {
        summary: report.summary,
        issues: report.issues,
        omitted: Some(report.omitted).filter(|count| *count > 0),
        fixes: report.fixes,
        untried: Some(report.untried).filter(|count| *count > 0),
        fixed_yaml,
        timeline: report.timeline,
        revision,
        next,
    }))
}

inventory::submit! {
    ToolNotes {
        tool: "validate_project",
        example: r#"{"project": "coffee", "stage": "full"}"#,
        mistakes: &["`rules` are ids such as `V-8`", "neither `project` nor `yaml`: give one of them"],
    }
}
