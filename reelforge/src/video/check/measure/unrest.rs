//! The frames that may be part of flashes, by what of the canvas changes: only these have to be painted to count them.

use std::ops::Range;

use kurbo::{Rect, Size};

use super::flash::{CELLS, PART, SPREAD, WINDOW, WINDOWS, cell, window_sizes};

/// How often a pixel can change in one direction within the frames over which a change may spread: before it rises
/// again it falls.
const TIMES: usize = SPREAD.div_ceil(2);

const _: () = assert!(WINDOWS * WINDOWS <= u128::BITS as usize, "a bit for each window");

/// Follows what of the canvas changes, in the frames that differ from the one before.
pub(in crate::video::check) struct Unrest {
    /// Width and height of the frames that would be painted.
    size: [usize; 2],
    /// From canvas pixels to theirs.
    scale: [f64; 2],
    /// The frame in which each pixel changed last, counted from 1.
    changed: Vec<u32>,
    /// Around all that changed in each of the last frames: columns and rows.
    recent: [[Range<usize>; 2]; SPREAD],
    /// The windows in which enough may have changed for a flash, as a bit each, of each frame.
    lively: Vec<u128>,
    window_sizes: Vec<u32>,
}

impl Unrest {
    /// For a canvas whose frames would be painted with a width and height in pixels.
    pub(in crate::video::check) fn new(canvas: Size, size: [usize; 2]) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a picture has few pixels")]
        let [width, height] = size.map(|side| side as f64);
        Self {
            size,
            scale: [width / canvas.width.max(1.0), height / canvas.height.max(1.0)],
            changed: vec![0; size[0] * size[1]],
            recent: Default::default(),
            lively: Vec::new(),
            window_sizes: window_sizes(size[0], size[1]),
        }
    }

    /// Adds the next frame, with the boxes on the canvas outside of which it looks like the one before; none when all
    /// of it may look different.
    pub(in crate::video::check) fn add(&mut self, touched: Option<&[Rect]>) {
        let [width, height] = self.size;
        let now = u32::try_from(self.lively.len()).unwrap_or(u32::MAX).saturating_add(1);
        let areas = match touched {
            None => vec![[0..width, 0..height]],
            Some(boxes) => boxes.iter().map(|rect| self.pixels(*rect)).collect(),
        };
        for [columns, rows] in areas.iter().filter(|area| !area.iter().any(Range::is_empty)) {
            for row in rows.clone() {
                self.changed[row * width..][columns.clone()].fill(now);
            }
        }
        self.recent.rotate_right(1);
        self.recent[0] = areas.into_iter().fold(Default::default(), around);
        let lively = if now == 1 { 0 } else { self.windows(now) };
        self.lively.push(lively);
    }

    /// The pixels that a box on the canvas touches, and those beside them.
    fn pixels(&self, rect: Rect) -> [Range<usize>; 2] {
        let [x, y] = self.scale;
        let span = |from: f64, to: f64, most: usize| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a cast keeps to the range"
            )]
            let [from, to] = [from.floor() as usize, to.ceil() as usize];
            from.saturating_sub(1).min(most)..to.saturating_add(1).min(most)
        };
        [span(rect.x0 * x, rect.x1 * x, self.size[0]), span(rect.y0 * y, rect.y1 * y, self.size[1])]
    }

    /// The windows of which enough may have changed in the frames up to this one.
    fn windows(&self, now: u32) -> u128 {
        let [width, height] = self.size;
        let [columns, rows] = self.recent.iter().cloned().fold(Default::default(), around);
        let is_enough = |pixels: usize, size: u32| {
            let pixels = u32::try_from(pixels * TIMES).unwrap_or(u32::MAX);
            f64::from(pixels) >= PART * f64::from(size)
        };
        let most = columns.len() * rows.len();
        if !self.window_sizes.iter().any(|size| is_enough(most, *size)) {
            return 0;
        }
        let since = now.saturating_sub(u32::try_from(SPREAD).unwrap_or(0));
        let mut cells = [0_usize; CELLS * CELLS];
        for row in rows {
            let line = &self.changed[row * width..][..width];
            for column in columns.clone().filter(|column| line[*column] > since) {
                cells[cell(row, height) * CELLS + cell(column, width)] += 1;
            }
        }
        let mut lively = 0;
        for (window, size) in self.window_sizes.iter().enumerate() {
            let (row, column) = (window / WINDOWS, window % WINDOWS);
            let lines = cells.chunks(CELLS).skip(row).take(WINDOW);
            let pixels = lines.flat_map(|cells| &cells[column..column + WINDOW]).sum();
            if is_enough(pixels, *size) {
                lively |= 1 << window;
            }
        }
        lively
    }

    /// The frames, by their index among those added, without which no `changes` within a second can be seen in any
    /// window: those from the first to the last of them, and those before over which each may spread. `numbers` says
    /// which frame of the video each is.
    pub(in crate::video::check) fn needed(&self, numbers: &[u32], fps: u32, changes: usize) -> Vec<bool> {
        let mut takes_place = vec![false; self.lively.len()];
        for window in 0..WINDOWS * WINDOWS {
            let lively: Vec<usize> =
                (0..self.lively.len()).filter(|at| self.lively[*at] & (1 << window) != 0).collect();
            for group in lively.windows(changes.max(1)) {
                let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
                if numbers[*last] - numbers[*first] < fps {
                    // What lies between them is one run with them.
                    takes_place[*first..=*last].fill(true);
                }
            }
        }
        (0..takes_place.len())
            .map(|at| takes_place[at..].iter().take(SPREAD + 1).any(|takes_place| *takes_place))
            .collect()
    }
}

