//! Renders a project: the work that is done for a job.

#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::inspect::{Patience, look_at};
use super::movie::{self, MovieError, Segments, Settings, Sound};
use super::order::check;
use super::runner::{Attempt, Made, Stop, Work};
use super::source::Source;
use super::{Failure, Job, OutputKind, Qc, Queue, Request, preset_word, verify};
use crate::video::audio::Mix;
use crate::video::captions::{self, Subtitle};
use crate::video::encode::ffmpeg;
use crate::video::files::{Content, FileError, Files};
use crate::video::layout::Plan;
use crate::video::pictures::Pictures;
use crate::video::project::model::{CanvasPreset, Format, Quality};
use crate::video::project::store::StoreError;
use crate::video::text::Fonts;
use crate::video::theme::Look;
use crate::video::time::Times;

/// How long the pictures of a finished video are looked at.
const INSPECTION: Duration = Duration::from_secs(10);
/// How often a render begins again because a file of the project changed meanwhile.
const RESTARTS: usize = 1;

/// Renders projects.
#[derive(Debug)]
pub struct Film {
    queue: Arc<Queue>,
}

impl Film {
    /// Renders the projects of a queue.
    pub fn new(queue: Arc<Queue>) -> Self {
        Self { queue }
    }
}

impl Work for Film {
    fn run(&self, job: &Job, attempt: &Attempt<'_>) -> Result<Vec<Made>, Stop> {
        attempt.stage("reading");
        let request = &job.ask.request;
        let read = || {
            let tracks = self.queue.tracks(&request.project).map_err(|error| unreadable(&error))?;
            Source::read(&job.ask.text, tracks)
        };
        let source = read()?;
        let mut key = source.key(request);
        if key != job.ask.key && !request.force {
            // Its files are others than those that were checked.
            attempt.stage("checking");
            let report = check(&self.queue, &request.project, &job.ask.text);
            if let Some(worst) = report.issues.first().filter(|_| report.summary.errors > 0) {
                let message = format!(
                    "the project has {} errors since its files changed; the first: {}",
                    report.summary.errors, worst.message
                );
                let hint = "repair them, or render with `force: true`";
                return Err(Failure::new("blocked_by_errors", message, hint).into());
            }
        }
        for restart in 0..=RESTARTS {
            // What was decoded of a file that changed is no good any more.
            let source = read()?;
            // Where they cannot be kept, all frames are encoded.
            let segments = Segments::of(self.queue.root(), Arc::clone(&source.files)).ok().map(Arc::new);
            let render = Render { source: &source, request, attempt, segments };
            let made = render.make()?;
            attempt.stage("comparing");
            let now = source.key(request);
            if now == key {
                attempt.depends_on(&key);
                if let Some(segments) = render.segments {
                    segments.keep();
                }
                return Ok(made);
            }
            if restart < RESTARTS {
                attempt.log("a file of the project changed during the render: it begins again");
            }
            key = now;
        }
        Err(Failure::new(
            "asset_changed",
            "files of the project changed again and again during the render",
            "render again when they are left alone",
        )
        .into())
    }
}

/// One render of a project, all its canvases.
struct Render<'a> {
    source: &'a Source,
    request: &'a Request,
    attempt: &'a Attempt<'a>,
    segments: Option<Arc<Segments>>,
}

/// A project on one canvas.
struct Scenery {
    canvas: Option<CanvasPreset>,
    plan: Plan,
    frames: Range<u32>,
    poster: u32,
}

