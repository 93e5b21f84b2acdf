//! Real processes render: from the shell, for a server's clients, and after a server has ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use reelforge::studio::Studio;
use reelforge::video::render::{Job, JobId, Ordered, Part, State, Wish, order};

use serde_json::{Value, json};

use super::http::{ask, get};
use super::program::{Serving, Speaking, reelforge};

/// A video of three seconds in which everything moves.
fn project(title: &str) -> String {
    format!(
        "reelforge: 1
meta: {{title: {title}}}
canvas: {{width: 320, height: 180}}
scenes:
  - id: a
    duration: 3
    background: {{gradient: [\"#102030\", \"#805020\"]}}
    elements:
      - {{id: t, type: text, role: display, text: \"{title}\", motion: zoom-in}}
"
    )
}

struct Root {
    temp: tempfile::TempDir,
    studio: Studio,
}

impl Root {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let studio = Studio::open(temp.path()).unwrap();
        Self { temp, studio }
    }

    fn path(&self) -> &Path {
        self.temp.path()
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path().join(name)).unwrap();
        fs::write(self.path().join(name).join("project.yaml"), text).unwrap();
    }

    fn order(&self, name: &str) -> Job {
        // Whatever the checks say of its looks.
        let wish = Wish { force: true, ..Wish::default() };
        match order(self.studio.renders(), name, &wish).unwrap() {
            Ordered::Waiting(added) => added.job,
            Ordered::Finished(job) => job,
        }
    }

    fn job(&self, id: JobId) -> Job {
        self.studio.renders().job(id).unwrap().unwrap()
    }

    /// Waits until a job is over.
    fn over(&self, id: JobId) -> Job {
        loop {
            let job = self.job(id);
            if job.state.is_over() {
                return job;
            }
            thread::yield_now();
        }
    }

    /// The files of all projects, those on their way included.
    fn renders(&self) -> Vec<PathBuf> {
        let folders = fs::read_dir(self.path()).unwrap().map(|entry| entry.unwrap().path().join("renders"));
        folders
            .filter_map(|folder| fs::read_dir(folder).ok())
            .flatten()
            .map(|file| file.unwrap().path())
            .collect()
    }
}

/// Whether a file is an MP4 as a whole: boxes up to its very end, with a table of contents and contents among them.
fn is_whole(bytes: &[u8]) -> bool {
    let (mut at, mut kinds) = (0, Vec::new());
    while let Some(head) = bytes.get(at..at + 8) {
        let size = u32::from_be_bytes(head[..4].try_into().unwrap()) as usize;
        if size < 8 {
            return false;
        }
        kinds.push(head[4..].to_vec());
        at += size;
    }
    at == bytes.len()
        && ["ftyp", "moov", "mdat"].iter().all(|kind| kinds.iter().any(|is| is == kind.as_bytes()))
}

#[test]
fn a_server_that_ends_gives_its_job_back_for_the_next_one() {
    let root = Root::new();
    // One that takes a while.
    root.write("long", &project("Long").replace("duration: 3", "duration: 60").replace("320", "1280"));
    let id = root.order("long").id;
    let mut first = Serving::start("studio", root.path());
    while root.job(id).state != State::Running {
        thread::yield_now();
    }
    assert!(first.end("TERM").success());
    let job = root.job(id);
    assert_eq!((job.state, job.attempts), (State::Queued, 0), "{}", job.log);
    assert_eq!(root.renders(), Vec::<PathBuf>::new());

    let second = Speaking::start(root.path());
    while root.job(id).state != State::Running {
        thread::yield_now();
    }
    root.studio.renders().cancel(id).unwrap();
    assert_eq!(root.over(id).state, State::Cancelled);
    drop(second);
    assert_eq!(root.renders(), Vec::<PathBuf>::new());
}

#[test]
fn the_shell_renders_and_says_where_the_file_is() {
    let root = Root::new();
    root.write("one", &project("One"));
    let out = root.path().join("copy.mp4");
    let render = |more: &[&str]| {
        let mut command = reelforge(root.path());
        let done =
            command.args(["render", "one", "--quality", "draft", "--force"]).args(more).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (done.status.code(), text(done.stdout), text(done.stderr))
    };
    let (code, said, told) = render(&["--scene", "a", "--variant", "square"]);
    assert_eq!(code, Some(0), "{told}");
    let files: Vec<&str> = said.lines().collect();
    assert_eq!(files.len(), 4, "{said}");
    for name in ["one-draft-scene-a.mp4", "one-draft-scene-a.jpg", "one-draft-scene-a-square.mp4"] {
        assert!(files.iter().any(|file| file.ends_with(name) && Path::new(file).exists()), "{name}: {said}");
    }
    assert!(told.contains("painting"), "{told}");

    let range = ["--range", "0.5", "1.5", "--out", out.to_str().unwrap()];
    let (code, said, _) = render(&range);
    assert_eq!((code, said.trim()), (Some(0), &*out.canonicalize().unwrap().to_string_lossy()));
    assert!(is_whole(&fs::read(&out).unwrap()));
    let (code, _, told) = render(&range);
    assert!(code == Some(0) && told.contains("has rendered the same before"), "{told}");

    let (code, _, told) = render(&["--scene", "b"]);
    assert!(code == Some(1) && told.contains("its scenes are a"), "{told}");
    root.write("one", &project("One").replace("duration: 3", "duration: 3s"));
    let done = reelforge(root.path()).args(["render", "one"]).output().unwrap();
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.code() == Some(1) && told.contains("V-2") && told.contains("--force"), "{told}");
}

/// Calls a tool and asks for progress; gives what was told, each as a pair of progress and word, and the answer.
fn told(speaking: &mut Speaking, tool: &str, arguments: &Value) -> (Vec<(f64, String)>, Value) {
    let params = json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": "p1"}});
    speaking.send(&json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}));
    let mut told = Vec::new();
    loop {
        let message = speaking.hear();
        if message["id"] == 7 {
            return (told, message["result"]["structuredContent"].clone());
        }
        assert_eq!(message["method"], "notifications/progress", "{message}");
        let params = &message["params"];
        assert_eq!((&params["progressToken"], &params["total"]), (&json!("p1"), &json!(100)), "{message}");
        told.push((params["progress"].as_f64().unwrap(), params["message"].as_str().unwrap().to_owned()));
    }
}

