use std::sync::Arc;

use image::metadata::Orientation;
use kurbo::Size;

use super::{PictureError, gif, jpeg, png, svg, webp};

/// The largest side of a picture in pixels.
const MAX_SIDE: u32 = 16_384;
/// The most pixels of a picture.
const MAX_PIXELS: u64 = 100_000_000;
/// The most bytes that a decoder may take up while it works.
pub(super) const MAX_WORKING: u64 = 256_000_000;
/// The most frames of an animation.
const MAX_FRAMES: usize = 600;
/// The most pixels of all frames of an animation: of any that is shown, those before are decoded too. These are 290
/// frames of 1920 × 1080.
const MAX_MOVING: f64 = 600_000_000.0;

/// The formats that are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// PNG; of an animated one its still picture.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP, still or animated.
    Webp,
    /// GIF, still or animated.
    Gif,
    /// SVG.
    Svg,
}

/// What the header of a picture says. The content decides about the format, not the file's name.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureInfo {
    /// Its format.
    pub format: Format,
    /// Its size in pixels as it is shown, after the orientation that a camera noted. Of an SVG its natural size.
    pub size: Size,
    /// Seconds that each frame is shown; empty for pictures that do not move.
    pub delays: Arc<[f64]>,
    /// Whether every pixel is solid for certain.
    pub opaque: bool,
    /// What is not drawn of it, although the rest is.
    pub problem: Option<String>,
    /// How it is turned before it is shown.
    pub(super) orientation: Orientation,
    /// Bytes that its decoder takes up while it works.
    pub(super) working: u64,
}

impl PictureInfo {
    /// Reads the header of a picture, and whether the file is whole. No pixel is decoded.
    pub fn of(bytes: &[u8]) -> Result<Self, PictureError> {
        let info = match Format::of(bytes)? {
            Format::Png => png::inspect(bytes)?,
            Format::Jpeg => jpeg::inspect(bytes)?,
            Format::Webp => webp::inspect(bytes)?,
            Format::Gif => gif::inspect(bytes)?,
            Format::Svg => svg::inspect(bytes)?,
        };
        if info.delays.len() > MAX_FRAMES {
            let frames = info.delays.len();
            let text = format!("it has {frames} frames; an animation may have {MAX_FRAMES}");
            return Err(PictureError::TooLarge(text));
        }
        if f64::from(info.frames()) * info.size.area() > MAX_MOVING && info.frames() > 1 {
            let (frames, Size { width, height }) = (info.frames(), info.size);
            let text = format!(
                "its {frames} frames of {width} × {height} pixels are too many for an animation, which may have {} \
                 million pixels in all: make it smaller or shorter, or use a clip",
                MAX_MOVING / 1e6
            );
            return Err(PictureError::TooLarge(text));
        }
        Ok(info)
    }

    /// A still picture without anything special.
    pub(super) fn still(format: Format, (width, height): (u32, u32), opaque: bool) -> Self {
        Self {
            format,
            size: Size::new(f64::from(width), f64::from(height)),
            delays: Arc::new([]),
            opaque,
            problem: None,
            orientation: Orientation::NoTransforms,
            working: 0,
        }
    }

    /// Turned as a camera noted.
    pub(super) fn turned(mut self, orientation: Option<Orientation>) -> Self {
        self.orientation = orientation.unwrap_or(Orientation::NoTransforms);
        if is_sideways(self.orientation) {
            self.size = Size::new(self.size.height, self.size.width);
        }
        self
    }

    /// Whether it is drawn from shapes, sharp at any size.
    pub fn is_vector(&self) -> bool {
        self.format == Format::Svg
    }

    /// The number of its frames, at least one.
    pub fn frames(&self) -> u32 {
        u32::try_from(self.delays.len()).unwrap_or(u32::MAX).max(1)
    }

    /// Which frame is shown some seconds after the first one; animations begin again when they end.
    pub fn frame_at(&self, seconds: f64) -> u32 {
        let whole: f64 = self.delays.iter().sum();
        if whole <= 0.0 || !seconds.is_finite() {
            return 0;
        }
        // A moment that should be the beginning of a frame must not fall just before it.
        let mut left = (seconds + 1e-6).rem_euclid(whole);
        for (frame, delay) in (0..).zip(self.delays.iter()) {
            if left < *delay {
                return frame;
            }
            left -= delay;
        }
        self.frames() - 1
    }
}

impl Format {
    /// The format that the first bytes of a file have.
    pub fn of(bytes: &[u8]) -> Result<Self, PictureError> {
        let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP".as_slice());
        match bytes {
            [] => Err(PictureError::CutOff(0)),
            [0x89, b'P', b'N', b'G', ..] => Ok(Self::Png),
            [0xFF, 0xD8, 0xFF, ..] => Ok(Self::Jpeg),
            [b'G', b'I', b'F', b'8', ..] => Ok(Self::Gif),
            _ if is_webp => Ok(Self::Webp),
            _ if svg::is_svg(bytes) => Ok(Self::Svg),
            _ => Err(PictureError::Foreign(foreign(bytes))),
        }
    }
}

/// What a file is that is no picture.
pub(super) fn foreign(bytes: &[u8]) -> String {
    match infer::get(bytes) {
        Some(found) => format!("of the type {}", found.mime_type()),
        None if bytes.contains(&0) || std::str::from_utf8(&bytes[..bytes.len().min(512)]).is_err() => {
            "of an unknown type".to_owned()
        }
        None => "a text".to_owned(),
    }
}

/// Whether width and height change places.
pub(super) fn is_sideways(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// Refuses sizes that are not drawn.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), PictureError> {
    if width == 0 || height == 0 {
        return Err(PictureError::Damaged(format!("its size is {width}×{height} pixels")));
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        let text = format!("it has {width}×{height} pixels; a side may have {MAX_SIDE}");
        return Err(PictureError::TooLarge(text));
    }
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS {
        let text = format!(
            "it has {width}×{height} pixels, which are {} million; {} million may be",
            pixels / 1_000_000,
            MAX_PIXELS / 1_000_000
        );
        return Err(PictureError::TooLarge(text));
    }
    Ok(())
}

/// Refuses pictures whose decoder would take up too much, and notes how much it takes.
pub(super) fn check_working(mut info: PictureInfo, bytes: u64) -> Result<PictureInfo, PictureError> {
    if bytes > MAX_WORKING {
        let text = format!(
            "it needs {} MB to be decoded, and {} MB may be used; save it with fewer pixels",
            bytes / 1_000_000,
            MAX_WORKING / 1_000_000
        );
        return Err(PictureError::TooLarge(text));
    }
    info.working = bytes;
    Ok(info)
}
