//! The names that a server's tools have here.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::config::ServerConfig;

/// The longest name that clients take.
const LONGEST: usize = 64;
/// From here on names are long enough for clients that add something of their own to them to be worth a word.
const LONG: usize = 40;

/// A name, or why there is none.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// The name, and what to say about it.
    As(String, Option<String>),
    /// The tool cannot be mounted.
    Not(String),
}

/// The names of the tools that the server calls `originals`, which differ from one another. The answer does not depend
/// on their order.
pub(super) fn names(config: &ServerConfig, originals: &[&str]) -> Vec<Named> {
    let wanted: Vec<(String, bool)> = originals.iter().map(|original| wanted(config, original)).collect();
    let mut takers: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in &wanted {
        *takers.entry(name).or_default() += 1;
    }
    let shared = |name: &str| takers.get(name).is_some_and(|count| *count > 1);
    originals
        .iter()
        .zip(&wanted)
        .map(|(original, (name, cleaned))| {
            // Of several that become the same, only one that was not changed keeps the name as it is.
            let name = if *cleaned && shared(name) { with_hash(name, original) } else { name.clone() };
            judge(config, original, name)
        })
        .collect()
}

/// The name that a tool would have if it were alone, and whether letters of it had to be changed.
fn wanted(config: &ServerConfig, original: &str) -> (String, bool) {
    if let Some(name) = config.rename.get(original) {
        return (name.clone(), false);
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    let whole = format!("{}{original}", config.prefix);
    let cleaned: String = whole.chars().map(plain).collect();
    let cleaned = if cleaned.is_empty() { "_".to_owned() } else { cleaned };
    let changed = cleaned != whole;
    (cleaned, changed)
}

fn with_hash(name: &str, original: &str) -> String {
    let mut hash = String::from("_");
    for byte in &Sha256::digest(original)[..3] {
        hash.push_str(&format!("{byte:02x}"));
    }
    format!("{}{hash}", &name[..name.len().min(LONGEST - hash.len())])
}

fn judge(config: &ServerConfig, original: &str, name: String) -> Named {
    let shown = super::super::clip(original);
    if name.len() > LONGEST {
        return Named::Not(format!(
            "its name here would have {} characters, and clients take {LONGEST}: give it another with `rename`, or a \
             shorter `prefix`",
            name.len()
        ));
    }
    let whole = format!("{}{original}", config.prefix);
    let note = if name != whole && !config.rename.contains_key(original) {
        Some(format!("`{shown}` is called `{name}` here"))
    } else if name.starts_with('-') {
        Some(format!(
            "`{name}` begins with a dash, so that `call` does not know it: `rename` gives it another name"
        ))
    } else if name.len() > LONG {
        Some(format!(
            "`{name}` has {} characters: some clients add their own prefix, and refuse what is longer than {LONGEST}",
            name.len()
        ))
    } else {
        None
    };
    Named::As(name, note)
}
