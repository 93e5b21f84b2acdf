//! The values that an instance gives to its component's props.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::video::project::model::{Color, Component, ElementTemplate, PropType};
use crate::video::project::schema;
use crate::video::project::source::value_of;

/// The values of a component's props in one instance: given, else the default.
#[derive(Debug, Clone, PartialEq)]
pub struct PropValues {
    /// By name; nothing for those that are neither given nor have a default.
    values: BTreeMap<String, Option<Value>>,
}

/// Whether a prop of this type can have this value.
pub fn accepts(kind: PropType, value: &Value) -> bool {
    let value = value_of(value);
    match kind {
        PropType::Text => value.is_string() || value.is_number() || value.is_boolean(),
        PropType::Number => value.is_number(),
        PropType::Color => value.as_str().is_some_and(|text| text.parse::<Color>().is_ok()),
        PropType::Image => value.is_string(),
        PropType::Bool => value.is_boolean(),
        PropType::List => value.is_array(),
    }
}

impl PropValues {
    /// The values of an instance. One of a wrong type counts as absent: the check of props reports it.
    pub fn of(component: &Component, given: &BTreeMap<String, Value>) -> Self {
        let value = |name: &str, prop: &crate::video::project::model::Prop| {
            let given = given.get(name).filter(|value| accepts(prop.kind, value));
            given.or(prop.default.as_ref()).filter(|value| value.as_str() != Some("")).cloned()
        };
        let values = component.props.iter().map(|(name, prop)| (name.clone(), value(name, prop))).collect();
        Self { values }
    }

    /// The value that replaces a name; an absent one is replaced by nothing.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.values.get(name).map(|value| value.clone().unwrap_or_else(|| "".into()))
    }

    /// A component's elements without what absent props would fill: a key whose whole value is such a prop goes, as if
    /// it had not been written, and an element that needs the key goes with it.
    pub fn without_absent(&self, templates: &[ElementTemplate]) -> Vec<ElementTemplate> {
        let mut kept = templates.to_vec();
        kept.retain_mut(|template| self.keep(&mut template.0));
        kept
    }

    /// Takes absent props out of a value; `false` says that nothing is left of it.
    fn keep(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => !self.is_absent(text),
            Value::Array(items) => {
                let had_any = !items.is_empty();
                items.retain_mut(|item| self.keep(item));
                !had_any || !items.is_empty()
            }
            Value::Object(map) => {
                let gone: Vec<String> = map
                    .iter_mut()
                    .filter_map(|(key, value)| (!self.keep(value)).then(|| key.clone()))
                    .collect();
                map.retain(|key, _| !gone.contains(key));
                let kind = map.get("type").and_then(Value::as_str);
                let required = kind.map(schema::required_of).unwrap_or_default();
                !gone.iter().any(|key| required.contains(&key.as_str()))
            }
            _ => true,
        }
    }

    /// Whether a text is one `{{name}}` of an absent prop.
    fn is_absent(&self, text: &str) -> bool {
        let inside = text.trim().strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
        inside.is_some_and(|name| self.values.get(name.trim()).is_some_and(Option::is_none))
    }
}
