//! `edit_project`.

use serde_json::json;

use super::common::{MAX_TRIES, Next, SHOWN_ISSUES, check, expect, problem, unwritten};
use super::notes::ToolNotes;
use super::write::{WriteResult, result, storable, told};
use crate::studio::Studio;
use crate::video::check::Report;
use crate::video::project::edit::{EditError, MAX_OPS, Op, apply_ops};
use crate::video::project::store::{StoreError, Stored};
use crate::{Json, ToolError, tool};

/// Changes parts of a project by their addresses and leaves everything else as it is written, comments too. All edits
/// are made, or none. Addresses are those of issues and outlines, such as `scenes.cta.elements.logo.y`.
#[tool(toolsets = ["design"], destructive = false)]
fn edit_project(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// The edits, made in this order: each sees what those before it have made.
    #[arg(min_len = 1, max_len = 100)]
    ops: Vec<Op>,
    /// Only tells what the edits would do; nothing is stored.
    #[arg(default = false)]
    dry_run: bool,
    /// The revision that your edits are made for; if the project has another one meanwhile, nothing is written.
    #[arg(max_len = 80)]
    base_revision: Option<String>,
    studio: &Studio,
) -> Result<Json<WriteResult>, ToolError> {
    let base = base_revision.as_deref();
    let mut tries = 0;
    loop {
        let document = studio.root().read(&project).map_err(problem)?;
        expect(studio, &document, base)?;
        let edited = apply_ops(&document.text, &ops).map_err(|error| refused(&error, &ops))?;
        storable(studio, &project, Some(&document.text), &edited)?;
        // All checks take longer than a write: they come after it, so that others hardly ever write meanwhile.
        let report = || check(studio, &project, &edited, SHOWN_ISSUES);
        if dry_run {
            return Ok(Json(would_be(&document, &edited, ops, report())));
        }
        tries += 1;
        match studio.root().write(&project, &edited, Some(document.revision.as_str())) {
            Ok(written) => return Ok(Json(result(&written, &document.text, &edited, report()))),
            // The caller did not ask for a certain version: what another writer has just made is as good.
            Err(StoreError::Stale { .. }) if base.is_none() && tries < MAX_TRIES => {}
            Err(error) => return Err(unwritten(studio, &project, base, error)),
        }
    }
}

inventory::submit! {
    ToolNotes {
        tool: "edit_project",
        example: r#"{"project": "coffee", "ops": [{"op": "set", "path": "scenes.hook.elements.title.text", "value": "Coffee"}]}"#,
        mistakes: &[
            "a path with an index where there is an id: `scenes.hook.elements.title.text`",
            "`base_revision` of an older answer: take that of the last one",
        ],
    }
}

/// What the edits would do. The recommended step makes them, with the fixes of what they bring along.
fn would_be(document: &Stored, edited: &str, ops: Vec<Op>, report: Report) -> WriteResult {
    let name = &document.location.name;
    let fixes = report.combined.as_ref().map(|combined| combined.ops.clone()).unwrap_or_default();
    let with_fixes = !fixes.is_empty() && ops.len() + fixes.len() <= MAX_OPS;
    let all: Vec<Op> = ops.into_iter().chain(fixes.into_iter().filter(|_| with_fixes)).collect();
    let why = match (with_fixes, report.summary.errors) {
        (true, _) => "makes the edits, and the fixes of what is wrong then".to_owned(),
        (false, 0) => "makes the edits: they lead to no errors".to_owned(),
        (false, errors) => format!("makes the edits; they leave errors ({errors}), which `validation` tells"),
    };
    let args = json!({ "project": name, "ops": all, "base_revision": document.revision });
    let next = Next { tool: "edit_project", args, why };
    let told =
        told(&document.location, document.revision.to_string(), (&document.text, edited), report, next);
    WriteResult { dry_run: true, ..told }
}

fn refused(error: &EditError, ops: &[Op]) -> ToolError {
    let message = format!("ops[{}]: {}; nothing was changed", error.index, error.message);
    let data = json!({ "index": error.index, "op": ops.get(error.index) });
    ToolError::new("invalid_arguments", message)
        .hint("read_project shows the scenes and elements with their ids; repair this edit and send all of them again")
        .data(data)
}
