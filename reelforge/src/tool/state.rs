//! Shared state that tools are given by reference.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;

use super::ToolError;

/// The values that `app!().state(value)` registered, by type.
#[derive(Default)]
pub struct State(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl State {
    /// Adds a value; a second one of the same type takes the first one's place.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Box::new(value));
    }

    /// The value of type `T`.
    pub fn get<T: Send + Sync + 'static>(&self) -> Result<&T, ToolError> {
        self.0.get(&TypeId::of::<T>()).and_then(|value| value.downcast_ref()).ok_or_else(|| {
            ToolError::new("internal", format!("no state of type `{}` is registered", type_name::<T>()))
                .hint("register it with `app!().state(value)`")
        })
    }

    pub(crate) fn contains(&self, id: TypeId) -> bool {
        self.0.contains_key(&id)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({} values)", self.0.len())
    }
}
