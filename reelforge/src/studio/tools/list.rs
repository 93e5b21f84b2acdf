//! `list_projects`.

use schemars::JsonSchema;
use serde::Serialize;

use super::common::problem;
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::check::glance;
use crate::video::project::store::Location;
use crate::{Json, ToolError, tool};

/// The projects of the root.
#[derive(Debug, Serialize, JsonSchema)]
struct Listing {
    /// By name.
    projects: Vec<ProjectEntry>,
    /// How many more there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    /// Why there may be projects that were not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

/// One project at a glance.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(in crate::studio) struct ProjectEntry {
    /// The name that every tool takes.
    pub(in crate::studio) name: String,
    /// The path of the YAML file below the root.
    pub(in crate::studio) path: String,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::studio) title: Option<String>,
    /// Preset, size and frame rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::studio) canvas: Option<String>,
    /// Seconds; estimated where a voice is still to come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::studio) duration: Option<f64>,
    /// The number of scenes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::studio) scenes: Option<usize>,
    /// The version of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::studio) revision: Option<String>,
    /// How many errors the checks found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::studio) errors: Option<usize>,
    /// How many warnings the checks found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::studio) warnings: Option<usize>,
    /// When the file was last written, UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::studio) updated: Option<String>,
    /// Why the project cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::studio) problem: Option<String>,
}

/// Lists the video projects of this root with their title, size, length, revision and the state of their checks.
#[tool(toolsets = ["basic"], read_only, idempotent)]
fn list_projects(
    /// Only projects whose name or title contains this text, in any case.
    #[arg(max_len = 200)]
    query: Option<String>,
    /// How many projects at most.
    #[arg(default = 50, min = 1, max = 500)]
    limit: usize,
    studio: &Studio,
) -> Result<Json<Listing>, ToolError> {
    let listing = studio.root().list().map_err(problem)?;
    let query = query.unwrap_or_default().to_lowercase();
    let matches = |entry: &ProjectEntry| {
        let title = entry.title.as_deref().unwrap_or_default();
        entry.name.to_lowercase().contains(&query) || title.to_lowercase().contains(&query)
    };
    let mut projects: Vec<ProjectEntry> =
        listing.projects.iter().map(|location| entry(studio, location)).filter(matches).collect();
    let omitted = projects.len().saturating_sub(limit);
    projects.truncate(limit);
    Ok(Json(Listing {
        projects,
        omitted: Some(omitted).filter(|count| *count > 0),
        note: (!listing.complete).then_some(
            "only the first three levels of folders, and so many of them, were searched; a project elsewhere can be \
             named by its path",
        ),
    }))
}

inventory::submit! {
    ToolNotes {
        tool: "list_projects",
        example: r#"{"query": "coffee"}"#,
        mistakes: &["`query` is a part of a name or title, no pattern"],
    }
}

/// One project at a glance. One that cannot be read is listed too, with the reason.
pub(in crate::studio) fn entry(studio: &Studio, location: &Location) -> ProjectEntry {
    let mut entry =
        ProjectEntry { name: location.name.clone(), path: location.file.clone(), ..ProjectEntry::default() };
    match studio.root().read(&location.name) {
        Ok(document) => {
            let assets = studio.assets(&location.name);
            let (facts, summary) = glance(&document.text, &assets);
            entry.revision = Some(document.revision.to_string());
            entry.updated = Some(document.updated());
            entry.errors = Some(summary.errors);
            entry.warnings = Some(summary.warnings);
            if let Some(facts) = facts {
                entry.title = Some(facts.title);
                entry.canvas = Some(facts.canvas);
                entry.duration = Some(facts.duration);
                entry.scenes = Some(facts.scenes);
            }
        }
        Err(error) => entry.problem = Some(error.to_string()),
    }
    entry
}
