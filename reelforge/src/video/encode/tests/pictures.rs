use std::sync::Arc;

use super::super::h264::{Group, MAX_PIXELS, Settings};
use super::super::{EncodeError, I420};
use super::{closeness, picture, scene};

/// BT.709 with limited range as it is defined.
fn exactly(r: f64, g: f64, b: f64) -> [f64; 3] {
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    [
        16.0 + y * 219.0 / 255.0,
        128.0 + (b - y) / 1.8556 * 224.0 / 255.0,
        128.0 + (r - y) / 1.5748 * 224.0 / 255.0,
    ]
}

fn noise(bytes: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    std::iter::repeat_with(next).take(bytes).collect()
}

#[test]
fn colours_are_within_a_step_of_their_definition() {
    for [r, g, b] in
        [[0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255], [18, 99, 200], [250, 128, 3]]
    {
        let mut picture = I420::new(64, 2);
        picture.fill(&[r, g, b, 255].repeat(128), 64);
        let exact = exactly(r.into(), g.into(), b.into());
        for (plane, exact) in picture.planes().into_iter().zip(exact) {
            for byte in plane {
                assert!((f64::from(*byte) - exact).abs() <= 1.0, "{byte} for {exact} of {r} {g} {b}");
            }
        }
    }
}

#[test]
fn colour_is_the_mean_of_four_pixels() {
    let rgba = noise(4 * 62 * 8);
    let mut picture = I420::new(62, 8);
    picture.fill(&rgba, 62);
    let [_, us, vs] = picture.planes();
    for (row, column) in (0..4).flat_map(|row| (0..31).map(move |column| (row, column))) {
        let mean = |channel: usize| {
            let at =
                |y: usize, x: usize| f64::from(rgba[((row * 2 + y) * 62 + column * 2 + x) * 4 + channel]);
            (at(0, 0) + at(0, 1) + at(1, 0) + at(1, 1)) / 4.0
        };
        let [_, u, v] = exactly(mean(0), mean(1), mean(2));
        let at = row * 31 + column;
        assert!((f64::from(us[at]) - u).abs() <= 1.0 && (f64::from(vs[at]) - v).abs() <= 1.0);
    }
}

#[test]
fn every_set_of_instructions_gives_the_same_bytes() {
    for (width, height) in [(1080, 4), (62, 6), (2, 2), (33, 5), (1, 1)] {
        let rgba = noise(4 * width as usize * height as usize);
        let [mut fast, mut plain] = [I420::new(width, height), I420::new(width, height)];
        fast.fill(&rgba, width);
        plain.fill_plainly(&rgba, width);
        assert_eq!(fast, plain, "{width}×{height}");
    }
}

#[test]
fn an_odd_side_repeats_its_last_line() {
    let (odd, even) = (scene(33, 5, 0), picture(34, 6, 0));
    let mut picture = I420::new(33, 5);
    picture.fill(&odd, 33);
    assert_eq!((picture.width(), picture.height()), (even.width(), even.height()));
    let [y, ..] = picture.planes();
    for row in y.chunks(34) {
        assert_eq!(row[32], row[33]);
    }
    assert_eq!(y[4 * 34..5 * 34], y[5 * 34..]);
}

const SETTINGS: Settings = Settings { width: 176, height: 144, fps: 30, quantiser: 26 };

fn stream(pictures: &[Option<I420>]) -> (Vec<u8>, Vec<usize>) {
    let sets = Arc::new(SETTINGS.parameter_sets().expect("settings that it takes"));
    let mut group = Group::new(&SETTINGS, &sets).expect("settings that it takes");
    let mut stream = Vec::new();
    for set in [&sets.sequence, &sets.picture] {
        stream.extend([0, 0, 0, 1]);
        stream.extend(set);
    }
    let mut sizes = Vec::new();
    for (number, picture) in pictures.iter().enumerate() {
        let unit = match picture {
            Some(picture) => group.encode(picture).expect("a picture of the right size"),
            None => group.repeat().expect("a picture before it"),
        };
        assert_eq!(unit.is_key, number == 0);
        sizes.push(unit.bytes.len());
        stream.extend(annex_b(&unit.bytes));
    }
    (stream, sizes)
}

