//! V-28 and the captions' part of V-10: words that are too many, too fast, cover something or come at another time than
//! the voice.

use kurbo::Rect;
use serde_json::json;
use unicode_segmentation::UnicodeSegmentation;

use super::shift::whole;
use super::watch::Watch;
use super::{Findings, missing_glyph, text_too_small};
use crate::video::check::measure::{Life, SceneView, Shown, is_text};
use crate::video::check::{Issue, Severity};
use crate::video::layout::Caption;
use crate::video::platform;
use crate::video::project::edit::Op;
use crate::video::time::{CueSource, HeardVoice};

/// Lines that are read at a glance.
const LINES: usize = 2;
/// Letters of a line, on wide and on tall canvases.
const LETTERS: (usize, usize) = (42, 32);
/// Letters a second that can be read; what is spoken is never slower to read than to hear, up to here.
const PACE: f64 = 25.0;
/// What of a text, and of anything else, captions may cover, as parts of it.
const COVERED: (f64, f64) = (0.02, 0.1);
/// Seconds that they may cover it.
const BRIEF: f64 = 0.5;
/// Seconds by which a word may begin in silence, and how many may, as a share of all.
const EARLY: f64 = 0.12;
const MANY: f64 = 0.2;
/// What of captions a platform may cover in depth, in pixels.
const DEEP: f64 = 6.0;

/// Looks at the captions of one scene.
#[derive(Default)]
pub(super) struct Captions {
    /// For each item the frames in which captions lie over it, and how much of it they cover at worst.
    covered: std::collections::BTreeMap<usize, (u32, f64, u32)>,
}

impl Watch for Captions {
    fn see(&mut self, shown: &Shown<'_>) {
        let Some(captions) = shown.captions else { return };
        for (node, state) in shown.nodes.iter().zip(&shown.states) {
            let item = &shown.scene.items[node.item];
            let is_base = item.parent.is_none() && item.layer == 0;
            if !is_base || !state.visible || !state.settled || node.ink.area() <= 0.0 {
                continue;
            }
            let ratio = captions.intersect(node.ink).area() / node.ink.area();
            let limit = if is_text(item) { COVERED.0 } else { COVERED.1 };
            // A picture that fills the canvas is what captions stand on.
            let is_ground = node.ink.area() >= 0.5 * shown.canvas.area();
            if ratio > limit && !is_ground {
                let entry = self.covered.entry(node.item).or_insert((0, 0.0, shown.frame));
                *entry = (entry.0 + 1, entry.1.max(ratio), entry.2);
            }
        }
    }

