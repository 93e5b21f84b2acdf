//! Puts components in the place of their instances.
//!
//! What comes out is a project of plain elements: each `use` has become a group that carries the instance's own keys,
//! with the component's elements in it and every `{{name}}` replaced. One with `for_each` has become one group a row.
//! An instance's times count from its own start, so the numbers in them are moved by it, and nobody after this has to
//! know of components.

mod data;
mod props;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::Value;

pub use data::{MAX_BYTES, MAX_ROWS as MAX_DATA_ROWS, Table};
pub use props::{PropValues, accepts};

use super::check::Issue;
use super::components;
use super::files::Files;
use super::project::model::element::{Group, Use};
use super::project::model::{Component, Element, ElementTemplate, Kind, Project, Time};
use super::time::{Heard, Times};

/// How deep components may use components, the first one included.
pub const MAX_DEPTH: usize = 4;
/// How many elements the components of one scene may become.
pub const MAX_ELEMENTS: usize = 200;
/// How many rows `for_each` may repeat.
pub const MAX_ROWS: usize = 20;

/// A project whose instances are written out.
#[derive(Debug, Clone, PartialEq)]
pub struct Expanded {
    /// The project, without an element of type `use`.
    pub project: Project,
    /// The lists of `data`, those in files included; without those that cannot be read.
    pub tables: BTreeMap<String, Table>,
    /// Where elements that stand nowhere in the file come from, by their address: the component's element, or the
    /// instance that is repeated. Those of built-in components come from nowhere.
    pub origins: BTreeMap<String, String>,
    /// What is wrong with data files, and with elements once their names are replaced.
    pub issues: Vec<Issue>,
}

/// Writes out the instances of a project. What was heard in its sound files tells when they begin.
///
/// What cannot be written out is left out: an unknown component, one that uses itself, elements beyond
/// [`MAX_ELEMENTS`] a scene. The checks of references and components report it.
pub fn expand(project: &Project, files: &dyn Files, heard: &Heard) -> Expanded {
    let (tables, issues) = data::read_all(project, files);
    let mut work = Expansion {
        project,
        times: Times::of(project, heard),
        tables: &tables,
        scene: 0,
        room: MAX_ELEMENTS,
        origins: BTreeMap::new(),
        issues,
    };
    let mut scenes = Vec::with_capacity(project.scenes.len());
    for (index, scene) in project.scenes.iter().enumerate() {
        (work.scene, work.room) = (index, MAX_ELEMENTS);
        let elements = work.all(&scene.elements, 0.0, 0);
        scenes.push(elements);
    }
    let Expansion { origins, issues, .. } = work;
    let mut project = project.clone();
    for (scene, elements) in project.scenes.iter_mut().zip(scenes) {
        scene.elements = elements;
    }
    Expanded { project, tables, origins, issues }
}

impl Expanded {
    /// The address at which something of an element can be changed in the file; none inside of built-in components.
    pub fn written<'a>(&'a self, path: &'a str) -> Option<&'a str> {
        match self.origins.get(path) {
            Some(origin) if origin.is_empty() => None,
            Some(origin) => Some(origin),
            None => Some(path),
        }
    }

    /// The address in the file that something at an address comes from, as far as it is written anywhere.
    pub fn origin_of<'a>(&self, path: &'a str) -> std::borrow::Cow<'a, str> {
        let mut element = path;
        while !element.is_empty() {
            match self.origins.get(element) {
                // What a built-in component makes is written where that is used.
                Some(origin) if origin.is_empty() => {}
                Some(origin) => return format!("{origin}{}", &path[element.len()..]).into(),
                None => {}
            }
            element = element.rsplit_once('.').map_or("", |(parent, _)| parent);
        }
        path.into()
    }
}

/// A component by its name: one of the project, else a built-in one.
pub fn component<'a>(project: &'a Project, name: &str) -> Option<&'a Component> {
    let built_in = || components::named(name).map(|built_in| &built_in.component);
    project.components.get(name).or_else(built_in)
}

struct Expansion<'a> {
    project: &'a Project,
    times: Times<'a>,
    tables: &'a BTreeMap<String, Table>,
    scene: usize,
    /// How many more elements the scene's components may become.
    room: usize,
    origins: BTreeMap<String, String>,
    issues: Vec<Issue>,
}

