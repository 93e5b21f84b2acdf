//! One pass over a value: problems collected, values brought into form.

use serde_json::{Map, Value};

use super::coerce::{coercible, has_repeats, read_as, scalar_fits};
use super::describe::{MOST_NAMES, did_you_mean, ending, got, in_path, list, no_more_than, quoted};
use super::node::{Kind, Node, NodeId, Object, Rest, resolve};
use super::{Fault, MOST_PROBLEMS, Problem};

/// Values nested deeper are refused, as readers of JSON do; a value built in memory can be deeper.
const MOST_LEVELS: usize = 128;

/// How many values may be visited to try alternatives in one check. What needs more is built to be slow.
pub(super) const MOST_VISITS: u32 = 2_000_000;

/// Where a value stands. Borrowed from the walk, so that a good value costs no allocation.
pub(super) enum Path<'a> {
    Root,
    Name(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The one pass over the value.
    Whole,
    /// Whether a copy of the value can be brought into the form of an alternative.
    Attempt,
    /// Whether the value fits an alternative as it is: nothing is changed, and the first problem ends it.
    Probe,
}

pub(super) struct Walk<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) strict: bool,
    pub(super) mode: Mode,
    /// Whether a probe found a problem, or a trial went on for too long.
    pub(super) failed: bool,
    /// How many values were visited to try alternatives.
    pub(super) visits: u32,
    pub(super) level: usize,
    pub(super) problems: Vec<Problem>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(nodes: &'a [Node], strict: bool) -> Self {
        Self { nodes, strict, mode: Mode::Whole, failed: false, visits: 0, level: 0, problems: Vec::new() }
    }

    pub(super) fn probing(&self) -> bool {
        self.mode == Mode::Probe
    }

    fn done(&self) -> bool {
        self.failed || self.problems.len() >= MOST_PROBLEMS
    }

    /// Notes a problem. `say` gives what was expected, what came, and a hint.
    pub(super) fn problem(
        &mut self,
        at: &Path<'_>,
        fault: Fault,
        say: impl FnOnce() -> (String, String, Option<String>),
    ) {
        if self.probing() {
            self.failed = true;
        } else if self.problems.len() < MOST_PROBLEMS {
            let (expected, got, hint) = say();
            self.problems.push(Problem { path: ending(at.to_string()), fault, expected, got, hint });
        }
    }

    pub(super) fn wrong(&mut self, node: &Node, value: &Value, at: &Path<'_>, hint: Option<String>) {
        self.problem(at, Fault::Wrong, || (node.expected.clone(), got(value), hint));
    }

    pub(super) fn value(&mut self, id: NodeId, value: &mut Value, at: &Path<'_>) {
        if self.level > MOST_LEVELS {
            return self.problem(at, Fault::Wrong, || {
                (format!("at most {MOST_LEVELS} levels"), "a deeper value".to_owned(), None)
            });
        }
        if self.mode != Mode::Whole {
            self.visits += 1;
            self.failed |= self.visits >= MOST_VISITS;
            if self.failed {
                return;
            }
        }
        self.typed(id, value, at);
    }

    fn typed(&mut self, id: NodeId, value: &mut Value, at: &Path<'_>) {
        let nodes = self.nodes;
        let node = &nodes[id];
        let fits = match &node.kind {
            Kind::Any => true,
            Kind::Boolean => value.is_boolean(),
            Kind::Enum(values) => values.contains(value),
            kind => scalar_fits(kind, value),
        };
        if fits {
            return;
        }
        match (&node.kind, &mut *value) {
            (Kind::Same(next), _) => self.value(*next, value, at),
            (Kind::Either(either), _) => self.either(either, node, value, at),
            (Kind::Object(object), Value::Object(map)) => {
                self.level += 1;
                self.object(object, map, at);
                self.level -= 1;
            }
            (Kind::List { items, min, max, unique }, Value::Array(list)) => {
                let count = list.len() as u64;
                if count < *min || count > *max || (*unique && has_repeats(list)) {
                    self.wrong(node, value, at, None);
                } else {
                    self.level += 1;
                    for (index, item) in list.iter_mut().enumerate() {
                        self.value(*items, item, &Path::Item(at, index));
                        if self.done() {
                            break;
                        }
                    }
                    self.level -= 1;
                }
            }
            _ => self.misfit(id, value, at),
        }
    }

    /// A value that does not fit as it is: brought into form where that is safe, otherwise a problem.
    fn misfit(&mut self, id: NodeId, value: &mut Value, at: &Path<'_>) {
        let nodes = self.nodes;
        let node = &nodes[id];
        if self.probing() {
            self.failed = true;
            return;
        }
        let better = read_as(&node.kind, value);
        if let Some(better) = better {
            if !self.strict && coercible(&node.kind) {
                *value = better;
                // What was read is of the wanted type, so this does not come back here for the same reason.
                match &node.kind {
                    Kind::Object(_) | Kind::List { .. } => self.value(id, value, at),
                    _ => {}
                }
                return;
            }
            let hint = format!("send {} without the quotes", no_more_than(&better.to_string(), 40));
            let hint = value.is_string().then_some(hint);
            self.wrong(node, value, at, hint);
            return;
        }
        let hint = match (&node.kind, &*value) {
            (Kind::Enum(values), Value::String(text)) => {
                did_you_mean(text, values.iter().filter_map(Value::as_str))
            }
            _ => None,
        };
        self.wrong(node, value, at, hint);
    }

    pub(super) fn object(&mut self, object: &Object, map: &mut Map<String, Value>, at: &Path<'_>) {
        let (mut required, mut next, mut nulls) = (0, 0, false);
        for (name, value) in map.iter_mut() {
            if let Some(index) = object.find(name, next) {
                next = index + 1;
                let field = &object.fields[index];
                required += usize::from(field.required);
                if value.is_null() && !field.required && !matches!(resolve(self.nodes, field.node), Kind::Any)
                {
                    nulls = true;
                } else {
                    self.value(field.node, value, &Path::Name(at, name));
                }
            } else {
                self.other(object, name, value, at);
            }
            if self.done() {
                return;
            }
        }
        if required < object.required {
            for field in object.fields.iter().filter(|field| field.required && !map.contains_key(&field.name))
            {
                let expected = &self.nodes[field.node].expected;
                self.problem(&Path::Name(at, &field.name), Fault::Missing, || {
                    (expected.clone(), "nothing".to_owned(), None)
                });
            }
        }
        if nulls && !self.probing() {
            map.retain(|name, value| {
                let absent = |index: usize| !object.fields[index].required;
                !(value.is_null() && object.find(name, 0).is_some_and(absent))
            });
        }
    }

    /// A name that is none of the fields.
    fn other(&mut self, object: &Object, name: &str, value: &mut Value, at: &Path<'_>) {
        match object.rest {
            Rest::Anything => {}
            Rest::Nothing => self.problem(&Path::Name(at, name), Fault::Unknown, || {
                let names = || object.fields.iter().map(|field| field.name.as_str());
                let noun = if matches!(at, Path::Root) { "argument" } else { "field" };
                (list(names(), MOST_NAMES), format!("unknown {noun}"), did_you_mean(name, names()))
            }),
            Rest::Each(id) => {
                if let Some(pattern) = &object.names
                    && !pattern.is_match(name)
                {
                    self.problem(&Path::Name(at, name), Fault::Wrong, || {
                        (format!("a name that matches {}", pattern.as_str()), quoted(name), None)
                    });
                }
                self.value(id, value, &Path::Name(at, name));
            }
        }
    }
}

impl std::fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Name(parent, name) => {
                write!(f, "{parent}")?;
                in_path(f, matches!(parent, Path::Root), name)
            }
            Path::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}
