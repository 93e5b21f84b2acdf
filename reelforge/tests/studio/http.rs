//! One request on a connection of its own.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::TcpStream;

use serde_json::Value;

/// An answer as it came.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Asks `address`, which is `host:port`.
pub(crate) fn ask(address: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        let _ = write!(request, "{name}: {value}\r\n");
    }
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(format!("{request}\r\n{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Reply { status, head: head.to_owned(), body: body.to_owned() }
}

pub(crate) fn get(address: &str, path: &str) -> Reply {
    ask(address, "GET", path, &[], "")
}

pub(crate) fn post(address: &str, path: &str, headers: &[(&str, &str)], body: &Value) -> Reply {
    let usual = [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
    ask(address, "POST", path, &[&usual, headers].concat(), &body.to_string())
}
