//! Real processes of the program `reelforge`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::Value;

/// The program on that root, whatever the environment of the test says.
pub(crate) fn reelforge(root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reelforge"));
    for name in ["REELFORGE_ROOT", "REELFORGE_TOKEN", "REELFORGE_TOOLSETS", "REELFORGE_READ_ONLY"] {
        command.env_remove(name);
    }
    command.arg("--root").arg(root);
    command
}

/// A process that serves over HTTP; it ends with this value.
pub(crate) struct Serving {
    child: Child,
    /// `host:port`.
    pub(crate) address: String,
    /// What it said when it listened.
    pub(crate) said: String,
}

impl Serving {
    /// Starts `serve` or `studio` on a free port.
    pub(crate) fn start(command: &str, root: &Path) -> Self {
        let mut child =
            reelforge(root).args([command, "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut lines = BufReader::new(child.stdout.as_mut().unwrap());
        // The last line comes when all is ready.
        while !said.contains("OpenAPI") {
            assert!(lines.read_line(&mut said).unwrap() > 0, "it ended early: {said}");
        }
        let address = said.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Self { child, address, said }
    }

    /// Ends it by that signal.
    pub(crate) fn end(&mut self, signal: &str) -> ExitStatus {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        self.child.wait().unwrap()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A process that speaks MCP over stdio; it ends with this value.
pub(crate) struct Speaking {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Speaking {
    pub(crate) fn start(root: &Path) -> Self {
        let mut command = reelforge(root);
        let mut child = command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { input: child.stdin.take(), output, child }
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.input.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    }

    /// Sends a request and reads the one answer to it.
    pub(crate) fn ask(&mut self, message: &Value) -> Value {
        self.send(message);
        self.hear()
    }

    /// The next message.
    pub(crate) fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }
}

impl Drop for Speaking {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}
