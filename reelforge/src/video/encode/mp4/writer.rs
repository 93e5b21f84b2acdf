//! Writes a file from its beginning to its end, and then the room at its beginning.

use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use super::atoms::Atoms;
use super::contents::{Chunk, Contents, Track, chunks};
use super::{Audio, Video};

/// Bytes that are written at once.
const BUFFER: usize = 1 << 20;
/// The longest beginning of the part that holds pictures and sound.
const DATA_HEADER: u64 = 16;
/// The smallest box: what is left of the room for the table has to be one.
const SMALLEST: u64 = 8;

/// Writes a file.
///
/// After each picture, [`due`](Self::due) units of sound have to follow before the next one.
#[derive(Debug)]
pub struct Writer<W: Write + Seek> {
    target: BufWriter<W>,
    video: Video,
    audio: Option<Audio>,
    pictures: Track,
    sound: Track,
    /// What comes next in the file: the chunks that are left, and how much of the first one is written.
    chunks: std::vec::IntoIter<Chunk>,
    chunk: Option<Chunk>,
    done: u32,
    /// Bytes of the beginning that are left free.
    room: u64,
    /// Where the next sample goes.
    at: u64,
}

impl<W: Write + Seek> Writer<W> {
    /// Begins a file at the beginning of `target`.
    pub fn begin(target: W, video: Video, audio: Option<Audio>) -> io::Result<Self> {
        let chunks = chunks(&video, audio.as_ref());
        let mut writer = Self {
            target: BufWriter::with_capacity(BUFFER, target),
            pictures: Track::planned(&chunks, false),
            sound: Track::planned(&chunks, true),
            video,
            audio,
            chunks: chunks.into_iter(),
            chunk: None,
            done: 0,
            room: 0,
            at: 0,
        };
        writer.room = (file_type().len() + writer.contents(true).len()) as u64 + SMALLEST;
        for track in [&mut writer.pictures, &mut writer.sound] {
            track.sizes.clear();
            track.offsets.clear();
        }
        writer.at = writer.room + DATA_HEADER;
        writer.target.seek(SeekFrom::Start(0))?;
        io::copy(&mut io::Read::take(io::repeat(0), writer.at), &mut writer.target)?;
        writer.next_chunk();
        Ok(writer)
    }

    /// How many units of sound have to come now.
    pub fn due(&self) -> u32 {
        self.chunk.filter(|chunk| chunk.is_sound).map_or(0, |chunk| chunk.count - self.done)
    }

    /// Writes the next picture.
    pub fn picture(&mut self, bytes: &[u8], is_key: bool) -> io::Result<()> {
        let number = u32::try_from(self.pictures.sizes.len()).unwrap_or(u32::MAX);
        if is_key != self.video.keys.binary_search(&number).is_ok() {
            return Err(misplaced("a picture of another kind"));
        }
        self.sample(bytes, false)
    }

    /// Writes the next unit of sound.
    pub fn sound(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sample(bytes, true)
    }

    fn sample(&mut self, bytes: &[u8], is_sound: bool) -> io::Result<()> {
        let Some(chunk) = self.chunk.filter(|chunk| chunk.is_sound == is_sound) else {
            return Err(misplaced(if is_sound { "sound" } else { "a picture" }));
        };
        let size = u32::try_from(bytes.len()).map_err(|_| misplaced("so large a sample"))?;
        self.target.write_all(bytes)?;
        let track = if is_sound { &mut self.sound } else { &mut self.pictures };
        if self.done == 0 {
            track.offsets.push(self.at);
        }
        track.sizes.push(size);
        self.at += u64::from(size);
        self.done += 1;
        if self.done == chunk.count {
            self.next_chunk();
        }
        Ok(())
    }

    fn next_chunk(&mut self) {
        self.chunk = self.chunks.next();
        self.done = 0;
    }

    /// Fills in the beginning; answers the size of the file in bytes, and the target.
    pub fn finish(mut self) -> io::Result<(u64, W)> {
        if self.chunk.is_some() {
            return Err(misplaced("the end"));
        }
        let data = self.room;
        let is_wide = u32::try_from(self.at).is_err();
        let mut head = Atoms(file_type());
        head.bytes(&self.contents(is_wide));
        let left = self.room - head.0.len() as u64;
        head.atom(*b"free", |free| free.zeros(usize::try_from(left - SMALLEST).unwrap_or(0)));
        if let Ok(size) = u32::try_from(self.at - data - SMALLEST) {
            head.atom(*b"free", |_| {});
            head.u32(size);
            head.bytes(b"mdat");
        } else {
            head.u32(1);
            head.bytes(b"mdat");
            head.u64(self.at - data);
        }
        self.target.seek(SeekFrom::Start(0))?;
        self.target.write_all(&head.0)?;
        self.target.seek(SeekFrom::Start(self.at))?;
        let target = self.target.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok((self.at, target))
    }

    fn contents(&self, is_wide: bool) -> Vec<u8> {
        let audio = self.audio.as_ref().map(|audio| (audio, &self.sound));
        Contents { video: &self.video, pictures: &self.pictures, audio, is_wide }.write()
    }
}

impl Track {
    /// As long as it will be.
    fn planned(chunks: &[Chunk], is_sound: bool) -> Self {
        let counts = chunks.iter().filter(|chunk| chunk.is_sound == is_sound).map(|chunk| chunk.count);
        let counts: Vec<u32> = counts.collect();
        let samples = counts.iter().map(|count| *count as usize).sum();
        Self { sizes: vec![0; samples], offsets: vec![0; counts.len()], counts }
    }
}

fn file_type() -> Vec<u8> {
    let mut out = Atoms::default();
    out.atom(*b"ftyp", |out| {
        out.bytes(b"isom");
        out.u32(512);
        out.bytes(b"isomiso2avc1mp41");
    });
    out.0
}

fn misplaced(what: &str) -> io::Error {
    io::Error::other(format!("{what} came where the file has another place for it"))
}