impl Render<'_> {
    fn make(&self) -> Result<Vec<Made>, Stop> {
        let attempt = self.attempt;
        attempt.stage("laying out");
        let pictures = Arc::new(Pictures::new(Arc::clone(&self.source.files)));
        let mut sceneries = Vec::new();
        for canvas in self.source.canvases(self.request) {
            attempt.go_on()?;
            sceneries.push(self.scenery(canvas, &pictures)?);
        }
        let frames: u64 = sceneries.iter().map(|scenery| u64::from(scenery.length())).sum();
        attempt.progress(0, frames);
        attempt.need(sceneries.iter().map(|scenery| self.bytes(scenery)).sum())?;

        attempt.stage("mixing");
        let expanded = self.source.expanded(None);
        let times = Times::of(&expanded.project, &self.source.heard);
        let mix = Mix::of(&expanded.project, &times, &self.source.tracks, None)
            .map_err(|error| Failure::new("unsupported_media", error.to_string(), ""))?;
        for fault in mix.faults() {
            attempt.log(&format!("`{}` is left out: {}", fault.file, fault.error));
        }
        let mut made = Vec::new();
        let mut done = 0;
        let mut qc = Qc::default();
        for scenery in &sceneries {
            attempt.go_on()?;
            let video = self.video(scenery, &pictures, &mix, done, frames)?;
            self.judge(scenery, &video, &mut qc)?;
            made.push(video);
            made.push(self.poster(scenery, &pictures)?);
            made.extend(self.captions(scenery)?);
            done += u64::from(scenery.length());
        }
        if qc != Qc::default() {
            attempt.finds(qc);
        }
        for (file, fault) in pictures.faults() {
            attempt.log(&format!("`{file}` is not shown as it is: {fault}"));
        }
        Ok(made)
    }

    fn scenery(&self, canvas: Option<CanvasPreset>, pictures: &Pictures) -> Result<Scenery, Failure> {
        let expanded = self.source.expanded(canvas);
        let times = Times::of(&expanded.project, &self.source.heard);
        let (fonts, _) = Fonts::of(&Look::of(&expanded.project), self.source.files.as_ref());
        let plan = Plan::build(&expanded, &times, &fonts, pictures);
        let [from, to] = Source::span(&times, &self.request.part)?;
        let frame = |seconds: f64| frame_at(seconds, &plan);
        let frames = frame(from)..frame(to).max(frame(from) + 1).min(plan.frames);
        if frames.is_empty() {
            return Err(Failure::new(
                "invalid_arguments",
                "there is no frame to render",
                "check the range and the scenes' durations",
            ));
        }
        let poster = expanded.project.output.poster.as_ref().and_then(|time| times.moment(None, time).ok());
        let poster = poster.map_or(frames.start, |moment| frame(moment.t));
        let poster = poster.clamp(frames.start, frames.end - 1);
        Ok(Scenery { canvas, plan, frames, poster })
    }

    /// More bytes than the file will have: what platforms ask for, and twice of it in the best quality.
    fn bytes(&self, scenery: &Scenery) -> u64 {
        let canvas = scenery.plan.canvas;
        // Bits of a pixel that is encoded.
        let bits = match self.request.quality {
            Quality::Draft => 0.05,
            Quality::Standard => 0.2,
            Quality::High => 0.4,
        };
        let pixels = canvas.width * canvas.height * f64::from(scenery.length());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels of ten minutes")]
        let bytes = (pixels * bits / 8.0) as u64;
        bytes + u64::from(scenery.length()) * 2048
    }

    /// Makes the file of one canvas. `before` of `all` frames are done.
    fn video(
        &self,
        scenery: &Scenery,
        pictures: &Arc<Pictures>,
        mix: &Mix,
        before: u64,
        all: u64,
    ) -> Result<Made, Stop> {
        let attempt = self.attempt;
        let variant = scenery.canvas.map(preset_word);
        attempt
            .stage(&variant.map_or_else(|| "painting".to_owned(), |variant| format!("painting {variant}")));
        let stem = self.stem(variant);
        let settings = Settings {
            frames: Some(scenery.frames.clone()),
            ffmpeg: ffmpeg::Ffmpeg::find(),
            segments: self.segments.clone(),
            ..Settings::new(self.request.quality)
        };
        let progress = |frames| attempt.progress(before + u64::from(frames), all);
        let cancelled = || attempt.is_ended();
        let plan = &scenery.plan;
        let (name, kind, facts) = match self.source.project.output.format {
            Format::Gif => {
                let name = format!("{stem}.gif");
                let file = attempt.create(&name)?;
                let facts = movie::write_gif(plan, pictures, &settings, file, &progress, &cancelled);
                (name, OutputKind::Video, facts.map_err(stop)?)
            }
            Format::Png => {
                let name = format!("{stem}-frames");
                let folder = attempt.create_folder(&name)?;
                let create = |leaf: &str| -> io::Result<Box<dyn Write>> {
                    Ok(Box::new(folder.create(leaf).map_err(io::Error::other)?))
                };
                let facts = movie::write_frames(plan, pictures, &settings, &create, &progress, &cancelled);
                (name, OutputKind::Frames, facts.map_err(stop)?)
            }
            format @ (Format::Mp4 | Format::Webm) => {
                let is_mp4 = format == Format::Mp4;
                let name = format!("{stem}.{}", if is_mp4 { "mp4" } else { "webm" });
                let file = attempt.create(&name)?;
                let mut sound = |at: u64, left: &mut [f32], right: &mut [f32]| {
                    mix.read(at, left, right).map_err(|error| error.to_string())
                };
                let sound: Option<&mut Sound<'_>> = if mix.is_empty() { None } else { Some(&mut sound) };
                let facts = if is_mp4 {
                    let facts = movie::write(plan, pictures, sound, &settings, file, &progress, &cancelled);
                    let facts = facts.map_err(stop)?;
                    attempt.stage("verifying");
                    verify::movie(&attempt.written(&name)?, &facts)?;
                    facts
                } else {
                    let write = movie::write_webm;
                    write(plan, pictures, sound, &settings, file, &progress, &cancelled).map_err(stop)?
                };
                (name, OutputKind::Video, facts)
            }
        };
        attempt.log(&format!(
            "{name}: {}×{}, {} frames, {} KB, {}",
            facts.width,
            facts.height,
            facts.frames,
            facts.bytes / 1000,
            facts.codecs
        ));
        if facts.reused > 0 {
            attempt.log(&format!(
                "{name}: {} of {} frames did not change since they were encoded, and are taken as they were",
                facts.reused, facts.frames
            ));
        }
        let (size, duration) = ((facts.width, facts.height), facts.duration);
        Ok(Made { name, kind, variant: variant.map(str::to_owned), size, duration })
    }

    /// Looks at a video that is written, as far as its format can be looked at.
    fn judge(&self, scenery: &Scenery, video: &Made, qc: &mut Qc) -> Result<(), Stop> {
        let attempt = self.attempt;
        if self.source.project.output.format != Format::Mp4 {
            return Ok(());
        }
        attempt.stage("inspecting");
        let files: Arc<dyn Files> = Arc::new(Written(attempt.written(&video.name)?));
        let project = self.source.expanded(scenery.canvas).project;
        let patience = Patience { time: INSPECTION, is_ended: &|| attempt.is_ended() };
        match look_at(&attempt.written(&video.name)?, &files, &video.name, &project, patience) {
            Ok(facts) => qc.add(&facts, video.variant.as_deref()),
            Err(failure) => attempt.log(&format!("it cannot be inspected: {}", failure.message)),
        }
        attempt.go_on()
    }

    fn poster(&self, scenery: &Scenery, pictures: &Arc<Pictures>) -> Result<Made, Stop> {
        let variant = scenery.canvas.map(preset_word);
        let name = format!("{}.jpg", self.stem(variant));
        let jpeg = movie::cover(&scenery.plan, pictures, scenery.poster).map_err(stop)?;
        self.attempt.create(&name)?.write_all(&jpeg)?;
        let size = scenery.size();
        Ok(Made { name, kind: OutputKind::Poster, variant: variant.map(str::to_owned), size, duration: 0.0 })
    }

    /// The captions of a video, as files beside it; none without captions.
    fn captions(&self, scenery: &Scenery) -> Result<Vec<Made>, Stop> {
        let subtitles = scenery.subtitles();
        if subtitles.is_empty() {
            return Ok(Vec::new());
        }
        let variant = scenery.canvas.map(preset_word);
        let files = [("srt", captions::srt(&subtitles)), ("vtt", captions::vtt(&subtitles))];
        let made = files.map(|(ending, text)| -> Result<Made, Stop> {
            let name = format!("{}.{ending}", self.stem(variant));
            self.attempt.create(&name)?.write_all(text.as_bytes())?;
            let duration = f64::from(scenery.length()) / f64::from(scenery.plan.fps.max(1));
            let (kind, variant) = (OutputKind::Captions, variant.map(str::to_owned));
            Ok(Made { name, kind, variant, size: (0, 0), duration })
        });
        made.into_iter().collect()
    }

    fn stem(&self, variant: Option<&str>) -> String {
        let stem = self.request.stem();
        variant.map_or_else(|| stem.clone(), |variant| format!("{stem}-{variant}"))
    }
}

