//! The lists of a track of an MP4 or `QuickTime` file: where its samples lie, when each is shown, which are keys. Nothing is
//! believed: samples that are not all in the file, and more than are asked for, are faults.

use std::ops::Range;

use super::boxes::Boxes;

/// The most bytes of a list.
const MAX_LIST: u64 = 16 << 20;

/// A picture or a piece of sound in a file. Times count in the ticks of its track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::video) struct Sample {
    pub(in crate::video) offset: u64,
    pub(in crate::video) size: u32,
    /// Whether it needs no other.
    pub(in crate::video) is_key: bool,
    /// When it is shown, by the clock of the track.
    pub(in crate::video) shown: i64,
    pub(in crate::video) duration: u32,
}

/// What is wrong with lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::video) enum Fault {
    /// A list is missing or too large; what it would say.
    Missing(&'static str),
    /// They do not fit together.
    Misfit,
    /// There are no samples.
    Empty,
    /// There are so many samples.
    TooMany(usize),
    /// The samples take more room in all than the file has: some are the same bytes.
    Larger,
    /// So many samples are in the file, and the next one is not.
    CutOff(usize),
}

/// The samples that the box `stbl` lists, at most `max`, in the order in which they are decoded. The file has so many bytes.
pub(in crate::video) fn samples(
    boxes: &mut Boxes<'_>,
    stbl: &Range<u64>,
    bytes: u64,
    max: usize,
) -> Result<Vec<Sample>, Fault> {
    let mut list = |name: [u8; 4]| {
        let range = boxes.find(stbl.clone(), name)?;
        boxes.read(range, MAX_LIST)
    };
    let lists = Lists {
        sizes: list(*b"stsz").ok_or(Fault::Missing("sizes"))?,
        durations: list(*b"stts").ok_or(Fault::Missing("times"))?,
        delays: list(*b"ctts"),
        keys: list(*b"stss"),
        chunks: list(*b"stsc").ok_or(Fault::Missing("chunks"))?,
        short: list(*b"stco"),
        long: list(*b"co64"),
    };
    let mut samples = lists.places(bytes, max)?;
    lists.times(&mut samples);
    Ok(samples)
}

/// Each list has its version and flags in front.
struct Lists {
    sizes: Vec<u8>,
    durations: Vec<u8>,
    delays: Option<Vec<u8>>,
    keys: Option<Vec<u8>>,
    chunks: Vec<u8>,
    short: Option<Vec<u8>>,
    long: Option<Vec<u8>>,
}

impl Lists {
    fn places(&self, bytes: u64, max: usize) -> Result<Vec<Sample>, Fault> {
        let same = number(&self.sizes, 4).ok_or(Fault::Misfit)?;
        let count = number(&self.sizes, 8).ok_or(Fault::Misfit)? as usize;
        if count == 0 {
            return Err(Fault::Empty);
        }
        if count > max {
            return Err(Fault::TooMany(count));
        }
        let mut chunks = self.offsets();
        let mut runs = pairs::<12>(&self.chunks).peekable();
        let mut per_chunk = 0;
        let mut samples: Vec<Sample> = Vec::with_capacity(count);
        let (mut chunk, mut total) = (0, 0);
        while samples.len() < count {
            chunk += 1;
            let mut offset = chunks.next().ok_or(Fault::Misfit)?;
            while let Some(run) = runs.next_if(|run| number(run, 0).is_some_and(|first| first <= chunk)) {
                per_chunk = number(run, 4).unwrap_or_default();
            }
            for _ in 0..per_chunk {
                if samples.len() == count {
                    break;
                }
                let size = match same {
                    0 => number(&self.sizes, 12 + samples.len() * 4).ok_or(Fault::Misfit)?,
                    size => size,
                };
                // A table may name the same bytes again and again, each time to be read.
                total += u64::from(size);
                if total > bytes {
                    return Err(Fault::Larger);
                }
                samples.push(Sample { offset, size, is_key: self.keys.is_none(), shown: 0, duration: 0 });
                offset = offset.checked_add(u64::from(size)).ok_or(Fault::Misfit)?;
                if offset > bytes {
                    return Err(Fault::CutOff(samples.len() - 1));
                }
            }
        }
        for key in self.keys.iter().flat_map(|keys| pairs::<4>(keys)) {
            let key = number(key, 0).unwrap_or_default() as usize;
            if let Some(sample) = key.checked_sub(1).and_then(|key| samples.get_mut(key)) {
                sample.is_key = true;
            }
        }
        Ok(samples)
    }

    fn offsets(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match (&self.long, &self.short) {
            (Some(long), _) => Box::new(
                pairs::<8>(long)
                    .map(|bytes| bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))),
            ),
            (None, Some(short)) => {
                Box::new(pairs::<4>(short).filter_map(|bytes| number(bytes, 0).map(u64::from)))
            }
            (None, None) => Box::new(std::iter::empty()),
        }
    }

    fn times(&self, samples: &mut [Sample]) {
        let mut durations = runs(&self.durations);
        let mut delays = self.delays.as_deref().map(runs);
        let mut decoded = 0_i64;
        for sample in samples {
            sample.duration = durations.next().unwrap_or_default();
            let delay = delays.as_mut().and_then(Iterator::next).unwrap_or_default();
            // Some files have negative ones, whatever their version says.
            sample.shown = decoded + i64::from(delay.cast_signed());
            decoded += i64::from(sample.duration);
        }
    }
}

/// The entries of a list, which begin after its version, flags and count.
fn pairs<const N: usize>(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    let count = number(list, 4).unwrap_or_default() as usize;
    list.get(8..).unwrap_or_default().chunks_exact(N).take(count)
}

/// The values of a list that says how often each comes.
fn runs(list: &[u8]) -> impl Iterator<Item = u32> {
    pairs::<8>(list).flat_map(|entry| {
        let [count, value] = [0, 4].map(|at| number(entry, at).unwrap_or_default());
        std::iter::repeat_n(value, count as usize)
    })
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes))
}
