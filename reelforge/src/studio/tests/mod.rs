//! The studio's tools on real files, through the dispatcher.

mod editing;
mod hearing;
mod preview;
mod suggest;
mod writing;

use serde_json::{Value, json};

use super::{Studio, app};
use crate::testing::{Client, Reply};

/// A client of a studio on an empty root.
struct Fixture {
    root: tempfile::TempDir,
    client: Client,
}

impl Fixture {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let studio = Studio::open(root.path()).unwrap();
        Self { client: Client::new(app().state(studio)).unwrap(), root }
    }

    async fn call(&self, tool: &str, arguments: Value) -> Reply {
        self.client.call(tool, arguments).await
    }

    /// The structured result of a call that must succeed.
    async fn get(&self, tool: &str, arguments: Value) -> Value {
        self.call(tool, arguments).await.result().clone()
    }

    fn file(&self, path: &str) -> String {
        std::fs::read_to_string(self.root.path().join(path)).unwrap()
    }
}

#[tokio::test]
async fn each_template_makes_a_project_without_errors() {
    let studio = Fixture::new();
    for template in ["blank", "narrated-reel", "explainer", "quote", "list", "product"] {
        let made = studio
            .get(
                "create_project",
                json!({ "name": template, "template": template, "title": "A title: \"#1\"" }),
            )
            .await;
        assert_eq!(made["validation"]["summary"]["errors"], 0, "{template}: {made:#}");
        assert_eq!(made["path"], format!("{template}/project.yaml"));
        assert!(studio.file(&format!("{template}/project.yaml")).contains("reelforge: 1"));
    }
    let listed = studio.get("list_projects", json!({})).await;
    let names: Vec<&Value> =
        listed["projects"].as_array().unwrap().iter().map(|entry| &entry["name"]).collect();
    assert_eq!(names, ["blank", "explainer", "list", "narrated-reel", "product", "quote"]);
    assert!(listed["projects"].as_array().unwrap().iter().all(|entry| entry["title"] == "A title: \"#1\""));
    let one = studio.get("list_projects", json!({ "query": "PROD", "limit": 1 })).await;
    assert_eq!(one["projects"][0]["name"], "product");
}

#[tokio::test]
async fn a_script_becomes_the_scenes() {
    let studio = Fixture::new();
    let script = ["Tea: it's hot.", "# not a comment", "日本語のお茶。", "شاي"];
    studio
        .get("create_project", json!({ "name": "tea", "template": "narrated-reel", "script": script }))
        .await;
    let read = studio.get("read_project", json!({ "project": "tea", "format": "json" })).await;
    let said: Vec<&Value> = read["json"]["scenes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|scene| &scene["say"])
        .filter(|say| !say.is_null())
        .collect();
    assert_eq!(said, script);
}

#[tokio::test]
async fn an_existing_project_is_never_overwritten() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "one" })).await;
    let before = studio.file("one/project.yaml");
    let refused = studio.call("create_project", json!({ "name": "one", "template": "quote" })).await;
    assert_eq!(refused.error.as_deref(), Some("exists"));
    assert!(refused.text().contains("one-2"), "{}", refused.text());
    assert_eq!(studio.file("one/project.yaml"), before);
}

#[tokio::test]
async fn a_faulty_text_is_repaired_by_the_recommended_step() {
    let studio = Fixture::new();
    let yaml = "reelforge: 1\nmeta: {title: T}\ncanvas: square # small\nscenes:\n  - id: a\n    duration: 4s\n    elements:\n      - {id: t, type: text, text: Hi, start: 1}\n";
    let made = studio.get("create_project", json!({ "name": "faulty", "yaml": yaml })).await;
    let rules: Vec<&Value> =
        made["validation"]["issues"].as_array().unwrap().iter().map(|issue| &issue["rule"]).collect();
    assert!(rules.contains(&&json!("V-2")) && rules.contains(&&json!("V-3")), "{made:#}");
    assert_eq!(made["next"]["tool"], "edit_project");
    let repaired = studio.get("edit_project", made["next"]["args"].clone()).await;
    assert_eq!(repaired["validation"]["summary"]["errors"], 0, "{repaired:#}");
    assert_eq!(repaired["changed"], json!(["scenes.a"]));
    assert!(repaired["diff"].as_str().unwrap().contains("-    duration: 4s"), "{repaired:#}");
    assert!(studio.file("faulty/project.yaml").contains("# small"), "a comment was lost");
}

