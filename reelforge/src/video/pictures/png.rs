use std::io::Cursor;

use image::metadata::Orientation;
use png::{Decoder, Limits, Transformations};

use super::PictureError;
use super::info::{Format, PictureInfo, check_size, check_working};
use super::shrink::Shrinker;

/// Kinds of pixels, by the number in the header.
const PALETTE: u8 = 3;
const WITH_ALPHA: [u8; 2] = [4, 6];

/// Reads all chunks' headers, up to the last one.
pub(super) fn inspect(bytes: &[u8]) -> Result<PictureInfo, PictureError> {
    let cut_off = PictureError::CutOff(bytes.len() as u64);
    let mut rest = bytes.get(8..).ok_or(cut_off.clone())?;
    let mut header = None;
    let (mut has_pixels, mut has_transparency, mut orientation) = (false, false, None);
    loop {
        let Some((length, kind)) = rest.first_chunk::<4>().zip(rest.get(4..8)) else {
            // What follows the pixels matters to nobody.
            return Err(cut_off);
        };
        let length = u32::from_be_bytes(*length) as usize;
        let content = rest.get(8..8 + length).ok_or(cut_off.clone())?;
        match kind {
            b"IHDR" => header = content.first_chunk::<13>(),
            b"tRNS" => has_transparency = true,
            b"eXIf" => orientation = Orientation::from_exif_chunk(content),
            b"IDAT" => has_pixels = true,
            b"IEND" => break,
            _ => {}
        }
        rest = rest.get(12 + length..).ok_or(cut_off.clone())?;
    }
    let Some([w0, w1, w2, w3, h0, h1, h2, h3, depth, color, _, _, interlace]) = header.copied() else {
        return Err(PictureError::Damaged("it has no header".to_owned()));
    };
    if !has_pixels {
        return Err(PictureError::Damaged("it has no pixels".to_owned()));
    }
    let (width, height) = (u32::from_be_bytes([w0, w1, w2, w3]), u32::from_be_bytes([h0, h1, h2, h3]));
    check_size(width, height)?;
    let opaque = !WITH_ALPHA.contains(&color) && !has_transparency;
    let info = PictureInfo::still(Format::Png, (width, height), opaque).turned(orientation);
    // Interlaced ones are decoded in whole, others row by row.
    let samples = if color == PALETTE { 4 } else { 4 * u64::from(depth.div_ceil(8)) };
    let rows = if interlace == 0 { 4 } else { u64::from(height) };
    check_working(info, u64::from(width) * rows * samples)
}

pub(super) fn decode(bytes: &[u8], info: &PictureInfo, shrinker: &mut Shrinker) -> Result<(), PictureError> {
    let limits = Limits { bytes: usize::try_from(info.working).unwrap_or(usize::MAX) + (16 << 20) };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder.set_ignore_text_chunk(true);
    let mut reader = decoder.read_info().map_err(PictureError::damaged)?;
    let channels = reader.output_color_type().0.samples();
    shrinker.set_profile(reader.info().icc_profile.as_deref(), channels);
    if reader.info().interlaced {
        let mut whole = vec![0; reader.output_buffer_size().unwrap_or_default()];
        let row_bytes = reader.next_frame(&mut whole).map_err(PictureError::damaged)?.line_size;
        for row in whole.chunks_exact(row_bytes.max(1)) {
            shrinker.row(channels, row);
        }
        return Ok(());
    }
    while let Some(row) = reader.next_row().map_err(PictureError::damaged)? {
        shrinker.row(channels, row.data());
    }
    Ok(())
}
