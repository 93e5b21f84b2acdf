//! Guides: how to make good videos, for whoever writes the YAML.
//!
//! Each is an Agent Skill, a file `skills/<name>/SKILL.md`. Those of the installation are part of the program; a project
//! root adds its own, or replaces one by giving it the same name.

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::project::store::{Root, StoreError, near_names};

/// The guide to read before all others; it is listed first.
pub const FIRST: &str = "authoring-card";

/// The largest guide that is read from a project root, in bytes.
const MAX_BYTES: u64 = 64 * 1024;
/// How many guides of a project root are looked at.
const MAX_GUIDES: usize = 200;
/// Most characters of a description, as Agent Skills has it.
const MAX_DESCRIPTION: usize = 1024;

macro_rules! built_in {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../skills/", $name, "/SKILL.md")))),+]
    };
}

const BUILT_IN: &[(&str, &str)] = built_in![
    "authoring-card",
    "explainer",
    "fix-issues",
    "narrated-reel",
    "quote-card",
    "render-and-check",
];

/// A guide that can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Guide {
    /// The name to read it by.
    pub name: String,
    /// What it is about and when to read it.
    pub description: String,
    /// Whose guide it is.
    pub source: GuideSource,
}

/// Where a guide comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GuideSource {
    /// The installation.
    BuiltIn,
    /// The folder `skills` of the project root.
    ProjectRoot,
}

/// Every guide: [`FIRST`], then by name. Without a root, those of the installation.
pub fn list(root: Option<&Root>) -> Vec<Guide> {
    let own = root.map(own_names).unwrap_or_default();
    let mut guides: Vec<Guide> = BUILT_IN
        .iter()
        .filter(|(name, _)| !own.iter().any(|taken| taken == name))
        .map(|(name, text)| Guide {
            name: (*name).to_owned(),
            description: description(text),
            source: GuideSource::BuiltIn,
        })
        .collect();
    if let Some(root) = root {
        guides.extend(own.into_iter().map(|name| {
            // A guide that cannot be read is listed with the reason, so that its author sees it.
            let description =
                own_text(root, &name).map_or_else(|error| error.to_string(), |text| description(&text));
            Guide { name, description, source: GuideSource::ProjectRoot }
        }));
    }
    guides.sort_by(|a, b| (a.name != FIRST, &a.name).cmp(&(b.name != FIRST, &b.name)));
    guides
}

/// The whole text of a guide, with its front matter.
pub fn read(root: Option<&Root>, name: &str) -> Result<String, StoreError> {
    if is_name(name) {
        if let Some(root) = root {
            match own_text(root, name) {
                Err(StoreError::NotFound { .. }) => {}
                found => return found,
            }
        }
        if let Some((_, text)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
            return Ok((*text).to_owned());
        }
    }
    let names = list(root).into_iter().map(|guide| guide.name);
    let near = near_names(name, names);
    Err(StoreError::NotFound { what: "guide", name: name.chars().take(80).collect(), near })
}

/// The text of a guide without its front matter.
pub fn body(text: &str) -> &str {
    split(text).map_or(text, |(_, body)| body.trim_start())
}

fn own_names(root: &Root) -> Vec<String> {
    // A folder that cannot be listed has no guides to offer.
    let folders = root.folders("skills", MAX_GUIDES).unwrap_or_default();
    let has_file =
        |name: &String| !matches!(root.open_file(&own_path(name)), Err(StoreError::NotFound { .. }));
    folders.into_iter().filter(|name| is_name(name)).filter(has_file).collect()
}

fn own_path(name: &str) -> String {
    format!("skills/{name}/SKILL.md")
}

fn own_text(root: &Root, name: &str) -> Result<String, StoreError> {
    let path = own_path(name);
    let bytes = root.read_file(&path, MAX_BYTES)?;
    String::from_utf8(bytes)
        .map_err(|error| StoreError::NotUtf8 { path, offset: error.utf8_error().valid_up_to() })
}

/// Whether this is a name as Agent Skills has it.
fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.split('-').all(|part| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
}

/// The description in the front matter; of a guide that has none, its first line.
fn description(text: &str) -> String {
    #[derive(Deserialize)]
    struct FrontMatter {
        description: String,
    }
    let given = split(text)
        .and_then(|(front, _)| serde_saphyr::from_str::<FrontMatter>(front).ok())
        .map(|front| front.description.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|description| !description.is_empty());
    let first_line =
        || body(text).trim_start_matches('#').lines().next().unwrap_or_default().trim().to_owned();
    given.unwrap_or_else(first_line).chars().take(MAX_DESCRIPTION).collect()
}

/// Front matter and body, if the text begins with front matter.
fn split(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}
