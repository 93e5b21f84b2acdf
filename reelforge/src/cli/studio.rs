//! What the studio's program has beside the commands of every other: its project root, `studio` and `doctor`.

use std::sync::Arc;

use clap::{Arg, ArgMatches};

use super::{Command, Failure, flags, print, serve};
use crate::App;
use crate::studio::{Health, Studio, examine, guides, pages_of, post};

/// The folder below which the projects stand: `--root`, for every command.
pub(super) fn root() -> Arg {
    Arg::new("root")
        .long("root")
        .value_name("FOLDER")
        .env("REELFORGE_ROOT")
        .default_value(".")
        .global(true)
        .help("The folder below which the projects stand")
}

/// Opens the root that the command line names.
fn open(matches: &ArgMatches) -> Result<Studio, Failure> {
    let root = matches.get_one::<String>("root").map_or(".", String::as_str);
    Studio::open(root).map_err(|error| {
        Failure::Usage(format!("{error}\nname the folder of your projects with `--root`; it must exist"))
    })
}

/// The program with the studio of its root.
pub(super) fn opened(app: App, matches: &ArgMatches) -> Result<App, Failure> {
    Ok(app.state(open(matches)?))
}

pub(super) const STUDIO: Command = Command { build: build_studio, run: run_studio };
pub(super) const DOCTOR: Command = Command { build: build_doctor, run: run_doctor };

fn build_studio() -> clap::Command {
    serve::flags_of(clap::Command::new("studio"))
        .about("Serves the studio: a page with your projects, and their tools over MCP, REST and OpenAPI")
}

fn run_studio(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    let studio = Arc::new(open(matches)?);
    let shown = studio.clone();
    serve::run_with(
        app,
        matches,
        |dispatcher, config| {
            config.guides = guides(shown.clone());
            config.pages = Some(pages_of(shown, dispatcher.clone(), config.selection.clone()));
        },
        |address| {
            let _ = print::line(&format!("Studio  http://{address}/"));
            // Without the note everything works but `open_editor` in other processes.
            post(studio.root().path(), address)
                .inspect_err(
                    |error| tracing::warn!(%error, "the studio's address cannot be noted in its root"),
                )
                .ok()
        },
    )
}

fn build_doctor() -> clap::Command {
    clap::Command::new("doctor")
        .about("Looks at the installation and the project root, and says what to do about a lack")
        .args(flags::log())
}

fn run_doctor(_: App, matches: &ArgMatches) -> Result<(), Failure> {
    let checks = examine(&open(matches)?);
    for check in &checks {
        let mark = match check.health {
            Health::Ok => "ok",
            Health::Warning => "warning",
            Health::Error => "error",
        };
        print::line(&format!("{mark:8} {:13} {}", check.name, check.found))?;
        if let Some(fix) = &check.fix {
            print::line(&format!("{:22} → {fix}", ""))?;
        }
    }
    if checks.iter().any(|check| check.health == Health::Error) { Err(Failure::Said(1)) } else { Ok(()) }
}
