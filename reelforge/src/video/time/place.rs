//! Gives every scene and element its place in time.

use super::heard::Heard;
use super::moment::Times;
use super::speech::{Line, Speech};
use super::timeline::{ElementTime, SceneTime, Timeline, on_frame};
use super::voices::VoiceTime;
use crate::video::project::model::{Auto, Element, Project, Scene, Time};

/// Seconds between a scene's start and its first word.
pub(in crate::video) const BEFORE_WORDS: f64 = 0.15;
/// Seconds before the first word, and after the last one, of a project without a voice.
const LEAD: f64 = 0.3;
const TAIL: f64 = 0.6;
/// Seconds that a scene lasts at least.
pub const SHORTEST_SCENE: f64 = 0.5;
/// Seconds that a scene lasts at most, unless its voice lasts longer.
pub const LONGEST_SCENE: f64 = 60.0;
/// Seconds after the voice file of a scene.
const AFTER_SCENE_VOICE: f64 = 0.25;
/// Seconds of a scene, and of an element in one, when nothing says how long it is.
const DEFAULT_SECONDS: f64 = 3.0;

impl<'a> Times<'a> {
    /// Places everything in a project by what was heard in its sound files; what was not is estimated from the script.
    /// Times that stand for no moment fall back to the scene's start and end.
    pub fn of(project: &'a Project, heard: &Heard) -> Self {
        let mut times = Self {
            project,
            heard: heard.clone(),
            speech: Speech::default(),
            voices: Vec::new(),
            timeline: Timeline::default(),
            hasty: Vec::new(),
            placed: false,
        };
        let lines: Vec<Line> =
            project.scenes.iter().map(|scene| Line::of(scene.say.as_deref().unwrap_or_default())).collect();
        let has_script = lines.iter().any(|line| !line.is_empty());
        if !has_script && project.voice.is_some() {
            times.begin_voice(&lines, 0.0);
        }
        for index in 0..lines.len() {
            if times.has_own_voice(index) {
                times.place_voiced(index, &lines[index]);
            } else {
                if !lines[index].is_empty() && times.voices.is_empty() && project.voice.is_some() {
                    let start = times.start(index, &project.scenes[index]);
                    times.begin_voice(&lines[index..], start);
                }
                times.place_scene(index, &lines);
            }
        }
        times.timeline.duration = times.timeline.scenes.last().map_or(0.0, |last| last.t1);
        times.timeline.estimated = times.timeline.scenes.iter().any(|scene| scene.estimated);
        times.placed = true;
        if !has_script && times.heard.voice.is_some() {
            times.speech.divide(times.timeline.scenes.iter().map(|scene| (scene.t0, scene.t1)));
        }
        for index in 0..project.scenes.len() {
            times.place_elements(index);
        }
        times
    }

    fn has_own_voice(&self, index: usize) -> bool {
        self.project.scenes[index].voice.is_some()
    }

    /// Begins the project's voice with the scene that starts at `start`, and places its words: those of `lines`, which
    /// are the scenes from there on, or its own when no scene says any.
    fn begin_voice(&mut self, lines: &[Line], start: f64) {
        let Some(voice) = &self.project.voice else { return };
        let start = start + voice.lead;
        let [from, to] = voice.trim.unwrap_or([0.0, f64::INFINITY]);
        let heard = self.heard.voice.clone();
        let length = heard.as_ref().map(|heard| (to.min(heard.length) - from).max(0.0));
        self.voices.push(VoiceTime { scene: None, start, from, length });
        let Some(heard) = heard else { return };
        let start = start - from;
        self.speech.pause_as(&heard, start);
        let count: usize = lines.iter().map(Line::len).sum();
        if count == 0 {
            self.speech.add(Line::of(&heard.text).heard(&heard.words, start));
            return;
        }
        // Words that were heard for another script say nothing about this one.
        if heard.words.len() != count {
            return;
        }
        let mut times = &heard.words[..];
        for line in lines {
            let (own, rest) = times.split_at(line.len());
            self.speech.push_heard(line.clone().heard(own, start));
            times = rest;
        }
    }

    /// A scene with a voice of its own: it lasts as long as that.
    fn place_voiced(&mut self, index: usize, line: &Line) {
        let scene = &self.project.scenes[index];
        let t0 = self.start(index, scene);
        let heard = self.heard.scene(index).cloned();
        let length = match (scene.duration, &heard) {
            (Auto::Value(seconds), _) => seconds,
            (Auto::Auto, Some(heard)) => (heard.length + AFTER_SCENE_VOICE).max(SHORTEST_SCENE),
            (Auto::Auto, None) if line.is_empty() => self.length_by_elements(index, t0, scene),
            (Auto::Auto, None) => line.length() + AFTER_SCENE_VOICE,
        };
        let t1 = self.on_frame(t0 + length);
        let file = heard.as_ref().map(|heard| heard.length);
        self.voices.push(VoiceTime { scene: Some(index), start: t0, from: 0.0, length: file });
        let is_heard = match &heard {
            Some(heard) if line.is_empty() => {
                self.speech.push_heard(Line::of(&heard.text).heard(&heard.words, t0));
                true
            }
            Some(heard) if heard.words.len() == line.len() => {
                self.speech.push_heard(line.clone().heard(&heard.words, t0));
                true
            }
            _ => false,
        };
        if let Some(heard) = heard.filter(|_| is_heard) {
            self.speech.pause_as(&heard, t0);
        }
        if !is_heard {
            self.speech.push(line.clone(), t0, t1 - t0);
        }
        self.put(index, t0, t1, !is_heard);
    }

