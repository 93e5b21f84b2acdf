//! There is no flag, and nothing to mount.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ArgMatches;

use super::super::{Failure, flags};
use crate::App;
use crate::registry::{Registry, Served};

pub(in crate::cli) fn file(_: &ArgMatches) -> Option<PathBuf> {
    None
}

pub(in crate::cli) fn beside(app: App, _: Option<&Path>) -> App {
    app
}

pub(in crate::cli) async fn served(
    registry: &Arc<Registry>,
    matches: &ArgMatches,
) -> Result<Served, Failure> {
    Ok(flags::selected(registry, matches)?.into())
}

pub(in crate::cli) async fn now(
    registry: &Arc<Registry>,
    _: Option<&Path>,
) -> Result<(Arc<Registry>, Served), Failure> {
    Ok((registry.clone(), registry.all().into()))
}