#[tokio::test]
async fn a_text_that_is_no_yaml_is_not_stored() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "one" })).await;
    let before = studio.file("one/project.yaml");
    for yaml in ["a: [", "text: *bold* word", "a: 1\na: 2", "\tx: 1", ""] {
        let refused = studio.call("write_yaml", json!({ "project": "one", "yaml": yaml })).await;
        assert_eq!(refused.error.as_deref(), Some("yaml_syntax"), "{yaml:?}: {}", refused.text());
        let refused = studio.call("create_project", json!({ "name": "two", "yaml": yaml })).await;
        assert_eq!(refused.error.as_deref(), Some("yaml_syntax"), "{yaml:?}: {}", refused.text());
    }
    assert_eq!(studio.file("one/project.yaml"), before);
    assert!(!studio.root.path().join("two").exists());
}

#[tokio::test]
async fn a_write_on_an_old_version_is_refused_and_told_what_changed() {
    let studio = Fixture::new();
    let made = studio.get("create_project", json!({ "name": "one", "title": "First" })).await;
    let base = made["revision"].clone();
    let mine = studio.file("one/project.yaml").replace("First", "Mine");
    let theirs = studio.file("one/project.yaml").replace("First", "Theirs");
    let write = |yaml: &str| json!({ "project": "one", "yaml": yaml, "base_revision": base });
    studio.get("write_yaml", write(&theirs)).await;
    let refused = studio.call("write_yaml", write(&mine)).await;
    assert_eq!(refused.error.as_deref(), Some("stale_revision"));
    assert_eq!(studio.file("one/project.yaml"), theirs);
}

#[tokio::test]
async fn nothing_outside_the_root_is_touched() {
    let studio = Fixture::new();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("project.yaml"), "secret: 1\n").unwrap();
    std::os::unix::fs::symlink(outside.path(), studio.root.path().join("link")).unwrap();
    let absolute = outside.path().display().to_string();
    for project in ["..", "../x", "a/../../x", &absolute, "/etc", "link", "link/project.yaml", "/dev/zero"] {
        for (tool, arguments) in [
            ("read_project", json!({ "project": project })),
            ("validate_project", json!({ "project": project })),
            ("list_assets", json!({ "project": project })),
            ("open_editor", json!({ "project": project })),
            ("write_yaml", json!({ "project": project, "yaml": "a: 1\n" })),
            ("edit_project", json!({ "project": project, "ops": [{ "op": "unset", "path": "secret" }] })),
            ("restore_revision", json!({ "project": project })),
        ] {
            let refused = studio.call(tool, arguments).await;
            assert_eq!(
                refused.error.as_deref(),
                Some("outside_root"),
                "{tool} {project}: {}",
                refused.text()
            );
            assert!(!refused.text().contains("secret"));
        }
    }
    let refused = studio.call("read_project", json!({ "project": "a\0b" })).await;
    assert!(refused.error.is_some());
    assert_eq!(std::fs::read_to_string(outside.path().join("project.yaml")).unwrap(), "secret: 1\n");
}

#[tokio::test]
async fn a_part_of_a_project_can_be_read() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "one", "template": "explainer" })).await;
    let outline = studio.get("read_project", json!({ "project": "one", "part": "outline" })).await;
    assert!(outline.get("yaml").is_none());
    let scene = outline["outline"][1]["scene"].as_str().unwrap();
    let part = studio.get("read_project", json!({ "project": "one", "part": scene })).await;
    let yaml = part["yaml"].as_str().unwrap();
    assert!(studio.file("one/project.yaml").contains(yaml.trim_end()), "{yaml}");
    assert!(yaml.trim_start().starts_with(&format!("- id: {scene}")), "{yaml}");
    let missing = studio.call("read_project", json!({ "project": "one", "part": "nowhere" })).await;
    assert_eq!(missing.error.as_deref(), Some("not_found"));
    assert!(missing.text().contains(scene), "{}", missing.text());
    let near = studio.call("read_project", json!({ "project": "onee" })).await;
    assert!(near.text().contains("one"), "{}", near.text());
}

