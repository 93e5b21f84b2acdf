//! Sound files are made here, byte by byte or by the encoders of the build.

mod decode;
#[cfg(unix)]
mod ffmpeg;
mod hostile;
mod keep;
mod long;
pub(in crate::video) mod make;
mod mix;

use std::collections::HashMap;
use std::sync::Arc;

use super::{Fallback, SoundError, Track, Tracks};
use crate::video::files::{FileError, Files};

/// Files in memory.
#[derive(Default)]
struct Memory(HashMap<String, Vec<u8>>);

impl Files for Memory {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        self.0.get(path).cloned().ok_or(FileError::Absent)
    }
}

pub(in crate::video) fn tracks<const N: usize>(files: [(&str, Vec<u8>); N]) -> Tracks {
    let files = files.into_iter().map(|(path, bytes)| (path.to_owned(), bytes)).collect();
    Tracks::new(Arc::new(Memory(files)))
}

fn open(bytes: &[u8]) -> Result<Arc<Track>, SoundError> {
    tracks([("a", bytes.to_vec())]).open("a")
}

fn open_with(bytes: &[u8], fallback: impl Fallback + 'static) -> Result<Arc<Track>, SoundError> {
    tracks([("a", bytes.to_vec())]).fallback(Some(Arc::new(fallback))).open("a")
}

/// All samples, interleaved.
fn samples(track: &Track) -> Vec<f32> {
    let mut all = vec![0.0; track.frames() as usize * track.channels()];
    track.read(0, &mut all).unwrap();
    all
}

/// Where the largest magnitude is.
fn peak_at(samples: &[f32]) -> usize {
    (0..samples.len()).max_by(|a, b| samples[*a].abs().total_cmp(&samples[*b].abs())).unwrap()
}
