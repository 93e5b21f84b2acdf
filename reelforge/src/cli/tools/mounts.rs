//! `tools mounts`: how the mounted servers are, and what is accepted of what they say.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::super::{Failure, flags, mounts, print};
use crate::App;
use crate::registry::Limits;
use crate::registry::mount::{Catalogue, State};

pub(super) fn command() -> Command {
    Command::new("mounts")
        .about("Shows the servers of a `--mount` file: their tools here, what is not mounted, and why")
        .args(flags::mount().map(|mount| mount.required(true)))
        .arg(
            Arg::new("accept")
                .long("accept")
                .action(ArgAction::SetTrue)
                .help("Accepts what the tools say of themselves now: writes `mounts.lock` beside the file"),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(["text", "json"])
                .default_value("text")
                .help("How they are shown"),
        )
}

pub(super) fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    let file = mounts::file(matches).unwrap_or_default();
    let registry = mounts::beside(app, Some(&file)).registry(Limits::default())?;
    let runtime = super::super::runtime()?;
    let shown = runtime.block_on(async {
        let catalogue = mounts::open(&registry, &file)?;
        catalogue.settled().await;
        let shown = show(&catalogue, matches);
        let _ = tokio::time::timeout(super::GRACE, catalogue.close()).await;
        shown
    });
    runtime.shutdown_background();
    shown
}

fn show(catalogue: &Catalogue, matches: &ArgMatches) -> Result<(), Failure> {
    let accepted = if matches.get_flag("accept") {
        let written = catalogue.accept();
        Some(written.map_err(|error| Failure::Failed(format!("`mounts.lock` cannot be written: {error}")))?)
    } else {
        None
    };
    let reports = catalogue.reports();
    if matches.get_one::<String>("format").is_some_and(|format| format == "json") {
        let servers: Vec<_> = reports.iter().map(crate::registry::mount::Report::to_json).collect();
        print::line(&print::pretty(&serde_json::json!({ "servers": servers }))?)?;
    } else {
        for report in reports.iter() {
            print::line(&report.to_string())?;
        }
        if let Some(path) = accepted {
            print::line(&format!("accepted: {}", path.display()))?;
        }
    }
    let wrong = |report: &crate::registry::mount::Report| {
        !report.quarantined.is_empty() || matches!(report.state, State::Unavailable(_))
    };
    if reports.iter().any(wrong) { Err(Failure::Said(1)) } else { Ok(()) }
}
