//! Any frame, in any order.

use std::sync::atomic::Ordering;

use super::make::{HEIGHT, WIDTH, alone, clip, number, number_in, shelf};
use crate::video::pictures::Pictures;

/// Stored in another order than shown, with an edit list; see `reordered.sh`.
const REORDERED: &[u8] = include_bytes!("reordered.mp4");

#[test]
fn a_file_says_what_it_is() {
    for (bytes, frames, duration, fps) in
        [(clip(50, 25, 10), 50, 2.0, 25.0), (REORDERED.to_vec(), 30, 1.25, 24.0)]
    {
        let found = alone(bytes).clip("x.mp4").unwrap();
        assert_eq!((found.frames(), found.codec.as_str()), (frames, "H.264"));
        assert!((found.duration - duration).abs() < 1e-9 && (found.fps() - fps).abs() < 1e-6, "{found:?}");
        assert_eq!((found.size.width, found.size.height), (f64::from(WIDTH), f64::from(HEIGHT)));
    }
}

#[test]
fn frames_come_in_the_order_in_which_they_are_shown() {
    for bytes in [clip(30, 24, 12), REORDERED.to_vec()] {
        let pictures = alone(bytes);
        let numbers: Vec<u32> = (0..30).map(|frame| number(&pictures, frame)).collect();
        assert_eq!(numbers, (0..30).collect::<Vec<_>>());
    }
}

#[test]
fn any_frame_can_be_asked_for_and_the_one_after_the_last_is_the_last() {
    for bytes in [clip(30, 24, 12), REORDERED.to_vec()] {
        let pictures = alone(bytes);
        for frame in [29, 0, 17, 11, 12, 13, 3, 28, 5, 4, 25, 1, 23] {
            assert_eq!(number(&pictures, frame), frame);
        }
        assert_eq!(number(&pictures, 999), 29);
    }
}

#[test]
fn pixels_are_the_same_from_anywhere() {
    let whole = |bytes: &[u8], order: &[u32]| {
        let pictures = alone(bytes);
        let mut all: Vec<_> = order
            .iter()
            .map(|frame| {
                let pixels = pictures.clip_pixels("x.mp4", *frame, [WIDTH, HEIGHT]).unwrap();
                (*frame, pixels.data_as_u8_slice().to_vec())
            })
            .collect();
        all.sort_by_key(|(frame, _)| *frame);
        all
    };
    let forth: Vec<u32> = (0..30).collect();
    let back: Vec<u32> = (0..30).rev().collect();
    let wild: Vec<u32> = (0..30).map(|at| at * 7 % 30).collect();
    let expected = whole(REORDERED, &forth);
    assert!(whole(REORDERED, &back) == expected && whole(REORDERED, &wild) == expected);
}

#[test]
fn a_clip_is_played_through_with_one_decoder() {
    let files = shelf(clip(60, 30, 60));
    let pictures = Pictures::new(files.clone());
    // Two threads that take turns, each a little behind the other.
    for frame in (0..60).step_by(2) {
        assert_eq!([number(&pictures, frame + 1), number(&pictures, frame)], [frame + 1, frame]);
    }
    assert_eq!(files.opened.load(Ordering::Relaxed), 2, "to be looked at, and to be played");
}

#[test]
fn many_threads_see_the_same_frames() {
    let pictures = alone(clip(120, 30, 20));
    std::thread::scope(|scope| {
        for thread in 0..6_u32 {
            let pictures = &pictures;
            scope.spawn(move || {
                for step in 0..40 {
                    let frame = (thread * 20 + step * 3) % 120;
                    assert_eq!(number(pictures, frame), frame);
                }
            });
        }
    });
}

#[test]
fn a_clip_is_turned_as_its_camera_was_held() {
    let mut bytes = clip(3, 25, 3);
    let unturned = [1_u32 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30];
    let turned = [0, 1_u32 << 16, 0, (-65_536_i32).cast_unsigned(), 0, 0, 0, 0, 1 << 30];
    let flat = |matrix: [u32; 9]| matrix.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<u8>>();
    let (old, new) = (flat(unturned), flat(turned));
    let at: Vec<usize> = memchr::memmem::find_iter(&bytes, &old).collect();
    // That of the movie comes before that of the track.
    bytes[at[1]..at[1] + 36].copy_from_slice(&new);
    let pictures = alone(bytes);
    let found = pictures.clip("x.mp4").unwrap();
    assert_eq!((found.size.width, found.size.height), (f64::from(HEIGHT), f64::from(WIDTH)));
    let pixels = pictures.clip_pixels("x.mp4", 1, [HEIGHT, WIDTH]).unwrap();
    assert_eq!((u32::from(pixels.width()), u32::from(pixels.height())), (HEIGHT, WIDTH));
    // The first bar, which is white, lay at the left and lies at the top now.
    assert!(pixels.sample(24, 3).r > 200 && pixels.sample(24, 60).r < 50);
}

#[test]
fn it_is_made_smaller_and_never_larger() {
    let pictures = alone(clip(8, 25, 8));
    let small = pictures.clip_pixels("x.mp4", 5, [32, 24]).unwrap();
    assert_eq!((small.width(), small.height(), number_in(&small)), (32, 24, 5));
    let large = pictures.clip_pixels("x.mp4", 5, [640, 480]).unwrap();
    assert_eq!((u32::from(large.width()), u32::from(large.height())), (WIDTH, HEIGHT));
}
