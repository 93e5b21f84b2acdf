//! GIF: one table of colours for the whole animation, and of each frame only what changes.

use std::io::{self, Write};

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

/// Colours of the table. One more index stands for "as before".
const COLORS: usize = 255;
/// The index of what stays as it was.
const STAYS: u8 = 255;
/// One of so many pixels teaches the table: 1 is the most careful.
const SAMPLE: i32 = 3;
/// How far colours are shifted in a pattern of 8 × 8 pixels, so that gradients have no steps. Less than the distance of
/// two colours of the table in most pictures, so that plain areas stay plain.
const SHIFT: i32 = 8;
/// Bits of each of red, green and blue by which nearest colours are remembered.
const BITS: u32 = 6;

/// The colours of an animation.
pub struct Palette {
    colors: Vec<[u8; 3]>,
    /// The nearest colour to each one that was looked up, plus one; 0 where none was.
    nearest: Vec<u16>,
}

impl std::fmt::Debug for Palette {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Palette({} colours)", self.colors.len())
    }
}

impl Palette {
    /// The colours that come nearest to those of some pixels: red, green, blue and opacity each.
    pub fn of(rgba: &[u8]) -> Self {
        let map = NeuQuant::new(SAMPLE, COLORS, rgba).color_map_rgb();
        let colors = map.chunks_exact(3).map(|color| [color[0], color[1], color[2]]).collect();
        Self { colors, nearest: vec![0; 1 << (3 * BITS)] }
    }

    /// Index of the nearest colour.
    fn index(&mut self, color: [u8; 3]) -> u8 {
        let key = color.iter().fold(0, |key, byte| key << BITS | usize::from(byte >> (8 - BITS)));
        let known = self.nearest[key];
        if let Some(index) = known.checked_sub(1) {
            return u8::try_from(index).unwrap_or(0);
        }
        let distance = |other: &[u8; 3]| -> u32 {
            let pairs = color.iter().zip(other);
            // The eye sees green best, then red.
            pairs.zip([3, 6, 1]).map(|((a, b), weight)| u32::from(a.abs_diff(*b)).pow(2) * weight).sum()
        };
        let nearest = (0_u16..).zip(&self.colors).min_by_key(|(_, other)| distance(other));
        let index = nearest.map_or(0, |(index, _)| index);
        self.nearest[key] = index + 1;
        u8::try_from(index).unwrap_or(0)
    }
}

/// Writes an animation that is repeated for ever.
pub struct Gif<W: Write> {
    encoder: Encoder<W>,
    palette: Palette,
    width: u16,
    height: u16,
    /// Indices of the last frame.
    shown: Vec<u8>,
    /// The last frame, whose end is not known yet.
    waiting: Option<Frame<'static>>,
    /// Hundredths of a second until that frame begins.
    begun: u64,
}

impl<W: Write> std::fmt::Debug for Gif<W> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Gif({}×{})", self.width, self.height)
    }
}

impl<W: Write> Gif<W> {
    /// Begins an animation of a size in pixels.
    pub fn begin(target: W, width: u16, height: u16, palette: Palette) -> io::Result<Self> {
        let mut encoder =
            Encoder::new(target, width, height, palette.colors.as_flattened()).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Self { encoder, palette, width, height, shown: Vec::new(), waiting: None, begun: 0 })
    }

    /// Shows a frame from a moment on, in hundredths of a second, each later than the one before. Its pixels are red,
    /// green, blue and opacity, row by row.
    pub fn show(&mut self, rgba: &[u8], from: u64) -> io::Result<()> {
        let indices = self.indices(rgba);
        let all = [0, 0, usize::from(self.width), usize::from(self.height)];
        let changed = if self.shown.is_empty() { Some(all) } else { self.changed(&indices) };
        let Some([left, top, right, bottom]) = changed else { return Ok(()) };
        self.put(from)?;
        let across = usize::from(self.width);
        let rows = (top..bottom).map(|row| row * across + left..row * across + right);
        let pixels: Vec<u8> = if self.shown.is_empty() {
            indices.clone()
        } else {
            let pixel = |at: usize| if indices[at] == self.shown[at] { STAYS } else { indices[at] };
            rows.flatten().map(pixel).collect()
        };
        let number = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        self.waiting = Some(Frame {
            left: number(left),
            top: number(top),
            width: number(right - left),
            height: number(bottom - top),
            transparent: (!self.shown.is_empty()).then_some(STAYS),
            dispose: DisposalMethod::Keep,
            buffer: pixels.into(),
            ..Frame::default()
        });
        self.shown = indices;
        Ok(())
    }

    /// Ends the animation at a moment.
    pub fn finish(mut self, end: u64) -> io::Result<W> {
        self.put(end)?;
        self.encoder.into_inner().map_err(failed)
    }

    /// Writes the frame that waits, which is shown until a moment.
    fn put(&mut self, until: u64) -> io::Result<()> {
        if let Some(mut frame) = self.waiting.take() {
            frame.delay = u16::try_from(until.saturating_sub(self.begun)).unwrap_or(u16::MAX);
            self.encoder.write_frame(&frame).map_err(failed)?;
        }
        self.begun = until;
        Ok(())
    }

    fn indices(&mut self, rgba: &[u8]) -> Vec<u8> {
        let across = usize::from(self.width).max(1);
        let pixels = rgba.chunks_exact(4).take(across * usize::from(self.height)).enumerate();
        let mut indices = Vec::with_capacity(rgba.len() / 4);
        for (at, pixel) in pixels {
            let shift = shift(at % across, at / across);
            let shifted = [pixel[0], pixel[1], pixel[2]].map(|byte| {
                let shifted = (i32::from(byte) + shift).clamp(0, 255);
                u8::try_from(shifted).unwrap_or(byte)
            });
            indices.push(self.palette.index(shifted));
        }
        indices
    }

    /// The box around all that is not as before: left, top, right, bottom.
    fn changed(&self, indices: &[u8]) -> Option<[usize; 4]> {
        let across = usize::from(self.width).max(1);
        let mut around: Option<[usize; 4]> = None;
        for (y, (new, old)) in indices.chunks(across).zip(self.shown.chunks(across)).enumerate() {
            let differs = |x: &usize| new[*x] != old[*x];
            let Some(first) = (0..new.len()).find(differs) else { continue };
            let last = (first..new.len()).rev().find(differs).unwrap_or(first);
            let [left, top, right, _] = around.unwrap_or([first, y, last + 1, y + 1]);
            around = Some([left.min(first), top, right.max(last + 1), y + 1]);
        }
        around
    }
}

/// The pattern: each place of 8 × 8 has another shift, and neighbours differ much.
fn shift(x: usize, y: usize) -> i32 {
    let (mut value, mut x, mut y) = (0, x ^ y, y);
    for _ in 0..3 {
        value = value << 2 | (x & 1) << 1 | y & 1;
        (x, y) = (x >> 1, y >> 1);
    }
    (i32::try_from(value).unwrap_or(0) - 32) * SHIFT / 64
}

fn failed(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
