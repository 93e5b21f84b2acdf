//! Where channels are heard, and how more than two of them become two.

use std::f32::consts::FRAC_1_SQRT_2;

/// The side from which a channel is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speaker {
    Left,
    Right,
    /// In front, between both.
    Centre,
    /// Beside or behind, on the left.
    BackLeft,
    /// Beside or behind, on the right.
    BackRight,
    /// Behind, between both.
    BackCentre,
    /// Only the lowest tones.
    Low,
}

use Speaker::{BackCentre, BackLeft, BackRight, Centre, Left, Low, Right};

impl Speaker {
    /// How much of it the left and the right speaker play: ITU-R BS.775, table 2. Its annex has no place for the
    /// low-frequency channel, which repeats what the others hold.
    fn share(self) -> [f32; 2] {
        match self {
            Left => [1.0, 0.0],
            Right => [0.0, 1.0],
            Centre => [FRAC_1_SQRT_2; 2],
            BackLeft => [FRAC_1_SQRT_2, 0.0],
            BackRight => [0.0, FRAC_1_SQRT_2],
            // Half of its power on each side, and 3 dB less as for all that is behind.
            BackCentre => [0.5; 2],
            Low => [0.0; 2],
        }
    }
}

/// The usual order of so many channels in WAV, FLAC and what is not said otherwise.
pub(super) fn wave_order(count: usize) -> &'static [Speaker] {
    match count {
        1 => &[Centre],
        2 => &[Left, Right],
        3 => &[Left, Right, Centre],
        4 => &[Left, Right, BackLeft, BackRight],
        5 => &[Left, Right, Centre, BackLeft, BackRight],
        6 => &[Left, Right, Centre, Low, BackLeft, BackRight],
        7 => &[Left, Right, Centre, Low, BackCentre, BackLeft, BackRight],
        _ => &[Left, Right, Centre, Low, BackLeft, BackRight, BackLeft, BackRight],
    }
}

/// The order of so many channels in Opus: RFC 7845, section 5.1.1.2.
pub(super) fn vorbis_order(count: usize) -> &'static [Speaker] {
    match count {
        1 => &[Centre],
        2 => &[Left, Right],
        3 => &[Left, Centre, Right],
        4 => &[Left, Right, BackLeft, BackRight],
        5 => &[Left, Centre, Right, BackLeft, BackRight],
        6 => &[Left, Centre, Right, BackLeft, BackRight, Low],
        7 => &[Left, Centre, Right, BackLeft, BackRight, BackCentre, Low],
        _ => &[Left, Centre, Right, BackLeft, BackRight, BackLeft, BackRight, Low],
    }
}

/// The largest magnitude of a sample. Float files may hold anything; this is 24 dB above full scale.
const MAX_SAMPLE: f32 = 16.0;

/// Makes mono or stereo of any channels.
#[derive(Debug)]
pub(super) struct Downmix {
    /// What each channel adds to the left and the right; empty where nothing is changed.
    shares: Vec<[f32; 2]>,
    channels: usize,
}

impl Downmix {
    pub(super) fn of(speakers: &[Speaker]) -> Self {
        let is_plain = speakers.len() == 1 || *speakers == [Left, Right];
        let shares = if is_plain { Vec::new() } else { speakers.iter().map(|it| it.share()).collect() };
        Self { shares, channels: speakers.len().max(1) }
    }

    /// How many channels come out: one or two.
    pub(super) fn channels(&self) -> usize {
        self.channels.min(2)
    }

    /// Adds interleaved frames to `out`. What is no number is silent.
    pub(super) fn add(&self, frames: &[f32], out: &mut Vec<f32>) {
        let sound =
            |sample: f32| if sample.is_finite() { sample.clamp(-MAX_SAMPLE, MAX_SAMPLE) } else { 0.0 };
        if self.shares.is_empty() {
            out.extend(frames.iter().map(|sample| sound(*sample)));
            return;
        }
        for frame in frames.chunks_exact(self.channels) {
            let mut mixed = [0.0; 2];
            for (sample, share) in frame.iter().zip(&self.shares) {
                mixed[0] += sound(*sample) * share[0];
                mixed[1] += sound(*sample) * share[1];
            }
            out.extend(mixed);
        }
    }
}
