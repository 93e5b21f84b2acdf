//! Checks texts of one project, one after the other: the text itself, and those that fixes make of it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::report::{self, Summary};
use super::rules::{self, Painted, Subject};
use super::{Assets, Depth, Issue};
use crate::video::audio::Tracks;
use crate::video::cues::Ear;
use crate::video::expand::{DataFiles, Expanded, expand_again};
use crate::video::files::Files;
use crate::video::layout::Plan;
use crate::video::pictures::Pictures;
use crate::video::project::Parsed;
use crate::video::project::model::{Element, Kind, Project};
use crate::video::text::{FontFault, Fonts};
use crate::video::theme::{Look, Typeface};
use crate::video::time::{Timeline, Times};

/// Checks texts of one project. What was found in a scene is found again wherever the same scene comes up.
pub(super) struct Checker<'a> {
    assets: &'a dyn Assets,
    files: Arc<dyn Files>,
    data: DataFiles,
    ear: Ear,
    tracks: Arc<Tracks>,
    /// The fonts of the last look, and what is wrong with its files.
    fonts: Option<(Vec<Typeface>, Fonts, Vec<FontFault>)>,
    laid_out: HashMap<Key, Vec<Issue>>,
    painted: HashMap<Key, Vec<Issue>>,
    painter: Painted,
    /// How much was laid out and painted so far.
    work: u64,
}

/// How much it is to paint one element at the frames that matter, compared with laying out one part of one at a frame.
const PAINTED: u64 = 10_000;

/// What the issues of a scene depend on.
type Key = blake3::Hash;

/// A text with its issues, ordered and counted; their fixes are not tried yet.
pub(super) struct Checked {
    pub(super) parsed: Parsed,
    pub(super) issues: Vec<Issue>,
    pub(super) summary: Summary,
    pub(super) timeline: Option<Timeline>,
    /// What painting found, by the scene's address.
    painted: BTreeMap<String, Vec<Issue>>,
    /// What painting all frames found.
    pub(super) film: Vec<Issue>,
    /// What listening found.
    sound: Vec<Issue>,
}

