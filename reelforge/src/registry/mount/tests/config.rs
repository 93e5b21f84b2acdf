use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::super::{Connection, Glob, Schemas, parse};

fn read(text: &str) -> Result<Vec<super::ServerConfig>, String> {
    let environment = |name: &str| match name {
        "TOKEN" => Some("secret".to_owned()),
        "EMPTY" => Some(String::new()),
        _ => None,
    };
    parse(text, Path::new("/conf/servers.json"), &environment).map_err(|error| error.to_string())
}

#[test]
fn a_file_of_a_desktop_client_is_read_as_it_is() {
    let text = r#"{
      "mcpServers": {
        "files": {
          "command": "npx",
          "args": ["-y", "server-files", "${HOME:-/home/me}/docs"],
          "env": { "API_KEY": "${TOKEN}" },
          "cwd": "work"
        },
        "Remote Search": { "type": "http", "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer ${TOKEN}" } }
      }
    }"#;
    let configs = read(text).unwrap();
    let Connection::Stdio { command, args, env, cwd } = &configs[0].connection else { panic!("{configs:?}") };
    assert_eq!(
        (command.as_str(), args.as_slice()),
        ("npx", ["-y", "server-files", "/home/me/docs"].map(String::from).as_slice())
    );
    assert_eq!(env["API_KEY"], "secret");
    assert_eq!(cwd.as_deref(), Some(Path::new("/conf/work")));
    let Connection::Http { url, headers } = &configs[1].connection else { panic!("{configs:?}") };
    assert_eq!(
        (url.as_str(), headers["Authorization"].as_str()),
        ("https://example.com/mcp", "Bearer secret")
    );
    assert_eq!(configs[1].toolsets, ["remote-search"]);
    assert_eq!(configs[0].timeout, Duration::from_mins(1));
    assert!(!format!("{configs:?}").contains("secret"), "what is logged holds no secrets");
}

#[test]
fn our_own_keys_say_what_is_mounted_and_how() {
    let config = super::config(&json!({
        "prefix": "fs_", "toolsets": ["docs", "basic", "docs"], "allow": ["read_*"], "deny": ["read_secret"],
        "read_only": true, "rename": { "read_all": "everything" }, "describe": { "read_all": "Reads it all." },
        "timeout": "5s", "optional": true, "max_output": "64KiB", "schemas": "portable",
        "business_errors": { "field": "code", "success": [0, "ok"], "message": "msg" },
    }));
    assert_eq!(config.toolsets, ["s", "basic", "docs"]);
    assert_eq!(
        (config.prefix.as_str(), config.timeout, config.max_output),
        ("fs_", Duration::from_secs(5), Some(65536))
    );
    assert!(config.read_only && config.optional && config.schemas == Schemas::Portable);
    let rule = config.business_errors.clone().unwrap();
    assert_eq!(
        (rule.field.as_str(), rule.success, rule.message.as_deref()),
        ("code", vec![json!(0), json!("ok")], Some("msg"))
    );
    assert!(config.lets_in("read_file", true));
    assert!(!config.lets_in("read_secret", true), "`deny` beats `allow`");
    assert!(!config.lets_in("write_file", true) && !config.lets_in("read_file", false));
}

