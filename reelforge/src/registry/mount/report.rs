//! How the mounted servers are, for people and programs.

use std::fmt;

use serde_json::{Value, json};

use super::super::plain::plain_line;

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
        problems.iter().map(|problem| plain_line(problem).into_owned()).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", plain_line(&self.server), plain_line(&self.label))?;
        match &self.state {
            State::Unavailable(why) => write!(f, "  unavailable: {}", plain_line(why))?,
            state => write!(f, "  {}, {} tools", state.name(), self.tools.len())?,
        }
        if self.hidden > 0 {
            write!(f, ", {} left out", self.hidden)?;
        }
        for (name, original) in &self.tools {
            write!(f, "\n  {name}")?;
            if name != original {
                write!(f, "  (`{}`)", plain_line(original))?;
            }
        }
        for (original, why) in &self.quarantined {
            write!(f, "\n  quarantined: `{}`: {}", plain_line(original), plain_line(why))?;
        }
        for note in &self.notes {
            write!(f, "\n  note: {}", plain_line(note))?;
        }
        Ok(())
    }
}
