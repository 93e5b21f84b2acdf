//! `{{name}}`: variables, props and columns in values.

use serde_json::Value;

use crate::video::project::source::text_of;

/// The longest `name}}`, in bytes.
const MAX_NAME: usize = 100;

/// The names that can be used at a place.
pub(super) struct Scope<'a> {
    /// The value of a name that is known now; one with letters of its own keeps them.
    known: &'a dyn Fn(&str) -> Option<Value>,
    /// The names that `known` answers, for suggestions.
    names: Vec<String>,
    /// Props of the component that is checked; their values come with each instance.
    props: Vec<String>,
    /// Whether `item.column` and `index` will be known for each row.
    rows: bool,
    /// Whether names without a value yet stay as they are written.
    kept: bool,
}

/// What replacing yields.
pub(super) enum Filled {
    /// Text without names, or with all of them replaced.
    Text(String),
    /// The text was one name; this is its value.
    Value(Value),
    /// The text has a name whose value comes later; holds what stands there until then, when that is wanted.
    Later(Option<String>),
    /// The text has a name that nothing defines.
    Unknown(String),
}

impl<'a> Scope<'a> {
    pub(super) fn new(known: &'a dyn Fn(&str) -> Option<Value>, names: Vec<String>) -> Self {
        Self { known, names, props: Vec::new(), rows: false, kept: false }
    }

    pub(super) fn set_props(&mut self, props: Vec<String>) {
        self.props = props;
    }

    pub(super) fn set_rows(&mut self, rows: bool) -> bool {
        std::mem::replace(&mut self.rows, rows)
    }

    pub(super) fn has_rows(&self) -> bool {
        self.rows
    }

    pub(super) fn set_kept(&mut self, kept: bool) -> bool {
        std::mem::replace(&mut self.kept, kept)
    }

    pub(super) fn keeps_names(&self) -> bool {
        self.kept
    }

    /// Every name that can be written here.
    pub(super) fn usable(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.names.iter().chain(&self.props).map(String::as_str).collect();
        if self.rows {
            names.extend(["index", "item.label", "item.value"]);
        }
        names
    }

    fn comes_later(&self, name: &str) -> bool {
        self.props.iter().any(|prop| prop == name)
            || (self.rows && (name == "index" || name.starts_with("item.")))
    }

    /// What replaces a text that is one name and nothing else; none for any other text.
    pub(super) fn fill_whole(&self, text: &str) -> Option<Filled> {
        whole_name(text).map(|_| self.fill(text))
    }

    /// Replaces the names in a text.
    pub(super) fn fill(&self, text: &str) -> Filled {
        if let Some(name) = whole_name(text) {
            return match (self.known)(name) {
                Some(value) => Filled::Value(value),
                None if self.comes_later(name) => Filled::Later(self.kept.then(|| text.to_owned())),
                None => Filled::Unknown(name.to_owned()),
            };
        }
        let (mut out, mut rest, mut later) = (String::new(), text, false);
        while let Some((before, name, after)) = next_name(rest) {
            out.push_str(before);
            match (self.known)(name) {
                Some(value) => out.push_str(&text_of(&value)),
                None if self.comes_later(name) => {
                    later = true;
                    out.push_str(&rest[before.len()..rest.len() - after.len()]);
                }
                None => return Filled::Unknown(name.to_owned()),
            }
            rest = after;
        }
        out.push_str(rest);
        if later { Filled::Later(Some(out)) } else { Filled::Text(out) }
    }
}

/// The name, when a text is one `{{name}}` and nothing else.
fn whole_name(text: &str) -> Option<&str> {
    let (before, name, after) = next_name(text.trim())?;
    (before.is_empty() && after.is_empty()).then_some(name)
}

/// The next `{{name}}`: the text before it, the name, the text after it.
fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + text.get(from..)?.find("{{")?;
        let inner = &text[open + 2..];
        // A name is short; looking no further keeps a text full of braces cheap.
        let near = &inner[..inner.floor_char_boundary(MAX_NAME)];
        let close = near.find("}}");
        let name = near[..close.unwrap_or_default()].trim();
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
        if is_name && let Some(close) = close {
            return Some((&text[..open], name, &inner[close + 2..]));
        }
        from = open + 2;
    }
}
