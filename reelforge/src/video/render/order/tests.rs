use std::fs;
use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::video::render::{Ended, Last, Output, OutputKind, State};

const PROJECT: &str = "reelforge: 1
meta: {title: One}
canvas: square
scenes:
  - id: a # the only scene
    duration: 4
    elements:
      - {id: t, type: text, text: Hi}
      - {id: p, type: image, src: dot.svg, w: 200, h: 200, alt: A dot}
";
const DOT: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="90" fill="red"/></svg>"#;

struct Fixture {
    temp: tempfile::TempDir,
    queue: Queue,
}

impl Fixture {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir_all(temp.path().join("one/renders")).unwrap();
        let queue = Queue::new(Arc::new(Root::open(temp.path()).unwrap()));
        let fixture = Self { temp, queue };
        fixture.write("one/project.yaml", PROJECT);
        fixture.write("one/dot.svg", DOT);
        fixture
    }

    fn write(&self, path: &str, content: &str) {
        fs::write(self.temp.path().join(path), content).unwrap();
    }

    fn order(&self, wish: &Wish) -> Result<Ordered, Refusal> {
        order(&self.queue, "one", wish)
    }

    /// Whether the files of an earlier job are the answer.
    fn is_known(&self) -> bool {
        match self.order(&Wish::default()).unwrap() {
            Ordered::Finished(_) => true,
            Ordered::Waiting(added) => {
                self.queue.cancel(added.job.id).unwrap();
                false
            }
        }
    }

    /// Does what a runner does: there is a file then.
    fn finish(&self) -> Job {
        let (lease, job) = self.queue.take(Duration::from_mins(1), None).unwrap().unwrap();
        let path = format!("one/renders/{}.mp4", job.ask.request.stem());
        self.write(&path, "a video");
        let (hash, bytes) = hash_of("a video".as_bytes()).unwrap();
        let (kind, variant) = (OutputKind::Video, None);
        let output = Output { path, kind, variant, bytes, hash, width: 1080, height: 1080, duration: 4.0 };
        self.queue.finish(lease, &Ended::Done(vec![output]), &Last::default(), || Ok(())).unwrap();
        self.queue.job(job.id).unwrap().unwrap()
    }
}

fn part(part: Part) -> Wish {
    Wish { part, ..Wish::default() }
}

fn code(refusal: Refusal) -> String {
    match refusal {
        Refusal::Store(error) => error.code().to_owned(),
        Refusal::Blocked(_) => "blocked_by_errors".to_owned(),
        Refusal::Failure(failure) => failure.code,
        Refusal::Queue(error) => error.code().to_owned(),
    }
}

#[test]
fn the_same_input_again_gives_the_finished_file() {
    let fixture = Fixture::new();
    let Ordered::Waiting(first) = fixture.order(&Wish::default()).unwrap() else { panic!() };
    assert!(first.new);
    let Ordered::Waiting(again) = fixture.order(&Wish::default()).unwrap() else { panic!() };
    assert_eq!((again.new, again.job.id), (false, first.job.id));
    fixture.finish();
    assert!(fixture.is_known());

    // Comments and blanks show in no video.
    fixture.write("one/project.yaml", &PROJECT.replace(" # the only scene", ""));
    assert!(fixture.is_known());
    fixture.write("one/project.yaml", &PROJECT.replace("Hi", "Ho"));
    assert!(!fixture.is_known());
    fixture.write("one/project.yaml", PROJECT);
    assert!(fixture.is_known());

    fixture.write("one/dot.svg", &DOT.replace("red", "tan"));
    assert!(!fixture.is_known());
    fixture.write("one/dot.svg", DOT);
    assert!(fixture.is_known());

    fixture.write("one/renders/one-standard.mp4", "A video");
    assert!(!fixture.is_known(), "somebody changed it");
    fixture.write("one/renders/one-standard.mp4", "a video");
    assert!(fixture.is_known());
    fs::remove_file(fixture.temp.path().join("one/renders/one-standard.mp4")).unwrap();
    assert!(!fixture.is_known());
}

