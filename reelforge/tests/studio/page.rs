//! What people see of their projects in the browser.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::http::{Reply, get};
use super::program::{Serving, Speaking};
use super::table::{GOOD, fill};

/// What a hostile project would put into a page.
const HOSTILE: &str = "<script>alert(1)</script><img src=x onerror='x'>\" autofocus onfocus=\"x";

struct Pages {
    root: tempfile::TempDir,
    studio: Serving,
}

impl Pages {
    fn start(prepare: impl FnOnce(&Path)) -> Self {
        let root = tempfile::tempdir().unwrap();
        prepare(root.path());
        Self { studio: Serving::start("studio", root.path()), root }
    }

    /// A page; each one says that nothing runs in it and that nothing is loaded from elsewhere.
    #[track_caller]
    fn page(&self, path: &str) -> Reply {
        let page = get(&self.studio.address, path);
        assert_eq!(page.header("Content-Type"), Some("text/html; charset=utf-8"), "{path}");
        let policy = page.header("Content-Security-Policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("script-src") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("X-Content-Type-Options"), Some("nosniff"), "{path}");
        assert!(page.body.starts_with("<!DOCTYPE html>"), "{path}");
        for hostile in ["<script", "<img", " onfocus=\""] {
            assert!(!page.body.contains(hostile), "{path}: {hostile}");
        }
        page
    }
}

fn project(root: &Path, name: &str, yaml: impl AsRef<[u8]>) {
    fs::create_dir_all(root.join(name)).unwrap();
    fs::write(root.join(name).join("project.yaml"), yaml).unwrap();
}

#[test]
fn the_front_page_shows_projects_tools_and_where_to_connect() {
    let pages = Pages::start(fill);
    let page = pages.page("/");
    assert_eq!(page.status, 200);
    for part in ["href=\"/projects/one\"", "no issues", "href=\"/projects/faulty\"", "1 error"] {
        assert!(page.body.contains(part), "{part}: {}", page.body);
    }
    // One that cannot be read is there with the reason.
    for part in
        ["/projects/latin", "is not UTF-8 text", "/projects/large", "at most 262144 bytes", "is empty"]
    {
        assert!(page.body.contains(part), "{part}: {}", page.body);
    }
    for tool in ["create_project", "list_assets", "write_yaml", "run_doctor"] {
        assert!(page.body.contains(tool), "{tool}");
    }
    let mcp = format!("http://{}/mcp", pages.studio.address);
    assert!(page.body.contains(&mcp) && pages.studio.said.contains(&mcp), "{mcp}");
    assert!(page.body.contains(&format!("reelforge mcp --root {}", pages.root.path().display())));
}

#[test]
fn an_empty_root_says_how_to_begin_in_lines_that_work_as_they_stand() {
    let parent = tempfile::tempdir().unwrap();
    let root = parent.path().join("Ada's \"videos\"");
    fs::create_dir(&root).unwrap();
    let studio = Serving::start("studio", &root);
    let page = get(&studio.address, "/").body.replace("&quot;", "\"").replace("&amp;", "&");
    let lines: Vec<&str> = page
        .split("class=\"copy\"")
        .skip(1)
        .map(|part| part.split_once('>').unwrap().1.split("</code>").next().unwrap())
        .collect();

    let commands: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("reelforge ")).collect();
    assert_eq!(commands.len(), 2, "one makes a project, one serves over stdio");
    for line in commands {
        let script = format!("'{}' {line} </dev/null", env!("CARGO_BIN_EXE_reelforge"));
        let done = Command::new("sh").args(["-c", &script]).current_dir(parent.path()).output().unwrap();
        assert!(done.status.success(), "{line}: {done:?}");
    }
    assert!(get(&studio.address, "/").body.contains("/projects/my-reel"));

    let configs = lines.iter().filter(|line| line.starts_with('{'));
    let mut configs = configs.map(|line| serde_json::from_str::<Value>(line).unwrap()["mcpServers"].take());
    assert_eq!(configs.next().unwrap()["reelforge"]["url"], format!("http://{}/mcp", studio.address));
    let folder = root.canonicalize().unwrap();
    assert_eq!(configs.next().unwrap()["reelforge"]["args"], json!(["mcp", "--root", folder]));
}

#[test]
fn a_project_shows_its_issues_scenes_and_source() {
    let pages = Pages::start(fill);
    let page = pages.page("/projects/faulty");
    assert_eq!(page.status, 200);
    for part in [
        "<h1>One</h1>",
        "V-2",
        "href=\"#L6\"",
        "id=\"L6\" class=\"error\"",
        "id=\"scene-a\"",
        "# the only scene",
    ] {
        assert!(page.body.contains(part), "{part}: {}", page.body);
    }
    let page = pages.page("/projects/broken");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("V-1") && page.body.contains("meta: ["), "{}", page.body);
}

#[test]
fn what_cannot_be_read_is_shown_with_the_reason() {
    let pages = Pages::start(fill);
    for (name, reason) in [
        ("latin", "is not UTF-8 text"),
        ("large", "at most 262144 bytes"),
        ("empty", "is empty"),
        ("folder", "is a folder, not a file"),
        ("circle", "too many symbolic links"),
    ] {
        let page = pages.page(&format!("/projects/{name}"));
        assert_eq!(page.status, 422, "{name}");
        assert!(page.body.contains(reason), "{name}: {}", page.body);
    }
}

