//! Every time that a project names.

use crate::video::project::model::{Element, Kind, Project, Time};

/// What a time is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Something begins or happens.
    Start,
    /// Something ends, or is on its way.
    End,
}

/// A field that holds a time.
#[derive(Debug)]
pub(super) struct TimeField<'a> {
    pub(super) path: String,
    /// Index of the scene that it counts in.
    pub(super) scene: Option<usize>,
    pub(super) time: &'a Time,
    pub(super) usage: Use,
}

pub(super) fn fields(project: &Project) -> Vec<TimeField<'_>> {
    let mut all = Vec::new();
    let mut add = |path, scene, time, usage| all.push(TimeField { path, scene, time, usage });
    for (name, time) in &project.cues {
        add(format!("cues.{name}"), None, time, Use::Start);
    }
    if let Some(time) = &project.output.poster {
        add("output.poster".to_owned(), None, time, Use::Start);
    }
    for (index, scene) in project.scenes.iter().enumerate() {
        let here = Some(index);
        if let Some(time) = &scene.at {
            add(format!("{}.at", scene.path), None, time, Use::Start);
        }
        for (number, sound) in scene.sounds.iter().enumerate() {
            add(format!("{}.sounds.{number}.at", scene.path), here, &sound.at, Use::Start);
        }
        for element in scene.elements.iter().flat_map(Element::with_descendants) {
            let common = &element.common;
            let path = &common.path;
            add(format!("{path}.at"), here, &common.at, Use::Start);
            if let Some(time) = &common.until {
                add(format!("{path}.until"), here, time, Use::End);
            }
            for (number, keyframe) in common.keyframes.iter().enumerate() {
                add(format!("{path}.keyframes.{number}.at"), here, &keyframe.at, Use::End);
            }
            if let Kind::List(list) = &element.kind {
                for (number, time) in list.item_at.iter().flatten().enumerate() {
                    add(format!("{path}.item_at.{number}"), here, time, Use::Start);
                }
            }
        }
    }
    all
}
