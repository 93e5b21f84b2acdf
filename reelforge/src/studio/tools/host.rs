//! `run_doctor` and `open_editor`: the installation, and the studio's own page.

use schemars::JsonSchema;
use serde::Serialize;

use super::common::problem;
use crate::studio::{Check, Studio, examine, pages};
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
    studio: &Studio,
) -> Result<Json<Editor>, ToolError> {
    let location = studio.root().locate(&project).map_err(problem)?;
    let origin = studio.running_at().ok_or_else(|| {
        ToolError::new("not_running", "no studio is running on this project root")
            .hint(format!("ask the person to start it: reelforge studio --root {}", studio.root_word()))
    })?;
    let scene = scene.map_or_else(String::new, |scene| format!("#scene-{}", pages::path(&scene)));
    Ok(Json(Editor { url: format!("{origin}/projects/{}{scene}", pages::path(&location.name)) }))
}
