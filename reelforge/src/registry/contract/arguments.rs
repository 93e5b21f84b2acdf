//! Whether arguments that were right are still accepted.

use std::cmp::Ordering;

use serde_json::Value;

use super::super::types::accepted_types;
use super::union::{Found, Pair, each_fits, gone, one_or_more, properties, required, values, words};

/// Compares the schema that arguments had with the one that they have.
pub(super) fn compare(old: &Value, new: &Value) -> Found {
    Check(Pair::new(old, new)).schema("arguments", old, new, 0)
}

struct Check<'a>(Pair<'a>);

impl<'a> Check<'a> {
    fn schema(&mut self, at: &str, old: &'a Value, new: &'a Value, depth: usize) -> Found {
        let pair = match self.0.enter(at, old, new, depth) {
            Ok(pair) => pair,
            Err(found) => return found,
        };
        let (wanted, offered) = (one_or_more(old, self.0.old), one_or_more(new, self.0.new));
        let found = each_fits(&wanted, &offered, |old, new| self.one(at, old, new, depth));
        self.0.leave(pair);
        found
    }

    /// Compares two schemas that are no unions.
    fn one(&mut self, at: &str, old: &'a Value, new: &'a Value, depth: usize) -> Found {
        let mut found = Found::new();
        let (old_types, new_types) = (accepted_types(old, self.0.old), accepted_types(new, self.0.new));
        let lost: Vec<&str> = old_types.difference(&new_types).copied().collect();
        if !lost.is_empty() {
            let what = if old_types.is_disjoint(&new_types) {
                format!("the type changed from {} to {}", words(old_types), words(new_types))
            } else {
                format!("{} is not accepted any more", words(lost))
            };
            return vec![(at.to_owned(), what)];
        }
        found.extend(narrowed(old, new).into_iter().map(|what| (at.to_owned(), what)));
        if old_types.contains("array") {
            found.extend(self.items(at, old, new, depth));
        }
        if old_types.contains("object") {
            found.extend(self.object(at, old, new, depth));
        }
        found
    }

    fn items(&mut self, at: &str, old: &'a Value, new: &'a Value, depth: usize) -> Found {
        static ANY: Value = Value::Bool(true);
        let Some(now) = new.get("items") else { return Found::new() };
        self.schema(&format!("{at}[]"), old.get("items").unwrap_or(&ANY), now, depth + 1)
    }

    fn object(&mut self, at: &str, old: &'a Value, new: &'a Value, depth: usize) -> Found {
        let mut found = Found::new();
        let (had, has) = (properties(old), properties(new));
        for (name, schema) in had {
            let at = format!("{at}.{name}");
            match has.get(name) {
                None => found.push((at, gone(name, had, has))),
                Some(now) => found.extend(self.schema(&at, schema, now, depth + 1)),
            }
        }
        for name in required(new).difference(&required(old)) {
            let what = if had.contains_key(*name) { "became required" } else { "is new and required" };
            found.push((format!("{at}.{name}"), what.to_owned()));
        }
        found.extend(self.other_members(at, old, new, depth));
        found
    }

    /// Compares what is accepted under names that the schema does not list.
    fn other_members(&mut self, at: &str, old: &'a Value, new: &'a Value, depth: usize) -> Found {
        static ANY: Value = Value::Bool(true);
        let others = |schema: &'a Value| schema.get("additionalProperties").unwrap_or(&ANY);
        match (others(old), others(new)) {
            (Value::Bool(false), _) | (_, Value::Bool(true)) => Found::new(),
            (_, Value::Bool(false)) => {
                vec![(at.to_owned(), "other names are not accepted any more".to_owned())]
            }
            (old, new) => self.schema(&format!("{at}.*"), old, new, depth + 1),
        }
    }
}

/// What one level of a schema refuses now and did not before.
fn narrowed(old: &Value, new: &Value) -> Vec<String> {
    let mut found = Vec::new();
    match (values(old), values(new)) {
        (Some(old), Some(new)) => {
            let lost: Vec<&Value> = old.into_iter().filter(|value| !new.contains(value)).collect();
            if !lost.is_empty() {
                found.push(format!("{} is not accepted any more", words(lost)));
            }
        }
        (None, Some(new)) => found.push(format!("only {} is accepted now", words(new))),
        (_, None) => {}
    }
    // What was limited to a list of values is compared above; its values are within any bound that they met.
    if values(old).is_none() {
        found.extend(bounds(old, new));
    }
    for keyword in ["pattern", "format"] {
        match (old.get(keyword), new.get(keyword)) {
            (None, Some(new)) => found.push(format!("`{keyword}` is new: {new}")),
            (Some(old), Some(new)) if old != new => {
                found.push(format!("`{keyword}` changed from {old} to {new}"));
            }
            _ => {}
        }
    }
    for keyword in INCOMPARABLE {
        if let Some(new) = new.get(keyword).filter(|new| old.get(keyword) != Some(*new)) {
            found.push(format!("`{keyword}` is new or changed, which may refuse what was accepted: {new}"));
        }
    }
    found
}

/// Keywords that we do not look into.
const INCOMPARABLE: [&str; 12] = [
    "allOf",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "not",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedProperties",
];

fn bounds(old: &Value, new: &Value) -> Vec<String> {
    use Ordering::{Greater, Less};
    const BOUNDS: [(&str, Ordering); 10] = [
        ("minimum", Greater),
        ("exclusiveMinimum", Greater),
        ("maximum", Less),
        ("exclusiveMaximum", Less),
        ("minLength", Greater),
        ("maxLength", Less),
        ("minItems", Greater),
        ("maxItems", Less),
        ("minProperties", Greater),
        ("maxProperties", Less),
    ];
    let number = |schema: &Value, keyword: &str| schema[keyword].as_f64();
    let mut found = Vec::new();
    for (keyword, tighter) in BOUNDS {
        match (number(old, keyword), number(new, keyword)) {
            (None, Some(_)) if implied(old, keyword, new) => {}
            (None, Some(bound)) => found.push(format!("`{keyword}` is new: {bound}")),
            (Some(was), Some(is)) if is.partial_cmp(&was) == Some(tighter) => {
                found.push(format!("`{keyword}` changed from {was} to {is}"));
            }
            _ => {}
        }
    }
    match (number(old, "multipleOf"), number(new, "multipleOf")) {
        (None, Some(step)) => found.push(format!("`multipleOf` is new: {step}")),
        // A step that divides the old one accepts all that the old one did.
        (Some(was), Some(is)) if was % is != 0.0 => {
            found.push(format!("`multipleOf` changed from {was} to {is}"));
        }
        _ => {}
    }
    if new["uniqueItems"] == true && old["uniqueItems"] != true {
        found.push("`uniqueItems` is new".to_owned());
    }
    found
}

/// Whether a bound that was not there says nothing that another did not: 0 for a length, an exclusive bound that
/// replaces an inclusive one, or the other way about.
fn implied(old: &Value, keyword: &str, new: &Value) -> bool {
    let bound = new[keyword].as_f64().unwrap_or_default();
    let was = |other: &str| old[other].as_f64();
    match keyword {
        "minLength" | "minItems" | "minProperties" => bound <= 0.0,
        "minimum" => was("exclusiveMinimum").is_some_and(|was| bound <= was),
        "maximum" => was("exclusiveMaximum").is_some_and(|was| bound >= was),
        "exclusiveMinimum" => was("minimum").is_some_and(|was| bound < was),
        "exclusiveMaximum" => was("maximum").is_some_and(|was| bound > was),
        _ => false,
    }
}
