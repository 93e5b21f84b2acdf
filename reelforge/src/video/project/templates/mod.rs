//! Templates: whole projects to start from, with the caller's title, canvas and script put in.
//!
//! A template is a YAML file with marked sections. Its `sample` scenes are a finished little video; when the caller
//! brings a script, scenes are built from the patterns `opening`, `middle` and `closing` instead, one for each text.

mod scalar;
mod sections;

#[cfg(test)]
mod tests;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use scalar::{on_screen, scalar};
use sections::{Sections, fill};

use super::model::CanvasPreset;

/// Most scenes of a project, and so most texts of a script.
const MAX_SCENES: usize = 60;
/// Most characters of a scene's narration.
const MAX_SAY: usize = 600;
/// Most characters of a title.
const MAX_TITLE: usize = 100;

/// What a new project starts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Template {
    /// One scene with the title.
    Blank,
    /// A hook, the reason, the remedy, a call to action; with narration and captions.
    NarratedReel,
    /// The question, how it works, the proof in numbers, what to remember; 16:9.
    Explainer,
    /// One sentence and who said it, as a square card.
    Quote,
    /// The promise, one scene an item, a summary to save.
    List,
    /// The need, the product, what it does, the price, where to get it; 4:5.
    Product,
}

/// What the caller brings to a template. Everything is optional.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Title of the project, 1 to 100 characters. Without one it is the beginning of the script, or the template's own.
    pub title: Option<String>,
    /// The size of the picture, where it is not to be the template's own.
    pub canvas: Option<CanvasPreset>,
    /// The narration, one text of 1 to 600 characters a scene, at most 60. Empty: the scenes of the template.
    pub script: Vec<String>,
}

/// What is wrong with the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// The option: `title`, `script`, `script[2]`.
    pub path: String,
    /// What was expected, and what came.
    pub message: String,
}

impl TemplateError {
    fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for TemplateError {}

impl Template {
    /// Every template, the simplest first.
    pub const ALL: [Self; 6] =
        [Self::Blank, Self::NarratedReel, Self::Explainer, Self::Quote, Self::List, Self::Product];

    /// The name by which tools choose it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::NarratedReel => "narrated-reel",
            Self::Explainer => "explainer",
            Self::Quote => "quote",
            Self::List => "list",
            Self::Product => "product",
        }
    }

    fn source(self) -> &'static str {
        match self {
            Self::Blank => include_str!("blank.yaml"),
            Self::NarratedReel => include_str!("narrated-reel.yaml"),
            Self::Explainer => include_str!("explainer.yaml"),
            Self::Quote => include_str!("quote.yaml"),
            Self::List => include_str!("list.yaml"),
            Self::Product => include_str!("product.yaml"),
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Blank => "Untitled",
            Self::NarratedReel => "Why you forget names",
            Self::Explainer => "How a cache works",
            Self::Quote => "Seneca on time",
            Self::List => "3 small habits for better sleep",
            Self::Product => "Meet the Harbor Mug",
        }
    }

    fn canvas(self) -> CanvasPreset {
        match self {
            Self::Blank | Self::NarratedReel | Self::List => CanvasPreset::Reel,
            Self::Explainer => CanvasPreset::Wide,
            Self::Quote => CanvasPreset::Square,
            Self::Product => CanvasPreset::Post,
        }
    }
}

/// The YAML of a new project: commented, and without an issue of any check that needs no picture.
pub fn render(template: Template, options: &Options) -> Result<String, TemplateError> {
    if let Some(title) = &options.title {
        check_text("title", title, MAX_TITLE)?;
    }
    if options.script.len() > MAX_SCENES {
        let message =
            format!("expected at most {MAX_SCENES} texts, one a scene, got {}", options.script.len());
        return Err(TemplateError::new("script", message));
    }
    for (i, say) in options.script.iter().enumerate() {
        check_text(&format!("script[{i}]"), say, MAX_SAY)?;
    }

    let title = match (&options.title, options.script.first()) {
        (Some(title), _) => title.clone(),
        (None, Some(opening)) => on_screen(opening),
        (None, None) => template.title().to_owned(),
    };
    let sections = Sections::of(template.source());
    let project = [
        ("title", scalar(&title)),
        ("canvas", canvas_name(options.canvas.unwrap_or(template.canvas())).to_owned()),
    ];
    let mut yaml = fill(sections.head, &project);
    if options.script.is_empty() {
        yaml.push_str(&fill(sections.sample, &project));
    }
    let last = options.script.len().saturating_sub(1);
    for (i, say) in options.script.iter().enumerate() {
        let [title, canvas] = project.clone();
        let values = [
            title,
            canvas,
            ("id", format!("scene-{}", i + 1)),
            ("say", scalar(say)),
            ("screen", scalar(&on_screen(say))),
            ("number", scalar(&sections.number(i).to_string())),
        ];
        if i > 0 {
            yaml.push('\n');
        }
        yaml.push_str(&fill(sections.pattern(i, last), &values));
    }
    yaml.push_str(sections.tail);
    Ok(yaml)
}

fn canvas_name(canvas: CanvasPreset) -> &'static str {
    match canvas {
        CanvasPreset::Reel => "reel",
        CanvasPreset::Post => "post",
        CanvasPreset::Square => "square",
        CanvasPreset::Wide => "wide",
        CanvasPreset::Hd => "hd",
    }
}

fn check_text(path: &str, text: &str, most: usize) -> Result<(), TemplateError> {
    let count = text.chars().count();
    if text.trim().is_empty() {
        return Err(TemplateError::new(path, format!("expected 1 to {most} characters, got a blank text")));
    }
    if count > most {
        let hint = if path == "title" { "" } else { "; split it into two scenes" };
        return Err(TemplateError::new(path, format!("expected 1 to {most} characters, got {count}{hint}")));
    }
    if let Some(control) = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        let message = format!("expected text, got the control character U+{:04X}", u32::from(control));
        return Err(TemplateError::new(path, message));
    }
    if text.contains("{{") {
        let message = "`{{` begins the name of a variable, and a new project has none; write the text itself";
        return Err(TemplateError::new(path, message));
    }
    Ok(())
}
