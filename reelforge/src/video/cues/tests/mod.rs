//! Sound is made here, so that the truth is known to the sample.

mod import;
mod listening;
mod measure;
mod placing;

use std::f32::consts::TAU;

use super::Buffer;

/// Samples a second of what is made.
const RATE: u32 = 48_000;

/// Silence, with a faint hiss when `noise` is above 0.
fn quiet(seconds: f64, noise: f32) -> Buffer {
    let mut seed = 0x1234_5678_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    let count = (seconds * f64::from(RATE)).round() as usize;
    Buffer { rate: RATE, samples: (0..count).map(|_| noise * next()).collect() }
}

/// Adds a tone with harmonics like those of a voice, which rises and falls within 15 ms.
fn tone(to: &mut Buffer, t0: f64, t1: f64, pitch: f32, gain: f32) {
    let (first, last) = ((t0 * f64::from(RATE)) as usize, (t1 * f64::from(RATE)) as usize);
    let edge = 0.015 * RATE as f32;
    for at in first..last.min(to.samples.len()) {
        let (since, left) = ((at - first) as f32, (last - at) as f32);
        let rise = (since / edge).min(left / edge).min(1.0);
        let phase = TAU * pitch * since / RATE as f32;
        let wave: f32 = (1..=12).map(|n| (phase * n as f32).sin() / n as f32).sum();
        to.samples[at] += gain * rise * wave * 0.4;
    }
}

/// Speaks words with so many syllables each from `t0` on, a syllable in 0.2 s with a dip between each two, and gives the
/// beginning of each word and the end of the last.
fn speak(to: &mut Buffer, t0: f64, syllables: &[u32]) -> (Vec<f64>, f64) {
    const SYLLABLE: f64 = 0.2;
    let mut clock = t0;
    let mut starts = Vec::new();
    for count in syllables {
        starts.push(clock);
        for number in 0..*count {
            // The voice goes on through the dips, more quietly.
            tone(to, clock, clock + SYLLABLE, 140.0, 0.05);
            tone(to, clock + 0.03, clock + SYLLABLE - 0.03, 140.0 + 10.0 * number as f32, 0.4);
            clock += SYLLABLE;
        }
    }
    (starts, clock)
}

/// A click: 5 ms of a decaying tone.
fn click(to: &mut Buffer, t: f64, pitch: f32, gain: f32, length: f64) {
    let first = (t * f64::from(RATE)).round() as usize;
    let count = (length * f64::from(RATE)) as usize;
    for (since, sample) in to.samples.iter_mut().skip(first).take(count).enumerate() {
        let decay = (-5.0 * since as f32 / count as f32).exp();
        *sample += gain * decay * (TAU * pitch * since as f32 / RATE as f32).sin();
    }
}
