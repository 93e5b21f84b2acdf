//! The command line of a program made of tools.

mod call;
mod serve;
mod tools;

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_stdio-fixture");

/// What a command left behind.
#[derive(Debug)]
struct Done {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Done {
    /// The output as JSON.
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

fn run(arguments: &[&str]) -> Done {
    run_with(Command::new(PROGRAM).args(arguments), "")
}

fn run_with(command: &mut Command, input: &str) -> Done {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that needs no input may have ended by now.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Done { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn a_program_introduces_itself_as_the_crate_that_it_is_made_of() {
    let done = run(&["--version"]);
    assert_eq!(
        (done.code, done.out.as_str()),
        (Some(0), concat!("reelforge-tests ", env!("CARGO_PKG_VERSION"), "\n"))
    );
}

#[test]
fn a_wrong_line_says_what_would_be_right_and_ends_with_2() {
    for (line, said) in [
        (&[][..], "Usage"),
        (&["tool"], "tools"),
        (&["mcp", "--toolsets", "maths"], "unknown toolset `maths`; valid: all, math, text"),
        (&["mcp", "--call-time", "10"], "`30s`"),
        (&["mcp", "--message-size", "9"], "`64KiB`"),
        (&["mcp", "--log", "loud=loud"], "trace"),
        (&["completions", "tcsh"], "bash"),
        (&["tools", "--strict"], "--format openai"),
    ] {
        let done = run(line);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{line:?}");
        assert!(done.err.contains(said), "{line:?}: expected {said} in: {}", done.err);
        assert!(!done.err.contains('\x1b'), "no colours where no terminal is: {}", done.err);
    }
}

#[test]
fn completions_know_the_tools_and_their_arguments() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let done = run(&["completions", shell]);
        assert_eq!(done.code, Some(0), "{shell}: {}", done.err);
        for word in ["stdio-fixture", "print_everywhere", "title-text"] {
            assert!(done.out.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn an_output_that_nobody_reads_ends_the_program_quietly() {
    for line in [&["tools"][..], &["tools", "--format", "json"], &["call", "add", "--a", "1"], &["--help"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = Command::new(PROGRAM).args(line).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{line:?}");
    }
}
