//! Whether results still have what callers read in them.

use std::collections::HashSet;

use serde_json::Value;

use super::super::types::accepted_types;
use super::union::{DEPTH, Found, each_fits, gone, one_or_more, properties, references, required, words};

/// Compares the schema that a result had with the one that it has.
pub(super) struct Check<'a> {
    old: &'a Value,
    new: &'a Value,
    /// The pairs of references that are being compared.
    open: HashSet<(&'a str, &'a str)>,
}

impl<'a> Check<'a> {
    pub(super) fn new(old: &'a Value, new: &'a Value) -> Self {
        Self { old, new, open: HashSet::new() }
    }

    pub(super) fn run(mut self) -> Found {
        self.schema("result", self.old, self.new, 0)
    }

    fn schema(&mut self, at: &str, old: &'a Value, new: &'a Value, depth: usize) -> Found {
        let pair = references(old, new);
        // A reference within itself was begun above, and says no more.
        if pair.is_some_and(|pair| !self.open.insert(pair)) {
            return Found::new();
        }
        if depth > DEPTH {
            return vec![(at.to_owned(), "the schema is too deep to be compared".to_owned())];
        }
        // Whatever comes now must be something that could come before.
        let (wanted, offered) = (one_or_more(new, self.new), one_or_more(old, self.old));
        let found = each_fits(&wanted, &offered, |new, old| self.one(at, old, new, depth));
        pair.inspect(|pair| _ = self.open.remove(pair));
        found
    }

    /// Compares two schemas that are no unions.
    fn one(&mut self, at: &str, old: &'a Value, new: &'a Value, depth: usize) -> Found {
        let (old_types, new_types) = (accepted_types(old, self.old), accepted_types(new, self.new));
        if !new_types.is_subset(&old_types) {
            let what = format!("the type changed from {} to {}", words(old_types), words(new_types));
            return vec![(at.to_owned(), what)];
        }
        let mut found = Found::new();
        let (had, has) = (properties(old), properties(new));
        let (always, is_always) = (required(old), required(new));
        for (name, schema) in had {
            let at = format!("{at}.{name}");
            let Some(now) = has.get(name) else {
                found.push((at, gone(name, had, has)));
                continue;
            };
            if always.contains(name.as_str()) && !is_always.contains(name.as_str()) {
                found.push((at.clone(), "may be absent now".to_owned()));
            }
            found.extend(self.schema(&at, schema, now, depth + 1));
        }
        // Elements, and what stands under names that are not listed.
        for (keyword, place) in [("items", "[]"), ("additionalProperties", ".*")] {
            if let (Some(was @ Value::Object(_)), Some(is)) = (old.get(keyword), new.get(keyword)) {
                found.extend(self.schema(&format!("{at}{place}"), was, is, depth + 1));
            }
        }
        found
    }
}
