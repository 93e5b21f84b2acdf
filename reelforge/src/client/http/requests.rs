//! One request, with its credentials, and what a status says.

use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::header::{AUTHORIZATION, HeaderMap, HeaderValue, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE};
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};

use super::tls::connector;
use crate::client::auth::Credentials;
use crate::client::problem::{Problem, said};
use crate::client::recipe::HttpRecipe;

type Body = http_body_util::Full<Bytes>;

/// How long a connection may rest before it is not used any more. Common servers close theirs after five seconds; a
/// request that is sent just then would fail.
const IDLE: Duration = Duration::from_secs(4);
/// How many redirects of one request are followed.
const HOPS: usize = 3;

/// Sends requests to one server.
#[derive(Debug)]
pub(super) struct Requests {
    client: Client<HttpsConnector<HttpConnector>, Body>,
    url: Uri,
    headers: HeaderMap,
    credentials: Option<Credentials>,
}

impl Requests {
    pub(super) fn new(recipe: &HttpRecipe) -> Result<Self, Problem> {
        let tls = recipe.url().scheme_str() == Some("https");
        Ok(Self {
            client: Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .pool_idle_timeout(IDLE)
                .build(connector(tls)?),
            url: recipe.url().clone(),
            headers: recipe.headers().clone(),
            credentials: recipe.credentials().map(Credentials::new),
        })
    }

    /// Sends a request; where its token is refused, once more with the next. What it gives was neither refused nor
    /// sent elsewhere.
    pub(super) async fn send(
        &self,
        method: &Method,
        headers: &HeaderMap,
        body: &Bytes,
    ) -> Result<Response<Incoming>, Problem> {
        let mut again = true;
        loop {
            let (token, generation) = match &self.credentials {
                Some(credentials) => credentials.token().await.map_err(Problem::Auth)?,
                None => (None, 0),
            };
            let response = self.follow(method, headers, body, token.as_deref()).await?;
            if response.status() != StatusCode::UNAUTHORIZED {
                return Ok(response);
            }
            let refused = Problem::Unauthorized(header(&response, &WWW_AUTHENTICATE));
            match &self.credentials {
                Some(credentials) if again => {
                    again = false;
                    if !credentials.refused(generation).await.map_err(Problem::Auth)? {
                        return Err(refused);
                    }
                }
                _ => return Err(refused),
            }
        }
    }

    /// Sends a request, to where the server has it sent to on the same host.
    async fn follow(
        &self,
        method: &Method,
        headers: &HeaderMap,
        body: &Bytes,
        token: Option<&str>,
    ) -> Result<Response<Incoming>, Problem> {
        let mut url = self.url.clone();
        for _ in 0..=HOPS {
            let mut request = Request::new(Body::new(body.clone()));
            *request.method_mut() = method.clone();
            *request.uri_mut() = url.clone();
            *request.headers_mut() = headers.clone();
            request.headers_mut().extend(self.headers.clone());
            if let Some(token) = token {
                let mut value = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| {
                    Problem::Protocol(
                        "the token holds what no header may hold, such as a line break".to_owned(),
                    )
                })?;
                value.set_sensitive(true);
                request.headers_mut().insert(AUTHORIZATION, value);
            }
            let response = self.client.request(request).await.map_err(|error| unreachable(&error))?;
            if !response.status().is_redirection() {
                return Ok(response);
            }
            url = redirected(&url, &response)?;
        }
        Err(Problem::Redirect("one address after the other".to_owned()))
    }
}

/// Where a redirect leads, if it keeps method and body and stays on the host.
fn redirected(from: &Uri, response: &Response<Incoming>) -> Result<Uri, Problem> {
    let location = response.headers().get(LOCATION).and_then(|location| location.to_str().ok());
    let Some(location) = location else {
        return Err(Problem::Status(response.status(), said("without saying where it redirects to")));
    };
    let mut to: Uri = location.parse().map_err(|_| Problem::Redirect("what is no address".to_owned()))?;
    if to.authority().is_none() {
        if !location.starts_with('/') {
            let path = location.split(['?', '#']).next().unwrap_or_default();
            return Err(Problem::Redirect(path.chars().take(200).collect()));
        }
        let mut parts = from.clone().into_parts();
        parts.path_and_query = to.into_parts().path_and_query;
        to = Uri::from_parts(parts).map_err(|_| Problem::Redirect("what is no address".to_owned()))?;
    }
    let keeps = matches!(response.status(), StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT);
    if keeps && to.scheme() == from.scheme() && to.authority() == from.authority() {
        return Ok(to);
    }
    // Without its query, which may hold secrets.
    let authority = to.authority().map_or("", |authority| authority.as_str());
    let authority = authority.rsplit('@').next().unwrap_or_default();
    Err(Problem::Redirect(format!("{}://{authority}{}", to.scheme_str().unwrap_or("http"), to.path())))
}

/// A status that is no success, with the start of what came with it.
pub(super) fn failed(status: StatusCode, retry_after: Option<&str>, body: &[u8]) -> Problem {
    let text = String::from_utf8_lossy(&body[..body.len().min(1000)]);
    let body = if text.trim_start().starts_with('<') { String::new() } else { said(&text) };
    let later = retry_after.map(|time| format!(" (Retry-After: {time})")).unwrap_or_default();
    Problem::Status(status, format!("{later}{body}"))
}

pub(super) fn retry_after(response: &Response<Incoming>) -> Option<String> {
    response.headers().get(RETRY_AFTER)?.to_str().ok().map(|time| time.chars().take(40).collect())
}

fn header(response: &Response<Incoming>, name: &hyper::header::HeaderName) -> String {
    let value = response.headers().get(name).and_then(|value| value.to_str().ok());
    said(value.unwrap_or_default())
}

/// Why nobody answers, to the last cause.
fn unreachable(error: &hyper_util::client::legacy::Error) -> Problem {
    let mut text = error.to_string();
    let mut next = std::error::Error::source(error);
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        next = cause.source();
    }
    if error.is_connect() { Problem::Unreachable(text) } else { Problem::Lost(text) }
}
