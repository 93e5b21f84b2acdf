//! Documents about the server: encoded once, and not sent again to who has them.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH,
};
use axum::http::{HeaderMap, Response, StatusCode};
use sha2::{Digest, Sha256};

use crate::registry::Selection;

/// A document, and how it is served.
#[derive(Debug)]
pub(super) struct Document {
    text: Bytes,
    etag: HeaderValue,
    media_type: &'static str,
    public: bool,
}

impl Document {
    /// A document for those who may call.
    pub(super) fn new(media_type: &'static str, text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let etag = HeaderValue::try_from(format!("\"{}\"", &sha256(&text)[..32]));
        let etag = etag.expect("hexadecimal digits can stand in a header");
        Self { text, etag, media_type, public: false }
    }

    /// A document that pages of any origin may read, and caches may keep for a while.
    pub(super) fn public(mut self) -> Self {
        self.public = true;
        self
    }

    /// What it holds, if that is text.
    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.text).unwrap_or_default()
    }

    /// The answer to a request with these headers.
    pub(super) fn answer(&self, asked: &HeaderMap) -> Response<Body> {
        let known = asked.get_all(IF_NONE_MATCH).iter().any(|tags| self.matches(tags.as_bytes()));
        let mut response = Response::new(if known { Body::empty() } else { Body::from(self.text.clone()) });
        let headers = response.headers_mut();
        headers.insert(ETAG, self.etag.clone());
        let cache = if self.public { "public, max-age=3600" } else { "no-cache" };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        if self.public {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET"));
            let allowed = HeaderValue::from_static("Content-Type, If-None-Match");
            headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, allowed);
            headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("ETag"));
        }
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        }
        response
    }

    fn matches(&self, tags: &[u8]) -> bool {
        tags.split(|byte| *byte == b',')
            .map(<[u8]>::trim_ascii)
            .any(|tag| tag == b"*" || tag.strip_prefix(b"W/").unwrap_or(tag) == self.etag.as_bytes())
    }
}

/// The SHA-256 of some bytes as hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// How many documents are kept: what they hold depends on what clients ask for, so that there must be an end.
const KEPT: usize = 64;

/// The documents that were asked for, each encoded once.
#[derive(Debug, Default)]
pub(super) struct Documents(Mutex<Vec<(Key, Arc<Document>)>>);

#[derive(Debug)]
struct Key {
    kind: &'static str,
    base: String,
    selection: Arc<Selection>,
}

impl Documents {
    /// The document of that kind about these tools, for clients that reach the server at `base`.
    pub(super) fn get(
        &self,
        kind: &'static str,
        base: &str,
        selection: &Arc<Selection>,
        make: impl FnOnce() -> Document,
    ) -> Arc<Document> {
        let is = |key: &Key| key.kind == kind && key.base == base && Arc::ptr_eq(&key.selection, selection);
        {
            let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, document)) = kept.iter().find(|(key, _)| is(key)) {
                return document.clone();
            }
        }
        let document = Arc::new(make());
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        let key = Key { kind, base: base.to_owned(), selection: selection.clone() };
        kept.push((key, document.clone()));
        document
    }
}
