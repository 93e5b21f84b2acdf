//! A program with the tools of the library beside it.

use std::collections::BTreeSet;
use std::process::ExitCode;

// Keeps the tools linked, whatever else the program names of the crate.
reelforge::link!(text_tools);

fn main() -> ExitCode {
    let banned = ["obviously", "simply"].map(str::to_owned);
    reelforge::app!().state(text_tools::Banned(BTreeSet::from(banned))).run()
}
