//! `list_assets`.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;

use super::common::problem;
use crate::studio::Studio;
use crate::video::audio::Tracks;
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

/// Lists the files in a project's folder that its YAML can name, with their size, the length and loudness of sounds, and
/// what uses them.
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
    let is_heard = match studio.tracks(&project) {
        Ok(tracks) => listen(&mut found.assets, &tracks),
        Err(_) => true,
    };
    let note = if found.complete {
        (!is_heard).then_some("some sounds were not decoded in time; ask again for their lengths")
    } else {
        Some("the folder is large; some of its files may be missing here")
    };
    Ok(Json(AssetList { assets: found.assets, note }))
}

/// How long sounds are decoded for one list. What was decoded is kept, so that the next one has more.
const MAX_TIME: Duration = Duration::from_secs(15);

/// Fills in what only decoding tells of the sounds; `false` says that time ran out.
fn listen(assets: &mut [Asset], tracks: &Tracks) -> bool {
    let start = Instant::now();
    for asset in assets.iter_mut().filter(|asset| asset.kind == AssetKind::Audio) {
        if start.elapsed() > MAX_TIME {
            return false;
        }
        match tracks.open(&asset.path) {
            Ok(track) => {
                let facts = track.facts();
                let round = |value: f64, steps: f64| (value * steps).round() / steps;
                asset.duration = Some(round(facts.duration(), 1000.0));
                asset.channels = Some(facts.channels);
                asset.lufs = facts.lufs.map(|lufs| round(lufs, 10.0));
            }
            // What the first bytes told says more than what a decoder makes of them.
            Err(error) if asset.problem.is_none() => asset.problem = Some(error.to_string()),
            Err(_) => {}
        }
    }
    true
}
