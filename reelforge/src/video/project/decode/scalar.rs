//! Single values: which of the types at a place a written scalar is, and whether it is within the limits.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::scope::Filled;
use super::walk::{Place, Walker};
use super::{guess, names, words};
use crate::video::check::Issue;
use crate::video::project::edit::Op;
use crate::video::project::schema;
use crate::video::project::source::{Core, Node, Scalar};

/// Every pattern of the schema, compiled once.
static PATTERNS: LazyLock<HashMap<&'static str, Regex>> = LazyLock::new(|| {
    let mut patterns = HashMap::new();
    let mut rest = vec![schema::project_schema()];
    while let Some(value) = rest.pop() {
        match value {
            Value::Object(map) => {
                if let Some(pattern) = map.get("pattern").and_then(Value::as_str)
                    && let Ok(regex) = Regex::new(pattern)
                {
                    patterns.insert(pattern, regex);
                }
                rest.extend(map.values());
            }
            Value::Array(items) => rest.extend(items),
            _ => {}
        }
    }
    patterns
});

/// Whether a text matches a pattern of the schema.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    PATTERNS.get(pattern).is_some_and(|regex| regex.is_match(text))
}

fn takes(place: &Value, wanted: &str) -> bool {
    match place.get("type") {
        Some(Value::String(name)) => name == wanted,
        Some(Value::Array(names)) => names.iter().any(|name| name == wanted),
        _ => false,
    }
}

/// Text that may be anything.
fn is_free(place: &Value) -> bool {
    takes(place, "string") && !["pattern", "enum", "const"].iter().any(|limit| place.get(limit).is_some())
}

/// Any single value: what it is shows only where it is used.
fn is_open(place: &Value) -> bool {
    ["string", "number", "boolean"].iter().all(|wanted| takes(place, wanted))
}

impl Walker<'_> {
    pub(super) fn scalar(&mut self, place: Place, node: &Node, scalar: &Scalar) -> Option<Value> {
        match self.scope.fill(&scalar.text) {
            Filled::Text(text) => {
                let filled = Scalar { text, style: scalar.style };
                self.plain_scalar(place, node, &filled)
            }
            Filled::Value(value) => {
                let value = Node { span: node.span, ..Node::from_written(&value) };
                if let Some(scalar) = value.as_scalar() {
                    return self.plain_scalar(place, &value, scalar);
                }
                let message = format!("expected {}, got {}", words::expected(place), value.kind());
                self.report("V-2", node.span, message);
                None
            }
            Filled::Later(text) if self.scope.keeps_names() || is_free(place) => text.map(Value::from),
            Filled::Later(_) => None,
            Filled::Unknown(_) if place.get("x-verbatim").is_some() => Some(scalar.text.clone().into()),
            Filled::Unknown(name) => {
                self.unknown_name(node, &scalar.text, &name);
                is_free(place).then(|| scalar.text.clone().into())
            }
        }
    }

    fn unknown_name(&mut self, node: &Node, text: &str, name: &str) {
        let usable = self.scope.usable();
        let near = names::nearest(name, &usable);
        let mut issue =
            Issue::new("V-5", self.path.clone(), format!("nothing is named `{name}` here")).at(node.span);
        issue = match near {
            Some(near) => {
                let value = text.replacen(name, near, 1).into();
                issue
                    .hint(format!("did you mean `{{{{{near}}}}}`?"))
                    .fix(vec![Op::Set { path: self.path.clone(), value }])
            }
            None if usable.is_empty() => issue.hint("define it in `vars`, or write the text without braces"),
            None => issue.hint(format!("defined here: {}", words::list(usable, "and"))),
        };
        self.push(issue);
    }

    fn plain_scalar(&mut self, place: Place, node: &Node, scalar: &Scalar) -> Option<Value> {
        let core = scalar.core();
        if node.is_empty() {
            self.wrong(place, node, scalar);
            return None;
        }
        if is_open(place) {
            return Some(scalar.to_written());
        }
        if let Core::Bool(value) = core
            && takes(place, "boolean")
        {
            return Some(value.into());
        }
        if let Some(number) = core.number()
            && (takes(place, "number") || takes(place, "integer"))
        {
            return self.number(place, node, scalar, number);
        }
        if takes(place, "string") {
            return self.text(place, node, scalar);
        }
        self.wrong(place, node, scalar);
        None
    }

    fn number(&mut self, place: Place, node: &Node, scalar: &Scalar, number: f64) -> Option<Value> {
        let limit = |name| place.get(name).and_then(Value::as_f64);
        let below = limit("minimum").filter(|min| number < *min);
        let above = limit("maximum").filter(|max| number > *max);
        if let Some(limit) = below.or(above) {
            let message = format!("expected {}, got {}", words::expected(place), scalar.text);
            let value = guess::nearest_number(place, number);
            let hint = format!("write {value}");
            let fix = Op::Set { path: self.path.clone(), value };
            let issue = Issue::new("V-2", self.path.clone(), message).hint(hint).at(node.span).fix(vec![fix]);
            self.push(issue.measured(number, limit));
            return None;
        }
        let whole = !takes(place, "integer") || number.fract() == 0.0;
        let multiple = limit("multipleOf").is_none_or(|step| number % step == 0.0);
        let listed = place
            .get("enum")
            .and_then(Value::as_array)
            .is_none_or(|values| values.iter().any(|value| value.as_f64() == Some(number)));
        if !(whole && multiple && listed) {
            self.wrong(place, node, scalar);
            return None;
        }
        // 30.0 is a whole number too.
        Some(if takes(place, "integer") {
            guess::nearest_number(place, number)
        } else {
            scalar.core().into()
        })
    }

    fn text(&mut self, place: Place, node: &Node, scalar: &Scalar) -> Option<Value> {
        let text = scalar.text.as_str();
        let listed = place
            .get("enum")
            .and_then(Value::as_array)
            .is_none_or(|words| words.iter().any(|word| word == text));
        let constant = place.get("const").is_none_or(|word| word == text);
        let pattern =
            place.get("pattern").and_then(Value::as_str).is_none_or(|pattern| matches(pattern, text));
        if !(listed && constant && pattern) {
            self.wrong(place, node, scalar);
            return None;
        }
        let length = text.chars().count();
        let limit = |name| place.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        let below = limit("minLength").filter(|min| length < *min);
        let above = limit("maxLength").filter(|max| length > *max);
        if let Some(limit) = below.or(above) {
            let message = format!("expected {}, got {length}", words::expected(place));
            self.report_limit("V-2", node.span, message, length, limit);
            return None;
        }
        Some(text.into())
    }

    /// A value that no type of the place takes.
    fn wrong(&mut self, place: Place, node: &Node, scalar: &Scalar) {
        let mut message = format!("expected {}, got {}", words::expected(place), words::got(node));
        let (fix, remark) = guess::from_scalar(place, scalar);
        if let Some(remark) = remark {
            message = format!("{message}: {remark}");
        }
        let hint = fix.as_ref().map(|value| format!("write {}", words::written(value))).unwrap_or_default();
        self.report_fix("V-2", node.span, message, hint, fix);
    }
}
