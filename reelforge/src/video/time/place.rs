//! Gives every scene and element its place in time.

use super::moment::{Times, has_voice};
use super::speech::{Line, Speech};
use super::timeline::{ElementTime, SceneTime, Timeline, on_frame};
use crate::video::project::model::{Auto, Element, Project, Scene, Time};

/// Seconds between a scene's start and its first word.
const BEFORE_WORDS: f64 = 0.15;
/// Seconds after the voice file of a scene.
const AFTER_SCENE_VOICE: f64 = 0.25;
/// Seconds of a scene, and of an element in one, when nothing says how long it is.
const DEFAULT_SECONDS: f64 = 3.0;

impl<'a> Times<'a> {
    /// Places everything in a project. Times that stand for no moment fall back to the scene's start and end.
    pub fn of(project: &'a Project) -> Self {
        let mut times =
            Self { project, speech: Speech::default(), timeline: Timeline::default(), placed: false };
        let mut lines: Vec<Line> =
            project.scenes.iter().map(|scene| Line::of(scene.say.as_deref().unwrap_or_default())).collect();
        for index in 0..lines.len() {
            let line = std::mem::take(&mut lines[index]);
            times.place_scene(index, line, lines.get(index + 1).is_some_and(|next| !next.is_empty()));
        }
        times.timeline.duration = times.timeline.scenes.last().map_or(0.0, |last| last.t1);
        times.timeline.estimated = times.timeline.scenes.iter().any(|scene| scene.estimated);
        times.placed = true;
        for index in 0..project.scenes.len() {
            times.place_elements(index);
        }
        times
    }

    fn place_scene(&mut self, index: usize, line: Line, is_continued: bool) {
        let scene = &self.project.scenes[index];
        let t0 = self.start(index, scene);
        let is_narrated = !line.is_empty();
        let continues = index > 0 && !self.speech.scene(index - 1).is_empty();
        let (lead, tail) = match (&scene.voice, &self.project.voice) {
            (Some(_), _) => (0.0, AFTER_SCENE_VOICE),
            (None, voice) => {
                let (lead, tail) = voice.as_ref().map_or((0.3, 0.6), |voice| (voice.lead, voice.tail));
                // The next scene begins a little before its own first word.
                let until_next = (line.pause() - BEFORE_WORDS).max(0.0);
                (if continues { BEFORE_WORDS } else { lead }, if is_continued { until_next } else { tail })
            }
        };
        let length = match scene.duration {
            Auto::Value(seconds) => seconds,
            Auto::Auto if is_narrated => lead + line.length() + tail,
            Auto::Auto => self.length_by_elements(index, t0, scene),
        };
        let t1 = self.on_frame(t0 + length);
        self.speech.push(line, t0 + lead, (t1 - t0 - lead).max(0.0));
        let is_auto = matches!(scene.duration, Auto::Auto);
        let estimated = is_narrated || scene.voice.is_some() || (is_auto && has_voice(self.project));
        let placed = SceneTime { id: scene.id.clone(), t0, t1, estimated, elements: Vec::new() };
        // What `at` refers to while the scene's own length was looked for.
        self.timeline.scenes.truncate(index);
        self.timeline.scenes.push(placed);
    }

    /// Where a scene starts; one whose length is open makes room for it.
    fn start(&mut self, index: usize, scene: &Scene) -> f64 {
        let end = self.timeline.scenes.last().map_or(0.0, |last| last.t1);
        let Some(at) = &scene.at else { return end };
        let Ok(moment) = self.moment(None, at) else { return end };
        let at = self.on_frame(moment.t);
        let Some(last) = self.timeline.scenes.last_mut() else { return end };
        if at <= last.t0 {
            return end;
        }
        if matches!(self.project.scenes[index - 1].duration, Auto::Auto) {
            last.t1 = at;
        }
        at
    }

    /// Until the last element ends. Those without an end count only when they start later than the scene.
    fn length_by_elements(&mut self, index: usize, t0: f64, scene: &Scene) -> f64 {
        let open = SceneTime { id: String::new(), t0, t1: t0, estimated: false, elements: Vec::new() };
        self.timeline.scenes.truncate(index);
        self.timeline.scenes.push(open);
        let mut length: Option<f64> = None;
        for element in scene.elements.iter().flat_map(Element::with_descendants) {
            let common = &element.common;
            let moment = |time: &Time| self.moment(Some(index), time).ok().map(|moment| moment.t - t0);
            let start = moment(&common.at).unwrap_or(0.0);
            let end = match (&common.until, common.duration) {
                (Some(until), _) => moment(until),
                (None, Some(seconds)) => Some(start + seconds),
                (None, None) => (start > 0.0).then_some(start + DEFAULT_SECONDS),
            };
            length = end.into_iter().chain(length).reduce(f64::max);
        }
        length.filter(|length| *length > 0.0).unwrap_or(DEFAULT_SECONDS)
    }

    fn place_elements(&mut self, index: usize) {
        let scene = &self.project.scenes[index];
        let (t0, t1) = (self.timeline.scenes[index].t0, self.timeline.scenes[index].t1);
        let place = |element: &Element| {
            let (start, end) = self.span(index, element);
            let within = |t: f64| self.on_frame(t).clamp(t0, t1.max(t0));
            let (start, end) = (within(start.unwrap_or(t0)), within(end.unwrap_or(t1)));
            let path = element.common.path.clone();
            let id = path.rsplit('.').next().unwrap_or_default().to_owned();
            ElementTime { path, id, t0: start, t1: end.max(start) }
        };
        let elements = scene.elements.iter().flat_map(Element::with_descendants).map(place).collect();
        self.timeline.scenes[index].elements = elements;
    }

    /// Beginning and end of an element of a scene as they are written, in seconds from the video's start: neither on
    /// frames nor within the scene. Absent where a time stands for no moment.
    pub fn span(&self, scene: usize, element: &Element) -> (Option<f64>, Option<f64>) {
        let moment = |time: &Time| self.moment(Some(scene), time).ok().map(|moment| moment.t);
        let start = moment(&element.common.at);
        let end = match (&element.common.until, element.common.duration) {
            (Some(until), _) => moment(until),
            (None, Some(seconds)) => start.map(|start| start + seconds),
            (None, None) => self.timeline.scenes.get(scene).map(|scene| scene.t1),
        };
        (start, end)
    }

    fn on_frame(&self, t: f64) -> f64 {
        on_frame(t, self.project.canvas.fps)
    }
}
