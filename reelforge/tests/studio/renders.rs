//! Real processes render: from the shell, for a server's clients, and after a server has ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use reelforge::studio::Studio;
use reelforge::video::render::{Job, JobId, Ordered, Part, State, Wish, order};

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
