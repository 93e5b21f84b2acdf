//! `add_asset`.

use std::path::Path;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::assets::probe;
use super::common::{Next, problem};
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::audio::{SoundError, Tracks};
use crate::video::files::{FileError, Files};
use crate::video::pictures::PictureInfo;
use crate::video::project::Project;
use crate::video::project::store::{AddError, Asset, AssetKind, MAX_ADDED, Root, StoreError};
use crate::video::time::MAX_VIDEO;
use crate::{Json, ToolError, tool};

/// The largest content that is sent, in bytes.
const MAX_SENT: usize = 8 << 20;

/// A file that is part of the project now.
#[derive(Debug, Serialize, JsonSchema)]
struct Added {
    /// The project's name.
    project: String,
    /// Its path, as the YAML writes it.
    path: String,
    /// Whether it was written. If not, the project has a file of the same content, and `path` is that of it.
    written: bool,
    /// What it is.
    probe: Asset,
    /// The recommended step.
    next: Next,
}

/// Adds a file to a project: a picture, a clip, a sound, a font, a table or word times. Give either its content as
/// `base64`, or `copy_from`, a path below the project root. The same content is not stored twice.
#[tool(toolsets = ["design"], destructive = false)]
fn add_asset(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// Where to put it, from the project folder: `img/beans.png`. The extension must be that of the content.
    #[arg(min_len = 1, max_len = 300)]
    path: String,
    /// The content in base64, at most 8 MB of it.
    #[arg(max_len = 11_300_000)]
    base64: Option<String>,
    /// A file to copy, by its path from the project root.
    #[arg(min_len = 1, max_len = 1024)]
    copy_from: Option<String>,
    /// Whether to replace a file that has this path and another content.
    #[arg(default = false)]
    overwrite: bool,
    studio: &Studio,
) -> Result<Json<Added>, ToolError> {
    let location = studio.root().locate(&project).map_err(problem)?;
    let bytes = match (base64, copy_from) {
        (Some(text), None) => decoded(&text)?,
        (None, Some(from)) => studio.root().read_file(&from, MAX_ADDED).map_err(problem)?,
        _ => {
            return Err(ToolError::new("invalid_arguments", "expected either `base64` or `copy_from`")
                .hint("`base64` is the content itself, `copy_from` a path below the project root"));
        }
    };
    let (clean, kind) = Root::judge_asset(&path, &bytes).map_err(|error| refused(error, &path))?;
    whole(studio, &clean, kind, &bytes)?;
    let added =
        studio.root().add_asset(&project, &path, &bytes, overwrite).map_err(|error| refused(error, &path))?;
    let mut all = studio.root().assets(&project, Some(kind)).map_err(problem)?.assets;
    all.retain(|asset| asset.path == added.path);
    probe(studio, &project, &mut all);
    let probe = all.pop().ok_or_else(|| ToolError::new("internal", "the file that was added is gone"))?;
    Ok(Json(Added {
        next: next(studio, &location.name, &probe),
        project: location.name,
        path: added.path,
        written: added.is_new,
        probe,
    }))
}

inventory::submit! {
    ToolNotes {
        tool: "add_asset",
        example: r#"{"project": "coffee", "path": "img/beans.png", "copy_from": "shared/beans.png"}"#,
        mistakes: &["a web address: download the file first", "an extension other than that of the content"],
    }
}

fn decoded(text: &str) -> Result<Vec<u8>, ToolError> {
    // What browsers give begins with the kind of the data.
    let text = text.split_once(";base64,").map_or(text, |(_, data)| data);
    let plain: String = text.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
    let bytes = STANDARD.decode(plain).map_err(|error| {
        ToolError::new("invalid_arguments", format!("base64: {error}"))
            .hint("expected is standard base64 with padding")
    })?;
    if bytes.len() > MAX_SENT {
        let message = format!("the content has {} bytes; at most {MAX_SENT} (8 MB) can be sent", bytes.len());
        return Err(ToolError::new("too_large", message)
            .hint("put the file below the project root and name it as `copy_from`"));
    }
    Ok(bytes)
}

