//! `suggest_next` and `suggest_layout`.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::common::{call, no_scene, problem, with_picture};
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::audio::Tracks;
use crate::video::paint::{self, Precision};
use crate::video::preview::{Marks, Preview};
use crate::video::project::Project;
use crate::video::project::edit::Op;
use crate::video::suggest::{self, Arrangement, Goal, Metric, NoPlace, Step, Suggestion, Wanted};
use crate::{Json, Output, ToolError, tool};

/// What to do next.
#[derive(Debug, Serialize, JsonSchema)]
struct Suggested {
    /// The project's name.
    project: String,
    /// The version of the text that was looked at.
    revision: String,
    /// The steps, the most needed first; at least one.
    suggestions: Vec<Next>,
}

/// A step, with the call that makes it.
#[derive(Debug, Serialize, JsonSchema)]
struct Next {
    /// What to do, in one line.
    title: String,
    /// Why.
    why: String,
    /// What it changes, in numbers.
    metric: Metric,
    /// The edits, in order; each was tried on a copy. Empty where nothing is to be edited.
    ops: Vec<Op>,
    /// The tool to call.
    tool: &'static str,
    /// Its complete arguments.
    #[schemars(extend("type" = "object"))]
    args: Value,
}

/// Says what to do next with a project: repairs of what the checks find, then when things come and go, then what is
/// missing, then fine tuning. Each step was tried on a copy, and comes with the call that makes it.
#[tool(toolsets = ["basic", "design"], read_only, idempotent)]
fn suggest_next(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// What to look for: `fix` what the checks find, the `pace` of the video, its `polish`; `auto` for all of it.
    #[arg(default = Goal::Auto)]
    goal: Goal,
    /// How many steps at most.
    #[arg(default = 5, min = 1, max = 20)]
    limit: usize,
    studio: &Studio,
) -> Result<Json<Suggested>, ToolError> {
    let document = studio.root().read(&project).map_err(problem)?;
    let (name, revision) = (document.location.name, document.revision.to_string());
    let found = suggest::suggest_next(&document.text, &studio.assets(&project), goal, limit);
    let suggestions = found.into_iter().map(|found| next(&name, &revision, found)).collect();
    Ok(Json(Suggested { project: name, revision, suggestions }))
}

inventory::submit! {
    ToolNotes {
        tool: "suggest_next",
        example: r#"{"project": "coffee", "goal": "auto"}"#,
        mistakes: &["all suggestions at once: each was tried on its own, so ask again after each"],
    }
}

fn next(project: &str, revision: &str, found: Suggestion) -> Next {
    let Suggestion { title, why, metric, step } = found;
    let (tool, args) = call(project, revision, &step);
    let ops = if let Step::Edit(ops) = step { ops } else { Vec::new() };
    Next { title, why, metric, ops, tool, args }
}

/// Pictures of options are this wide, in pixels.
const SHEET_WIDTH: u32 = 360;
/// Pixels between the pictures of a sheet.
const SHEET_GAP: u32 = 12;

/// Ways to place elements.
#[derive(Debug, Serialize, JsonSchema)]
struct Layouts {
    /// The project's name.
    project: String,
    /// The version of the text that was looked at.
    revision: String,
    /// The scene.
    scene: String,
    /// The ways, the best first, and the scene as a stack at the end, as far as they work.
    options: Vec<LayoutOption>,
    /// Why there is none, or what to do with one.
    note: String,
}

/// A way to place elements.
#[derive(Debug, Serialize, JsonSchema)]
struct LayoutOption {
    /// How good it is, 0 to 1.
    score: f64,
    /// The edits, in order; tried on a copy. `edit_project` makes them.
    ops: Vec<Op>,
    /// What each element covers then, `[x, y, width, height]` in canvas pixels.
    boxes: BTreeMap<String, [f64; 4]>,
    /// What speaks for it.
    why: String,
}

