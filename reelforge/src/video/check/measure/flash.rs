//! Flashes of a picture (WCAG 2.3.1, "general flash and red flash thresholds").

use std::collections::VecDeque;
use std::ops::Range;

use std::sync::LazyLock;

/// The least change of relative luminance that counts.
const CHANGE: f32 = 0.1;
/// Changes count where the darker of both is below this relative luminance.
const DARK: f32 = 0.8;
/// From this part of all three on, red is saturated.
const RED: f32 = 0.8;
/// The least change of chromaticity, in CIE 1976 u′v′, that counts where red is saturated.
const RED_CHANGE: f32 = 0.2;
/// The part of a window that has to change.
pub(super) const PART: f64 = 0.25;
/// The canvas is divided into so many cells in each direction; a window has a third of them.
pub(super) const CELLS: usize = 12;
pub(super) const WINDOW: usize = CELLS / 3;
pub(super) const WINDOWS: usize = CELLS - WINDOW + 1;
/// Frames over which a change may spread.
pub(super) const SPREAD: usize = 3;

/// Looks for flashes in the frames of a video, which come in order.
pub(in crate::video) struct Flashes {
    width: usize,
    fps: usize,
    pixels: Vec<Pixel>,
    /// The last frame.
    before: Vec<[u8; 3]>,
    /// How many pixels each window has, and what happens in it: changes of light, and of red.
    sizes: Vec<u32>,
    light: Vec<Window>,
    red: Vec<Window>,
    worst: Option<Flashing>,
}

/// The most flashes of any second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::video) struct Flashing {
    /// How many: pairs of opposing changes.
    pub(in crate::video) count: usize,
    /// From the frame of the first change to that after the last.
    pub(in crate::video) frames: Range<u32>,
    /// They are of saturated red.
    pub(in crate::video) red: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

#[derive(Debug, Clone, Copy)]
struct Pixel {
    /// Least and greatest luminance since the last change.
    low: f32,
    high: f32,
    way: Option<Way>,
    /// Chromaticity at the last change of red, and whether it was a saturated one.
    chroma: [f32; 2],
    is_red: bool,
}

#[derive(Debug, Clone, Default)]
struct Window {
    /// Pixels that changed up and down, of the last frames.
    recent: [[u32; 2]; SPREAD],
    way: Option<Way>,
    /// The frames of its changes within the last second.
    changes: VecDeque<u32>,
}

impl Flashes {
    /// For frames of a width and height in pixels.
    pub(in crate::video) fn new(width: usize, height: usize, fps: u32) -> Self {
        let windows = vec![Window::default(); WINDOWS * WINDOWS];
        Self {
            width,
            fps: fps as usize,
            pixels: Vec::with_capacity(width * height),
            before: Vec::new(),
            sizes: window_sizes(width, height),
            light: windows.clone(),
            red: windows,
            worst: None,
        }
    }

    /// Looks at the next frame that differs from the one before: red, green and blue of its pixels, row by row.
    pub(in crate::video) fn add(&mut self, frame: u32, rgb: &[[u8; 3]]) {
        if self.pixels.is_empty() {
            self.pixels.extend(rgb.iter().map(|rgb| Pixel::new(*rgb)));
            self.before.extend_from_slice(rgb);
            return;
        }
        let (width, height) = (self.width, self.pixels.len() / self.width.max(1));
        let mut light = [[0_u32; 2]; CELLS * CELLS];
        let mut red = [[0_u32; 2]; CELLS * CELLS];
        let now = self.pixels.iter_mut().zip(&mut self.before).zip(rgb);
        for (index, ((pixel, before), rgb)) in now.enumerate() {
            // A pixel that stays as it was changes nothing of what is known of it, and most do.
            if before == rgb {
                continue;
            }
            *before = *rgb;
            let (changed, reddened) = pixel.follow(*rgb);
            if changed.is_none() && reddened.is_none() {
                continue;
            }
            let at = cell(index / width, height) * CELLS + cell(index % width, width);
            for (cells, way) in [(&mut light, changed), (&mut red, reddened)] {
                match way {
                    Some(Way::Up) => cells[at][0] += 1,
                    Some(Way::Down) => cells[at][1] += 1,
                    None => {}
                }
            }
        }
        for (windows, cells, is_red) in [(&mut self.light, &light, false), (&mut self.red, &red, true)] {
            for (index, window) in windows.iter_mut().enumerate() {
                let (row, column) = (index / WINDOWS, index % WINDOWS);
                let mut sum = [0_u32; 2];
                for cells in cells.chunks(CELLS).skip(row).take(WINDOW) {
                    for cell in &cells[column..column + WINDOW] {
                        sum = [sum[0] + cell[0], sum[1] + cell[1]];
                    }
                }
                if let Some(found) = window.follow(frame, sum, self.sizes[index], self.fps, is_red)
                    && self.worst.as_ref().is_none_or(|worst| found.count > worst.count)
                {
                    self.worst = Some(found);
                }
            }
        }
    }