#[test]
fn a_mistake_is_shown_in_its_place_with_what_was_expected() {
    let server = |body: &str| format!("{{\"mcpServers\": {{\n  \"s\": {{\n    {body}\n  }}\n}}}}");
    for (text, expected) in [
        ("{".to_owned(), "1:1: expected JSON: EOF"),
        ("[]".to_owned(), "1:1: expected an object with `mcpServers`, not a list"),
        ("{}".to_owned(), "1:1: expected `mcpServers`"),
        ("{\"mcpservers\": {}}".to_owned(), "1:2: unknown key `mcpservers`; did you mean `mcpServers`?"),
        (server(r#""comand": "x""#), "3:5: unknown key of the server `s` `comand`; did you mean `command`?"),
        (
            server(r#""command": "x", "argz": []"#),
            "3:21: unknown key of the server `s` `argz`; did you mean `args`?",
        ),
        (server(r#""args": []"#), "2:8: the server `s` lacks `command` or `url`"),
        (server(r#""command": "x", "url": "http://a""#), "3:21: expected `command` or `url`, not both"),
        (server(r#""command": "x", "headers": {}"#), "3:21: `headers` says nothing beside `command`"),
        (server(r#""url": "http://a", "args": []"#), "3:24: `args` says nothing beside `url`"),
        (server(r#""url": "ftp://a""#), "3:12: expected an address that begins with `http://`"),
        (server(r#""command": " ""#), "3:16: expected a program to start"),
        (server(r#""command": 7"#), "3:16: expected the program to start, not a number"),
        (server(r#""command": "x", "args": "y""#), "3:29: expected a list of strings, not a string"),
        (server(r#""command": "x", "args": ["ä", 1]"#), "3:35: expected a string, not a number"),
        (
            server(r#""command": "x", "env": {"A": "${NOT_SET}"}"#),
            "3:34: the environment variable `NOT_SET` is not set",
        ),
        (server(r#""command": "x", "env": {"A=B": "c"}"#), "3:29: expected the name of a variable"),
        (server(r#""command": "x", "args": ["a\u0000"]"#), "3:30: expected a text without NUL"),
        (server(r#""command": "\ud800""#), "3:16: unexpected end of hex escape"),
        (server(r#""command": "${TOKEN""#), "3:16: `${` has no `}`"),
        (server(r#""command": "${1X}""#), "3:16: `${1X}` names no variable"),
        (server(r#""command": "x", "command": "y""#), "3:21: `command` stands here twice"),
        (server(r#""url": "http://a", "type": "sse""#), "3:32: `sse` is the transport that MCP has given up"),
        (server(r#""url": "http://a", "type": "stdio""#), "3:5: the server's `type` asks for `command`"),
        (server(r#""command": "x", "prefix": "a.b""#), "3:31: expected at most 32 of A-Z"),
        (server(r#""command": "x", "toolsets": ["All of it"]"#), "3:34: `All of it` is no toolset"),
        (server(r#""command": "x", "timeout": 5"#), "3:32: expected a time with its unit"),
        (server(r#""command": "x", "timeout": "5""#), "3:32: expected a time of at most a week"),
        (
            server(r#""command": "x", "schemas": "portabel""#),
            "3:32: unknown way with schemas `portabel`; did you mean `portable`?",
        ),
        (server(r#""command": "x", "rename": {"a": "b c"}"#), "3:37: `b c` is no tool name"),
        (server(r#""command": "x", "rename": {"a": "c", "b": "c"}"#), "3:47: two tools are renamed to `c`"),
        (server(r#""command": "x", "business_errors": {"field": "code"}"#), "3:40: expected `field`"),
        (server(r#""command": "x", "optional": "yes""#), "3:33: expected `true` or `false`, not a string"),
        (server(r#""command": "x""#).replace("\"s\"", "\"all\""), "2:3: `all` is no name of a server"),
        (
            server("\"command\": \"x\"\n  },\n  \"S\": {\n \"command\": \"y\""),
            "5:3: `S` and `s` are too alike",
        ),
    ] {
        let error = read(&text).unwrap_err();
        let shown = format!("/conf/servers.json:{expected}");
        assert!(error.starts_with(&shown), "{text}\n{error}\nexpected {shown}");
    }
}

#[test]
fn columns_count_characters() {
    let error = read("{\"mcpServers\": {\"s\": {\"command\": \"äöü\", \"x\": 1}}}").unwrap_err();
    assert!(error.starts_with("/conf/servers.json:1:41: "), "{error}");
}

#[test]
fn a_file_is_bounded_in_the_number_of_its_servers() {
    let servers: serde_json::Map<String, serde_json::Value> =
        (0..65).map(|number| (format!("s{number}"), json!({ "command": "x" }))).collect();
    let error = read(&json!({ "mcpServers": servers }).to_string()).unwrap_err();
    assert!(error.contains("at most 64 members, not 65"), "{error}");
}

#[test]
fn a_default_stands_in_for_what_is_not_set_or_empty() {
    let arg = |text: &str| {
        let text = json!({ "mcpServers": { "s": { "command": text } } }).to_string();
        read(&text).map(|configs| match configs[0].connection.clone() {
            Connection::Stdio { command, .. } => command,
            Connection::Http { .. } => unreachable!(),
        })
    };
    assert_eq!(arg("a${TOKEN}b${TOKEN}").unwrap(), "asecretbsecret");
    assert_eq!(arg("${NOT_SET:-x-y}").unwrap(), "x-y");
    assert_eq!(arg("x${NOT_SET:-}").unwrap(), "x");
    assert_eq!(arg("${EMPTY:-d}").unwrap(), "d");
    assert_eq!(arg("$TOKEN $$ {}").unwrap(), "$TOKEN $$ {}");
    // What comes out of a variable is not read again.
    let twice = parse(
        &json!({ "mcpServers": { "s": { "command": "${A}" } } }).to_string(),
        &PathBuf::from("f"),
        &|_| Some("${A}".to_owned()),
    );
    assert!(matches!(&twice.unwrap()[0].connection, Connection::Stdio { command, .. } if command == "${A}"));
}

#[test]
fn a_star_covers_any_characters() {
    let covers = |pattern: &str, name: &str| Glob::new(pattern).covers(name);
    for (pattern, name) in [
        ("*", ""),
        ("*", "abc"),
        ("a*", "a"),
        ("*c", "abc"),
        ("a*c", "abbc"),
        ("a*b*c", "axbxbc"),
        ("a.b", "a.b"),
        ("**", "x"),
    ] {
        assert!(covers(pattern, name), "{pattern} {name}");
    }
    for (pattern, name) in [
        ("", "a"),
        ("a", "ab"),
        ("a*", "ba"),
        ("a*a", "a"),
        ("a*b*c", "acb"),
        ("a.b", "axb"),
        ("[a]", "a"),
        ("?", "a"),
    ] {
        assert!(!covers(pattern, name), "{pattern} {name}");
    }
    let long = "a".repeat(5000);
    assert!(!covers(&"a*".repeat(2000), &("b".to_owned() + &long)));
}

/// A file with something of everything.
const WHOLE: &str = r#"{"mcpServers": {"s": {"command": "é${A:-x}", "args": ["-y", "日"], "env": {"K": "${A}"}, "cwd": "w",
    "prefix": "p_", "toolsets": ["t"], "allow": ["*"], "deny": ["x*"], "read_only": false, "rename": {"a": "b"},
    "describe": {"a": "\u00e4"}, "timeout": "5s", "optional": true, "max_output": "64KiB", "schemas": "portable",
    "business_errors": {"field": "code", "success": [0, {"a": []}]}}, "h": {"url": "http://h", "headers": {"A": "b"}}}}"#;

proptest::proptest! {
    #[test]
    fn whatever_is_done_to_a_file_it_is_read_or_refused_in_a_place_of_it(
        at in 0..WHOLE.len(), cut in 0..40_usize, put in "[\\[\\]{}\":,$ä0a \n]{0,4}",
    ) {
        let start = WHOLE.floor_char_boundary(at);
        let end = WHOLE.floor_char_boundary((at + cut).min(WHOLE.len())).max(start);
        let text = format!("{}{put}{}", &WHOLE[..start], &WHOLE[end..]);
        let environment = |_: &str| Some("v".to_owned());
        if let Err(error) = parse(&text, Path::new("f"), &environment) {
            let (line, column) = error.place.unwrap();
            let lines = text.split('\n').count();
            let width = text.split('\n').nth(line - 1).map_or(0, |line| line.chars().count());
            assert!((1..=lines).contains(&line) && (1..=width + 1).contains(&column), "{error}\n{text}");
            assert!(error.message.len() < 2000 && !error.message.is_empty());
        }
    }
}

#[test]
fn the_whole_file_is_right() {
    assert!(parse(WHOLE, Path::new("f"), &|_| Some("v".to_owned())).is_ok());
}
