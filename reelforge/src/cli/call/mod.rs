//! `call`: calls one tool. Its flags are the arguments of the tool.

mod arguments;
mod command;
mod show;

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use clap::{Arg, ArgMatches, value_parser};
use serde_json::{Map, Value};
use tokio::runtime::Runtime;

use super::{Command, Failure, flags, mounts, signal};
use crate::App;
use crate::protocol::{InFlight, unknown_tool};
use crate::registry::{Call, Limits, Registry, Tool};
use crate::tool::{Caller, Output, ToolError, Transport};
use crate::transport::stdio;
pub(super) use command::{every_tool, summary};

pub(super) const COMMAND: Command = Command { build, run };

/// How long shielded sections may go on after an interrupt.
const GRACE: Duration = Duration::from_secs(10);

/// Takes the line as it is: what it may hold is in the tools, which are not looked at before `call` is the command.
fn build() -> clap::Command {
    clap::Command::new("call")
        .about("Calls a tool: `call <tool> --argument value`")
        .disable_help_flag(true)
        .arg(
            Arg::new("line")
                .num_args(0..)
                .trailing_var_arg(true)
                .allow_hyphen_values(true)
                .value_parser(value_parser!(OsString)),
        )
}

fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    let line: Vec<&OsString> = matches.get_many("line").unwrap_or_default().collect();
    let bin_name = format!("{} call", super::bin_name(&app));
    let file = command::mounted(&line);
    let registry = mounts::beside(app, file.as_deref()).registry(Limits::default())?;
    let runtime = super::runtime()?;
    let (registry, served) = runtime.block_on(mounts::now(&registry, file.as_deref()))?;
    let result = run_in(&runtime, &registry, &line, bin_name);
    runtime.block_on(async {
        let _ = tokio::time::timeout(GRACE, served.close()).await;
    });
    // A tool that blocks and does not look at its context would hold up the end.
    runtime.shutdown_background();
    result
}

/// Does what the line says with the tools of `registry`.
fn run_in(
    runtime: &Runtime,
    registry: &Registry,
    line: &[&OsString],
    bin_name: String,
) -> Result<(), Failure> {
    let matches = command::named_tools(&registry.all(), line).bin_name(bin_name).try_get_matches_from(line);
    let matches = matches.map_err(|error| command::meant(error, registry))?;
    flags::start_log(&matches);
    let registry = registry.within(flags::given_limits(&matches));
    let selection = flags::selected(&registry, &matches)?;
    // clap lets no line pass that names no tool.
    let Some((name, own)) = matches.subcommand() else { return Ok(()) };
    let tool = selection.get(name).ok_or_else(|| Failure::Usage(unknown_tool(&selection, name)))?;
    let arguments = arguments::read(tool, own, &matches)?;
    let show = show::Show::new(name, own, &matches);
    // What the tool itself prints is no part of the result.
    let mut output = stdio::claim_output()
        .map_err(|error| Failure::Failed(format!("the output cannot be opened: {error}")))?;
    match call(runtime, &registry, tool, arguments) {
        Some(result) => show.result(result, &mut output),
        None => Err(Failure::Said(signal::INTERRUPTED)),
    }
}

/// Calls the tool; gives nothing if the call was interrupted.
fn call(
    runtime: &Runtime,
    registry: &Registry,
    tool: &Arc<Tool>,
    arguments: Map<String, Value>,
) -> Option<Result<Output, ToolError>> {
    let calls = Arc::new(InFlight::default());
    runtime.block_on(async {
        let entry = calls.register("1");
        let interrupted = calls.clone();
        let asked = signal::asked_to_end();
        tokio::spawn(async move {
            asked.await;
            interrupted.cancel_all();
        });
        let caller = Caller { transport: Transport::Shell, capabilities: None, notify: show::progress() };
        let result = entry.run(registry.call(Call { tool, arguments, caller })).await;
        if result.is_none() {
            let _ = tokio::time::timeout(GRACE, registry.shields_ended()).await;
        }
        result
    })
}
