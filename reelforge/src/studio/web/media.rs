//! Finished files of renders, in parts, so that a player can seek.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::UNIX_EPOCH;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use tokio::task::JoinHandle;

use crate::video::project::store::{Root, StoreError};
use crate::video::render::FOLDER;

/// Bytes that are read at once.
const BLOCK: u64 = 256 << 10;

/// A finished file of a render.
pub(super) struct Media {
    file: File,
    kind: &'static str,
    size: u64,
    /// Tells whether it is still the same file.
    tag: String,
}

impl Media {
    /// Opens a file of a project's folder of renders, by its path from the root.
    pub(super) fn open(root: &Root, path: &str) -> Result<Self, StoreError> {
        let not_found = || StoreError::NotFound { what: "file", name: path.to_owned(), near: Vec::new() };
        let mut parts = path.rsplit('/');
        let (leaf, folder) = (parts.next().unwrap_or_default(), parts.next());
        let kind = match leaf.rsplit_once('.') {
            Some((stem, "webm")) if !stem.is_empty() => "video/webm",
            Some((stem, "mp4")) if !stem.is_empty() => "video/mp4",
            Some((stem, "jpg")) if !stem.is_empty() => "image/jpeg",
            _ => return Err(not_found()),
        };
        if folder != Some(FOLDER) {
            return Err(not_found());
        }
        let file = root.open_file(path)?;
        let meta = file.metadata().map_err(|_| not_found())?;
        let since = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let tag = format!("\"{:x}-{:x}\"", meta.len(), since.unwrap_or_default().as_nanos());
        Ok(Self { file, kind, size: meta.len(), tag })
    }

    /// The answer to a request for it.
    pub(super) fn answer(self, headers: &HeaderMap) -> Response {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        // A part of a file that was replaced meanwhile does not fit the other parts.
        let is_same = text(header::IF_RANGE).is_none_or(|tag| tag == self.tag);
        let range = text(header::RANGE).filter(|_| is_same);
        let (status, part) = match range.map_or(Asked::Whole, |range| asked(range, self.size)) {
            Asked::Whole => (StatusCode::OK, 0..self.size),
            Asked::Part(part) => (StatusCode::PARTIAL_CONTENT, part),
            Asked::Beyond => {
                let range = format!("bytes */{}", self.size);
                return (StatusCode::RANGE_NOT_SATISFIABLE, [(header::CONTENT_RANGE, range)]).into_response();
            }
        };
        let about = [
            (header::CONTENT_TYPE, self.kind.to_owned()),
            (header::CONTENT_LENGTH, (part.end - part.start).to_string()),
            (header::ACCEPT_RANGES, "bytes".to_owned()),
            (header::ETAG, self.tag),
            (header::CACHE_CONTROL, "no-cache".to_owned()),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        ];
        let range = (status == StatusCode::PARTIAL_CONTENT).then(|| {
            [(header::CONTENT_RANGE, format!("bytes {}-{}/{}", part.start, part.end - 1, self.size))]
        });
        let left = part.end - part.start;
        let body = Body::new(Blocks { next: Next::Seek(Some(self.file), part.start), left });
        match range {
            Some(range) => (status, about, range, body).into_response(),
            None => (status, about, body).into_response(),
        }
    }
}

/// What a `Range` header asks for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    /// The file, since it says nothing that is understood.
    Whole,
    /// Some bytes of it.
    Part(Range<u64>),
    /// Bytes that it does not have.
    Beyond,
}

fn asked(range: &str, size: u64) -> Asked {
    let ends = range.trim().strip_prefix("bytes=").and_then(|ends| ends.split_once('-'));
    let number = |text: &str| text.parse::<u64>().ok();
    let part = ends.and_then(|(first, last)| match (first.trim(), last.trim()) {
        ("", last) => Some(size.saturating_sub(number(last)?)..size),
        (first, "") => Some(number(first)?..size),
        (first, last) => Some(number(first)?..number(last)?.saturating_add(1).min(size)),
    });
    match part {
        None => Asked::Whole,
        Some(part) if part.start < part.end => Asked::Part(part),
        Some(_) => Asked::Beyond,
    }
}

/// A file that is read block by block as the client takes it, away from the threads that serve others.
struct Blocks {
    next: Next,
    left: u64,
}

enum Next {
    /// The file, and where to read it.
    Seek(Option<File>, u64),
    Reading(JoinHandle<io::Result<(File, u64, Vec<u8>)>>),
}