    /// The most flashes of any second, when there are any.
    pub(in crate::video) fn worst(&self) -> Option<&Flashing> {
        self.worst.as_ref().filter(|worst| worst.count > 0)
    }
}

impl Pixel {
    fn new(rgb: [u8; 3]) -> Self {
        let (luminance, chroma, is_red) = tone(rgb);
        Self { low: luminance, high: luminance, way: None, chroma, is_red }
    }

    /// Whether the luminance has changed against its last change, and whether a red has come or gone.
    fn follow(&mut self, rgb: [u8; 3]) -> (Option<Way>, Option<Way>) {
        let (luminance, chroma, is_red) = tone(rgb);
        self.low = self.low.min(luminance);
        self.high = self.high.max(luminance);
        let changed = if self.way != Some(Way::Up) && luminance - self.low >= CHANGE && self.low < DARK {
            Some(Way::Up)
        } else if self.way != Some(Way::Down) && self.high - luminance >= CHANGE && luminance < DARK {
            Some(Way::Down)
        } else {
            None
        };
        if changed.is_some() {
            (self.low, self.high, self.way) = (luminance, luminance, changed);
        }
        let distance = (chroma[0] - self.chroma[0]).hypot(chroma[1] - self.chroma[1]);
        let reddened = if distance > RED_CHANGE && is_red != self.is_red {
            Some(if is_red { Way::Up } else { Way::Down })
        } else {
            None
        };
        if reddened.is_some() {
            (self.chroma, self.is_red) = (chroma, is_red);
        }
        (changed, reddened)
    }
}

impl Window {
    /// The flashes of the last second, when another change has taken place.
    fn follow(&mut self, frame: u32, sum: [u32; 2], size: u32, fps: usize, red: bool) -> Option<Flashing> {
        self.recent.rotate_right(1);
        self.recent[0] = sum;
        let part = |way: usize| {
            let pixels: u32 = self.recent.iter().map(|frame| frame[way]).sum();
            f64::from(pixels) / f64::from(size.max(1))
        };
        let opposing: &[Way] = match self.way {
            Some(Way::Up) => &[Way::Down],
            Some(Way::Down) => &[Way::Up],
            None => &[Way::Up, Way::Down],
        };
        let way = *opposing.iter().find(|way| part(usize::from(**way == Way::Down)) >= PART)?;
        (self.way, self.recent) = (Some(way), Default::default());
        self.changes.push_back(frame);
        while self.changes.front().is_some_and(|first| frame.saturating_sub(*first) as usize >= fps) {
            self.changes.pop_front();
        }
        let first = self.changes.front().copied()?;
        Some(Flashing { count: self.changes.len() / 2, frames: first..frame + 1, red })
    }
}

/// How many pixels each window has, of a width and height in pixels.
pub(super) fn window_sizes(width: usize, height: usize) -> Vec<u32> {
    let mut sizes = vec![0; WINDOWS * WINDOWS];
    for y in 0..height {
        for x in 0..width {
            for window in around(cell(x, width), cell(y, height)) {
                sizes[window] += 1;
            }
        }
    }
    sizes
}

/// The cell that a pixel is in, along one side.
pub(super) fn cell(at: usize, length: usize) -> usize {
    (at * CELLS / length.max(1)).min(CELLS - 1)
}

/// The windows that a cell is part of.
fn around(column: usize, row: usize) -> impl Iterator<Item = usize> {
    let spans = |at: usize| at.saturating_sub(WINDOW - 1)..at.min(WINDOWS - 1) + 1;
    spans(row).flat_map(move |row| spans(column).map(move |column| row * WINDOWS + column))
}

/// Linear values of the bytes of sRGB.
static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let value = f32::from(u8::try_from(byte).unwrap_or(u8::MAX)) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
});

