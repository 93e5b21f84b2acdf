//! Reads JSON that people write, and knows where everything stands, so that a mistake can be shown in its place.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::near;

/// A mistake, and where in the text it stands: line and column from 1, the column in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) message: String,
}

/// One value of the text.
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    whole: &'t str,
    text: &'t str,
}

/// A member of an object.
pub(super) struct Member<'t> {
    pub(super) name: Cow<'t, str>,
    pub(super) key: Node<'t>,
    pub(super) value: Node<'t>,
}

/// The value that the whole text is.
pub(super) fn read(text: &str) -> Result<Node<'_>, Mistake> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| {
        let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
        let end = error.column().saturating_sub(1).min(line.len());
        let column = line[..line.floor_char_boundary(end)].chars().count() + 1;
        Mistake {
            line: error.line().max(1),
            column,
            message: format!("expected JSON: {}", without_place(&error)),
        }
    })?;
    Ok(Node { whole: text, text: raw.get() })
}

/// What the parser says, without the place, which it counts from where it began.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or_default().to_owned()
}

impl<'t> Node<'t> {
    /// A mistake that stands here.
    pub(super) fn mistake(&self, message: impl Into<String>) -> Mistake {
        let (line, column) = self.place();
        Mistake { line, column, message: message.into() }
    }

    /// A mistake that the parser found in this.
    fn unreadable(&self, error: &serde_json::Error) -> Mistake {
        self.mistake(without_place(error))
    }

    /// The line and the column.
    pub(super) fn place(&self) -> (usize, usize) {
        // `text` is a part of `whole`, so that the difference of their addresses is where it begins.
        let at = (self.text.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        let before = &self.whole[..self.whole.floor_char_boundary(at)];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    fn expected(&self, what: &str) -> Mistake {
        let found = match self.text.as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'"') => "a string",
            Some(b't' | b'f') => "a boolean",
            Some(b'n') => "null",
            _ => "a number",
        };
        self.mistake(format!("expected {what}, not {found}"))
    }

    /// The members of an object, at most `most`; no name may stand there twice.
    pub(super) fn object(&self, what: &str, most: usize) -> Result<Vec<Member<'t>>, Mistake> {
        if !self.text.starts_with('{') {
            return Err(self.expected(what));
        }
        let Members(pairs) = serde_json::from_str(self.text).map_err(|error| self.unreadable(&error))?;
        if pairs.len() > most {
            return Err(self.mistake(format!("expected at most {most} members, not {}", pairs.len())));
        }
        let mut members: Vec<Member<'t>> = Vec::with_capacity(pairs.len());
        for (key, value) in pairs {
            let key = Node { whole: self.whole, text: key.get() };
            let name = key.text_of()?;
            if members.iter().any(|other| other.name == name) {
                return Err(key.mistake(format!("`{name}` stands here twice")));
            }
            members.push(Member { name, key, value: Node { whole: self.whole, text: value.get() } });
        }
        Ok(members)
    }

    /// The items of a list, at most `most`.
    pub(super) fn list(&self, what: &str, most: usize) -> Result<Vec<Node<'t>>, Mistake> {
        if !self.text.starts_with('[') {
            return Err(self.expected(what));
        }
        let Items(items) = serde_json::from_str(self.text).map_err(|error| self.unreadable(&error))?;
        if items.len() > most {
            return Err(self.mistake(format!("expected at most {most} items, not {}", items.len())));
        }
        Ok(items.into_iter().map(|item| Node { whole: self.whole, text: item.get() }).collect())
    }

    /// A string.
    pub(super) fn string(&self, what: &str) -> Result<String, Mistake> {
        if !self.text.starts_with('"') {
            return Err(self.expected(what));
        }
        self.text_of().map(Cow::into_owned)
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self, what: &str) -> Result<bool, Mistake> {
        match self.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.expected(what)),
        }
    }

    /// Any value.
    pub(super) fn value(&self) -> Result<Value, Mistake> {
        serde_json::from_str(self.text).map_err(|error| self.unreadable(&error))
    }

    fn text_of(&self) -> Result<Cow<'t, str>, Mistake> {
        #[derive(Deserialize)]
        struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

        let text: Text<'t> = serde_json::from_str(self.text).map_err(|error| self.unreadable(&error))?;
        Ok(text.0)
    }
}

/// What to say of a name that is none of the `valid` ones.
pub(super) fn unknown(what: &str, name: &str, valid: &[&str]) -> String {
    let name = super::super::clip(name);
    match near(&name, valid.iter().copied()).first() {
        Some(nearest) => format!("unknown {what} `{name}`; did you mean `{nearest}`?"),
        None => format!("unknown {what} `{name}`; valid: {}", valid.join(", ")),
    }
}

/// The members of an object as they stand in the text, their names too.
struct Members<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Collect)
    }
}

/// The items of a list as they stand in the text.
struct Items<'t>(Vec<&'t RawValue>);

impl<'de> Deserialize<'de> for Items<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = Items<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Items(items))
            }
        }

        deserializer.deserialize_seq(Collect)
    }
}
