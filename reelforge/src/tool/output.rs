//! What a call returns.

use std::error::Error;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use super::ToolError;

/// What a call returns: a structured result, text, images, or any mixture.
#[derive(Clone, Debug, Default)]
pub struct Output {
    pub(crate) structured: Option<String>,
    pub(crate) content: Vec<Content>,
}

/// One block of content, in the order in which the caller sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(String),
    /// A picture.
    Image(Image),
    /// A sound.
    Audio {
        /// The bytes of the file.
        data: Vec<u8>,
        /// Its media type, such as `audio/wav`.
        mime_type: String,
    },
    /// A text file that comes with the answer.
    Resource {
        /// Its address.
        uri: String,
        /// Its media type, such as `text/plain`.
        mime_type: String,
        /// What it holds.
        text: String,
    },
    /// The address of something that the caller may fetch.
    Link(Link),
}

/// The address of something that the caller may fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub(crate) uri: String,
    pub(crate) name: String,
    pub(crate) mime_type: Option<String>,
    pub(crate) description: Option<String>,
}

impl Link {
    /// The address and a short name of what is there.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self { uri: uri.into(), name: name.into(), mime_type: None, description: None }
    }

    /// Adds the media type of what is there, such as `text/plain`.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds what is there, in words.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The members of its JSON; the media type is called differently in places.
    pub(crate) fn to_json(&self, mime_type: &str) -> Value {
        let mut json = serde_json::json!({ "uri": self.uri, "name": self.name });
        for (name, text) in [(mime_type, &self.mime_type), ("description", &self.description)] {
            if let Some(text) = text {
                json[name] = text.as_str().into();
            }
        }
        json
    }
}

/// One line for who reads text alone.
impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.uri)?;
        if let Some(mime_type) = &self.mime_type {
            write!(f, " ({mime_type})")?;
        }
        match &self.description {
            Some(description) => {
                write!(f, " {}", description.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            None => Ok(()),
        }
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    pub(crate) data: Vec<u8>,
    pub(crate) mime_type: String,
}

impl Image {
    /// A picture from the bytes of a file and its media type, such as `image/png`.
    pub fn new(data: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        Self { data: data.into(), mime_type: mime_type.into() }
    }

    /// A PNG file.
    pub fn png(data: impl Into<Vec<u8>>) -> Self {
        Self::new(data, "image/png")
    }

    /// A JPEG file.
    pub fn jpeg(data: impl Into<Vec<u8>>) -> Self {
        Self::new(data, "image/jpeg")
    }
}

impl Output {
    /// An empty output.
    pub fn new() -> Self {
        Self::default()
    }

    /// Text alone.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new().with_text(text)
    }

    /// A structured result alone.
    pub fn json<T: Serialize>(value: &T) -> Result<Self, ToolError> {
        let structured = serde_json::to_string(value).map_err(|error| {
            ToolError::new("internal", format!("the result cannot be written as JSON: {error}"))
        })?;
        Ok(Self { structured: Some(on_one_line(structured)), content: Vec::new() })
    }

    /// Adds a block of text.
    #[must_use]
    pub fn with_text(self, text: impl Into<String>) -> Self {
        self.with(Content::Text(text.into()))
    }

    /// Adds a picture.
    #[must_use]
    pub fn with_image(self, image: Image) -> Self {
        self.with(Content::Image(image))
    }

    /// Adds a block of any kind.
    #[must_use]
    pub fn with(mut self, content: Content) -> Self {
        self.content.push(content);
        self
    }

    /// The blocks of content, without the structured result.
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// The structured result as JSON text.
    pub fn structured(&self) -> Option<&str> {
        self.structured.as_deref()
    }

    /// How many bytes the output holds.
    pub(crate) fn size(&self) -> usize {
        let content = self.content.iter().map(|block| match block {
            Content::Text(text) => text.len(),
            Content::Image(image) => image.data.len(),
            Content::Audio { data, .. } => data.len(),
            Content::Resource { uri, text, .. } => uri.len() + text.len(),
            Content::Link(link) => link.to_string().len(),
        });
        content.sum::<usize>() + self.structured().map_or(0, str::len)
    }
}

/// JSON without line breaks and tabs between its parts. Only a `RawValue` brings any: what is sent over stdio is one
/// line.
fn on_one_line(json: String) -> String {
    if memchr::memchr3(b'\n', b'\r', b'\t', json.as_bytes()).is_none() {
        return json;
    }
    // JSON holds these between its parts alone: in a string they are escaped.
    json.replace(['\n', '\r', '\t'], " ")
}

/// A structured result, with `T`'s schema as the tool's output schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

/// What a tool's function may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a tool",
    label = "not a tool's output",
    note = "return `Json<T>`, `String`, `&'static str`, `Image`, `Output`, `()`, or a `Result` of one of these"
)]
pub trait IntoOutput {
    /// The output, or the problem to report.
    fn into_output(self) -> Result<Output, ToolError>;

    /// The schema of the structured result, if there always is one.
    fn schema(_generator: &mut SchemaGenerator) -> Option<Schema> {
        None
    }
}

/// What can be a structured result.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a structured result",
    label = "cannot be written as JSON, or has no schema",
    note = "a structured result implements `serde::Serialize` and `schemars::JsonSchema`: derive both"
)]
pub trait Structured: Serialize + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Structured for T {}

impl<T: Structured> IntoOutput for Json<T> {
    fn into_output(self) -> Result<Output, ToolError> {
        Output::json(&self.0)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<T>())
    }
}

impl IntoOutput for Output {
    fn into_output(self) -> Result<Output, ToolError> {
        Ok(self)
    }
}

impl IntoOutput for String {
    fn into_output(self) -> Result<Output, ToolError> {
        Ok(Output::text(self))
    }
}

impl IntoOutput for &'static str {
    fn into_output(self) -> Result<Output, ToolError> {
        Ok(Output::text(self))
    }
}

impl IntoOutput for Image {
    fn into_output(self) -> Result<Output, ToolError> {
        Ok(Output::new().with_image(self))
    }
}

impl IntoOutput for () {
    fn into_output(self) -> Result<Output, ToolError> {
        Ok(Output::new())
    }
}

impl<T: IntoOutput, E: IntoToolError> IntoOutput for Result<T, E> {
    fn into_output(self) -> Result<Output, ToolError> {
        match self {
            Ok(value) => value.into_output(),
            Err(error) => Err(error.into_tool_error()),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        T::schema(generator)
    }
}

/// What a tool's function may return as its error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "not a tool's error",
    note = "return a `ToolError`, a `String` or a type that implements `std::error::Error`; a boxed error is a `Box<dyn Error + Send + Sync>`"
)]
pub trait IntoToolError {
    /// The problem to report.
    fn into_tool_error(self) -> ToolError;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn Error + Send + Sync>>> IntoToolError for E {
    fn into_tool_error(self) -> ToolError {
        ToolError::from_box(self.into())
    }
}