/// Relative luminance, chromaticity, and whether the colour is a saturated red.
fn tone(rgb: [u8; 3]) -> (f32, [f32; 2], bool) {
    let [r, g, b] = rgb.map(|byte| LINEAR[usize::from(byte)]);
    let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let x = 0.4124 * r + 0.3576 * g + 0.1805 * b;
    let z = 0.0193 * r + 0.1192 * g + 0.9505 * b;
    let sum = x + 15.0 * luminance + 3.0 * z;
    let chroma = if sum > 0.0 { [4.0 * x / sum, 9.0 * luminance / sum] } else { [0.1978, 0.4683] };
    let is_red = r + g + b > 0.0 && r / (r + g + b) >= RED;
    (luminance, chroma, is_red)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: [u8; 3] = [0; 3];
    const WHITE: [u8; 3] = [255; 3];

    /// The most flashes of frames of 36 × 36 pixels at 30 a second; `lit` says which pixels have which colour.
    fn flashes(frames: u32, colour: impl Fn(u32, usize, usize) -> [u8; 3]) -> Option<Flashing> {
        let mut flashes = Flashes::new(36, 36, 30);
        for frame in 0..frames {
            let pixels: Vec<[u8; 3]> = (0..36 * 36).map(|at| colour(frame, at % 36, at / 36)).collect();
            flashes.add(frame, &pixels);
        }
        flashes.worst().cloned()
    }

    fn count(found: Option<Flashing>) -> usize {
        found.map_or(0, |found| found.count)
    }

    /// On and off again, each for so many frames.
    fn blink(frame: u32, each: u32, on: [u8; 3], off: [u8; 3]) -> [u8; 3] {
        if (frame / each) % 2 == 1 { on } else { off }
    }

    #[test]
    fn pairs_of_opposing_changes_within_a_second_are_counted() {
        // A change every 5 frames: 6 of them in any 30.
        let found = flashes(60, |frame, _, _| blink(frame, 5, WHITE, BLACK)).unwrap();
        assert_eq!((found.count, found.red), (3, false));
        assert_eq!(found.frames, 5..31);
        assert_eq!(count(flashes(60, |frame, _, _| blink(frame, 3, WHITE, BLACK))), 5);
        assert_eq!(count(flashes(60, |frame, _, _| blink(frame, 15, WHITE, BLACK))), 1);
        assert_eq!(count(flashes(60, |frame, _, _| if frame < 30 { BLACK } else { WHITE })), 0);
    }

    #[test]
    fn small_steps_and_bright_ones_do_not_count() {
        // Relative luminance 0.05 against 0, and 0.80 against 1.
        assert_eq!(count(flashes(60, |frame, _, _| blink(frame, 3, [63; 3], BLACK))), 0);
        assert!(count(flashes(60, |frame, _, _| blink(frame, 3, [95; 3], BLACK))) > 3);
        assert_eq!(count(flashes(60, |frame, _, _| blink(frame, 3, WHITE, [232; 3]))), 0);
        assert!(count(flashes(60, |frame, _, _| blink(frame, 3, WHITE, [200; 3]))) > 3);
        // A slow rise in small steps and a fall are one flash.
        let ramp = |frame: u32, _, _| [u8::try_from(frame.min(60) * 4).unwrap(); 3];
        assert_eq!(count(flashes(60, ramp)), 0);
    }

    #[test]
    fn a_quarter_of_a_window_has_to_flash() {
        // A window has 12 × 12 pixels: 6 × 6 are a quarter, 5 × 6 are less.
        let square = |w: usize, h: usize| {
            move |frame: u32, x: usize, y: usize| {
                if x < w && y < h { blink(frame, 3, WHITE, BLACK) } else { BLACK }
            }
        };
        assert!(count(flashes(60, square(6, 6))) > 3);
        assert_eq!(count(flashes(60, square(5, 6))), 0);
        // Wherever it stands, and however it is spread.
        let corner = |frame: u32, x: usize, y: usize| {
            if x >= 30 && y >= 30 { blink(frame, 3, WHITE, BLACK) } else { BLACK }
        };
        assert!(count(flashes(60, corner)) > 3);
        let stripes = |frame: u32, _: usize, y: usize| {
            if y.is_multiple_of(3) { blink(frame, 3, WHITE, BLACK) } else { BLACK }
        };
        assert!(count(flashes(60, stripes)) > 3);
    }

    #[test]
    fn saturated_red_flashes_at_any_brightness() {
        // Relative luminance 0.06 against 0: too little for a flash of light.
        let red = |frame: u32, _: usize, _: usize| blink(frame, 3, [140, 0, 0], [0, 60, 0]);
        let found = flashes(60, red).unwrap();
        assert!(found.red && found.count > 3, "{found:?}");
        let dull = flashes(60, |frame, _, _| blink(frame, 3, [110, 70, 70], [70, 80, 70]));
        assert_eq!(count(dull), 0);
    }
}
