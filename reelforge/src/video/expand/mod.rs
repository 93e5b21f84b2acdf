//! Puts components in the place of their instances.
//!
//! What comes out is a project of plain elements: each `use` has become a group that carries the instance's own keys,
//! with the component's elements in it and every `{{name}}` replaced. One with `for_each` has become one group a row.
//! An instance's times count from its own start, so the numbers in them are moved by it, and nobody after this has to
//! know of components.

mod data;
mod props;
mod starts;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

pub use data::{DataFiles, Table};
pub use props::{PropValues, accepts};
use starts::{Start, Starts};

use super::check::Issue;
use super::components;
use super::files::Files;
use super::project::model::element::{Group, Use};
use super::project::model::{Component, Element, ElementTemplate, Kind, Project};
use super::time::Heard;

/// How deep components may use components, the first one included.
pub const MAX_DEPTH: usize = 4;
/// How many elements the components of one scene may become, the group of each instance included.
pub const MAX_ELEMENTS: usize = 200;
/// How many rows `for_each` may repeat.
pub const MAX_ROWS: usize = 20;
/// Issues that are kept of what is filled in, and places at which something is left out; after that the reader has
/// enough to do.
const MAX_ISSUES: usize = 100;

/// A project whose instances are written out.
#[derive(Debug, Clone, PartialEq)]
pub struct Expanded {
    /// The project, without an element of type `use`.
    pub project: Project,
    /// The lists of `data`, those in files included; without those that cannot be read.
    pub tables: BTreeMap<String, Arc<Table>>,
    /// Where elements that stand nowhere in the file come from, by their address: the component's element, or the
    /// instance that is repeated. Those of built-in components come from nowhere.
    pub origins: BTreeMap<String, String>,
    /// What is missing because it would be too much.
    pub left_out: Vec<LeftOut>,
    /// What is wrong with data files, and with elements once their names are replaced.
    pub issues: Vec<Issue>,
}

/// Something that is not written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Address of the instance, or of its `for_each`.
    pub path: String,
    /// Why.
    pub why: TooMuch,
}

/// What is too much to be written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TooMuch {
    /// Components in each other: their names, the outermost first.
    Deep(Vec<String>),
    /// Rows to repeat; those after [`MAX_ROWS`] are missing.
    Rows(usize),
    /// Elements of a scene's components, as far as they were counted; from this instance on they are missing.
    Elements(usize),
}

/// Writes out the instances of a project. What was heard in its sound files tells when they begin.
///
/// What cannot be written out is left out. The checks of references report components that do not exist; the rest is in
/// [`Expanded::left_out`].
pub fn expand(project: &Project, files: &dyn Files, heard: &Heard) -> Expanded {
    expand_again(project, files, heard, &mut DataFiles::default())
}

/// The same for whoever looks at many texts of a project: data files that were read before are not read again.
pub fn expand_again(project: &Project, files: &dyn Files, heard: &Heard, data: &mut DataFiles) -> Expanded {
    let (tables, issues) = data.tables(project, files);
    let mut work = Expansion {
        project,
        tables: &tables,
        scene: 0,
        room: Some(MAX_ELEMENTS),
        chain: Vec::new(),
        starts: Starts::default(),
        origins: BTreeMap::new(),
        left_out: Vec::new(),
        left_out_at: HashSet::new(),
        issues,
    };
    let mut scenes = Vec::with_capacity(project.scenes.len());
    for (index, scene) in project.scenes.iter().enumerate() {
        (work.scene, work.room) = (index, Some(MAX_ELEMENTS));
        scenes.push(work.all(&scene.elements, Start::SCENE));
    }
    let Expansion { origins, left_out, starts, issues, .. } = work;
    let mut project = project.clone();
    for (scene, elements) in project.scenes.iter_mut().zip(scenes) {
        scene.elements = elements;
    }
    starts.settle(&mut project, heard);
    Expanded { project, tables, origins, left_out, issues }
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
    pub fn origin_of<'a>(&self, path: &'a str) -> Cow<'a, str> {
        origin_of(&self.origins, path)
    }
}

fn origin_of<'a>(origins: &BTreeMap<String, String>, path: &'a str) -> Cow<'a, str> {
    let mut element = path;
    while !element.is_empty() {
        match origins.get(element) {
            // What a built-in component makes is written where that is used.
            Some(origin) if origin.is_empty() => {}
            Some(origin) => return format!("{origin}{}", &path[element.len()..]).into(),
            None => {}
        }
        element = element.rsplit_once('.').map_or("", |(parent, _)| parent);
    }
    path.into()
}

/// A component by its name: one of the project, else a built-in one.
pub fn component<'a>(project: &'a Project, name: &str) -> Option<&'a Component> {
    let built_in = || components::named(name).map(|built_in| &built_in.component);
    project.components.get(name).or_else(built_in)
}

struct Expansion<'a> {
    project: &'a Project,
    tables: &'a BTreeMap<String, Arc<Table>>,
    scene: usize,
    /// How many more elements the scene's components may become; none once something was left out.
    room: Option<usize>,
    /// The components that are being written out, the outermost first.
    chain: Vec<String>,
    starts: Starts,
    origins: BTreeMap<String, String>,
    left_out: Vec<LeftOut>,
    /// Where in the file that is.
    left_out_at: HashSet<String>,
    issues: Vec<Issue>,
}

