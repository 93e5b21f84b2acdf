//! `list_assets`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;

use super::common::problem;
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::audio::Tracks;
use crate::video::check::used_files;
use crate::video::files::ProjectFiles;
use crate::video::pictures::Pictures;
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

/// Lists the files in a project's folder that its YAML can name, with their size, the length of sounds and clips, the
/// loudness of sounds, the frames a second of clips, and what uses them.
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

inventory::submit! {
    ToolNotes {
        tool: "list_assets",
        example: r#"{"project": "coffee", "kind": "image"}"#,
        mistakes: &["a path as `project`: files belong to a project"],
    }
}

/// How long sounds are decoded for one list. What was decoded is kept, so that the next one has more.
const MAX_TIME: Duration = Duration::from_secs(15);

/// Fills in what the first bytes do not tell; `false` says that time ran out.
pub(super) fn probe(studio: &Studio, project: &str, assets: &mut [Asset]) -> bool {
    let start = Instant::now();
    if let Ok(files) = ProjectFiles::of(studio.root(), project) {
        watch(assets, &Pictures::new(Arc::new(files)), start);
    }
    studio.tracks(project).is_ok_and(|tracks| listen(assets, &tracks, start)) || assets.is_empty()
}

/// Fills in what only decoding tells of the sounds; `false` says that time ran out.
fn listen(assets: &mut [Asset], tracks: &Tracks, start: Instant) -> bool {
    for asset in assets.iter_mut().filter(|asset| asset.kind == AssetKind::Audio) {
        if start.elapsed() > MAX_TIME {
            return false;
        }
        match tracks.part(&asset.path, 0.0..1.0) {
            Ok(track) => {
                let facts = track.facts();
                asset.duration = Some(round(facts.duration(), 1000.0));
                asset.channels = Some(facts.channels);
                asset.lufs = facts.lufs.filter(|_| track.is_whole()).map(|lufs| round(lufs, 10.0));
            }
            // What the first bytes told says more than what a decoder makes of them.
            Err(error) if asset.problem.is_none() => asset.problem = Some(error.to_string()),
            Err(_) => {}
        }
    }
    true
}

/// Fills in what the files of clips say.
fn watch(assets: &mut [Asset], pictures: &Pictures, start: Instant) {
    for asset in assets.iter_mut().filter(|asset| asset.kind == AssetKind::Video) {
        if start.elapsed() > MAX_TIME {
            return;
        }
        match pictures.clip(&asset.path) {
            Ok(clip) => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "sides of pictures"
                )]
                let side = |side: f64| Some(side.round() as u32);
                (asset.width, asset.height) = (side(clip.size.width), side(clip.size.height));
                asset.duration = Some(round(clip.duration, 1000.0));
                asset.fps = Some(round(clip.fps(), 1000.0));
            }
            Err(error) if asset.problem.is_none() => asset.problem = Some(error.to_string()),
            Err(_) => {}
        }
    }
}

fn round(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}