/// A content on its own, for what reads files.
struct Only(Arc<[u8]>);

impl Files for Only {
    fn read(&self, _: &str, max: u64) -> Result<Vec<u8>, FileError> {
        if self.0.len() as u64 > max { Err(FileError::TooLarge(max)) } else { Ok(self.0.to_vec()) }
    }
}

/// Whether pictures, sounds and tables can be read in whole.
fn whole(studio: &Studio, path: &str, kind: AssetKind, bytes: &[u8]) -> Result<(), ToolError> {
    let unsupported = |why: String| {
        ToolError::new("unsupported_media", format!("`{path}` cannot be used: {why}"))
            .hint("give a whole file of another format; `run_doctor` tells which formats are read")
    };
    match kind {
        AssetKind::Image => {
            let info = PictureInfo::of(bytes).map_err(|error| unsupported(error.to_string()))?;
            info.problem.map_or(Ok(()), |why| Err(unsupported(why)))
        }
        AssetKind::Audio => {
            let tracks = Tracks::new(Arc::new(Only(bytes.into()))).fallback(studio.fallback());
            match tracks.part(path, 0.0..MAX_VIDEO) {
                Ok(_) | Err(SoundError::NoRoom(_)) => Ok(()),
                Err(error) => Err(unsupported(error.to_string())),
            }
        }
        AssetKind::Data if Path::new(path).extension().is_some_and(|it| it.eq_ignore_ascii_case("json")) => {
            let parsed: Result<serde::de::IgnoredAny, _> = serde_json::from_slice(bytes);
            parsed.map(|_| ()).map_err(|error| unsupported(error.to_string()))
        }
        _ => Ok(()),
    }
}

fn refused(error: AddError, path: &str) -> ToolError {
    match error {
        AddError::Store(StoreError::Exists { .. }) => ToolError::new("exists", format!("`{path}` is taken")),
        AddError::Store(error) => problem(error),
        AddError::Taken(free) => ToolError::new(
            "exists",
            format!("`{path}` is there with another content: nothing was overwritten"),
        )
        .hint(format!("use `{free}`, which is free, or say `overwrite: true`"))
        .data(json!({ "free": free })),
        AddError::Unfit(why, hint) => ToolError::new("unsupported_media", why).hint(hint),
    }
}

/// What a new file is most likely for.
fn next(studio: &Studio, project: &str, asset: &Asset) -> Next {
    let document = studio.root().read(project).ok();
    let revision = document.as_ref().map(|document| document.revision.to_string());
    let model = document.and_then(|document| Project::parse_untried(&document.text).project);
    let path = asset.path.as_str();
    let set = |key: &str, why: &str| Next {
        tool: "edit_project",
        args: json!({
            "project": project,
            "ops": [{ "op": "set", "path": key, "value": path }],
            "base_revision": revision,
        }),
        why: why.to_owned(),
    };
    if let Some(model) = model.filter(|_| asset.kind == AssetKind::Audio) {
        let is_music = ["music", "bed", "song", "beat", "loop"].iter().any(|word| path.contains(word));
        let has_own = model.scenes.iter().any(|scene| scene.voice.is_some());
        if is_music && model.music.is_none() {
            return set("music", "plays it under the whole video");
        }
        if !is_music && model.voice.is_none() && !has_own {
            return set("voice", "makes it the narration, which the scenes' `say` is timed by");
        }
    }
    let (name, why) = match asset.kind {
        AssetKind::Image => ("image", format!("see how `src: {path}` shows it")),
        AssetKind::Video => ("video", format!("see how `src: {path}` shows it")),
        AssetKind::Audio => ("scene", format!("see how `sounds: [{{src: {path}}}]` plays it")),
        AssetKind::Font => ("theme", format!("see how `fonts: {{heading: {{file: {path}}}}}` sets it")),
        AssetKind::Data => ("project", format!("see how `data` or `voice` reads `{path}`")),
    };
    Next { tool: "get_schema", args: json!({ "type": name }), why }
}
