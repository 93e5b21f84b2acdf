//! `get_cues` and `import_cues`.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::common::{MAX_TRIES, SHOWN_ISSUES, check, expect, no_scene, problem, unwritten};
use super::notes::ToolNotes;
use super::write::{WriteResult, result};
use crate::studio::Studio;
use crate::video::audio::Tracks;
use crate::video::cues::import::{self, Format, MAX_BYTES, TimedWord, matched, snap};
use crate::video::cues::{CueEntry, CueKind, Ear, Wanted, align, list, source};
use crate::video::expand::expand;
use crate::video::files::{FileError, Files};
use crate::video::project::edit::{Op, apply_ops};
use crate::video::project::store::{StoreError, Stored};
use crate::video::project::{Project, source as yaml};
use crate::video::time::{CueSource, HeardWord, Times};
use crate::{Json, ToolError, tool};

/// The kinds that are listed when none is asked for.
const USUAL: [CueKind; 5] =
    [CueKind::Word, CueKind::Sentence, CueKind::Pause, CueKind::Beat, CueKind::Marker];

/// The named moments of a project.
#[derive(Debug, Serialize, JsonSchema)]
struct Cues {
    /// The project's name.
    project: String,
    /// Where the times of its words come from: the least trusted of its voices.
    source: CueSource,
    /// How sure the words are on average, 0 to 1.
    confidence: f64,
    /// The cues by time; seconds count from the video's start.
    cues: Vec<CueEntry>,
    /// How many more there are: raise `limit`, or narrow them down with `scene`, `from` and `to`.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    /// Words a minute while someone speaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    speech_rate: Option<f64>,
    /// Beats a minute of the music.
    #[serde(skip_serializing_if = "Option::is_none")]
    tempo: Option<f64>,
    /// Why times may be off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubts: Vec<String>,
}

/// Lists the moments that time expressions can name: words, sentences, pauses, beats and the project's own `cues`, with
/// their times. They come from the recordings; without one they are estimated from the script.
#[tool(toolsets = ["basic"], read_only, idempotent)]
#[expect(clippy::too_many_arguments, reason = "one for each thing that a caller may say")]
fn get_cues(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// What is listed; all but `onset` if nothing is said.
    #[arg(max_len = 6)]
    kinds: Option<Vec<CueKind>>,
    /// Id of a scene: only what begins in it.
    #[arg(max_len = 64)]
    scene: Option<String>,
    /// Seconds from the video's start before which nothing is listed.
    #[arg(min = 0, max = 600)]
    from: Option<f64>,
    /// Seconds from the video's start after which nothing is listed.
    #[arg(min = 0, max = 600)]
    to: Option<f64>,
    /// A phrase: only the places where it is spoken are listed, each as one cue.
    #[arg(min_len = 1, max_len = 300)]
    find: Option<String>,
    /// How many cues are listed at most.
    #[arg(default = 400, min = 1, max = 2000)]
    limit: u32,
    studio: &Studio,
) -> Result<Json<Cues>, ToolError> {
    let document = studio.root().read(&project).map_err(problem)?;
    let written = parsed(&document)?;
    let scene = scene.map(|id| index_of(&written, &id)).transpose()?;
    let tracks = studio.tracks(&project).map_err(problem)?;
    let heard = Ear::new(Arc::clone(&tracks)).hear_all(&written);
    let expanded = expand(&written, tracks.files().as_ref(), &heard);
    let times = Times::of(&expanded.project, &heard);
    let wanted = Wanted {
        kinds: kinds.unwrap_or_else(|| USUAL.to_vec()),
        scene,
        within: from.unwrap_or(0.0)..=to.unwrap_or(f64::INFINITY),
        find,
    };
    let mut cues = list(&expanded.project, &times, &wanted);
    let most = limit as usize;
    let omitted = cues.len().checked_sub(most).filter(|count| *count > 0);
    cues.truncate(most);
    let words = times.words();
    #[expect(clippy::cast_precision_loss, reason = "words of one video")]
    let count = words.len() as f64;
    // An empty sum is -0.
    let confidence = words.iter().fold(0.0, |sum, word| sum + word.conf) / count.max(1.0);
    let spoken: f64 = words.iter().map(|word| word.t1 - word.t0).sum();
    let voices = heard.voice.iter().chain(heard.scenes.iter().flatten());
    let doubts: BTreeSet<&String> = voices.filter_map(|voice| voice.doubt.as_ref()).collect();
    Ok(Json(Cues {
        project: document.location.name,
        source: source(&times),
        confidence: (confidence * 100.0).round() / 100.0,
        cues,
        omitted,
        speech_rate: (spoken > 0.0).then(|| (count / spoken * 60.0).round()),
        tempo: heard.music.as_ref().and_then(|music| music.bpm).map(|bpm| (bpm * 10.0).round() / 10.0),
        doubts: doubts.into_iter().cloned().collect(),
    }))
}

inventory::submit! {
    ToolNotes {
        tool: "get_cues",
        example: r#"{"project": "coffee", "find": "forty percent"}"#,
        mistakes: &["`from` and `to` are seconds of the video, not of the scene"],
    }
}