#[test]
fn each_wish_is_a_render_of_its_own() {
    let fixture = Fixture::new();
    let wishes = [
        Wish::default(),
        Wish { quality: Some(Quality::Draft), ..Wish::default() },
        part(Part::Scene("a".to_owned())),
        part(Part::Range([0.5, 2.0])),
        Wish { variants: Some(vec![CanvasPreset::Reel]), ..Wish::default() },
    ];
    let jobs: Vec<Job> = wishes
        .iter()
        .map(|wish| match fixture.order(wish).unwrap() {
            Ordered::Waiting(added) if added.new => added.job,
            other => panic!("{other:?}"),
        })
        .collect();
    let stems: Vec<String> = jobs.iter().map(|job| job.ask.request.stem()).collect();
    assert_eq!(
        stems,
        ["one-standard", "one-draft", "one-standard-scene-a", "one-standard-0.5-2s", "one-standard"]
    );
    let pixels = 1080.0 * 1080.0 / 1e6;
    let costs: Vec<f64> = jobs.iter().map(|job| (job.ask.cost / pixels).round()).collect();
    assert_eq!(costs, [120.0, 30.0, 120.0, 45.0, 333.0]);
}

#[test]
fn a_project_with_errors_is_refused_with_what_repairs_it_unless_it_is_forced() {
    let fixture = Fixture::new();
    fixture.write("one/project.yaml", &PROJECT.replace("duration: 4", "duration: 4s"));
    let Err(Refusal::Blocked(report)) = fixture.order(&Wish::default()) else { panic!() };
    assert_eq!((report.issues[0].rule, report.fixes.len()), ("V-2", 1));
    assert_eq!(fixture.queue.last(None, 9).unwrap(), []);

    let force = Wish { force: true, ..Wish::default() };
    assert!(matches!(fixture.order(&force).unwrap(), Ordered::Waiting(_)));
    fixture.finish();
    assert!(matches!(fixture.order(&force).unwrap(), Ordered::Finished(_)));
    assert!(matches!(fixture.order(&Wish::default()), Err(Refusal::Blocked(_))));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let fixture = Fixture::new();
    let told = |wish: &Wish| match fixture.order(wish).unwrap_err() {
        Refusal::Failure(failure) => format!("{}: {}; {}", failure.code, failure.message, failure.hint),
        other => panic!("{other:?}"),
    };
    let scene = told(&part(Part::Scene("b".to_owned())));
    assert_eq!(scene, "not_found: the project has no scene `b`; its scenes are a");
    for range in [[2.0, 1.0], [-1.0, 2.0], [4.0, 5.0], [f64::NAN, 1.0], [1.0, 1.0]] {
        assert!(told(&part(Part::Range(range))).starts_with("invalid_arguments"), "{range:?}");
    }
    fixture.write("one/project.yaml", &format!("{PROJECT}output: {{format: webm}}\n"));
    match fixture.order(&Wish::default()) {
        Ok(_) => assert!(Ffmpeg::find().is_some(), "nothing here makes webm"),
        Err(Refusal::Failure(failure)) => {
            assert!(failure.code == "unsupported_media" && Ffmpeg::find().is_none(), "{failure:?}");
        }
        Err(other) => panic!("{other:?}"),
    }
    fixture.write("one/project.yaml", "a: [");
    assert!(told(&Wish::default()).contains("yaml_syntax"));
    let absent = order(&fixture.queue, "two", &Wish::default()).unwrap_err();
    assert_eq!(code(absent), "not_found");
    assert_eq!(code(order(&fixture.queue, "../one", &Wish::default()).unwrap_err()), "outside_root");
}

#[test]
fn what_comes_before_a_job_tells_when_it_will_be_done() {
    let fixture = Fixture::new();
    let add = |quality| match fixture.order(&Wish { quality: Some(quality), ..Wish::default() }).unwrap() {
        Ordered::Waiting(added) => added.job,
        Ordered::Finished(job) => panic!("{job:?}"),
    };
    let (draft, standard) = (add(Quality::Draft), add(Quality::Standard));
    let see = |job: &Job| outlook(&fixture.queue, &fixture.queue.job(job.id).unwrap().unwrap()).unwrap();
    assert_eq!((see(&draft).position, see(&standard).position), (0, 1));
    assert!(see(&standard).seconds > see(&draft).seconds && see(&draft).seconds > 0.0);
    fixture.queue.take(Duration::from_mins(1), None).unwrap();
    assert_eq!((see(&draft).position, see(&standard).position), (0, 1));
    fixture.queue.cancel(draft.id).unwrap();
    assert_eq!(fixture.queue.job(draft.id).unwrap().unwrap().state, State::Running);
}

#[test]
fn words_for_jobs_are_read_as_they_are_written() {
    assert_eq!(job_of_word(&job_word(12)), Some(12));
    for word in ["12", "r", "r-1", "r0", "rr1", "r99999999999999999999", "é"] {
        assert_eq!(job_of_word(word), None, "{word}");
    }
}
