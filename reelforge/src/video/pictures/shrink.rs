//! Makes pictures smaller row by row, so that a large one never has to be held in whole.

use super::profile::Profile;

/// The weights of all that a pixel covers add up to this in each direction.
const WHOLE: usize = 256;

/// Averages the pixels of a picture over areas: each pixel of the result is the mean of what it covers.
///
/// Two channels are counted in one number each, which is fast without the compiler's help too.
pub(super) struct Shrinker {
    source: [usize; 2],
    target: [usize; 2],
    /// What each pixel of a row of the result covers in a row of the source: from which pixel on, with which weights.
    spans: Vec<(usize, Vec<u64>)>,
    /// The pixels of the row that came last.
    row: Vec<u32>,
    /// For each pixel of the source's width, red with blue and green with opacity, 32 bits apart: what the current row
    /// of the result covers so far.
    sums: Vec<[u64; 2]>,
    /// Rows that came.
    rows: usize,
    result: Vec<u8>,
    /// The colours of the source, where they are not those of sRGB.
    profile: Option<Profile>,
}

impl Shrinker {
    /// From a size to one that is at most as large in both directions.
    pub(super) fn new(source: [u32; 2], target: [u32; 2]) -> Self {
        let source = source.map(|side| side.max(1) as usize);
        let target = [0, 1].map(|axis| (target[axis].max(1) as usize).min(source[axis]));
        let keeps_size = source == target;
        let spans = if keeps_size { Vec::new() } else { spans(source[0], target[0]) };
        let sums = if keeps_size { Vec::new() } else { vec![[0; 2]; source[0]] };
        let result = Vec::with_capacity(target[0] * target[1] * 4);
        Self {
            source,
            target,
            spans,
            row: Vec::with_capacity(source[0]),
            sums,
            rows: 0,
            result,
            profile: None,
        }
    }

    /// Says what the colours of the source mean, by its ICC profile.
    pub(super) fn set_profile(&mut self, icc: Option<&[u8]>, channels: usize) {
        self.profile = icc.and_then(|icc| Profile::new(icc, channels));
    }

    /// The next row of the source, from the top, with so many bytes a pixel: one is grey, two are grey and opacity,
    /// three colour, four colour and opacity.
    pub(super) fn row(&mut self, channels: usize, bytes: &[u8]) {
        self.row.clear();
        let bytes = match &mut self.profile {
            Some(profile) => profile.convert(channels, bytes),
            None => bytes,
        };
        pixels(channels, bytes, &mut self.row);
        if self.rows == self.source[1] || self.row.len() != self.source[0] {
            return;
        }
        if self.sums.is_empty() {
            self.result.extend(self.row.iter().flat_map(|pixel| pixel.to_le_bytes()));
            self.rows += 1;
            return;
        }
        // A row of the source is `target` high, and one of the result `source`.
        let [source, target] = [self.source[1], self.target[1]];
        let (top, bottom) = (self.rows * target, (self.rows + 1) * target);
        let start = top / source * source;
        let end = start + source;
        self.add(weight(source, top - start, bottom.min(end) - start));
        if bottom >= end {
            self.finish_row();
            self.add(weight(source, 0, bottom - end));
        }
        self.rows += 1;
    }

    fn add(&mut self, weight: u64) {
        if weight == 0 {
            return;
        }
        for (sum, pixel) in self.sums.iter_mut().zip(&self.row) {
            sum[0] += apart(*pixel) * weight;
            sum[1] += apart(*pixel >> 8) * weight;
        }
    }

    fn finish_row(&mut self) {
        const HALF: u64 = (WHOLE * WHOLE / 2) as u64;
        for (from, weights) in &self.spans {
            let mut mean = [HALF | HALF << 32; 2];
            for (sum, weight) in self.sums[*from..].iter().zip(weights) {
                mean[0] += sum[0] * weight;
                mean[1] += sum[1] * weight;
            }
            let [red_blue, green_alpha] = mean;
            self.result.extend(
                [red_blue, green_alpha, red_blue >> 32, green_alpha >> 32].map(|sum| (sum >> 16) as u8),
            );
        }
        self.sums.fill([0; 2]);
    }

    /// The smaller picture, if all rows came.
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        (self.rows == self.source[1]).then_some(self.result)
    }
}

/// The first and third byte of a pixel, 32 bits apart.
fn apart(pixel: u32) -> u64 {
    u64::from(pixel & 0xFF) | u64::from(pixel & 0xFF_0000) << 16
}

/// The weight of a part of a whole length. Those of all parts of it add up to [`WHOLE`] exactly.
fn weight(length: usize, from: usize, to: usize) -> u64 {
    (to * WHOLE / length - from * WHOLE / length) as u64
}

fn spans(source: usize, target: usize) -> Vec<(usize, Vec<u64>)> {
    let span = |index: usize| {
        // A pixel of the source is `target` wide, and one of the result `source`.
        let (start, end) = (index * source, (index + 1) * source);
        let from = start / target;
        let weights = (from..end.div_ceil(target)).map(|pixel| {
            let (left, right) = ((pixel * target).max(start), ((pixel + 1) * target).min(end));
            weight(source, left - start, right - start)
        });
        (from, weights.collect())
    };
    (0..target).map(span).collect()
}

/// Reads pixels, red in the lowest byte, multiplied by their opacity.
fn pixels(channels: usize, bytes: &[u8], row: &mut Vec<u32>) {
    const SOLID: u32 = 0xFF00_0000;
    match channels {
        1 => row.extend(bytes.iter().map(|grey| (u32::from(*grey) * 0x01_0101) | SOLID)),
        2 => row.extend(bytes.chunks_exact(2).map(|pixel| {
            let pixel = (u32::from(pixel[0]) * 0x01_0101) | (u32::from(pixel[1]) << 24);
            multiplied(pixel)
        })),
        3 => row.extend(
            bytes.chunks_exact(3).map(|pixel| u32::from_le_bytes([pixel[0], pixel[1], pixel[2], 255])),
        ),
        _ => row.extend(bytes.chunks_exact(4).map(|pixel| {
            let pixel = u32::from_le_bytes([pixel[0], pixel[1], pixel[2], pixel[3]]);
            multiplied(pixel)
        })),
    }
}

/// Multiplies the colour of a pixel by its opacity, rounded.
fn multiplied(pixel: u32) -> u32 {
    let alpha = pixel >> 24;
    if alpha == 255 {
        return pixel;
    }
    // Division by 255 of two bytes at once.
    let by_alpha = |two: u32| {
        let product = two * alpha + 0x80_0080;
        ((product + (product >> 8 & 0xFF_00FF)) >> 8) & 0xFF_00FF
    };
    by_alpha(pixel & 0xFF_00FF) | by_alpha(pixel >> 8 & 0xFF) << 8 | alpha << 24
}
