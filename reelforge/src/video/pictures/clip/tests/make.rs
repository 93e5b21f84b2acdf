//! Clips whose frames say which one they are: eight bars of black and white are the bits of its number.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use vello_cpu::Pixmap;

use crate::video::encode::I420;
use crate::video::encode::h264::{Group, Settings};
use crate::video::encode::mp4::{Video, Writer};
use crate::video::files::{Content, FileError, Files};
use crate::video::pictures::Pictures;

pub(in crate::video) const WIDTH: u32 = 64;
pub(in crate::video) const HEIGHT: u32 = 48;

/// A clip of so many frames, with a key every `group` of them.
pub(in crate::video) fn clip(frames: u32, fps: u32, group: u32) -> Vec<u8> {
    let settings = Settings { width: WIDTH, height: HEIGHT, fps, quantiser: 20 };
    let sets = Arc::new(settings.parameter_sets().expect("settings that it takes"));
    let (width, height) = (WIDTH as u16, HEIGHT as u16);
    let keys = (0..frames).step_by(group as usize).collect();
    let video = Video { width, height, fps, frames, keys, sets: Arc::clone(&sets) };
    let mut writer = Writer::begin(Cursor::new(Vec::new()), video, None).expect("memory takes all");
    let mut open = None;
    for number in 0..frames {
        if number % group == 0 {
            open = Some(Group::new(&settings, &sets).expect("settings that it takes"));
        }
        let unit =
            open.as_mut().expect("the first frame begins one").encode(&bars(number)).expect("a picture");
        writer.picture(&unit.bytes, unit.is_key).expect("memory takes all");
    }
    writer.finish().expect("memory takes all").1.into_inner()
}

/// The head of a `WebM` file, with so much after it that it is known as one.
pub(super) fn webm() -> Vec<u8> {
    let mut bytes =
        b"\x1A\x45\xDF\xA3\x9F\x42\x86\x81\x01\x42\xF7\x81\x01\x42\xF2\x81\x04\x42\x82\x84webm".to_vec();
    bytes.resize(400, 0);
    bytes
}

fn bars(number: u32) -> I420 {
    let pixel = |x: u32| if number >> (x / 8) & 1 == 1 { [255, 255, 255, 255] } else { [0, 0, 0, 255] };
    let row: Vec<u8> = (0..WIDTH).flat_map(pixel).collect();
    let mut picture = I420::new(WIDTH, HEIGHT);
    picture.fill(&row.repeat(HEIGHT as usize), WIDTH);
    picture
}

/// The number in a picture, of which the left and the right edge are those of the frame.
pub(in crate::video) fn number_in(pixels: &Pixmap) -> u32 {
    let width = u32::from(pixels.width());
    let bar = |bar: u32| u16::try_from((2 * bar + 1) * width / 16).unwrap();
    let bit = |at: u32| pixels.sample(bar(at), pixels.height() / 2).r > 128;
    (0..8).filter(|at| bit(*at)).map(|at| 1 << at).sum()
}

/// Clips in memory, which count how often they are opened.
#[derive(Default)]
pub(in crate::video) struct Shelf {
    pub(in crate::video) files: BTreeMap<String, Vec<u8>>,
    pub(in crate::video) opened: AtomicUsize,
}

impl Files for Shelf {
    fn read(&self, path: &str, max: u64) -> Result<Vec<u8>, FileError> {
        let bytes = self.files.get(path).ok_or(FileError::Absent)?;
        if bytes.len() as u64 > max { Err(FileError::TooLarge(max)) } else { Ok(bytes.clone()) }
    }

    fn open(&self, path: &str) -> Result<Box<dyn Content>, FileError> {
        self.opened.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Cursor::new(self.read(path, u64::MAX)?)))
    }
}

/// A shelf with one clip, `x.mp4`.
pub(in crate::video) fn shelf(bytes: impl Into<Vec<u8>>) -> Arc<Shelf> {
    Arc::new(Shelf { files: [("x.mp4".to_owned(), bytes.into())].into(), ..Shelf::default() })
}

/// What a machine without other programs makes of one clip, `x.mp4`.
pub(super) fn alone(bytes: impl Into<Vec<u8>>) -> Pictures {
    Pictures::with_program(shelf(bytes), None)
}

pub(super) fn number(pictures: &Pictures, frame: u32) -> u32 {
    number_in(&pictures.clip_pixels("x.mp4", frame, [WIDTH, HEIGHT]).expect("a frame"))
}
