use std::collections::VecDeque;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use cap_std::fs::File;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::list::join;
use super::{Location, Root, StoreError, files};

pub(super) const MAX_DEPTH: usize = 6;
const MAX_ASSETS: usize = 1000;
const MAX_ENTRIES: usize = 20_000;
const MAX_TIME: Duration = Duration::from_secs(2);
/// As much of a file as tells its kind.
const HEAD_BYTES: u64 = 8 * 1024;
/// As much of a picture as is searched for its size: first what mostly tells it, then what long metadata may take up.
const SIZE_BYTES: [u64; 2] = [64 * 1024, 1024 * 1024];

/// What an asset is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AssetKind {
    /// A still or animated picture: png, jpg, webp, gif, svg.
    Image,
    /// A clip: mp4, m4v, mov, webm, mkv.
    Video,
    /// Sound: mp3, wav, m4a, aac, ogg, opus, flac.
    Audio,
    /// A typeface: ttf, otf, ttc, woff, woff2.
    Font,
    /// Tables and word times: csv, json, srt, vtt, ass.
    Data,
}

/// A file of a project that its YAML can name.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Asset {
    /// Path from the project folder, as the YAML writes it.
    pub path: String,
    /// What it can be used for.
    pub kind: AssetKind,
    /// Size in bytes.
    pub size: u64,
    /// Width of a picture in pixels, as far as its header tells; of a clip as it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Height of a picture in pixels, as far as its header tells; of a clip as it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Length of a sound or a clip in seconds. Empty as listed: who reads it fills it, and what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<f64>,
    /// Frames of a clip a second, on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fps: Option<f64>,
    /// Channels of a sound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channels: Option<u32>,
    /// Integrated loudness of a sound in LUFS, of mono as two speakers play it; none of what is almost silent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lufs: Option<f64>,
    /// Addresses of what names this file in the YAML. Empty as listed: who knows the YAML fills it.
    pub used_by: Vec<String>,
    /// What is wrong with the file, such as content of another kind than its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The assets of one project.
#[derive(Debug, Clone, PartialEq)]
pub struct Assets {
    /// Sorted by path.
    pub assets: Vec<Asset>,
    /// Whether the whole folder was searched; otherwise a limit of depth, count or time ended it.
    pub complete: bool,
}

impl Root {
    /// Finds the assets in the folder of an existing project, of one kind or of all. Hidden files and folders and
    /// symbolic links to folders are passed over, and so is what is not a regular file below the root.
    pub fn assets(&self, project: &str, kind: Option<AssetKind>) -> Result<Assets, StoreError> {
        let Location { folder: base, .. } = self.locate(project)?;
        let start = Instant::now();
        let mut found = Assets { assets: Vec::new(), complete: true };
        let mut queue = VecDeque::from([(".".to_owned(), 0)]);
        let mut seen = 0;
        'search: while let Some((folder, depth)) = queue.pop_front() {
            let entries = match self.dir.read_dir(below(&base, &folder)) {
                Ok(entries) => entries,
                Err(source) if depth == 0 => return Err(StoreError::io(&base, "list", source)),
                Err(_) => continue,
            };
            for entry in entries.flatten() {
                seen += 1;
                if seen > MAX_ENTRIES || found.assets.len() == MAX_ASSETS || start.elapsed() > MAX_TIME {
                    found.complete = false;
                    break 'search;
                }
                let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
                if name.starts_with('.') {
                    continue;
                }
                let path = join(&folder, &name);
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    if depth == MAX_DEPTH {
                        found.complete = false;
                    } else {
                        queue.push_back((path, depth + 1));
                    }
                    continue;
                }
                let named = AssetKind::of_name(&name);
                if let Some(named) = named.filter(|named| kind.is_none_or(|wanted| wanted == *named)) {
                    found.assets.extend(self.probe(&base, path, named));
                }
            }
        }
        found.assets.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    fn probe(&self, base: &str, path: String, kind: AssetKind) -> Option<Asset> {
        let shown = below(base, &path);
        match files::open_regular(&self.dir, &shown, &shown) {
            Ok((file, meta)) => {
                let head = head(&file);
                let problem = problem(&path, kind, &head);
                let size = picture_size(&file, kind, head);
                let (width, height) = size.map_or((None, None), |(w, h)| (Some(w), Some(h)));
                Some(Asset { size: meta.len(), width, height, problem, ..Asset::named(path, kind) })
            }
            Err(error @ (StoreError::OutsideRoot { .. } | StoreError::Io { .. })) => {
                let problem = Some(error.to_string());
                Some(Asset { problem, ..Asset::named(path, kind) })
            }
            // Gone meanwhile, a dangling link, or a pipe: nothing that could be used.
            Err(_) => None,
        }
    }
}

