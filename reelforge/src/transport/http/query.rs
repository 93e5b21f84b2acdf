//! The query of a request's address.

use std::borrow::Cow;

use axum::http::{StatusCode, Uri};

use super::refusal::Refusal;
use crate::registry::clip;

/// The parameters of a query. Each is given once at most and is one of those that the address takes.
#[derive(Debug, Default)]
pub(super) struct Query<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Query<'a> {
    pub(super) fn parse(uri: &'a Uri, known: &[&str]) -> Result<Self, Refusal> {
        let Some(text) = uri.query() else { return Ok(Self::default()) };
        let mut all: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::new();
        for (name, value) in form_urlencoded::parse(text.as_bytes()) {
            if !known.contains(&&*name) {
                let known = if known.is_empty() { "none" } else { &known.join(", ") };
                return Err(bad(format!("unknown query parameter `{}`; valid: {known}", clip(&name))));
            }
            if all.iter().any(|(other, _)| *other == name) {
                return Err(bad(format!(
                    "the query parameter `{name}` is given twice; join values by commas"
                )));
            }
            all.push((name, value));
        }
        Ok(Self(all))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| &**value)
    }

    /// The parts of a value that are separated by commas.
    pub(super) fn list(&self, name: &str) -> Option<Vec<&str>> {
        let parts = self.get(name)?.split(',').map(str::trim).filter(|part| !part.is_empty());
        Some(parts.collect())
    }

    /// One of several words.
    pub(super) fn word<'w>(&self, name: &str, words: &[&'w str]) -> Result<Option<&'w str>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match words.iter().find(|word| **word == value) {
            Some(word) => Ok(Some(word)),
            None => Err(bad(format!(
                "the query parameter `{name}` says `{}`; expected {}",
                clip(value),
                words.join(" or ")
            ))),
        }
    }
}

/// A query that cannot be served.
pub(super) fn bad(message: String) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "bad_query", message)
}
