//! Opens the catalogue of the file that a line names.

use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ArgMatches;

use super::super::{Failure, flags};
use super::connect::connect;
use super::ready;
use crate::App;
use crate::registry::mount::{Catalogue, Times};
use crate::registry::{Registry, Served};

/// What `--mount` says.
pub(in crate::cli) fn file(matches: &ArgMatches) -> Option<PathBuf> {
    matches.get_one::<PathBuf>("mount").cloned()
}

/// The program, which needs no tools of its own if others are mounted.
pub(in crate::cli) fn beside(mut app: App, file: Option<&Path>) -> App {
    app.mounts = file.is_some();
    app
}

/// Begins to mount the servers of the file. What they say is still to be waited for. Within a runtime only.
pub(in crate::cli) fn open(registry: &Arc<Registry>, file: &Path) -> Result<Arc<Catalogue>, Failure> {
    Catalogue::open(registry.clone(), file, Arc::new(connect), Times::default())
        .map_err(|error| Failure::Usage(error.to_string()))
}

/// The tools that the flags select, as they come and go. What the servers say is still to be waited for.
pub(in crate::cli) async fn served(
    registry: &Arc<Registry>,
    matches: &ArgMatches,
) -> Result<Served, Failure> {
    let Some(file) = file(matches) else { return Ok(flags::selected(registry, matches)?.into()) };
    let catalogue = open(registry, &file)?;
    match catalogue.served(&flags::toolsets(matches), matches.get_flag("read-only")) {
        Ok(served) => {
            catalogue.follow_files();
            Ok(served)
        }
        Err(error) => {
            catalogue.close().await;
            Err(error.into())
        }
    }
}

/// The tools that there are now, for a command that ends soon, and what lets go of them then.
pub(in crate::cli) async fn now(
    registry: &Arc<Registry>,
    file: Option<&Path>,
) -> Result<(Arc<Registry>, Served), Failure> {
    let Some(file) = file else { return Ok((registry.clone(), registry.all().into())) };
    let catalogue = open(registry, file)?;
    let served = catalogue.served(&[], false)?;
    ready(&served).await?;
    for problem in catalogue.reports().iter().flat_map(crate::registry::mount::Report::problems) {
        // If nobody reads it, the command works all the same.
        let _ = writeln!(stderr(), "{problem}");
    }
    Ok((catalogue.now(), served))
}