impl Asset {
    /// A file of which no more is known.
    fn named(path: String, kind: AssetKind) -> Self {
        Self {
            path,
            kind,
            size: 0,
            width: None,
            height: None,
            duration: None,
            fps: None,
            channels: None,
            lufs: None,
            used_by: Vec::new(),
            problem: None,
        }
    }
}

impl AssetKind {
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let extension = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "png" | "jpg" | "jpeg" | "webp" | "gif" | "svg" => Self::Image,
            "mp4" | "m4v" | "mov" | "webm" | "mkv" => Self::Video,
            "mp3" | "wav" | "m4a" | "aac" | "ogg" | "opus" | "flac" => Self::Audio,
            "ttf" | "otf" | "ttc" | "woff" | "woff2" => Self::Font,
            "csv" | "json" | "srt" | "vtt" | "ass" => Self::Data,
            _ => return None,
        })
    }

    fn word(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Font => "font",
            Self::Data => "data",
        }
    }
}

pub(super) fn below(base: &str, path: &str) -> String {
    if path == "." { base.to_owned() } else { join(base, path) }
}

fn head(file: &File) -> Vec<u8> {
    let mut head = Vec::new();
    // An unreadable file shows as one without a known kind.
    let _ = file.take(HEAD_BYTES).read_to_end(&mut head);
    head
}

/// As much of a content as tells its kind.
pub(super) fn head_of(bytes: &[u8]) -> &[u8] {
    let most = usize::try_from(HEAD_BYTES).unwrap_or(usize::MAX);
    &bytes[..bytes.len().min(most)]
}

/// What the first bytes say against the name, if anything.
pub(super) fn problem(path: &str, kind: AssetKind, head: &[u8]) -> Option<String> {
    if head.is_empty() {
        return Some("the file is empty".to_owned());
    }
    let extension = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
    let is_text = kind == AssetKind::Data || extension == "svg";
    match infer::get(head) {
        // Markup and plain text have many spellings; only their decoder knows.
        Some(found) if is_text && found.matcher_type() != infer::MatcherType::Text => {
            Some(format!("the name says {extension}, the content is {}", found.mime_type()))
        }
        _ if is_text => std::str::from_utf8(head)
            .err()
            .filter(|error| error.error_len().is_some())
            .map(|_| format!("the name says {extension}, the content is not UTF-8 text")),
        Some(found) if !same_format(&extension, kind, &found) => {
            Some(format!("the name says {extension}, the content is {}", found.mime_type()))
        }
        Some(_) => None,
        // MP3 and AAC streams may begin with anything that a decoder can skip.
        None if kind == AssetKind::Audio => None,
        None => Some(format!("the name says {extension}, the content is no known {} format", kind.word())),
    }
}

/// Pictures must be the very format of their name. Sound and clips share containers, so there the kind must fit.
fn same_format(extension: &str, kind: AssetKind, found: &infer::Type) -> bool {
    use infer::MatcherType::{Audio, Font, Video};
    match kind {
        AssetKind::Image => found.extension() == extension.replace("jpeg", "jpg"),
        AssetKind::Video => found.matcher_type() == Video,
        AssetKind::Audio => matches!(found.matcher_type(), Audio | Video),
        AssetKind::Font => found.matcher_type() == Font,
        AssetKind::Data => true,
    }
}

/// The width and height of a picture; `head` is what was read of its file already.
fn picture_size(file: &File, kind: AssetKind, mut head: Vec<u8>) -> Option<(u32, u32)> {
    if kind != AssetKind::Image {
        return None;
    }
    for limit in SIZE_BYTES {
        file.take(limit.saturating_sub(head.len() as u64)).read_to_end(&mut head).ok()?;
        if let Ok(size) = imagesize::blob_size(&head) {
            return Some((u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?));
        }
    }
    None
}
