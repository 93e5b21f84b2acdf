//! `mcp`: serves the tools over standard input and output.

use clap::{Arg, ArgAction, ArgMatches};

use super::{Command, Failure, flags, mounts};
use crate::App;
use crate::transport::stdio;

pub(super) const COMMAND: Command = Command { build, run };

fn build() -> clap::Command {
    clap::Command::new("mcp")
        .about("Serves the tools to one MCP client over standard input and output")
        .args(flags::selection())
        .args(flags::mount())
        .args(flags::mount().map(|_| {
            Arg::new("announce-changes")
                .long("announce-changes")
                .requires("mount")
                .action(ArgAction::SetTrue)
                .help("Tells the client when other tools are there, at a moment at which none of its calls runs")
        }))
        .args(flags::limits())
        .arg(flags::message())
        .args(flags::log())
}

fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    flags::start_log(matches);
    let mut app = mounts::beside(app, mounts::file(matches).as_deref());
    app.options.announce_changes = cfg!(feature = "client") && matches.get_flag("announce-changes");
    let dispatcher = app.dispatcher(flags::given_limits(matches))?;
    let runtime = super::runtime()?;
    let served = runtime.block_on(mounts::served(dispatcher.registry(), matches))?;
    let stop = {
        let _context = runtime.enter();
        super::signal::asked_to_end()
    };
    stdio::serve(dispatcher, served, runtime, flags::message_size(matches), stop)
        .map_err(|error| Failure::Failed(format!("stdio cannot be served: {error}")))
}
