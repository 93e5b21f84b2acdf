//! `list_assets`.

use schemars::JsonSchema;
use serde::Serialize;

use super::common::problem;
use crate::studio::Studio;
use crate::video::check::used_files;
use crate::video::project::model::Project;
use crate::video::project::store::{Asset, AssetKind};
use crate::{Json, ToolError, tool};

/// The files of a project.
#[derive(Debug, Serialize, JsonSchema)]
struct AssetList {
    /// By path.
    assets: Vec<Asset>,
    /// Why there may be files that were not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

/// Lists the files in a project's folder that its YAML can name, with their size and what uses them.
#[tool(toolsets = ["design"], read_only, idempotent)]
fn list_assets(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// Only files of this kind.
    kind: Option<AssetKind>,
    studio: &Studio,
) -> Result<Json<AssetList>, ToolError> {
    let mut found = studio.root().assets(&project, kind).map_err(problem)?;
    // A project that cannot be read has assets all the same; only what uses them is unknown.
    if let Ok(document) = studio.root().read(&project) {
        let parsed = Project::parse_untried(&document.text);
        if let (Some(project), Some(tree)) = (&parsed.project, &parsed.tree) {
            let mut uses = used_files(project, tree);
            for asset in &mut found.assets {
                asset.used_by = uses.remove(&asset.path).unwrap_or_default();
            }
        }
    }
    let note = (!found.complete).then_some("the folder is large; some of its files may be missing here");
    Ok(Json(AssetList { assets: found.assets, note }))
}
