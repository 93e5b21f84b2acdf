//! How the mounted servers are, for people and programs.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Value, json};

/// How one mounted server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The server's name in the file.
    pub server: String,
    /// What it is, without secrets.
    pub label: String,
    /// Whether others go on without it.
    pub optional: bool,
    /// Whether it can be reached.
    pub state: State,
    /// Its tools here: the name, and the server's own name.
    pub tools: Vec<(String, String)>,
    /// How many tools the rules leave out.
    pub hidden: usize,
    /// The tools that were not mounted though the rules let them in, by the server's own names, and why.
    pub quarantined: Vec<(String, String)>,
    /// What people should know of those that are mounted.
    pub notes: Vec<String>,
}

/// Whether a server can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It is being asked for its tools for the first time.
    Listing,
    /// Its tools are known.
    Listed,
    /// It cannot be reached, and is tried again. The tools that were known are still there.
    Unavailable(String),
}

impl State {
    /// The name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Listing => "listing",
            Self::Listed => "listed",
            Self::Unavailable(_) => "unavailable",
        }
    }
}

impl Report {
    /// The report for programs.
    pub fn to_json(&self) -> Value {
        let tools: Vec<Value> =
            self.tools.iter().map(|(name, original)| json!({ "name": name, "original": original })).collect();
        let quarantined: Vec<Value> =
            self.quarantined.iter().map(|(name, why)| json!({ "original": name, "why": why })).collect();
        let mut json = json!({
            "server": self.server,
            "label": self.label,
            "optional": self.optional,
            "state": self.state.name(),
            "tools": tools,
            "hidden": self.hidden,
            "quarantined": quarantined,
            "notes": self.notes,
        });
        if let State::Unavailable(why) = &self.state {
            json["why"] = why.as_str().into();
        }
        json
    }

    /// What is wrong, a line each.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if let State::Unavailable(why) = &self.state {
            problems.push(format!("the server `{}` is unavailable: {why}", self.server));
        }
        let quarantined = self.quarantined.iter();
        problems.extend(
            quarantined.map(|(name, why)| format!("`{name}` of `{}` is not mounted: {why}", self.server)),
        );
        problems.iter().map(|problem| plain(problem).into_owned()).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", plain(&self.server), plain(&self.label))?;
        match &self.state {
            State::Unavailable(why) => write!(f, "  unavailable: {}", plain(why))?,
            state => write!(f, "  {}, {} tools", state.name(), self.tools.len())?,
        }
        if self.hidden > 0 {
            write!(f, ", {} left out", self.hidden)?;
        }
        for (name, original) in &self.tools {
            write!(f, "\n  {name}")?;
            if name != original {
                write!(f, "  (`{}`)", plain(original))?;
            }
        }
        for (original, why) in &self.quarantined {
            write!(f, "\n  quarantined: `{}`: {}", plain(original), plain(why))?;
        }
        for note in &self.notes {
            write!(f, "\n  note: {}", plain(note))?;
        }
        Ok(())
    }
}

/// What a server said, without what a terminal would obey.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if text.contains(is_hidden) { text.replace(is_hidden, "\u{fffd}").into() } else { text.into() }
}

/// Whether a character is obeyed or read by a machine and not seen by people: control characters, those that turn the
/// direction of text around, and the tags that spell words out of sight.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}
