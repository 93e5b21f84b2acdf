//! E1.21: servers that are processes, and what becomes of everything that they start.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use super::{PATIENCE, arguments, call, connection, happens, names, options, text};
use crate::client::{Connection, Options, Stderr, StdioRecipe};
use crate::registry::Source;

/// A server in a shell, which starts a process of its own. Its only tool, `about`, gives the numbers of both, the
/// names of its environment and its folder.
const SERVER: &str = r#"
sleep 1000 & grandchild=$!
reply() { printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$1"; }
while IFS= read -r line; do
  id=${line#*'"id":'}; id=${id%%[,\}]*}
  case $line in
    *'"method":"initialize"'*)
      reply '"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}' ;;
    *'"method":"tools/list"'*)
      reply '"result":{"tools":[{"name":"about","inputSchema":{"type":"object"}}]}' ;;
    *'"method":"tools/call"'*)
      names=$(env | cut -d= -f1 | sort | tr '\n' ' ')
      reply '"result":{"content":[{"type":"text","text":"'"$$ $grandchild $(pwd) $names"'"}]}' ;;
    *'"id":'*)
      reply '"error":{"code":-32601,"message":"no such method"}' ;;
  esac
done
"#;

/// One that neither the end of its input nor a request to go can end.
const STUBBORN: &str = "trap '' TERM; while :; do sleep 1; done";

fn shell(script: &str) -> StdioRecipe {
    StdioRecipe::new("/bin/sh").args(["-c", script]).stderr(Stderr::Ignore)
}

fn server() -> StdioRecipe {
    shell(SERVER)
}

/// Whether the process runs. One that ended and that nobody has asked about yet does not.
fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

/// Waits until the process has ended.
async fn ended(process: &str) {
    let number = Pid::from_raw(process.parse().unwrap()).unwrap();
    let handle = match pidfd_open(number, PidfdFlags::empty()) {
        Ok(handle) => handle,
        Err(error) => return assert_eq!(error, Errno::SRCH, "only one that has ended is not found"),
    };
    let patience = Timespec::try_from(PATIENCE).unwrap();
    let wait = move || poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&patience)).unwrap();
    let ends = tokio::task::spawn_blocking(wait).await.unwrap();
    assert_eq!(ends, 1, "the process {process} does not end");
}

async fn all_ended(processes: impl Iterator<Item = &str>) {
    for process in processes {
        ended(process).await;
    }
}

/// The numbers of the server and of what it started.
async fn numbers(connection: &Connection) -> [String; 2] {
    let output = text(&call(connection, "about").await.unwrap());
    let mut words = output.split(' ').map(str::to_owned);
    [words.next().unwrap(), words.next().unwrap()]
}

#[tokio::test]
async fn e1_21_a_child_process_lists_calls_and_is_gone_after_close_with_what_it_started() {
    let connection = connection(server());
    assert_eq!(connection.recipe().kind(), "stdio");
    assert_eq!(connection.label(), "/bin/sh (2 arguments)");
    assert_eq!(names(&connection).await, ["about"]);
    let [own, grandchild] = numbers(&connection).await;
    assert!(runs(&own) && runs(&grandchild));
    assert_eq!(connection.revision().as_deref(), Some("2025-06-18"));
    connection.close().await;
    assert!(!runs(&own));
    ended(&grandchild).await;
}

#[tokio::test]
async fn peers_25_dropping_the_connection_ends_the_whole_tree() {
    let connection = connection(server());
    let numbers = numbers(&connection).await;
    drop(connection);
    all_ended(numbers.iter().map(String::as_str)).await;
}

#[tokio::test]
async fn a_server_that_does_not_go_is_killed() {
    let connection = connection(shell(&format!("({SERVER})\n{STUBBORN}")));
    let numbers = numbers(&connection).await;
    connection.close().await;
    all_ended(numbers.iter().map(String::as_str)).await;
}

#[tokio::test]
async fn peers_25_a_start_that_takes_too_long_leaves_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("numbers");
    let script = format!("sleep 1000 & echo $$ $! > {}; {STUBBORN}", file.display());
    let options = Options { connect_timeout: Duration::from_secs(4), ..options() };
    let connection = Connection::new(shell(&script), options).unwrap();
    let error = connection.list().await.unwrap_err();
    assert_eq!(error.code(), "timeout");
    assert_eq!(error.message(), "/bin/sh (2 arguments): connecting took longer than 4s");
    let numbers = std::fs::read_to_string(file).unwrap();
    all_ended(numbers.split_whitespace()).await;
}

#[tokio::test]
async fn peers_25_a_failed_start_says_what_the_server_said_last_and_leaves_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("number");
    let script = format!("sleep 1000 & echo $! > {}; echo no config >&2; exit 3", file.display());
    let error = connection(shell(&script).stderr(Stderr::Log)).list().await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    insta::assert_snapshot!(error.text(), @"
    /bin/sh (2 arguments): it cannot be started: the server ended (exit status: 3). Its last words: no config
    hint: check the command, its arguments and its environment, and that it is on the PATH
    ");
    let number = std::fs::read_to_string(file).unwrap();
    ended(number.trim()).await;
}

