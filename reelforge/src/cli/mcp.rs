//! `mcp`: serves the tools over standard input and output.

use clap::ArgMatches;

use super::{Command, Failure, flags};
use crate::App;
use crate::transport::stdio;

pub(super) const COMMAND: Command = Command { build, run };

fn build() -> clap::Command {
    clap::Command::new("mcp")
        .about("Serves the tools to one MCP client over standard input and output")
        .args(flags::selection())
        .args(flags::limits())
        .arg(flags::message())
        .args(flags::log())
}

fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    flags::start_log(matches);
    let dispatcher = app.dispatcher(flags::given_limits(matches))?;
    let selection = flags::selected(dispatcher.registry(), matches)?;
    let runtime = super::runtime()?;
    let stop = {
        let _context = runtime.enter();
        super::signal::asked_to_end()
    };
    stdio::serve(dispatcher, selection, runtime, flags::message_size(matches), stop)
        .map_err(|error| Failure::Failed(format!("stdio cannot be served: {error}")))
}
