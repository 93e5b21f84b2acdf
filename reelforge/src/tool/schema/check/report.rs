//! The text about all problems of one call.

use std::fmt;

use super::{Fault, MOST_PROBLEMS, Problem};

/// More problems than this help nobody.
const MOST_LINES: usize = 50;

/// What a model reads: how many problems the arguments of `tool` have, and one line about each.
pub fn report(tool: &str, problems: &[Problem]) -> String {
    let count = match problems.len() {
        1 => "1 problem".to_owned(),
        // Collecting ended there, so there may be more.
        MOST_PROBLEMS.. => format!("at least {MOST_PROBLEMS} problems"),
        count => format!("{count} problems"),
    };
    let head = format!("{tool}: {count} with the arguments");
    let lines = problems.iter().take(MOST_LINES).map(|problem| format!("- {problem}"));
    let more = problems.len().saturating_sub(MOST_LINES);
    let rest = (more > 0).then(|| format!("- and {more} more"));
    std::iter::once(head).chain(lines).chain(rest).collect::<Vec<_>>().join("\n")
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { path, fault, expected, got, hint } = self;
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        match fault {
            Fault::Wrong => write!(f, "expected {expected}, got {got}")?,
            Fault::Missing => write!(f, "missing; expected {expected}")?,
            Fault::Unknown => write!(f, "{got}")?,
        }
        if let Some(hint) = hint {
            write!(f, "; {hint}")?;
        }
        match fault {
            Fault::Unknown if expected.is_empty() => write!(f, " (there are none)"),
            Fault::Unknown => write!(f, " ({expected})"),
            _ => Ok(()),
        }
    }
}
