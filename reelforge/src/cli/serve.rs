//! `serve`: serves the tools over HTTP.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, value_parser};

use super::{Command, Failure, flags, mounts, print, signal};
use crate::App;
use crate::protocol::Dispatcher;
use crate::transport::http::{Config, Server};
use crate::units;

pub(super) const COMMAND: Command = Command { build, run };

fn build() -> clap::Command {
    flags_of(clap::Command::new("serve").about("Serves the tools over HTTP: MCP, REST and OpenAPI"))
}

/// The flags of every command that serves over HTTP.
pub(super) fn flags_of(command: clap::Command) -> clap::Command {
    command
        .args(flags::selection())
        .args(flags::mount())
        .args(who())
        .args(how_much())
        .args(flags::limits())
        .args(flags::log())
}

/// Where to listen, and who is let in.
fn who() -> [Arg; 6] {
    [
        Arg::new("host")
            .long("host")
            .value_name("ADDRESS")
            .default_value("127.0.0.1")
            .help("The address to listen on; any that other machines can reach needs a token"),
        Arg::new("port")
            .long("port")
            .value_name("PORT")
            .value_parser(value_parser!(u16))
            .default_value("8787")
            .help("The port to listen on; 0 takes a free one"),
        Arg::new("allow-host")
            .long("allow-host")
            .value_name("HOST")
            .action(ArgAction::Append)
            .help("Lets in requests for this host, `name` or `name:port`; may be repeated"),
        Arg::new("allow-origin")
            .long("allow-origin")
            .value_name("ORIGIN")
            .action(ArgAction::Append)
            .help("Lets in pages of this origin, such as `https://app.example.com`; may be repeated"),
        Arg::new("token")
            .long("token")
            .value_name("TOKEN")
            .env("REELFORGE_TOKEN")
            .hide_env_values(true)
            .help("What every request must send as `Authorization: Bearer`"),
        Arg::new("insecure-no-token")
            .long("insecure-no-token")
            .action(ArgAction::SetTrue)
            .help("Listens beyond this machine without a token: whoever reaches it may call every tool"),
    ]
}

fn how_much() -> [Arg; 5] {
    [
        Arg::new("body-limit")
            .long("body-limit")
            .value_name("SIZE")
            .value_parser(units::size)
            .default_value("4MiB")
            .help("How large the body of a request may be"),
        Arg::new("sessions")
            .long("sessions")
            .value_name("COUNT")
            .value_parser(value_parser!(u32).range(1..=1_000_000))
            .default_value("10000")
            .help("How many MCP sessions may be open; the one that was idle for longest goes first"),
        Arg::new("session-idle")
            .long("session-idle")
            .value_name("TIME")
            .value_parser(units::time)
            .default_value("1h")
            .help("How long a session may be idle before it expires"),
        Arg::new("grace")
            .long("grace")
            .value_name("TIME")
            .value_parser(units::time)
            .default_value("10s")
            .help("How long calls may go on after the server was asked to end"),
        Arg::new("http-progress")
            .long("http-progress")
            .action(ArgAction::SetTrue)
            .help("Answers a call that can report progress with a stream of events, if its client takes one"),
    ]
}

fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    run_with(app, matches, |_, _| {}, |_| ())
}

/// Serves until the process is asked to end. `dress` adds what the program has beside its tools; what `listening` gives
/// is kept until the end.
pub(super) fn run_with<Kept>(
    app: App,
    matches: &ArgMatches,
    dress: impl FnOnce(&Arc<Dispatcher>, &mut Config),
    listening: impl FnOnce(SocketAddr) -> Kept,
) -> Result<(), Failure> {
    flags::start_log(matches);
    let app = mounts::beside(app, mounts::file(matches).as_deref());
    let dispatcher = app.dispatcher(flags::given_limits(matches))?;
    let runtime = super::runtime()?;
    let served = runtime.block_on(mounts::served(dispatcher.registry(), matches))?;
    runtime.block_on(mounts::ready(&served))?;
    let mut config = config(Config::new(served), matches);
    dress(&dispatcher, &mut config);
    let served = runtime.block_on(async {
        let asked = signal::asked_to_end();
        let server = Server::bind(dispatcher, config).await?;
        let _kept = listening(server.addr());
        let base = format!("http://{}", server.addr());
        // Whoever started it may not care to read this.
        let _ = print::line(&format!(
            "MCP     {base}/mcp\nREST    {base}/api/v1/tools\nOpenAPI {base}/api/v1/openapi.json"
        ));
        server.run(asked).await
    });
    // A tool that blocks and does not look at its context would hold up the end.
    runtime.shutdown_background();
    served.map_err(|error: std::io::Error| {
        let advice = match error.kind() {
            ErrorKind::AddrInUse => {
                "\nanother program listens there; `--port` names another port, 0 a free one"
            }
            _ => "",
        };
        Failure::Failed(format!("HTTP cannot be served: {error}{advice}"))
    })
}

/// What the flags say about the server.
fn config(config: Config, matches: &ArgMatches) -> Config {
    let texts = |flag: &str| matches.get_many::<String>(flag).unwrap_or_default().cloned().collect();
    let time = |flag: &str| matches.get_one::<Duration>(flag).copied();
    Config {
        host: matches.get_one::<String>("host").cloned().unwrap_or(config.host),
        port: matches.get_one("port").copied().unwrap_or(config.port),
        allow_hosts: texts("allow-host"),
        allow_origins: texts("allow-origin"),
        token: matches.get_one::<String>("token").cloned(),
        insecure_no_token: matches.get_flag("insecure-no-token"),
        body_limit: matches.get_one("body-limit").copied().unwrap_or(config.body_limit),
        max_sessions: matches
            .get_one::<u32>("sessions")
            .and_then(|count| usize::try_from(*count).ok())
            .unwrap_or(config.max_sessions),
        session_idle: time("session-idle").unwrap_or(config.session_idle),
        grace: time("grace").unwrap_or(config.grace),
        http_progress: matches.get_flag("http-progress"),
        ..config
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{Limits, Registry};
    use crate::transport::stdio::MESSAGE_SIZE;

    #[test]
    fn the_defaults_of_the_flags_are_those_of_the_library() {
        let registry = Registry::builder().linked_where(|tool| tool.state.is_empty()).build().unwrap();
        let command = build().arg(flags::message());
        let matches = command.try_get_matches_from(["serve"]).unwrap();
        let given = config(Config::new(registry.all()), &matches);
        let own = Config::new(registry.all());
        assert_eq!((&given.host, given.port), (&own.host, own.port));
        assert_eq!((given.body_limit, given.max_sessions), (own.body_limit, own.max_sessions));
        assert_eq!((given.session_idle, given.grace), (own.session_idle, own.grace));
        assert_eq!(given.http_progress, own.http_progress);
        assert_eq!(flags::message_size(&matches), MESSAGE_SIZE);
        // Written out, they hold the number of concurrent calls too.
        let limits = [flags::given_limits(&matches), Limits::default()].map(|limits| format!("{limits:?}"));
        assert_eq!(limits[0], limits[1]);
        assert!(limits[0].contains("permits: 64"), "{}", limits[0]);
    }
}
