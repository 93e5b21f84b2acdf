//! Maps: known keys, required keys, keys that exclude each other.

use serde_json::{Map, Value};

use super::condition;
use super::names;
use super::walk::{Place, Walker};
use super::words;
use crate::video::check::Issue;
use crate::video::project::edit::Op;
use crate::video::project::source::{Entry, Node};

impl Walker<'_> {
    /// Checks a map; `definition` is the name of its schema, when it has one.
    pub(super) fn map(
        &mut self,
        place: Place,
        node: &Node,
        entries: &[Entry],
        definition: Option<&str>,
    ) -> Option<Value> {
        let properties = place.get("properties").and_then(Value::as_object);
        let open = place.get("additionalProperties").filter(|schema| schema.is_object());
        let mut out = Map::new();
        let mut meant = Vec::new();
        for entry in entries {
            let known = properties.and_then(|properties| properties.get(&entry.key));
            let value = match (known, open) {
                (Some(schema), _) if definition == Some("Component") && entry.key == "elements" => {
                    let props = node.get("props").map(Node::entries).unwrap_or_default();
                    self.scope.set_props(props.iter().map(|prop| prop.key.clone()).collect());
                    let value = self.at(&entry.key, |walker| walker.check(schema, &entry.value));
                    self.scope.set_props(Vec::new());
                    value
                }
                (Some(schema), _) => self.at(&entry.key, |walker| walker.check(schema, &entry.value)),
                (None, Some(schema)) => {
                    if !self.key_fits(place, entry) {
                        continue;
                    }
                    self.at(&entry.key, |walker| walker.check(schema, &entry.value))
                }
                (None, None) => {
                    let Some((near, schema)) = self.unknown_key(properties, node, entry) else { continue };
                    if let Some(value) = self.at(&entry.key, |walker| walker.check(schema, &entry.value)) {
                        out.insert(near.to_owned(), value);
                    }
                    meant.push(near);
                    continue;
                }
            };
            if let Some(value) = value {
                out.insert(entry.key.clone(), value);
            }
        }
        if let Some(max) = place.get("maxProperties").and_then(Value::as_u64)
            && u64::try_from(entries.len()).is_ok_and(|length| length > max)
        {
            let message = format!("expected at most {max} entries, got {}", entries.len());
            self.report_limit("V-2", node.span, message, entries.len(), max);
        }
        self.exclusions(place, node, &mut out);
        self.choices(place, node);
        let complete = self.required(place, node, &meant, &mut out, definition);
        self.place_marks(node, &mut out, definition);
        complete.then_some(Value::Object(out))
    }

    fn key_fits(&mut self, place: Place, entry: &Entry) -> bool {
        let Some(names) = place.get("propertyNames") else { return true };
        let fits = names
            .get("pattern")
            .and_then(Value::as_str)
            .is_none_or(|pattern| super::scalar::matches(pattern, &entry.key));
        if !fits {
            let message = format!("expected {} as a key, got `{}`", words::expected(names), entry.key);
            self.at(&entry.key, |walker| walker.report("V-2", entry.key_span, message));
        }
        fits
    }

    /// Reports an unknown key; yields the one that it was meant to be, with its schema.
    fn unknown_key(
        &mut self,
        properties: Option<&'static Map<String, Value>>,
        node: &Node,
        entry: &Entry,
    ) -> Option<(&'static str, Place)> {
        if self.is_full() {
            return None;
        }
        let known: Vec<&str> = properties.into_iter().flat_map(Map::keys).map(String::as_str).collect();
        let near = names::key(&entry.key, &known).filter(|near| node.get(near).is_none());
        let issue = self.at(&entry.key, |walker| {
            Issue::new("V-3", walker.path.clone(), format!("unknown key `{}`", entry.key)).at(entry.key_span)
        });
        let Some(near) = near else {
            let unused = known.iter().copied().filter(|key| node.get(key).is_none());
            self.push(issue.hint(format!("known here: {}", words::list(unused, "and"))));
            return None;
        };
        let fix = Op::Rename { path: issue.path.clone(), id: near.to_owned() };
        self.push(issue.hint(format!("did you mean `{near}`?")).fix(vec![fix]));
        let (name, schema) = properties?.get_key_value(near)?;
        Some((name, schema))
    }

    fn exclusions(&mut self, place: Place, node: &Node, out: &mut Map<String, Value>) {
        for rule in place.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let Some(excluded) = rule.get("not") else { continue };
            if !condition::holds(excluded, node) {
                continue;
            }
            let message = rule.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
            // The last of the keys is the one to give up.
            let entry = words::required(excluded).last().and_then(|key| node.entry(key));
            let Some(entry) = entry else { continue };
            let only_keys = excluded.as_object().is_some_and(|excluded| excluded.len() == 1);
            self.at(&entry.key, |walker| {
                let mut issue = Issue::new("V-2", walker.path.clone(), message).at(entry.key_span);
                if only_keys {
                    issue = issue
                        .hint(format!("remove `{}`", entry.key))
                        .fix(vec![Op::Unset { path: walker.path.clone() }]);
                }
                walker.push(issue);
            });
            if only_keys {
                out.remove(&entry.key);
            }
        }
    }

    /// Sets of keys of which one must be there.
    fn choices(&mut self, place: Place, node: &Node) {
        let Some(choices) = place.get("anyOf").and_then(Value::as_array) else { return };
        if choices.iter().any(|choice| condition::holds(choice, node)) {
            return;
        }
        let choices = choices.iter().map(|choice| {
            words::required(choice).map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" and ")
        });
        let message = format!("expected {}", choices.collect::<Vec<_>>().join(", or "));
        self.report("V-2", node.span, message);
    }

    /// Whether every required key is there and usable, or something can stand in for it.
    fn required(
        &mut self,
        place: Place,
        node: &Node,
        meant: &[&str],
        out: &mut Map<String, Value>,
        definition: Option<&str>,
    ) -> bool {
        let mut complete = true;
        for key in words::required(place) {
            if out.contains_key(key) {
                continue;
            }
            // A required key that is there has had its own issue.
            if node.get(key).is_none() && !meant.contains(&key) {
                let property = place.get("properties").and_then(|properties| properties.get(key));
                let expected = property.map(words::expected).unwrap_or_default();
                let message = format!("`{key}` is missing: expected {expected}");
                let meaning =
                    property.and_then(|property| property.get("description")).and_then(Value::as_str);
                self.report_hint(
                    "V-2",
                    node.span,
                    message,
                    format!("`{key}`: {}", meaning.unwrap_or_default()),
                );
            }
            match self.stand_in(definition, key) {
                Some(value) => {
                    out.insert(key.to_owned(), value);
                }
                None => complete = false,
            }
        }
        complete
    }

    /// What keeps the rest of a project usable when a part that everything hangs on is faulty.
    fn stand_in(&self, definition: Option<&str>, key: &str) -> Option<Value> {
        let is_project = self.is_root() && definition.is_none();
        match (definition, key) {
            (None, "reelforge") if is_project => Some(1.into()),
            (None, "meta" | "canvas") if is_project => Some(Map::new().into()),
            (None, "scenes") if is_project => Some(Vec::<Value>::new().into()),
            (Some("Meta"), "title") | (Some("Scene"), "id") => Some("".into()),
            _ => None,
        }
    }

    /// Tells scenes and elements their address and name.
    fn place_marks(&self, node: &Node, out: &mut Map<String, Value>, definition: Option<&str>) {
        let marked = definition.is_some_and(|name| name == "Scene" || name.ends_with("Element"));
        if !marked || self.scope.keeps_names() {
            return;
        }
        out.insert("path".to_owned(), self.path.clone().into());
        if out.get("id").and_then(Value::as_str).is_none_or(str::is_empty) {
            let last = self.path.rsplit('.').next().unwrap_or_default();
            out.insert("id".to_owned(), node.name.as_deref().unwrap_or(last).into());
        }
    }
}