#[tokio::test]
async fn everything_that_a_schema_can_explain_is_explained() {
    let studio = Fixture::new();
    for name in ["project", "scene", "text", "chart", "V-6", "write_yaml"] {
        let told = studio.get("get_schema", json!({ "type": name })).await;
        assert!(told.get("schema").is_some() || told.get("check").is_some(), "{name}: {told:#}");
    }
    let refused = studio.call("get_schema", json!({ "type": "chrat" })).await;
    assert!(refused.text().contains("chart"), "{}", refused.text());
    let guides = studio.get("get_guide", json!({})).await;
    assert_eq!(guides["topics"][0]["name"], "authoring-card");
    for topic in guides["topics"].as_array().unwrap() {
        let guide = studio.get("get_guide", json!({ "topic": topic["name"] })).await;
        assert!(guide["text"].as_str().unwrap().len() > 200);
    }
}

#[tokio::test]
async fn the_assets_of_a_project_are_listed_with_their_use() {
    let studio = Fixture::new();
    let yaml = "reelforge: 1\nmeta: {title: T}\ncanvas: square\nscenes:\n  - id: a\n    duration: 4\n    elements:\n      - {id: p, type: image, src: img/dot.svg}\n";
    let made = studio.get("create_project", json!({ "name": "pic", "yaml": yaml })).await;
    assert_eq!(made["validation"]["issues"][0]["rule"], "V-6");
    assert_eq!(made["next"]["tool"], "list_assets");
    std::fs::create_dir(studio.root.path().join("pic/img")).unwrap();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"></svg>";
    std::fs::write(studio.root.path().join("pic/img/dot.svg"), svg).unwrap();
    let listed = studio.get("list_assets", json!({ "project": "pic", "kind": "image" })).await;
    assert_eq!(listed["assets"][0]["path"], "img/dot.svg");
    assert_eq!(listed["assets"][0]["used_by"], json!(["scenes.a.elements.p.src"]));
    let checked = studio.get("validate_project", json!({ "project": "pic" })).await;
    assert_eq!(checked["summary"]["errors"], 0, "{checked:#}");
}

#[tokio::test]
async fn the_installation_is_examined() {
    let studio = Fixture::new();
    let examined = studio.get("run_doctor", json!({})).await;
    let checks = examined["checks"].as_array().unwrap();
    let access = checks.iter().find(|check| check["name"] == "write access").unwrap();
    assert_eq!(access["health"], "ok");
    let root = checks.iter().find(|check| check["name"] == "root").unwrap();
    assert!(root["fix"].as_str().unwrap().contains("create_project"));
    let closed = studio.call("open_editor", json!({ "project": "x" })).await;
    assert_eq!(closed.error.as_deref(), Some("not_found"));
    studio.get("create_project", json!({ "name": "x" })).await;
    let closed = studio.call("open_editor", json!({ "project": "x" })).await;
    assert_eq!(closed.error.as_deref(), Some("not_running"));
    assert!(closed.text().contains("reelforge studio --root"), "{}", closed.text());
}

#[tokio::test]
async fn the_page_of_a_project_opens_at_a_scene_or_at_a_time() {
    let studio = Fixture::new();
    let yaml = "reelforge: 1\nmeta: {title: T}\ncanvas: square\nscenes:\n  - {id: a, duration: 3}\n  - {id: b, duration: 3}\n";
    studio.get("create_project", json!({ "name": "p", "yaml": yaml })).await;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let _posted = super::address::post(studio.root.path(), listener.local_addr().unwrap()).unwrap();
    for (more, end) in [
        (json!({}), "/projects/p"),
        (json!({ "scene": "b" }), "/projects/p#scene-b"),
        (json!({ "time": 2.9 }), "/projects/p#scene-a"),
        (json!({ "time": 3 }), "/projects/p#scene-b"),
        (json!({ "time": 60 }), "/projects/p#scene-b"),
    ] {
        let mut args = json!({ "project": "p" });
        args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let opened = studio.get("open_editor", args).await;
        assert!(opened["url"].as_str().unwrap().ends_with(end), "{opened:#}");
    }
}

#[test]
fn the_instructions_are_short_and_name_tools_that_exist() {
    let text = super::INSTRUCTIONS.trim();
    assert!(text.chars().count() <= 1500, "{} characters", text.chars().count());
    let registry = app().state(Studio::open(tempfile::tempdir().unwrap().path()).unwrap());
    let registry = registry.registry(crate::registry::Limits::default()).unwrap();
    for word in text.split('`').skip(1).step_by(2) {
        let is_tool = [
            "create_", "get_", "read_", "write_", "edit_", "restore_", "preview_", "render_", "inspect_",
            "list_",
        ]
        .iter()
        .any(|verb| word.starts_with(verb));
        let is_name = word.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase());
        assert!(!is_tool || !is_name || registry.get(word).is_some(), "{word}");
    }
}
