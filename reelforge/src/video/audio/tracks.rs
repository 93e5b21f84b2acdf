use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::cache::{Cache, Draft, Sound};
use super::decode::{self, Fallback, Part, Shape};
use super::facts::{Flaws, Meter};
use super::resample::Resample;
use super::speakers::Downmix;
use super::track::{self, Samples, Track};
use super::{Facts, RATE, SoundError};
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
    /// Where what is decoded is kept; its folder is made for the first file.
    root: Option<Arc<Root>>,
    cache: OnceLock<Option<Cache>>,
    fallback: Option<Arc<dyn Fallback>>,
    opened: Mutex<Opened>,
}

/// A path, and which seconds are decoded if the file is long; none for all.
type Asked = (String, Option<Range<u64>>);

#[derive(Default)]
struct Opened {
    by_path: HashMap<Asked, Result<Arc<Track>, SoundError>>,
    by_content: HashMap<Sound, Arc<Track>>,
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
        Self { files, root: None, cache: OnceLock::new(), fallback: None, opened: Mutex::default() }
    }

    /// The sounds of a stored project. What is decoded is kept among the records of its root.
    pub fn of(root: &Arc<Root>, project: &str) -> Result<Self, StoreError> {
        let files = ProjectFiles::of(root, project)?;
        Ok(Self { root: Some(Arc::clone(root)), ..Self::new(Arc::new(files)) })
    }

    /// With something that decodes what the build cannot.
    #[must_use]
    pub fn fallback(self, fallback: Option<Arc<dyn Fallback>>) -> Self {
        Self { fallback, ..self }
    }

    /// The files that they are read from.
    pub fn files(&self) -> &Arc<dyn Files> {
        &self.files
    }

    /// The sound of a file, by its path from the project folder. The same question always has the same answer.
    pub fn open(&self, path: &str) -> Result<Arc<Track>, SoundError> {
        self.find(path, None)
    }

    /// The same, where only what is heard in some seconds of the file is wanted. Of a file that is longer than any video
    /// nothing else is decoded.
    pub fn part(&self, path: &str, seconds: Range<f64>) -> Result<Arc<Track>, SoundError> {
        // A second more on both sides, so that the filters have something to begin with.
        let start = (seconds.start.max(0.0).floor() as u64).saturating_sub(1);
        let end = (seconds.end.max(0.0).ceil() as u64).saturating_add(1).min(decode::MAX_SECONDS + 1);
        self.find(path, Some(start.min(end)..end))
    }

    fn find(&self, path: &str, wanted: Option<Range<u64>>) -> Result<Arc<Track>, SoundError> {
        // One at a time is decoded, so that what decoders take up does not add up.
        let mut opened = self.opened();
        let asked = (path.to_owned(), wanted);
        if let Some(known) = opened.by_path.get(&asked) {
            return known.clone();
        }
        let track = self.load(path, asked.1.clone(), &mut opened);
        opened.by_path.insert(asked, track.clone());
        track
    }

    /// None of a root that cannot be written, which is read all the same.
    fn cache(&self) -> Option<&Cache> {
        self.cache.get_or_init(|| Cache::of(self.root.as_ref()?).ok()).as_ref()
    }

    fn opened(&self) -> MutexGuard<'_, Opened> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn load(
        &self,
        path: &str,
        wanted: Option<Range<u64>>,
        opened: &mut Opened,
    ) -> Result<Arc<Track>, SoundError> {
        let mut file = self.files.open(path)?;
        let content = hash(file.as_mut())?;
        let whole = Sound { content, wanted: None };
        let asked = Sound { content, wanted };
        if let Some(track) = [&whole, &asked].into_iter().find_map(|sound| opened.by_content.get(sound)) {
            return Ok(Arc::clone(track));
        }
        let room = MAX_IN_MEMORY.min(MAX_IN_MEMORY_TOGETHER - opened.in_memory);
        let cached = |cache: &Cache| [&whole, &asked].into_iter().find_map(|sound| cache.find(sound));
        let track = match self.cache().and_then(cached) {
            Some((facts, held, file)) => kept(facts, held, file, room)?,
            None => self.decode(file, &asked, room)?,
        };
        if let Samples::Memory(samples) = track.samples() {
            opened.in_memory += samples.len();
        }
        let track = Arc::new(track);
        let sound = if track.is_whole() { whole } else { asked };
        opened.by_content.insert(sound, Arc::clone(&track));
        Ok(track)
    }

    fn decode(&self, file: Box<dyn Content>, sound: &Sound, room: usize) -> Result<Track, SoundError> {
        let start = |shape: &Shape| Taker::new(shape, self.cache());
        let (fallback, wanted) = (self.fallback.as_deref(), sound.wanted.clone());
        let (taker, part) = decode::decode(file, fallback, wanted, start, Taker::take)?;
        let sound = Sound { wanted: sound.wanted.clone().filter(|_| part.is_some()), ..*sound };
        taker.finish(part, self.cache(), &sound, room)
    }
}