#[tokio::test]
async fn a_program_or_folder_that_is_not_there_is_named() {
    let error = connection(StdioRecipe::new("no-such-program-at-all")).list().await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    insta::assert_snapshot!(error.text(), @"
    no-such-program-at-all: it cannot be started: `no-such-program-at-all`: No such file or directory (os error 2)
    hint: check the command, its arguments and its environment, and that it is on the PATH
    ");
    let error = connection(server().cwd("/no/such/folder")).list().await.unwrap_err();
    assert!(error.message().contains("there is no folder /no/such/folder"), "{error}");
}

#[tokio::test]
async fn a_server_gets_a_safe_environment_and_what_it_was_given() {
    let connection = connection(server().env("TOKEN", "secret").cwd("/tmp"));
    let about = text(&call(&connection, "about").await.unwrap());
    let names: Vec<&str> = about.split_whitespace().skip(3).collect();
    assert!(names.contains(&"PATH") && names.contains(&"TOKEN"), "{about}");
    assert!(about.contains(" /tmp "), "{about}");
    // What a shell sets by itself comes last.
    let safe = "HOME LANG LC_ALL LOGNAME PATH SHELL TERM TMPDIR TZ TOKEN PWD OLDPWD SHLVL _";
    let more: Vec<_> = names.iter().filter(|name| !safe.split(' ').any(|safe| safe == **name)).collect();
    assert!(more.is_empty(), "more than that is passed on: {more:?}");
}

#[tokio::test]
async fn g20_no_secret_shows_in_what_people_read() {
    let recipe = StdioRecipe::new("server").args(["--token", "secret"]).env("KEY", "secret");
    let connection = Connection::new(recipe.clone(), options()).unwrap();
    for text in [format!("{connection:?}"), format!("{recipe:?}"), connection.label().to_owned()] {
        assert!(!text.contains("secret"), "{text}");
    }
    assert_eq!(Connection::new(StdioRecipe::new("server"), options()).unwrap().label(), "server");
    assert_eq!(Connection::new(StdioRecipe::new("s").arg("a"), options()).unwrap().label(), "s (1 argument)");
}

#[tokio::test]
async fn a_server_that_dies_between_calls_is_started_again() {
    let connection = connection(server());
    let [own, _] = numbers(&connection).await;
    Command::new("kill").args(["-KILL", &own]).status().unwrap();
    happens("the loss is seen", connection.loss()).await;
    let [next, _] = numbers(&connection).await;
    assert_ne!(own, next);
    connection.close().await;
}

#[tokio::test]
async fn a_server_that_hangs_up_on_the_question_for_the_modern_era_is_asked_in_the_old_way() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("starts");
    let picky = "*'\"method\":\"server/discover\"'*) exit 1 ;;\n    *'\"method\":\"initialize\"'*)";
    let script = SERVER.replacen("*'\"method\":\"initialize\"'*)", picky, 1);
    let script = format!("echo start >> {}\n{script}", file.display());
    let connection = connection(shell(&script));
    assert_eq!(names(&connection).await, ["about"]);
    connection.disconnect().await;
    assert_eq!(names(&connection).await, ["about"]);
    let starts = std::fs::read_to_string(file).unwrap();
    assert_eq!(starts.lines().count(), 3, "the second time it is not asked again");
    connection.close().await;
}

/// The socket to which the process that is killed says the numbers of its server.
const VICTIM: &str = "REELFORGE_TEST_VICTIM";

/// Runs itself in a process that connects to a server, and kills that.
#[tokio::test]
async fn killing_this_process_ends_servers_and_what_they_started() {
    if let Some(path) = std::env::var_os(VICTIM) {
        return be_killed(Path::new(&path)).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let listener = UnixListener::bind(&path).unwrap();
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "client::tests::stdio::killing_this_process_ends_servers_and_what_they_started"])
        .env(VICTIM, &path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut socket, _) = happens("the server runs", listener.accept()).await.unwrap();
    let mut numbers = String::new();
    happens("its numbers come", socket.read_to_string(&mut numbers)).await.unwrap();
    assert!(numbers.split_whitespace().all(runs), "{numbers}");
    victim.kill().unwrap();
    victim.wait().unwrap();
    all_ended(numbers.split_whitespace()).await;
}

async fn be_killed(path: &Path) {
    let stubborn = connection(shell(&format!("({SERVER})\n{STUBBORN}")));
    let numbers = numbers(&stubborn).await.join(" ");
    UnixStream::connect(path).await.unwrap().write_all(numbers.as_bytes()).await.unwrap();
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn arguments_reach_a_process_as_they_are() {
    // The shell server answers every call with itself; that the line with them is one line is what counts here.
    let connection = connection(server());
    let odd = arguments(serde_json::json!({ "text": "a\nb\u{2028}\"'$(x) ö" }));
    connection.call_tool("about", odd).await.unwrap();
    connection.close().await;
}
