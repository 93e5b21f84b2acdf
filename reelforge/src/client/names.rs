//! The names under which a model sees tools of other servers.

use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

/// The longest name that every client and every model takes.
pub const LONGEST: usize = 64;
/// How many digits tell names apart that would be the same.
const DIGITS: usize = 6;

/// A name, and the server's own that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The server's own name, which calls use.
    pub original: String,
    /// The name that a model sees.
    pub name: String,
    /// Why it is neither the server's own nor that with the prefix, if so.
    pub renamed: Option<Renamed>,
}

/// Why a name was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renamed {
    /// It was too long, empty, or held characters that models do not take.
    Cleaned,
    /// Another tool would have had the same one.
    Collided,
}

/// The prefix and the server's own name, if a model takes that: 1 to 64 letters of ASCII, digits, `_` and `-`.
/// Otherwise each other character becomes `_`, what is over 64 is cut off, and nothing at all becomes `_`.
pub fn clean(prefix: &str, original: &str) -> String {
    let characters = prefix.chars().chain(original.chars());
    let cleaned: String = characters.take(LONGEST).map(|c| if is_legal(c) { c } else { '_' }).collect();
    if cleaned.is_empty() { "_".to_owned() } else { cleaned }
}

/// The names of all tools of one server, in its order, each of which is listed once. A name that is `taken` is given
/// to none of them; where two would have the same, the one whose own name needed no change keeps it, and each other
/// gets the first digits of its own name's hash: the same on every run, whatever the order of the list.
pub fn bind<'n>(
    prefix: &str,
    originals: impl IntoIterator<Item = &'n str>,
    taken: impl Fn(&str) -> bool,
) -> Vec<Named> {
    let originals: Vec<&str> = originals.into_iter().collect();
    let mut wanted: HashMap<String, Vec<&str>> = HashMap::new();
    for original in &originals {
        wanted.entry(clean(prefix, original)).or_default().push(original);
    }
    let mut used: HashSet<String> = wanted.keys().cloned().collect();
    let mut name = |original: &str| {
        let name = clean(prefix, original);
        let exact = name == format!("{prefix}{original}");
        let alone = wanted.get(&name).is_some_and(|who| who.len() == 1);
        if !taken(&name) && (exact || alone) {
            return (name, (!exact).then_some(Renamed::Cleaned));
        }
        (told_apart(&name, original, &taken, &mut used), Some(Renamed::Collided))
    };
    let named = originals.into_iter().map(|original| {
        let (name, renamed) = name(original);
        Named { original: original.to_owned(), name, renamed }
    });
    named.collect()
}

/// The name with digits that come from the server's own, more of them until nobody else has it.
fn told_apart(
    name: &str,
    original: &str,
    taken: impl Fn(&str) -> bool,
    used: &mut HashSet<String>,
) -> String {
    let hash: String = Sha256::digest(original.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let with = |digits: usize| {
        let kept: String = name.chars().take(LONGEST - digits - 1).collect();
        format!("{kept}_{}", &hash[..digits])
    };
    let name = (DIGITS..LONGEST - 1).map(with).find(|name| !taken(name) && !used.contains(name));
    let name = name.unwrap_or_else(|| with(LONGEST - 1));
    used.insert(name.clone());
    name
}

fn is_legal(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}
