use std::sync::Arc;

use super::clip;
use super::duck::Ducking;
use super::fade::rising;
use crate::video::audio::{RATE, SoundError, Track};

/// Samples over which a cut fades: 30 ms.
pub(super) const CUT: u64 = RATE as u64 * 30 / 1000;
/// Samples over which music comes in again after a joint: 3 ms, so that its first beat stays one.
const COME: u64 = RATE as u64 * 3 / 1000;
/// Samples that are read at once.
const BLOCK: usize = 8192;

/// Where a part belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::video::audio) enum Bus {
    Voice,
    /// Ducks under the voice.
    Music,
    /// Sounds and clips.
    Other,
}

/// A piece of a track at a place of the video.
#[derive(Debug, Clone)]
pub(in crate::video::audio) struct Part {
    pub(super) bus: Bus,
    /// Address of what names its file.
    pub(super) path: Arc<str>,
    pub(super) track: Arc<Track>,
    /// Its samples in the video.
    pub(super) start: u64,
    pub(super) end: u64,
    /// The frames of the track that are played.
    pub(super) from: u64,
    pub(super) to: u64,
    /// Starts over at their end, without a fade when they join well.
    pub(super) repeat: Option<Joint>,
    /// Frames of the track a sample.
    pub(super) speed: f64,
    pub(super) gain: f32,
    /// Samples of its fades.
    pub(super) fade_in: u64,
    pub(super) fade_out: u64,
}

/// How the end of a loop meets its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// They go on as if nothing were: made to be looped.
    Seamless,
    /// The end fades out.
    Faded,
}

impl Part {
    /// Whether it can be heard within some samples.
    fn overlap(&self, at: i64, count: usize) -> Option<(u64, u64)> {
        let first = self.start.max(at.max(0) as u64);
        let last = self.end.min((at + count as i64).max(0) as u64);
        (first < last).then_some((first, last))
    }

    /// Adds what is heard of it from the sample `at` on.
    pub(super) fn add(
        &self,
        at: i64,
        sides: &mut [Vec<f32>; 2],
        ducking: &Ducking,
    ) -> Result<(), SoundError> {
        let Some((first, last)) = self.overlap(at, sides[0].len()) else { return Ok(()) };
        let channels = self.track.channels();
        let mut block = vec![0.0; BLOCK * channels];
        let mut sample = first;
        while sample < last {
            let count = ((last - sample) as usize).min(BLOCK);
            let block = &mut block[..count * channels];
            self.read(sample - self.start, block)?;
            for (index, frame) in block.chunks_exact(channels).enumerate() {
                let number = sample + index as u64;
                let gain = self.gain_at(number, ducking);
                let place = (number as i64 - at) as usize;
                sides[0][place] += frame[0] * gain;
                sides[1][place] += frame[channels - 1] * gain;
            }
            sample += count as u64;
        }
        Ok(())
    }

    fn gain_at(&self, sample: u64, ducking: &Ducking) -> f32 {
        let fades = rising(sample - self.start, self.fade_in) * rising(self.end - 1 - sample, self.fade_out);
        let ducked = if self.bus == Bus::Music { ducking.at(sample) } else { 1.0 };
        self.gain * fades * ducked
    }

    /// Frames of the track, from a sample of the part on.
    fn read(&self, at: u64, out: &mut [f32]) -> Result<(), SoundError> {
        if self.speed == 1.0 { self.read_straight(at, out) } else { clip::read(self, at, out) }
    }

    fn read_straight(&self, at: u64, out: &mut [f32]) -> Result<(), SoundError> {
        let channels = self.track.channels();
        let length = (self.to - self.from).max(1);
        let Some(joint) = self.repeat else {
            // Beyond its end it is silent.
            let there = (length.saturating_sub(at) as usize * channels).min(out.len());
            out[there..].fill(0.0);
            return self.track.read(self.from + at, &mut out[..there]);
        };
        let (mut done, mut at) = (0, at);
        while done < out.len() {
            let place = at % length;
            let frames = (length - place).min(((out.len() - done) / channels) as u64);
            let piece = &mut out[done..done + frames as usize * channels];
            self.track.read(self.from + place, piece)?;
            if joint == Joint::Faded {
                for (index, frame) in piece.chunks_exact_mut(channels).enumerate() {
                    let gain = self.joint_gain(at + index as u64);
                    for sample in frame {
                        *sample *= gain;
                    }
                }
            }
            done += piece.len();
            at += frames;
        }
        Ok(())
    }

    /// The gain at a sample of the part where its passes meet.
    pub(super) fn joint_gain(&self, at: u64) -> f32 {
        let length = (self.to - self.from).max(1);
        let (pass, place) = (at / length, at % length);
        let coming = if pass == 0 { 1.0 } else { rising(place, COME.min(length / 4)) };
        coming * rising(length - 1 - place, CUT.min(length / 4))
    }
}

/// How a piece of a track meets itself when it starts over: without a fade when the step from its last sample to its
/// first is no larger than those around it.
pub(super) fn joint(track: &Track, from: u64, to: u64) -> Result<Joint, SoundError> {
    const AROUND: u64 = 64;
    let channels = track.channels();
    let count = AROUND.min(to - from);
    let mut around = vec![0.0; 2 * count as usize * channels];
    let (end, begin) = around.split_at_mut(count as usize * channels);
    track.read(to - count, end)?;
    track.read(from, begin)?;
    let steps: Vec<f32> =
        (channels..around.len()).map(|at| (around[at] - around[at - channels]).abs()).collect();
    let across = (count as usize - 1) * channels..count as usize * channels;
    let largest = |range: std::ops::Range<usize>| steps[range].iter().copied().fold(0.0, f32::max);
    let usual = largest(0..across.start).max(largest(across.end..steps.len()));
    let is_smooth = largest(across) <= 1.5 * usual + 1e-4;
    Ok(if is_smooth { Joint::Seamless } else { Joint::Faded })
}
