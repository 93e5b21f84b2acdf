//! Clips: which frame of a file is shown when, and its pixels.
//!
//! H.264 in MP4 and `QuickTime` files is decoded here; everything else by `FFmpeg`, where the machine has it. A frame is
//! the same however it was come to: one after the other, from anywhere, on any number of threads.

mod avc;
mod color;
mod foreign;
mod play;
mod pool;
mod sps;
mod table;
#[cfg(test)]
pub(super) mod tests;

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use image::metadata::Orientation;
use kurbo::Size;
use vello_cpu::Pixmap;

use super::decode::turned;
use super::info::is_sideways;
use super::shrink::Shrinker;
use super::{PictureError, lock};
use crate::video::files::{Content, Files};
use crate::video::program;
use color::Colors;
pub use play::Play;
use pool::{Cursor, Pool};

/// The most pixels of a frame: what H.264 allows up to level 5.2, which are 4096 × 2304.
const MAX_PIXELS: u64 = 36_864 * 256;
/// The largest side of a frame in pixels.
const MAX_SIDE: u32 = 8192;
/// The most frames of a clip: two hours at 60 a second.
const MAX_FRAMES: usize = 432_000;
/// How much earlier than its own time a frame may be shown, in seconds: files round times to milliseconds.
const TOLERANCE: f64 = 1e-3;

/// A clip, as far as its file says without being decoded.
#[derive(Debug)]
pub struct Clip {
    file: Arc<str>,
    /// Its codec.
    pub codec: String,
    /// Its size in pixels as it is shown: upright, and with square pixels.
    pub size: Size,
    /// Its length in seconds.
    pub duration: f64,
    /// When each frame is shown, in seconds; the first one at 0 or a little later.
    times: Arc<[f64]>,
    /// Width and height as they are stored.
    stored: [u32; 2],
    orientation: Orientation,
    source: Source,
}

/// What decodes it.
#[derive(Debug)]
enum Source {
    Avc(Arc<avc::Track>),
    Foreign(foreign::Foreign),
}

impl Clip {
    /// The number of its frames, at least one.
    pub fn frames(&self) -> u32 {
        u32::try_from(self.times.len()).unwrap_or(u32::MAX)
    }

    /// Frames a second, on average.
    pub fn fps(&self) -> f64 {
        if self.duration > 0.0 { f64::from(self.frames()) / self.duration } else { 0.0 }
    }

    /// The number of the step at which decoding begins to come to a frame, and that of the frame itself.
    fn steps(&self, frame: u32) -> (u32, u32) {
        match &self.source {
            Source::Avc(track) => track.steps(frame),
            Source::Foreign(foreign) => foreign.steps(frame),
        }
    }

    /// Bytes that it takes up while it is decoded.
    fn working(&self) -> u64 {
        let frame = u64::from(self.stored[0]) * u64::from(self.stored[1]);
        match &self.source {
            Source::Avc(track) => track.working(frame),
            Source::Foreign(_) => frame * 3 * u64::from(pool::HELD + 4),
        }
    }

    /// The size in which its frames are kept to be drawn in a wanted size.
    pub(super) fn kept_size(&self, wanted: [u32; 2]) -> [u32; 2] {
        let [width, height] = self.stored;
        let most = if is_sideways(self.orientation) { [height, width] } else { [width, height] };
        [0, 1].map(|axis| wanted[axis].clamp(1, most[axis]))
    }
}

/// A frame as its decoder gives it.
#[derive(Debug, Clone)]
enum Decoded {
    Yuv(Arc<avc::Planes>, Colors),
    /// Red, green and blue, row by row.
    Rgb(Arc<Vec<u8>>),
}

impl Decoded {
    /// Its pixels, upright, in a size.
    fn pixels(&self, clip: &Clip, size: [u32; 2]) -> Result<Arc<Pixmap>, PictureError> {
        let target = if is_sideways(clip.orientation) { [size[1], size[0]] } else { size };
        let mut shrinker = Shrinker::new(clip.stored, target);
        match self {
            Self::Yuv(planes, colors) => planes.rows(*colors, |row| shrinker.row(3, row)),
            Self::Rgb(rgb) => {
                rgb.chunks_exact(clip.stored[0] as usize * 3).for_each(|row| shrinker.row(3, row));
            }
        }
        turned(clip.orientation, true, shrinker.finish(), target)
    }
}

/// A clip, or why it is none.
type Opened = Result<Arc<Clip>, PictureError>;

/// The clips of a project.
#[derive(Default)]
pub(super) struct Clips {
    known: Mutex<HashMap<Arc<str>, Opened>>,
    pool: Pool,
    /// The program for what is not decoded here; looked for when the first one is met.
    program: OnceLock<Option<PathBuf>>,
    /// What turned out to be wrong while frames were decoded.
    faults: Mutex<HashMap<Arc<str>, PictureError>>,
}

impl fmt::Debug for Clips {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Clips").finish_non_exhaustive()
    }
}

impl Clips {
    /// With this program instead of the one that `PATH` leads to, or with none.
    #[cfg(test)]
    pub(super) fn with_program(program: Option<PathBuf>) -> Self {
        Self { program: OnceLock::from(program), ..Self::default() }
    }

    /// What a clip is.
    pub(super) fn open(&self, files: &dyn Files, file: &str) -> Result<Arc<Clip>, PictureError> {
        // One at a time is looked at, so that what that takes up does not add up.
        let mut known = lock(&self.known);
        if let Some(clip) = known.get(file) {
            return clip.clone();
        }
        let clip = files.open(file).map_err(Into::into).and_then(|content| self.read(content, file));
        let clip = clip.map(Arc::new);
        known.insert(file.into(), clip.clone());
        clip
    }

