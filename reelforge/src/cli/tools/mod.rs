//! `tools`: lists the tools, and keeps their contract.

mod contract;
mod list;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches};

use super::{Command, Failure, flags};
use crate::App;

pub(super) const COMMAND: Command = Command { build, run };

fn build() -> clap::Command {
    clap::Command::new("tools")
        .about("Lists the tools; `tools lock` and `tools check` keep their contract")
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .args(flags::selection())
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
        .subcommand(contract::lock_command())
        .subcommand(contract::check_command())
}

fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("lock", matches)) => contract::lock(app, matches),
        Some(("check", matches)) => contract::check(app, matches),
        _ => list::run(app, matches),
    }
}