/// With start codes in place of lengths.
fn annex_b(mut unit: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some((length, rest)) = unit.split_first_chunk::<4>() {
        let (nal, after) = rest.split_at(u32::from_be_bytes(*length) as usize);
        out.extend([0, 0, 0, 1]);
        out.extend(nal);
        unit = after;
    }
    out
}

#[test]
fn what_is_decoded_is_what_was_encoded() {
    let pictures: Vec<_> = (0..12).map(|moved| Some(picture(176, 144, moved * 3))).collect();
    let (stream, _) = stream(&pictures);
    let decoded = rusty_h264_decoder::Decoder::new().decode_stream(&stream).expect("a sound stream");
    assert_eq!(decoded.len(), pictures.len());
    for (number, (decoded, picture)) in decoded.iter().zip(pictures.iter().flatten()).enumerate() {
        let [y, u, v] = picture.planes();
        for (ours, theirs) in [(y, &decoded.y), (u, &decoded.u), (v, &decoded.v)] {
            let closeness = closeness(ours, theirs);
            assert!(closeness > 38.0, "picture {number} is {closeness:.1} dB close");
        }
    }
}

#[test]
fn repeated_pictures_are_the_same_and_cost_next_to_nothing() {
    let shown = |moved| Some(picture(176, 144, moved));
    let pictures =
        [shown(0), None, None, shown(5), shown(9), None, shown(14), None, None, None, shown(20), shown(24)];
    let (stream, sizes) = stream(&pictures);
    let decoded = rusty_h264_decoder::Decoder::new().decode_stream(&stream).expect("a sound stream");
    assert_eq!(decoded.len(), pictures.len());
    let mut last = None;
    for (number, picture) in pictures.iter().enumerate() {
        match picture {
            None => {
                assert_eq!(decoded[number].y, decoded[number - 1].y, "picture {number}");
                assert_eq!(decoded[number].u, decoded[number - 1].u, "picture {number}");
                assert!(sizes[number] < 40, "{} bytes", sizes[number]);
            }
            Some(picture) => last = Some(picture),
        }
        let [y, ..] = last.expect("the first one is shown").planes();
        assert!(closeness(y, &decoded[number].y) > 38.0, "picture {number}");
    }
}

#[test]
fn a_group_cannot_begin_with_a_repetition() {
    let sets = Arc::new(SETTINGS.parameter_sets().expect("settings that it takes"));
    assert_eq!(Group::new(&SETTINGS, &sets).expect("settings that it takes").repeat(), None);
}

#[test]
fn levels_follow_size_and_rate() {
    let level = |width, height, fps| {
        let settings = Settings { width, height, fps, quantiser: 26 };
        settings.parameter_sets().expect("settings that it takes").profile_and_level()
    };
    // High, no interlacing, no B-frames.
    assert_eq!(level(1080, 1920, 30), [100, 0b1100, 40]);
    assert_eq!(level(1080, 1920, 60), [100, 0b1100, 42]);
    assert_eq!(level(1280, 720, 30), [100, 0b1100, 31]);
}

#[test]
fn pictures_of_another_size_are_refused() {
    let sets = Arc::new(SETTINGS.parameter_sets().expect("settings that it takes"));
    let mut group = Group::new(&SETTINGS, &sets).expect("settings that it takes");
    let error = group.encode(&I420::new(174, 144)).expect_err("another size").to_string();
    assert!(error.contains("174×144") && error.contains("176×144"), "{error}");
    let settings = Settings { width: 4096, height: 4096, ..SETTINGS };
    let expected = EncodeError::TooLarge { width: 4096, height: 4096, pixels: MAX_PIXELS };
    assert_eq!(settings.parameter_sets(), Err(expected));
}
