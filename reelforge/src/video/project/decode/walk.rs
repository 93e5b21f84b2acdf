//! Walks a tree along the schema.
//!
//! Every value is checked against the schema at its place. What passes is written out as JSON in the one form that
//! the Rust types read; what does not is reported and left out, so that the rest can still be used.

use serde_json::{Map, Value};

use super::scope::{Filled, Scope};
use super::words;
use crate::video::check::Issue;
use crate::video::project::edit::Op;
use crate::video::project::model::element;
use crate::video::project::schema;
use crate::video::project::source::{Node, Span, Value as Tree};

/// Issues reported of one project; after that the reader has enough to do.
const MAX_ISSUES: usize = 200;

/// The schema of the place that is checked; part of the one static schema.
pub(super) type Place = &'static Value;

pub(super) struct Walker<'a> {
    pub(super) issues: Vec<Issue>,
    pub(super) scope: Scope<'a>,
    /// Address of the value that is checked.
    pub(super) path: String,
    /// It is the root of all; an empty address may also be that of an empty key.
    is_root: bool,
}

impl<'a> Walker<'a> {
    pub(super) fn new(scope: Scope<'a>, path: &str) -> Self {
        Self { issues: Vec::new(), scope, path: path.to_owned(), is_root: path.is_empty() }
    }

    /// Checks a value; `None` says that it cannot be used.
    pub(super) fn check(&mut self, place: Place, node: &Node) -> Option<Value> {
        if place.get("x-template").is_some() {
            return self.template(place, node);
        }
        let definition = schema::reference(place);
        let place = match definition {
            Some(name) => schema::definition_of(name)?,
            None => place,
        };
        let value = if let Some(key) = place.get("x-shorthand").and_then(Value::as_str)
            && !matches!(node.value, Tree::Map(_))
        {
            let value = self.alternative(place.get("anyOf")?.as_array()?, node, place)?;
            Value::Object(Map::from_iter([(key.to_owned(), value)]))
        } else if let Some(types) = place.get("oneOf").and_then(Value::as_array) {
            return self.element(types, node);
        } else if place.get("type").is_some() {
            self.typed(place, node, definition)?
        } else {
            self.alternative(place.get("anyOf")?.as_array()?, node, place)?
        };
        Some(value)
    }

    fn typed(&mut self, place: Place, node: &Node, definition: Option<&str>) -> Option<Value> {
        match (&node.value, place.get("type").and_then(Value::as_str)) {
            (Tree::Map(entries), Some("object")) => self.map(place, node, entries, definition),
            (Tree::Seq(items), Some("array")) => self.list(place, node, items),
            (Tree::Scalar(scalar), _) if !matches!(place["type"].as_str(), Some("object" | "array")) => {
                self.scalar(place, node, scalar)
            }
            // `{{items}}` where a list stands: the whole list is filled in.
            (Tree::Scalar(scalar), Some("array")) => match self.scope.fill_whole(&scalar.text) {
                Some(Filled::Value(value @ Value::Array(_))) => {
                    let list = Node { span: node.span, ..Node::from_written(&value) };
                    self.list(place, &list, list.items())
                }
                Some(Filled::Later(text)) => text.map(Value::from),
                _ => {
                    self.mismatch(place, node);
                    None
                }
            },
            _ => {
                self.mismatch(place, node);
                None
            }
        }
    }

    /// Checks against the one alternative that a value of this form can be meant as.
    fn alternative(&mut self, alternatives: &'static [Value], node: &Node, whole: Place) -> Option<Value> {
        let wanted = match &node.value {
            Tree::Scalar(_) => "scalar",
            Tree::Seq(_) => "array",
            Tree::Map(_) => "object",
        };
        let fitting: Vec<Place> = alternatives.iter().filter(|place| words::form(place) == wanted).collect();
        match fitting[..] {
            [] => {
                self.mismatch(whole, node);
                None
            }
            [only] => self.check(only, node),
            [first, ..] => {
                let known = |place: &Place| {
                    let place = words::resolve(place);
                    let keys = |name: &str| {
                        node.entries().iter().filter(|e| words::has_key(place, name, &e.key)).count()
                    };
                    // The keys that it must have tell what a map is meant as; else those that it knows.
                    (keys("required"), keys("properties"))
                };
                // The first of the best, so that the order of the model decides.
                let best = fitting.iter().rev().max_by_key(|place| known(place)).unwrap_or(&first);
                if known(best).0 == 0 {
                    let keys = fitting.iter().flat_map(|place| words::required(words::resolve(place)));
                    let message = format!("expected a map with one of {}", words::list(keys, "or"));
                    self.report("V-2", node.span, message);
                    return None;
                }
                self.check(best, node)
            }
        }
    }

    fn list(&mut self, place: Place, node: &Node, items: &[Node]) -> Option<Value> {
        let limit = |name| place.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        let (min, max) = (limit("minItems").unwrap_or(0), limit("maxItems").unwrap_or(usize::MAX));
        let length_fits = (min..=max).contains(&items.len());
        if !length_fits {
            let message = format!("expected {}, got {}", words::expected(place), items.len());
            self.report_limit(
                "V-2",
                node.span,
                message,
                items.len(),
                if items.len() < min { min } else { max },
            );
        }
        let schema = place.get("items")?;
        let values: Vec<Option<Value>> = items
            .iter()
            .take(max)
            .enumerate()
            .map(|(index, item)| self.at(&item.segment(index), |walker| walker.check(schema, item)))
            .collect();
        let fixed = min == max;
        if fixed && (!length_fits || values.contains(&None)) || items.len() < min {
            return None;
        }
        Some(Value::Array(values.into_iter().flatten().collect()))
    }

