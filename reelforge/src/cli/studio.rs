//! What the studio's program has beside the commands of every other: its project root, `studio` and `doctor`.

use std::ffi::OsString;
use std::sync::Arc;

use clap::{Arg, ArgMatches};

use super::{Command, Failure, flags, print, serve};
use crate::App;
use crate::studio::{Health, Studio, examine, guides, pages_of, post};
use crate::video::audio::{Fallback, Ffmpeg};
use crate::video::render::Runner;

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

/// Brings `--root` to the front of the line: `call` takes what follows a tool's name as the tool's own.
pub(super) fn root_first(mut line: Vec<OsString>) -> Vec<OsString> {
    let is_root = |word: &OsString| word == "--root" || word.as_encoded_bytes().starts_with(b"--root=");
    let end = line.iter().position(|word| word == "--").unwrap_or(line.len());
    if let Some(at) = line[..end].iter().position(is_root) {
        let words = if line[at] == "--root" { 2 } else { 1 };
        let last = (at + words).min(line.len());
        line[1..last].rotate_right(last - at);
    }
    line
}

/// Opens the root that the command line names.
pub(super) fn open(matches: &ArgMatches) -> Result<Studio, Failure> {
    let root = matches.get_one::<String>("root").map_or(".", String::as_str);
    let studio = Studio::open(root).map_err(|error| {
        Failure::Usage(format!("{error}\nname the folder of your projects with `--root`; it must exist"))
    })?;
    Ok(studio.decoder(Ffmpeg::find().map(|found| Arc::new(found) as Arc<dyn Fallback>)))
}

/// The commands whose process stays, and so renders what is in the queue.
const STAYING: [&str; 3] = ["mcp", "serve", "studio"];

/// The program with the studio of its root, and what renders there in the background as long as the command runs.
pub(super) fn opened(
    app: App,
    command: &str,
    matches: &ArgMatches,
) -> Result<(App, Option<Runner>), Failure> {
    let studio = open(matches)?;
    let runner = STAYING.contains(&command).then(|| studio.worker().start()).transpose();
    let runner = runner
        .map_err(|error| Failure::Failed(format!("a thread for renders cannot be started: {error}")))?;
    Ok((app.state(studio), runner))
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
            config.pages = Some(pages_of(shown, dispatcher.clone(), config.served.clone()));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_may_be_named_anywhere() {
        let line = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        for (given, expected) in [
            ("r call x --root a --name b", "r --root a call x --name b"),
            ("r call x --name b --root=a", "r --root=a call x --name b"),
            ("r --root a mcp", "r --root a mcp"),
            ("r call x --root", "r --root call x"),
            ("r call x -- --root a", "r call x -- --root a"),
            ("r mcp", "r mcp"),
        ] {
            assert_eq!(root_first(line(given)), line(expected), "{given}");
        }
    }
}
