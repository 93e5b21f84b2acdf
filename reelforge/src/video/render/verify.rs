//! Whether a file that was just written is what it was meant to be, by a reader that is not its writer.

use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};

use super::Failure;
use super::movie::Facts;

/// Reads the table of contents of a movie, and compares it with what was written.
pub(super) fn movie(mut file: File, facts: &Facts) -> Result<(), Failure> {
    let wrong = |what: String| {
        let hint = "render again; if it happens again, please report it with the project";
        Failure::new("internal", format!("the finished file is not what was written: {what}"), hint)
    };
    let bytes = file.seek(SeekFrom::End(0)).map_err(|error| wrong(error.to_string()))?;
    file.seek(SeekFrom::Start(0)).map_err(|error| wrong(error.to_string()))?;
    let read = re_mp4::Mp4::read(BufReader::new(file), bytes).map_err(|error| wrong(error.to_string()))?;
    let pictures = read.tracks().values().find(|track| track.kind == Some(re_mp4::TrackKind::Video));
    let track = pictures.ok_or_else(|| wrong("it has no pictures".to_owned()))?;
    let frames = track.samples.len();
    if frames != facts.frames as usize {
        return Err(wrong(format!("it has {frames} frames instead of {}", facts.frames)));
    }
    let size = (u32::from(track.width), u32::from(track.height));
    if size != (facts.width, facts.height) {
        return Err(wrong(format!(
            "it is {}×{} instead of {}×{}",
            size.0, size.1, facts.width, facts.height
        )));
    }
    let last = track.samples.iter().map(|sample| sample.offset.saturating_add(sample.size)).max();
    if bytes != facts.bytes || last.is_some_and(|end| end > bytes) {
        return Err(wrong("it is shorter than its table of contents says".to_owned()));
    }
    Ok(())
}
