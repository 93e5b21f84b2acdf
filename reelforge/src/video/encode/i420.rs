//! Pictures as video codecs take them: a plane of brightness, and two of colour with a quarter of the pixels each.

use fearless_simd::{Level, dispatch};

/// A picture in BT.709 with limited range: brightness from 16 to 235, colour from 16 to 240 around 128.
///
/// Both sides are even. A picture with an odd side gets its last column or row twice.
#[derive(Clone, PartialEq, Eq)]
pub struct I420 {
    width: usize,
    height: usize,
    /// The three planes, one after the other.
    data: Vec<u8>,
}

impl std::fmt::Debug for I420 {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "I420({}×{})", self.width, self.height)
    }
}

impl I420 {
    /// Black, for pictures of this size in pixels.
    pub fn new(width: u32, height: u32) -> Self {
        let [width, height] = [width, height].map(|side| (side.max(1) as usize).next_multiple_of(2));
        let mut data = vec![16; width * height * 3 / 2];
        data[width * height..].fill(128);
        Self { width, height, data }
    }

    /// Width in pixels, even.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height in pixels, even.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Brightness, blueness and redness, row by row without gaps.
    pub fn planes(&self) -> [&[u8]; 3] {
        let (y, colors) = self.data.split_at(self.width * self.height);
        let (u, v) = colors.split_at(colors.len() / 2);
        [y, u, v]
    }

    /// All bytes, as raw video has them.
    pub fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// Takes over a painted picture: rows of red, green, blue and opacity, of which the last is not looked at.
    ///
    /// The picture has this object's size, or one pixel less where that is odd; pixels that are missing stay as they
    /// were.
    pub fn fill(&mut self, rgba: &[u8], width: u32) {
        dispatch!(Level::new(), simd => fill(simd, self, rgba, width as usize));
    }

    /// The same without special instructions.
    #[cfg(test)]
    pub(super) fn fill_plainly(&mut self, rgba: &[u8], width: u32) {
        fill(Level::baseline(), self, rgba, width as usize);
    }
}

/// Two rows at a time, since they share their colours. Compiled once for each set of instructions; it holds whole
/// numbers only, so that all give the same bytes.
#[inline(always)]
#[allow(clippy::inline_always, reason = "what is called from here has to use the same instructions")]
fn fill<S>(_: S, picture: &mut I420, rgba: &[u8], width: usize) {
    let (across, whole) = (picture.width, picture.width * picture.height);
    let width = width.clamp(1, across);
    let (brightness, colors) = picture.data.split_at_mut(whole);
    let (blueness, redness) = colors.split_at_mut(whole / 4);
    let halves = blueness.chunks_exact_mut(across / 2).zip(redness.chunks_exact_mut(across / 2));
    let outputs = brightness.chunks_exact_mut(across * 2).zip(halves);
    for (rows, (ys, (us, vs))) in rgba.chunks(width * 4 * 2).zip(outputs) {
        let (upper, lower) = rows.split_at(rows.len().min(width * 4));
        let lower = if lower.len() == upper.len() { lower } else { upper };
        let (y_upper, y_lower) = ys.split_at_mut(across);
        luma(upper, y_upper);
        luma(lower, y_lower);
        chroma(upper, lower, us, vs);
        if width < across {
            y_upper[width] = y_upper[width - 1];
            y_lower[width] = y_lower[width - 1];
            let [a, b] = [upper, lower].map(|row| &row[row.len().saturating_sub(4)..]);
            chroma(&[a, a].concat(), &[b, b].concat(), &mut us[width / 2..], &mut vs[width / 2..]);
        }
    }
}

/// The weights are those of BT.709 times 219 / 255, in 256ths.
#[inline(always)]
#[allow(clippy::inline_always, clippy::cast_possible_truncation, reason = "see `fill`; at most 235")]
fn luma(row: &[u8], out: &mut [u8]) {
    for (y, pixel) in out.iter_mut().zip(row.chunks_exact(4)) {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(u16::from);
        *y = ((47 * r + 157 * g + 16 * b + 128) >> 8) as u8 + 16;
    }
}

/// The mean of four pixels; the weights are those of BT.709 times 224 / 255, in 256ths, each three with the sum 0.
#[inline(always)]
#[allow(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "see `fill`; between 16 and 240"
)]
fn chroma(upper: &[u8], lower: &[u8], us: &mut [u8], vs: &mut [u8]) {
    let pixels = upper.chunks_exact(8).zip(lower.chunks_exact(8));
    for ((u, v), (a, b)) in us.iter_mut().zip(vs.iter_mut()).zip(pixels) {
        let sum = |i: usize| i32::from(a[i]) + i32::from(a[i + 4]) + i32::from(b[i]) + i32::from(b[i + 4]);
        let [r, g, b] = [sum(0), sum(1), sum(2)];
        *u = (((-26 * r - 86 * g + 112 * b + 512) >> 10) + 128) as u8;
        *v = (((112 * r - 102 * g - 10 * b + 512) >> 10) + 128) as u8;
    }
}
