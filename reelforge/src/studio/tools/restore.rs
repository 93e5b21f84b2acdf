//! `restore_revision`.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::changes::changed;
use super::common::{Next, SHOWN_ISSUES, check, problem, unwritten};
use super::notes::ToolNotes;
use super::write::{Change, WriteResult, result};
use crate::studio::Studio;
use crate::video::project::store::{KEPT_REVISIONS, RevisionInfo, StoreError};
use crate::{Json, ToolError, tool};

/// Bytes of earlier versions that are compared to tell what changed; beyond, a version is listed without.
const MAX_COMPARED: usize = 4 << 20;

/// A version that can be brought back.
#[derive(Debug, Serialize, JsonSchema)]
struct Version {
    /// Its revision.
    revision: String,
    /// When it was written: UTC, RFC 3339.
    written: String,
    /// Its size in bytes.
    size: u64,
    /// Whether it is the one in place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    current: bool,
    /// The addresses of what it changed in the version before it. Absent where that is not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<Vec<String>>,
}

/// The versions that are kept, or what a restore did.
#[derive(Debug, Serialize, JsonSchema)]
struct Restored {
    /// The name that every tool takes.
    project: String,
    /// The version of the text that is stored now.
    revision: String,
    /// The stored versions, the newest first, when none was named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    revisions: Vec<Version>,
    /// What a restore did.
    #[serde(flatten)]
    change: Option<Change>,
    /// The recommended step.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Next>,
}

/// Brings back an earlier version of a project, byte for byte, as a new write; so it can be undone in the same way. Without
/// `revision`, lists the last 50 versions.
#[tool(toolsets = ["design"], destructive, idempotent)]
fn restore_revision(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// The version to bring back, as a list or a write has named it. Empty: the versions are listed.
    #[arg(default = String::new(), max_len = 80)]
    revision: String,
    /// The revision that you know as the current one; if the project has another one meanwhile, nothing is written.
    #[arg(max_len = 80)]
    base_revision: Option<String>,
    studio: &Studio,
) -> Result<Json<Restored>, ToolError> {
    if revision.is_empty() {
        return list(studio, &project).map(Json).map_err(problem);
    }
    let text = studio.root().read_revision(&project, &revision).map_err(|error| match error {
        StoreError::NotFound { what: "revision", .. } => {
            problem(error).hint("`restore_revision` without `revision` lists those that are kept")
        }
        error => problem(error),
    })?;
    // What other hands have broken can be replaced; only its difference cannot be told.
    let before = studio.root().read(&project).map(|document| document.text).unwrap_or_default();
    let base = base_revision.as_deref();
    let written = studio
        .root()
        .write(&project, &text, base)
        .map_err(|error| unwritten(studio, &project, base, error))?;
    let report = check(studio, &written.location.name, &text, SHOWN_ISSUES);
    let WriteResult { project, revision, change, next, .. } = result(&written, &before, &text, report);
    Ok(Json(Restored { project, revision, revisions: Vec::new(), change: Some(change), next: Some(next) }))
}

inventory::submit! {
    ToolNotes {
        tool: "restore_revision",
        example: r#"{"project": "coffee"}"#,
        mistakes: &["without `revision` it lists those that are kept"],
    }
}

fn list(studio: &Studio, project: &str) -> Result<Restored, StoreError> {
    let location = studio.root().locate(project)?;
    let kept = studio.root().revisions(project)?;
    let text = |info: &RevisionInfo| studio.root().read_revision(project, info.revision.as_str()).ok();
    let mut read = 0;
    let mut newer: Option<String> = None;
    let mut versions: Vec<Version> = Vec::new();
    for info in &kept {
        let own = if read <= MAX_COMPARED { text(info) } else { None };
        read += own.as_ref().map_or(0, String::len);
        if let Some(last) = versions.last_mut() {
            last.changed = own.as_ref().zip(newer.as_ref()).map(|(own, newer)| changed(own, newer));
        }
        versions.push(Version {
            revision: info.revision.to_string(),
            written: info.written.clone(),
            size: info.size,
            current: info.current,
            changed: None,
        });
        newer = own;
    }
    versions.truncate(KEPT_REVISIONS);
    let current = kept.first().map(|info| info.revision.to_string()).unwrap_or_default();
    let next = versions.iter().find(|version| version.revision != current).map(|earlier| Next {
        tool: "restore_revision",
        args: json!({ "project": location.name, "revision": earlier.revision, "base_revision": current }),
        why: format!("undoes the last change, to the version of {}", earlier.written),
    });
    Ok(Restored { project: location.name, revision: current, revisions: versions, change: None, next })
}