impl HttpBody for Blocks {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        loop {
            let left = self.left;
            match &mut self.next {
                _ if left == 0 => return Poll::Ready(None),
                Next::Seek(file, at) => {
                    let (Some(file), at) = (file.take(), *at) else { return Poll::Ready(None) };
                    let reading = tokio::task::spawn_blocking(move || read(file, at, left.min(BLOCK)));
                    self.next = Next::Reading(reading);
                }
                Next::Reading(reading) => {
                    let Poll::Ready(read) = Pin::new(reading).poll(cx) else { return Poll::Pending };
                    return match read.map_err(io::Error::other).flatten() {
                        Ok((file, at, block)) => {
                            self.left -= block.len() as u64;
                            self.next = Next::Seek(Some(file), at + block.len() as u64);
                            Poll::Ready(Some(Ok(Frame::data(block.into()))))
                        }
                        Err(error) => {
                            self.left = 0;
                            Poll::Ready(Some(Err(error)))
                        }
                    };
                }
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

fn read(mut file: File, at: u64, most: u64) -> io::Result<(File, u64, Vec<u8>)> {
    file.seek(SeekFrom::Start(at))?;
    let mut block = Vec::new();
    (&mut file).take(most).read_to_end(&mut block)?;
    if block.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok((file, at, block))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_part_of_a_range_is_found() {
        for (range, expected) in [
            ("bytes=0-", Asked::Part(0..100)),
            ("bytes=10-19", Asked::Part(10..20)),
            ("bytes=90-500", Asked::Part(90..100)),
            ("bytes=-10", Asked::Part(90..100)),
            ("bytes=-500", Asked::Part(0..100)),
            ("bytes=100-", Asked::Beyond),
            ("bytes=20-10", Asked::Beyond),
            ("bytes=-0", Asked::Beyond),
            ("bytes=0-1,5-6", Asked::Whole),
            ("items=0-1", Asked::Whole),
            ("bytes=a-b", Asked::Whole),
            ("bytes=99999999999999999999999-", Asked::Whole),
        ] {
            assert_eq!(asked(range, 100), expected, "{range}");
        }
    }

    fn root() -> (tempfile::TempDir, Root) {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir_all(temp.path().join("coffee/renders")).unwrap();
        let content: Vec<u8> = (0..600_000_u32).map(|at| at.to_le_bytes()[0]).collect();
        for name in
            ["coffee/renders/coffee.mp4", "coffee/renders/.mp4", "coffee/secret.mp4", "coffee/renders/x.txt"]
        {
            fs::write(temp.path().join(name), &content).unwrap();
        }
        let root = Root::open(temp.path()).unwrap();
        (temp, root)
    }

    async fn get(root: &Root, headers: &[(header::HeaderName, &str)]) -> (Response<()>, Vec<u8>) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(name, HeaderValue::from_str(value).unwrap());
        }
        let answer = Media::open(root, "coffee/renders/coffee.mp4").unwrap().answer(&map);
        let (parts, body) = answer.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        (Response::from_parts(parts, ()), bytes.to_vec())
    }

    #[tokio::test]
    async fn a_video_comes_whole_or_in_parts() {
        let (_temp, root) = root();
        let (whole, bytes) = get(&root, &[]).await;
        assert_eq!((whole.status(), bytes.len()), (StatusCode::OK, 600_000));
        assert_eq!(whole.headers()[header::CONTENT_TYPE], "video/mp4");
        assert_eq!(whole.headers()[header::ACCEPT_RANGES], "bytes");

        let (some, part) = get(&root, &[(header::RANGE, "bytes=299990-300009")]).await;
        assert_eq!(some.status(), StatusCode::PARTIAL_CONTENT);
        assert_eq!(some.headers()[header::CONTENT_RANGE], "bytes 299990-300009/600000");
        assert_eq!(part, bytes[299_990..300_010]);

        let tag = whole.headers()[header::ETAG].to_str().unwrap();
        let range = (header::RANGE, "bytes=-1");
        let (same, _) = get(&root, &[range.clone(), (header::IF_RANGE, tag)]).await;
        let (other, _) = get(&root, &[range, (header::IF_RANGE, "\"other\"")]).await;
        assert_eq!((same.status(), other.status()), (StatusCode::PARTIAL_CONTENT, StatusCode::OK));
        let (none, _) = get(&root, &[(header::RANGE, "bytes=600000-")]).await;
        assert_eq!(none.status(), StatusCode::RANGE_NOT_SATISFIABLE);
        assert_eq!(none.headers()[header::CONTENT_RANGE], "bytes */600000");
    }

    #[test]
    fn only_finished_files_are_shown() {
        let (_temp, root) = root();
        for path in [
            "coffee/secret.mp4",
            "coffee/renders/.mp4",
            "coffee/renders/x.txt",
            "coffee/renders/none.mp4",
            "coffee/../coffee/renders/coffee.mp4",
            "/etc/renders/x.mp4",
        ] {
            assert!(Media::open(&root, path).is_err(), "{path}");
        }
    }
}
