use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::cache::{Cache, Draft};
use super::decode::{self, Fallback, Shape};
use super::facts::{Flaws, Meter};
use super::resample::Resample;
use super::speakers::Downmix;
use super::track::{self, Samples, Track};
use super::{Facts, SoundError};
use crate::video::files::{Content, Files, ProjectFiles};
use crate::video::project::store::{Root, StoreError};

/// Samples that a track may hold in memory: 21 s of stereo. Longer ones stay on disk.
const MAX_IN_MEMORY: usize = 1 << 21;
/// Samples that all tracks of a project may hold in memory.
const MAX_IN_MEMORY_TOGETHER: usize = 1 << 24;
/// Bytes that are read at once.
const BLOCK: usize = 1 << 16;

/// The sounds of a project. Each file is decoded once; what was decoded is kept on disk for other processes and later.
pub struct Tracks {
    files: Arc<dyn Files>,
    cache: Option<Cache>,
    fallback: Option<Arc<dyn Fallback>>,
    opened: Mutex<Opened>,
}

#[derive(Default)]
struct Opened {
    by_path: HashMap<Arc<str>, Result<Arc<Track>, SoundError>>,
    by_content: HashMap<blake3::Hash, Arc<Track>>,
    in_memory: usize,
}

impl fmt::Debug for Tracks {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Tracks").field("fallback", &self.fallback).finish_non_exhaustive()
    }
}

impl Tracks {
    /// The sounds below a project folder. What is decoded is kept as long as this is.
    pub fn new(files: Arc<dyn Files>) -> Self {
        Self { files, cache: None, fallback: None, opened: Mutex::default() }
    }

    /// The sounds of a stored project. What is decoded is kept among the records of its root.
    pub fn of(root: &Arc<Root>, project: &str) -> Result<Self, StoreError> {
        let files = ProjectFiles::of(root, project)?;
        // A root that cannot be written is read all the same.
        let cache = Cache::of(root).ok();
        Ok(Self { cache, ..Self::new(Arc::new(files)) })
    }

    /// With something that decodes what the build cannot.
    #[must_use]
    pub fn fallback(self, fallback: Option<Arc<dyn Fallback>>) -> Self {
        Self { fallback, ..self }
    }

    /// The sound of a file, by its path from the project folder. The same question always has the same answer.
    pub fn open(&self, path: &str) -> Result<Arc<Track>, SoundError> {
        // One at a time is decoded, so that what decoders take up does not add up.
        let mut opened = self.opened();
        if let Some(known) = opened.by_path.get(path) {
            return known.clone();
        }
        let track = self.load(path, &mut opened);
        opened.by_path.insert(path.into(), track.clone());
        track
    }

    fn opened(&self) -> MutexGuard<'_, Opened> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn load(&self, path: &str, opened: &mut Opened) -> Result<Arc<Track>, SoundError> {
        let mut file = self.files.open(path)?;
        let content = hash(file.as_mut())?;
        if let Some(track) = opened.by_content.get(&content) {
            return Ok(Arc::clone(track));
        }
        let room = MAX_IN_MEMORY.min(MAX_IN_MEMORY_TOGETHER - opened.in_memory);
        let track = match self.cache.as_ref().and_then(|cache| cache.find(&content)) {
            Some((facts, file)) => kept(facts, file, room)?,
            None => self.decode(file, &content, room)?,
        };
        if let Samples::Memory(samples) = track.samples() {
            opened.in_memory += samples.len();
        }
        let track = Arc::new(track);
        opened.by_content.insert(content, Arc::clone(&track));
        Ok(track)
    }

    fn decode(
        &self,
        file: Box<dyn Content>,
        content: &blake3::Hash,
        room: usize,
    ) -> Result<Track, SoundError> {
        let start = |shape: &Shape| Taker::new(shape, self.cache.as_ref());
        let taker = decode::decode(file, self.fallback.as_deref(), start, Taker::take)?;
        taker.finish(self.cache.as_ref(), content, room)
    }
}

/// A track from the cache.
fn kept(facts: Facts, mut file: std::fs::File, room: usize) -> Result<Track, SoundError> {
    let count = facts.frames as usize * track::channels(&facts);
    if count > room {
        return Ok(Track::new(facts, Samples::Disk(Mutex::new(file))));
    }
    let mut samples = vec![0.0; count];
    track::read_samples(&mut file, &mut samples)?;
    Ok(Track::new(facts, Samples::Memory(samples)))
}

