//! What `#[tool]` submits at link time. The only place that knows how it is collected.

use crate::tool::ToolDef;

/// One tool, as `#[tool]` submits it.
#[derive(Debug)]
pub struct Linked(pub ToolDef);

inventory::collect!(Linked);

/// The studio's tools stand in this crate, and are no part of another program that uses it.
const STUDIO: &str = "reelforge::studio::";

/// The studio's tools, or all others, in no particular order.
pub(crate) fn linked(studio: bool) -> impl Iterator<Item = &'static ToolDef> {
    inventory::iter::<Linked>
        .into_iter()
        .map(|linked| &linked.0)
        .filter(move |tool| tool.location.module.starts_with(STUDIO) == studio)
}

/// The argument schema of one of the studio's tools.
#[cfg(feature = "studio")]
pub(crate) fn studio_schema(name: &str) -> Option<serde_json::Value> {
    let tool = linked(true).find(|tool| tool.name == name)?;
    Some(super::Tool::linked(tool).input_schema().clone())
}
