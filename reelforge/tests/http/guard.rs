//! Who is let in.

use reelforge::protocol::Options;
use reelforge::registry::Limits;
use serde_json::json;

use crate::client::{Connection, Reply, Session, ask, get, initialize, message, modern};
use crate::server::{config, dispatcher, start, start_with};

/// One request of every kind.
const ROUTES: [(&str, &str); 17] = [
    ("POST", "/mcp"),
    ("DELETE", "/mcp"),
    ("GET", "/mcp"),
    ("GET", "/api/v1/health"),
    ("GET", "/api/v1/tools"),
    ("GET", "/api/v1/tools/echo"),
    ("POST", "/api/v1/tools/nothing"),
    ("GET", "/api/v1/openapi.json"),
    ("GET", "/api/v1/images/0"),
    ("GET", "/llms.txt"),
    ("GET", "/llms-full.txt"),
    ("GET", "/mcp/server-card"),
    ("GET", "/.well-known/mcp.json"),
    ("GET", "/.well-known/ai-catalog.json"),
    ("GET", "/.well-known/agent-skills/index.json"),
    ("GET", "/.well-known/agent-skills/first-steps/SKILL.md"),
    ("GET", "/nowhere"),
];

fn is_public(path: &str) -> bool {
    path.starts_with("/llms") || path.starts_with("/.well-known") || path == "/mcp/server-card"
}

/// A refusal says which header and value are wrong and which flag helps, in the form of its route.
#[track_caller]
fn assert_says(reply: &Reply, path: &str, words: &[&str]) {
    let body = reply.json();
    let text = if path == "/mcp" {
        assert_eq!(body["jsonrpc"], "2.0", "{body}");
        body["error"]["message"].as_str().unwrap().to_owned()
    } else {
        reply.rest_error();
        format!("{} {}", body["error"]["message"], body["error"]["hint"])
    };
    for word in words {
        assert!(text.contains(word), "{path}: {word} is not in {text}");
    }
}

