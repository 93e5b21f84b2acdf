//! H.264: from the samples of a track to frames.

use std::collections::{BTreeMap, HashMap};
use std::io::SeekFrom;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusty_h264_decoder::Decoder;

use super::super::PictureError;
use super::color::Colors;
use super::pool::HELD;
use super::sps::{Sps, weighs_both_ways};
use super::table::Table;
use super::{About, Decoded};
use crate::video::encode::h264::{Config, START};
use crate::video::files::Content;

/// The largest sample in bytes.
const MAX_SAMPLE: u32 = 32 << 20;
/// The most frames that are decoded before they are shown.
const MAX_AHEAD: usize = 20;
/// How long it may take to come to a frame.
const MAX_TIME: Duration = Duration::from_mins(2);
/// A picture that needs no other.
const KEY: u8 = 5;
/// What holds for a sequence of pictures.
const SEQUENCE: u8 = 7;

/// A track of H.264 pictures.
#[derive(Debug)]
pub(super) struct Track {
    samples: Vec<Place>,
    /// The sample of each frame.
    shown: Vec<u32>,
    /// The samples with which decoding may begin.
    keys: Vec<u32>,
    /// What a decoder has to know first.
    sets: Vec<u8>,
    /// Bytes of a unit's length.
    prefix: usize,
    size: [u32; 2],
    references: u32,
    colors: Colors,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    offset: u64,
    size: u32,
    /// The number of its frame; none for those that others only need.
    frame: Option<u32>,
}

impl Track {
    /// Of a table; tries whether its first frame can be decoded.
    pub(super) fn of(table: &Table, file: &mut dyn Content) -> Result<(Self, About), PictureError> {
        let config = Config::read(&table.config)
            .ok_or_else(|| PictureError::Damaged("the parameters of its codec are cut off".to_owned()))?;
        let sps = match config.sequence {
            Some(nal) => Sps::read(nal)?,
            None => return Err(PictureError::Codec("H.264 with parameters in its stream".to_owned())),
        };
        sps.check()?;
        if config.pictures.iter().any(|set| weighs_both_ways(set)) {
            // It would be met at the first picture that does so, long after the first one of all.
            return Err(PictureError::Codec("H.264 with weighted prediction from both sides".to_owned()));
        }
        let mut order: Vec<(f64, u32)> = Vec::with_capacity(table.samples.len());
        for (sample, number) in table.samples.iter().zip(0..) {
            order.extend(sample.time.map(|time| (time, number)));
        }
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if order.is_empty() {
            return Err(PictureError::Damaged("none of its frames is shown".to_owned()));
        }
        let mut samples: Vec<Place> = table
            .samples
            .iter()
            .map(|sample| Place { offset: sample.offset, size: sample.size, frame: None })
            .collect();
        for ((_, sample), frame) in order.iter().zip(0..) {
            samples[*sample as usize].frame = Some(frame);
        }
        let mut keys: Vec<u32> = table
            .samples
            .iter()
            .zip(0..)
            .filter(|(sample, _)| sample.is_key)
            .map(|(_, number)| number)
            .collect();
        if keys.first() != Some(&0) {
            keys.insert(0, 0);
        }
        let track = Self {
            samples,
            shown: order.iter().map(|(_, sample)| *sample).collect(),
            keys,
            sets: config.sets,
            prefix: config.prefix,
            size: sps.size,
            references: sps.references,
            colors: Colors::of(table.colors, sps.colors, sps.size[1]),
        };
        let about = About {
            codec: "H.264".to_owned(),
            stored: sps.size,
            aspect: table.aspect.or(sps.aspect).unwrap_or(1.0),
            orientation: table.orientation,
            times: order.iter().map(|(time, _)| *time).collect(),
            duration: table.end,
        };
        track.try_first(file)?;
        Ok((track, about))
    }

    /// Decodes the first sample, which tells whether the decoder knows what the stream is made of.
    fn try_first(&self, file: &mut dyn Content) -> Result<(), PictureError> {
        let (stream, _) = self.stream(file, 0)?;
        match decode(&mut Decoder::new(), &[self.sets.as_slice(), &stream].concat()) {
            Ok(_) => Ok(()),
            Err(Fault::Unsupported(what)) => Err(PictureError::Codec(format!("H.264 with {what}"))),
            Err(Fault::Damaged(what)) => Err(PictureError::Damaged(format!("its first frame: {what}"))),
        }
    }

    /// The sample with which decoding begins to come to a frame, as far as the file says, and that of the frame.
    pub(super) fn steps(&self, frame: u32) -> (u32, u32) {
        let sample = self.sample(frame);
        (self.key_before(sample), sample)
    }

    fn sample(&self, frame: u32) -> u32 {
        let last = self.shown.len().saturating_sub(1);
        self.shown.get((frame as usize).min(last)).copied().unwrap_or_default()
    }

    fn key_before(&self, sample: u32) -> u32 {
        let keys = self.keys.partition_point(|key| *key <= sample);
        self.keys[..keys].last().copied().unwrap_or_default()
    }

