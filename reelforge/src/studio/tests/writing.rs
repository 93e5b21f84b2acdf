//! What is stored and what is refused, and writers that come in while another one is still at work.

use serde_json::{Value, json};

use super::Fixture;

/// A project whose only fault of the YAML is an anchor, which is allowed.
const ANCHORED: &str = "reelforge: 1
meta: {title: T}
canvas: square
vars: {a: &x 1, b: *x}
scenes:
  - id: a
    durtion: 3
    elements:
      - {id: t, type: text, text: \"{{a}} {{b}}\"}
";

/// More errors than an answer lists, and below them a key that stands twice.
fn many_errors() -> String {
    let keys: String = (0..15).map(|number| format!("  wrong{number}: 1\n")).collect();
    format!(
        "reelforge: 1\nmeta:\n  title: T\n{keys}canvas: square\nscenes:\n  - id: a\n    duration: 3\n    duration: 4\n"
    )
}

#[tokio::test]
async fn what_is_allowed_in_yaml_is_stored_whatever_else_is_wrong() {
    let studio = Fixture::new();
    let made = studio.get("create_project", json!({ "name": "p", "yaml": ANCHORED })).await;
    assert!(made["validation"]["summary"]["errors"].as_u64() > Some(0), "{made:#}");
    assert!(made["validation"]["summary"]["by_rule"]["V-1"].as_u64() > Some(0), "{made:#}");
    let changed = ANCHORED.replace("title: T", "title: U");
    studio.get("write_yaml", json!({ "project": "p", "yaml": changed })).await;
    assert_eq!(studio.file("p/project.yaml"), changed);
    let ops = json!([{ "op": "set", "path": "meta.title", "value": "V" }]);
    studio.get("edit_project", json!({ "project": "p", "ops": ops })).await;
    assert_eq!(studio.file("p/project.yaml"), changed.replace("title: U", "title: V"));
}

#[tokio::test]
async fn a_fault_of_the_yaml_is_found_below_any_number_of_other_errors() {
    let studio = Fixture::new();
    let text = many_errors();
    let sound = text.replace("    duration: 4\n", "");
    studio.get("create_project", json!({ "name": "p", "yaml": sound })).await;
    let end = sound.lines().count() + 1;
    let op = json!({ "op": "replace_text", "line": end, "column": 1, "end_line": end, "end_column": 1, "text": "    duration: 4\n" });
    for (tool, args) in [
        ("write_yaml", json!({ "project": "p", "yaml": text })),
        ("create_project", json!({ "name": "q", "yaml": text })),
        ("edit_project", json!({ "project": "p", "ops": [op] })),
    ] {
        let refused = studio.call(tool, args).await;
        assert_eq!(refused.error.as_deref(), Some("yaml_syntax"), "{tool}: {}", refused.text());
        assert!(refused.text().contains("stands twice"), "{tool}: {}", refused.text());
    }
    assert_eq!(studio.file("p/project.yaml"), sound);
    assert!(!studio.root.path().join("q").exists());
    // What others have broken is repaired step by step.
    std::fs::write(studio.root.path().join("p/project.yaml"), format!("{text}    duration: 5\n")).unwrap();
    let op = json!({ "op": "set", "path": "meta.title", "value": "New" });
    studio.get("edit_project", json!({ "project": "p", "ops": [op] })).await;
    assert!(studio.file("p/project.yaml").contains("title: New"));
}

const SPOKEN: &str = "reelforge: 1
meta: {title: First}
canvas: square
voice: voice.wav
scenes:
  - id: a
    say: Good tea is warm.
    elements:
      - {id: t, type: text, text: Tea}
";

const SUBTITLES: &str = "1\n00:00:00,500 --> 00:00:02,500\nGood tea is warm.\n";

/// Seconds of a tone at 8 kHz.
fn tone(seconds: u32) -> Vec<u8> {
    let size = seconds * 16_000;
    let mut wav = Vec::from(*b"RIFF");
    wav.extend((36 + size).to_le_bytes());
    wav.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data");
    wav.extend(size.to_le_bytes());
    let wave = |at: u32| if at % 16 < 8 { 6000_i16 } else { -6000 };
    wav.extend((0..seconds * 8000).flat_map(|at| wave(at).to_le_bytes()));
    wav
}

async fn spoken(studio: &Fixture, seconds: u32) -> Value {
    let made = studio.get("create_project", json!({ "name": "p", "yaml": SPOKEN })).await;
    std::fs::write(studio.root.path().join("p/voice.wav"), tone(seconds)).unwrap();
    made["revision"].clone()
}

fn title(value: &str) -> Value {
    json!({ "project": "p", "ops": [{ "op": "set", "path": "meta.title", "value": value }] })
}

#[tokio::test]
async fn an_import_undoes_nothing_that_was_written_while_it_listened() {
    let studio = Fixture::new();
    spoken(&studio, 30).await;
    let import = studio.get("import_cues", json!({ "project": "p", "text": SUBTITLES }));
    let done = std::sync::atomic::AtomicBool::new(false);
    let (imported, ()) = tokio::join!(
        async {
            let imported = import.await;
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            imported
        },
        async {
            let mut before = "title: First".to_owned();
            for number in 0.. {
                assert!(studio.file("p/project.yaml").contains(&before), "{before} is gone");
                if done.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
                studio.get("edit_project", title(&format!("N{number}"))).await;
                before = format!("title: N{number}");
            }
        }
    );
    assert_eq!((&imported["words"], &imported["changed"]), (&json!(4), &json!(["voice"])), "{imported:#}");
    assert_eq!(imported["path"], "p/project.yaml");
    assert!(imported["diff"].as_str().unwrap().contains("voice.words.json"), "{imported:#}");
    assert!(studio.file("p/project.yaml").contains("words: voice.words.json"));
    assert!(studio.file("p/voice.words.json").contains("warm"));
}

#[tokio::test]
async fn an_import_for_an_old_version_leaves_the_times_as_they_are() {
    let studio = Fixture::new();
    let base = spoken(&studio, 3).await;
    studio.get("edit_project", title("Theirs")).await;
    std::fs::write(studio.root.path().join("p/voice.words.json"), "mine").unwrap();
    let stored = studio.file("p/project.yaml");
    let args = json!({ "project": "p", "text": SUBTITLES, "base_revision": base });
    let refused = studio.call("import_cues", args).await;
    assert_eq!(refused.error.as_deref(), Some("stale_revision"), "{}", refused.text());
    assert_eq!(refused.data.as_ref().unwrap()["changed"], json!(["meta"]));
    assert_eq!(
        (studio.file("p/voice.words.json"), studio.file("p/project.yaml")),
        ("mine".to_owned(), stored)
    );
}

#[tokio::test]
async fn a_scene_in_brackets_is_read_as_it_is_written() {
    let studio = Fixture::new();
    let yaml = "reelforge: 1\nmeta: {title: T}\ncanvas: square\nscenes: [{id: a, duration: 3}, {id: b, duration: 4,\n  notes: x}]\n";
    studio.get("create_project", json!({ "name": "p", "yaml": yaml })).await;
    for (part, text) in [("a", "{id: a, duration: 3}\n"), ("b", "{id: b, duration: 4,\n  notes: x}\n")] {
        let read = studio.get("read_project", json!({ "project": "p", "part": part })).await;
        assert_eq!(read["yaml"], text);
    }
}

#[tokio::test]
async fn where_nothing_is_said_nothing_is_sure() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "p", "template": "quote" })).await;
    let cues = studio.get("get_cues", json!({ "project": "p" })).await;
    assert_eq!(cues["confidence"].to_string(), "0.0");
}