/// Around both areas; one without pixels is none.
fn around(a: [Range<usize>; 2], b: [Range<usize>; 2]) -> [Range<usize>; 2] {
    if a.iter().any(Range::is_empty) {
        return b;
    }
    if b.iter().any(Range::is_empty) {
        return a;
    }
    let join = |a: &Range<usize>, b: &Range<usize>| a.start.min(b.start)..a.end.max(b.end);
    [join(&a[0], &b[0]), join(&a[1], &b[1])]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Flashes;
    use super::*;

    const SIDE: usize = 36;
    const FPS: u32 = 30;
    /// Changes of three flashes.
    const CHANGES: usize = 6;

    /// A rectangle that comes and goes.
    #[derive(Debug, Clone)]
    struct Blink {
        columns: Range<usize>,
        rows: Range<usize>,
        grey: u8,
        /// Frames for which it is there, and for which it is not.
        each: u32,
        /// The frames in which it does so; before and after it is not there.
        frames: Range<u32>,
    }

    impl Blink {
        fn is_there(&self, frame: u32) -> bool {
            self.frames.contains(&frame) && ((frame - self.frames.start) / self.each).is_multiple_of(2)
        }

        fn touched(&self) -> Rect {
            #[expect(clippy::cast_precision_loss, reason = "few pixels")]
            let [x0, x1, y0, y1] = [self.columns.start, self.columns.end, self.rows.start, self.rows.end]
                .map(|side| side as f64);
            Rect::new(x0, y0, x1, y1)
        }
    }

    fn blink() -> impl Strategy<Value = Blink> {
        let span =
            |longest: usize| (0..SIDE, 1..=longest).prop_map(|(at, length)| at..(at + length).min(SIDE));
        (span(SIDE), span(SIDE), any::<u8>(), 1_u32..20, 0_u32..90, 1_u32..90).prop_map(
            |(columns, rows, grey, each, from, frames)| Blink {
                columns,
                rows,
                grey,
                each,
                frames: from..from + frames,
            },
        )
    }

    /// The most flashes of all frames that differ from the one before, and those of the frames that are needed.
    fn counts(blinks: &[Blink]) -> (usize, usize) {
        let canvas = Size::new(36.0, 36.0);
        let mut unrest = Unrest::new(canvas, [SIDE, SIDE]);
        let mut frames: Vec<(u32, Vec<[u8; 3]>)> = Vec::new();
        for frame in 0..180 {
            let changed = |blink: &&Blink| frame == 0 || blink.is_there(frame) != blink.is_there(frame - 1);
            let touched: Vec<Rect> = blinks.iter().filter(changed).map(Blink::touched).collect();
            if frame > 0 && touched.is_empty() {
                continue;
            }
            let mut pixels = vec![[0; 3]; SIDE * SIDE];
            for blink in blinks.iter().filter(|blink| blink.is_there(frame)) {
                for row in blink.rows.clone() {
                    pixels[row * SIDE..][blink.columns.clone()].fill([blink.grey; 3]);
                }
            }
            unrest.add((frame > 0).then_some(&touched));
            frames.push((frame, pixels));
        }
        let numbers: Vec<u32> = frames.iter().map(|(frame, _)| *frame).collect();
        let needed = unrest.needed(&numbers, FPS, CHANGES);
        let count = |flashes: &Flashes| flashes.worst().map_or(0, |worst| worst.count);
        let (mut all, mut some) = (Flashes::new(SIDE, SIDE, FPS), Flashes::new(SIDE, SIDE, FPS));
        let mut most = 0;
        for ((frame, pixels), is_needed) in frames.iter().zip(needed) {
            all.add(*frame, pixels);
            if is_needed {
                some.add(*frame, pixels);
                most = most.max(count(&some));
            } else {
                some = Flashes::new(SIDE, SIDE, FPS);
            }
        }
        (count(&all), most)
    }

    /// Something too small to flash that changes in every frame, or nothing.
    fn speck() -> impl Strategy<Value = Option<Blink>> {
        let speck = Blink { columns: 35..36, rows: 35..36, grey: 255, each: 1, frames: 0..180 };
        prop::option::of(Just(speck))
    }

    proptest! {
        #[test]
        fn the_frames_that_are_needed_flash_like_all_of_them(
            blinks in prop::collection::vec(blink(), 1..6),
            speck in speck(),
        ) {
            let blinks: Vec<Blink> = blinks.into_iter().chain(speck).collect();
            let (all, some) = counts(&blinks);
            // Where less is reported than three flashes, it does not matter how many.
            prop_assert_eq!(all.max(2), some.max(2));
        }
    }

    #[test]
    fn something_small_does_not_part_flashes() {
        // Six changes a second, and a speck in every frame between them.
        let strobe = Blink { columns: 0..SIDE, rows: 0..SIDE, grey: 255, each: 5, frames: 0..180 };
        let speck = Blink { columns: 35..36, rows: 35..36, grey: 128, each: 1, frames: 0..180 };
        assert_eq!(counts(std::slice::from_ref(&strobe)), (3, 3));
        assert_eq!(counts(&[strobe, speck]), (3, 3));
    }

    #[test]
    fn what_is_small_or_seldom_needs_no_frame() {
        let small = Blink { columns: 0..2, rows: 0..2, grey: 255, each: 1, frames: 0..180 };
        let seldom = Blink { columns: 0..SIDE, rows: 0..SIDE, grey: 255, each: 15, frames: 0..180 };
        let strobe = Blink { each: 3, ..seldom.clone() };
        let needed = |blink: &Blink| {
            let mut unrest = Unrest::new(Size::new(36.0, 36.0), [SIDE, SIDE]);
            let numbers: Vec<u32> = (0..180)
                .filter(|frame| *frame == 0 || blink.is_there(*frame) != blink.is_there(frame - 1))
                .collect();
            for frame in &numbers {
                unrest.add((*frame > 0).then_some(&[blink.touched()]));
            }
            unrest.needed(&numbers, FPS, CHANGES).into_iter().filter(|is_needed| *is_needed).count()
        };
        assert_eq!((needed(&small), needed(&seldom)), (0, 0));
        assert_eq!(needed(&strobe), 60);
    }
}
