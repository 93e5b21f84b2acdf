//! How music makes room for the voice. There is no side chain: when somebody speaks is known, so the music goes down
//! before the first word and comes back after the last.

use super::fade::shape;
use crate::video::audio::{RATE, sample_at};
use crate::video::project::model::Music;

/// A pause shorter than this many seconds keeps the music down.
const SHORT_PAUSE: f64 = 0.7;

/// The gain of the music at every sample.
#[derive(Debug, Clone, Default)]
pub(super) struct Ducking {
    /// When it is down, in samples, apart from each other.
    spans: Vec<(u64, u64)>,
    attack: f32,
    release: f32,
    /// Gain when it is down, in decibels.
    depth: f32,
}

impl Ducking {
    pub(super) fn new(music: Option<&Music>, speech: &[(f64, f64)]) -> Self {
        let Some(music) = music else { return Self::default() };
        let samples = |seconds: f64| (seconds * f64::from(RATE)) as f32;
        Self {
            spans: together(speech).into_iter().map(|(from, to)| (sample_at(from), sample_at(to))).collect(),
            attack: samples(music.attack),
            release: samples(music.release),
            depth: music.duck_db as f32,
        }
    }

    pub(super) fn at(&self, sample: u64) -> f32 {
        // Only the nearest spans before and after it matter: further ones are further in their fades.
        let next = self.spans.partition_point(|(from, _)| *from <= sample);
        let after = next.checked_sub(1).map_or(0.0, |before| {
            let (_, to) = self.spans[before];
            if sample < to { 1.0 } else { falling((sample - to) as f32, self.release) }
        });
        let ahead =
            self.spans.get(next).map_or(0.0, |(from, _)| falling((from - sample) as f32, self.attack));
        let down = after.max(ahead);
        if down == 0.0 { 1.0 } else { 10_f32.powf(self.depth * down / 20.0) }
    }
}

/// How far down it is, so many samples away from a span.
fn falling(distance: f32, length: f32) -> f32 {
    if distance >= length { 0.0 } else { shape(1.0 - distance / length) }
}

/// Spans of speech in order, without the short pauses between them.
fn together(speech: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<(f64, f64)> = speech.iter().copied().filter(|(from, to)| from < to).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut spans: Vec<(f64, f64)> = Vec::new();
    for (from, to) in sorted {
        match spans.last_mut() {
            Some(last) if from - last.1 < SHORT_PAUSE => last.1 = last.1.max(to),
            _ => spans.push((from, to)),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decibels(ducking: &Ducking, seconds: f64) -> f32 {
        20.0 * ducking.at(sample_at(seconds)).log10()
    }

    #[test]
    fn music_goes_down_before_speech_and_comes_back_after_it() {
        let ducking = Ducking::new(Some(&Music::default()), &[(2.0, 3.0), (3.6, 4.0), (5.0, 5.5)]);
        for (seconds, wanted) in [
            (0.0, 0.0),
            (1.849, 0.0),
            (1.925, -5.0),
            (2.0, -10.0),
            (2.5, -10.0),
            // A pause of 0.6 s is too short to come back, one of 1 s is not.
            (3.3, -10.0),
            (3.999, -10.0),
            (4.25, -5.0),
            (4.5, 0.0),
            (4.849, 0.0),
            (5.0, -10.0),
            (5.75, -5.0),
            (6.0, 0.0),
            (100.0, 0.0),
        ] {
            let found = decibels(&ducking, seconds);
            assert!((found - wanted).abs() < 0.05, "{seconds} s: {found} dB");
        }
    }

    #[test]
    fn spans_may_come_in_any_order_and_overlap() {
        let tidy = Ducking::new(Some(&Music::default()), &[(1.0, 4.0)]);
        let untidy = Ducking::new(Some(&Music::default()), &[(3.0, 4.0), (1.0, 3.5), (2.0, 1.0)]);
        assert!((0..48_000 * 6).step_by(97).all(|sample| tidy.at(sample) == untidy.at(sample)));
    }

    #[test]
    fn fades_that_meet_never_step() {
        let music = Music { attack: 2.0, release: 3.0, ..Music::default() };
        let ducking = Ducking::new(Some(&music), &[(2.0, 3.0), (4.0, 5.0)]);
        let gains: Vec<f32> = (0..48_000 * 9).map(|sample| ducking.at(sample)).collect();
        assert!(gains.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 1e-3));
        let instant =
            Ducking::new(Some(&Music { attack: 0.0, release: 0.0, ..Music::default() }), &[(1.0, 2.0)]);
        assert_eq!((instant.at(47_999), instant.at(96_000)), (1.0, 1.0));
        assert!((decibels(&instant, 1.0) + 10.0).abs() < 1e-4);
    }
}
