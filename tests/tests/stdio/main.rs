//! MCP over standard input and output, with real processes.

mod abuse;
mod end;
mod flow;
mod must;

use reelforge_tests::stdio::Server;

const PROGRAM: &str = env!("CARGO_BIN_EXE_stdio-fixture");

fn start() -> Server {
    Server::start(PROGRAM, &[])
}