    fn read(&self, mut content: Box<dyn Content>, file: &str) -> Result<Clip, PictureError> {
        let bytes = content.seek(std::io::SeekFrom::End(0)).map_err(PictureError::damaged)?;
        check_kind(content.as_mut(), bytes)?;
        let error = match table::read(content.as_mut(), bytes) {
            Ok(table) => match avc::Track::of(&table, content.as_mut()) {
                Ok((track, about)) => return Ok(about.clip(file, Source::Avc(Arc::new(track)))),
                // What the decoder takes for damaged may be what it does not know.
                Err(PictureError::Damaged(what)) => {
                    let foreign = self.foreign(content.as_mut(), bytes, file, "H.264".to_owned());
                    return foreign.map_err(|_| PictureError::Damaged(what));
                }
                Err(error) => error,
            },
            Err(error) => error,
        };
        match error {
            PictureError::Codec(codec) => self.foreign(content.as_mut(), bytes, file, codec),
            error => Err(error),
        }
    }

    /// A clip that another program decodes.
    fn foreign(
        &self,
        content: &mut dyn Content,
        bytes: u64,
        file: &str,
        codec: String,
    ) -> Result<Clip, PictureError> {
        let program = self.program.get_or_init(program::ffmpeg).clone();
        let program = program.ok_or(PictureError::Codec(codec.clone()))?;
        let (foreign, about) = foreign::Foreign::of(content, bytes, program, codec)?;
        Ok(about.clip(file, Source::Foreign(foreign)))
    }

    /// A frame of a clip.
    pub(super) fn frame(
        &self,
        files: &dyn Files,
        clip: &Clip,
        frame: u32,
        kept: impl Fn() -> Option<super::kept::Pixels>,
        size: [u32; 2],
    ) -> super::kept::Pixels {
        let mut lease = self.pool.take(clip, frame);
        // Somebody else may have decoded it while this waited.
        if let Some(pixels) = kept() {
            return pixels;
        }
        let cursor = match lease.cursor() {
            Some(cursor) => cursor,
            none => none.insert(Self::cursor(files, clip)?),
        };
        let (decoded, fault) = cursor.frame(frame);
        if let Some(fault) = fault {
            lock(&self.faults).entry(Arc::clone(&clip.file)).or_insert(fault);
        }
        // Others may go on with the decoder meanwhile.
        drop(lease);
        decoded?.pixels(clip, size)
    }

    fn cursor(files: &dyn Files, clip: &Clip) -> Result<Cursor, PictureError> {
        Ok(match &clip.source {
            Source::Avc(track) => {
                Cursor::Avc(Box::new(avc::Player::new(Arc::clone(track), files.open(&clip.file)?)))
            }
            Source::Foreign(foreign) => {
                Cursor::Foreign(foreign.player(|| files.open(&clip.file).map_err(Into::into))?)
            }
        })
    }

    /// Whether a file is a clip that another program decodes.
    pub(super) fn needs_program(&self, file: &str) -> bool {
        let clip = lock(&self.known).get(file).cloned();
        clip.is_some_and(|clip| clip.is_ok_and(|clip| matches!(clip.source, Source::Foreign(_))))
    }

    /// What is wrong with clips, by file.
    pub(super) fn faults(&self) -> Vec<(Arc<str>, PictureError)> {
        let known = lock(&self.known);
        let unreadable =
            known.iter().filter_map(|(file, clip)| Some((Arc::clone(file), clip.as_ref().err()?.clone())));
        let faults = lock(&self.faults);
        unreadable.chain(faults.iter().map(|(file, fault)| (Arc::clone(file), fault.clone()))).collect()
    }
}

/// What is known of a clip besides what decodes it.
#[derive(Debug)]
struct About {
    codec: String,
    stored: [u32; 2],
    /// Width of a pixel when it is one high.
    aspect: f64,
    orientation: Orientation,
    times: Vec<f64>,
    duration: f64,
}

impl About {
    fn clip(self, file: &str, source: Source) -> Clip {
        let [width, height] = self.stored.map(f64::from);
        let mut size = Size::new(width * self.aspect, height);
        if is_sideways(self.orientation) {
            size = Size::new(size.height, size.width);
        }
        Clip {
            file: file.into(),
            codec: self.codec,
            size,
            duration: self.duration,
            times: self.times.into(),
            stored: self.stored,
            orientation: self.orientation,
            source,
        }
    }
}

/// Refuses what is no clip, whatever its name says.
fn check_kind(content: &mut dyn Content, bytes: u64) -> Result<(), PictureError> {
    use std::io::Read;
    if bytes == 0 {
        return Err(PictureError::CutOff(0));
    }
    let mut head = Vec::new();
    content.rewind().map_err(PictureError::damaged)?;
    content.take(8192).read_to_end(&mut head).map_err(PictureError::damaged)?;
    let kind = infer::get(&head);
    if kind.is_some_and(|kind| kind.matcher_type() == infer::MatcherType::Video)
        || head.get(4..8) == Some(b"ftyp")
    {
        return Ok(());
    }
    Err(PictureError::NoClip(super::info::foreign(&head)))
}

/// Whether H.264 with this sequence parameter set is decoded here.
pub(in crate::video) fn is_decoded(sequence: &[u8]) -> bool {
    sps::Sps::read(sequence).is_ok_and(|sps| sps.check().is_ok())
}

/// Refuses sizes that are not decoded.
fn check_size([width, height]: [u32; 2]) -> Result<(), PictureError> {
    if width < 2 || height < 2 {
        return Err(PictureError::Damaged(format!("its size is {width}×{height} pixels")));
    }
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooLarge(format!(
            "it has {width}×{height} pixels; a clip may have 4096×2304: save it smaller"
        )));
    }
    Ok(())
}
