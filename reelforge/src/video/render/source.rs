//! A project as it is rendered: its text at one moment, with the files that it names.

use std::sync::Arc;

use super::{Failure, Part, Request, hash_of};
use crate::video::audio::Tracks;
use crate::video::check::used_files;
use crate::video::cues;
use crate::video::expand::{Expanded, expand};
use crate::video::files::Files;
use crate::video::project::Project;
use crate::video::project::model::CanvasPreset;
use crate::video::project::source::Node;
use crate::video::time::{Heard, Times};

/// Grows with every change after which the same input gives another video, beside the version of the program.
pub(super) const ENGINE: &str = concat!(env!("CARGO_PKG_VERSION"), "/3");

/// A project as it is rendered.
pub(super) struct Source {
    pub(super) project: Project,
    tree: Node,
    pub(super) files: Arc<dyn Files>,
    /// What is heard in them.
    pub(super) tracks: Arc<Tracks>,
    /// What its sound files say.
    pub(super) heard: Heard,
}

impl Source {
    /// Reads a project's text.
    pub(super) fn read(text: &str, tracks: Arc<Tracks>) -> Result<Self, Failure> {
        let parsed = Project::parse_untried(text);
        match (parsed.project, parsed.tree) {
            (Some(project), Some(tree)) => {
                let heard = cues::hear(&project, &tracks);
                let files = Arc::clone(tracks.files());
                Ok(Self { project, tree, files, tracks, heard })
            }
            _ => Err(Failure::new(
                "yaml_syntax",
                "the project's text does not parse, so that there is nothing to render",
                "`validate_project` says what is wrong and how to repair it",
            )),
        }
    }

    /// The project with its instances written out; on another canvas, if one is given.
    pub(super) fn expanded(&self, canvas: Option<CanvasPreset>) -> Expanded {
        match canvas {
            None => expand(&self.project, self.files.as_ref(), &self.heard),
            Some(preset) => {
                let mut project = self.project.clone();
                project.canvas.preset = Some(preset);
                (project.canvas.width, project.canvas.height) = (None, None);
                expand(&project, self.files.as_ref(), &self.heard)
            }
        }
    }

    /// What the video depends on, as one word: the same word, the same video. It is made of the project's values (not of
    /// its comments), the contents of all files that it names, the request and the version of this program.
    pub(super) fn key(&self, request: &Request) -> String {
        let expanded = self.expanded(None);
        let mut files = used_files(&self.project, &self.tree);
        files.extend(used_files(&expanded.project, &self.tree));
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &str| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        };
        add(ENGINE);
        add(&format!("{:?}", self.project));
        add(&format!("{:?}", (request.quality, &request.part, &request.variants)));
        for file in files.keys() {
            add(file);
            add(&self.hash(file));
        }
        format!("b3:{}", hasher.finalize().to_hex())
    }

    /// The hash of a file's content, or why there is none.
    fn hash(&self, file: &str) -> String {
        let read = self.files.open(file).map_err(|error| error.to_string());
        let hash = read.and_then(|content| hash_of(content).map_err(|error| error.to_string()));
        hash.map_or_else(|why| why, |(hash, _)| hash)
    }

    /// The canvases that a request asks for: the project's own, and its variants.
    pub(super) fn canvases(&self, request: &Request) -> Vec<Option<CanvasPreset>> {
        let own = self.project.canvas.size();
        let others = request.variants.iter().copied().filter(|preset| preset.size() != own);
        let mut all = vec![None];
        for preset in others {
            if !all.contains(&Some(preset)) {
                all.push(Some(preset));
            }
        }
        all
    }

    /// From when to when the asked part of the video is, in seconds.
    pub(super) fn span(times: &Times<'_>, part: &Part) -> Result<[f64; 2], Failure> {
        let timeline = times.timeline();
        match part {
            Part::Whole => Ok([0.0, timeline.duration]),
            Part::Scene(id) => {
                let scene = timeline.scenes.iter().find(|scene| scene.id == *id);
                scene.map(|scene| [scene.t0, scene.t1]).ok_or_else(|| {
                    let ids: Vec<&str> = timeline.scenes.iter().map(|scene| scene.id.as_str()).collect();
                    Failure::new(
                        "not_found",
                        format!("the project has no scene `{id}`"),
                        format!("its scenes are {}", ids.join(", ")),
                    )
                })
            }
            Part::Range([from, to]) => {
                let end = timeline.duration;
                if *from >= 0.0 && from < to && *from < end {
                    Ok([*from, to.min(end)])
                } else {
                    Err(Failure::new(
                        "invalid_arguments",
                        format!(
                            "range: from {from} s to {to} s is no part of the video, which ends at {end:.2} s"
                        ),
                        "give two times in seconds, the earlier one first",
                    ))
                }
            }
        }
    }
}
