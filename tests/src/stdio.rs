//! A child process that speaks MCP over standard input and output, driven line by line.

// A test ends with a panic, and `json!` makes values.
#![allow(clippy::missing_panics_doc, clippy::needless_pass_by_value)]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

/// Nothing takes this long; a test that waits for it has failed.
const SAFETY_NET: Duration = Duration::from_secs(40);

/// A running server and this side of its streams.
#[derive(Debug)]
pub struct Server {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Lines that came while another was waited for.
    seen: VecDeque<Value>,
    errors: Option<JoinHandle<String>>,
}

/// How a server ended.
#[derive(Debug)]
pub struct Ended {
    /// The exit code; nothing if a signal ended it.
    pub code: Option<i32>,
    /// The messages that nobody had waited for.
    pub rest: Vec<Value>,
    /// Everything that it wrote to standard error.
    pub errors: String,
}

impl Server {
    /// Starts `program mcp` with these arguments.
    pub fn start(program: &str, arguments: &[&str]) -> Self {
        Self::run(Command::new(program).arg("mcp").args(arguments))
    }

    /// Starts that command.
    pub fn run(command: &mut Command) -> Self {
        let (mut server, output) = Self::unread(command);
        server.read(output);
        server
    }

    /// Starts that command and leaves what it writes unread.
    pub fn unread(command: &mut Command) -> (Self, ChildStdout) {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let mut stderr = child.stderr.take().expect("stderr is a pipe");
        let errors = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let output = child.stdout.take().expect("stdout is a pipe");
        let input = child.stdin.take();
        let server = Self { child, input, lines: channel().1, seen: VecDeque::new(), errors: Some(errors) };
        (server, output)
    }

    /// Begins to read what the server writes.
    pub fn read(&mut self, output: ChildStdout) {
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("the server writes UTF-8");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        self.lines = lines;
    }

    /// Sends one message.
    pub fn send(&mut self, message: &Value) {
        self.send_bytes(message.to_string().as_bytes());
    }

    /// Sends one line as it is.
    pub fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        // In one write, so that the server sees a message at a time.
        input.write_all(&[line, b"\n"].concat()).expect("the server reads");
    }

    /// Sends a request of the newest revision.
    pub fn request(&mut self, id: &Value, method: &str, params: Value) {
        self.send(&request(id, method, params));
    }

    /// Sends a call of the newest revision.
    pub fn call(&mut self, id: &Value, tool: &str, arguments: Value) {
        self.request(id, "tools/call", json!({ "name": tool, "arguments": arguments }));
    }

    /// Sends a call of the newest revision that asks for progress under the token `id`.
    pub fn call_with_progress(&mut self, id: &Value, tool: &str, arguments: Value) {
        let mut message = request(id, "tools/call", json!({ "name": tool, "arguments": arguments }));
        message["params"]["_meta"]["progressToken"] = id.clone();
        self.send(&message);
    }

    /// The next message.
    #[track_caller]
    pub fn next_message(&mut self) -> Value {
        self.seen.pop_front().unwrap_or_else(|| self.receive())
    }

    /// The answer to that request; what comes before it is kept.
    #[track_caller]
    pub fn answer(&mut self, id: &Value) -> Value {
        self.find(|message| message.get("id") == Some(id))
    }

    /// The next progress under that token; what comes before it is kept.
    #[track_caller]
    pub fn progress(&mut self, token: &Value) -> Value {
        self.find(|message| message["params"]["progressToken"] == *token)
    }

    /// Opens a session of that revision.
    #[track_caller]
    pub fn initialize(&mut self, version: &str) -> Value {
        let params = json!({
            "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "test", "version": "0" },
        });
        self.send(&legacy(&json!("initialize"), "initialize", params));
        let answer = self.answer(&json!("initialize"));
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        answer
    }

    /// Sends a message and gives the answer to it.
    #[track_caller]
    pub fn ask(&mut self, message: &Value) -> Value {
        self.send(message);
        self.answer(&message["id"])
    }

    /// Proves that the server has read everything so far and still serves: nothing but the answer to a `ping` may
    /// come.
    #[track_caller]
    pub fn is_silent(&mut self) {
        self.send(&legacy(&json!("silence"), "ping", json!({})));
        assert_eq!(self.next_message(), json!({ "jsonrpc": "2.0", "id": "silence", "result": {} }));
    }

    /// The process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Ends the input and waits for the end of the process.
    #[track_caller]
    pub fn end(mut self) -> Ended {
        self.close_input();
        self.wait()
    }

    /// Waits for the end of a process whose input stays open; gives its exit code.
    #[track_caller]
    pub fn wait_with_open_input(mut self) -> Option<i32> {
        let input = self.input.take();
        let code = self.wait().code;
        drop(input);
        code
    }

    /// Waits for the end of the process.
    #[track_caller]
    pub fn wait(mut self) -> Ended {
        let (sender, ended) = channel();
        let (pid, mut child) = (self.child.id(), self.child);
        std::thread::spawn(move || sender.send(child.wait()));
        let Ok(status) = ended.recv_timeout(SAFETY_NET) else { panic!("process {pid} does not end") };
        let status = status.expect("the process can be waited for");
        let rest = self.seen.into_iter().chain(self.lines.iter().map(|line| parse(&line)));
        let rest = rest.collect();
        let errors = self.errors.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ended { code: status.code(), rest, errors }
    }

    #[track_caller]
    fn receive(&mut self) -> Value {
        match self.lines.recv_timeout(SAFETY_NET) {
            Ok(line) => parse(&line),
            Err(error) => panic!("no message came: {error}"),
        }
    }

    /// Whether that request was answered before what was last waited for.
    pub fn has_answered(&self, id: &Value) -> bool {
        self.seen.iter().any(|message| message.get("id") == Some(id))
    }

    /// The next message for which that holds; what comes before it is kept.
    #[track_caller]
    fn find(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.seen.iter().position(&wanted) {
            return self.seen.remove(at).unwrap_or_default();
        }
        loop {
            let message = self.receive();
            if wanted(&message) {
                return message;
            }
            self.seen.push_back(message);
        }
    }
}

/// Every line is one JSON-RPC message, or a batch of them.
#[track_caller]
fn parse(line: &str) -> Value {
    let message: Value =
        serde_json::from_str(line).unwrap_or_else(|error| panic!("not JSON ({error}): {line}"));
    let first = message.get(0).unwrap_or(&message);
    assert_eq!(first["jsonrpc"], "2.0", "{line}");
    message
}

/// A request of the newest revision.
pub fn request(id: &Value, method: &str, params: Value) -> Value {
    let mut message = legacy(id, method, params);
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    message
}

/// A request of a revision with a handshake.
pub fn legacy(id: &Value, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}