/// Takes a file's samples as they are decoded: measures them, brings them to 48 kHz, and stores them.
struct Taker {
    shape: Shape,
    flaws: Flaws,
    downmix: Downmix,
    resample: Resample,
    meter: Meter,
    mixed: Vec<f32>,
    /// What is not on disk yet.
    samples: Vec<f32>,
    /// Samples on disk.
    stored: u64,
    draft: Option<Draft>,
}

impl Taker {
    fn new(shape: &Shape, cache: Option<&Cache>) -> Result<Self, SoundError> {
        let downmix = Downmix::of(&shape.speakers);
        // Without a place to keep it, short sound needs no file at all.
        let draft = cache.and_then(|cache| cache.draft().ok());
        Ok(Self {
            shape: shape.clone(),
            flaws: Flaws::new(shape.speakers.len()),
            resample: Resample::new(shape.rate, downmix.channels())?,
            meter: Meter::new(downmix.channels())?,
            downmix,
            mixed: Vec::new(),
            samples: Vec::new(),
            stored: 0,
            draft,
        })
    }

    fn take(&mut self, frames: &[f32]) -> Result<(), SoundError> {
        self.flaws.add(frames);
        self.mixed.clear();
        self.downmix.add(frames, &mut self.mixed);
        let before = self.samples.len();
        self.resample.add(&self.mixed, &mut self.samples)?;
        self.meter.add(&self.samples[before..])?;
        if self.samples.len() > MAX_IN_MEMORY {
            self.spill()?;
        }
        Ok(())
    }

    /// Writes what is in memory to disk.
    fn spill(&mut self) -> Result<(), SoundError> {
        let draft = match &mut self.draft {
            Some(draft) => draft,
            none => none.insert(Draft::temporary().map_err(no_room)?),
        };
        let mut bytes = Vec::with_capacity(BLOCK);
        for samples in self.samples.chunks(BLOCK / 4) {
            bytes.clear();
            bytes.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
            draft.file.write_all(&bytes).map_err(no_room)?;
        }
        self.stored += self.samples.len() as u64;
        self.samples.clear();
        Ok(())
    }

    fn finish(
        mut self,
        cache: Option<&Cache>,
        content: &blake3::Hash,
        room: usize,
    ) -> Result<Track, SoundError> {
        let before = self.samples.len();
        let resample = std::mem::replace(&mut self.resample, Resample::Not);
        resample.finish(&mut self.samples)?;
        self.meter.add(&self.samples[before.min(self.samples.len())..])?;
        let channels = self.downmix.channels();
        let (clipped, clipped_at, offset) = self.flaws.found(self.shape.rate);
        let facts = Facts {
            codec: self.shape.codec.clone(),
            rate: self.shape.rate,
            channels: self.shape.speakers.len() as u32,
            frames: (self.stored + self.samples.len() as u64) / channels as u64,
            lufs: self.meter.lufs(),
            true_peak: self.meter.true_peak(),
            clipped,
            clipped_at,
            offset,
        };
        if facts.frames == 0 {
            return Err(SoundError::NoSound);
        }
        if self.stored == 0 && self.samples.len() <= room {
            let samples = self.samples.clone();
            if self.draft.is_some() {
                // What is held in memory anyway does not have to be kept.
                let _ = self.store(cache, content, &facts);
            }
            return Ok(Track::new(facts, Samples::Memory(samples)));
        }
        let file = self.store(cache, content, &facts)?;
        Ok(Track::new(facts, Samples::Disk(Mutex::new(file))))
    }

    /// All of it on disk, and in the cache when there is one.
    fn store(
        mut self,
        cache: Option<&Cache>,
        content: &blake3::Hash,
        facts: &Facts,
    ) -> Result<std::fs::File, SoundError> {
        self.spill()?;
        let Some(draft) = self.draft.take() else { return Err(no_room(io::ErrorKind::NotFound.into())) };
        match cache {
            Some(cache) => cache.keep(draft, content, facts).map_err(no_room),
            None => draft.file.try_clone().map_err(no_room),
        }
    }
}

fn hash(file: &mut dyn Content) -> Result<blake3::Hash, SoundError> {
    let mut hasher = blake3::Hasher::new();
    let mut block = vec![0; BLOCK];
    let mut bytes = 0;
    loop {
        let count = file.read(&mut block).map_err(SoundError::damaged)?;
        if count == 0 {
            break;
        }
        bytes += count as u64;
        if bytes > decode::MAX_BYTES {
            break;
        }
        hasher.update(&block[..count]);
    }
    file.rewind().map_err(SoundError::damaged)?;
    Ok(hasher.finalize())
}

#[allow(clippy::needless_pass_by_value)]
fn no_room(error: io::Error) -> SoundError {
    SoundError::NoRoom(error.to_string())
}
