mod animated;
mod faulty;
mod formats;
mod profile;
mod svg;

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use vello_cpu::Pixmap;

use super::{PictureError, Pictures};
use crate::video::files::{FileError, Files};

/// Files in memory, which count how often they are read.
#[derive(Default)]
struct InMemory {
    files: BTreeMap<String, Vec<u8>>,
    reads: AtomicUsize,
}

impl Files for InMemory {
    fn read(&self, path: &str, max: u64) -> Result<Vec<u8>, FileError> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let bytes = self.files.get(path).ok_or(FileError::Absent)?;
        if bytes.len() as u64 > max { Err(FileError::TooLarge(max)) } else { Ok(bytes.clone()) }
    }
}

/// The pictures of a project with one file, `x`.
fn one(bytes: impl Into<Vec<u8>>) -> Pictures {
    Pictures::new(Arc::new(InMemory {
        files: [("x".to_owned(), bytes.into())].into(),
        ..InMemory::default()
    }))
}

/// Red, green, blue and white quarters, so that turns and mirrors are seen. Pixels of one side are `side / 2` wide.
fn quarters(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        Rgba(match (x < width / 2, y < height / 2) {
            (true, true) => [255, 0, 0, 255],
            (false, true) => [0, 255, 0, 255],
            (true, false) => [0, 0, 255, 255],
            (false, false) => [255, 255, 255, 255],
        })
    })
}

fn encoded(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn jpeg(image: &RgbaImage) -> Vec<u8> {
    encoded(DynamicImage::ImageRgba8(image.clone()).to_rgb8(), ImageFormat::Jpeg)
}

/// A pixel's colour and opacity, multiplied by it.
fn at(pixels: &Pixmap, x: u16, y: u16) -> [u8; 4] {
    let pixel = pixels.sample(x, y);
    [pixel.r, pixel.g, pixel.b, pixel.a]
}

/// The colours in the middle of the four quarters.
fn corners(pixels: &Pixmap) -> [[u8; 4]; 4] {
    let (w, h) = (pixels.width(), pixels.height());
    [(w / 4, h / 4), (w * 3 / 4, h / 4), (w / 4, h * 3 / 4), (w * 3 / 4, h * 3 / 4)]
        .map(|(x, y)| at(pixels, x, y))
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const WHITE: [u8; 4] = [255, 255, 255, 255];

fn assert_near(found: [[u8; 4]; 4], wanted: [[u8; 4]; 4]) {
    let far = found.iter().flatten().zip(wanted.iter().flatten()).any(|(a, b)| a.abs_diff(*b) > 6);
    assert!(!far, "{found:?} is not {wanted:?}");
}

fn fault(bytes: impl Into<Vec<u8>>) -> PictureError {
    let pictures = one(bytes);
    let error = pictures.info("x").err();
    error.or_else(|| pictures.pixels("x", 0, [64, 64]).err()).expect("a fault")
}
