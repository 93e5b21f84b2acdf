//! What the sound of a file measures.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::video::audio::{RATE, Track, Tracks};
use crate::video::files::Files;

/// Samples of which one loudness is taken: a tenth of a second.
const BLOCK: usize = RATE as usize / 10;
/// What is quieter than this, as a fraction of full scale, is silence: -60 dB.
const SILENT: f32 = 0.001;

/// What the sound of a file measures.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SoundFacts {
    /// Integrated loudness in LUFS; absent when it is too quiet to have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loudness: Option<f64>,
    /// Highest true peak in dBTP; absent for silence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub true_peak: Option<f64>,
    /// How often three or more samples in a row are at full scale.
    pub clipped: u64,
    /// How much of it is silent, 0 to 1.
    pub silent: f64,
}

/// Measures the sound of a file; none if it cannot be decoded.
pub(super) fn measure(files: &Arc<dyn Files>, path: &str) -> Option<SoundFacts> {
    let track = Tracks::new(Arc::clone(files)).open(path).ok()?;
    let facts = track.facts();
    let tenths = |value: f64| (value * 10.0).round() / 10.0;
    Some(SoundFacts {
        loudness: facts.lufs.map(tenths),
        true_peak: facts.true_peak.map(tenths),
        clipped: facts.clipped,
        silent: silent(&track),
    })
}

fn silent(track: &Track) -> f64 {
    let blocks = track.frames().div_ceil(BLOCK as u64);
    let mut block = vec![0.0; BLOCK];
    let mut count = 0_u64;
    for number in 0..blocks {
        if track.read_mono(number * BLOCK as u64, &mut block).is_err() {
            break;
        }
        let power = block.iter().map(|sample| sample * sample).sum::<f32>() / BLOCK as f32;
        count += u64::from(power.sqrt() < SILENT);
    }
    if blocks == 0 { 0.0 } else { (count as f64 / blocks as f64 * 1000.0).round() / 1000.0 }
}
