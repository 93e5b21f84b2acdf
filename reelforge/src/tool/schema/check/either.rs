//! Alternatives: which of them a value fits, and which of them its sender meant.

use serde_json::Value;

use super::Fault;
use super::describe::{MOST_NAMES, did_you_mean, got, list, quoted};
use super::node::{Either, Kind, Node, NodeId, resolve};
use super::walk::{MOST_VISITS, Mode, Path, Walk};

impl Walk<'_> {
    pub(super) fn either(&mut self, either: &Either, node: &Node, value: &mut Value, at: &Path<'_>) {
        if let (Some(tag), Value::Object(map)) = (&either.tag, &*value) {
            let said = map.get(&tag.name);
            let branch =
                tag.values.iter().find(|(value, _)| said.is_some_and(|said| *said == value.as_str()));
            if let Some((_, branch)) = branch {
                return self.value(*branch, value, at);
            }
            let values = || tag.values.iter().map(|(value, _)| value.as_str());
            let fault = if said.is_some() { Fault::Wrong } else { Fault::Missing };
            return self.problem(&Path::Name(at, &tag.name), fault, || {
                let quoted: Vec<String> = values().map(quoted).collect();
                let expected = list(quoted.iter().map(String::as_str), MOST_NAMES);
                let hint = said.and_then(Value::as_str).and_then(|text| did_you_mean(text, values()));
                (format!("one of {expected}"), said.map_or("nothing".to_owned(), got), hint)
            });
        }
        for branch in &either.branches {
            if self.fits(*branch, value, at) {
                if !self.probing() {
                    self.value(*branch, value, at);
                }
                return;
            }
        }
        if self.probing() {
            self.failed = true;
            return;
        }
        if self.visits >= MOST_VISITS {
            return self.problem(at, Fault::Wrong, || {
                ("fewer alternatives to try".to_owned(), "a value with too many of them".to_owned(), None)
            });
        }
        // An object or a list is never read as something else. So where one branch can be meant, nothing is tried.
        let meant = self.meant(either, value);
        if let Some(branch) = meant
            && (value.is_object() || value.is_array())
        {
            return self.value(branch, value, at);
        }
        if !self.strict {
            for branch in &either.branches {
                let mut copy = value.clone();
                let mut attempt = Walk { mode: Mode::Attempt, problems: Vec::new(), ..*self };
                attempt.value(*branch, &mut copy, at);
                self.visits = attempt.visits;
                if attempt.problems.is_empty() && !attempt.failed {
                    *value = copy;
                    return;
                }
            }
        }
        match meant {
            Some(branch) => self.value(branch, value, at),
            None => self.wrong(node, value, at, None),
        }
    }

    /// Whether a value fits a branch as it is.
    fn fits(&mut self, branch: NodeId, value: &mut Value, at: &Path<'_>) -> bool {
        let mut probe = Walk { mode: Mode::Probe, failed: false, problems: Vec::new(), ..*self };
        probe.value(branch, value, at);
        self.visits = probe.visits;
        !probe.failed
    }

    /// The one branch that the sender can have had in mind, to report what is wrong with it there.
    fn meant(&self, either: &Either, value: &Value) -> Option<NodeId> {
        let of_type: Vec<NodeId> =
            either.branches.iter().copied().filter(|id| takes(self.nodes, *id, value)).collect();
        if let [only] = of_type.as_slice() {
            return Some(*only);
        }
        let map = value.as_object()?;
        let mut named = of_type.into_iter().filter(|id| match resolve(self.nodes, *id) {
            Kind::Object(object) => {
                object.fields.iter().any(|field| field.required && map.contains_key(&field.name))
            }
            _ => false,
        });
        let first = named.next()?;
        named.next().is_none().then_some(first)
    }
}

/// Whether a node is of the same JSON type as a value.
fn takes(nodes: &[Node], id: NodeId, value: &Value) -> bool {
    match (resolve(nodes, id), value) {
        (Kind::Any, _)
        | (Kind::Boolean, Value::Bool(_))
        | (Kind::Integer { .. } | Kind::Number { .. }, Value::Number(_))
        | (Kind::Text { .. }, Value::String(_))
        | (Kind::List { .. }, Value::Array(_))
        | (Kind::Object(_), Value::Object(_)) => true,
        (Kind::Enum(values), value) => {
            values.first().is_some_and(|known| std::mem::discriminant(known) == std::mem::discriminant(value))
        }
        (Kind::Either(either), value) => either.branches.iter().any(|id| takes(nodes, *id, value)),
        _ => false,
    }
}
