//! The smallest program: one tool, every way in.

/// Greets somebody.
#[reelforge::tool(read_only)]
fn hello(name: String) -> String {
    format!("Hello, {name}!")
}

fn main() -> std::process::ExitCode {
    reelforge::app!().run()
}