#[tokio::test]
async fn a_scene_that_is_not_there_has_no_clean_report() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "p", "yaml": ANCHORED })).await;
    studio.get("validate_project", json!({ "project": "p", "stage": "static", "scene": "a" })).await;
    let refused =
        studio.call("validate_project", json!({ "project": "p", "stage": "static", "scene": "z" })).await;
    assert_eq!(refused.error.as_deref(), Some("not_found"), "{}", refused.text());
}

#[tokio::test]
async fn an_empty_file_is_an_issue_and_can_be_written() {
    let studio = Fixture::new();
    std::fs::create_dir(studio.root.path().join("p")).unwrap();
    for text in ["", " \n\n", "# soon\n"] {
        std::fs::write(studio.root.path().join("p/project.yaml"), text).unwrap();
        let told = studio.get("validate_project", json!({ "project": "p" })).await;
        assert_eq!(told["issues"][0]["rule"], "V-1", "{text:?}: {told:#}");
        assert_eq!(told["next"]["args"], json!({ "type": "V-1" }));
    }
    let done = studio.get("write_yaml", json!({ "project": "p", "yaml": ANCHORED })).await;
    assert!(done["validation"]["summary"]["by_rule"].get("V-2").is_none(), "{done:#}");
    assert_eq!(studio.file("p/project.yaml"), ANCHORED);
}

#[test]
fn edits_of_many_at_once_are_all_made() {
    let studio = Fixture::new();
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime().block_on(studio.get("create_project", json!({ "name": "p", "yaml": ANCHORED })));
    std::thread::scope(|scope| {
        for number in 0..20 {
            let (studio, runtime) = (&studio, &runtime);
            scope.spawn(move || {
                let op = json!({ "op": "set", "path": format!("vars.k{number}"), "value": number });
                runtime().block_on(studio.get("edit_project", json!({ "project": "p", "ops": [op] })));
            });
        }
    });
    let text = studio.file("p/project.yaml");
    for number in 0..20 {
        assert!(text.contains(&format!("k{number}: {number}")), "k{number}: {text}");
    }
}
