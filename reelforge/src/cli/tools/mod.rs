//! `tools`: lists the tools, and keeps their contract.

mod contract;
mod list;
#[cfg(feature = "client")]
mod mounts;

use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches};

use super::{Command, Failure, flags};
use crate::App;

/// How long mounted servers have to end.
const GRACE: Duration = Duration::from_secs(5);

pub(super) const COMMAND: Command = Command { build, run };

fn build() -> clap::Command {
    let command = list_command().subcommand(contract::lock_command()).subcommand(contract::check_command());
    #[cfg(feature = "client")]
    let command = command.subcommand(mounts::command());
    command
}

fn list_command() -> clap::Command {
    clap::Command::new("tools")
        .about("Lists the tools; `tools lock` and `tools check` keep their contract")
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .args(flags::selection())
        .args(flags::mount())
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(PossibleValuesParser::new(list::FORMATS))
                .default_value("table")
                .help("How they are listed"),
        )
        .arg(
            Arg::new("strict")
                .long("strict")
                .action(ArgAction::SetTrue)
                .help("With OpenAI's formats: in the strict dialect, for tools that fit it"),
        )
}

fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("lock", matches)) => contract::lock(app, matches),
        Some(("check", matches)) => contract::check(app, matches),
        #[cfg(feature = "client")]
        Some(("mounts", matches)) => mounts::run(app, matches),
        _ => list::run(app, matches),
    }
}
