//! Reads JSON objects member by member into place.
//!
//! A message is small, and reading it is most of what an answer costs: moving its parts from one struct to the next, as
//! derived code does, costs as much as finding them.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

/// An object whose members are read one by one.
pub(super) trait Members<'de> {
    /// Takes the value of the member `name`.
    fn member<A: MapAccess<'de>>(&mut self, name: &str, object: &mut A) -> Result<(), A::Error>;
}

/// Where an object is read to. An explicit `null` leaves it as it is.
pub(super) struct Place<'p, T>(pub(super) &'p mut T);

/// Reads a whole text.
pub(super) fn read<'de, T: Members<'de>>(text: &'de str, place: &mut T) -> Result<(), serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    Place(place).deserialize(&mut reader)?;
    reader.end()
}

/// The slot of a member that comes for the first time.
pub(super) fn first<'s, T, E: Error>(
    name: &'static str,
    slot: &'s mut Option<T>,
) -> Result<&'s mut Option<T>, E> {
    if slot.is_some() { Err(E::duplicate_field(name)) } else { Ok(slot) }
}

/// Takes the value of a member that comes for the first time; `null` is as if it were absent.
pub(super) fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    name: &'static str,
    slot: &mut Option<T>,
    object: &mut A,
) -> Result<(), A::Error> {
    *first(name, slot)? = object.next_value()?;
    Ok(())
}

impl<'de, T: Members<'de>> DeserializeSeed<'de> for Place<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Members<'de>> Visitor<'de> for Place<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        #[derive(Deserialize)]
        struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

        while let Some(name) = object.next_key::<Name>()? {
            self.0.member(&name.0, &mut object)?;
        }
        Ok(())
    }
}
