//! The studio.

use std::process::ExitCode;

fn main() -> ExitCode {
    reelforge::studio::app().run()
}
