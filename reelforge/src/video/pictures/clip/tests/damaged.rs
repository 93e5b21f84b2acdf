//! Files that are cut off, damaged or something else.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::make::{HEIGHT, WIDTH, alone, clip, number, webm};

fn fault(bytes: impl Into<Vec<u8>>) -> String {
    alone(bytes).clip("x.mp4").expect_err("a fault").to_string()
}

#[test]
fn a_file_that_is_cut_off_says_from_where_on() {
    let bytes = clip(40, 25, 10);
    let cut = fault(&bytes[..bytes.len() - 1]);
    assert_eq!(cut, "it is damaged: it is cut off: from its frame 40 on all is missing");
    assert!(fault(&bytes[..bytes.len() / 2]).contains("cut off"));
    assert!(fault(&bytes[..100]).contains("table of contents is missing"));
    assert_eq!(fault([]), "the file is empty");
}

#[test]
fn frames_that_are_larger_in_all_than_the_file_are_refused() {
    // All groups of the table lie at the first one's place.
    let mut bytes = clip(80, 25, 10);
    let at = memchr::memmem::find(&bytes, b"stco").expect("where its groups lie") + 12;
    let first: [u8; 4] = bytes[at..at + 4].try_into().unwrap();
    let count = u32::from_be_bytes(bytes[at - 4..at].try_into().unwrap()) as usize;
    assert!(count > 1, "{count}");
    for entry in bytes[at..at + 4 * count].chunks_exact_mut(4) {
        entry.copy_from_slice(&first);
    }
    let sizes = memchr::memmem::find(&bytes, b"stsz").expect("their sizes") + 8;
    let size = u32::try_from(bytes.len() / 20).unwrap();
    bytes[sizes..sizes + 4].copy_from_slice(&size.to_be_bytes());
    assert!(fault(bytes).contains("larger in all than the file"));
}

#[test]
fn what_is_no_clip_is_named() {
    assert!(fault(*b"just some words").contains("it is a text; clips are mp4, mov, webm or mkv"));
    assert!(fault([0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0]).contains("image/png; clips are"));
    assert_eq!(alone([]).clip("y.mp4").expect_err("none").to_string(), "there is no such file");
}

#[test]
fn a_codec_that_nothing_decodes_is_named_with_what_helps() {
    let mut bytes = clip(3, 25, 3);
    let at = memchr::memmem::find(&bytes, b"avc1").expect("its codec");
    // The file's own brands come first.
    let at = memchr::memmem::find(&bytes[at + 4..], b"avc1").map_or(at, |next| at + 4 + next);
    bytes[at..at + 4].copy_from_slice(b"hvc1");
    assert_eq!(fault(bytes), "nothing here decodes HEVC: install FFmpeg, or save it as MP4 with H.264");
    assert_eq!(fault(webm()), "nothing here decodes WebM: install FFmpeg, or save it as MP4 with H.264");
}

fn upwards(numbers: std::ops::Range<u32>) -> Vec<u32> {
    numbers.collect()
}

#[test]
fn where_a_frame_is_damaged_the_one_before_stays() {
    let mut bytes = clip(30, 25, 10);
    // Each frame is one unit with its length in front. The fourteenth becomes one without a beginning.
    let mut at = memchr::memmem::find(&bytes, b"mdat").expect("its frames") + 4;
    let length = |bytes: &[u8], at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    for _ in 0..13 {
        at += 4 + length(&bytes, at);
    }
    let end = at + 4 + length(&bytes, at);
    bytes[at + 5..end].fill(0);
    let pictures = alone(bytes.clone());
    let numbers: Vec<u32> = (0..30).map(|frame| number(&pictures, frame)).collect();
    assert_eq!((&numbers[..13], numbers[13]), (&upwards(0..13)[..], 12));
    assert_eq!(numbers[20..], upwards(20..30), "the next group is whole");
    let faults = pictures.faults();
    assert!(faults.len() == 1 && faults[0].1.to_string().contains("its sample 14"), "{faults:?}");
    // However they are come to.
    let other = alone(bytes);
    let mut back: Vec<u32> = (0..30).rev().map(|frame| number(&other, frame)).collect();
    back.reverse();
    assert_eq!(back, numbers);
}

#[test]
fn whatever_bytes_come_the_answer_is_a_picture_or_a_reason() {
    let seeds = [clip(6, 25, 3), include_bytes!("reordered.mp4").to_vec()];
    let config = Config { cases: 150, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    // Tables stand at the beginning, so half of the faults do.
    let place = prop_oneof![0.0..0.35_f64, 0.0..1.0_f64];
    let faults = proptest::collection::vec((place, any::<u8>()), 1..8);
    runner
        .run(&(0..seeds.len(), faults), |(seed, faults)| {
            let mut bytes = seeds[seed].clone();
            for (place, value) in faults {
                let at = (bytes.len() as f64 * place) as usize;
                bytes[at] = value;
            }
            let pictures = alone(bytes);
            if let Ok(clip) = pictures.clip("x.mp4") {
                for frame in [0, clip.frames() / 2, clip.frames() - 1] {
                    let pixels = pictures.clip_pixels("x.mp4", frame, [WIDTH, HEIGHT]);
                    prop_assert!(pixels.is_ok() || pixels.is_err_and(|error| !error.to_string().is_empty()));
                }
            }
            Ok(())
        })
        .unwrap();
}
