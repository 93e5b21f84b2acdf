//! `list_components`.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::common::{problem, with_picture, written};
use super::notes::ToolNotes;
use crate::studio::Studio;
use crate::video::audio::Tracks;
use crate::video::components::{self, sample};
use crate::video::files::NoFiles;
use crate::video::paint::Precision;
use crate::video::preview::{Marks, Preview};
use crate::video::project::Project;
use crate::video::project::model::{Component, Length, Prop};
use crate::{Output, ToolError, tool};

/// Width of the picture in pixels.
const WIDTH: u32 = 540;

/// The components.
#[derive(Debug, Serialize, JsonSchema)]
struct ComponentList {
    /// Those of the project first, then those that come with the studio, each by name.
    components: Vec<ComponentEntry>,
}

/// A component.
#[derive(Debug, Serialize, JsonSchema)]
struct ComponentEntry {
    /// Its name, for `component` of an element of type `use`.
    name: String,
    /// What it is for.
    #[serde(skip_serializing_if = "String::is_empty")]
    about: String,
    /// The values it takes, by name.
    props: BTreeMap<String, Prop>,
    /// Its width, when it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<Length>,
    /// Its height, when it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<Length>,
    /// Whether it comes with the studio or stands in the project.
    source: Source,
    /// An element that uses it, with values to replace.
    example: String,
    /// How it is written. Only when it was asked for by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    yaml: Option<String>,
}

/// Where a component comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Source {
    /// It comes with the studio.
    Builtin,
    /// It stands in the project.
    Project,
}

/// Lists ready-made groups of elements, such as `title-card` or `stat`, with the values they take. With `name`: its
/// YAML, to copy and change; with `preview` too: a picture.
#[tool(toolsets = ["design"], read_only, idempotent)]
fn list_components(
    /// Only the component of this name, with its YAML.
    #[arg(max_len = 64)]
    name: Option<String>,
    /// Only components whose name or purpose contains this text, in any case.
    #[arg(max_len = 200)]
    query: Option<String>,
    /// The project whose components are listed too, and whose look the picture has.
    #[arg(max_len = 1024)]
    project: Option<String>,
    /// Adds a picture of the component of `name`, with sample values.
    #[arg(default = false)]
    preview: bool,
    studio: &Studio,
) -> Result<Output, ToolError> {
    if preview && name.is_none() {
        return Err(ToolError::new(
            "invalid_arguments",
            "preview: there is no `name` of what is to be shown",
        )
        .hint("name one component; without `preview` this lists them all"));
    }
    let (text, tracks) = match &project {
        Some(project) => {
            let text = studio.root().read(project).map_err(problem)?.text;
            (text, studio.tracks(project).map_err(problem)?)
        }
        None => (String::new(), Arc::new(Tracks::new(Arc::new(NoFiles)))),
    };
    let own = Project::parse_untried(&text);
    let mut all = Vec::new();
    let model = own.project.unwrap_or_default();
    for (key, component) in &model.components {
        let node = own.tree.as_ref().and_then(|tree| tree.get("components")?.get(key));
        let yaml = node.map(|node| written(&text, node));
        all.push(entry(key, "", component, Source::Project, yaml));
    }
    for built_in in components::built_in().iter().filter(|one| !model.components.contains_key(one.name)) {
        let yaml = Some(built_in.yaml.to_owned());
        all.push(entry(built_in.name, built_in.about, &built_in.component, Source::Builtin, yaml));
    }
    if let Some(name) = &name {
        let names: Vec<String> = all.iter().map(|entry| entry.name.clone()).collect();
        all.retain(|entry| entry.name == *name);
        if all.is_empty() {
            return Err(ToolError::new("not_found", format!("there is no component `{name}`"))
                .hint(format!("there are {}", names.join(", "))));
        }
    } else {
        let query = query.unwrap_or_default().to_lowercase();
        all.retain(|entry| {
            entry.name.to_lowercase().contains(&query) || entry.about.to_lowercase().contains(&query)
        });
        for entry in &mut all {
            entry.yaml = None;
        }
    }
    let output = Output::json(&ComponentList { components: all })?;
    let Some(name) = name.filter(|_| preview) else { return Ok(output) };
    let shown = sample::project(&model, &name);
    let preview = Preview::new(&shown, &tracks);
    let frames: Vec<u32> = preview.settled_frame(0).into_iter().collect();
    let pictures = preview.paint(&frames, WIDTH, Marks::default(), Precision::Fastest);
    pictures.iter().try_fold(output, with_picture)
}

inventory::submit! {
    ToolNotes {
        tool: "list_components",
        example: r#"{"name": "end-card", "preview": true}"#,
        mistakes: &["`preview` without `name`: name one"],
    }
}

fn entry(
    name: &str,
    about: &str,
    component: &Component,
    source: Source,
    yaml: Option<String>,
) -> ComponentEntry {
    ComponentEntry {
        name: name.to_owned(),
        about: about.to_owned(),
        props: component.props.clone(),
        w: component.w,
        h: component.h,
        source,
        example: sample::element(name, component),
        yaml,
    }
}
