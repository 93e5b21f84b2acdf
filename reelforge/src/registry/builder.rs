//! Builds a registry, and says everything that is wrong with its tools.

use std::any::TypeId;
use std::sync::Arc;

use super::linked::linked;
use super::{Limits, Mounted, Registry, RegistryError, Tool, selection};
use crate::tool::{Context, State, ToolDef};

/// Builds a [`Registry`].
#[derive(Debug, Default)]
pub struct Builder {
    tools: Vec<&'static ToolDef>,
    mounted: Vec<Mounted>,
    state: State,
    limits: Limits,
    may_be_empty: bool,
}

impl Builder {
    /// Adds every tool that is linked into this binary.
    #[must_use]
    pub fn linked(self) -> Self {
        self.linked_where(|_| true)
    }

    /// Adds the linked tools for which `keep` holds; a test takes those of its own module by
    /// `tool.location.module`.
    #[must_use]
    pub fn linked_where(mut self, keep: impl Fn(&ToolDef) -> bool) -> Self {
        self.tools.extend(linked(false).filter(|tool| keep(tool)));
        self
    }

    /// Adds the studio's tools.
    #[cfg(feature = "studio")]
    #[must_use]
    pub(crate) fn studio(mut self) -> Self {
        self.tools.extend(linked(true));
        self
    }

    /// Adds one tool.
    #[must_use]
    pub fn tool(mut self, tool: &'static ToolDef) -> Self {
        self.tools.push(tool);
        self
    }

    /// Adds a tool of another MCP server. `mount` keeps a registry up with what such servers declare.
    #[must_use]
    pub fn mounted(mut self, tool: Mounted) -> Self {
        self.mounted.push(tool);
        self
    }

    /// Takes no tools at all too: mounted ones come later.
    #[cfg(all(feature = "cli", feature = "client"))]
    #[must_use]
    pub(crate) fn may_be_empty(mut self) -> Self {
        self.may_be_empty = true;
        self
    }

    /// Registers a value that tools take by reference.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.state.insert(value);
        self
    }

    /// Sets the limits of every call.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    pub(crate) fn set_state(&mut self, state: State) {
        self.state = state;
    }

    /// The registry, or everything that is wrong with it.
    pub fn build(mut self) -> Result<Arc<Registry>, RegistryError> {
        self.tools.sort_by_key(|tool| (tool.name, tool.location.file, tool.location.line));
        let problems = self.problems();
        if !problems.is_empty() {
            return Err(RegistryError { problems });
        }
        let linked = self.tools.into_iter().map(Tool::linked);
        let mut tools: Vec<_> =
            linked.chain(self.mounted.into_iter().map(Tool::mounted)).map(Arc::new).collect();
        tools.sort_by(|a, b| a.name().cmp(b.name()));
        Ok(Arc::new(Registry {
            tools,
            more_toolsets: Vec::new(),
            state: Arc::new(self.state),
            shields: Arc::default(),
            limits: Arc::new(self.limits),
            selections: selection::Cache::default(),
        }))
    }

    fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if self.tools.is_empty() && self.mounted.is_empty() && !self.may_be_empty {
            problems.push(
                "no tools: annotate a function with `#[tool]`; if the tools stand in a library crate, name it \
                 in the binary with `reelforge::link!(that_crate)`"
                    .to_owned(),
            );
        }
        for pair in self.tools.windows(2) {
            if pair[0].name == pair[1].name {
                problems.push(format!(
                    "two tools are named `{}`: {} and {}; give one another name with `#[tool(name = \"…\")]`",
                    pair[0].name, pair[0].location, pair[1].location
                ));
            }
        }
        for tool in &self.tools {
            self.check(tool, &mut problems);
        }
        self.check_mounted(&mut problems);
        problems
    }

    fn check_mounted(&self, problems: &mut Vec<String>) {
        for (at, tool) in self.mounted.iter().enumerate() {
            let origin = format!("`{}` of the server `{}`", tool.original, tool.server);
            if !is_tool_name(&tool.name) {
                problems.push(format!(
                    "{origin}: `{}` is no tool name: expected 1 to 64 of A-Z, a-z, 0-9, `_` and `-`",
                    tool.name
                ));
            }
            for set in tool.toolsets.iter().filter(|set| *set == "all" || !is_slug(set)) {
                problems.push(format!(
                    "{origin}: `{set}` is no toolset: expected a lower-case word such as `basic`; `all` is reserved"
                ));
            }
            let linked = self.tools.iter().find(|other| other.name == tool.name);
            let linked = linked.map(|other| other.location.to_string());
            let earlier = self.mounted[..at].iter().find(|other| other.name == tool.name);
            let earlier =
                earlier.map(|other| format!("`{}` of the server `{}`", other.original, other.server));
            if let Some(other) = linked.or(earlier) {
                problems.push(format!("two tools are named `{}`: {other} and {origin}", tool.name));
            }
        }
    }

    fn check(&self, tool: &ToolDef, problems: &mut Vec<String>) {
        if !is_tool_name(tool.name) {
            problems.push(format!(
                "{}: `{}` is no tool name: expected 1 to 64 of A-Z, a-z, 0-9, `_` and `-`",
                tool.location, tool.name
            ));
        }
        for set in tool.toolsets {
            if *set == "all" || !is_slug(set) {
                problems.push(format!(
                    "{}: `{set}` is no toolset of `{}`: expected a lower-case word such as `basic`; `all` is \
                     reserved",
                    tool.location, tool.name
                ));
            }
        }
        for need in tool.state {
            let id: TypeId = (need.id)();
            if id != TypeId::of::<Context>() && !self.state.contains(id) {
                problems.push(format!(
                    "{}: the tool `{}` takes `&{}`, and no such state is registered: add `.state(value)` to \
                     the app",
                    tool.location,
                    tool.name,
                    (need.name)()
                ));
            }
        }
    }
}

pub(super) fn is_tool_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

pub(super) fn is_slug(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_')
}
