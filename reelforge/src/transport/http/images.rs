//! Pictures that REST answers as links.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::Response;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use axum::routing::get;

use super::refusal::Refusal;
use super::sessions::random_id;
use super::shared::Shared;
use crate::tool::Image;

/// How long a link is good for.
const KEPT_FOR: Duration = Duration::from_mins(10);
/// How many bytes all kept pictures may have; the oldest go first.
const KEPT: usize = 64 << 20;
const PATH: &str = "/api/v1/images/";

/// The pictures of the last minutes, oldest first.
#[derive(Debug, Default)]
pub(super) struct Images(Mutex<VecDeque<Kept>>);

#[derive(Debug)]
struct Kept {
    id: Box<str>,
    data: Bytes,
    media_type: HeaderValue,
    since: Instant,
}

impl Images {
    /// Keeps a picture; gives the path of its link, or the picture if it cannot be kept.
    pub(super) fn keep(&self, image: Image, now: Instant) -> Result<String, Image> {
        let (Ok(id), Ok(media_type)) = (random_id(), HeaderValue::try_from(&image.mime_type)) else {
            return Err(image);
        };
        if image.data.len() > KEPT {
            return Err(image);
        }
        let path = format!("{PATH}{id}");
        let kept = Kept { id: id.into(), data: image.data.into(), media_type, since: now };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_back(kept);
        let mut size: usize = all.iter().map(|kept| kept.data.len()).sum();
        while let Some(oldest) = all.front()
            && (size > KEPT || expired(oldest, now))
        {
            size -= oldest.data.len();
            all.pop_front();
        }
        Ok(path)
    }

    fn find(&self, id: &str, now: Instant) -> Option<(Bytes, HeaderValue)> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = all.iter().find(|kept| *kept.id == *id && !expired(kept, now))?;
        Some((kept.data.clone(), kept.media_type.clone()))
    }
}

fn expired(kept: &Kept, now: Instant) -> bool {
    now.saturating_duration_since(kept.since) > KEPT_FOR
}

pub(super) fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/api/v1/images/{id}", get(show))
}

async fn show(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let path = request.uri().path();
    let id = path.strip_prefix(PATH).unwrap_or(path);
    let Some((data, media_type)) = shared.images.find(id, Instant::now()) else {
        return Refusal::not_found(path).hint("links to pictures are good for ten minutes").rest();
    };
    let mut response = Response::new(Body::from(data));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, media_type);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=600"));
    // A picture can be a document with scripts, and its bytes may come from anywhere.
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(path: &str) -> &str {
        path.strip_prefix(PATH).unwrap()
    }

    #[test]
    fn a_picture_is_kept_for_ten_minutes() {
        let (images, now) = (Images::default(), Instant::now());
        let path = images.keep(Image::png([1, 2, 3]), now).unwrap();
        let (data, media_type) = images.find(id(&path), now + Duration::from_secs(599)).unwrap();
        assert_eq!((&*data, media_type.as_bytes()), (&[1, 2, 3][..], &b"image/png"[..]));
        assert!(images.find(id(&path), now + Duration::from_secs(601)).is_none());
        images.keep(Image::png([4]), now + Duration::from_secs(601)).unwrap();
        assert_eq!(images.0.lock().unwrap().len(), 1, "an expired picture is let go");
    }

    #[test]
    fn the_oldest_pictures_make_room() {
        let (images, now) = (Images::default(), Instant::now());
        let quarter = Image::png(vec![0; KEPT / 4]);
        let paths: Vec<String> = (0..6).map(|_| images.keep(quarter.clone(), now).unwrap()).collect();
        let found: Vec<bool> = paths.iter().map(|path| images.find(id(path), now).is_some()).collect();
        assert_eq!(found, [false, false, true, true, true, true]);
        assert!(images.keep(Image::png(vec![0; KEPT + 1]), now).is_err(), "it has no room");
    }
}