/// What was imported, and what the write did.
#[derive(Debug, Serialize, JsonSchema)]
struct ImportedCues {
    /// What wrote the times.
    format: Format,
    /// How many words have a time now.
    words: usize,
    /// How many of them were moved to where sound begins or ends.
    snapped: usize,
    /// By how much, on average, in milliseconds; later is positive.
    mean_shift_ms: f64,
    /// Words that differ from the script, as a share of the script's; absent when nobody wrote one.
    #[serde(skip_serializing_if = "Option::is_none")]
    wer_vs_script: Option<f64>,
    /// The file in the project folder that holds the times.
    file: String,
    /// What the write did.
    #[serde(flatten)]
    written: WriteResult,
}

/// Takes times of words from a recogniser, a voice generator or subtitles, moves them to where the recording has sound, and
/// stores them with the project. Give either `file` or `text`.
#[tool(toolsets = ["design"], destructive = false, idempotent)]
#[expect(clippy::too_many_arguments, reason = "one for each thing that a caller may say")]
fn import_cues(
    /// The project's name or path.
    #[arg(max_len = 1024)]
    project: String,
    /// A file in the project folder: JSON of Whisper, whisper.cpp, WhisperX, ElevenLabs, Deepgram, AssemblyAI, Edge-TTS or
    /// Remotion, or SRT, VTT or ASS.
    #[arg(min_len = 1, max_len = 300)]
    file: Option<String>,
    /// The same as text.
    #[arg(min_len = 1, max_len = 1_000_000)]
    text: Option<String>,
    /// The format that it must have; it is found out if nothing is said.
    format: Option<Format>,
    /// Id of the scene whose own voice they belong to; that of the whole project if nothing is said.
    #[arg(max_len = 64)]
    scene: Option<String>,
    /// Whether words are moved to where sound begins and ends.
    #[arg(default = true)]
    snap: bool,
    /// The revision that you know; if the project has another one meanwhile, nothing is written.
    #[arg(max_len = 80)]
    base_revision: Option<String>,
    studio: &Studio,
) -> Result<Json<ImportedCues>, ToolError> {
    let base = base_revision.as_deref();
    let tracks = studio.tracks(&project).map_err(problem)?;
    let bytes = bytes(tracks.files().as_ref(), file.as_deref(), text)?;
    let mut known: Option<Timed> = None;
    for tries in 1..=2 * MAX_TRIES {
        let document = studio.root().read(&project).map_err(problem)?;
        expect(studio, &document, base)?;
        let voice = Voice::of(&parsed(&document)?, scene.as_deref())?;
        let timed = match known.take() {
            Some(timed) if timed.voice == voice => timed,
            _ => {
                // That takes seconds, in which another writer may come in: what it wrote is read before going on.
                known = Some(Timed::of(voice, &tracks, &bytes, format, snap)?);
                continue;
            }
        };
        let path = words_path(&voice.file);
        let is_short = yaml::parse(&document.text)
            .root
            .is_some_and(|tree| tree.find(&voice.path).is_ok_and(|found| found.node.as_scalar().is_some()));
        let edited = apply_ops(&document.text, &[voice.op(&path, is_short)])
            .map_err(|error| ToolError::new("internal", error.to_string()))?;
        // The times first: a project never names a file that is not there yet.
        studio.root().put_file(&project, &path, &timed.stored()).map_err(problem)?;
        match studio.root().write(&project, &edited, Some(document.revision.as_str())) {
            Ok(done) => {
                let report = check(studio, &done.location.name, &edited, SHOWN_ISSUES);
                let written = result(&done, &document.text, &edited, report);
                return Ok(Json(timed.told(path, written)));
            }
            Err(StoreError::Stale { .. }) if base.is_none() && tries < 2 * MAX_TRIES => known = Some(timed),
            Err(error) => return Err(unwritten(studio, &project, base, error)),
        }
    }
    Err(ToolError::new("busy", "others change the project again and again; its text was not changed")
        .hint("call it again when they are done"))
}

inventory::submit! {
    ToolNotes {
        tool: "import_cues",
        example: r#"{"project": "coffee", "file": "audio/voice.srt"}"#,
        mistakes: &["`file` together with `text`: give one of them", "the voice must be in the project first"],
    }
}

/// Times for the words of a voice.
struct Timed {
    voice: Voice,
    format: Format,
    words: Vec<TimedWord>,
    times: Vec<HeardWord>,
    snapped: import::Snapped,
    wer: Option<f64>,
}

