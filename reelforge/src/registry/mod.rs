#![doc = include_str!("../docs/registry.md")]

mod builder;
mod call;
pub mod contract;
mod linked;
#[cfg(any(feature = "cli", feature = "http"))]
mod listing;
#[cfg(feature = "client")]
pub mod mount;
mod mounted;
#[cfg(any(feature = "cli", feature = "client"))]
mod plain;
mod selection;
mod served;
mod source;
mod started;
mod tool;
mod types;

pub use builder::Builder;
pub(crate) use call::Call;
pub use call::Limits;
pub use linked::Linked;
#[cfg(feature = "studio")]
pub(crate) use linked::studio_schema;
#[cfg(feature = "http")]
pub(crate) use listing::whole;
#[cfg(any(feature = "cli", feature = "http"))]
pub(crate) use listing::{Form, list};
pub use mounted::{Mounted, PLACES};
#[cfg(feature = "cli")]
pub(crate) use plain::{plain, plain_line};
pub(crate) use selection::clip;
#[cfg(any(feature = "client", feature = "studio"))]
pub(crate) use selection::near;
pub use selection::{Selection, SelectionError};
pub use served::Served;
pub use source::{Declared, Listing, Refused, Source};
pub(crate) use started::Started;
pub(crate) use tool::InHeader;
pub use tool::Tool;
#[cfg(feature = "cli")]
pub(crate) use types::{TYPES, accepted_types, alternatives, resolve};

use std::fmt;
use std::sync::Arc;

use crate::running::Running;
use crate::tool::State;

/// Every tool that this process can call, by name.
#[derive(Debug)]
pub struct Registry {
    tools: Vec<Arc<Tool>>,
    /// Toolsets that are known though no tool is in them now: those of servers that are unavailable.
    more_toolsets: Vec<String>,
    state: Arc<State>,
    shields: Arc<Running>,
    limits: Arc<Limits>,
    selections: selection::Cache,
}

impl Registry {
    /// Begins a registry by hand: for tests, and for those who want a list.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The tools linked into this binary, without shared state.
    pub fn linked() -> Result<Arc<Self>, RegistryError> {
        Self::builder().linked().build()
    }

    /// All tools, by name.
    pub fn tools(&self) -> &[Arc<Tool>] {
        &self.tools
    }

    /// The tool of that name.
    pub fn get(&self, name: &str) -> Option<&Arc<Tool>> {
        find(&self.tools, name)
    }

    /// The names of all toolsets, in order, without `all`.
    pub fn toolsets(&self) -> Vec<&str> {
        let mut names = toolsets_of(&self.tools);
        names.extend(self.more_toolsets.iter().map(String::as_str));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The limits of every call.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The same tools and state within other limits.
    #[cfg(feature = "cli")]
    pub(crate) fn within(&self, limits: Limits) -> Self {
        Self {
            tools: self.tools.clone(),
            more_toolsets: self.more_toolsets.clone(),
            state: self.state.clone(),
            shields: self.shields.clone(),
            limits: Arc::new(limits),
            selections: selection::Cache::default(),
        }
    }

    /// These tools and `mounted` ones, with the same state and limits. No two may have one name.
    #[cfg(feature = "client")]
    pub(crate) fn beside(&self, mounted: Vec<Arc<Tool>>, more_toolsets: Vec<String>) -> Self {
        let mut tools = self.tools.clone();
        tools.extend(mounted);
        tools.sort_by(|a, b| a.name().cmp(b.name()));
        Self {
            tools,
            more_toolsets,
            state: self.state.clone(),
            shields: self.shields.clone(),
            limits: self.limits.clone(),
            selections: selection::Cache::default(),
        }
    }

    /// Whether both hold the very same tools, and know the same toolsets.
    #[cfg(feature = "client")]
    pub(crate) fn same_tools(&self, other: &Self) -> bool {
        self.tools.len() == other.tools.len()
            && self.tools.iter().zip(&other.tools).all(|(one, other)| Arc::ptr_eq(one, other))
            && self.more_toolsets == other.more_toolsets
    }

    /// Builds every schema, and gives what is wrong with them: a type that cannot be made portable, a
    /// pattern that is no regular expression.
    pub fn verify(&self) -> Result<(), RegistryError> {
        let problems: Vec<String> = self.tools.iter().filter_map(|tool| tool.schemas().err()).collect();
        if problems.is_empty() { Ok(()) } else { Err(RegistryError { problems }) }
    }

    /// Waits until no shielded section runs.
    pub async fn shields_ended(&self) {
        self.shields.all_ended().await;
    }
}

/// The toolsets of these tools, in order.
fn toolsets_of(tools: &[Arc<Tool>]) -> Vec<&str> {
    let mut names: Vec<&str> = tools.iter().flat_map(|tool| tool.toolsets()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The tool of that name in a list that is sorted by name.
fn find<'a>(tools: &'a [Arc<Tool>], name: &str) -> Option<&'a Arc<Tool>> {
    let at = tools.binary_search_by(|tool| tool.name().cmp(name)).ok()?;
    Some(&tools[at])
}

/// Why a registry cannot be built: every problem, with the places in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistryError {
    /// One readable problem each.
    pub problems: Vec<String>,
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

impl std::error::Error for RegistryError {}
