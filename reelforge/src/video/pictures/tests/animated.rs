use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::*;

const PALETTE: [u8; 12] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255];
const NOTHING: [u8; 4] = [0; 4];

/// A part of a frame: left, top, width, height, and the index of its colour; 0 is transparent.
type Patch = (u16, u16, u16, u16, u8);

fn gif(frames: &[(Patch, DisposalMethod, u16)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 8, 8, &PALETTE).unwrap();
    encoder.set_repeat(Repeat::Infinite).unwrap();
    for ((left, top, width, height, color), dispose, delay) in frames {
        let frame = Frame {
            left: *left,
            top: *top,
            width: *width,
            height: *height,
            buffer: vec![*color; usize::from(*width) * usize::from(*height)].into(),
            transparent: Some(0),
            dispose: *dispose,
            delay: *delay,
            ..Frame::default()
        };
        encoder.write_frame(&frame).unwrap();
    }
    drop(encoder);
    bytes
}

#[test]
fn each_frame_of_a_gif_stands_on_what_the_one_before_left() {
    let bytes = gif(&[
        ((0, 0, 8, 8, 1), DisposalMethod::Keep, 5),
        ((0, 0, 4, 4, 2), DisposalMethod::Background, 10),
        ((4, 4, 4, 4, 3), DisposalMethod::Previous, 20),
        ((4, 0, 4, 4, 0), DisposalMethod::Keep, 0),
    ]);
    let pictures = one(bytes);
    let info = pictures.info("x").unwrap();
    assert_eq!(info.delays.as_ref(), [0.05, 0.1, 0.2, 0.1]);
    let shown = |frame| corners(&pictures.pixels("x", frame, [8, 8]).unwrap());
    let wanted = [
        [RED, RED, RED, RED],
        [GREEN, RED, RED, RED],
        // The green one was taken away.
        [NOTHING, RED, RED, BLUE],
        // What was below the blue one is back.
        [NOTHING, RED, RED, RED],
    ];
    for (frame, wanted) in (0..).zip(wanted) {
        assert_eq!(shown(frame), wanted, "{frame}");
    }
    // In any order, and from the beginning again.
    for frame in [3, 0, 2, 1, 3] {
        assert_eq!(shown(frame), wanted[frame as usize], "{frame}");
    }
    assert_eq!(shown(99), wanted[3], "the last one stays");
}

#[test]
fn frames_are_found_by_time_and_begin_again() {
    let keep = DisposalMethod::Keep;
    let info = one(gif(&[((0, 0, 8, 8, 1), keep, 5), ((0, 0, 8, 8, 2), keep, 10)])).info("x").unwrap();
    let at = |seconds: f64| info.frame_at(seconds);
    assert_eq!([0.0, 0.049, 0.05, 0.149, 0.15, 0.2, 1.5].map(at), [0, 0, 1, 1, 0, 1, 0]);
    assert_eq!([-0.01, f64::NAN].map(at), [1, 0]);
    let still = one(encoded(quarters(4, 4), ImageFormat::Png)).info("x").unwrap();
    assert_eq!((still.frame_at(7.0), still.frames()), (0, 1));
}

#[test]
fn what_stands_out_of_the_canvas_is_cut() {
    let pictures =
        one(gif(&[((0, 0, 8, 8, 1), DisposalMethod::Keep, 5), ((4, 4, 9, 9, 2), DisposalMethod::Keep, 5)]));
    assert_eq!(corners(&pictures.pixels("x", 1, [8, 8]).unwrap()), [RED, RED, RED, GREEN]);
}

#[test]
fn a_long_animation_is_read_twice_and_played_once() {
    let frames: Vec<_> =
        (0..300_u16).map(|n| ((n % 8, 0, 1, 8, 1 + (n / 8 % 3) as u8), DisposalMethod::Keep, 4)).collect();
    let files = Arc::new(InMemory { files: [("x".to_owned(), gif(&frames))].into(), ..InMemory::default() });
    let pictures = Pictures::new(files.clone());
    // Two threads that take turns, each a little behind the other.
    for frame in (0..300).step_by(2) {
        pictures.pixels("x", (frame + 1).min(299), [8, 8]).unwrap();
        pictures.pixels("x", frame, [8, 8]).unwrap();
    }
    assert_eq!(files.reads.load(Ordering::Relaxed), 2, "the header and the frames");
}

#[test]
fn too_many_frames_are_refused() {
    let frames = vec![((0, 0, 1, 1, 1), DisposalMethod::Keep, 4); 601];
    assert_eq!(fault(gif(&frames)).to_string(), "it has 601 frames; an animation may have 600");
}

#[test]
fn frames_with_too_many_pixels_in_all_are_refused() {
    // The frames are small parts of a canvas whose size is written over.
    let with_side = |count: usize, side: u16| {
        let mut bytes = gif(&vec![((0, 0, 1, 1, 1), DisposalMethod::Keep, 4); count]);
        bytes[6..10].copy_from_slice(&[side.to_le_bytes(), side.to_le_bytes()].concat());
        bytes
    };
    assert_eq!(one(with_side(150, 2000)).info("x").unwrap().frames(), 150);
    let text = fault(with_side(151, 2000)).to_string();
    assert!(text.contains("151 frames of 2000 × 2000 pixels") && text.contains("600 million"), "{text}");
    // One picture may be as large as any.
    assert!(one(with_side(1, 4000)).info("x").is_ok());
}

/// A lossless frame: left, top, side, colour, whether it is taken away, whether it covers.
type Lossless = (u32, u32, u32, [u8; 4], bool, bool);

fn webp(frames: &[Lossless]) -> Vec<u8> {
    let mut chunks = b"VP8X\x0a\0\0\0\x12\0\0\0\x07\0\0\x07\0\0ANIM\x06\0\0\0\xFF\xFF\xFF\xFF\0\0".to_vec();
    for (left, top, side, color, is_taken_away, covers) in frames {
        let image = RgbaImage::from_pixel(*side, *side, Rgba(*color));
        let still = encoded(image, ImageFormat::WebP);
        let bitstream = &still[12..];
        let mut frame = Vec::new();
        for number in [left / 2, top / 2, side - 1, side - 1, 50] {
            frame.extend(&number.to_le_bytes()[..3]);
        }
        frame.push(u8::from(*is_taken_away) | u8::from(*covers) << 1);
        frame.extend(bitstream);
        chunks.extend(b"ANMF");
        chunks.extend((frame.len() as u32).to_le_bytes());
        chunks.extend(&frame);
        chunks.resize(chunks.len().next_multiple_of(2), 0);
    }
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((chunks.len() as u32 + 4).to_le_bytes());
    bytes.extend(b"WEBP");
    bytes.extend(chunks);
    bytes
}

#[test]
fn each_frame_of_a_webp_stands_on_what_the_one_before_left() {
    let pictures = one(webp(&[
        (0, 0, 8, RED, false, true),
        (0, 0, 4, GREEN, true, true),
        (4, 4, 4, [0, 0, 255, 128], false, false),
    ]));
    let info = pictures.info("x").unwrap();
    assert_eq!((info.frames(), info.delays[0], info.opaque), (3, 0.05, false));
    let shown = |frame| corners(&pictures.pixels("x", frame, [8, 8]).unwrap());
    assert_eq!(shown(0), [RED; 4]);
    assert_eq!(shown(1), [GREEN, RED, RED, RED]);
    let [taken_away, .., blended] = shown(2);
    assert_eq!(taken_away, NOTHING);
    assert!(blended[0].abs_diff(127) < 4 && blended[2].abs_diff(128) < 4 && blended[3] == 255, "{blended:?}");
}