/// What is painted and listened to. What is not keeps the issues that it had before.
#[derive(Clone, Copy)]
pub(super) enum Paint<'a> {
    /// The scenes whose issues are not known, and all frames.
    All,
    /// The scenes whose issues are not known.
    Scenes(&'a Checked),
    /// All frames.
    Film(&'a Checked),
    /// Nothing is painted; the mix is listened to.
    Sound(&'a Checked),
    /// Nothing.
    Nothing(&'a Checked),
}

impl<'a> Paint<'a> {
    fn before(self) -> Option<&'a Checked> {
        match self {
            Self::All => None,
            Self::Scenes(before) | Self::Film(before) | Self::Sound(before) | Self::Nothing(before) => {
                Some(before)
            }
        }
    }
}

/// What is found by looking at frames.
#[derive(Default)]
struct Seen {
    laid_out: Vec<Issue>,
    painted: BTreeMap<String, Vec<Issue>>,
    film: Vec<Issue>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(assets: &'a dyn Assets) -> Self {
        let files = assets.files();
        let painter = Painted::new(Arc::clone(&files));
        let tracks = Arc::new(assets.tracks());
        let ear = Ear::new(Arc::clone(&tracks));
        Self {
            assets,
            files,
            data: DataFiles::default(),
            ear,
            tracks,
            fonts: None,
            laid_out: HashMap::new(),
            painted: HashMap::new(),
            painter,
            work: 0,
        }
    }

    /// How much was laid out and painted so far, in parts of elements times frames.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// A text with everything that the checks up to `depth` find in it.
    pub(super) fn check(&mut self, text: &str, depth: Depth, paint: Paint<'_>) -> Checked {
        let mut parsed = Project::parse_untried(text);
        let mut issues = std::mem::take(&mut parsed.issues);
        let (mut timeline, mut waiving, mut seen) = (None, None, Seen::default());
        let mut sound = Vec::new();
        if let (Some(project), Some(tree)) = (&parsed.project, &parsed.tree) {
            let heard = self.ear.hear(project);
            let expanded = expand_again(project, self.files.as_ref(), &heard, &mut self.data);
            let times = Times::of(&expanded.project, &heard);
            let subject = Subject { project, expanded: &expanded, tree, times: &times, assets: self.assets };
            issues.extend(expanded.issues.iter().map(|issue| subject.placed(issue.clone().located())));
            issues.extend(rules::check(&subject));
            // What cannot be made is neither laid out nor painted nor listened to: that would take as long.
            let depth = if times.is_too_long() { Depth::Static } else { depth };
            if depth > Depth::Static {
                seen = self.look(&subject, depth, paint);
                issues.append(&mut seen.laid_out);
                issues.extend(seen.painted.values().flatten().chain(&seen.film).cloned());
            }
            if depth == Depth::Full {
                sound = self.listen(&subject, paint);
                issues.extend(sound.iter().cloned());
            }
            report::date(&mut issues, &expanded.project, times.timeline());
            timeline = Some(times.timeline().clone());
            waiving = Some(expanded);
        }
        let report::Ranked { summary, issues } =
            report::rank(issues, parsed.project.as_ref(), waiving.as_ref());
        let Seen { painted, film, .. } = seen;
        Checked { parsed, issues, summary, timeline, painted, film, sound }
    }

    /// What is found by listening to the mix.
    fn listen(&self, subject: &Subject<'_>, paint: Paint<'_>) -> Vec<Issue> {
        match paint {
            Paint::All | Paint::Sound(_) => rules::sound(subject, &self.tracks),
            Paint::Scenes(before) | Paint::Film(before) | Paint::Nothing(before) => {
                before.sound.iter().map(|issue| subject.placed(issue.clone())).collect()
            }
        }
    }

    /// What is found in the layout, and by painting, scene by scene.
    fn look(&mut self, subject: &Subject<'_>, depth: Depth, paint: Paint<'_>) -> Seen {
        let (fonts, mut laid_out) = self.fonts(subject);
        let keys = keys(subject);
        let is_full = depth == Depth::Full;
        let paints = is_full && matches!(paint, Paint::All | Paint::Scenes(_));
        let films = is_full && matches!(paint, Paint::All | Paint::Film(_));
        let to_lay_out: Vec<bool> = keys.iter().map(|key| !self.laid_out.contains_key(key)).collect();
        let to_paint: Vec<bool> = keys.iter().map(|key| paints && !self.painted.contains_key(key)).collect();
        let needed = |scene: usize| films || to_lay_out[scene] || to_paint[scene];
        let mut film = Vec::new();
        if (0..keys.len()).any(needed) {
            let plan = plan(subject, &fonts, self.painter.pictures(), needed);
            for (scene, key) in keys.iter().enumerate().filter(|(scene, _)| to_lay_out[*scene]) {
                let (issues, work) = rules::scene(subject, &plan, scene);
                self.work += work;
                self.laid_out.insert(*key, issues);
            }
            let unpainted: Vec<usize> = (0..keys.len()).filter(|scene| to_paint[*scene]).collect();
            let items = unpainted.iter().map(|scene| plan.scenes[*scene].items.len() as u64);
            self.work += items.sum::<u64>() * PAINTED;
            let found = self.painter.scenes(subject, &plan, &unpainted);
            self.painted.extend(unpainted.iter().map(|scene| keys[*scene]).zip(found));
            if films {
                film = self.painter.film(subject, &plan);
            }
        }
        let again = |issue: &Issue| subject.placed(issue.clone());
        laid_out.extend(keys.iter().flat_map(|key| &self.laid_out[key]).map(again));
        let mut painted = BTreeMap::new();
        if is_full {
            if let Some(before) = paint.before().filter(|_| !films) {
                film = before.film.iter().map(again).collect();
            }
            for (scene, key) in subject.project.scenes.iter().zip(&keys) {
                let kept = paint.before().and_then(|before| before.painted.get(&scene.path));
                let found = self.painted.get(key).or(kept).into_iter().flatten().map(again).collect();
                painted.insert(scene.path.clone(), found);
            }
        }
        Seen { laid_out, painted, film }
    }

    /// The fonts of a project, and what is wrong with its font files.
    fn fonts(&mut self, subject: &Subject<'_>) -> (Fonts, Vec<Issue>) {
        let look = Look::of(subject.project);
        let faces = rules::FONT_ROLES.map(|(_, role)| look.font(role).clone()).to_vec();
        if self.fonts.as_ref().is_none_or(|(known, ..)| *known != faces) {
            let (fonts, faults) = Fonts::of(&look, self.files.as_ref());
            self.fonts = Some((faces, fonts, faults));
        }
        match &self.fonts {
            Some((_, fonts, faults)) => (fonts.clone(), rules::font_files(subject, fonts, faults)),
            None => (Fonts::bundled(), Vec::new()),
        }
    }
}

/// A plan in which only the needed scenes have elements.
fn plan(subject: &Subject<'_>, fonts: &Fonts, pictures: &Pictures, needed: impl Fn(usize) -> bool) -> Plan {
    let mut some = Expanded { issues: Vec::new(), ..subject.expanded.clone() };
    for (index, scene) in some.project.scenes.iter_mut().enumerate() {
        if !needed(index) {
            scene.elements.clear();
        }
    }
    Plan::build(&some, subject.times, fonts, pictures)
}

/// A key for each scene: equal ones look the same at the same time and are written at the same addresses.
fn keys(subject: &Subject<'_>) -> Vec<Key> {
    let Project {
        canvas, targets, placement, theme, meta, voice, music, cues, captions, output, scenes, ..
    } = subject.project;
    let says: Vec<Option<&str>> = scenes.iter().map(|scene| scene.say.as_deref()).collect();
    let tables: Vec<_> = subject.expanded.tables.iter().map(|(name, table)| (name, table.hash)).collect();
    let shared = (
        (canvas, targets, placement, theme, &meta.language, voice, music),
        (cues, captions, &output.poster, says, tables, scenes.len()),
    );
    let shared = blake3::hash(format!("{shared:?}").as_bytes());
    let timeline = subject.times.timeline();
    let expanded = &subject.expanded.project.scenes;
    let key = |index: usize| {
        let time = timeline.scenes.get(index);
        let origins: Vec<&str> = expanded[index]
            .elements
            .iter()
            .flat_map(Element::with_descendants)
            .filter_map(|element| subject.expanded.written(&element.common.path))
            .collect();
        // Only what runs over the whole video depends on its length.
        let is_clock = |element: &&Element| matches!(element.kind, Kind::Progress(_));
        let has_clock =
            expanded[index].elements.iter().flat_map(Element::with_descendants).any(|it| is_clock(&it));
        let length = has_clock.then_some(timeline.duration);
        let own = format!("{shared}{:?}", (index, time, &scenes[index], &expanded[index], origins, length));
        blake3::hash(own.as_bytes())
    };
    (0..scenes.len().min(expanded.len())).map(key).collect()
}