/// A track from the cache.
fn kept(facts: Facts, held: Range<u64>, mut file: std::fs::File, room: usize) -> Result<Track, SoundError> {
    let count = (held.end - held.start) as usize * track::channels(&facts);
    if count > room {
        return Ok(Track::new(facts, held, Samples::Disk(Mutex::new(file))));
    }
    let mut samples = vec![0.0; count];
    track::read_samples(&mut file, &mut samples)?;
    Ok(Track::new(facts, held, Samples::Memory(samples)))
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
        part: Option<Part>,
        cache: Option<&Cache>,
        sound: &Sound,
        room: usize,
    ) -> Result<Track, SoundError> {
        let before = self.samples.len();
        let resample = std::mem::replace(&mut self.resample, Resample::Not);
        resample.finish(&mut self.samples)?;
        self.meter.add(&self.samples[before.min(self.samples.len())..])?;
        let channels = self.downmix.channels();
        let (clipped, clipped_at, offset) = self.flaws.found(self.shape.rate);
        let taken = (self.stored + self.samples.len() as u64) / channels as u64;
        let rate = u64::from(self.shape.rate);
        let from = part.map_or(0, |part| part.from);
        let whole = part.map_or(0, |part| (part.frames * u64::from(RATE) + rate / 2) / rate);
        let frames = whole.max(if taken == 0 { 0 } else { from * u64::from(RATE) + taken });
        // Beyond the end of a long file there is nothing.
        let first = (from * u64::from(RATE)).min(frames);
        let held = first..first + taken;
        let facts = Facts {
            codec: self.shape.codec.clone(),
            rate: self.shape.rate,
            channels: self.shape.speakers.len() as u32,
            frames,
            lufs: self.meter.lufs(),
            true_peak: self.meter.true_peak(),
            clipped,
            clipped_at: clipped_at.map(|at| at + from as f64),
            offset,
        };
        if facts.frames == 0 {
            return Err(SoundError::NoSound);
        }
        if self.stored == 0 && self.samples.len() <= room {
            let samples = self.samples.clone();
            if self.draft.is_some() {
                // What is held in memory anyway does not have to be kept.
                let _ = self.store(cache, sound, &facts, &held);
            }
            return Ok(Track::new(facts, held, Samples::Memory(samples)));
        }
        let file = self.store(cache, sound, &facts, &held)?;
        Ok(Track::new(facts, held, Samples::Disk(Mutex::new(file))))
    }

    /// All of it on disk, and in the cache when there is one.
    fn store(
        mut self,
        cache: Option<&Cache>,
        sound: &Sound,
        facts: &Facts,
        held: &Range<u64>,
    ) -> Result<std::fs::File, SoundError> {
        self.spill()?;
        let Some(draft) = self.draft.take() else { return Err(no_room(io::ErrorKind::NotFound.into())) };
        match cache {
            Some(cache) => cache.keep(draft, sound, facts, held).map_err(no_room),
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
