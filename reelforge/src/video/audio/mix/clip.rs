//! Sound at another speed. Its pitch changes with it, as on a tape.

use std::f64::consts::PI;

use super::part::{Joint, Part};
use crate::video::audio::SoundError;

/// Zero crossings of the filter on each side.
const CROSSINGS: f64 = 16.0;
/// Frames of the track that are worked on at once.
const SPAN: f64 = 16_384.0;

/// Frames of a part's track, from a sample of the part on, at the part's speed.
pub(super) fn read(part: &Part, at: u64, out: &mut [f32]) -> Result<(), SoundError> {
    let channels = part.track.channels();
    let length = (part.to - part.from).max(1) as f64;
    // Faster than the track, tones above the new limit must go.
    let cutoff = (1.0 / part.speed).min(1.0);
    let reach = CROSSINGS / cutoff;
    let step = ((SPAN / part.speed) as usize).clamp(1, out.len() / channels.max(1)).max(1);
    let mut around = Vec::new();
    let mut sample = at;
    let mut rest = out;
    while !rest.is_empty() {
        let frames = step.min(rest.len() / channels).max(1);
        let place = |sample: u64| {
            let place = sample as f64 * part.speed;
            // How often it has started over, and where it is.
            let pass = if part.repeat.is_some() { (place / length).floor() } else { 0.0 };
            (pass, place - pass * length)
        };
        let (pass, begin) = place(sample);
        // No further than to the next beginning.
        let until = (1..frames as u64).find(|ahead| place(sample + ahead).0 > pass).unwrap_or(frames as u64);
        let (_, end) = place(sample + until - 1);
        let low = (begin - reach).floor() as i64;
        let high = (end + reach).ceil() as i64 + 1;
        around.clear();
        around.resize((high - low) as usize * channels, 0.0);
        window(part, low, &mut around)?;
        let (now, later) = rest.split_at_mut(until as usize * channels);
        for (index, frame) in now.chunks_exact_mut(channels).enumerate() {
            let (_, place) = place(sample + index as u64);
            if place < length {
                interpolate(&around, place - low as f64, cutoff, reach, frame);
            } else {
                frame.fill(0.0);
            }
            if part.repeat == Some(Joint::Faded) {
                let gain = part.joint_gain((pass * length + place) as u64);
                for value in frame {
                    *value *= gain;
                }
            }
        }
        sample += until;
        rest = later;
    }
    Ok(())
}

/// Frames around a place of the part's piece; what is not of the piece is silent.
fn window(part: &Part, low: i64, around: &mut [f32]) -> Result<(), SoundError> {
    let channels = part.track.channels();
    let length = (part.to - part.from) as i64;
    let first = low.clamp(0, length);
    let last = (low + (around.len() / channels) as i64).clamp(first, length);
    let (from, to) = ((first - low) as usize * channels, (last - low) as usize * channels);
    part.track.read(part.from + first as u64, &mut around[from..to])
}

/// The value between samples: a windowed sinc.
fn interpolate(around: &[f32], place: f64, cutoff: f64, reach: f64, frame: &mut [f32]) {
    let channels = frame.len();
    let mut sums = [0.0_f64; 2];
    let first = (place - reach).ceil().max(0.0) as usize;
    let last = ((place + reach).floor() as usize).min((around.len() / channels).saturating_sub(1));
    for index in first..=last {
        let distance = index as f64 - place;
        let x = PI * distance * cutoff;
        let sinc = if x.abs() < 1e-9 { 1.0 } else { x.sin() / x };
        let weight = cutoff * sinc * (0.5 + 0.5 * (PI * distance / reach).cos());
        for (sum, sample) in sums.iter_mut().zip(&around[index * channels..]) {
            *sum += weight * f64::from(*sample);
        }
    }
    for (value, sum) in frame.iter_mut().zip(sums) {
        *value = sum as f32;
    }
}