#[test]
fn must_14_foreign_hosts_are_refused_on_every_route() {
    let server = start();
    for (method, path) in ROUTES {
        for host in [
            "evil.example",
            "evil.example:80",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.2",
            "[::2]",
            "localhost:http",
        ] {
            let reply = ask(server.addr, method, path, &[("Host", host)], b"");
            assert_eq!(reply.status, 403, "{method} {path} {host}");
            assert_says(&reply, path, &["Host", host, "--allow-host"]);
        }
    }
    let port = server.addr.port();
    for host in [
        "localhost",
        "LOCALHOST",
        "127.0.0.1",
        "[::1]",
        &format!("localhost:{port}"),
        "localhost:1",
        "[::1]:99",
    ] {
        assert_eq!(ask(server.addr, "GET", "/api/v1/health", &[("Host", host)], b"").status, 200, "{host}");
    }
    // None at all, two, or another one in the address itself.
    let mut connection = Connection::open(server.addr);
    connection.write(b"GET /api/v1/health HTTP/1.1\r\n\r\n");
    assert_eq!(connection.reply(false).status, 400);
    let mut connection = Connection::open(server.addr);
    connection.write(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n");
    assert_eq!(connection.reply(false).status, 400);
    let mut connection = Connection::open(server.addr);
    connection.write(b"GET http://evil.example/api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(connection.reply(false).status, 403);
}

#[test]
fn must_14_foreign_origins_are_refused_and_own_pages_are_not() {
    let server = start();
    let port = server.addr.port();
    let foreign = [
        "http://evil.example".to_owned(),
        "https://localhost.evil.example".to_owned(),
        format!("http://evil.example:{port}"),
        format!("ftp://localhost:{port}"),
        "http://localhost:1".to_owned(),
        "null".to_owned(),
        "localhost".to_owned(),
        "chrome-extension://abc".to_owned(),
    ];
    for (method, path) in ROUTES {
        for origin in &foreign {
            let reply = ask(server.addr, method, path, &[("Origin", origin)], b"");
            if method == "GET" && is_public(path) {
                assert_eq!(reply.status, 200, "{path} is for everyone");
                assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
                continue;
            }
            assert_eq!(reply.status, 403, "{method} {path} {origin}");
            assert_eq!(reply.header("access-control-allow-origin"), None);
            assert_says(&reply, path, &["Origin", origin, "--allow-origin"]);
        }
        for origin in [
            format!("http://localhost:{port}"),
            format!("http://127.0.0.1:{port}"),
            format!("http://[::1]:{port}"),
        ] {
            let reply = ask(server.addr, method, path, &[("Origin", &origin)], b"");
            assert_ne!(reply.status, 403, "{method} {path} {origin}");
            if !is_public(path) {
                assert_eq!(
                    reply.header("access-control-allow-origin"),
                    Some(origin.as_str()),
                    "{method} {path}"
                );
            }
        }
    }
    // It comes before anything is done: the tool was not called, and the connection stays good.
    let mut connection = Connection::open(server.addr);
    let headers = [("Content-Type", "application/json"), ("Origin", "http://evil.example")];
    let body = vec![b' '; 300_000];
    assert_eq!(connection.exchange("POST", "/api/v1/tools/echo", &headers, &body).status, 403);
    assert_eq!(connection.exchange("GET", "/api/v1/health", &[], b"").status, 200);
}

#[test]
fn among_several_origins_the_foreign_one_is_refused() {
    let server = start();
    let own = format!("http://localhost:{}", server.addr.port());
    let health = |origins: [&str; 2]| {
        ask(server.addr, "GET", "/api/v1/health", &origins.map(|origin| ("Origin", origin)), b"").status
    };
    assert_eq!(health([&own, "http://evil.example"]), 403);
    assert_eq!(health(["http://evil.example", &own]), 403);
    assert_eq!(health([&own, &own]), 200);
}

#[test]
fn hosts_and_origins_can_be_allowed() {
    let server = start_with(|config| {
        config.allow_hosts = vec!["Studio.Example".to_owned(), "only.example:8443".to_owned()];
        config.allow_origins = vec!["https://app.example/".to_owned()];
    });
    let health = |headers: &[(&str, &str)]| ask(server.addr, "GET", "/api/v1/health", headers, b"");
    for host in ["studio.example", "studio.example:1234", "only.example:8443"] {
        assert_eq!(health(&[("Host", host)]).status, 200, "{host}");
    }
    for host in ["only.example", "only.example:1", "other.studio.example"] {
        assert_eq!(health(&[("Host", host)]).status, 403, "{host}");
    }
    let reply = health(&[("Origin", "https://app.example")]);
    assert_eq!(reply.header("access-control-allow-origin"), Some("https://app.example"));
    assert_eq!(reply.header("vary"), Some("Origin"));
    assert!(reply.header("access-control-expose-headers").unwrap().contains("Mcp-Session-Id"));
    assert_eq!(reply.header("access-control-allow-credentials"), None);
    for origin in ["http://app.example", "https://app.example:444", "https://app.example.evil"] {
        assert_eq!(health(&[("Origin", origin)]).status, 403, "{origin}");
    }
    // A page on a name of the server's own.
    assert_eq!(health(&[("Host", "studio.example"), ("Origin", "https://studio.example")]).status, 200);
    assert_eq!(health(&[("Host", "studio.example"), ("Origin", "https://studio.example:8")]).status, 403);
}

#[test]
fn preflights_are_answered_without_credentials_for_allowed_origins() {
    let server = start_with(|config| {
        config.token = Some("secret".to_owned());
        config.allow_origins = vec!["https://app.example".to_owned()];
    });
    let preflight = |path: &str, origin: &str| {
        let headers = [
            ("Origin", origin),
            ("Access-Control-Request-Method", "POST"),
            ("Access-Control-Request-Headers", "content-type,mcp-session-id,mcp-param-region"),
        ];
        ask(server.addr, "OPTIONS", path, &headers, b"")
    };
    for path in ["/mcp", "/api/v1/tools/echo"] {
        let reply = preflight(path, "https://app.example");
        assert_eq!(reply.status, 204);
        assert_eq!(reply.header("access-control-allow-origin"), Some("https://app.example"));
        assert!(reply.header("access-control-allow-methods").unwrap().contains("DELETE"));
        assert!(reply.header("access-control-allow-headers").unwrap().contains("mcp-param-region"));
        assert_eq!(preflight(path, "https://evil.example").status, 403);
    }
    let public = preflight("/mcp/server-card", "https://anyone.example");
    assert_eq!((public.status, public.header("access-control-allow-origin")), (204, Some("*")));
    // One that is no preflight is refused like any other method.
    let options = ask(server.addr, "OPTIONS", "/mcp", &[("Authorization", "Bearer secret")], b"");
    assert_eq!(options.status, 405);
}

#[test]
fn a_token_is_demanded_on_every_route() {
    let server = start_with(|config| config.token = Some("s3cret-token".to_owned()));
    for (method, path) in ROUTES {
        for sent in [
            "",
            "Bearer wrong",
            "Bearer s3cret-toke",
            "Bearer s3cret-token2",
            "Basic s3cret-token",
            "s3cret-token",
            "Bearer",
        ] {
            let reply = ask(server.addr, method, path, &[("Authorization", sent)], b"");
            assert_eq!(
                (reply.status, reply.header("www-authenticate")),
                (401, Some("Bearer")),
                "{method} {path} {sent}"
            );
            assert_says(&reply, path, &["Authorization", "--token"]);
            assert!(!reply.text().contains("s3cret-token"), "the token is not told");
        }
        for sent in ["Bearer s3cret-token", "bearer s3cret-token"] {
            assert_ne!(
                ask(server.addr, method, path, &[("Authorization", sent)], b"").status,
                401,
                "{method} {path}"
            );
        }
    }
}

#[test]
fn must_15_other_machines_get_in_only_by_choice() {
    let server = start();
    assert_eq!(server.addr.ip().to_string(), "127.0.0.1");

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let bind = |host: &str, token: Option<&str>, insecure: bool| {
        let (dispatcher, _gate) = dispatcher(Limits::default(), Options::default());
        let mut config = config(&dispatcher);
        config.host = host.to_owned();
        config.token = token.map(str::to_owned);
        config.insecure_no_token = insecure;
        runtime.block_on(reelforge::transport::http::Server::bind(dispatcher, config))
    };
    for host in ["0.0.0.0", "::"] {
        let refused = bind(host, None, false).unwrap_err().to_string();
        assert!(refused.contains("--token") && refused.contains("--insecure-no-token"), "{refused}");
    }
    assert!(bind("0.0.0.0", Some("t"), false).is_ok());
    assert!(bind("0.0.0.0", None, true).is_ok());
    assert!(bind("localhost", None, false).is_ok());
    for token in ["", "  "] {
        assert!(bind("127.0.0.1", Some(token), false).is_err(), "an empty token is none");
    }
    assert!(bind("no such host", None, false).is_err());
}

#[test]
fn both_eras_work_behind_a_token() {
    let server = start_with(|config| config.token = Some("t".to_owned()));
    assert_eq!(initialize(server.addr, "2025-11-25").status, 401);
    assert_eq!(modern(server.addr, "tools/list", &json!({})).status, 401);
    let headers = [("Authorization", "Bearer t"), ("Content-Type", "application/json")];
    let body = message("initialize", &json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
    let reply = ask(server.addr, "POST", "/mcp", &headers, body.as_bytes());
    assert_eq!(reply.status, 200);
}

#[test]
fn a_programs_own_pages_are_guarded_too() {
    let pages = axum::Router::new().route("/", axum::routing::get(|| async { "hello" }));
    let server = start_with(|config| {
        config.pages = Some(pages);
        config.token = Some("t".to_owned());
    });
    let with = |headers: &[(&str, &str)]| ask(server.addr, "GET", "/", headers, b"");
    let token = ("Authorization", "Bearer t");
    assert_eq!(with(&[token]).text(), "hello");
    assert_eq!(with(&[]).status, 401);
    assert_eq!(with(&[token, ("Host", "evil.example")]).status, 403);
    assert_eq!(with(&[token, ("Origin", "http://evil.example")]).status, 403);
    let reply = ask(server.addr, "POST", "/", &[token], b"");
    assert_eq!((reply.status, reply.rest_error().as_str()), (405, "method_not_allowed"));
}

#[test]
fn unknown_paths_and_methods_are_told_in_json() {
    let server = start();
    for path in [
        "/",
        "/nowhere",
        "/api/v1",
        "/api/v1/tools/",
        "/mcp/",
        "/api/v1/tools/echo/more",
        "/.well-known/nothing",
    ] {
        let reply = get(server.addr, path);
        assert_eq!((reply.status, reply.rest_error().as_str()), (404, "not_found"), "{path}");
    }
    for (method, path, allow) in [
        ("POST", "/api/v1/health", "GET,HEAD"),
        ("DELETE", "/api/v1/tools", "GET,HEAD"),
        ("PUT", "/api/v1/tools/echo", "GET, HEAD, POST"),
        ("POST", "/llms.txt", "GET,HEAD"),
        ("TRACE", "/api/v1/openapi.json", "GET,HEAD"),
        ("QUERY", "/api/v1/tools/echo", "GET, HEAD, POST"),
    ] {
        // A body that nobody reads must not be taken for the next request.
        let mut connection = Connection::open(server.addr);
        let reply = connection.exchange(method, path, &[], b"GET /api/v1/tools HTTP/1.1\r\n\r\n");
        assert_eq!((reply.status, reply.header("allow")), (405, Some(allow)), "{method} {path}");
        reply.rest_error();
        assert!(connection.exchange("GET", "/api/v1/health", &[], b"").json().get("uptime_s").is_some());
    }
    for (_, path) in
        ROUTES.iter().filter(|(method, path)| *method == "GET" && !matches!(*path, "/mcp" | "/nowhere"))
    {
        let (whole, head) = (get(server.addr, path), ask(server.addr, "HEAD", path, &[], b""));
        assert_eq!(head.status, whole.status, "{path}");
        assert_eq!(head.header("content-length"), whole.header("content-length"), "{path}");
    }
}

#[test]
fn a_session_is_no_authentication() {
    let server = start_with(|config| config.token = Some("t".to_owned()));
    let headers = [("Authorization", "Bearer t"), ("Content-Type", "application/json")];
    let body = message("initialize", &json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
    let reply = ask(server.addr, "POST", "/mcp", &headers, body.as_bytes());
    let session = Session { addr: server.addr, id: reply.header("mcp-session-id").unwrap().to_owned() };
    assert_eq!(session.request("tools/list", &json!({})).status, 401);
}
