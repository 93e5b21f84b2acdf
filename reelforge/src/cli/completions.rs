//! `completions`: what a shell needs to complete the program's command line.

use clap::{Arg, ArgMatches, value_parser};
use clap_complete::Shell;

use super::{Command, Failure, call, print};
use crate::App;
use crate::registry::Limits;

pub(super) const COMMAND: Command = Command { build, run };

fn build() -> clap::Command {
    clap::Command::new("completions").about("Prints the completion script of a shell").arg(
        Arg::new("shell")
            .required(true)
            .value_parser(value_parser!(Shell))
            .help("The shell that is to complete"),
    )
}

fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    let Some(shell) = matches.get_one::<Shell>("shell").copied() else { return Ok(()) };
    let program = super::program(&app, &super::commands(&app));
    let name = super::bin_name(&app);
    let registry = app.registry(Limits::default())?;
    let mut program = program.mut_subcommand("call", |_| call::every_tool(&registry.all()));
    // Into memory first: the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, name, &mut script);
    print::line(&String::from_utf8_lossy(&script))
}