    /// Bytes that a decoder takes up, with frames of so many pixels.
    pub(super) fn working(&self, pixels: u64) -> u64 {
        // Planes and movements of each picture.
        pixels * 5 / 2 * u64::from(self.references + HELD + 4)
    }

    /// A sample as a stream, and whether it needs no other.
    fn stream(&self, file: &mut dyn Content, number: u32) -> Result<(Vec<u8>, bool), PictureError> {
        let damaged = |what: &str| PictureError::Damaged(format!("sample {} {what}", u64::from(number) + 1));
        let place = self.samples.get(number as usize).ok_or_else(|| damaged("is missing"))?;
        if place.size > MAX_SAMPLE {
            return Err(damaged("is too large"));
        }
        let mut bytes = vec![0; place.size as usize];
        file.seek(SeekFrom::Start(place.offset)).map_err(PictureError::damaged)?;
        file.read_exact(&mut bytes).map_err(|_| damaged("is cut off"))?;
        let (mut stream, mut is_key) = (Vec::with_capacity(bytes.len() + 16), false);
        let mut rest = bytes.as_slice();
        while rest.len() > self.prefix {
            let (length, after) = rest.split_at(self.prefix);
            let length = length.iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
            let unit = after.get(..length).ok_or_else(|| damaged("has a unit that is cut off"))?;
            let kind = unit.first().map_or(0, |byte| byte & 31);
            is_key |= kind == KEY;
            // Parameters that would change the size make a decoder take up what nobody counted.
            let is_known = kind != SEQUENCE || Sps::read(unit).is_ok_and(|sps| sps.size == self.size);
            if is_known {
                stream.extend_from_slice(&START);
                stream.extend_from_slice(unit);
            }
            rest = &after[length..];
        }
        Ok((stream, is_key))
    }
}

/// Planes of brightness and of two colours, these half as wide and high.
#[derive(Debug)]
pub(super) struct Planes {
    width: usize,
    height: usize,
    y: Vec<u8>,
    u: Vec<u8>,
    v: Vec<u8>,
}

impl Planes {
    /// Hands on each row as red, green and blue.
    pub(super) fn rows(&self, colors: Colors, mut take: impl FnMut(&[u8])) {
        let half = self.width.div_ceil(2);
        let (mut row, mut chroma) = (Vec::with_capacity(self.width * 3), vec![[0_i32; 2]; half + 1]);
        for (line, luma) in self.y.chunks_exact(self.width).take(self.height).enumerate() {
            // Colours stand between two rows, and at the left one of two columns.
            let near = line / 2;
            let far = if line % 2 == 0 {
                near.saturating_sub(1)
            } else {
                (near + 1).min(self.height.div_ceil(2) - 1)
            };
            let at = |plane: &[u8], x: usize| {
                i32::from(plane[near * half + x]) * 3 + i32::from(plane[far * half + x])
            };
            for (x, value) in chroma[..half].iter_mut().enumerate() {
                *value = [at(&self.u, x), at(&self.v, x)];
            }
            chroma[half] = chroma[half - 1];
            row.clear();
            for (x, luma) in luma.iter().enumerate() {
                let [left, right] = [chroma[x / 2], chroma[x / 2 + x % 2]];
                row.extend(colors.pixel(*luma, left[0] + right[0], left[1] + right[1]));
            }
            take(&row);
        }
    }
}

/// Why a sample gave no frame.
enum Fault {
    Unsupported(String),
    Damaged(String),
}

/// Decodes a sample. A file may hold anything, and the decoder is young: one that panics is caught here, and nothing that
/// it held is used after that.
fn decode(decoder: &mut Decoder, stream: &[u8]) -> Result<Option<Planes>, Fault> {
    use rusty_h264_decoder::DecodeError;
    let decoded = catch_unwind(AssertUnwindSafe(|| decoder.decode(stream)));
    match decoded {
        Ok(Ok(frame)) => Ok(frame.map(|frame| Planes {
            width: frame.width,
            height: frame.height,
            y: frame.y,
            u: frame.u,
            v: frame.v,
        })),
        Ok(Err(DecodeError::Unsupported(what))) => Err(Fault::Unsupported(what.to_owned())),
        Ok(Err(error)) => Err(Fault::Damaged(error.to_string())),
        Err(_) => {
            *decoder = Decoder::new();
            Err(Fault::Damaged("its decoder gave up".to_owned()))
        }
    }
}

/// Refuses to go on when it has taken too long.
fn in_time(deadline: Instant) -> Result<(), PictureError> {
    if Instant::now() <= deadline {
        return Ok(());
    }
    let text = format!("it takes longer than {} s to come to a frame", MAX_TIME.as_secs());
    Err(PictureError::TooLarge(text))
}

/// Plays a track: goes on from frame to frame, and begins anew at the key before where it has to.
pub(super) struct Player {
    track: Arc<Track>,
    file: Box<dyn Content>,
    decoder: Decoder,
    /// The sample that comes next.
    next: u32,
    /// Frames that were decoded and not yet forgotten.
    ready: BTreeMap<u32, Arc<Planes>>,
    /// The last one since a key: what is shown where one cannot be decoded.
    last: Option<Arc<Planes>>,
    fault: Option<PictureError>,
    /// What samples are that the file calls keys, as far as it was looked.
    known_keys: HashMap<u32, bool>,
}

