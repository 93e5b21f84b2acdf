//! `inspect_render`.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::common::{problem, with_picture};
use super::notes::ToolNotes;
use super::render::{failed, find, unusable};
use crate::studio::Studio;
use crate::video::files::{Files, ProjectFiles};
use crate::video::project::Project;
use crate::video::render::{Inspection, Job, MAX_HISTORY, OutputKind, State, inspect, job_word};
use crate::{Output, ToolError, tool};

/// A finished video in numbers; its pictures follow.
#[derive(Debug, Serialize, JsonSchema)]
struct Inspected {
    /// The file, as a path from the project root.
    file: String,
    /// The render that made it, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    render_id: Option<String>,
    /// What it is.
    #[serde(flatten)]
    facts: Inspection,
}

/// Looks at a finished video as a player sees it: file, loudness, peaks, black and frozen pictures, flashes, the offset of
/// sound and picture, and what the checks of finished files say; with a sheet of its pictures. Long videos take a while.
#[tool(toolsets = ["render"], read_only, idempotent)]
fn inspect_render(
    /// As `render_project` gives it.
    #[arg(max_len = 32)]
    render_id: Option<String>,
    /// Instead of `render_id`: an MP4 by its path from the project root, such as that of a variant.
    #[arg(max_len = 1024)]
    file: Option<String>,
    studio: &Studio,
) -> Result<Output, ToolError> {
    let (path, job) = match (render_id, file) {
        (Some(_), Some(_)) | (None, None) => {
            return Err(ToolError::new("invalid_arguments", "expected either `render_id` or `file`")
                .hint("`get_render_status` lists the last renders with their files"));
        }
        (Some(word), None) => {
            let job = find(studio, &word)?;
            (video(&job)?, Some(job))
        }
        (None, Some(path)) => {
            let jobs = studio.renders().last(None, MAX_HISTORY).map_err(unusable)?;
            let made = jobs.into_iter().find(|job| job.outputs.iter().any(|output| output.path == path));
            (path, made)
        }
    };
    let opened = studio.root().open_file(&path).map_err(problem)?;
    let project = job.as_ref().and_then(|job| studio.root().read(&job.ask.request.project).ok());
    let project = project.and_then(|stored| Project::parse_untried(&stored.text).project);
    let files: Arc<dyn Files> = Arc::new(ProjectFiles::new(Arc::clone(studio.root()), "."));
    let seen = inspect(&opened, &files, &path, project.as_ref()).map_err(failed)?;
    let answer = Inspected { file: path, render_id: job.map(|job| job_word(job.id)), facts: seen.facts };
    let output = Output::json(&answer)?;
    match seen.sheet {
        None => Ok(output),
        Some(sheet) => with_picture(output, &sheet),
    }
}

inventory::submit! {
    ToolNotes {
        tool: "inspect_render",
        example: r#"{"render_id": "r1"}"#,
        mistakes: &["a render that has not finished: see `get_render_status`"],
    }
}

/// The file of a job's own canvas.
fn video(job: &Job) -> Result<String, ToolError> {
    let word = job_word(job.id);
    let own = job.outputs.iter().find(|output| output.kind == OutputKind::Video);
    match (job.state, own) {
        (State::Done, Some(output)) => Ok(output.path.clone()),
        (State::Queued | State::Running, _) => {
            Err(ToolError::new("not_found", format!("the render `{word}` has no file yet"))
                .hint("`get_render_status` tells how far it is"))
        }
        _ => Err(ToolError::new("not_found", format!("the render `{word}` made no file"))
            .hint("`get_render_status` tells why; `render_project` renders again")),
    }
}
