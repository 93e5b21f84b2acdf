//! The server that is measured: three tools.

use std::process::ExitCode;

reelforge::link!(reelforge_tests);

fn main() -> ExitCode {
    reelforge::app!().run()
}
