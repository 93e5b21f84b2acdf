//! The server that is measured: three tools.

use std::process::ExitCode;

use reelforge_tests::bench_tools as _;

fn main() -> ExitCode {
    reelforge::app!().run()
}