    fn conclude(&mut self, view: &SceneView<'_>, _: &[Life], found: &mut Findings) {
        let own: Vec<&Caption> =
            view.plan.captions.iter().filter(|caption| caption.scene == view.index).collect();
        let check = Check { view };
        let worst = |measure: fn(&Caption) -> f64| {
            own.iter()
                .copied()
                .max_by(|a, b| measure(a).total_cmp(&measure(b)))
                .map(|caption| (caption, measure(caption)))
        };
        let issues = [
            worst(lines).and_then(|(caption, lines)| check.lines(caption, lines)),
            worst(letters).and_then(|(caption, letters)| check.letters(caption, letters)),
            worst(pace).and_then(|(caption, pace)| check.pace(caption, pace)),
            own.first().and_then(|caption| check.step(caption)),
            own.iter().find_map(|caption| check.safe(caption)),
            worst(|caption| -caption.font_px).and_then(|(caption, _)| check.size(caption)),
            check.missing(&own),
        ];
        for issue in issues.into_iter().flatten() {
            found.push(issue);
        }
        for (item, (frames, ratio, first)) in &self.covered {
            if let Some(issue) = check.over(*item, *frames, *ratio, *first) {
                found.push(issue);
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few lines")]
fn lines(caption: &Caption) -> f64 {
    caption.text.lines().count() as f64
}

#[expect(clippy::cast_precision_loss, reason = "a few letters")]
fn letters(caption: &Caption) -> f64 {
    caption.text.lines().map(|line| line.graphemes(true).count()).max().unwrap_or(0) as f64
}

#[expect(clippy::cast_precision_loss, reason = "a few letters")]
fn pace(caption: &Caption) -> f64 {
    let letters = caption.text.graphemes(true).filter(|letter| !letter.trim().is_empty()).count();
    let [t0, t1] = caption.span;
    letters as f64 / (t1 - t0).max(0.05)
}

struct Check<'a> {
    view: &'a SceneView<'a>,
}

impl Check<'_> {
    /// Where the captions of the scene are written: there, or for all of the project.
    fn path(&self) -> String {
        let project = self.view.subject.project;
        let scene = &project.scenes[self.view.index];
        match (&scene.captions, &project.captions) {
            (Some(_), _) => format!("{}.captions", scene.path),
            (None, Some(_)) => "captions".to_owned(),
            (None, None) => "voice".to_owned(),
        }
    }

    fn issue(&self, caption: &Caption, message: String) -> Issue {
        self.view.issue_at("V-28", &self.path(), &caption.frames, message)
    }

    /// Writes a key of the captions, which may not be written at all or only as `true`.
    fn set(&self, key: &str, value: serde_json::Value) -> Vec<Op> {
        let tree = self.view.subject.tree;
        let path = match self.path() {
            path if path == "voice" => "captions".to_owned(),
            path => path,
        };
        let is_map = tree.find(&path).is_ok_and(|found| found.node.as_scalar().is_none());
        vec![if is_map {
            Op::Set { path: format!("{path}.{key}"), value }
        } else {
            Op::Set { path, value: json!({ key: value }) }
        }]
    }

    fn lines(&self, caption: &Caption, lines: f64) -> Option<Issue> {
        #[expect(clippy::cast_precision_loss, reason = "two")]
        let limit = LINES as f64;
        (lines > limit).then(|| {
            self.issue(caption, format!("captions of {lines} lines take too long to find one's place in"))
                .measured(lines, limit)
                .hint("show two lines at most: `max_lines: 2`")
                .repair("show two lines at most", self.set("max_lines", json!(LINES)))
        })
    }

    fn letters(&self, caption: &Caption, letters: f64) -> Option<Issue> {
        let size = self.view.plan.canvas;
        let limit = if size.width > size.height { LETTERS.0 } else { LETTERS.1 };
        #[expect(clippy::cast_precision_loss, reason = "a few dozen")]
        let most = limit as f64;
        (letters > most).then(|| {
            self.issue(caption, format!("a line of captions has {letters} letters"))
                .severity(Severity::Warning)
                .measured(letters, most)
                .hint(format!("break lines after {limit} letters: `max_chars: {limit}`"))
                .repair("break lines earlier", self.set("max_chars", json!(limit)))
        })
    }

    /// V-12: too small to be read on a phone.
    fn size(&self, caption: &Caption) -> Option<Issue> {
        let small = text_too_small::Small::of(self.view, caption.font_px)?;
        let message = format!("captions are {}", small.said());
        let size = whole(small.readable);
        let issue = self.view.issue_at("V-12", &self.path(), &caption.frames, message);
        let hint = format!("set `size: {size}`, or more");
        Some(small.weighed(issue).hint(hint.clone()).repair(hint, self.set("size", size)))
    }

    /// V-24: characters that no font has.
    fn missing(&self, captions: &[&Caption]) -> Option<Issue> {
        let first = captions.iter().find(|caption| !caption.missing.is_empty())?;
        let mut all: Vec<&String> = captions.iter().flat_map(|caption| &caption.missing).collect();
        all.sort_unstable();
        all.dedup();
        let message =
            format!("no font has {} of the captions: a box would be drawn", missing_glyph::named(&all));
        let issue = self.view.issue_at("V-24", &self.path(), &first.frames, message);
        Some(issue.measured(all.len(), 0).hint(missing_glyph::HINT))
    }

    fn pace(&self, caption: &Caption, pace: f64) -> Option<Issue> {
        (pace > PACE).then(|| {
            let text = caption.text.replace('\n', " ");
            self.issue(caption, format!("captions show {pace:.0} letters a second: `{text}`"))
                .severity(Severity::Warning)
                .measured((pace * 10.0).round() / 10.0, PACE)
                .hint("speak more slowly, or show more words together: raise `max_words`")
        })
    }

    /// Words that begin where nobody speaks.
    fn step(&self, caption: &Caption) -> Option<Issue> {
        let times = self.view.subject.times;
        let own = times.voices().iter().find(|voice| voice.scene == Some(self.view.index));
        let voice = own.or_else(|| times.voices().iter().find(|voice| voice.scene.is_none()))?;
        let heard: &HeardVoice = match voice.scene {
            Some(scene) => times.heard().scene(scene)?,
            None => times.heard().voice.as_ref()?,
        };
        if !matches!(heard.source, CueSource::Words | CueSource::Srt) || heard.speech.is_empty() {
            return None;
        }
        let shift = voice.start - voice.from;
        let words = times.words_of(self.view.index);
        let is_off =
            |t: f64| heard.speech.iter().all(|[from, to]| t < from + shift - EARLY || t > to + shift + EARLY);
        let off = words.iter().filter(|word| is_off(word.t0)).count();
        #[expect(clippy::cast_precision_loss, reason = "words of a scene")]
        let share = off as f64 / words.len().max(1) as f64;
        (share > MANY).then(|| {
            let message = format!("{:.0}% of the words are shown while nobody speaks", share * 100.0);
            self.issue(caption, message)
                .severity(Severity::Warning)
                .measured((share * 1000.0).round() / 1000.0, MANY)
                .hint("the times belong to another recording: give those of this one with `import_cues`")
        })
    }

    /// Captions below the interface of a platform.
    fn safe(&self, caption: &Caption) -> Option<Issue> {
        let occluders = platform::occluders(self.view.subject.project);
        let deepest = occluders
            .iter()
            .map(|occluder| (occluder, depth(caption.rect.intersect(occluder.rect))))
            .max_by(|a, b| a.1.total_cmp(&b.1))?;
        let (occluder, depth) = deepest;
        (depth > DEEP).then(|| {
            let message = format!("{} covers captions, {depth:.0} px deep", platform::name(occluder.target));
            let issue = self.view.issue_at("V-10", &self.path(), &caption.frames, message);
            let size = (caption.font_px * 0.7).round();
            issue
                .severity(Severity::Error)
                .measured(depth.round(), DEEP)
                .hint("make them smaller with `size`, or show fewer lines")
                .repair("make them smaller", self.set("size", json!(size)))
        })
    }

    /// Captions over an element of the base layer.
    fn over(&self, item: usize, frames: u32, ratio: f64, first: u32) -> Option<Issue> {
        let item = self.view.scene.items.get(item)?;
        let seconds = self.view.seconds(frames);
        if seconds < BRIEF || item.element.common.allow.iter().any(|rule| rule == "V-28") {
            return None;
        }
        let message = format!("captions cover {:.0}% of `{}` for {seconds:.1} s", ratio * 100.0, item.id);
        let severity = if is_text(item) { Severity::Error } else { Severity::Warning };
        let limit = if is_text(item) { COVERED.0 } else { COVERED.1 };
        let mut issue = self
            .view
            .issue_at("V-28", &self.path(), &(first..first + frames), message)
            .severity(severity)
            .measured((ratio * 1000.0).round() / 1000.0, limit)
            .hint(format!("move `{}` or the captions: `position` is lower, middle or upper", item.id));
        for name in ["lower", "upper", "middle"] {
            issue =
                issue.repair(format!("show captions in the {name} third"), self.set("position", json!(name)));
        }
        Some(issue)
    }
}

/// How deep two rectangles lie over each other.
fn depth(shared: Rect) -> f64 {
    if shared.width() <= 0.0 || shared.height() <= 0.0 { 0.0 } else { shared.width().min(shared.height()) }
}