impl Scenery {
    /// Width and height of the canvas in whole pixels.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a canvas has at most 4096")]
    fn size(&self) -> (u32, u32) {
        (self.plan.canvas.width.round() as u32, self.plan.canvas.height.round() as u32)
    }

    fn length(&self) -> u32 {
        self.frames.end - self.frames.start
    }

    /// What is read in the rendered part, and when from its beginning.
    fn subtitles(&self) -> Vec<Subtitle> {
        let seconds = |frame: u32| {
            f64::from(frame.clamp(self.frames.start, self.frames.end) - self.frames.start)
                / f64::from(self.plan.fps.max(1))
        };
        let shown = self.plan.captions.iter().filter(|caption| {
            caption.frames.start < self.frames.end && self.frames.start < caption.frames.end
        });
        shown
            .map(|caption| Subtitle {
                t0: seconds(caption.frames.start),
                t1: seconds(caption.frames.end),
                text: caption.text.clone(),
            })
            .filter(|subtitle| subtitle.t0 < subtitle.t1)
            .collect()
    }
}

/// A file that was written, under any path.
struct Written(File);

impl Files for Written {
    fn read(&self, _: &str, max: u64) -> Result<Vec<u8>, FileError> {
        let refused = |error: io::Error| FileError::Refused(error.to_string());
        let mut bytes = Vec::new();
        self.rewound().and_then(|file| file.take(max).read_to_end(&mut bytes)).map_err(refused)?;
        Ok(bytes)
    }

    fn open(&self, _: &str) -> Result<Box<dyn Content>, FileError> {
        Ok(Box::new(self.rewound().map_err(|error| FileError::Refused(error.to_string()))?))
    }
}

impl Written {
    fn rewound(&self) -> io::Result<File> {
        let mut file = self.0.try_clone()?;
        file.rewind()?;
        Ok(file)
    }
}

/// The frame that is nearest to a time.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the frames")]
fn frame_at(seconds: f64, plan: &Plan) -> u32 {
    (seconds * f64::from(plan.fps)).round().clamp(0.0, f64::from(plan.frames)) as u32
}

fn stop(error: MovieError) -> Stop {
    match error {
        MovieError::Cancelled => Stop::Ended,
        MovieError::Write(error) => error.into(),
        MovieError::Sound(_) | MovieError::NoWebm => {
            Failure::new("unsupported_media", error.to_string(), "").into()
        }
        MovieError::Empty => Failure::new("invalid_arguments", error.to_string(), "").into(),
        MovieError::Encode(_) => {
            Failure::new("internal", error.to_string(), "try `quality: draft`, and please report it").into()
        }
    }
}

fn unreadable(error: &StoreError) -> Failure {
    Failure::new(error.code(), error.to_string(), error.hint())
}
