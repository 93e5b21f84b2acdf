//! What is called: for each tool a success, and every kind of problem that it has of its own.

use std::any::Any;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use reelforge::studio::Studio;
use reelforge::video::project::model::{CanvasPreset, Quality};
use reelforge::video::project::store::Revision;
use reelforge::video::render::{Ordered, Wish, order};
use serde_json::{Value, json};

use super::program::Serving;

/// One call and what must come of it.
pub(crate) struct Row {
    pub(crate) tool: String,
    pub(crate) arguments: Value,
    pub(crate) expected: Expected,
    /// Makes the world in which the call happens; what it gives is kept until the call is over.
    pub(crate) prepare: fn(&Path) -> Box<dyn Any>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expected {
    /// A result in which this text stands.
    Result(String),
    /// A problem of this code, in whose text each of these stands.
    Problem(String, Vec<String>),
}

pub(crate) fn ok(tool: &str, arguments: Value, part: &str) -> Row {
    row(tool, arguments, Expected::Result(part.to_owned()))
}

pub(crate) fn problem(tool: &str, arguments: Value, code: &str, parts: &[&str]) -> Row {
    let parts = parts.iter().map(|part| (*part).to_owned()).collect();
    row(tool, arguments, Expected::Problem(code.to_owned(), parts))
}

fn row(tool: &str, arguments: Value, expected: Expected) -> Row {
    Row { tool: tool.to_owned(), arguments, expected, prepare: |_| Box::new(()) }
}

impl Row {
    fn with(mut self, prepare: fn(&Path) -> Box<dyn Any>) -> Self {
        self.prepare = prepare;
        self
    }
}

/// A project without issues.
pub(crate) const GOOD: &str = "reelforge: 1
meta: {title: One}
canvas: square
scenes:
  - id: a # the only scene
    duration: 4
    elements:
      - {id: t, type: text, text: Hi}
";

/// A project with a recording: see [`wav`].
const SPOKEN: &str = "reelforge: 1
meta: {title: Spoken}
canvas: square
voice: voice.wav
scenes:
  - id: a
    say: Hello world.
    elements:
      - {id: t, type: text, text: Hi, at: cue(world)}
";

/// Two seconds at 8 kHz in which a tone sounds from 0.4 to 1.6 s.
fn wav() -> Vec<u8> {
    let tone = |at: u32| if (3200..12_800).contains(&at) && at % 50 < 25 { 8000_i16 } else { 0 };
    let samples: Vec<u8> = (0..16_000).flat_map(|at| tone(at).to_le_bytes()).collect();
    let size = u32::try_from(samples.len()).unwrap();
    let mut bytes = Vec::from(*b"RIFF");
    bytes.extend((36 + size).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    bytes.extend(8000_u32.to_le_bytes());
    bytes.extend(16_000_u32.to_le_bytes());
    bytes.extend(b"\x02\0\x10\0data");
    bytes.extend(size.to_le_bytes());
    bytes.extend(samples);
    bytes
}

/// Fills an empty root.
pub(crate) fn fill(root: &Path) {
    let file = |name: &str, content: &[u8]| {
        fs::create_dir_all(root.join(name)).unwrap();
        fs::write(root.join(name).join("project.yaml"), content).unwrap();
    };
    file("one", GOOD.as_bytes());
    fs::write(root.join("one/dot.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").unwrap();
    file("spoken", SPOKEN.as_bytes());
    fs::write(root.join("spoken/voice.wav"), wav()).unwrap();
    fs::write(root.join("spoken/notes.txt"), "Dear reader").unwrap();
    file("faulty", GOOD.replace("duration: 4", "duration: 4s").as_bytes());
    file("broken", b"meta: [");
    file("latin", b"meta: {title: Caf\xe9}\n");
    file("large", "# filler\n".repeat(300 * 1024 / 9).as_bytes());
    file("empty", b"");
    fs::create_dir_all(root.join("folder/project.yaml")).unwrap();
    fs::create_dir(root.join("circle")).unwrap();
    symlink("project.yaml", root.join("circle/project.yaml")).unwrap();
    symlink("/", root.join("outside")).unwrap();
}

/// Holds the lock of a project, as another writer does.
fn locked(root: &Path, project: &str) -> Box<dyn Any> {
    let records = root.join(project).join(".reelforge");
    fs::create_dir_all(&records).unwrap();
    let lock = fs::File::create(records.join("lock")).unwrap();
    lock.lock().unwrap();
    Box::new(lock)
}

/// Every row that somebody had to think of.
pub(crate) fn rows() -> Vec<Row> {
    let all = [
        reading(),
        explaining(),
        suggesting(),
        adding(),
        listening(),
        creating(),
        writing(),
        editing(),
        rendering(),
    ];
    all.into_iter().flatten().collect()
}

fn suggesting() -> Vec<Row> {
    let layout =
        |scene: &str, elements: &[&str]| json!({ "project": "one", "scene": scene, "elements": elements });
    vec![
        ok("suggest_next", json!({ "project": "one" }), "output.poster"),
        ok(
            "suggest_next",
            json!({ "project": "faulty", "goal": "fix", "limit": 1 }),
            "\"tool\":\"edit_project\"",
        ),
        ok("suggest_next", json!({ "project": "one", "goal": "fix" }), "\"tool\":\"render_project\""),
        ok("suggest_next", json!({ "project": "broken" }), "\"suggestions\":[{"),
        problem("suggest_next", json!({ "project": "onee" }), "not_found", &["did you mean `one`"]),
        problem("suggest_next", json!({ "project": "one", "goal": "all" }), "invalid_arguments", &["pace"]),
        problem(
            "suggest_next",
            json!({ "project": "one", "limit": 0 }),
            "invalid_arguments",
            &["from 1 to 20"],
        ),
        ok("suggest_layout", layout("a", &[]), "\"boxes\":{\"t\":["),
        ok("suggest_layout", json!({ "project": "one", "scene": "a", "preview": true }), "\"score\":"),
        problem("suggest_layout", layout("b", &[]), "not_found", &["its scenes are a"]),
        problem("suggest_layout", layout("a", &["u"]), "not_found", &["there are t"]),
        problem(
            "suggest_layout",
            json!({ "project": "one", "scene": "a", "keep": ["t"] }),
            "invalid_arguments",
            &["no element is left"],
        ),
        problem(
            "suggest_layout",
            json!({ "project": "broken", "scene": "a" }),
            "yaml_syntax",
            &["validate_project"],
        ),
    ]
}

/// A drawing in base64.
const DRAWING: &str = "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI0IiBoZWlnaHQ9IjQiLz4=";

fn adding() -> Vec<Row> {
    let add = |path: &str, base64: &str| json!({ "project": "one", "path": path, "base64": base64 });
    let copy = |from: &str| json!({ "project": "one", "path": "a/voice.wav", "copy_from": from });
    let tool = "add_asset";
    vec![
        ok(tool, add("img/a.svg", DRAWING), "\"written\":true"),
        ok(tool, copy("spoken/voice.wav"), "\"duration\":2"),
        problem(
            tool,
            add("dot.svg", DRAWING),
            "exists",
            &["nothing was overwritten", "dot-2.svg", "overwrite"],
        ),
        problem(tool, add("../a.svg", DRAWING), "outside_root", &["../a.svg"]),
        problem(tool, add("a.exe", DRAWING), "unsupported_media", &["no extension", "png"]),
        problem(tool, add("a.png", DRAWING), "unsupported_media", &["the name says png"]),
        problem(tool, add(".a.svg", DRAWING), "unsupported_media", &["no path of an asset"]),
        problem(tool, add("a.svg", "no base64!"), "invalid_arguments", &["base64"]),
        problem(tool, copy("spoken/no.wav"), "not_found", &["spoken/no.wav"]),
        problem(tool, copy("../voice.wav"), "outside_root", &["../voice.wav"]),
        problem(tool, copy("outside/etc/hostname"), "outside_root", &["outside/etc/hostname"]),
        problem(tool, copy("spoken/notes.txt"), "unsupported_media", &["voice.wav"]),
        problem(
            tool,
            json!({ "project": "one", "path": "a.svg" }),
            "invalid_arguments",
            &["`base64` or `copy_from`"],
        ),
        problem(tool, add("a.svg", DRAWING), "busy", &["one/.reelforge/lock"])
            .with(|root| locked(root, "one")),
    ]
}

fn reading() -> Vec<Row> {
    let mut rows = vec![
        ok("list_projects", json!({}), "`latin/project.yaml` is not UTF-8"),
        ok("list_projects", json!({ "query": "ON", "limit": 1 }), "\"omitted\":1"),
        ok("list_projects", json!({ "limit": "1" }), "omitted"),
        problem("list_projects", json!({ "limit": 0 }), "invalid_arguments", &["limit", "from 1 to 500"]),
        ok("read_project", json!({ "project": "one" }), "# the only scene"),
        ok("read_project", json!({ "project": "one", "part": "a", "format": "json" }), "\"duration\":4"),
        ok("read_project", json!({ "project": "broken" }), "meta: ["),
        problem("read_project", json!({ "project": "onee" }), "not_found", &["did you mean `one`"]),
        problem("read_project", json!({ "project": "one", "part": "b" }), "not_found", &["its scenes are a"]),
        problem(
            "read_project",
            json!({ "project": "broken", "part": "a" }),
            "yaml_syntax",
            &["validate_project"],
        ),
        problem(
            "read_project",
            json!({ "project": "one", "format": "xml" }),
            "invalid_arguments",
            &["yaml", "json"],
        ),
        problem(
            "read_project",
            json!({ "project": "a\u{0}b" }),
            "invalid_arguments",
            &["control characters"],
        ),
        problem("read_project", json!({ "project": ".reelforge" }), "invalid_arguments", &["records"]),
        ok("validate_project", json!({ "project": "one" }), "\"errors\":0"),
        ok("validate_project", json!({ "project": "faulty" }), "V-2"),
        ok("validate_project", json!({ "yaml": "\tx: [" }), "V-1"),
        problem("validate_project", json!({}), "invalid_arguments", &["`project` or `yaml`"]),
        problem(
            "validate_project",
            json!({ "project": "one", "rules": ["V-99"] }),
            "invalid_arguments",
            &["V-99", "V-30"],
        ),
        ok("preview_frames", json!({ "project": "one", "width": 180 }), "\"text\":\"Hi\""),
        ok(
            "preview_frames",
            json!({ "project": "faulty", "times": "auto", "sheet": true }),
            "\"scene\":\"a\"",
        ),
        problem("preview_frames", json!({ "project": "onee" }), "not_found", &["did you mean `one`"]),
        problem("preview_frames", json!({ "project": "broken" }), "yaml_syntax", &["validate_project"]),
        problem(
            "preview_frames",
            json!({ "project": "one", "scene": "b" }),
            "not_found",
            &["its scenes are a"],
        ),
        problem(
            "preview_frames",
            json!({ "project": "one", "times": [5] }),
            "invalid_arguments",
            &["ends at 4.00 s"],
        ),
        problem("preview_frames", json!({ "project": "one", "width": 9000 }), "invalid_arguments", &["1080"]),
        ok("list_components", json!({}), "lower-third"),
        ok("list_components", json!({ "project": "one", "query": "number" }), "stat"),
        ok("list_components", json!({ "name": "stat", "preview": true }), "delta_color"),
        problem("list_components", json!({ "name": "stats" }), "not_found", &["title-card"]),
        problem("list_components", json!({ "preview": true }), "invalid_arguments", &["`name`"]),
        ok("list_assets", json!({ "project": "one" }), "dot.svg"),
        ok("list_assets", json!({ "project": "latin", "kind": "image" }), "\"assets\":[]"),
        ok("open_editor", json!({ "project": "one", "scene": "a" }), "/projects/one#scene-a")
            .with(|root| Box::new(Serving::start("studio", root))),
        problem("open_editor", json!({ "project": "one" }), "not_running", &["reelforge studio --root"]),
        ok("run_doctor", json!({}), "write access"),
    ];
    for tool in ["read_project", "validate_project", "preview_frames"] {
        for (project, code, part) in [
            ("folder", "unsupported_media", "a folder, not a file"),
            ("latin", "unsupported_media", "offset 17"),
            ("large", "too_large", "262144"),
            ("circle", "io", "too many symbolic links"),
        ] {
            rows.push(problem(tool, json!({ "project": project }), code, &[part]));
        }
    }
    // What is no YAML is what a check is for; whoever wants to see something of it is refused.
    rows.push(ok("validate_project", json!({ "project": "empty" }), "the file is empty"));
    for tool in ["read_project", "preview_frames"] {
        rows.push(problem(tool, json!({ "project": "empty" }), "yaml_syntax", &["is empty"]));
    }
    rows
}

fn explaining() -> Vec<Row> {
    vec![
        ok("get_guide", json!({}), "authoring-card"),
        ok("get_guide", json!({ "topic": "authoring-card" }), "text"),
        problem("get_guide", json!({ "topic": "authoring" }), "not_found", &["authoring-card"]),
        ok("get_schema", json!({ "type": "scene" }), "properties"),
        ok("get_schema", json!({ "type": "V-6" }), "missing-asset"),
        ok("get_schema", json!({ "type": "write_yaml" }), "base_revision"),
        problem("get_schema", json!({ "type": "chrat" }), "not_found", &["did you mean `chart`"]),
    ]
}

fn listening() -> Vec<Row> {
    let import = |project: &str, key: &str, value: &str| json!({ "project": project, key: value });
    let srt = "1\n00:00:00,400 --> 00:00:01,600\nHello world.\n";
    vec![
        ok("get_cues", json!({ "project": "spoken" }), "\"source\":\"aligned\""),
        ok(
            "get_cues",
            json!({ "project": "spoken", "find": "world", "kinds": ["word"] }),
            "\"text\":\"world.\"",
        ),
        ok("get_cues", json!({ "project": "one", "scene": "a", "from": 1, "to": 2 }), "\"cues\":[]"),
        problem("get_cues", json!({ "project": "spoke" }), "not_found", &["did you mean `spoken`"]),
        problem("get_cues", json!({ "project": "one", "scene": "b" }), "not_found", &["its scenes are a"]),
        problem("get_cues", json!({ "project": "broken" }), "yaml_syntax", &["validate_project"]),
        problem("get_cues", json!({ "project": "one", "kinds": ["words"] }), "invalid_arguments", &["word"]),
        ok("import_cues", import("spoken", "text", srt), "\"wer_vs_script\":0"),
        problem(
            "import_cues",
            import("spoken", "text", "Hello"),
            "unsupported_media",
            &["`Hello`", "WhisperX"],
        ),
        problem(
            "import_cues",
            import("spoken", "file", "notes.txt"),
            "unsupported_media",
            &["`Dear reader`"],
        ),
        problem("import_cues", import("spoken", "file", "words.json"), "not_found", &["no such file"]),
        problem(
            "import_cues",
            import("spoken", "file", "../one/project.yaml"),
            "invalid_arguments",
            &["outside"],
        ),
        problem("import_cues", json!({ "project": "spoken" }), "invalid_arguments", &["`file` or `text`"]),
        problem("import_cues", import("one", "text", srt), "invalid_arguments", &["no voice"]),
        problem(
            "import_cues",
            json!({ "project": "spoken", "text": srt, "format": "vtt" }),
            "unsupported_media",
            &["expected vtt, found srt"],
        ),
        problem(
            "import_cues",
            json!({ "project": "spoken", "text": srt, "scene": "a" }),
            "invalid_arguments",
            &["scene `a`"],
        ),
    ]
}

fn creating() -> Vec<Row> {
    let new = |key: &str, value: Value| {
        let mut arguments = json!({ "name": "new" });
        arguments[key] = value;
        arguments
    };
    let create = "create_project";
    vec![
        ok(
            create,
            new("script", json!(["Tea: \"hot\", and how long it should be left in the pot.", "日本語"])),
            "\"errors\":0",
        ),
        ok(create, new("yaml", json!(GOOD)), "new/project.yaml"),
        ok(create, new("yaml", json!("a: 1\n")), "V-2"),
        problem(create, json!({ "name": "one" }), "exists", &["one-2"]),
        problem(create, json!({ "name": "../new" }), "invalid_arguments", &["lowercase"]),
        problem(create, json!({ "name": "Neu" }), "invalid_arguments", &["coffee-prices"]),
        problem(create, new("template", json!("blankk")), "invalid_arguments", &["blank"]),
        problem(
            create,
            json!({ "name": "new", "yaml": GOOD, "title": "T" }),
            "invalid_arguments",
            &["got both"],
        ),
        problem(create, new("script", json!(["  "])), "invalid_arguments", &["script"]),
        problem(create, new("yaml", json!("a: [")), "yaml_syntax", &["not stored", "line 1"]),
        problem(create, new("yaml", json!("")), "yaml_syntax", &["not stored"]),
        problem(create, new("yaml", json!("é".repeat(150_000))), "too_large", &["300000"]),
        problem(create, new("yaml", json!("x".repeat(300_000))), "invalid_arguments", &["262144"]),
        problem(create, new("title", json!("T")), "busy", &["new/.reelforge/lock"])
            .with(|root| locked(root, "new")),
    ]
}

fn writing() -> Vec<Row> {
    let with = |yaml: &str| json!({ "project": "one", "yaml": yaml });
    let changed = GOOD.replace("Hi", "Hello");
    let faulty = GOOD.replace("duration: 4", "duration: 4s");
    let based = |base: &str| json!({ "project": "one", "yaml": changed, "base_revision": base });
    let write = "write_yaml";
    vec![
        ok(write, with(&changed), "scenes.a"),
        ok(write, with(&faulty), "V-2"),
        ok(write, json!({ "project": "latin", "yaml": GOOD }), "latin/project.yaml"),
        ok(write, json!({ "project": "empty", "yaml": GOOD }), "empty/project.yaml"),
        problem(write, json!({ "project": "folder", "yaml": GOOD }), "unsupported_media", &["a folder"]),
        problem(write, json!({ "project": "circle", "yaml": GOOD }), "io", &["symbolic links"]),
        problem(write, with("a: ["), "yaml_syntax", &["not stored", "line 1"]),
        problem(write, with(" \n"), "yaml_syntax", &["not stored"]),
        problem(write, with("a: *b"), "yaml_syntax", &["not stored"]),
        problem(write, with(&"é".repeat(150_000)), "too_large", &["300000"]),
        problem(
            write,
            based("b3:0000000000000000"),
            "stale_revision",
            &["nothing was written", "base_revision"],
        ),
        problem(write, based("yesterday"), "invalid_arguments", &["yesterday"]),
        problem(
            write,
            json!({ "project": "one", "yaml": faulty, "allow_invalid": false }),
            "blocked_by_errors",
            &["allow_invalid"],
        ),
        problem(write, with(&changed), "busy", &["one/.reelforge/lock"]).with(|root| locked(root, "one")),
    ]
}

/// The project `one` has been changed once since.
fn changed_once(root: &Path) -> Box<dyn Any> {
    let text = GOOD.replace("Hi", "Hello");
    Studio::open(root).unwrap().root().write("one", &text, None).unwrap();
    Box::new(())
}

fn editing() -> Vec<Row> {
    let edit = |ops: Value| json!({ "project": "one", "ops": ops });
    let text = json!({ "id": "new", "type": "text", "text": "New" });
    let set = json!([{ "op": "set", "path": "scenes.a.elements.t.text", "value": "Hello" }]);
    let first = Revision::of(GOOD);
    let restore = |revision: &str| json!({ "project": "one", "revision": revision });
    vec![
        ok("edit_project", edit(set.clone()), "scenes.a"),
        ok(
            "edit_project",
            edit(json!([{ "op": "add", "path": "scenes.a.elements", "value": text }])),
            "id: new",
        ),
        problem(
            "edit_project",
            edit(json!([{ "op": "remove", "path": "scenes.b" }])),
            "invalid_arguments",
            &["ops[0]", "it has a"],
        ),
        problem("edit_project", edit(json!([])), "invalid_arguments", &["ops"]),
        problem("edit_project", edit(json!([{ "op": "put", "path": "a" }])), "invalid_arguments", &["op"]),
        problem(
            "edit_project",
            json!({ "project": "latin", "ops": set }),
            "unsupported_media",
            &["offset 17"],
        ),
        problem("edit_project", json!({ "project": "broken", "ops": set }), "invalid_arguments", &["syntax"]),
        problem(
            "edit_project",
            json!({ "project": "one", "ops": set, "base_revision": "b3:0000000000000000" }),
            "stale_revision",
            &["nothing was written"],
        ),
        problem("edit_project", edit(set), "busy", &["one/.reelforge/lock"]).with(|root| locked(root, "one")),
        ok("restore_revision", restore(first.as_str()), "-      - {id: t, type: text, text: Hello}")
            .with(changed_once),
        problem("restore_revision", restore("b3:0000000000000000"), "not_found", &["without `revision`"]),
        problem("restore_revision", restore("yesterday"), "invalid_arguments", &["yesterday"]),
    ]
}

/// Another process renders `one` for an hour, so that whoever asks for it has to wait.
fn busy(root: &Path) -> Box<dyn Any> {
    let studio = Studio::open(root).unwrap();
    let variants = Some(vec![CanvasPreset::Reel]);
    let wish = Wish { quality: Some(Quality::Draft), variants, ..Wish::default() };
    let queue = studio.renders();
    loop {
        let Ordered::Waiting(added) = order(queue, "one", &wish).unwrap() else { panic!() };
        if queue.take(Duration::from_hours(1), Some(added.job.id)).unwrap().is_some() {
            return Box::new(());
        }
        // One of the processes on this root was quicker: it gives the job up, and all begins anew.
        queue.cancel(added.job.id).unwrap();
        while !queue.job(added.job.id).unwrap().unwrap().state.is_over() {
            std::thread::yield_now();
        }
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(root.join(format!(".reelforge/renders.db{end}")));
        }
        let _ = fs::remove_dir_all(root.join("one/renders"));
    }
}

/// So it is, and somebody waits already.
fn waiting(root: &Path) -> Box<dyn Any> {
    busy(root);
    let wish = Wish { quality: Some(Quality::Draft), ..Wish::default() };
    order(Studio::open(root).unwrap().renders(), "one", &wish).unwrap();
    Box::new(())
}

/// A small video is rendered already.
fn rendered(root: &Path) -> Box<dyn Any> {
    let text = GOOD.replace("canvas: square", "canvas: {width: 128, height: 128}").replace('4', "0.5");
    fs::create_dir(root.join("tiny")).unwrap();
    fs::write(root.join("tiny/project.yaml"), text).unwrap();
    let studio = Studio::open(root).unwrap();
    let wish = Wish { force: true, ..Wish::default() };
    let Ordered::Waiting(added) = order(studio.renders(), "tiny", &wish).unwrap() else { panic!() };
    // One of the processes on this root may be quicker.
    let worker = studio.worker().only(added.job.id);
    while !studio.renders().job(added.job.id).unwrap().unwrap().state.is_over() {
        worker.step().unwrap();
    }
    Box::new(())
}

fn rendering() -> Vec<Row> {
    let draft = json!({ "project": "one", "quality": "draft" });
    vec![
        ok("render_project", draft, "\"position\":1").with(busy),
        problem("render_project", json!({ "project": "faulty" }), "blocked_by_errors", &["1 error", "force"]),
        problem(
            "render_project",
            json!({ "project": "one", "scene": "b" }),
            "not_found",
            &["its scenes are a"],
        ),
        problem(
            "render_project",
            json!({ "project": "one", "range": [3, 1] }),
            "invalid_arguments",
            &["ends at 4.00 s"],
        ),
        problem(
            "render_project",
            json!({ "project": "one", "range": [0, 1], "scene": "a" }),
            "invalid_arguments",
            &["got both"],
        ),
        problem("render_project", json!({ "project": "broken" }), "yaml_syntax", &["validate_project"]),
        ok("get_render_status", json!({}), "\"renders\":[]"),
        ok("get_render_status", json!({}), "\"state\":\"running\"").with(waiting),
        ok("get_render_status", json!({ "render_id": "r2" }), "\"position\":1").with(waiting),
        problem("get_render_status", json!({ "render_id": "r9" }), "not_found", &["no render `r9`"]),
        ok("cancel_render", json!({ "render_id": "r2" }), "\"state\":\"cancelled\"").with(waiting),
        problem("cancel_render", json!({ "render_id": "one" }), "not_found", &["no render `one`"]),
        ok("inspect_render", json!({ "render_id": "r1" }), "\"fast_start\":true").with(rendered),
        ok("inspect_render", json!({ "file": "tiny/renders/tiny-standard.mp4" }), "\"codec\":\"avc1")
            .with(rendered),
        problem("inspect_render", json!({ "render_id": "r9" }), "not_found", &["no render `r9`"]),
        problem("inspect_render", json!({}), "invalid_arguments", &["`render_id` or `file`"]),
        problem("inspect_render", json!({ "file": "../x.mp4" }), "outside_root", &["../x.mp4"]),
        problem("inspect_render", json!({ "file": "one/project.yaml" }), "unsupported_media", &["no MP4"]),
    ]
}
