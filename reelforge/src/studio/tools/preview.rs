//! `preview_frames`.

use kurbo::Size;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::common::{no_scene, problem, with_picture};
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::paint::{self, Precision};
use crate::video::preview::{MAX_SIDE, Marks, NoFrame, Preview, Shot};
use crate::video::project::Project;
use crate::video::project::model::Time;

use crate::{Output, ToolError, tool};

/// Pictures in one answer.
const MAX_PICTURES: usize = 8;
/// Scenes on one contact sheet.
const MAX_ON_SHEET: usize = 24;
/// Pixels between the frames of a sheet.
const SHEET_GAP: u32 = 12;

/// What is drawn over the frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum OverlayKind {
    /// Nothing.
    #[default]
    None,
    /// What the platforms cover, and the area that stays clear.
    Safe,
    /// The box of each element with its id.
    Boxes,
    /// Both.
    Both,
}

/// `auto`, or a list of times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Moments {
    /// For each scene a frame in which everything has come to rest.
    Auto(Auto),
    /// These moments: seconds, or time expressions such as `cue(forty percent)`.
    Each(#[schemars(length(min = 1, max = 8))] Vec<Time>),
}

/// The word for one frame a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Auto {
    /// One frame a scene.
    Auto,
}

/// The frames in numbers; the pictures follow in the same order.
#[derive(Debug, Serialize, JsonSchema)]
struct Previewed {
    /// The project's name.
    project: String,
    /// The version of the text that is shown.
    revision: String,
    /// Width and height of the canvas in pixels, which boxes refer to.
    canvas: [f64; 2],
    /// Width and height of each picture in pixels.
    picture: [u32; 2],
    /// What each frame shows.
    frames: Vec<Shot>,
    /// Scenes that are left out, for there are too many: name one as `scene`, or ask for a `sheet`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    omitted: Vec<String>,
}

/// Shows frames of a project as pictures, with what is in them: each element's box, layer, text and size. Look at it
/// after every change of what is seen.
#[tool(toolsets = ["basic", "design"], read_only, idempotent)]
fn preview_frames(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// Up to 8 moments, as seconds or time expressions; or `auto`, for each scene a frame in which everything has come
    /// to rest.
    #[arg(default = Moments::Auto(Auto::Auto))]
    times: Moments,
    /// Id of a scene: seconds in `times` count from its start, and `auto` shows only this scene.
    #[arg(max_len = 64)]
    scene: Option<String>,
    /// Width of each picture in pixels. Pictures are at most 1568 pixels high.
    #[arg(default = 540, min = 180, max = 1080)]
    width: u32,
    /// What is drawn over the frames.
    #[arg(default = OverlayKind::None)]
    overlay: OverlayKind,
    /// Puts all frames on one contact sheet.
    #[arg(default = false)]
    sheet: bool,
    studio: &Studio,
) -> Result<Output, ToolError> {
    let document = studio.root().read(&project).map_err(problem)?;
    let parsed = Project::parse_untried(&document.text);
    let Some(parsed) = parsed.project else {
        return Err(ToolError::new(
            "yaml_syntax",
            "the project's text does not parse, so that there is nothing to show",
        )
        .hint("`validate_project` says what is wrong and how to repair it"));
    };
    let preview = Preview::new(&parsed, &studio.tracks(&project).map_err(problem)?);
    let chosen = choose(&preview, &times, scene.as_deref(), if sheet { MAX_ON_SHEET } else { MAX_PICTURES })?;
    let marks = Marks {
        boxes: matches!(overlay, OverlayKind::Boxes | OverlayKind::Both),
        safe: matches!(overlay, OverlayKind::Safe | OverlayKind::Both),
    };
    let canvas = preview.plan().canvas;
    let pictures = if sheet {
        let grid = grid(chosen.frames.len(), canvas, width);
        let pictures = preview.paint(&chosen.frames, grid.width, marks, Precision::Fastest);
        vec![paint::sheet(&pictures, grid.columns, SHEET_GAP)]
    } else {
        preview.paint(&chosen.frames, width, marks, Precision::Fastest)
    };
    let answer = Previewed {
        project: document.location.name,
        revision: document.revision.to_string(),
        canvas: [canvas.width, canvas.height],
        picture: pictures.first().map_or([0, 0], |picture| [picture.width(), picture.height()]),
        frames: preview.describe(&chosen.frames),
        omitted: chosen.omitted,
    };
    pictures.iter().try_fold(Output::json(&answer)?, with_picture)
}

inventory::submit! {
    ToolNotes {
        tool: "preview_frames",
        example: r#"{"project": "coffee", "times": [0, "cue(forty percent)"], "overlay": "both"}"#,
        mistakes: &[
            "more than 8 times: use `sheet: true` with `times: auto`",
            "with `scene`, seconds count from its start",
        ],
    }
}

/// Frames to show.
struct Chosen {
    frames: Vec<u32>,
    omitted: Vec<String>,
}

fn choose(preview: &Preview, times: &Moments, scene: Option<&str>, most: usize) -> Result<Chosen, ToolError> {
    let scenes = &preview.plan().scenes;
    let wanted = match scene {
        None => None,
        Some(id) => {
            let index = scenes.iter().position(|scene| scene.id == id);
            Some(index.ok_or_else(|| no_scene(id, scenes.iter().map(|scene| scene.id.as_str())))?)
        }
    };
    let Moments::Each(times) = times else {
        let mut all: Vec<usize> = wanted.map_or_else(|| (0..scenes.len()).collect(), |scene| vec![scene]);
        all.retain(|scene| !scenes[*scene].frames.is_empty());
        let omitted = all.split_off(all.len().min(most));
        return Ok(Chosen {
            frames: all.into_iter().filter_map(|scene| preview.settled_frame(scene)).collect(),
            omitted: omitted.into_iter().map(|scene| scenes[scene].id.clone()).collect(),
        });
    };
    let frame = |(index, time): (usize, &Time)| {
        preview.frame_at(wanted, time).map_err(|error| {
            let (why, hint) = match error {
                NoFrame::Time(why) => (
                    why.to_string(),
                    "give seconds, or a time expression such as `cue(forty percent)` or `sentence(2)`"
                        .to_owned(),
                ),
                NoFrame::Beyond(t, end) => (
                    format!("{t:.2} s lies outside of the video, which ends at {end:.2} s"),
                    "`auto` shows a frame of each scene".to_owned(),
                ),
            };
            ToolError::new("invalid_arguments", format!("times[{index}]: {why}")).hint(hint)
        })
    };
    let frames = times.iter().enumerate().map(frame).collect::<Result<_, _>>()?;
    Ok(Chosen { frames, omitted: Vec::new() })
}

/// How frames stand on a contact sheet that is about as wide as high.
struct Grid {
    columns: u32,
    /// Width of each frame in pixels, so that the sheet is no larger than a picture may be.
    width: u32,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a handful of frames on 1568 pixels"
)]
fn grid(count: usize, canvas: Size, width: u32) -> Grid {
    let count = f64::from(u32::try_from(count).unwrap_or(u32::MAX)).max(1.0);
    let shape = canvas.height / canvas.width;
    let columns = (count * shape).sqrt().ceil().clamp(1.0, count);
    let rows = (count / columns).ceil();
    let room = |cells: f64| ((MAX_SIDE - f64::from(SHEET_GAP) * (cells + 1.0)) / cells).floor();
    let width = f64::from(width).min(room(columns)).min(room(rows) / shape).max(1.0);
    Grid { columns: columns as u32, width: width as u32 }
}
