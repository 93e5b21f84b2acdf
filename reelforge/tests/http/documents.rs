//! The documents by which others find the server and learn to use it.

use serde_json::json;

use crate::client::{Reply, ask, get, modern};
use crate::server::{start, start_with};

const PUBLIC: [&str; 8] = [
    "/mcp/server-card",
    "/.well-known/mcp.json",
    "/.well-known/mcp/server-card.json",
    "/.well-known/ai-catalog.json",
    "/.well-known/agent-skills/index.json",
    "/.well-known/agent-skills/first-steps/SKILL.md",
    "/llms.txt",
    "/llms-full.txt",
];

#[test]
fn documents_are_for_everyone_and_not_sent_twice() {
    let server = start();
    for path in PUBLIC {
        let first = get(server.addr, path);
        assert_eq!(first.status, 200, "{path}");
        assert_eq!(first.header("access-control-allow-origin"), Some("*"), "{path}");
        assert_eq!(first.header("access-control-expose-headers"), Some("ETag"), "{path}");
        assert_eq!(first.header("cache-control"), Some("public, max-age=3600"), "{path}");
        let tag = first.header("etag").unwrap();
        let again = |tags: &str| ask(server.addr, "GET", path, &[("If-None-Match", tags)], b"");
        for tags in [tag, "*", &format!("W/{tag}"), &format!("\"other\", {tag}")] {
            let reply = again(tags);
            assert_eq!((reply.status, reply.header("etag")), (304, Some(tag)), "{path} {tags}");
        }
        let reply = again("\"other\"");
        assert_eq!((reply.status, &reply.body), (200, &first.body), "{path}");
    }
}

#[test]
fn the_card_says_how_to_reach_the_server() {
    let server = start();
    let card = get(server.addr, "/mcp/server-card");
    assert_eq!(card.header("content-type"), Some("application/mcp-server-card+json"));
    for path in &PUBLIC[1..3] {
        assert_eq!(get(server.addr, path).body, card.body, "{path}");
    }
    let card = card.json();
    assert_eq!(card["$schema"], "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json");
    assert_eq!((&card["name"], &card["version"]), (&json!("local/test-server"), &json!("1.2.3")));
    assert_eq!(card["description"], "Tools to test with.");
    let remote = &card["remotes"][0];
    assert_eq!(remote["type"], "streamable-http");
    assert_eq!(remote["url"], format!("http://{}/mcp", server.addr));
    assert_eq!(remote.get("headers"), None);
    // It says what the server says of itself.
    let discovered = modern(server.addr, "server/discover", &json!({})).json()["result"].clone();
    assert_eq!(discovered["_meta"]["io.modelcontextprotocol/serverInfo"]["version"], card["version"]);
    let versions = remote["supportedProtocolVersions"].as_array().unwrap();
    assert!(
        discovered["supportedVersions"].as_array().unwrap().iter().all(|version| versions.contains(version))
    );
    assert_eq!(card.get("tools"), None);

    let catalog = get(server.addr, "/.well-known/ai-catalog.json");
    assert_eq!(catalog.header("content-type"), Some("application/ai-catalog+json"));
    let entry = catalog.json()["entries"][0].clone();
    assert_eq!(entry["url"], format!("http://{}/mcp/server-card", server.addr));
    assert_eq!(entry["type"], "application/mcp-server-card+json");
}

#[test]
fn the_card_names_the_header_that_a_token_needs() {
    let server = start_with(|config| config.token = Some("secret".to_owned()));
    let card: Reply = ask(server.addr, "GET", "/mcp/server-card", &[("Authorization", "Bearer secret")], b"");
    let header = card.json()["remotes"][0]["headers"][0].clone();
    assert_eq!((&header["name"], &header["isSecret"]), (&json!("Authorization"), &json!(true)));
    assert!(!card.text().contains("\"secret\"") && !card.text().contains("Bearer secret"));
}

#[test]
fn guides_are_skills() {
    let server = start();
    let index = get(server.addr, "/.well-known/agent-skills/index.json").json();
    let skill = &index["skills"][0];
    assert_eq!((&skill["name"], &skill["type"]), (&json!("first-steps"), &json!("skill-md")));
    let path = skill["url"].as_str().unwrap().strip_prefix(&format!("http://{}", server.addr)).unwrap();
    let file = get(server.addr, path);
    assert_eq!(file.header("content-type"), Some("text/markdown; charset=utf-8"));
    assert!(
        file.text()
            .starts_with("---\nname: first-steps\ndescription: \"How to begin: \\\"quotes\\\", colons.")
    );
    assert!(file.text().ends_with("---\n\n# First steps\n\nCall `echo`.\n"), "{}", file.text());
    let digest = <sha2::Sha256 as sha2::Digest>::digest(&file.body);
    let digest = digest.iter().fold("sha256:".to_owned(), |text, byte| format!("{text}{byte:02x}"));
    assert_eq!(skill["digest"], digest);
    assert_eq!(get(server.addr, "/.well-known/agent-skills/none/SKILL.md").status, 404);
}

#[test]
fn llms_txt_is_a_title_a_summary_and_lists_of_links() {
    let server = start();
    let reply = get(server.addr, "/llms.txt");
    assert_eq!(reply.header("content-type"), Some("text/plain; charset=utf-8"));
    let text = reply.text();
    assert!(text.starts_with("# test-server\n\n> Tools to test with.\n\n"), "{text}");
    let (_, lists) = text.split_once("\n## ").expect("sections");
    for line in lists.lines().skip(1).filter(|line| !line.is_empty()) {
        assert!(line.starts_with("## ") || (line.starts_with("- [") && line.contains("](http://")), "{line}");
    }
    let echo = format!("- [echo](http://{}/api/v1/tools/echo): Says what it is told.\n", server.addr);
    assert!(text.contains(&echo), "{text}");
    assert!(text.contains("first-steps/SKILL.md"));
    // Every link leads somewhere.
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let path = link.strip_prefix(&format!("http://{}", server.addr)).unwrap();
        assert_eq!(get(server.addr, path).status, 200, "{path}");
    }
    let full = get(server.addr, "/llms-full.txt");
    assert!(full.text().contains("# Tool: echo") && full.text().contains("# Guide: first-steps"));
    assert!(full.text().contains("\"additionalProperties\": false"), "schemas are written out");
}
