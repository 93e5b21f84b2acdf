//! Single values as JSON that keep their letters.
//!
//! `1.50` is a number in a number field, but four letters in a text. Where a field leaves open what a value is (variables,
//! props, columns), decoding writes one whose letters JSON would lose as `{"written": "1.50"}`, which no such field
//! takes otherwise.

use std::borrow::Cow;

use serde_json::{Value as Json, json};

use super::{Core, Node, Scalar, Style, Value};

const KEY: &str = "written";

impl Scalar {
    /// The value as JSON, with its letters where JSON would write others.
    pub fn to_written(&self) -> Json {
        match self.core() {
            Core::Null | Core::Text(_) => self.text.clone().into(),
            core => {
                let value = Json::from(core);
                let letters = value.to_string();
                if letters == self.text { value } else { json!({KEY: self.text}) }
            }
        }
    }
}

impl Node {
    /// A tree of JSON data whose single values may have kept their letters.
    pub fn from_written(value: &Json) -> Self {
        match value {
            Json::Array(items) => Self::detached(Value::Seq(items.iter().map(Self::from_written).collect())),
            Json::Object(map) => match letters(value) {
                Some(text) => {
                    Self::detached(Value::Scalar(Scalar { text: text.to_owned(), style: Style::Plain }))
                }
                None => Self::from_entries(map, Self::from_written),
            },
            single => Self::from_json(single),
        }
    }
}

/// The value itself: a number where a number is written.
pub fn value_of(value: &Json) -> Cow<'_, Json> {
    match letters(value) {
        Some(text) => {
            let scalar = Scalar { text: text.to_owned(), style: Style::Plain };
            Cow::Owned(scalar.core().into())
        }
        None => Cow::Borrowed(value),
    }
}

/// The value as a text shows it.
pub fn text_of(value: &Json) -> Cow<'_, str> {
    match (letters(value), value) {
        (Some(text), _) => text.into(),
        (None, Json::String(text)) => text.as_str().into(),
        (None, other) => other.to_string().into(),
    }
}

fn letters(value: &Json) -> Option<&str> {
    let map = value.as_object().filter(|map| map.len() == 1)?;
    map.get(KEY)?.as_str()
}