/// Finds places for elements of a scene in which nothing covers them for as long as they are shown: no other element, no
/// platform, no captions, no busy picture. Answers with the edits of the best ways and of the scene as a stack.
#[tool(toolsets = ["design"], read_only, idempotent)]
fn suggest_layout(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// Id of the scene.
    #[arg(max_len = 64)]
    scene: String,
    /// Ids of the elements to place; all of the base layer if none is named.
    #[arg(default = Vec::new(), max_len = 40)]
    elements: Vec<String>,
    /// Ids of elements that stay where they are.
    #[arg(default = Vec::new(), max_len = 40)]
    keep: Vec<String>,
    /// How many ways at most, besides the stack.
    #[arg(default = 3, min = 1, max = 6)]
    options: usize,
    /// Adds a picture with one frame of each way, in the same order.
    #[arg(default = false)]
    preview: bool,
    studio: &Studio,
) -> Result<Output, ToolError> {
    let document = studio.root().read(&project).map_err(problem)?;
    let wanted = Wanted { scene: scene.clone(), elements, keep, options };
    let found = suggest::suggest_layout(&document.text, &studio.assets(&project), &wanted)
        .map_err(|error| no_place(&error, &scene))?;
    let note = if found.is_empty() {
        "nothing that was tried is better: make elements smaller, show fewer at once, or keep fewer in their places"
    } else {
        "give the `ops` of one to `edit_project`"
    };
    let texts: Vec<String> = found.iter().map(|option| option.text.clone()).collect();
    let option = |found: Arrangement| {
        let Arrangement { score, ops, boxes, why, .. } = found;
        LayoutOption { score, ops, boxes, why }
    };
    let output = Output::json(&Layouts {
        project: document.location.name,
        revision: document.revision.to_string(),
        scene: scene.clone(),
        options: found.into_iter().map(option).collect(),
        note: note.to_owned(),
    })?;
    if !preview || texts.is_empty() {
        return Ok(output);
    }
    let tracks = studio.tracks(&project).map_err(problem)?;
    let marks = Marks { boxes: true, safe: true };
    let pictures: Vec<_> = texts.iter().flat_map(|text| picture(text, &scene, &tracks, marks)).collect();
    let columns = u32::try_from(pictures.len()).unwrap_or(1).min(4);
    let sheet = paint::sheet(&pictures, columns, SHEET_GAP);
    with_picture(output, &sheet)
}

inventory::submit! {
    ToolNotes {
        tool: "suggest_layout",
        example: r#"{"project": "coffee", "scene": "hook", "elements": ["title"], "preview": true}"#,
        mistakes: &[
            "ids of elements in groups: the group is placed as one",
            "an element in both `elements` and `keep`",
        ],
    }
}

/// A frame of a scene at which all of it is there.
fn picture(text: &str, scene: &str, tracks: &Arc<Tracks>, marks: Marks) -> Vec<paint::Image> {
    let Some(project) = Project::parse_untried(text).project else { return Vec::new() };
    let index = project.scenes.iter().position(|known| known.id == scene);
    let preview = Preview::new(&project, tracks);
    let frame = index.and_then(|index| preview.settled_frame(index));
    preview.paint(&frame.into_iter().collect::<Vec<_>>(), SHEET_WIDTH, marks, Precision::Fastest)
}

fn no_place(error: &NoPlace, scene: &str) -> ToolError {
    let code = "not_found";
    match error {
        NoPlace::Syntax => ToolError::new("yaml_syntax", "the project's text does not parse")
            .hint("`validate_project` says what is wrong and how to repair it"),
        NoPlace::NoScene(ids) => no_scene(scene, ids.iter().map(String::as_str)),
        NoPlace::NoElement(id, ids) => {
            ToolError::new(code, format!("the scene has no element `{id}` in its base layer"))
                .hint(format!("there are {}", ids.join(", ")))
        }
        NoPlace::Nothing => ToolError::new("invalid_arguments", "no element is left to be placed")
            .hint("name fewer elements in `keep`, or a scene that has elements in its base layer"),
    }
}
