//! The server that is measured with 503 tools.

use std::process::ExitCode;

reelforge::link!(reelforge_tests);

/// Five hundred functions, each a tool.
#[allow(clippy::unused_async)] // Most servers write their tools so, and those are measured.
mod many {
    use reelforge::tool;

    include!(concat!(env!("OUT_DIR"), "/many.rs"));
}

fn repeat(text: &str, count: u32, flag: bool) -> String {
    let line = |number| if flag { format!("{number}: {text}") } else { text.to_owned() };
    (1..=count).map(line).collect::<Vec<_>>().join("\n")
}

fn main() -> ExitCode {
    reelforge::app!().run()
}
