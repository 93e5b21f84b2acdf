//! A version of a project, ready to be measured.

use std::sync::Arc;

use crate::video::audio::{Mix, Tracks};
use crate::video::check::Assets;
use crate::video::cues::Ear;
use crate::video::expand::{Expanded, expand};
use crate::video::files::Files;
use crate::video::layout::{Item, Plan, ScenePlan, Stage};
use crate::video::pictures::Pictures;
use crate::video::project::Project;
use crate::video::project::model::Kind;
use crate::video::project::source::Node;
use crate::video::text::Fonts;
use crate::video::theme::Look;
use crate::video::time::{Heard, Times};

/// Opacity from which something is there to be read.
const SEEN: f64 = 0.5;

/// What versions of one project share: its files.
pub(super) struct Bench {
    files: Arc<dyn Files>,
    ear: Ear,
    pub(super) pictures: Arc<Pictures>,
    tracks: Arc<Tracks>,
}

/// A version of a project with everything that rules measure.
pub(super) struct View {
    pub(super) project: Project,
    pub(super) tree: Node,
    pub(super) expanded: Expanded,
    pub(super) plan: Plan,
    heard: Heard,
    tracks: Arc<Tracks>,
}

impl Bench {
    pub(super) fn new(assets: &dyn Assets) -> Self {
        let (files, tracks) = (assets.files(), Arc::new(assets.tracks()));
        Self {
            ear: Ear::new(Arc::clone(&tracks)),
            pictures: Arc::new(Pictures::new(Arc::clone(&files))),
            tracks,
            files,
        }
    }

    /// None of a text that does not parse.
    pub(super) fn view(&self, text: &str) -> Option<View> {
        let parsed = Project::parse_untried(text);
        let (project, tree) = (parsed.project?, parsed.tree?);
        let heard = self.ear.hear_all(&project);
        let expanded = expand(&project, self.files.as_ref(), &heard);
        let (fonts, _) = Fonts::of(&Look::of(&expanded.project), self.files.as_ref());
        let plan = Plan::build(&expanded, &Times::of(&expanded.project, &heard), &fonts, &self.pictures);
        Some(View { project, tree, expanded, plan, heard, tracks: Arc::clone(&self.tracks) })
    }
}

impl View {
    pub(super) fn times(&self) -> Times<'_> {
        Times::of(&self.expanded.project, &self.heard)
    }

    /// Index of a scene.
    pub(super) fn scene(&self, id: &str) -> Option<usize> {
        self.project.scenes.iter().position(|scene| scene.id == id)
    }

    /// Seconds of the video at a frame.
    pub(super) fn seconds(&self, frame: u32) -> f64 {
        f64::from(frame) / f64::from(self.plan.fps.max(1))
    }

    /// Whether it is wider than high.
    pub(super) fn is_wide(&self) -> bool {
        self.plan.canvas.width > self.plan.canvas.height
    }

    /// Whether something is written at an address.
    pub(super) fn has(&self, path: &str) -> bool {
        self.tree.find(path).is_ok()
    }

    /// Whether anything is spoken by a recording.
    pub(super) fn has_voice(&self) -> bool {
        self.project.voice.is_some() || self.project.scenes.iter().any(|scene| scene.voice.is_some())
    }

    /// By how many LU the voice is louder than the music; none where one of them is not heard.
    pub(super) fn voice_over_music(&self) -> Option<f64> {
        let mix = Mix::of(&self.expanded.project, &self.times(), &self.tracks, None).ok()?;
        mix.levels().voice_over_music
    }
}

/// The elements that are there to be read at a frame.
pub(super) fn readable<'s>(scene: &'s ScenePlan, stage: &'s Stage) -> impl Iterator<Item = &'s Item> {
    let seen = stage.nodes.iter().filter(|node| node.visible_opacity >= SEEN && !node.ink.is_zero_area());
    seen.map(|node| &scene.items[node.item]).filter(|item| {
        matches!(item.element.kind, Kind::Text(_) | Kind::List(_) | Kind::Counter(_) | Kind::Code(_))
    })
}

/// How many there are, as what is measured.
#[expect(clippy::cast_precision_loss, reason = "a project has a few thousand parts")]
pub(super) fn count(of: usize) -> f64 {
    of as f64
}

/// On a hundredth.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
