//! A choice of tools, by toolset, by name, or only those that change nothing. A tool that is not in the
//! selection cannot be called through it.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Registry, Tool, find};

/// A choice of tools, by name.
#[derive(Debug)]
pub struct Selection {
    tools: Vec<Arc<Tool>>,
    /// Encoded `tools/list` results, legacy and modern; filled by the protocol.
    pub(crate) listings: [OnceLock<Box<str>>; 2],
}

impl Selection {
    /// The tools, by name.
    pub fn tools(&self) -> &[Arc<Tool>] {
        &self.tools
    }

    /// The toolsets of these tools, in order, without `all`.
    #[cfg(feature = "http")]
    pub(crate) fn toolsets(&self) -> Vec<&str> {
        super::toolsets_of(&self.tools)
    }

    /// The tool of that name, if it is selected.
    pub fn get(&self, name: &str) -> Option<&Arc<Tool>> {
        find(&self.tools, name)
    }

    /// The nearest names to one that is not there, nearest first.
    pub fn near(&self, name: &str) -> Vec<&str> {
        near(name, self.tools.iter().map(|tool| tool.name()))
    }
}

/// The names nearest to `name`, nearest first; at most three.
pub(crate) fn near<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    // A name has at most 64 characters; comparing with more would only cost time.
    let name: String = name.chars().take(80).collect();
    let mut scored: Vec<(f64, &str)> = names
        .map(|other| (strsim::jaro_winkler(&name, other), other))
        .filter(|(score, _)| *score > 0.8)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}

/// A name in a selection that stands for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectionError {
    /// What kind of name: `toolset` or `tool`.
    pub kind: &'static str,
    /// The name.
    pub name: String,
    /// The names that would have been valid.
    pub valid: Vec<String>,
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`; valid: {}", self.kind, self.name, self.valid.join(", "))
    }
}

impl std::error::Error for SelectionError {}

/// How many selections are kept: clients choose them, so that there must be an end.
const KEPT: usize = 64;

type Key = (Vec<u32>, bool);

/// The selections in use. Which tools they hold is the key, so that all ways to say one thing share it.
#[derive(Debug, Default)]
pub(super) struct Cache(Mutex<Vec<(Key, Arc<Selection>)>>);

impl Registry {
    /// The tools of these toolsets (`all`, or none given: every tool), and of these names if any are given;
    /// with `read_only` only those that change nothing.
    pub fn select<S: AsRef<str>>(
        &self,
        toolsets: &[S],
        names: Option<&[S]>,
        read_only: bool,
    ) -> Result<Arc<Selection>, SelectionError> {
        let wanted = self.wanted_toolsets(toolsets)?;
        if let Some(names) = names {
            self.check_names(names)?;
        }
        Ok(self.pick(wanted.as_ref(), names, read_only))
    }

    /// The tools of these toolsets as far as they are there; one that is not known any more has no tools.
    #[cfg(feature = "client")]
    pub(super) fn select_present(&self, toolsets: &[String], read_only: bool) -> Arc<Selection> {
        let wanted: BTreeSet<&str> = toolsets.iter().map(String::as_str).collect();
        let all = wanted.is_empty() || wanted.contains("all");
        self.pick::<&str>(if all { None } else { Some(&wanted) }, None, read_only)
    }

    fn pick<S: AsRef<str>>(
        &self,
        wanted: Option<&BTreeSet<&str>>,
        names: Option<&[S]>,
        read_only: bool,
    ) -> Arc<Selection> {
        let picked: Vec<u32> = (0u32..)
            .zip(&self.tools)
            .filter(|(_, tool)| {
                let in_sets =
                    wanted.is_none_or(|wanted| tool.toolsets().into_iter().any(|set| wanted.contains(set)));
                let in_names =
                    names.is_none_or(|names| names.iter().any(|name| name.as_ref() == tool.name()));
                in_sets && in_names && (!read_only || tool.hints().read_only)
            })
            .map(|(index, _)| index)
            .collect();
        self.selections.get(picked, read_only, &self.tools)
    }

    /// Every tool.
    pub fn all(&self) -> Arc<Selection> {
        let everything = (0u32..).zip(&self.tools).map(|(index, _)| index).collect();
        self.selections.get(everything, false, &self.tools)
    }

    /// The toolsets asked for, or `None` for every tool.
    fn wanted_toolsets<'a, S: AsRef<str>>(
        &self,
        toolsets: &'a [S],
    ) -> Result<Option<BTreeSet<&'a str>>, SelectionError> {
        let known = self.toolsets();
        let wanted: BTreeSet<&str> =
            toolsets.iter().map(|set| set.as_ref().trim()).filter(|set| !set.is_empty()).collect();
        for set in &wanted {
            if *set != "all" && !known.contains(set) {
                let valid = std::iter::once("all").chain(known).map(str::to_owned).collect();
                return Err(SelectionError { kind: "toolset", name: clip(set), valid });
            }
        }
        Ok(if wanted.is_empty() || wanted.contains("all") { None } else { Some(wanted) })
    }

    fn check_names<S: AsRef<str>>(&self, names: &[S]) -> Result<(), SelectionError> {
        match names.iter().map(AsRef::as_ref).find(|name| self.get(name).is_none()) {
            None => Ok(()),
            Some(name) => {
                let valid = self.tools.iter().map(|tool| tool.name().to_owned()).collect();
                Err(SelectionError { kind: "tool", name: clip(name), valid })
            }
        }
    }
}

impl Cache {
    fn get(&self, picked: Vec<u32>, read_only: bool, tools: &[Arc<Tool>]) -> Arc<Selection> {
        let key = (picked, read_only);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, selection)) = kept.iter().find(|(other, _)| *other == key) {
            return selection.clone();
        }
        let selection = Arc::new(Selection {
            tools: key.0.iter().map(|index| tools[*index as usize].clone()).collect(),
            listings: Default::default(),
        });
        if kept.len() < KEPT {
            kept.push((key, selection.clone()));
        }
        selection
    }
}

/// A client's text, short enough to be said back.
pub(crate) fn clip(text: &str) -> String {
    text.chars().take(80).collect()
}
