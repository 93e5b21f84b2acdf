//! A server that speaks Streamable HTTP.

use std::fmt;
use std::sync::Arc;

use hyper::Uri;
use hyper::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};

use crate::client::Auth;
use crate::tool::ToolError;

/// What the client sets itself, beside everything that starts with `mcp-`.
const OWN: [&str; 7] =
    ["accept", "connection", "content-length", "content-type", "host", "last-event-id", "transfer-encoding"];

/// A server that speaks Streamable HTTP.
#[derive(Clone)]
pub struct HttpRecipe {
    url: Uri,
    headers: HeaderMap,
    auth: Option<Arc<dyn Auth>>,
}

impl HttpRecipe {
    /// A server at that address, such as `https://example.com/mcp`.
    pub fn new(url: &str) -> Result<Self, ToolError> {
        let wrong = |why: &str| {
            ToolError::new("invalid_url", format!("the server's address {why}"))
                .hint("give an address such as https://example.com/mcp")
        };
        // What the parser says does not repeat the address, which may hold secrets.
        let url: Uri = url.trim().parse().map_err(|error| wrong(&format!("is none: {error}")))?;
        if !matches!(url.scheme_str(), Some("http" | "https")) {
            return Err(wrong("starts with neither http:// nor https://"));
        }
        match url.authority() {
            Some(authority) if authority.as_str().contains('@') => Err(wrong("holds a user or a password")
                .hint("remove what stands before the @, and send it as a header or by `auth`")),
            Some(authority) if !authority.host().is_empty() => {
                Ok(Self { url, headers: HeaderMap::new(), auth: None })
            }
            _ => Err(wrong("names no host")),
        }
    }

    /// Adds a header to every request.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, ToolError> {
        let wrong = |why: &str| ToolError::new("invalid_header", format!("the header `{name}` {why}"));
        let header: HeaderName = name.parse().map_err(|_| wrong("has a name that HTTP does not allow"))?;
        let mut value = HeaderValue::from_str(value)
            .map_err(|_| wrong("has a value that HTTP does not allow, such as a line break"))?;
        if OWN.contains(&header.as_str()) || header.as_str().starts_with("mcp-") {
            return Err(wrong("is set by the client itself").hint("leave it out"));
        }
        if header == AUTHORIZATION && self.auth.is_some() {
            return Err(both_ways());
        }
        value.set_sensitive(true);
        self.headers.append(header, value);
        Ok(self)
    }

    /// Has every request carry a token that is asked for each time.
    pub fn auth(mut self, auth: impl Auth + 'static) -> Result<Self, ToolError> {
        if self.headers.contains_key(AUTHORIZATION) {
            return Err(both_ways());
        }
        self.auth = Some(Arc::new(auth));
        Ok(self)
    }

    pub(super) fn label(&self) -> String {
        let scheme = self.url.scheme_str().unwrap_or_default();
        let authority = self.url.authority().map_or("", |authority| authority.as_str());
        format!("{scheme}://{authority}{}", self.url.path())
    }

    pub(in crate::client) fn url(&self) -> &Uri {
        &self.url
    }

    pub(in crate::client) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    pub(in crate::client) fn credentials(&self) -> Option<Arc<dyn Auth>> {
        self.auth.clone()
    }
}

fn both_ways() -> ToolError {
    ToolError::new("invalid_header", "a server has both `auth` and a header `Authorization`")
        .hint("give one of them: one would hide the other")
}

impl fmt::Debug for HttpRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HttpRecipe").field(&self.label()).finish()
    }
}
