//! Where each sound of a project stands in the video.

use std::ops::Range;
use std::sync::Arc;

use super::Fault;
use super::part::{Bus, CUT, Part, joint};
use crate::video::audio::facts::Meter;
use crate::video::audio::{RATE, SoundError, Track, Tracks, sample_at};
use crate::video::project::Project;
use crate::video::project::model::{Element, Kind};
use crate::video::time::{SceneTime, Times};

/// The most decibels by which a voice is made louder or quieter.
const MAX_VOICE_GAIN: f64 = 40.0;
/// Samples that are measured at once.
const BLOCK: usize = 1 << 15;

/// The parts of a mix.
pub(super) struct Placed {
    pub(super) frames: u64,
    pub(super) parts: Vec<Part>,
    pub(super) faults: Vec<Fault>,
}

struct Placer<'a> {
    tracks: &'a Tracks,
    placed: Placed,
}

/// Everything that is heard in a project, with its voices at the wanted loudness.
pub(super) fn parts(
    project: &Project,
    times: &Times<'_>,
    tracks: &Tracks,
    loudness: f64,
) -> Result<Placed, SoundError> {
    let timeline = times.timeline();
    let fps = u64::from(project.canvas.fps.max(1));
    let frames = (timeline.duration.max(0.0) * fps as f64).round() as u64 * u64::from(RATE) / fps;
    let mut placer = Placer { tracks, placed: Placed { frames, parts: Vec::new(), faults: Vec::new() } };
    let scenes = || project.scenes.iter().zip(&timeline.scenes).enumerate();
    if let Some(voice) = &project.voice {
        let own = times.voices().iter().find(|voice| voice.scene.is_none());
        let start = own.map_or(voice.lead, |own| own.start);
        placer.voice("voice", &voice.file, start, voice.trim, loudness, voice.gain_db)?;
    }
    for (index, (scene, time)) in scenes() {
        if let Some(voice) = &scene.voice {
            let path = format!("{}.voice", scene.path);
            placer.voice(&path, &voice.file, time.t0, None, loudness, voice.gain_db)?;
        }
        for (number, sound) in scene.sounds.iter().enumerate() {
            let Ok(moment) = times.moment(Some(index), &sound.at) else { continue };
            placer.sound(&format!("{}.sounds.{number}.src", scene.path), &sound.src, moment.t, sound.gain_db);
        }
        for element in scene.elements.iter().flat_map(Element::with_descendants) {
            placer.clip(element, time)?;
        }
    }
    if let Some(music) = &project.music
        && let Some(track) = placer.open("music", &music.file, music.start..music.start + placer.longest())
    {
        let from = sample_at(music.start).min(track.frames());
        if from < track.frames() {
            let to = track.frames();
            let end = if music.repeat { frames } else { frames.min(to - from) };
            let repeat = if music.repeat { Some(joint(&track, from, to)?) } else { None };
            let samples = |seconds: f64| sample_at(seconds).min(end);
            placer.add(Part {
                bus: Bus::Music,
                path: "music".into(),
                track,
                start: 0,
                end,
                from,
                to,
                repeat,
                speed: 1.0,
                gain: factor(music.gain_db),
                fade_in: samples(music.fade_in).max(if from > 0 { CUT } else { 0 }),
                fade_out: samples(music.fade_out).max(if end == frames { CUT } else { 0 }),
            });
        }
    }
    Ok(placer.placed)
}

