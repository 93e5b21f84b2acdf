//! A client that sends exactly what a test says.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

/// An answer as it came.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the body is text")
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{} with {:?}: {error}", self.status, self.text()))
    }

    /// The code of a JSON-RPC error.
    #[track_caller]
    pub(crate) fn rpc_error(&self) -> i64 {
        self.json()["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {}", self.text()))
    }

    /// The code of a REST error, which must say what is wrong.
    #[track_caller]
    pub(crate) fn rest_error(&self) -> String {
        let body = self.json();
        assert_eq!(body["ok"], false, "{body}");
        assert!(body["error"]["message"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
        body["error"]["code"].as_str().expect("a code").to_owned()
    }
}

/// One connection, kept alive.
pub(crate) struct Connection {
    stream: TcpStream,
    addr: SocketAddr,
    read: Vec<u8>,
}

/// A test that waits for longer than this has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

impl Connection {
    pub(crate) fn open(addr: SocketAddr) -> Self {
        let stream = TcpStream::connect(addr).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self { stream, addr, read: Vec::new() }
    }

    /// Sends bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("the server reads");
    }

    pub(crate) fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) {
        let request = request(self.addr, method, path, headers, body);
        self.write(&request);
    }

    pub(crate) fn exchange(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        self.send(method, path, headers, body);
        self.reply(method == "HEAD")
    }

    /// Reads one answer.
    pub(crate) fn reply(&mut self, head_only: bool) -> Reply {
        let mut reply = self.head();
        if !head_only && !matches!(reply.status, 204 | 304) {
            reply.body = match reply.header("content-length").map(|length| length.parse::<usize>().unwrap()) {
                Some(length) => self.take(length),
                None => self.chunks(),
            };
        }
        reply
    }

    /// Reads the head of an answer.
    pub(crate) fn head(&mut self) -> Reply {
        let end = loop {
            if let Some(at) = find(&self.read, b"\r\n\r\n") {
                break at + 4;
            }
            self.more();
        };
        let head = String::from_utf8(self.take(end)).expect("the head is text");
        let mut lines = head.trim_end().lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap().parse().unwrap();
        let headers = lines
            .map(|line| line.split_once(':').expect("a header"))
            .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
            .collect();
        Reply { status, headers, body: Vec::new() }
    }

    /// Reads one chunk; an empty one is the last.
    pub(crate) fn chunk(&mut self) -> Vec<u8> {
        let end = loop {
            if let Some(at) = find(&self.read, b"\r\n") {
                break at;
            }
            self.more();
        };
        let size = String::from_utf8(self.take(end)).unwrap();
        self.take(2);
        let size = usize::from_str_radix(&size, 16).expect("the size of a chunk");
        let chunk = self.take(size);
        self.take(2);
        chunk
    }

    fn chunks(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let chunk = self.chunk();
            if chunk.is_empty() {
                return body;
            }
            body.extend(chunk);
        }
    }

    /// Closes the connection, and waits until the server has let go of it.
    pub(crate) fn lose(mut self) {
        self.stream.shutdown(std::net::Shutdown::Write).expect("it was open");
        while !matches!(self.stream.read(&mut [0; 4096]), Ok(0) | Err(_)) {}
    }

    /// Whether the server closes the connection without sending anything more.
    pub(crate) fn is_closed(&mut self) -> bool {
        self.read.is_empty() && matches!(self.stream.read(&mut [0]), Ok(0))
    }

    fn take(&mut self, count: usize) -> Vec<u8> {
        while self.read.len() < count {
            self.more();
        }
        self.read.drain(..count).collect()
    }

    fn more(&mut self) {
        let mut buffer = [0; 16 << 10];
        let count = self.stream.read(&mut buffer).expect("the server answers in time");
        assert!(
            count > 0,
            "the server closed the connection after {:?}",
            String::from_utf8_lossy(&self.read)
        );
        self.read.extend_from_slice(&buffer[..count]);
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// A request, with `Host` and `Content-Length` unless they are given. A header without a value is left out.
pub(crate) fn request(
    addr: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Vec<u8> {
    let has = |name: &str| headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    if !has("host") {
        let _ = write!(head, "Host: {addr}\r\n");
    }
    if !has("content-length") && !has("transfer-encoding") && (!body.is_empty() || method == "POST") {
        let _ = write!(head, "Content-Length: {}\r\n", body.len());
    }
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    [head.as_bytes(), b"\r\n", body].concat()
}

/// One request on a connection of its own.
pub(crate) fn ask(
    addr: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Reply {
    Connection::open(addr).exchange(method, path, headers, body)
}

pub(crate) fn get(addr: SocketAddr, path: &str) -> Reply {
    ask(addr, "GET", path, &[], b"")
}

const JSON: (&str, &str) = ("Content-Type", "application/json");
const ACCEPT: (&str, &str) = ("Accept", "application/json, text/event-stream");

/// Posts to `/mcp` with the usual headers and these.
pub(crate) fn post(addr: SocketAddr, headers: &[(&str, &str)], body: &str) -> Reply {
    let mut all = headers.to_vec();
    for (name, value) in [JSON, ACCEPT] {
        if !headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)) {
            all.push((name, value));
        }
    }
    ask(addr, "POST", "/mcp", &all, body.as_bytes())
}

/// Calls a tool over REST.
pub(crate) fn call(addr: SocketAddr, tool: &str, arguments: &Value) -> Reply {
    ask(addr, "POST", &format!("/api/v1/tools/{tool}"), &[JSON], arguments.to_string().as_bytes())
}

/// A legacy session.
pub(crate) struct Session {
    pub(crate) addr: SocketAddr,
    pub(crate) id: String,
}

impl Session {
    pub(crate) fn open(addr: SocketAddr, revision: &str) -> Self {
        let reply = initialize(addr, revision);
        assert_eq!(reply.status, 200, "{}", reply.text());
        Self { addr, id: reply.header("mcp-session-id").expect("a session").to_owned() }
    }

    pub(crate) fn post(&self, body: &str) -> Reply {
        post(self.addr, &[("Mcp-Session-Id", &self.id)], body)
    }

    pub(crate) fn request(&self, method: &str, params: &Value) -> Reply {
        self.post(&message(method, params))
    }

    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Value {
        let reply = self.request("tools/call", &json!({ "name": tool, "arguments": arguments }));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["result"].clone()
    }
}

pub(crate) fn message(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
}

pub(crate) fn initialize(addr: SocketAddr, revision: &str) -> Reply {
    let params = json!({
        "protocolVersion": revision,
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    });
    post(addr, &[], &message("initialize", &params))
}

pub(crate) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const MODERN: &str = "2026-07-28";

/// The parameters of a stateless request.
pub(crate) fn stateless(params: &Value) -> Value {
    let mut params = params.clone();
    params["_meta"][VERSION] = MODERN.into();
    params["_meta"][CAPABILITIES] = json!({});
    params
}

/// A stateless request with the headers that it needs.
pub(crate) fn modern(addr: SocketAddr, method: &str, params: &Value) -> Reply {
    modern_with(addr, &[], method, params)
}

/// The same, with further headers, which take the place of the usual ones.
pub(crate) fn modern_with(addr: SocketAddr, headers: &[(&str, &str)], method: &str, params: &Value) -> Reply {
    let params = stateless(params);
    let mut all = headers.to_vec();
    let usual = [
        ("MCP-Protocol-Version", MODERN),
        ("Mcp-Method", method),
        ("Mcp-Name", params["name"].as_str().unwrap_or_default()),
    ];
    for (name, value) in usual {
        if !headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)) {
            all.push((name, value));
        }
    }
    post(addr, &all, &message(method, &params))
}
