//! `serve`: a real process that listens.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::{PROGRAM, run};

/// A server on a free port, and what it said of its addresses.
struct Serving {
    child: Child,
    addresses: Vec<(String, String)>,
}

impl Serving {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(PROGRAM);
        let command = command.args(["serve", "--port", "0"]).args(arguments).env_remove("REELFORGE_TOKEN");
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines().take(3);
        let addresses = lines
            .map(|line| {
                let line = line.unwrap();
                let (name, address) = line.split_once(' ').unwrap();
                (name.to_owned(), address.trim().to_owned())
            })
            .collect();
        Self { child, addresses }
    }

    fn address(&self, name: &str) -> &str {
        &self.addresses.iter().find(|(other, _)| other == name).unwrap().1
    }

    fn signal(&mut self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
    }
}

/// The status and the body of an answer.
fn ask(address: &str, head: &str, body: &str) -> (u16, String) {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let (method, headers) = head.split_once(' ').unwrap_or((head, ""));
    write!(
        stream,
        "{method} /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
}

#[test]
fn it_says_where_it_listens_serves_there_and_stops_when_asked() {
    for signal in ["TERM", "INT"] {
        let mut serving = Serving::start(&["--toolsets", "math"]);
        let (status, document) = ask(serving.address("OpenAPI"), "GET", "");
        assert_eq!(status, 200);
        assert!(document.contains("/api/v1/tools/add") && !document.contains("/api/v1/tools/echo"));
        let (status, list) = ask(serving.address("REST"), "GET", "");
        assert_eq!(status, 200);
        let list: Value = serde_json::from_str(&list).unwrap();
        assert_eq!(list, run(&["tools", "--format", "json", "--toolsets", "math"]).json());
        let (status, sum) = ask(&format!("{}/add", serving.address("REST")), "POST", r#"{"a":1}"#);
        assert_eq!(
            (status, serde_json::from_str::<Value>(&sum).unwrap()["result"].clone()),
            (200, json!({ "sum": 2 }))
        );
        let initialize =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} }).to_string();
        let accept = "POST Accept: application/json, text/event-stream\r\n";
        assert_eq!(ask(serving.address("MCP"), accept, &initialize).0, 200);
        serving.signal(signal);
        assert_eq!(serving.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("child");
    let mut serving = Serving::start(&["--grace", "1h"]);
    let address = format!("{}/wait_with_child", serving.address("REST"));
    let body = json!({ "file": file }).to_string();
    let call = std::thread::spawn(move || std::panic::catch_unwind(|| ask(&address, "POST", &body)));
    while std::fs::read_to_string(&file).unwrap_or_default().is_empty() {
        std::thread::yield_now();
    }
    // The first is not enough while a call runs. Signals that come too soon are one, so that more may be needed.
    while serving.child.try_wait().unwrap().is_none() {
        serving.signal("INT");
        std::thread::yield_now();
    }
    assert_eq!(serving.child.wait().unwrap().code(), Some(130));
    assert!(call.join().is_ok());
    let child = std::fs::read_to_string(&file).unwrap();
    Command::new("kill").arg(child).status().unwrap();
}

#[test]
fn flags_and_the_environment_say_who_is_let_in() {
    let done = run(&["serve", "--host", "0.0.0.0", "--port", "0"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("--token") && done.err.contains("--insecure-no-token"), "{}", done.err);

    let mut serving = Serving::start(&["--token", "secret", "--allow-host", "example.test"]);
    let address = serving.address("REST").to_owned();
    assert_eq!(ask(&address, "GET", "").0, 401);
    assert_eq!(ask(&address, "GET Authorization: Bearer secret\r\n", "").0, 200);
    serving.signal("TERM");
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
    let help = run(&["serve", "--help"]).out;
    assert!(!help.contains("secret"), "{help}");
}

#[test]
fn limits_are_flags() {
    let mut serving = Serving::start(&["--body-limit", "1KiB", "--call-time", "50ms"]);
    let rest = serving.address("REST").to_owned();
    let long = json!({ "text": "x".repeat(2000) }).to_string();
    assert_eq!(ask(&format!("{rest}/echo"), "POST", &long).0, 413);
    let (status, answer) = ask(&format!("{rest}/wait"), "POST", "{}");
    assert_eq!(status, 200);
    assert!(answer.contains("was stopped after 0.05 s"), "{answer}");
    serving.signal("TERM");
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
}
