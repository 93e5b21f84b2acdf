//! Opens the sound files of a project.

use std::collections::HashMap;
use std::io::Read;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use blake3::Hash;

use super::import::MAX_BYTES;
use super::kept::key;
use super::music;
use super::samples::Samples;
use super::voice::{Recording, Script, voice};
use crate::video::audio::{RATE, Track, Tracks};
use crate::video::kept::Kept;
use crate::video::project::Project;
use crate::video::project::model::{BeatWord, Beats, Music};
use crate::video::time::{Heard, HeardMusic, HeardVoice, MAX_VIDEO};

/// The largest sound file, in bytes; larger ones are not decoded either.
const MAX_SOUND: u64 = 4 << 30;
/// The longest script in bytes: sixty scenes with as much as they may say.
const MAX_SCRIPT: u64 = 256 << 10;

static RECORDINGS: Kept<Recording> = Kept::new(16);
static VOICES: Kept<HeardVoice> = Kept::new(256);
static MUSIC: Kept<HeardMusic> = Kept::new(16);

/// Listens to the files of one project. What was found in a file is remembered by its content, in the whole process.
#[derive(Clone)]
pub struct Ear {
    tracks: Arc<Tracks>,
    contents: Arc<Mutex<HashMap<String, Option<Hash>>>>,
}

impl std::fmt::Debug for Ear {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Ear").field("tracks", &self.tracks).finish_non_exhaustive()
    }
}

impl Ear {
    /// For the sounds of a project: what is heard in them is what is mixed.
    pub fn new(tracks: Arc<Tracks>) -> Self {
        Self { tracks, contents: Arc::default() }
    }

    /// What the sound files that a project names say. What cannot be opened stays silent, so that its times are estimated;
    /// the checks report it. Music is listened to only when the project names a beat: see [`hear_all`](Self::hear_all).
    pub fn hear(&self, project: &Project) -> Heard {
        // Times may stand anywhere, also in what components are made of.
        let names_beat = project.music.is_some() && format!("{project:?}").contains("beat(");
        self.listen(project, names_beat)
    }

    /// The same with the music.
    pub fn hear_all(&self, project: &Project) -> Heard {
        self.listen(project, true)
    }

    fn listen(&self, project: &Project, with_music: bool) -> Heard {
        let says: Vec<&str> = project.scenes.iter().filter_map(|scene| scene.say.as_deref()).collect();
        let whole = project.voice.as_ref().and_then(|own| {
            let text = match &own.script {
                Some(script) if says.is_empty() => self.text(script),
                _ => says.join("\n\n"),
            };
            self.voice(&own.file, own.words.as_deref(), &text, own.trim)
        });
        let scenes = project.scenes.iter().map(|scene| {
            let own = scene.voice.as_ref()?;
            self.voice(&own.file, own.words.as_deref(), scene.say.as_deref().unwrap_or_default(), None)
        });
        let is_auto = |beats: Beats| beats == Beats::Word(BeatWord::Auto);
        let played = project.music.as_ref().filter(|music| with_music && is_auto(music.beats));
        Heard { voice: whole, scenes: scenes.collect(), music: played.and_then(|music| self.music(music)) }
    }

    /// What a voice file says. None when it cannot be opened.
    pub fn voice(
        &self,
        file: &str,
        words: Option<&str>,
        text: &str,
        trim: Option<[f64; 2]>,
    ) -> Option<Arc<HeardVoice>> {
        let content = self.content(file)?;
        let words = words.and_then(|words| self.tracks.files().read(words, MAX_BYTES).ok());
        let bounds = trim.map(|trim| trim.map(f64::to_le_bytes).concat()).unwrap_or_default();
        let bytes = words.as_deref().unwrap_or_default();
        let key = key(&[b"voice", content.as_bytes(), bytes, text.as_bytes(), &bounds]);
        VOICES.get_or(key, || {
            let recording = self.recording(file, &content, trim)?;
            Some(voice(&recording, &Script { text, words: words.as_deref(), trim }))
        })
    }

    fn recording(&self, file: &str, content: &Hash, trim: Option<[f64; 2]>) -> Option<Arc<Recording>> {
        let [from, to] = trim.unwrap_or([0.0, f64::INFINITY]);
        let track = self.tracks.part(file, from..to.min(from + MAX_VIDEO)).ok()?;
        let Range { start, end } = track.held();
        let key = key(&[b"recording", content.as_bytes(), &start.to_le_bytes(), &end.to_le_bytes()]);
        RECORDINGS.get_or(key, || {
            let length = track.facts().duration();
            Some(Recording { length, ..Recording::of(&Mono(&track)) })
        })
    }

    fn music(&self, music: &Music) -> Option<Arc<HeardMusic>> {
        let content = self.content(&music.file)?;
        let end = music.start + MAX_VIDEO;
        MUSIC.get_or(key(&[b"music", content.as_bytes(), &end.to_le_bytes()]), || {
            // From its beginning on: bars are counted from there.
            let track = self.tracks.part(&music.file, 0.0..end).ok()?;
            Some(HeardMusic { length: track.facts().duration(), ..music::music(&Mono(&track)) })
        })
    }

    /// The hash of a file; none when it cannot be read.
    fn content(&self, file: &str) -> Option<Hash> {
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = contents.get(file) {
            return *known;
        }
        let content = self.hash(file);
        contents.insert(file.to_owned(), content);
        content
    }

    fn hash(&self, file: &str) -> Option<Hash> {
        let mut open = self.tracks.files().open(file).ok()?;
        let mut hasher = blake3::Hasher::new();
        let mut block = vec![0; 1 << 16];
        let mut left = MAX_SOUND;
        loop {
            let count = open.read(&mut block).ok()?;
            if count == 0 {
                return Some(hasher.finalize());
            }
            left = left.checked_sub(count as u64)?;
            hasher.update(&block[..count]);
        }
    }

    /// A script; nothing when it cannot be read.
    fn text(&self, file: &str) -> String {
        let bytes = self.tracks.files().read(file, MAX_SCRIPT).unwrap_or_default();
        String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned()
    }
}

/// What the sound files of a project say; see [`Ear::hear`].
pub fn hear(project: &Project, tracks: &Arc<Tracks>) -> Heard {
    Ear::new(Arc::clone(tracks)).hear(project)
}

/// What is held of a track, as one channel.
struct Mono<'a>(&'a Track);

impl Samples for Mono<'_> {
    fn rate(&self) -> u32 {
        RATE
    }

    fn frames(&self) -> u64 {
        self.0.held().end - self.0.held().start
    }

    fn start(&self) -> u64 {
        self.0.held().start
    }

    fn read(&self, at: u64, out: &mut [f32]) -> usize {
        let left = usize::try_from(self.frames().saturating_sub(at)).unwrap_or(usize::MAX);
        let count = out.len().min(left);
        // What is lost on the way is silent.
        if self.0.read_mono(self.start() + at, &mut out[..count]).is_err() {
            out[..count].fill(0.0);
        }
        count
    }
}
