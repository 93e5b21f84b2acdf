//! How the server introduces itself.

use serde::Serialize;
use serde_json::value::RawValue;

/// How the server introduces itself: the user's crate, never this one.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// The crate's name.
    pub name: String,
    /// The name shown to people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The crate's version.
    pub version: String,
    /// One sentence about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website_url: Option<String>,
    /// How to work with its tools, for the model.
    #[serde(skip)]
    pub instructions: Option<String>,
}

impl Identity {
    /// A name and a version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            version: version.into(),
            description: None,
            website_url: None,
            instructions: None,
        }
    }

    /// The identity as an `Implementation` object.
    pub(super) fn json(&self) -> Box<RawValue> {
        serde_json::value::to_raw_value(self).expect("strings can always be written as JSON")
    }
}
