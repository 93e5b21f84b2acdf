//! The only place that knows both what is mounted and what speaks to servers.

use std::sync::Arc;

use crate::registry::Source;
use crate::registry::mount::ServerConfig;
use crate::tool::ToolError;

/// The connection to a server. It is not opened yet.
pub(super) fn connect(server: &ServerConfig) -> Result<Arc<dyn Source>, ToolError> {
    let message = format!("`{}` cannot be mounted: this build speaks to no other servers", server.name);
    Err(ToolError::new("unsupported", message))
}
