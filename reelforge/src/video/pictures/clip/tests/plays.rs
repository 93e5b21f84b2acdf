//! Which frame is shown when.

use super::make::{alone, clip};
use crate::video::pictures::Play;

/// The frames that a canvas of so many frames a second shows.
fn shown(
    (frames, fps): (u32, u32),
    canvas: u32,
    count: u32,
    trim: Option<[f64; 2]>,
    speed: f64,
    repeats: bool,
) -> Vec<u32> {
    let pictures = alone(clip(frames, fps, 10));
    let play = Play::new(&pictures.clip("x.mp4").unwrap(), trim, speed, repeats);
    (0..count).map(|number| play.frame(f64::from(number) / f64::from(canvas))).collect()
}

#[test]
fn a_clip_keeps_its_own_time_on_any_canvas() {
    assert_eq!(shown((8, 25), 25, 8, None, 1.0, false), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(shown((8, 24), 30, 10, None, 1.0, false), [0, 0, 1, 2, 3, 4, 4, 5, 6, 7]);
    assert_eq!(shown((12, 60), 30, 6, None, 1.0, false), [0, 2, 4, 6, 8, 10]);
    assert_eq!(shown((5, 25), 50, 10, None, 1.0, false), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
}

#[test]
fn it_goes_slower_and_faster() {
    assert_eq!(shown((8, 25), 25, 8, None, 0.5, false), [0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(shown((12, 25), 25, 6, None, 2.0, false), [0, 2, 4, 6, 8, 10]);
}

#[test]
fn the_last_frame_is_held() {
    assert_eq!(shown((4, 25), 25, 7, None, 1.0, false), [0, 1, 2, 3, 3, 3, 3]);
    assert_eq!(shown((20, 25), 25, 5, Some([0.2, 0.32]), 1.0, false), [5, 6, 7, 7, 7]);
}

#[test]
fn it_starts_over_where_its_part_does() {
    assert_eq!(shown((4, 25), 25, 9, None, 1.0, true), [0, 1, 2, 3, 0, 1, 2, 3, 0]);
    assert_eq!(shown((20, 25), 25, 7, Some([0.2, 0.32]), 1.0, true), [5, 6, 7, 5, 6, 7, 5]);
    assert_eq!(shown((20, 25), 25, 5, Some([0.2, 0.36]), 2.0, true), [5, 7, 5, 7, 5]);
}

#[test]
fn a_part_beyond_the_end_is_the_last_frame() {
    assert_eq!(shown((4, 25), 25, 3, Some([9.0, 10.0]), 1.0, false), [3, 3, 3]);
    assert_eq!(shown((4, 25), 25, 3, Some([9.0, 10.0]), 1.0, true), [3, 3, 3]);
    assert_eq!(shown((4, 25), 25, 4, Some([0.08, 10.0]), 1.0, false), [2, 3, 3, 3]);
}
