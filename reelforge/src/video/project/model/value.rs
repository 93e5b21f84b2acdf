//! Values that many fields share: lengths, colours, times.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

const PERCENT: &str = r"^-?[0-9]{1,4}(\.[0-9]{1,3})?%$";
const EXTENT_PERCENT: &str = r"^[0-9]{1,4}(\.[0-9]{1,3})?%$";
const COLOR: &str = r"^(#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?|\$[a-z][a-z0-9_]*)$";
const TIME: &str = r"^((cue|cue_end)\(.+\)|(sentence|pause|beat)\([0-9]{1,4}\)|[a-z][a-z0-9_]*)( *[+-] *[0-9]{1,3}(\.[0-9]{1,3})?)?$";
/// The longest length, in canvas pixels: sixteen times the largest canvas.
const MAX_PX: f64 = 65536.0;

/// A length in canvas pixels (`120`) or percent of the area (`"50%"`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Length {
    /// Canvas pixels.
    Px(f64),
    /// Percent of the area, 100 for all of it.
    Percent(f64),
}

/// A colour, `"#RRGGBB"` or `"#RRGGBBAA"` in quotes, or a theme colour such as `$accent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Color {
    /// Red, green, blue, opacity.
    Rgba([u8; 4]),
    /// A theme colour's name, without `$`.
    Token(String),
}

/// A moment: seconds (`1.5`) or a time expression (`cue(forty percent)`, `sentence(2) + 0.3`, `end`).
#[derive(Debug, Clone, PartialEq)]
pub enum Time {
    /// Seconds.
    Seconds(f64),
    /// A time expression, as written.
    Expr(String),
}

impl Default for Time {
    fn default() -> Self {
        Self::Seconds(0.0)
    }
}

/// Number or text, as these values are written.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Number(f64),
    Text(String),
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Number(px) => Ok(Self::Px(px)),
            Written::Text(text) => text
                .strip_suffix('%')
                .and_then(|number| number.parse().ok())
                .map(Self::Percent)
                .ok_or_else(|| de::Error::custom(format!("`{text}` is no length"))),
        }
    }
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Px(px) => serializer.serialize_f64(*px),
            Self::Percent(percent) => serializer.collect_str(&format_args!("{percent}%")),
        }
    }
}

impl JsonSchema for Length {
    fn schema_name() -> Cow<'static, str> {
        "Length".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "a length: canvas pixels, or percent such as \"50%\"",
            "type": ["number", "string"],
            "minimum": -MAX_PX,
            "maximum": MAX_PX,
            "pattern": PERCENT,
        })
    }
}

/// Widths and heights, which are lengths of no less than nothing.
pub(super) fn extent(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "title": "a length of 0 or more: canvas pixels, or percent such as \"50%\"",
        "type": ["number", "string"],
        "minimum": 0,
        "maximum": MAX_PX,
        "pattern": EXTENT_PERCENT,
    })
}

impl std::str::FromStr for Color {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no colour");
        if let Some(token) = text.strip_prefix('$') {
            return Ok(Self::Token(token.to_owned()));
        }
        let hex = text.strip_prefix('#').ok_or_else(wrong)?;
        let value = u32::from_str_radix(hex, 16).map_err(|_| wrong())?;
        match hex.len() {
            6 => Ok(Self::Rgba(((value << 8) | 0xFF).to_be_bytes())),
            8 => Ok(Self::Rgba(value.to_be_bytes())),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(name) => write!(out, "${name}"),
            Self::Rgba([r, g, b, 0xFF]) => write!(out, "#{r:02X}{g:02X}{b:02X}"),
            Self::Rgba([r, g, b, a]) => write!(out, "#{r:02X}{g:02X}{b:02X}{a:02X}"),
        }
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Color {
    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "a colour: \"#RRGGBB\" or \"#RRGGBBAA\" in quotes, or a theme colour such as $accent",
            "type": "string",
            "pattern": COLOR,
        })
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::Number(seconds) => Self::Seconds(seconds),
            Written::Text(text) => Self::Expr(text),
        })
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seconds(seconds) => serializer.serialize_f64(*seconds),
            Self::Expr(text) => serializer.serialize_str(text),
        }
    }
}

impl JsonSchema for Time {
    fn schema_name() -> Cow<'static, str> {
        "Time".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "a time: seconds, or a time expression such as cue(forty percent) or sentence(2) + 0.3",
            "type": ["number", "string"],
            "minimum": 0,
            "maximum": 600,
            "pattern": TIME,
        })
    }
}
