//! `run_doctor` and `open_editor`: the installation, and the studio's own page.

use schemars::JsonSchema;
use serde::Serialize;

use super::common::problem;
use super::notes::ToolNotes;
use crate::studio::{Check, Studio, examine, pages};
use crate::video::cues;
use crate::video::expand::expand;
use crate::video::project::Project;
use crate::video::time::Times;
use crate::{Json, ToolError, tool};

/// What this machine and this root offer.
#[derive(Debug, Serialize, JsonSchema)]
struct Examined {
    /// One entry for each thing that was looked at.
    checks: Vec<Check>,
}

/// Looks at the installation: threads, project root, write access, disk and optional programs, each with what to do
/// about a lack.
#[tool(toolsets = ["render"], read_only, idempotent)]
fn run_doctor(studio: &Studio) -> Json<Examined> {
    Json(Examined { checks: examine(studio) })
}

inventory::submit! {
    ToolNotes {
        tool: "run_doctor",
        example: "{}",
        mistakes: &["it repairs nothing: each line says what to do"],
    }
}

/// Where a project is shown to people.
#[derive(Debug, Serialize, JsonSchema)]
struct Editor {
    /// The address of the project's page.
    url: String,
}

/// Gives the address of the studio's page of a project, for the person beside you.
#[tool(toolsets = ["render"], read_only, idempotent)]
fn open_editor(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// The id of a scene to show.
    #[arg(max_len = 64)]
    scene: Option<String>,
    /// Seconds of the video: the scene that is on then is shown, where `scene` names none.
    #[arg(min = 0, max = 600)]
    time: Option<f64>,
    studio: &Studio,
) -> Result<Json<Editor>, ToolError> {
    let location = studio.root().locate(&project).map_err(problem)?;
    let origin = studio.running_at().ok_or_else(|| {
        ToolError::new("not_running", "no studio is running on this project root")
            .hint(format!("ask the person to start it: reelforge studio --root {}", studio.root_word()))
    })?;
    let scene = match (scene, time) {
        (None, Some(time)) => scene_at(studio, &project, time)?,
        (scene, _) => scene,
    };
    let scene = scene.map_or_else(String::new, |scene| format!("#scene-{}", pages::path(&scene)));
    Ok(Json(Editor { url: format!("{origin}/projects/{}{scene}", pages::path(&location.name)) }))
}

inventory::submit! {
    ToolNotes {
        tool: "open_editor",
        example: r#"{"project": "coffee", "scene": "hook"}"#,
        mistakes: &["no studio runs: start one with `reelforge studio`"],
    }
}

/// The id of the scene that is on at a time, or of the last one; none of a text that does not parse.
fn scene_at(studio: &Studio, project: &str, time: f64) -> Result<Option<String>, ToolError> {
    let document = studio.root().read(project).map_err(problem)?;
    let Some(written) = Project::parse_untried(&document.text).project else { return Ok(None) };
    let tracks = studio.tracks(project).map_err(problem)?;
    let heard = cues::hear(&written, &tracks);
    let expanded = expand(&written, tracks.files().as_ref(), &heard);
    let times = Times::of(&expanded.project, &heard);
    let scenes = &times.timeline().scenes;
    let shown = scenes.iter().find(|scene| time < scene.t1).or(scenes.last());
    Ok(shown.map(|scene| scene.id.clone()))
}
