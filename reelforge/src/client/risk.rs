//! How carefully a tool is to be called, from what its server says of it.

use crate::tool::Hints;

/// How carefully a tool is to be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Risk {
    /// It says that it changes nothing.
    Low,
    /// It says nothing, or nothing that would make it one of the others.
    Medium,
    /// It says that it may destroy something.
    High,
}

impl Risk {
    /// The risk of a tool with those hints. What a server says sets a default and permits nothing; a tool that calls
    /// itself both destructive and read-only is asked about once too often rather than once too little.
    pub fn of(hints: &Hints) -> Self {
        if hints.destructive == Some(true) {
            Self::High
        } else if hints.read_only {
            Self::Low
        } else {
            Self::Medium
        }
    }

    /// Whether a person is asked before each call.
    pub fn needs_approval(self) -> bool {
        self == Self::High
    }

    /// The name in configurations and events.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}