#[test]
fn a_client_that_waits_is_told_how_far_its_render_is() {
    let root = Root::new();
    root.write("one", &project("One"));
    root.write("long", &project("Long").replace("duration: 3", "duration: 60").replace("320", "1280"));
    let mut speaking = Speaking::start(root.path());
    let info = json!({"name": "t", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info});
    speaking.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}));
    speaking.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));

    let ask = json!({"project": "one", "quality": "draft", "force": true, "wait": 300});
    let (progress, answer) = told(&mut speaking, "render_project", &ask);
    assert_eq!(
        (&answer["state"], &answer["output"][0]["kind"]),
        (&json!("done"), &json!("video")),
        "{answer}"
    );
    assert!(answer["qc"]["looked_at"].as_f64().is_some_and(|seconds| seconds > 2.9), "{answer}");
    assert_eq!(progress.last(), Some(&(100.0, "done".to_owned())));
    assert!(progress.windows(2).all(|pair| pair[0].0 < pair[1].0), "{progress:?}");

    // Without waiting it is told where it is at once, and for less time than it takes until then.
    let (progress, answer) =
        told(&mut speaking, "render_project", &json!({"project": "long", "force": true}));
    assert!(answer["state"] == "queued" && progress.len() == 1, "{progress:?} {answer}");
    let wait = json!({"render_id": answer["render_id"], "wait": 1});
    let (_, answer) = told(&mut speaking, "get_render_status", &wait);
    assert!(matches!(answer["renders"][0]["state"].as_str(), Some("queued" | "running")), "{answer}");
    // Nor is a render waited for that somebody ends.
    let id = answer["renders"][0]["render_id"].clone();
    let ended =
        root.studio.renders().cancel(reelforge::video::render::job_of_word(id.as_str().unwrap()).unwrap());
    assert!(ended.unwrap().is_some());
    let (progress, answer) = told(&mut speaking, "get_render_status", &json!({"render_id": id, "wait": 300}));
    assert_eq!(answer["renders"][0]["state"], "cancelled", "{progress:?}");
}

#[test]
fn the_page_of_a_project_shows_its_renders_and_plays_them() {
    let root = Root::new();
    root.write("one", &project("One"));
    let job = root.order("one");
    root.studio.worker().only(job.id).step().unwrap();
    let job = root.job(job.id);
    assert_eq!((job.state, &job.failure), (State::Done, &None), "{}", job.log);
    assert_eq!(job.ask.request.part, Part::Whole);

    let studio = Serving::start("studio", root.path());
    let page = get(&studio.address, "/projects/one");
    let link = "/renders/one/renders/one-standard.mp4";
    assert!(
        page.body.contains(&format!("src=\"{link}\"")) && page.body.contains("one-standard.jpg"),
        "{}",
        page.body
    );
    assert!(page.header("Content-Security-Policy").unwrap().contains("media-src 'self'"));
    let poster = ask(&studio.address, "HEAD", "/renders/one/renders/one-standard.jpg", &[], "");
    assert_eq!((poster.status, poster.header("Content-Type")), (200, Some("image/jpeg")));
    assert_eq!(get(&studio.address, "/renders/one/project.yaml").status, 404);
}
