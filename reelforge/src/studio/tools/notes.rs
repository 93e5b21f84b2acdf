//! What a tool's schema does not say by itself: a call that is right, and what goes wrong most often.

/// Notes on a tool. They stand beside the tool's function, and `inventory::submit!` hands them in.
pub(super) struct ToolNotes {
    /// The tool's name.
    pub(super) tool: &'static str,
    /// Arguments, as JSON.
    pub(super) example: &'static str,
    /// What goes wrong most often, and what is right.
    pub(super) mistakes: &'static [&'static str],
}

inventory::collect!(ToolNotes);

/// The notes on a tool, if it has any.
pub(super) fn tool_notes(name: &str) -> Option<&'static ToolNotes> {
    inventory::iter::<ToolNotes>.into_iter().find(|notes| notes.tool == name)
}