impl Timed {
    fn of(
        voice: Voice,
        tracks: &Arc<Tracks>,
        bytes: &[u8],
        wanted: Option<Format>,
        snap: bool,
    ) -> Result<Self, ToolError> {
        let heard = Ear::new(Arc::clone(tracks)).voice(&voice.file, None, &voice.script, None);
        let imported = import::read(bytes, heard.as_ref().map(|heard| heard.length))
            .map_err(|error| ToolError::new("unsupported_media", error.to_string()))?;
        if let Some(wanted) = wanted.filter(|wanted| *wanted != imported.format) {
            let name = |format: Format| json!(format).as_str().unwrap_or_default().to_owned();
            let message = format!("expected {}, found {}", name(wanted), name(imported.format));
            return Err(
                ToolError::new("unsupported_media", message).hint("leave `format` out to take what is there")
            );
        }
        let wer = matched(&align::tokens(&voice.script), &imported.words).map(|matched| matched.wer);
        let time = |word: &TimedWord| HeardWord { t0: word.t0, t1: word.t1, conf: word.conf };
        let mut times: Vec<HeardWord> = imported.words.iter().map(time).collect();
        let speech = heard.as_ref().filter(|_| snap).map(|heard| heard.speech.clone()).unwrap_or_default();
        let snapped = snap_to(&mut times, &speech);
        Ok(Self { voice, format: imported.format, words: imported.words, times, snapped, wer })
    }

    /// The times as Whisper writes them.
    fn stored(&self) -> Vec<u8> {
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0;
        let word = |(word, time): (&TimedWord, &HeardWord)| json!({ "word": word.text, "start": rounded(time.t0), "end": rounded(time.t1), "probability": rounded(time.conf) });
        let lines: Vec<String> =
            self.words.iter().zip(&self.times).map(|pair| word(pair).to_string()).collect();
        format!("{{\"words\": [\n{}\n]}}\n", lines.join(",\n")).into_bytes()
    }

    fn told(&self, file: String, written: WriteResult) -> ImportedCues {
        ImportedCues {
            format: self.format,
            words: self.words.len(),
            snapped: self.snapped.words,
            mean_shift_ms: (self.snapped.mean_shift * 10_000.0).round() / 10.0,
            wer_vs_script: self.wer.map(|wer| (wer * 1000.0).round() / 1000.0),
            file,
            written,
        }
    }
}

fn snap_to(times: &mut [HeardWord], speech: &[[f64; 2]]) -> import::Snapped {
    if speech.is_empty() { import::Snapped::default() } else { snap(times, speech) }
}

fn parsed(document: &Stored) -> Result<Project, ToolError> {
    Project::parse_untried(&document.text).project.ok_or_else(|| {
        ToolError::new("yaml_syntax", "the project's text does not parse, so that it says nothing")
            .hint("`validate_project` says what is wrong and how to repair it")
    })
}

fn index_of(project: &Project, id: &str) -> Result<usize, ToolError> {
    let index = project.scenes.iter().position(|scene| scene.id == id);
    index.ok_or_else(|| no_scene(id, project.scenes.iter().map(|scene| scene.id.as_str())))
}

/// The voice that words belong to.
#[derive(PartialEq)]
struct Voice {
    file: String,
    /// What it says; empty when nobody wrote it.
    script: String,
    /// Address of the voice in the project.
    path: String,
}

impl Voice {
    fn of(project: &Project, scene: Option<&str>) -> Result<Self, ToolError> {
        let none = |whose: &str| {
            ToolError::new("invalid_arguments", format!("{whose} has no voice that words could belong to"))
                .hint("add the recording with `voice`, of the project or of a scene that you name as `scene`")
        };
        if let Some(id) = scene {
            let scene = &project.scenes[index_of(project, id)?];
            let voice = scene.voice.as_ref().ok_or_else(|| none(&format!("the scene `{id}`")))?;
            return Ok(Self {
                file: voice.file.clone(),
                script: scene.say.clone().unwrap_or_default(),
                path: format!("{}.voice", scene.path),
            });
        }
        let voice = project.voice.as_ref().ok_or_else(|| none("the project"))?;
        let says: Vec<&str> = project.scenes.iter().filter_map(|scene| scene.say.as_deref()).collect();
        Ok(Self { file: voice.file.clone(), script: says.join("\n\n"), path: "voice".to_owned() })
    }

    /// Names the file of times; a voice that is written as its path alone becomes a map.
    fn op(&self, words: &str, is_short: bool) -> Op {
        if is_short {
            return Op::Set { path: self.path.clone(), value: json!({ "file": self.file, "words": words }) };
        }
        Op::Set { path: format!("{}.words", self.path), value: words.into() }
    }
}

fn bytes(files: &dyn Files, file: Option<&str>, text: Option<String>) -> Result<Vec<u8>, ToolError> {
    match (file, text) {
        (Some(file), None) => files.read(file, MAX_BYTES).map_err(|error| {
            let code = match error {
                FileError::Absent => "not_found",
                FileError::TooLarge(_) => "too_large",
                FileError::Refused(_) => "invalid_arguments",
            };
            ToolError::new(code, format!("`{file}`: {error}")).hint("give a path from the project folder")
        }),
        (None, Some(text)) => Ok(text.into_bytes()),
        _ => Err(ToolError::new("invalid_arguments", "expected either `file` or `text`")
            .hint("`file` is a path from the project folder, `text` the content of such a file")),
    }
}

/// Where the times of a voice are kept: beside it.
fn words_path(voice: &str) -> String {
    let extension = Path::new(voice).extension().map_or(0, |extension| extension.len() + 1);
    format!("{}.words.json", &voice[..voice.len() - extension])
}
