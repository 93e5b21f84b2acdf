//! The pictures of a file, decoded and made small.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use rusty_h264_decoder::Decoder;

use super::Patience;
use super::container::Pictures;
use crate::video::encode::h264::{Config, START};
use crate::video::files::lists::Sample;
use crate::video::paint::Image;
use crate::video::pictures::is_decoded;

/// The largest picture that is decoded, in bytes of the file.
const MAX_UNIT: u32 = 32 << 20;

/// A picture of a file, made smaller by a whole number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Small {
    /// Its number among those of the file, as they are shown.
    pub(super) number: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// Brightness, 0 to 255, row by row.
    pub(super) luma: Vec<u8>,
    pub(super) rgb: Vec<[u8; 3]>,
}

impl Small {
    /// The same as a picture.
    pub(super) fn image(&self) -> Option<Image> {
        let rgb = self.rgb.iter().flatten().copied().collect();
        Image::from_rgb(u32::try_from(self.width).ok()?, u32::try_from(self.height).ok()?, rgb)
    }
}

/// Reads the pictures of a file.
pub(super) struct Reader<'a> {
    /// Read by one thread at a time, for it has one place at which it is read.
    file: Mutex<&'a File>,
    samples: &'a [Sample],
    /// What a decoder has to know first.
    sets: Vec<u8>,
    /// Bytes of a unit's length.
    prefix: usize,
    /// The places of the samples in the order in which they are shown.
    order: Vec<usize>,
    pub(super) patience: Patience<'a>,
}

impl<'a> Reader<'a> {
    /// The pictures of a file; none if they are not H.264 that is decoded here.
    pub(super) fn new(file: &'a File, pictures: &'a Pictures, patience: Patience<'a>) -> Self {
        let file = Mutex::new(file);
        let config = pictures.config.as_deref().and_then(Config::read);
        let Some(config) = config.filter(|config| config.sequence.is_some_and(is_decoded)) else {
            return Self { file, samples: &[], sets: Vec::new(), prefix: 4, order: Vec::new(), patience };
        };
        let samples = pictures.samples.as_slice();
        let mut shown: Vec<usize> = (0..samples.len()).collect();
        shown.sort_by_key(|at| (samples[*at].shown, *at));
        let mut order = vec![0; shown.len()];
        for (number, at) in shown.into_iter().enumerate() {
            order[at] = number;
        }
        Self { file, samples, sets: config.sets, prefix: config.prefix, order, patience }
    }

    /// The groups of pictures that can be decoded on their own, in order.
    pub(super) fn groups(&self) -> Vec<Range<usize>> {
        let count = self.samples.len();
        let keys: Vec<usize> = (0..count).filter(|at| self.samples[*at].is_key).chain([count]).collect();
        keys.windows(2).map(|pair| pair[0]..pair[1]).collect()
    }

    /// Decodes pictures, the first of which can be decoded on its own, and makes each smaller by `shrink`. Those that
    /// cannot be decoded are left out; the others come in the order in which they are shown.
    pub(super) fn decode(&self, samples: Range<usize>, shrink: usize) -> Vec<Small> {
        let mut decoder = Decoder::new();
        let mut small = Vec::new();
        for at in samples.clone() {
            if (self.patience.is_ended)() {
                break;
            }
            let Some(unit) = self.samples.get(at).and_then(|sample| self.unit(sample)) else { break };
            let stream = if at == samples.start { [self.sets.as_slice(), &unit].concat() } else { unit };
            // A file may hold anything, and the decoder is young.
            match catch_unwind(AssertUnwindSafe(|| decoder.decode(&stream))) {
                Ok(Ok(Some(frame))) => {
                    let planes = Planes {
                        width: frame.width,
                        height: frame.height,
                        y: &frame.y,
                        u: &frame.u,
                        v: &frame.v,
                    };
                    small.extend(shrunk(&planes, shrink, self.order[at]));
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        small.sort_by_key(|frame| frame.number);
        small
    }

    /// One picture as a stream: each of its units begins with a mark and not with its length.
    fn unit(&self, sample: &Sample) -> Option<Vec<u8>> {
        if sample.size > MAX_UNIT {
            return None;
        }
        let mut bytes = vec![0; sample.size as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(sample.offset)).ok()?;
            file.read_exact(&mut bytes).ok()?;
        }
        let mut stream = Vec::with_capacity(bytes.len() + 16);
        let mut rest = bytes.as_slice();
        while rest.len() > self.prefix {
            let (length, after) = rest.split_at(self.prefix);
            let length = length.iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
            let unit = after.get(..length)?;
            stream.extend_from_slice(&START);
            stream.extend_from_slice(unit);
            rest = &after[length..];
        }
        Some(stream)
    }
}

/// A decoded picture: brightness, and colours at half the size.
struct Planes<'a> {
    width: usize,
    height: usize,
    y: &'a [u8],
    u: &'a [u8],
    v: &'a [u8],
}

/// A picture made smaller: the mean of squares of pixels. None if its planes are not as large as it says.
fn shrunk(frame: &Planes<'_>, shrink: usize, number: usize) -> Option<Small> {
    let (width, height) = (frame.width / shrink, frame.height / shrink);
    let chroma = frame.width / 2;
    if width == 0
        || height == 0
        || chroma == 0
        || frame.height < 2
        || frame.y.len() < frame.width * frame.height
    {
        return None;
    }
    if frame.u.len().min(frame.v.len()) < chroma * (frame.height / 2) {
        return None;
    }
    let mut luma = Vec::with_capacity(width * height);
    let mut rgb = Vec::with_capacity(width * height);
    let half = (shrink / 2).max(1);
    for row in 0..height {
        for column in 0..width {
            let y = mean(frame.y, frame.width, column * shrink, row * shrink, shrink);
            // An odd side has half a pixel of colour less.
            let left = (column * shrink / 2).min(chroma.saturating_sub(half));
            let top = (row * shrink / 2).min((frame.height / 2).saturating_sub(half));
            let u = mean(frame.u, chroma, left, top, half);
            let v = mean(frame.v, chroma, left, top, half);
            luma.push(((y - 16.0) * 255.0 / 219.0).round().clamp(0.0, 255.0) as u8);
            rgb.push(to_rgb(y, u, v));
        }
    }
    Some(Small { number, width, height, luma, rgb })
}

fn mean(plane: &[u8], stride: usize, left: usize, top: usize, side: usize) -> f32 {
    let rows = (top..top + side).map(|row| row * stride + left);
    let sum: u32 =
        rows.map(|at| plane[at..at + side].iter().map(|value| u32::from(*value)).sum::<u32>()).sum();
    sum as f32 / (side * side) as f32
}

/// BT.709 in its limited range, which the files of this program have.
fn to_rgb(y: f32, u: f32, v: f32) -> [u8; 3] {
    let (y, u, v) = ((y - 16.0) * 255.0 / 219.0, (u - 128.0) * 255.0 / 224.0, (v - 128.0) * 255.0 / 224.0);
    let color = [y + 1.5748 * v, y - 0.1873 * u - 0.4681 * v, y + 1.8556 * u];
    color.map(|part| part.round().clamp(0.0, 255.0) as u8)
}
