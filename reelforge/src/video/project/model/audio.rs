//! Voice, music and captions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::unit::{decibels, font_size, language, path, seconds, shorthand, trim};
use super::value::Color;

/// The narration of the whole video: a path, or a map with `file`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["file"]), transform = shorthand("file"))]
pub struct Voice {
    /// The audio file.
    #[schemars(schema_with = "path")]
    pub file: String,
    /// Times of its words: whisper JSON, SRT or VTT.
    #[schemars(schema_with = "path")]
    pub words: Option<String>,
    /// A text file with what is said, when no scene has `say`.
    #[schemars(schema_with = "path")]
    pub script: Option<String>,
    /// Spoken language, as a BCP-47 tag. Default: that of the project.
    #[schemars(schema_with = "language")]
    pub language: Option<String>,
    /// Seconds before the voice begins.
    #[schemars(schema_with = "seconds")]
    pub lead: f64,
    /// Seconds after it ends.
    #[schemars(schema_with = "seconds")]
    pub tail: f64,
    /// Gain in decibels.
    #[schemars(schema_with = "decibels")]
    pub gain_db: f64,
    /// The part of the file to use, `[from, to]` in seconds.
    #[schemars(schema_with = "trim")]
    pub trim: Option<[f64; 2]>,
}

impl Default for Voice {
    fn default() -> Self {
        Self {
            file: String::new(),
            words: None,
            script: None,
            language: None,
            lead: 0.3,
            tail: 0.6,
            gain_db: 0.0,
            trim: None,
        }
    }
}

/// The narration of one scene: a path, or a map with `file`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["file"]), transform = shorthand("file"))]
pub struct SceneVoice {
    /// The audio file.
    #[schemars(schema_with = "path")]
    pub file: String,
    /// Times of its words: whisper JSON, SRT or VTT.
    #[schemars(schema_with = "path")]
    pub words: Option<String>,
    /// Gain in decibels.
    #[schemars(schema_with = "decibels")]
    pub gain_db: f64,
}

/// Background music: a path, or a map with `file`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["file"]), transform = shorthand("file"))]
pub struct Music {
    /// The audio file.
    #[schemars(schema_with = "path")]
    pub file: String,
    /// Gain in decibels.
    #[schemars(schema_with = "decibels")]
    pub gain_db: f64,
    /// Further gain in decibels while the voice speaks.
    #[schemars(schema_with = "decibels")]
    pub duck_db: f64,
    /// Seconds until the lower gain is reached.
    #[schemars(schema_with = "seconds")]
    pub attack: f64,
    /// Seconds until the gain is back.
    #[schemars(schema_with = "seconds")]
    pub release: f64,
    /// Seconds of fade-in.
    #[schemars(schema_with = "seconds")]
    pub fade_in: f64,
    /// Seconds of fade-out.
    #[schemars(schema_with = "seconds")]
    pub fade_out: f64,
    /// Starts over when the file ends before the video.
    #[serde(rename = "loop")]
    pub repeat: bool,
    /// Seconds into the file to begin at.
    #[schemars(schema_with = "seconds")]
    pub start: f64,
    /// Where the beats come from.
    pub beats: Beats,
}

impl Default for Music {
    fn default() -> Self {
        Self {
            file: String::new(),
            gain_db: -20.0,
            duck_db: -10.0,
            attack: 0.15,
            release: 0.5,
            fade_in: 0.5,
            fade_out: 1.5,
            repeat: true,
            start: 0.0,
            beats: Beats::default(),
        }
    }
}

/// Where beats come from: `auto` (from the music), `none`, or a map with `bpm`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Beats {
    /// Found in the music, or not at all.
    Word(BeatWord),
    /// Evenly spaced.
    Grid(BeatGrid),
}

impl Default for Beats {
    fn default() -> Self {
        Self::Word(BeatWord::Auto)
    }
}

/// The words that `beats` takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BeatWord {
    /// Found in the music.
    Auto,
    /// No beats.
    None,
}

/// Evenly spaced beats.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BeatGrid {
    /// Beats a minute.
    #[schemars(range(min = 20, max = 400))]
    pub bpm: f64,
    /// Seconds from the music's start to its first beat.
    #[serde(default)]
    #[schemars(schema_with = "seconds")]
    pub offset: f64,
}

/// Burnt-in captions: `true`, `false`, or a map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(transform = shorthand("enabled"))]
pub struct Captions {
    /// Whether captions are shown.
    #[schemars(skip)]
    pub enabled: bool,
    /// How words are shown.
    pub style: CaptionStyle,
    /// Which third of the canvas they stand in.
    pub position: CaptionPosition,
    /// Words shown together.
    #[schemars(range(min = 1, max = 20))]
    pub max_words: u32,
    /// Characters on a line.
    #[schemars(range(min = 4, max = 80))]
    pub max_chars: u32,
    /// Lines shown together.
    #[schemars(range(min = 1, max = 4))]
    pub max_lines: u32,
    /// Font size in pixels. Default: the theme's `caption`.
    #[schemars(schema_with = "font_size")]
    pub size: Option<f64>,
    /// Colour of the words.
    pub color: Option<Color>,
    /// Colour of the word being said.
    pub active: Color,
    /// Colour of the panel behind.
    pub fill: Option<Color>,
    /// Case of the letters.
    pub case: TextCase,
    /// `voice`, or an SRT file.
    #[schemars(regex(pattern = r"^(voice|.+\.srt)$"), length(max = 300), extend("title" = "voice, or the path of an .srt file"))]
    pub source: String,
}

impl Default for Captions {
    fn default() -> Self {
        Self {
            enabled: true,
            style: CaptionStyle::default(),
            position: CaptionPosition::default(),
            max_words: 4,
            max_chars: 32,
            max_lines: 2,
            size: None,
            color: None,
            active: Color::Token("accent".to_owned()),
            fill: None,
            case: TextCase::default(),
            source: "voice".to_owned(),
        }
    }
}

/// How captions show their words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CaptionStyle {
    /// All words, the one being said in another colour.
    #[default]
    Karaoke,
    /// Each word pops in as it is said.
    Pop,
    /// One line at a time.
    Line,
    /// Whole sentences.
    Block,
}

/// Which third of the canvas captions stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CaptionPosition {
    /// The lower third.
    #[default]
    Lower,
    /// The middle.
    Middle,
    /// The upper third.
    Upper,
}

/// Case of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextCase {
    /// As written.
    #[default]
    None,
    /// All capitals.
    Upper,
}
