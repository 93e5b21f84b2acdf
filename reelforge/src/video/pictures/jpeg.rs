use std::io::Cursor;

use image::ImageDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::metadata::Orientation;

use super::PictureError;
use super::info::{Format, PictureInfo, check_size, check_working};
use super::shrink::Shrinker;

/// Reads all segments, up to the end of the picture.
pub(super) fn inspect(bytes: &[u8]) -> Result<PictureInfo, PictureError> {
    let cut_off = PictureError::CutOff(bytes.len() as u64);
    let mut at = 2;
    let (mut frame, mut orientation) = (None, None);
    loop {
        let marker = next_marker(bytes, &mut at).ok_or(cut_off.clone())?;
        match marker {
            // The end. Cameras append more, which belongs to another picture.
            0xD9 => break,
            // Without content: restarts and the beginning.
            0x01 | 0xD0..=0xD8 => continue,
            _ => {}
        }
        let length = bytes.get(at..at + 2).ok_or(cut_off.clone())?;
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        let content = bytes.get(at + 2..at + length.max(2)).ok_or(cut_off.clone())?;
        at += length.max(2);
        match marker {
            0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                frame = content.first_chunk::<6>().map(|frame| (marker, *frame));
            }
            0xE1 if content.starts_with(b"Exif\0\0") => {
                orientation = Orientation::from_exif_chunk(&content[6..]);
            }
            _ => {}
        }
    }
    let Some((marker, [_, h0, h1, w0, w1, components])) = frame else {
        return Err(PictureError::Damaged("it has no header".to_owned()));
    };
    let (width, height) = (u16::from_be_bytes([w0, w1]), u16::from_be_bytes([h0, h1]));
    check_size(width.into(), height.into())?;
    let info = PictureInfo::still(Format::Jpeg, (width.into(), height.into()), true).turned(orientation);
    // Three bytes a pixel of the result, and for progressive ones two bytes a coefficient of each component.
    let is_progressive = matches!(marker, 0xC2 | 0xC6 | 0xCA | 0xCE);
    let a_pixel = 3 + if is_progressive { 2 * u64::from(components) } else { 0 };
    check_working(info, u64::from(width) * u64::from(height) * a_pixel)
}

/// The next marker, after any compressed data; `at` stands behind it then.
fn next_marker(bytes: &[u8], at: &mut usize) -> Option<u8> {
    loop {
        *at += memchr::memchr(0xFF, bytes.get(*at..)?)? + 1;
        match *bytes.get(*at)? {
            // Data of that value, or filling.
            0 => *at += 1,
            0xFF => {}
            marker => {
                *at += 1;
                return Some(marker);
            }
        }
    }
}

pub(super) fn decode(bytes: &[u8], shrinker: &mut Shrinker) -> Result<(), PictureError> {
    let mut decoder = JpegDecoder::new(Cursor::new(bytes)).map_err(PictureError::damaged)?;
    let (width, _) = decoder.dimensions();
    let channels = usize::from(decoder.color_type().channel_count());
    shrinker.set_profile(decoder.icc_profile().ok().flatten().as_deref(), channels);
    let mut whole = vec![0; usize::try_from(decoder.total_bytes()).unwrap_or_default()];
    decoder.read_image(&mut whole).map_err(PictureError::damaged)?;
    for row in whole.chunks_exact((width as usize * channels).max(1)) {
        shrinker.row(channels, row);
    }
    Ok(())
}
