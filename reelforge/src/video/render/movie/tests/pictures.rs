use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use super::super::{Create, MovieError, Settings, cover, frame_name, write_frames, write_gif};
use super::{LIVELY, Made, on};
use crate::video::paint::{Image, Painter, Precision};
use crate::video::project::model::Quality;

impl Made {
    fn image(&self, scale: f64, number: u32) -> Image {
        let mut painter =
            Painter::new(self.plan.canvas, scale, Arc::clone(&self.pictures), Precision::Fastest);
        Image::of(painter.paint(&self.plan, &self.plan.frame(number)))
    }

    fn gif(&self, settings: &Settings) -> (super::Facts, Vec<u8>) {
        let mut bytes = Vec::new();
        let facts = write_gif(&self.plan, &self.pictures, settings, &mut bytes, &|_| {}, &|| false);
        (facts.expect("an animation"), bytes)
    }
}

/// Frames of an animation as a viewer shows them, with their hundredths of a second.
fn played(bytes: &[u8]) -> Vec<(Vec<u8>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a sound file");
    let across = usize::from(decoder.width());
    let mut screen = vec![0; across * usize::from(decoder.height()) * 4];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a sound frame") {
        let columns = usize::from(frame.width) * 4;
        for (row, pixels) in frame.buffer.chunks_exact(columns).enumerate() {
            let start = ((usize::from(frame.top) + row) * across + usize::from(frame.left)) * 4;
            let places = screen[start..start + columns].chunks_exact_mut(4);
            for (place, pixel) in places.zip(pixels.chunks_exact(4)).filter(|(_, pixel)| pixel[3] > 0) {
                place.copy_from_slice(pixel);
            }
        }
        frames.push((screen.clone(), frame.delay));
    }
    frames
}

#[test]
fn an_animation_shows_the_frames_for_as_long_as_the_video_lasts() {
    let made = Made::of(LIVELY);
    let (facts, bytes) = made.gif(&on(1));
    assert_eq!(facts.bytes, bytes.len() as u64);
    // Every second of 25 frames a second.
    assert_eq!((facts.width, facts.height, facts.frames, facts.fps), (192, 160, 50, 12));
    let frames = played(&bytes);
    assert_eq!(frames.iter().map(|(_, delay)| u32::from(*delay)).sum::<u32>(), 400);
    // What does not change is not written again.
    assert!((20..45).contains(&frames.len()), "{} frames", frames.len());
    let mut until = 0;
    for (pixels, delay) in &frames {
        let painted = made.image(1.0, until * 25 / 100);
        let wanted = painted.rgb().chunks_exact(3);
        let far: u32 = pixels
            .chunks_exact(4)
            .zip(wanted)
            .map(|(found, wanted)| {
                found.iter().zip(wanted).map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>()
            })
            .sum();
        let mean = far / (192 * 160 * 3);
        assert!(mean < 8, "at {until} hundredths colours are {mean} steps off");
        until += u32::from(*delay);
    }
}

#[test]
fn the_same_animation_is_the_same_file() {
    let made = Made::of(LIVELY);
    assert!(made.gif(&on(1)).1 == made.gif(&on(1)).1);
}

#[test]
fn animations_are_small() {
    let made = Made::of(&LIVELY.replace("width: 192, height: 160", "preset: reel"));
    let settings = Settings { frames: Some(0..4), ..Settings::new(Quality::Draft) };
    let (facts, _) = made.gif(&settings);
    assert_eq!((facts.width, facts.height), (203, 360));
}

#[test]
fn a_cancelled_animation_ends() {
    let made = Made::of(LIVELY);
    let result = write_gif(&made.plan, &made.pictures, &on(1), Vec::new(), &|_| {}, &|| true);
    assert!(matches!(result, Err(MovieError::Cancelled)));
}

type Files = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

/// A file in memory, which is stored when it is whole.
struct File(Files, String, Vec<u8>);

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.2.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        self.0.lock().unwrap().insert(self.1.clone(), std::mem::take(&mut self.2));
    }
}

#[test]
fn every_frame_becomes_a_picture_with_its_number() {
    let made = Made::of(LIVELY);
    let files = Files::default();
    let create: &Create<'_> =
        &|name| Ok(Box::new(File(Arc::clone(&files), name.to_owned(), Vec::new())) as Box<dyn Write>);
    let settings = Settings { frames: Some(20..60), ..on(2) };
    let facts = write_frames(&made.plan, &made.pictures, &settings, create, &|_| {}, &|| false);
    let facts = facts.expect("40 pictures");
    let files = files.lock().unwrap();
    assert_eq!((facts.frames, files.len()), (40, 40));
    assert_eq!(facts.bytes, files.values().map(|bytes| bytes.len() as u64).sum::<u64>());
    assert_eq!(frame_name(0), "frame-00001.png");
    for (index, number) in (20..60).enumerate() {
        let bytes = &files[&format!("frame-{:05}.png", index + 1)];
        let read = image::load_from_memory(bytes).expect("a picture").to_rgb8();
        assert!(read.as_raw() == made.image(1.0, number).rgb(), "frame {number}");
    }
}

#[test]
fn a_picture_that_cannot_be_written_ends_it() {
    let made = Made::of(LIVELY);
    let create: &Create<'_> = &|name| {
        if name.contains("07") { Err(io::ErrorKind::StorageFull.into()) } else { Ok(Box::new(io::sink())) }
    };
    let result = write_frames(&made.plan, &made.pictures, &on(2), create, &|_| {}, &|| false);
    assert!(result.expect_err("one fails").to_string().contains("the disk is full"));
    let ended = write_frames(&made.plan, &made.pictures, &on(2), create, &|_| {}, &|| true);
    assert!(matches!(ended, Err(MovieError::Cancelled)));
}

#[test]
fn a_cover_is_the_frame_in_full_size() {
    let made = Made::of(LIVELY);
    let bytes = cover(&made.plan, &made.pictures, 70).expect("a picture");
    let read = image::load_from_memory(&bytes).expect("a picture").to_rgb8();
    let painted = made.image(1.0, 70);
    assert_eq!((read.width(), read.height()), (192, 160));
    let far = read.as_raw().iter().zip(painted.rgb()).filter(|(a, b)| a.abs_diff(**b) > 24).count();
    assert!(far < 192 * 160 * 3 / 100, "{far} bytes are far off");
}