    fn element(&mut self, types: &'static [Value], node: &Node) -> Option<Value> {
        let Tree::Map(entries) = &node.value else {
            self.report(
                "V-2",
                node.span,
                format!("expected an element: a map with `type`, got {}", node.kind()),
            );
            return None;
        };
        let Some(entry) = node.entry("type") else {
            let message = "`type` is missing: it says what the element is";
            let hint = format!("one of {}", words::list(element::ELEMENT_TYPES, "or"));
            self.report_hint("V-2", node.span, message.to_owned(), hint);
            return None;
        };
        let name = entry.value.as_text().unwrap_or_default();
        if !element::ELEMENT_TYPES.contains(&name) {
            let got = words::got(&entry.value);
            let near = super::names::element_type(name);
            self.at("type", |walker| {
                let message = format!("there is no element type {got}");
                let hint = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("one of {}", words::list(element::ELEMENT_TYPES, "or")),
                };
                walker.report_fix("V-2", entry.value.span, message, hint, near.map(Value::from));
            });
            return None;
        }
        let definition = element::definition_name(name);
        let place = types.iter().find(|place| schema::reference(place) == Some(&definition))?;
        let place = schema::definition_of(schema::reference(place)?)?;
        if name == "use" && node.get("for_each").is_some() && !self.scope.keeps_names() {
            return self.repeated(place, node, entries);
        }
        self.map(place, node, entries, Some(&definition))
    }

    /// An instance for each row: its element without what the rows fill in, and its template.
    fn repeated(
        &mut self,
        place: Place,
        node: &Node,
        entries: &[crate::video::project::source::Entry],
    ) -> Option<Value> {
        let template = self.keeping_names(true, |walker| walker.map(place, node, entries, None));
        let issues = std::mem::take(&mut self.issues);
        let rows_before = self.scope.set_rows(true);
        let element = self.map(place, node, entries, Some("UseElement"));
        self.scope.set_rows(rows_before);
        self.issues = issues;
        let mut element = element?;
        element.as_object_mut()?.insert("template".to_owned(), template?);
        Some(element)
    }

    fn template(&mut self, place: Place, node: &Node) -> Option<Value> {
        let element = schema::definition_of(schema::reference(place)?)?;
        self.keeping_names(false, |walker| walker.check(element, node))
    }

    fn keeping_names<T>(&mut self, rows: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let rows_before = self.scope.set_rows(rows || self.scope.has_rows());
        let kept_before = self.scope.set_kept(true);
        let result = work(self);
        self.scope.set_kept(kept_before);
        self.scope.set_rows(rows_before);
        result
    }

    /// Does something one segment further down.
    pub(super) fn at<T>(&mut self, segment: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        let was_root = std::mem::replace(&mut self.is_root, false);
        if !was_root {
            self.path.push('.');
        }
        self.path.push_str(segment);
        let result = work(self);
        self.path.truncate(length);
        self.is_root = was_root;
        result
    }

    fn mismatch(&mut self, place: Place, node: &Node) {
        let message = format!("expected {}, got {}", words::expected(place), words::got(node));
        let fix = super::guess::from_form(words::resolve(place), node);
        let hint = fix.as_ref().map(|value| format!("write {}", words::written(value))).unwrap_or_default();
        self.report_fix("V-2", node.span, message, hint, fix);
    }

    pub(super) fn report(&mut self, rule: &str, span: Span, message: String) {
        self.push(Issue::new(rule, self.path.clone(), message).at(span));
    }

    pub(super) fn report_hint(&mut self, rule: &str, span: Span, message: String, hint: String) {
        self.push(Issue::new(rule, self.path.clone(), message).hint(hint).at(span));
    }

    /// An issue that another value would solve.
    pub(super) fn report_fix(
        &mut self,
        rule: &str,
        span: Span,
        message: String,
        hint: String,
        value: Option<Value>,
    ) {
        let fix = value.map(|value| Op::Set { path: self.path.clone(), value });
        self.push(
            Issue::new(rule, self.path.clone(), message).hint(hint).at(span).fix(fix.into_iter().collect()),
        );
    }

    pub(super) fn report_limit(
        &mut self,
        rule: &str,
        span: Span,
        message: String,
        measured: impl Into<Value>,
        limit: impl Into<Value>,
    ) {
        self.push(Issue::new(rule, self.path.clone(), message).at(span).measured(measured, limit));
    }

    /// Whether this is the whole project.
    pub(super) fn is_root(&self) -> bool {
        self.is_root
    }

    /// Whether so much is wrong already that more is not reported.
    pub(super) fn is_full(&self) -> bool {
        self.issues.len() > MAX_ISSUES
    }

    pub(super) fn push(&mut self, issue: Issue) {
        match self.issues.len() {
            MAX_ISSUES => {
                let more = Issue { fix: Vec::new(), ..issue };
                let message = format!("more problems follow; these {MAX_ISSUES} come first");
                self.issues.push(Issue { message, hint: String::new(), ..more });
            }
            count if count < MAX_ISSUES => self.issues.push(issue.located()),
            _ => {}
        }
    }
}
