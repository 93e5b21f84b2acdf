//! `read_project`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::common::{no_scene, problem, written};
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::check::{SceneOutline, outline};
use crate::video::cues;
use crate::video::expand::expand;
use crate::video::project::model::Project;
use crate::video::project::source::Node;
use crate::video::time::Times;
use crate::{Json, ToolError, tool};

/// How a project is written in the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TextFormat {
    /// The file as it is, with its comments.
    Yaml,
    /// The data alone.
    Json,
}

/// A project, or a part of it.
#[derive(Debug, Serialize, JsonSchema)]
struct ReadProject {
    /// The name that every tool takes.
    project: String,
    /// The version of the text: give it as `base_revision` when you write.
    revision: String,
    /// The text, or that of the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    yaml: Option<String>,
    /// The data, or those of the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    json: Option<Value>,
    /// The scenes with their times and elements. Absent when the text does not parse.
    #[serde(skip_serializing_if = "Option::is_none")]
    outline: Option<Vec<SceneOutline>>,
}

/// Reads a project: its YAML and its outline, the outline alone, or one scene.
#[tool(toolsets = ["basic", "design"], read_only, idempotent)]
fn read_project(
    /// The project's name or path, as `list_projects` gives it.
    #[arg(max_len = 1024)]
    project: String,
    /// `all`, `outline`, or the id of a scene.
    #[arg(default = "all".to_owned(), max_len = 64, examples = ["all", "outline", "hook"])]
    part: String,
    /// How the text is written.
    #[arg(default = TextFormat::Yaml)]
    format: TextFormat,
    studio: &Studio,
) -> Result<Json<ReadProject>, ToolError> {
    let document = studio.root().read(&project).map_err(problem)?;
    let parsed = Project::parse_untried(&document.text);
    let tracks = studio.tracks(&project).map_err(problem)?;
    let scenes = parsed.project.as_ref().map(|model| {
        let heard = cues::hear(model, &tracks);
        let expanded = expand(model, tracks.files().as_ref(), &heard);
        outline(model, Times::of(&expanded.project, &heard).timeline())
    });
    let (yaml, json) = match (part.as_str(), format) {
        ("outline", _) => (None, None),
        ("all", TextFormat::Yaml) => (Some(document.text.clone()), None),
        ("all", TextFormat::Json) => (None, Some(tree(parsed.tree.as_ref())?.to_json())),
        (id, format) => {
            let scene = scene(tree(parsed.tree.as_ref())?, id)?;
            match format {
                TextFormat::Yaml => (Some(lines_of(&document.text, scene)), None),
                TextFormat::Json => (None, Some(scene.to_json())),
            }
        }
    };
    let outline = match part.as_str() {
        "all" | "outline" => scenes,
        id => scenes.map(|scenes| scenes.into_iter().filter(|scene| scene.scene == id).collect()),
    };
    Ok(Json(ReadProject {
        project: document.location.name,
        revision: document.revision.to_string(),
        yaml,
        json,
        outline,
    }))
}

inventory::submit! {
    ToolNotes {
        tool: "read_project",
        example: r#"{"project": "coffee", "part": "outline"}"#,
        mistakes: &["`part` is all, outline or a scene's id"],
    }
}

fn tree(tree: Option<&Node>) -> Result<&Node, ToolError> {
    tree.ok_or_else(|| {
        ToolError::new("yaml_syntax", "the project's text does not parse, so that it has no scenes to name")
            .hint("read it with `part: all` and `format: yaml`; `validate_project` says what is wrong")
    })
}

fn scene<'a>(tree: &'a Node, id: &str) -> Result<&'a Node, ToolError> {
    let scenes = tree.get("scenes").map(Node::items).unwrap_or_default();
    let id_of = |scene: &'a Node| scene.get("id").and_then(Node::as_text);
    let found = scenes.iter().find(|scene| id_of(scene) == Some(id));
    found.ok_or_else(|| no_scene(id, scenes.iter().filter_map(id_of)))
}

/// The text of a scene as it stands in the file, from its first line to its last; one in brackets shares its lines.
fn lines_of(text: &str, scene: &Node) -> String {
    if scene.flow {
        return written(text, scene) + "\n";
    }
    let begin = text[..scene.span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = scene.span.end.max(begin);
    let mut lines = text[begin..end].trim_end().to_owned();
    lines.push('\n');
    lines
}
