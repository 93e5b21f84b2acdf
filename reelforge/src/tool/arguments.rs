//! The arguments of one call, after they were checked against the tool's schema.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::ToolError;

/// The arguments of one call: a JSON object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments(Map<String, Value>);

impl Arguments {
    /// Takes the argument `name` as a `T`. An absent one reads as `null`, which is what makes an `Option`
    /// optional.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, ToolError> {
        let value = self.remove(name).unwrap_or(Value::Null);
        T::deserialize(value).map_err(|error| ToolError::invalid_argument(name, &error))
    }

    /// Takes the argument `name` as a `T`, or `default` when it is absent.
    pub fn take_or<T: DeserializeOwned>(
        &mut self,
        name: &str,
        default: impl FnOnce() -> T,
    ) -> Result<T, ToolError> {
        match self.remove(name) {
            None => Ok(default()),
            Some(value) => T::deserialize(value).map_err(|error| ToolError::invalid_argument(name, &error)),
        }
    }

    /// Takes a value out. Each is taken once, and most calls have a handful: looking at them in turn costs less than
    /// hashing the name.
    fn remove(&mut self, name: &str) -> Option<Value> {
        self.0.iter_mut().find(|(other, _)| *other == name).map(|(_, value)| value.take())
    }

    /// Takes the whole object as one `T`.
    pub fn whole<T: DeserializeOwned>(self) -> Result<T, ToolError> {
        T::deserialize(Value::Object(self.0)).map_err(|error| ToolError::invalid_arguments(error.to_string()))
    }
}

impl From<Arguments> for Map<String, Value> {
    fn from(arguments: Arguments) -> Self {
        arguments.0
    }
}

impl From<Map<String, Value>> for Arguments {
    fn from(map: Map<String, Value>) -> Self {
        Self(map)
    }
}
