//! The sound of a whole video: voices, music, sounds and clips at their samples, brought to the wanted loudness.
//!
//! Every sample of the mix is a function of its number alone, so that blocks of any size, asked for in any order, are
//! the same samples. Loudness is measured once, when the mix is made; then it is read as often as wanted.

mod clip;
mod duck;
mod fade;
mod levels;
mod limit;
mod part;
mod place;
mod speech;

use std::sync::{Mutex, PoisonError};

pub use levels::Levels;
pub(super) use part::{Bus, Part};

use self::duck::Ducking;
use self::levels::{Measured, Wanted};
use self::limit::Limiter;
use super::{RATE, SoundError, Track, Tracks};
use crate::video::project::Project;
use crate::video::time::Times;

/// Samples that are limited at once.
const CHUNK: usize = RATE as usize;

/// The sound of a video: 48 kHz stereo, as long as its frames.
pub struct Mix {
    frames: u64,
    parts: Vec<Part>,
    ducking: Ducking,
    faults: Vec<Fault>,
    levels: Levels,
    limiter: Limiter,
    /// The chunk that was made last, and its number.
    last: Mutex<Option<(u64, [Vec<f32>; 2])>>,
}

/// A file that could not be mixed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Address of what names the file.
    pub path: String,
    /// The file, as it is written.
    pub file: String,
    /// Why.
    pub error: SoundError,
}

impl std::fmt::Debug for Mix {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Mix")
            .field("frames", &self.frames)
            .field("levels", &self.levels)
            .finish_non_exhaustive()
    }
}

impl Mix {
    /// The mix of a project with its components written out. `speech` says when somebody speaks, in seconds from the
    /// video's start; without it what was heard in the voices tells, or else their energy.
    ///
    /// A file that cannot be decoded is left out and listed in [`Mix::faults`]. An error is a file that could be
    /// decoded and cannot be read any more.
    pub fn of(
        project: &Project,
        times: &Times<'_>,
        tracks: &Tracks,
        speech: Option<&[(f64, f64)]>,
    ) -> Result<Self, SoundError> {
        let output = &project.output;
        let placed = place::parts(project, times, tracks, output.loudness)?;
        let speech = match speech {
            Some(known) => known.to_vec(),
            None => speech::of(times, &placed)?,
        };
        let mut mix = Self {
            frames: placed.frames,
            parts: placed.parts,
            ducking: Ducking::new(project.music.as_ref(), &speech),
            faults: placed.faults,
            levels: Levels::default(),
            limiter: Limiter::new(output.true_peak),
            last: Mutex::default(),
        };
        let wanted = Wanted { lufs: output.loudness, peak: output.true_peak };
        let Measured { levels, gain } = levels::settle(&mix, wanted, &speech)?;
        (mix.levels, mix.limiter.gain) = (levels, gain);
        Ok(mix)
    }

    /// Its length in samples: the frames of the video times 48000 by the frames a second.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Whether there is nothing to hear: no file is mixed in.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// How loud it is.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The files that are mixed in, each with the address of what names it.
    pub fn sources(&self) -> impl Iterator<Item = (&str, &Track)> {
        self.parts.iter().map(|part| (&*part.path, &*part.track))
    }

    /// What could not be mixed in.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The samples from `at` on; both sides are of the same length. Beyond the end there is silence.
    pub fn read(&self, at: u64, left: &mut [f32], right: &mut [f32]) -> Result<(), SoundError> {
        let count = left.len().min(right.len());
        let mut done = 0;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        while done < count {
            let sample = at + done as u64;
            let (chunk, within) = (sample / CHUNK as u64, (sample % CHUNK as u64) as usize);
            let next = (CHUNK - within).min(count - done);
            if last.as_ref().is_none_or(|(number, _)| *number != chunk) {
                *last = Some((chunk, self.chunk(chunk, self.limiter.gain)?));
            }
            if let Some((_, sides)) = last.as_ref() {
                left[done..done + next].copy_from_slice(&sides[0][within..within + next]);
                right[done..done + next].copy_from_slice(&sides[1][within..within + next]);
            }
            done += next;
        }
        Ok(())
    }

    /// One chunk as it is heard, with a gain.
    fn chunk(&self, number: u64, gain: f32) -> Result<[Vec<f32>; 2], SoundError> {
        let first = number as i64 * CHUNK as i64;
        let mut sides = [vec![0.0; CHUNK + limit::AROUND], vec![0.0; CHUNK + limit::AROUND]];
        self.raw(first - limit::BEFORE as i64, &mut sides, |_| true)?;
        Ok(self.limiter.limit(sides, gain))
    }

    /// The sum of some parts from a sample on, which may lie before the beginning, without gain and limiter.
    fn raw(
        &self,
        at: i64,
        sides: &mut [Vec<f32>; 2],
        wanted: impl Fn(Bus) -> bool,
    ) -> Result<(), SoundError> {
        for part in self.parts.iter().filter(|part| wanted(part.bus)) {
            part.add(at, sides, &self.ducking)?;
        }
        Ok(())
    }
}
