//! The command line of a program made of tools: one file a command.

mod call;
mod completions;
mod failure;
mod flags;
mod mcp;
mod mounts;
mod print;
#[cfg(feature = "studio")]
mod render;
#[cfg(feature = "http")]
mod serve;
mod signal;
#[cfg(feature = "studio")]
mod studio;
mod tools;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;

use crate::App;
pub(crate) use failure::Failure;

/// One command of the program.
pub(crate) struct Command {
    /// What it takes.
    pub(crate) build: fn() -> clap::Command,
    /// Does it.
    pub(crate) run: fn(App, &ArgMatches) -> Result<(), Failure>,
}

/// The commands of the program, in the order of its help.
fn commands(app: &App) -> Vec<Command> {
    #[cfg(feature = "studio")]
    if app.studio {
        return [vec![studio::STUDIO, render::COMMAND], every_program(), vec![studio::DOCTOR]]
            .into_iter()
            .flatten()
            .collect();
    }
    let _ = app;
    every_program()
}

fn every_program() -> Vec<Command> {
    vec![
        mcp::COMMAND,
        #[cfg(feature = "http")]
        serve::COMMAND,
        call::COMMAND,
        tools::COMMAND,
        completions::COMMAND,
    ]
}

/// Does what the command line says.
pub(crate) fn run(app: App) -> ExitCode {
    match run_as(app, std::env::args_os().collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run_as(app: App, line: Vec<OsString>) -> Result<(), Failure> {
    #[cfg(feature = "studio")]
    let line = if app.studio { studio::root_first(line) } else { line };
    let commands = commands(&app);
    let matches = program(&app, &commands).try_get_matches_from(line)?;
    // clap lets no line pass that names no command, or one that is none of ours.
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    // Ended when the command is over.
    #[cfg(feature = "studio")]
    let (app, _worker) = if app.studio { studio::opened(app, name, matches)? } else { (app, None) };
    let chosen = commands.iter().find(|command| (command.build)().get_name() == name);
    chosen.map_or(Ok(()), |command| (command.run)(app, matches))
}

/// The name under which the program was started.
fn bin_name(app: &App) -> String {
    let started = std::env::args_os().next().map(PathBuf::from);
    let name = started.as_deref().and_then(Path::file_name).and_then(OsStr::to_str);
    name.map_or_else(|| app.identity.name.clone(), str::to_owned)
}

/// The threads on which calls run. Only the commands that call tools make them.
fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Failed(format!("threads for the calls cannot be started: {error}")))
}

/// The whole command line, without what `call` takes for each tool.
fn program(app: &App, commands: &[Command]) -> clap::Command {
    let identity = &app.identity;
    let about = identity.description.clone().or_else(|| identity.title.clone()).unwrap_or_default();
    let command = clap::Command::new(identity.name.clone());
    #[cfg(feature = "studio")]
    let command = if app.studio { command.arg(studio::root()) } else { command };
    command
        .version(identity.version.clone())
        .about(about)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommands(commands.iter().map(|command| (command.build)()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_well_formed() {
        let app = App::new("prog", "1.2.3", "", "");
        program(&app, &commands(&app)).debug_assert();
    }

    #[cfg(feature = "client")]
    #[test]
    fn a_file_of_servers_that_is_wrong_is_told_by_every_command() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("servers.json");
        std::fs::write(&file, "{\"mcpServers\": {\n\"s\": {\"comand\": \"x\"}}}").unwrap();
        let run = |line: &str| {
            let words =
                line.split(' ').map(|word| if word == "FILE" { file.clone().into() } else { word.into() });
            run_as(App::new("prog", "1.2.3", "", ""), words.collect())
        };
        for line in [
            "prog mcp --log off --mount FILE",
            "prog call --mount FILE x",
            "prog tools --mount FILE",
            "prog tools mounts --mount FILE",
        ] {
            let Err(Failure::Usage(text)) = run(line) else { panic!("{line}") };
            assert!(
                text.contains("servers.json:2:7: unknown key of the server `s` `comand`"),
                "{line}: {text}"
            );
        }
        #[cfg(feature = "http")]
        assert!(matches!(run("prog serve --log off --port 0 --mount FILE"), Err(Failure::Usage(_))));
        for line in ["prog tools mounts", "prog mcp --announce-changes"] {
            assert!(matches!(run(line), Err(Failure::Line(_))), "{line}: `--mount` is needed");
        }
    }

    #[cfg(feature = "studio")]
    #[test]
    fn every_command_of_the_studio_is_well_formed() {
        let app = crate::studio::app();
        program(&app, &commands(&app)).debug_assert();
    }
}