#[test]
fn what_is_no_project_of_this_root_is_not_found() {
    let pages = Pages::start(fill);
    for path in [
        "/projects/nothing",
        "/projects/..",
        "/projects/../one",
        "/projects/%2E%2E/one",
        "/projects/%2Fetc",
        "/projects/one/%2e%2e/%2e%2e/etc",
        "/projects/outside/etc",
        "/projects/.reelforge",
        "/projects/a%00b",
        "/projects/",
        "/projects",
        "/nothing",
        "/assets/nothing",
    ] {
        let page = get(&pages.studio.address, path);
        assert_eq!(page.status, 404, "{path}: {page:?}");
        assert!(!page.body.contains("root:"), "{path}");
    }
    assert!(pages.page("/projects/onee").body.contains("did you mean"));
    // A name that is no text is no name.
    assert_eq!(get(&pages.studio.address, "/projects/%ff").status, 400);
}

#[test]
fn hostile_text_stays_text() {
    let yaml = |title: &str, id: &str| {
        let text = |text: &str| serde_json::to_string(text).unwrap();
        GOOD.replace("title: One", &format!("title: {}", text(title)))
            .replace("id: a ", &format!("id: {}\n    say: {} ", text(id), text(HOSTILE)))
            .replace("duration: 4", "duration: 4s")
            + &format!("{}: 1\n", text(HOSTILE))
    };
    let pages = Pages::start(|root| {
        project(root, "hostile", yaml(HOSTILE, HOSTILE));
        project(root, "<b> \"'&", yaml(HOSTILE, "a"));
        project(root, "latin <i>", b"\xff");
    });
    let home = pages.page("/").body;
    assert!(home.contains("&lt;script&gt;alert(1)"), "{home}");
    assert!(!home.contains("<b> ") && !home.contains("<i>"), "{home}");
    for path in ["/projects/hostile", "/projects/%3Cb%3E%20%22'&"] {
        let page = pages.page(path);
        assert_eq!(page.status, 200, "{path}");
        assert!(page.body.contains("&lt;script&gt;alert(1)"), "{}", page.body);
    }
    let missing = pages.page("/projects/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
    assert_eq!(missing.status, 404);
    assert!(missing.body.contains("&lt;script&gt;"), "{}", missing.body);
}

#[test]
fn a_project_of_any_name_is_reached_from_the_front_page() {
    let names = ["my reel", "büro/日本語", "50% off", "a+b", "what?", "#1", "a&b=c;d", "nested/deeper/still"];
    let pages = Pages::start(|root| names.iter().for_each(|name| project(root, name, GOOD)));
    let home = pages.page("/").body;
    let links: Vec<&str> =
        home.split("href=\"/projects/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(links.len(), names.len());
    for link in links {
        let page = pages.page(&format!("/projects/{link}"));
        assert_eq!(page.status, 200, "{link}");
        assert!(page.body.contains("no issues"), "{link}");
    }
    // And from another process, by the name that the tools take.
    let mut other = Speaking::start(pages.root.path());
    for name in names {
        let url = open_editor(&mut other, name).unwrap();
        let path = url.strip_prefix(&format!("http://{}", pages.studio.address)).unwrap();
        assert_eq!(pages.page(path).status, 200, "{url}");
    }
}

/// Asks a process for the page of a project: its address, or the code of the problem.
fn open_editor(process: &mut Speaking, project: &str) -> Result<String, String> {
    let params = json!({ "name": "open_editor", "arguments": { "project": project } });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let result = process.ask(&call)["result"].clone();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    text(&result["structuredContent"]["url"])
        .ok_or_else(|| text(&result["_meta"]["dev.reelforge/error"]["code"]).unwrap_or_default())
}

#[test]
fn another_process_knows_the_studio_for_as_long_as_it_runs() {
    let root = tempfile::tempdir().unwrap();
    project(root.path(), "one", GOOD);
    let mut other = Speaking::start(root.path());
    let gone = Err("not_running".to_owned());
    assert_eq!(open_editor(&mut other, "one"), gone);
    for signal in ["TERM", "INT", "KILL"] {
        let mut studio = Serving::start("studio", root.path());
        let url = format!("http://{}/projects/one", studio.address);
        assert_eq!(open_editor(&mut other, "one"), Ok(url), "{signal}");
        let status = studio.end(signal);
        assert_eq!(status.success(), signal != "KILL", "{signal}: {status}");
        // Even if another program listens there by now.
        let _stranger = TcpListener::bind(&studio.address).unwrap();
        assert_eq!(open_editor(&mut other, "one"), gone, "{signal}");
    }
}

#[test]
fn a_studio_that_started_later_takes_over_and_keeps_the_place() {
    let root = tempfile::tempdir().unwrap();
    project(root.path(), "one", GOOD);
    let mut other = Speaking::start(root.path());
    let mut first = Serving::start("studio", root.path());
    let second = Serving::start("studio", root.path());
    first.end("TERM");
    assert_eq!(open_editor(&mut other, "one"), Ok(format!("http://{}/projects/one", second.address)));
}
