//! What it costs to reach a tool of another MCP server over REST: through the gateway (`serve --mount`), and through mcpo
//! where there is one (`pip install mcpo mcp==1.30.0 fastapi==0.128.0`), beside the server itself. All are asked in turn
//! in one run, and both gateways stand before the same server: over Streamable HTTP, and over stdio.
//!
//! `cargo bench -p reelforge-tests --features client --bench gateway` prints a table; with `-- PATH` it takes that
//! `mcpo`. It takes three minutes, in which the machine should have nothing else to do.

mod load;

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use load::{Request, Sample, median};
use serde_json::{Value, json};

/// So many times each way is asked, in turn with the others, for so long.
const ROUNDS: usize = 5;
const LENGTH: Duration = Duration::from_secs(2);
/// So many calls are under way at once.
const CONNECTIONS: [usize; 3] = [1, 16, 64];
/// How long a program may take to start.
const START: Duration = Duration::from_mins(1);

const SERVER: &str = env!("CARGO_BIN_EXE_bench-server");
const TEXT: &str = "the quick brown fox jumps";

/// A way to the tool `echo`.
struct Way {
    name: String,
    request: Request,
    /// For each number of connections.
    samples: [Vec<Sample>; CONNECTIONS.len()],
    /// What is asked.
    _process: Process,
}

impl Way {
    fn new(name: String, request: Request, process: Process) -> Self {
        Self { name, request, samples: Default::default(), _process: process }
    }
}

/// A process that ends with its value.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() {
    // Cargo says `--bench` beside what it is told.
    let mcpo = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or("mcpo".to_owned());
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (server, address) = serve(&[]);
    let mcp = format!("http://{address}/mcp");
    let headers = "Accept: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: echo\r\n";
    let mut ways = vec![Way::new(
        "the server, HTTP".to_owned(),
        Request::new(address, "/mcp", headers, &message().to_string(), TEXT),
        server,
    )];
    let http = (json!({ "url": mcp }), vec!["--server-type", "streamable-http", "--", &mcp]);
    let stdio = (json!({ "command": SERVER, "args": ["mcp"] }), vec!["--", SERVER, "mcp"]);
    for (over, (server, words)) in [("HTTP", http), ("stdio", stdio)] {
        ways.push(gateway(over, folder.path(), &server));
        ways.extend(through_mcpo(over, &mcpo, &words));
    }
    let mut pipes = Vec::new();
    for _ in 0..ROUNDS {
        for (at, connections) in CONNECTIONS.into_iter().enumerate() {
            for way in &mut ways {
                way.samples[at].push(load::measure(&way.request, connections, LENGTH));
            }
        }
        pipes.push(over_pipes());
    }
    print(&ways, median(&mut pipes));
}

/// Prints the medians over all rounds.
fn print(ways: &[Way], pipes: Duration) {
    let ms = |time: Duration| format!("{:.3} ms", time.as_secs_f64() * 1000.0);
    let line = |name: &str, connections, rate: String, half: String, most: String| {
        println!("{name:20}{connections:>12}{rate:>12}{half:>14}{most:>16}");
    };
    println!("{:20}{:>12}{:>12}{:>14}{:>16}", "", "connections", "calls/s", "median", "99 of 100 below");
    line("the server, stdio", 1, String::new(), ms(pipes), String::new());
    for (at, connections) in CONNECTIONS.into_iter().enumerate() {
        for way in ways {
            let over =
                |of: fn(&Sample) -> Duration| median(&mut way.samples[at].iter().map(of).collect::<Vec<_>>());
            let rate = median(&mut way.samples[at].iter().map(|sample| sample.rate).collect::<Vec<_>>());
            let (half, most) = (over(|sample| sample.median), over(|sample| sample.most));
            line(&way.name, connections, rate.to_string(), ms(half), ms(most));
        }
    }
}

/// A call of `echo`, as stateless clients make it.
fn message() -> Value {
    let prefix = "io.modelcontextprotocol";
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {
            "name": "echo", "arguments": { "text": TEXT },
            "_meta": {
                format!("{prefix}/protocolVersion"): "2026-07-28",
                format!("{prefix}/clientInfo"): { "name": "bench", "version": "1" },
                format!("{prefix}/clientCapabilities"): {},
            },
        },
    })
}

/// The measured server with that behind it, and where it listens.
fn serve(words: &[&str]) -> (Process, SocketAddr) {
    let mut command = Command::new(SERVER);
    command.args(["serve", "--port", "0"]).args(words).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the server starts");
    let said = child.stdout.take().expect("its output is a pipe");
    let process = Process(child);
    let mut lines = BufReader::new(said).lines().map_while(Result::ok);
    let url = lines.find_map(|line| line.strip_prefix("MCP").map(|url| url.trim().to_owned()));
    let url = url.expect("it says where it listens");
    let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
    (process, address.parse().expect("that is an address"))
}

fn gateway(over: &str, folder: &Path, server: &Value) -> Way {
    let mut server = server.clone();
    server["prefix"] = "far_".into();
    let file = folder.join(format!("{over}.json"));
    std::fs::write(&file, json!({ "mcpServers": { "far": server } }).to_string()).expect("it can be written");
    let (process, address) = serve(&["--mount", file.to_str().expect("the path is text")]);
    let body = json!({ "text": TEXT }).to_string();
    let request = Request::new(address, "/api/v1/tools/far_echo", "", &body, TEXT);
    Way::new(format!("our gateway, {over}"), request, process)
}

/// `None` where there is no mcpo.
fn through_mcpo(over: &str, mcpo: &str, words: &[&str]) -> Option<Way> {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = free.local_addr().expect("it has an address");
    drop(free);
    let mut command = Command::new(mcpo);
    command.args(["--host", "127.0.0.1", "--log-level", "ERROR", "--port", &address.port().to_string()]);
    let child = command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).spawn();
    let process = Process(child.inspect_err(|error| println!("no mcpo ({mcpo}): {error}")).ok()?);
    let request = Request::new(address, "/echo", "", &json!({ "text": TEXT }).to_string(), TEXT);
    let begun = Instant::now();
    while !request.is_answered() {
        assert!(begun.elapsed() < START, "mcpo does not answer");
        std::thread::sleep(Duration::from_millis(100));
    }
    Some(Way::new(format!("mcpo, {over}"), request, process))
}

/// How long one call of the server takes over its standard input and output.
fn over_pipes() -> Duration {
    let mut command = Command::new(SERVER);
    let child = command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut process = Process(child.expect("the server starts"));
    let mut input = process.0.stdin.take().expect("its input is a pipe");
    let mut output = BufReader::new(process.0.stdout.take().expect("its output is a pipe"));
    let (line, mut answer) = (format!("{}\n", message()), String::new());
    let (begun, mut times) = (Instant::now(), Vec::new());
    while begun.elapsed() < LENGTH {
        let asked = Instant::now();
        input.write_all(line.as_bytes()).expect("it reads");
        answer.clear();
        output.read_line(&mut answer).expect("it writes");
        times.push(asked.elapsed());
        assert!(answer.contains(TEXT), "a wrong answer: {answer}");
    }
    median(&mut times)
}