impl Player {
    pub(super) fn new(track: Arc<Track>, file: Box<dyn Content>) -> Self {
        // Past the end, so that it begins at a key.
        let next = u32::MAX;
        Self {
            track,
            file,
            decoder: Decoder::new(),
            next,
            ready: BTreeMap::new(),
            last: None,
            fault: None,
            known_keys: HashMap::new(),
        }
    }

    /// A frame, and what turned out to be wrong with the clip.
    pub(super) fn frame(&mut self, frame: u32) -> (Result<Decoded, PictureError>, Option<PictureError>) {
        let planes = self.come_to(frame);
        let decoded = planes.map(|planes| Decoded::Yuv(planes, self.track.colors));
        (decoded, self.fault.take())
    }

    fn come_to(&mut self, frame: u32) -> Result<Arc<Planes>, PictureError> {
        if let Some(planes) = self.ready.get(&frame) {
            let planes = Arc::clone(planes);
            self.forget(frame);
            return Ok(planes);
        }
        let deadline = Instant::now() + MAX_TIME;
        let sample = self.track.sample(frame);
        if self.next > sample || self.next < self.track.key_before(sample) {
            self.begin(sample, deadline)?;
        }
        while self.next <= sample {
            in_time(deadline)?;
            self.step(frame);
        }
        let planes = self.ready.get(&frame).cloned();
        self.forget(frame);
        planes.ok_or_else(|| {
            PictureError::Damaged(format!("its frame {} cannot be decoded", u64::from(frame) + 1))
        })
    }

    /// Goes to the last sample at or before one that needs no other, unless it is past that already. Files call more
    /// samples keys than are.
    fn begin(&mut self, sample: u32, deadline: Instant) -> Result<(), PictureError> {
        let mut key = self.track.key_before(sample);
        while key > 0 && !self.is_key(key) {
            in_time(deadline)?;
            key = self.track.key_before(key - 1);
        }
        if self.next > sample || self.next < key {
            self.next = key;
            self.restart();
            self.ready.clear();
        }
        Ok(())
    }

    /// Whether a sample that the file calls a key needs no other. Each is read once.
    fn is_key(&mut self, sample: u32) -> bool {
        if let Some(known) = self.known_keys.get(&sample) {
            return *known;
        }
        let is_key = self.track.stream(self.file.as_mut(), sample).is_ok_and(|(_, is_key)| is_key);
        self.known_keys.insert(sample, is_key);
        is_key
    }

    fn restart(&mut self) {
        self.decoder = Decoder::new();
        self.last = None;
    }

    /// Decodes a sample. Whatever comes of it depends on nothing before its key, so that it is the same however the
    /// player came here.
    fn step(&mut self, wanted: u32) {
        let number = self.next;
        self.next += 1;
        let decoded = self.track.stream(self.file.as_mut(), number).and_then(|(stream, is_key)| {
            let is_first = is_key || number == 0;
            if is_first {
                self.restart();
            }
            // Parameters are told anew at each key.
            let stream = if is_first { [self.track.sets.as_slice(), &stream].concat() } else { stream };
            decode(&mut self.decoder, &stream).map_err(|fault| match fault {
                Fault::Unsupported(what) => PictureError::Codec(format!("H.264 with {what}")),
                Fault::Damaged(what) => {
                    PictureError::Damaged(format!("its sample {}: {what}", u64::from(number) + 1))
                }
            })
        });
        let size = self.track.size.map(|side| side as usize);
        let decoded = decoded.and_then(|planes| {
            planes.filter(|planes| planes.are_whole(size)).ok_or_else(|| {
                PictureError::Damaged(format!("its sample {} is no whole frame", u64::from(number) + 1))
            })
        });
        match decoded {
            Ok(planes) => self.last = Some(Arc::new(planes)),
            Err(fault) => {
                self.fault.get_or_insert(fault);
            }
        }
        let frame = self.track.samples.get(number as usize).and_then(|place| place.frame);
        if let (Some(frame), Some(planes)) = (frame, &self.last) {
            self.ready.insert(frame, Arc::clone(planes));
        }
        // What is shown long after or before the wanted one is decoded again when it is needed.
        while self.ready.len() > MAX_AHEAD {
            let far = |frame: u32| if frame < wanted { u32::MAX - frame } else { frame - wanted };
            let Some(farthest) = self.ready.keys().copied().max_by_key(|frame| far(*frame)) else { break };
            self.ready.remove(&farthest);
        }
    }

    /// Forgets what was shown a while before a frame.
    fn forget(&mut self, frame: u32) {
        self.ready = self.ready.split_off(&frame.saturating_sub(HELD));
    }
}

impl Planes {
    /// Whether they are as large as the track says.
    fn are_whole(&self, [width, height]: [usize; 2]) -> bool {
        let half = width.div_ceil(2) * height.div_ceil(2);
        [self.width, self.height] == [width, height]
            && self.y.len() >= width * height
            && self.u.len().min(self.v.len()) >= half
    }
}
