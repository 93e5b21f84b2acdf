use std::io::Cursor;
use std::sync::Arc;

use image::metadata::Orientation;
use image_webp::WebPDecoder;

use super::PictureError;
use super::info::{Format, PictureInfo, check_size, check_working};
use super::shrink::Shrinker;

/// Delays below this many milliseconds are shown as 100, as browsers do.
const SHORTEST: u32 = 11;

/// Reads all chunks' headers.
pub(super) fn inspect(bytes: &[u8]) -> Result<PictureInfo, PictureError> {
    let cut_off = PictureError::CutOff(bytes.len() as u64);
    let length = bytes.get(4..8).and_then(|length| length.first_chunk::<4>()).ok_or(cut_off.clone())?;
    let end = u32::from_le_bytes(*length) as usize + 8;
    let mut found = Found::default();
    // Some programs leave out the last byte that only fills up.
    found.chunks(bytes.get(12..end.min(bytes.len())).ok_or(cut_off.clone())?, false)?;
    if end > bytes.len() + 1 {
        return Err(cut_off);
    }
    let Some((width, height)) = found.canvas.or(found.first) else {
        return Err(PictureError::Damaged("it has no pixels".to_owned()));
    };
    check_size(width, height)?;
    // A frame that claims to be larger than the picture would be decoded in whole before it is refused.
    if found.largest.0 > width || found.largest.1 > height || (found.largest == (0, 0)) {
        return Err(PictureError::Damaged("its pixels do not fit its size".to_owned()));
    }
    let mut info = PictureInfo::still(Format::Webp, (width, height), !found.has_alpha);
    if found.is_animated {
        info.delays = found.delays.into();
    }
    let info = info.turned(found.orientation);
    // The planes of lossy ones, the result, and the canvas of an animation.
    let a_pixel = if info.delays.is_empty() { 8 } else { 16 };
    check_working(info, u64::from(width) * u64::from(height) * a_pixel)
}

#[derive(Default)]
struct Found {
    /// Size of an extended picture.
    canvas: Option<(u32, u32)>,
    /// Size of the first pixels.
    first: Option<(u32, u32)>,
    /// The largest width and height of any pixels.
    largest: (u32, u32),
    has_alpha: bool,
    is_animated: bool,
    delays: Vec<f64>,
    orientation: Option<Orientation>,
}

impl Found {
    fn chunks(&mut self, mut rest: &[u8], in_frame: bool) -> Result<(), PictureError> {
        while let Some(header) = rest.first_chunk::<8>() {
            let length = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
            // A last chunk that is cut off is told by the length of the whole.
            let content = &rest[8..rest.len().min(8_usize.saturating_add(length))];
            self.chunk(&header[..4], content, in_frame)?;
            rest = rest.get(8_usize.saturating_add(length + length % 2)..).unwrap_or_default();
        }
        Ok(())
    }

    fn chunk(&mut self, kind: &[u8], content: &[u8], in_frame: bool) -> Result<(), PictureError> {
        match kind {
            b"VP8X" if !in_frame => {
                if let Some([flags, _, _, _, w0, w1, w2, h0, h1, h2]) = content.first_chunk::<10>() {
                    self.has_alpha |= flags & 0x10 != 0;
                    self.is_animated = flags & 0x02 != 0;
                    let side = |low: &[u8; 3]| 1 + u32::from_le_bytes([low[0], low[1], low[2], 0]);
                    self.canvas = Some((side(&[*w0, *w1, *w2]), side(&[*h0, *h1, *h2])));
                }
            }
            b"VP8 " => {
                if let Some([_, _, _, 0x9D, 0x01, 0x2A, w0, w1, h0, h1]) = content.first_chunk::<10>() {
                    let side = |bytes| u32::from(u16::from_le_bytes(bytes) & 0x3FFF);
                    self.pixels(side([*w0, *w1]), side([*h0, *h1]));
                }
            }
            b"VP8L" => {
                if let Some([0x2F, b0, b1, b2, b3]) = content.first_chunk::<5>() {
                    let bits = u32::from_le_bytes([*b0, *b1, *b2, *b3]);
                    self.has_alpha |= self.canvas.is_none() && bits >> 28 & 1 != 0;
                    self.pixels(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF));
                }
            }
            b"ANMF" if !in_frame => {
                let (Some(header), Some(content)) = (content.first_chunk::<16>(), content.get(16..)) else {
                    return Err(PictureError::Damaged("a frame has no header".to_owned()));
                };
                let delay = u32::from_le_bytes([header[12], header[13], header[14], 0]);
                self.delays.push(f64::from(if delay < SHORTEST { 100 } else { delay }) / 1000.0);
                self.chunks(content, true)?;
            }
            b"EXIF" => {
                let exif = content.strip_prefix(b"Exif\0\0").unwrap_or(content);
                self.orientation = Orientation::from_exif_chunk(exif);
            }
            _ => {}
        }
        Ok(())
    }

    fn pixels(&mut self, width: u32, height: u32) {
        self.first.get_or_insert((width, height));
        self.largest = (self.largest.0.max(width), self.largest.1.max(height));
    }
}

type Reader<T> = WebPDecoder<Cursor<T>>;

fn open<T: AsRef<[u8]>>(bytes: T) -> Result<(Reader<T>, usize, usize), PictureError> {
    let decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(PictureError::damaged)?;
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    let length = decoder.output_buffer_size().unwrap_or_default();
    Ok((decoder, channels, length))
}

pub(super) fn decode(bytes: &[u8], shrinker: &mut Shrinker) -> Result<(), PictureError> {
    let (mut decoder, channels, length) = open(bytes)?;
    shrinker.set_profile(decoder.icc_profile().ok().flatten().as_deref(), channels);
    let mut whole = vec![0; length];
    decoder.read_image(&mut whole).map_err(PictureError::damaged)?;
    for row in whole.chunks_exact((decoder.dimensions().0 as usize * channels).max(1)) {
        shrinker.row(channels, row);
    }
    Ok(())
}

/// Plays an animation from its first frame on.
pub(super) struct Player {
    decoder: Reader<Arc<[u8]>>,
    channels: usize,
    frame: Vec<u8>,
}

impl Player {
    pub(super) fn new(bytes: Arc<[u8]>) -> Result<Self, PictureError> {
        let (mut decoder, channels, length) = open(bytes)?;
        if !decoder.is_animated() {
            return Err(PictureError::Damaged("its frames are missing".to_owned()));
        }
        // Frames that are taken away leave nothing behind, whatever colour the file suggests; browsers do so too.
        decoder.set_background_color([0; 4]).map_err(PictureError::damaged)?;
        Ok(Self { decoder, channels, frame: vec![0; length] })
    }

    /// The next frame, and how many bytes each of its pixels has.
    pub(super) fn next(&mut self) -> Result<(&[u8], usize), PictureError> {
        self.decoder.read_frame(&mut self.frame).map_err(PictureError::damaged)?;
        Ok((&self.frame, self.channels))
    }
}