impl Placer<'_> {
    /// The sound of a file of which some seconds can be heard; one that cannot be heard is noted.
    fn open(&mut self, path: &str, file: &str, heard: Range<f64>) -> Option<Arc<Track>> {
        match self.tracks.part(file, heard) {
            Ok(track) => Some(track),
            Err(error) => {
                self.placed.faults.push(Fault { path: path.to_owned(), file: file.to_owned(), error });
                None
            }
        }
    }

    /// The seconds of the video, in whole minutes: while it is edited, the same is decoded of a long file.
    fn longest(&self) -> f64 {
        60.0 * (self.placed.frames as f64 / f64::from(60 * RATE)).ceil()
    }

    /// The seconds of a file that can be heard at a speed.
    fn heard(&self, trim: Option<[f64; 2]>, speed: f64) -> Range<f64> {
        let [from, to] = trim.unwrap_or([0.0, f64::INFINITY]);
        from..to.min(from + self.longest() * speed)
    }

    /// Adds a part as far as it lies within the video.
    fn add(&mut self, mut part: Part) {
        let frames = self.placed.frames;
        if part.end > frames {
            part.end = frames;
            part.fade_out = part.fade_out.max(CUT);
        }
        if part.start < part.end {
            part.fade_in = part.fade_in.min((part.end - part.start) / 2);
            part.fade_out = part.fade_out.min((part.end - part.start) / 2);
            self.placed.parts.push(part);
        }
    }

    fn voice(
        &mut self,
        path: &str,
        file: &str,
        start: f64,
        trim: Option<[f64; 2]>,
        loudness: f64,
        gain_db: f64,
    ) -> Result<(), SoundError> {
        let Some(track) = self.open(path, file, self.heard(trim, 1.0)) else { return Ok(()) };
        let (from, to) = trimmed(&track, trim);
        let lufs = lufs(&track, from, to)?;
        let normal = lufs.map_or(0.0, |lufs| (loudness - lufs).clamp(-MAX_VOICE_GAIN, MAX_VOICE_GAIN));
        self.add(once(Bus::Voice, path, track, (from, to), start, normal + gain_db));
        Ok(())
    }

    fn sound(&mut self, path: &str, file: &str, start: f64, gain_db: f64) {
        if let Some(track) = self.open(path, file, self.heard(None, 1.0)) {
            let all = (0, track.frames());
            self.add(once(Bus::Other, path, track, all, start, gain_db));
        }
    }

    /// The sound of a clip. Those without a gain are mute, and those without a sound track are silent.
    fn clip(&mut self, element: &Element, scene: &SceneTime) -> Result<(), SoundError> {
        let Kind::Video(video) = &element.kind else { return Ok(()) };
        if element.common.hidden {
            return Ok(());
        }
        let path = &element.common.path;
        let shown = scene.elements.iter().find(|shown| shown.path == *path);
        let (Some(gain_db), Some(shown)) = (video.gain_db, shown) else { return Ok(()) };
        let heard = self.heard(video.trim, video.speed);
        let track = match self.tracks.part(&video.src, heard.clone()) {
            Err(SoundError::NoSound) => return Ok(()),
            _ => self.open(&format!("{path}.src"), &video.src, heard),
        };
        let Some(track) = track else { return Ok(()) };
        let (from, to) = trimmed(&track, video.trim);
        if from >= to {
            return Ok(());
        }
        let (start, end) = (sample_at(shown.t0), sample_at(shown.t1));
        let length = ((to - from) as f64 / video.speed).ceil() as u64;
        let last = if video.repeat { end } else { end.min(start + length) };
        let repeat = if video.repeat { Some(joint(&track, from, to)?) } else { None };
        let is_cut = last == end || to < track.frames();
        self.add(Part {
            bus: Bus::Other,
            path: format!("{path}.src").into(),
            start,
            end: last,
            from,
            to,
            repeat,
            speed: video.speed,
            gain: factor(gain_db),
            fade_in: if from > 0 { CUT } else { 0 },
            fade_out: if is_cut { CUT } else { 0 },
            track,
        });
        Ok(())
    }
}

/// A piece of a track that is played once. Where it was cut it fades.
fn once(bus: Bus, path: &str, track: Arc<Track>, (from, to): (u64, u64), start: f64, gain_db: f64) -> Part {
    let start = sample_at(start);
    Part {
        bus,
        path: path.into(),
        start,
        end: start + (to - from),
        from,
        to,
        repeat: None,
        speed: 1.0,
        gain: factor(gain_db),
        fade_in: if from > 0 { CUT } else { 0 },
        fade_out: if to < track.frames() { CUT } else { 0 },
        track,
    }
}

/// The frames of a track that a trim leaves.
fn trimmed(track: &Track, trim: Option<[f64; 2]>) -> (u64, u64) {
    let Some([from, to]) = trim else { return (0, track.frames()) };
    let from = sample_at(from).min(track.frames());
    (from, sample_at(to).clamp(from, track.frames()))
}

/// The loudness of a piece of a track, as far as it was decoded.
fn lufs(track: &Track, from: u64, to: u64) -> Result<Option<f64>, SoundError> {
    let to = to.min(track.held().end);
    if (from..to) == track.held() {
        return Ok(track.facts().lufs);
    }
    let mut meter = Meter::new(track.channels())?;
    let mut at = from;
    while at < to {
        let count = (to - at).min(BLOCK as u64);
        let mut block = vec![0.0; count as usize * track.channels()];
        track.read(at, &mut block)?;
        meter.add(&block)?;
        at += count;
    }
    Ok(meter.lufs())
}

fn factor(decibels: f64) -> f32 {
    10_f64.powf(decibels / 20.0) as f32
}
