//! The flags that several commands share.

use std::sync::Arc;
use std::time::Duration;

use clap::builder::FalseyValueParser;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use tracing_subscriber::EnvFilter;

use super::Failure;
use crate::registry::{Limits, Registry, Selection};
use crate::transport::stdio::MESSAGE_SIZE;
use crate::units;

/// Which tools: `--toolsets` and `--read-only`.
pub(super) fn selection() -> [Arg; 2] {
    [
        Arg::new("toolsets")
            .long("toolsets")
            .value_name("A,B")
            .env("REELFORGE_TOOLSETS")
            .value_delimiter(',')
            .action(ArgAction::Append)
            .help("Only the tools of these toolsets"),
        Arg::new("read-only")
            .long("read-only")
            .env("REELFORGE_READ_ONLY")
            .action(ArgAction::SetTrue)
            .value_parser(FalseyValueParser::new())
            .help("Only tools that change nothing"),
    ]
}

/// The tools that `--toolsets` and `--read-only` select.
pub(super) fn selected(registry: &Registry, matches: &ArgMatches) -> Result<Arc<Selection>, Failure> {
    Ok(registry.select(&toolsets(matches), None, matches.get_flag("read-only"))?)
}

/// What `--toolsets` says.
pub(super) fn toolsets(matches: &ArgMatches) -> Vec<String> {
    matches.get_many("toolsets").unwrap_or_default().cloned().collect()
}

/// Which other servers' tools: `--mount`. Without the feature `client` there is no such flag.
pub(super) fn mount() -> Option<Arg> {
    cfg!(feature = "client").then(|| {
        Arg::new("mount")
            .long("mount")
            .value_name("FILE")
            .value_parser(value_parser!(std::path::PathBuf))
            .help("Adds the tools of the MCP servers that this file in the `mcpServers` format names")
    })
}

/// The limits of every call.
pub(super) fn limits() -> [Arg; 4] {
    [
        Arg::new("call-time")
            .long("call-time")
            .value_name("TIME")
            .value_parser(units::time)
            .default_value("10m")
            .help("How long a call may take, if its tool does not say"),
        Arg::new("concurrent-calls")
            .long("concurrent-calls")
            .value_name("COUNT")
            .value_parser(value_parser!(u16).range(1..))
            .default_value("64")
            .help("How many calls run at once"),
        Arg::new("result-size")
            .long("result-size")
            .value_name("SIZE")
            .value_parser(units::size)
            .default_value("8MiB")
            .help("How large a result may be; longer text is cut, with a note"),
        Arg::new("strict-arguments")
            .long("strict-arguments")
            .action(ArgAction::SetTrue)
            .help("Refuse `2.0` and \"2\" where an integer is expected"),
    ]
}

/// The limits that the flags set. All have defaults, so that none is ever absent.
pub(super) fn given_limits(matches: &ArgMatches) -> Limits {
    let concurrent = matches.get_one::<u16>("concurrent-calls").copied().map_or(64, usize::from);
    let mut limits = Limits::new(concurrent);
    if let Some(time) = matches.get_one::<Duration>("call-time") {
        limits.call_time = *time;
    }
    if let Some(size) = matches.get_one::<usize>("result-size") {
        limits.output_size = *size;
    }
    limits.strict_arguments = matches.get_flag("strict-arguments");
    limits
}

/// How long a message may be: `--message-size`.
pub(super) fn message() -> Arg {
    Arg::new("message-size")
        .long("message-size")
        .value_name("SIZE")
        .value_parser(units::size)
        .default_value("4MiB")
        .help("How large a message to the program may be")
}

/// What `--message-size` says.
pub(super) fn message_size(matches: &ArgMatches) -> usize {
    matches.get_one::<usize>("message-size").copied().unwrap_or(MESSAGE_SIZE)
}

/// What the program says on standard error about its work.
pub(super) fn log() -> [Arg; 2] {
    [
        Arg::new("log")
            .long("log")
            .value_name("LEVEL")
            .default_value("warn")
            .value_parser(|text: &str| {
                text.parse::<EnvFilter>()
                    .map(|_| text.to_owned())
                    .map_err(|error| format!("expected off, error, warn, info, debug, trace or a filter: {error}"))
            })
            .help("What is logged on standard error: off, error, warn, info, debug, trace, or a filter such as `warn,my_crate=debug`"),
        Arg::new("log-format")
            .long("log-format")
            .value_name("FORMAT")
            .value_parser(["text", "json"])
            .default_value("text")
            .help("How the log is written"),
    ]
}

/// Begins to log as the flags say.
pub(super) fn start_log(matches: &ArgMatches) {
    use std::io::{IsTerminal, stderr};

    let filter = matches.get_one::<String>("log").and_then(|text| text.parse::<EnvFilter>().ok());
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter.unwrap_or_else(|| EnvFilter::new("warn")))
        .with_writer(stderr)
        .with_ansi(stderr().is_terminal());
    // A program that set up its own log keeps it.
    let _ = if matches.get_one::<String>("log-format").is_some_and(|format| format == "json") {
        builder.json().try_init()
    } else {
        builder.try_init()
    };
}
