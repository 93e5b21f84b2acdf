//! How loud the mix is, and the gain that makes it as loud as is wanted.

use super::limit::Limiter;
use super::{Bus, CHUNK, Mix};
use crate::video::audio::facts::Meter;
use crate::video::audio::{SoundError, sample_at};

/// How loud a mix is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Levels {
    /// Integrated loudness in LUFS; none of what is silent or shorter than 0.4 s.
    pub lufs: Option<f64>,
    /// True peak in dBTP; none of silence.
    pub true_peak: Option<f64>,
    /// The gain of the whole mix in decibels.
    pub gain_db: f64,
    /// By how many LU the voice is louder than the music while somebody speaks; none where one of them is not heard.
    pub voice_over_music: Option<f64>,
    /// The share of the video without any sound, 0 to 1.
    pub silent: f64,
}

/// What a mix shall be.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) lufs: f64,
    pub(super) peak: f64,
}

pub(super) struct Measured {
    pub(super) levels: Levels,
    /// As a factor.
    pub(super) gain: f32,
}

/// The most decibels by which a mix is made louder or quieter.
const MAX_GAIN: f64 = 40.0;
/// The most that is added to make up for what the limiter takes away.
const MAX_MORE: f64 = 12.0;
/// How close is close enough, in LU.
const CLOSE: f64 = 0.05;
/// How often the gain is corrected.
const MAX_TRIES: usize = 4;
/// Samples that are silent or not: 0.1 s.
const MOMENT: usize = CHUNK / 10;
/// Below -60 dBFS nothing is heard.
const SILENT: f32 = 0.001;

/// Finds the gain with which a mix has the wanted loudness, and how loud it is then.
pub(super) fn settle(mix: &Mix, wanted: Wanted, speech: &[(f64, f64)]) -> Result<Measured, SoundError> {
    if mix.parts.is_empty() {
        return Ok(Measured { levels: Levels { silent: 1.0, ..Levels::default() }, gain: 1.0 });
    }
    let (plain, voice_over_music) = plain(mix, speech)?;
    let first = plain.lufs().map_or(0.0, |lufs| (wanted.lufs - lufs).clamp(-MAX_GAIN, MAX_GAIN));
    let mut gain_db = first;
    let mut result = heard(mix, gain_db)?;
    // What needs no limiter is as loud as it was computed to be.
    let ceiling = Limiter::new(wanted.peak).ceiling_db();
    if plain.true_peak().is_none_or(|peak| peak + first > ceiling - 0.5) {
        for _ in 0..MAX_TRIES {
            let missing = result.0.lufs().map_or(0.0, |lufs| wanted.lufs - lufs);
            let better = (gain_db + missing).clamp(first - MAX_MORE, (first + MAX_MORE).min(MAX_GAIN));
            if missing.abs() <= CLOSE || better == gain_db {
                break;
            }
            gain_db = better;
            result = heard(mix, gain_db)?;
        }
    }
    let (meter, silent) = result;
    let levels =
        Levels { lufs: meter.lufs(), true_peak: meter.true_peak(), gain_db, voice_over_music, silent };
    Ok(Measured { levels, gain: factor(gain_db) })
}

fn factor(decibels: f64) -> f32 {
    10_f64.powf(decibels / 20.0) as f32
}

/// The mix without gain and limiter, and how far its voice is above its music.
fn plain(mix: &Mix, speech: &[(f64, f64)]) -> Result<(Meter, Option<f64>), SoundError> {
    let speech: Vec<(u64, u64)> =
        speech.iter().map(|(from, to)| (sample_at(*from), sample_at(*to))).collect();
    let has = |bus| mix.parts.iter().any(|part| part.bus == bus);
    let compares = has(Bus::Voice) && has(Bus::Music) && !speech.is_empty();
    let mut all = Meter::new(2)?;
    let (mut voice, mut music) = (Meter::new(2)?, Meter::new(2)?);
    each_chunk(mix.frames, |at, count| {
        let sum = sides(mix, at, count, |_| true)?;
        all.add(&interleaved(&sum, 0..count))?;
        for (bus, meter) in [(Bus::Voice, &mut voice), (Bus::Music, &mut music)] {
            if !compares {
                continue;
            }
            let sum = sides(mix, at, count, |other| other == bus)?;
            for (from, to) in &speech {
                let within = |sample: u64| sample.clamp(at, at + count as u64).saturating_sub(at) as usize;
                meter.add(&interleaved(&sum, within(*from)..within(*to).max(within(*from))))?;
            }
        }
        Ok(())
    })?;
    let above = voice.lufs().zip(music.lufs()).map(|(voice, music)| voice - music);
    Ok((all, above))
}

/// The mix as it is heard with a gain, and the share of it that is silent.
fn heard(mix: &Mix, gain_db: f64) -> Result<(Meter, f64), SoundError> {
    let mut meter = Meter::new(2)?;
    let gain = factor(gain_db);
    let (mut moments, mut silent) = (0_u64, 0_u64);
    each_chunk(mix.frames, |at, count| {
        let sides = mix.chunk(at / CHUNK as u64, gain)?;
        meter.add(&interleaved(&sides, 0..count))?;
        for from in (0..count).step_by(MOMENT) {
            let to = (from + MOMENT).min(count);
            moments += 1;
            let is_silent = |side: &Vec<f32>| side[from..to].iter().all(|sample| sample.abs() < SILENT);
            silent += u64::from(sides.iter().all(is_silent));
        }
        Ok(())
    })?;
    Ok((meter, silent as f64 / moments.max(1) as f64))
}

/// Calls with the first sample and the length of each chunk.
fn each_chunk(
    frames: u64,
    mut call: impl FnMut(u64, usize) -> Result<(), SoundError>,
) -> Result<(), SoundError> {
    let mut at = 0;
    while at < frames {
        let count = (frames - at).min(CHUNK as u64);
        call(at, count as usize)?;
        at += count;
    }
    Ok(())
}

fn sides(
    mix: &Mix,
    at: u64,
    count: usize,
    wanted: impl Fn(Bus) -> bool,
) -> Result<[Vec<f32>; 2], SoundError> {
    let mut sides = [vec![0.0; count], vec![0.0; count]];
    mix.raw(at as i64, &mut sides, wanted)?;
    Ok(sides)
}

fn interleaved(sides: &[Vec<f32>; 2], range: std::ops::Range<usize>) -> Vec<f32> {
    sides[0][range.clone()].iter().zip(&sides[1][range]).flat_map(|(left, right)| [*left, *right]).collect()
}
