//! `tools lock` and `tools check`: what callers rely on is a file, and breaking it is noticed.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::Value;

use super::super::{Failure, print};
use crate::App;
use crate::registry::{Limits, contract};

pub(super) fn lock_command() -> Command {
    Command::new("lock")
        .about("Writes down what callers rely on: names, arguments, results, hints")
        .arg(file())
}

pub(super) fn check_command() -> Command {
    Command::new("check")
        .about("Fails if the tools no longer keep what `tools lock` wrote down; additions pass")
        .arg(file())
}

fn file() -> Arg {
    Arg::new("file")
        .long("file")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .default_value("tools.lock.json")
        .help("The file of the contract")
}

fn path(matches: &ArgMatches) -> PathBuf {
    matches.get_one::<PathBuf>("file").cloned().unwrap_or_default()
}

pub(super) fn lock(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    let registry = app.registry(Limits::default())?;
    registry.verify()?;
    let path = path(matches);
    let text = print::pretty(&contract::lock(&registry))? + "\n";
    std::fs::write(&path, text)
        .map_err(|error| Failure::Failed(format!("{} cannot be written: {error}", path.display())))?;
    print::line(&format!("{}: {} tools", path.display(), registry.tools().len()))
}

pub(super) fn check(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    let registry = app.registry(Limits::default())?;
    registry.verify()?;
    let path = path(matches);
    let bad = |problem: String| {
        Failure::Failed(format!("{}: {problem}; `tools lock` writes the contract anew", path.display()))
    };
    let text = std::fs::read_to_string(&path).map_err(|error| bad(format!("cannot be read: {error}")))?;
    let locked: Value =
        serde_json::from_str(&text).map_err(|error| bad(format!("expected a contract in JSON: {error}")))?;
    let breaks = contract::check(&locked, &registry).map_err(|error| bad(error.to_string()))?;
    if !breaks.is_empty() {
        let lines: Vec<String> = breaks.iter().map(ToString::to_string).collect();
        return Err(Failure::Failed(lines.join("\n")));
    }
    let stale = contract::lock(&registry) != locked;
    let note = if stale {
        "the tools keep the contract and add to it; `tools lock` writes down what was added"
    } else {
        "the tools keep the contract"
    };
    print::line(note)
}
