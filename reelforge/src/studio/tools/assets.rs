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
use crate::video::render::container;
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

/// Lists the files in a project's folder that its YAML can name, with their size, the length of clips and sounds, how
/// loud sounds are, and what uses each.
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
    let is_heard = probe(studio, &project, &mut found.assets);
    let note = if found.complete {
        (!is_heard).then_some("some sounds were not decoded in time; ask again for their lengths")
    } else {
        Some("the folder is large; some of its files may be missing here")
    };
    Ok(Json(AssetList { assets: found.assets, note }))
}

/// How long sounds are decoded for one list. What was decoded is kept, so that the next one has more.
const MAX_TIME: Duration = Duration::from_secs(15);

/// Fills in what the first bytes do not tell; `false` says that time ran out.
pub(super) fn probe(studio: &Studio, project: &str, assets: &mut [Asset]) -> bool {
    look(studio, project, assets);
    studio.tracks(project).is_ok_and(|tracks| listen(assets, &tracks)) || assets.is_empty()
}

/// What clips say of themselves; only that of MP4 files is read.
fn look(studio: &Studio, project: &str, assets: &mut [Asset]) {
    let start = Instant::now();
    let Ok(location) = studio.root().locate(project) else { return };
    for asset in assets.iter_mut().filter(|asset| asset.kind == AssetKind::Video) {
        if start.elapsed() > MAX_TIME {
            return;
        }
        let path = format!("{}/{}", location.folder, asset.path);
        let Ok(file) = studio.root().open_file(&path) else { continue };
        let Ok(clip) = container(&file) else { continue };
        (asset.width, asset.height) = (Some(clip.video.width), Some(clip.video.height));
        asset.fps = Some(clip.video.fps);
        asset.duration = Some((clip.duration * 1000.0).round() / 1000.0);
        asset.channels = clip.sound.map(|sound| sound.channels);
    }
}

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
