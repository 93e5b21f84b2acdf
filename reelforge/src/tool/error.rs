//! A problem that a tool reports to its caller.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display};

use serde_json::Value;

/// A problem that a tool reports to its caller: a model, which reads `message` and `hint` and tries again,
/// and a program, which reads `code`.
///
/// `?` turns any [`std::error::Error`] into one, with the code `failed` and the chain of its sources in the
/// message. For that to be possible `ToolError` is not a [`std::error::Error`] itself.
///
/// ```
/// use reelforge::ToolError;
///
/// fn port(text: &str) -> Result<u16, ToolError> {
///     if text.is_empty() {
///         return Err(ToolError::new("no_port", "the port is empty").hint("give a number such as 8080"));
///     }
///     Ok(text.parse()?)
/// }
///
/// assert_eq!(port("").unwrap_err().code(), "no_port");
/// assert_eq!(port("x").unwrap_err().message(), "invalid digit found in string");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError(Box<Parts>);

#[derive(Clone, Debug, PartialEq)]
struct Parts {
    code: Cow<'static, str>,
    message: String,
    hint: Option<String>,
    data: Option<Value>,
    missing_capability: Option<String>,
}

impl ToolError {
    /// A problem with a stable `code` (lower case with underscores) and a `message` that says what is wrong.
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            code: code.into(),
            message: message.into(),
            hint: None,
            data: None,
            missing_capability: None,
        }))
    }

    /// A problem with the code `failed`.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new("failed", message)
    }

    /// The call needs something that its client did not declare, such as `sampling`.
    pub fn missing_capability(capability: impl Into<String>) -> Self {
        let capability = capability.into();
        let mut error = Self::new(
            "missing_capability",
            format!("the client does not declare the capability `{capability}`"),
        );
        error.0.missing_capability = Some(capability);
        error
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds facts for programs.
    #[must_use]
    pub fn data(mut self, data: impl Into<Value>) -> Self {
        self.0.data = Some(data.into());
        self
    }

    /// The stable code.
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do about it.
    pub fn get_hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// Facts for programs.
    pub fn get_data(&self) -> Option<&Value> {
        self.0.data.as_ref()
    }

    /// The text that a model reads: the message, then the hint on a line of its own.
    pub fn text(&self) -> String {
        match &self.0.hint {
            None => self.0.message.clone(),
            Some(hint) => format!("{}\nhint: {hint}", self.0.message),
        }
    }

    /// The problem for programs: `{code, message, hint?, problems?, data?}`.
    #[cfg(any(feature = "cli", feature = "http"))]
    pub(crate) fn to_json(&self) -> Value {
        let mut json = serde_json::json!({ "code": self.code(), "message": self.message() });
        if let Some(hint) = self.get_hint() {
            json["hint"] = hint.into();
        }
        match self.get_data() {
            Some(Value::Object(data)) if data.len() == 1 && data.contains_key("problems") => {
                json["problems"] = data["problems"].clone();
            }
            Some(data) => json["data"] = data.clone(),
            None => {}
        }
        json
    }

    /// Cuts a message that is longer than that many bytes, and says so; facts that are larger are left out.
    pub(crate) fn within(mut self, limit: usize) -> Self {
        let size = self.0.message.len();
        if size > limit {
            self.0.message.truncate(self.0.message.floor_char_boundary(limit));
            self.0.message.push_str(&format!("\n[cut: {limit} of {size} bytes are shown]"));
        }
        self.0.data = self.0.data.filter(|data| data.to_string().len() <= limit);
        self
    }

    pub(crate) fn needs_capability(&self) -> Option<&str> {
        self.0.missing_capability.as_deref()
    }

    pub(crate) fn invalid_arguments(message: impl Into<String>) -> Self {
        Self::new("invalid_arguments", message)
    }

    pub(crate) fn invalid_argument(name: &str, error: &serde_json::Error) -> Self {
        Self::invalid_arguments(format!("{name}: {error}"))
    }
}

impl Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self::from_box(Box::new(error))
    }
}

impl ToolError {
    /// Takes back a `ToolError` that travelled as a boxed error; any other error becomes `failed`.
    pub(crate) fn from_box(error: Box<dyn Error + Send + Sync>) -> Self {
        match error.downcast::<Boxed>() {
            Ok(boxed) => boxed.0,
            Err(error) => Self::failed(chain(&*error)),
        }
    }
}

/// A `ToolError` on its way through `Box<dyn Error>`: what lets a tool return any kind of error.
struct Boxed(ToolError);

impl fmt::Debug for Boxed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Display for Boxed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl Error for Boxed {}

impl From<ToolError> for Box<dyn Error + Send + Sync> {
    fn from(error: ToolError) -> Self {
        Box::new(Boxed(error))
    }
}

/// An error and its sources, each said once.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        let said = source.to_string();
        if !text.ends_with(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        next = source.source();
    }
    text
}
