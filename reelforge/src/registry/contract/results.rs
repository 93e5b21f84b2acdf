//! Whether results still have what callers read in them.

use serde_json::Value;

use super::super::types::accepted_types;
use super::union::{Found, Pair, each_fits, gone, one_or_more, properties, required, words};

/// Compares the schema that a result had with the one that it has.
pub(super) fn compare(old: &Value, new: &Value) -> Found {
    Check(Pair::new(old, new)).schema("result", old, new, 0)
}

struct Check<'a>(Pair<'a>);

impl<'a> Check<'a> {
    fn schema(&mut self, at: &str, old: &'a Value, new: &'a Value, depth: usize) -> Found {
        let pair = match self.0.enter(at, old, new, depth) {
            Ok(pair) => pair,
            Err(found) => return found,
        };
        // Whatever comes now must be something that could come before.
        let (wanted, offered) = (one_or_more(new, self.0.new), one_or_more(old, self.0.old));
        let found = each_fits(&wanted, &offered, |new, old| self.one(at, old, new, depth));
        self.0.leave(pair);
        found
    }

    /// Compares two schemas that are no unions.
    fn one(&mut self, at: &str, old: &'a Value, new: &'a Value, depth: usize) -> Found {
        let (old_types, new_types) = (accepted_types(old, self.0.old), accepted_types(new, self.0.new));
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
