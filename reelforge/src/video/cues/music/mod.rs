//! Finds where the sounds of music begin, how fast it is, and where it beats.

mod beats;
mod frames;
mod onsets;
mod sections;
mod tempo;

use crate::video::time::{HeardBeat, HeardMusic};

use super::samples::{Samples, seconds};
use frames::Flux;

/// How sure a tempo must be for its beats to be told.
const SURE: f64 = 0.12;

/// Listens to music.
pub fn music(samples: &dyn Samples) -> HeardMusic {
    let flux = Flux::of(samples);
    let onsets = onsets::onsets(&flux);
    let mut music = HeardMusic {
        length: seconds(samples),
        onsets: onsets.iter().map(|onset| [Flux::time(onset.frame), onset.strength]).collect(),
        sections: sections::sections(&flux),
        ..HeardMusic::default()
    };
    let Some(tempo) = tempo::tempo(&flux, onsets.len()).filter(|tempo| tempo.conf >= SURE) else {
        return music;
    };
    let beats = beats::beats(&flux, tempo.period);
    if beats.len() < 4 {
        return music;
    }
    let first = beats::downbeat(&flux, &beats);
    music.bpm = beats::pace(&beats).map(|frames| 60.0 / (frames * Flux::STEP));
    music.conf = tempo.conf;
    music.beats = beats
        .iter()
        .enumerate()
        .map(|(index, frame)| HeardBeat {
            t: Flux::time(*frame),
            is_downbeat: first.is_some_and(|first| index % 4 == first),
        })
        .collect();
    music
}