    fn place_scene(&mut self, index: usize, lines: &[Line]) {
        let scene = &self.project.scenes[index];
        let t0 = self.start(index, scene);
        let line = &lines[index];
        let is_narrated = !line.is_empty();
        let is_auto = matches!(scene.duration, Auto::Auto);
        let voice_end = self.voices.iter().find(|voice| voice.scene.is_none()).and_then(VoiceTime::end);
        let tail = self.project.voice.as_ref().map_or(TAIL, |voice| voice.tail);
        if is_narrated && self.speech.has(index) {
            let t1 = match scene.duration {
                Auto::Value(seconds) => t0 + seconds,
                Auto::Auto => self.end_of_words(index, lines, voice_end, tail),
            };
            let t1 = self.on_frame(t1.max(t0 + SHORTEST_SCENE));
            return self.put(index, t0, t1, false);
        }
        let continues = index > 0 && !self.speech.scene(index - 1).is_empty();
        let is_continued = lines.get(index + 1).is_some_and(|next| !next.is_empty());
        let lead = self.project.voice.as_ref().map_or(LEAD, |voice| voice.lead);
        // The next scene begins a little before its own first word.
        let until_next = (line.pause() - BEFORE_WORDS).max(0.0);
        let (lead, after) =
            (if continues { BEFORE_WORDS } else { lead }, if is_continued { until_next } else { tail });
        let is_last = index + 1 == lines.len();
        let length = match scene.duration {
            Auto::Value(seconds) => seconds,
            Auto::Auto if is_narrated => lead + line.length() + after,
            // Without a script, the last scene lasts as long as the voice.
            Auto::Auto if is_last && voice_end.is_some_and(|end| end + tail > t0 + SHORTEST_SCENE) => {
                voice_end.map_or(DEFAULT_SECONDS, |end| end + tail - t0)
            }
            Auto::Auto => match self.until_words(index, lines).filter(|_| !is_narrated) {
                Some(end) if end > t0 + SHORTEST_SCENE => end - t0,
                _ => self.length_by_elements(index, t0, scene),
            },
        };
        let t1 = self.on_frame(t0 + length);
        if !self.speech.has(index) {
            self.speech.push(line.clone(), t0 + lead, (t1 - t0 - lead).max(0.0));
        }
        let is_unheard = self.project.voice.is_some() && self.heard.voice.is_none();
        self.put(index, t0, t1, is_narrated || (is_auto && is_unheard));
    }

    /// Where a scene ends whose words were heard.
    fn end_of_words(&self, index: usize, lines: &[Line], voice_end: Option<f64>, tail: f64) -> f64 {
        let last = self.speech.scene(index).last().map_or(0.0, |last| last.t1);
        match self.until_words(index, lines) {
            Some(next) if lines.get(index + 1).is_some_and(|line| !line.is_empty()) => next,
            // Between them stands a scene without words, which takes the rest of the time.
            Some(next) => (last + AFTER_SCENE_VOICE).min(next),
            None => voice_end.unwrap_or(last).max(last) + tail,
        }
    }

    /// When the next scene begins whose words were heard with these, a little before its first one.
    fn until_words(&self, index: usize, lines: &[Line]) -> Option<f64> {
        let next = (index + 1..lines.len()).find(|next| !lines[*next].is_empty())?;
        self.speech.scene(next).first().map(|first| first.t0 - BEFORE_WORDS)
    }

    fn put(&mut self, index: usize, t0: f64, t1: f64, estimated: bool) {
        let id = self.project.scenes[index].id.clone();
        // What `at` refers to while the scene's own length was looked for.
        self.timeline.scenes.truncate(index);
        self.timeline.scenes.push(SceneTime { id, t0, t1, estimated, elements: Vec::new() });
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
            let longest = LONGEST_SCENE.max(last.t1 - last.t0);
            last.t1 =
                on_frame(at.clamp(last.t0 + SHORTEST_SCENE, last.t0 + longest), self.project.canvas.fps);
            return last.t1;
        }
        at
    }

    /// Until the last element ends, as far as a scene may last that long. Those without an end count only when they start
    /// later than the scene.
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
        let length = length.filter(|length| *length > 0.0).unwrap_or(DEFAULT_SECONDS);
        if length < SHORTEST_SCENE {
            self.hasty.push((index, length));
        }
        length.clamp(SHORTEST_SCENE, LONGEST_SCENE)
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