impl Expansion<'_> {
    fn all(&mut self, elements: &[Element], start: Start) -> Vec<Element> {
        elements.iter().flat_map(|element| self.element(element, start)).collect()
    }

    fn element(&mut self, element: &Element, start: Start) -> Vec<Element> {
        match &element.kind {
            Kind::Use(instance) => match &instance.for_each {
                Some(list) => self.repeated(element, instance, list, start),
                None => self.single(element, instance, start).into_iter().collect(),
            },
            Kind::Group(group) => {
                let elements = self.all(&group.elements, start);
                let common = self.starts.moved(element, start).common;
                let kind = Kind::Group(Group { elements, ..group.clone() });
                vec![Element { common, kind }]
            }
            _ => vec![self.starts.moved(element, start)],
        }
    }

    fn single(&mut self, element: &Element, instance: &Use, start: Start) -> Option<Element> {
        let component = component(self.project, &instance.component)?;
        let path = &element.common.path;
        let fits = self.has_depth(path, &instance.component) && self.take(1, path);
        fits.then(|| self.instance(element, instance, component, start)).flatten()
    }

    /// One instance a row.
    fn repeated(&mut self, element: &Element, instance: &Use, list: &str, start: Start) -> Vec<Element> {
        let tables = self.tables;
        let (Some(template), Some(table)) = (&instance.template, tables.get(list)) else {
            return Vec::new();
        };
        let path = &element.common.path;
        if !self.has_depth(path, &instance.component) {
            return Vec::new();
        }
        if table.rows.len() > MAX_ROWS {
            self.leave_out(format!("{path}.for_each"), TooMuch::Rows(table.rows.len()));
        }
        let mut all = Vec::new();
        for row in 0..table.rows.len().min(MAX_ROWS) {
            if !self.take(1, path) {
                break;
            }
            let number = row + 1;
            let known = |name: &str| match name.strip_prefix("item.") {
                Some(column) => table.item(row, column),
                None => (name == "index").then(|| Value::from(number)),
            };
            let (filled, issues) = ElementTemplate::fill(std::slice::from_ref(template), path, &known);
            self.report(issues.into_iter().map(|issue| Issue { path: path.clone(), ..issue }));
            let Some(mut filled) = filled.into_iter().next() else { continue };
            filled.common.path = format!("{path}.{number}");
            filled.common.id = format!("{}.{number}", element.common.id);
            let origin = self.origins.get(path).unwrap_or(path).clone();
            self.origins.insert(filled.common.path.clone(), origin);
            if let Kind::Use(instance) = &filled.kind
                && let Some(component) = component(self.project, &instance.component)
            {
                all.extend(self.instance(&filled, instance, component, start));
            }
        }
        all
    }

    /// The group that an instance becomes, which itself is counted already.
    fn instance(
        &mut self,
        element: &Element,
        instance: &Use,
        component: &Component,
        start: Start,
    ) -> Option<Element> {
        let mut common = self.starts.moved(element, start).common;
        common.w = common.w.or(component.w);
        common.h = common.h.or(component.h);
        let values = PropValues::of(component, &instance.props);
        let templates = values.without_absent(&component.elements);
        if !self.take(templates.iter().map(|template| count(&template.0)).sum(), &common.path) {
            return None;
        }
        let path = format!("{}.elements", common.path);
        let (elements, issues) = ElementTemplate::fill(&templates, &path, &|name| values.get(name));
        self.report(issues);
        self.remember(&elements, &path, &instance.component);
        let start = self.starts.inside(self.scene, start, &common.at);
        self.chain.push(instance.component.clone());
        let elements = self.all(&elements, start);
        self.chain.pop();
        let group = Group { elements, layout: component.layout.clone(), ..Group::default() };
        Some(Element { common, kind: Kind::Group(group) })
    }

    /// Whether one more component may stand in those that are being written out.
    fn has_depth(&mut self, path: &str, component: &str) -> bool {
        let fits = self.chain.len() < MAX_DEPTH;
        if !fits {
            let chain = self.chain.iter().cloned().chain([component.to_owned()]).collect();
            self.leave_out(path.to_owned(), TooMuch::Deep(chain));
        }
        fits
    }

    /// Makes room for so many elements of the scene; `false` when there is none. What then follows is left out as well,
    /// since each element that is tried costs time.
    fn take(&mut self, count: usize, path: &str) -> bool {
        let Some(room) = self.room else { return false };
        self.room = room.checked_sub(count);
        if self.room.is_none() {
            let why = TooMuch::Elements(MAX_ELEMENTS - room + count);
            self.left_out.push(LeftOut { path: path.to_owned(), why });
        }
        self.room.is_some()
    }

    /// Says that something is left out, once for each place in the file.
    fn leave_out(&mut self, path: String, why: TooMuch) {
        let place = origin_of(&self.origins, &path).into_owned();
        if self.left_out.len() < MAX_ISSUES && self.left_out_at.insert(place) {
            self.left_out.push(LeftOut { path, why });
        }
    }

    fn report(&mut self, issues: impl IntoIterator<Item = Issue>) {
        let room = MAX_ISSUES.saturating_sub(self.issues.len());
        self.issues.extend(issues.into_iter().take(room));
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
}

/// How many elements a template becomes. An instance in it counts when it is written out itself.
fn count(template: &Value) -> usize {
    let inner = template.get("elements").and_then(Value::as_array);
    let own = template.get("type").and_then(Value::as_str) != Some("use");
    usize::from(own) + inner.map_or(0, |elements| elements.iter().map(count).sum())
}