impl Expansion<'_> {
    /// Elements that count their times from `start`, in seconds of the scene, inside of `depth` components.
    fn all(&mut self, elements: &[Element], start: f64, depth: usize) -> Vec<Element> {
        elements.iter().flat_map(|element| self.element(element, start, depth)).collect()
    }

    fn element(&mut self, element: &Element, start: f64, depth: usize) -> Vec<Element> {
        match &element.kind {
            Kind::Use(instance) => match &instance.for_each {
                Some(list) => self.repeated(element, instance, list, start, depth),
                None => self.instance(element, instance, start, depth).into_iter().collect(),
            },
            Kind::Group(group) => {
                let elements = self.all(&group.elements, start, depth);
                let common = moved(element, start).common;
                let kind = Kind::Group(Group { elements, ..group.clone() });
                vec![Element { common, kind }]
            }
            _ => vec![moved(element, start)],
        }
    }

    /// One instance a row.
    fn repeated(
        &mut self,
        element: &Element,
        instance: &Use,
        list: &str,
        start: f64,
        depth: usize,
    ) -> Vec<Element> {
        let (Some(template), Some(table)) = (&instance.template, self.tables.get(list)) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for (number, row) in (1..).zip(table.rows.iter().take(MAX_ROWS)) {
            let known = |name: &str| match name.strip_prefix("item.") {
                // A row without a value in a column that others have is empty there.
                Some(column) => row.0.get(column).cloned().or_else(|| table.has(column).then(|| "".into())),
                None => (name == "index").then(|| Value::from(number)),
            };
            let path = &element.common.path;
            let (filled, issues) = ElementTemplate::fill(std::slice::from_ref(template), path, &known);
            self.issues.extend(issues.into_iter().map(|issue| Issue { path: path.clone(), ..issue }));
            let Some(mut filled) = filled.into_iter().next() else { continue };
            filled.common.path = format!("{path}.{number}");
            filled.common.id = format!("{}.{number}", element.common.id);
            let origin = self.origins.get(path).unwrap_or(path).clone();
            self.origins.insert(filled.common.path.clone(), origin);
            if let Kind::Use(instance) = &filled.kind {
                all.extend(self.instance(&filled, instance, start, depth));
            }
        }
        all
    }

    fn instance(&mut self, element: &Element, instance: &Use, start: f64, depth: usize) -> Option<Element> {
        let component = component(self.project, &instance.component).filter(|_| depth < MAX_DEPTH)?;
        let mut common = moved(element, start).common;
        common.w = common.w.or(component.w);
        common.h = common.h.or(component.h);
        let values = PropValues::of(component, &instance.props);
        let templates = values.without_absent(&component.elements);
        let path = format!("{}.elements", common.path);
        let (elements, issues) = ElementTemplate::fill(&templates, &path, &|name| values.get(name));
        self.issues.extend(issues);
        self.remember(&elements, &path, &instance.component);
        let count = 1 + elements.iter().map(|element| element.with_descendants().len()).sum::<usize>();
        self.room = self.room.checked_sub(count)?;
        let start = self.since_scene(&common.at);
        let elements = self.all(&elements, start, depth + 1);
        let group = Group { elements, layout: component.layout.clone(), ..Group::default() };
        Some(Element { common, kind: Kind::Group(group) })
    }

    /// Where the elements of a component stand in the file.
    fn remember(&mut self, elements: &[Element], path: &str, component: &str) {
        let is_own = self.project.components.contains_key(component);
        for element in elements.iter().flat_map(Element::with_descendants) {
            let path_of = &element.common.path;
            let below = path_of.strip_prefix(path).unwrap_or_default();
            let origin =
                if is_own { format!("components.{component}.elements{below}") } else { String::new() };
            self.origins.insert(path_of.clone(), origin);
        }
    }

    /// A moment in seconds of the scene.
    fn since_scene(&self, time: &Time) -> f64 {
        match time {
            Time::Seconds(seconds) => *seconds,
            Time::Expr(_) => {
                let begin = self.times.timeline().scenes.get(self.scene).map_or(0.0, |scene| scene.t0);
                self.times.moment(Some(self.scene), time).map_or(0.0, |moment| (moment.t - begin).max(0.0))
            }
        }
    }
}

/// An element whose times in seconds count from `start`, as one whose times count from the scene's start.
fn moved(element: &Element, start: f64) -> Element {
    let mut element = element.clone();
    let shift = |time: &mut Time| {
        if let Time::Seconds(seconds) = time {
            *seconds += start;
        }
    };
    shift(&mut element.common.at);
    element.common.until.iter_mut().for_each(shift);
    element.common.keyframes.iter_mut().for_each(|keyframe| shift(&mut keyframe.at));
    if let Kind::List(list) = &mut element.kind {
        list.item_at.iter_mut().flatten().for_each(shift);
    }
    element
}
