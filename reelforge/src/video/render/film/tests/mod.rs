mod reuse;

use std::fs;

use super::*;
use crate::video::project::store::Root;
use crate::video::render::{Ended, JobId, Ordered, Pace, Part, Queue, State, Wish, Worker, is_intact, order};

const PROJECT: &str = "reelforge: 1
meta: {title: One}
canvas: {width: 160, height: 128, fps: 24}
scenes:
  - id: a
    duration: 0.5
    elements:
      - {id: t, type: text, text: Hi}
      - {id: p, type: image, src: dot.svg, w: 20, h: 20, alt: A dot}
  - id: b
    duration: 0.5
    elements:
      - {id: t, type: text, text: Ho}
output: {poster: 0.6}
";
const DOT: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="90" fill="red"/></svg>"#;

struct Fixture {
    temp: tempfile::TempDir,
    queue: Arc<Queue>,
}

impl Fixture {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir(temp.path().join("one")).unwrap();
        let fixture = Self { queue: Arc::new(Queue::new(Arc::new(Root::open(temp.path()).unwrap()))), temp };
        fixture.write("project.yaml", PROJECT);
        fixture.write("dot.svg", DOT);
        fixture
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.temp.path().join("one").join(name), content).unwrap();
    }

    fn order(&self, wish: &Wish) -> JobId {
        // The looks of so small a picture are not what is checked here.
        match order(&self.queue, "one", &Wish { force: true, ..wish.clone() }).unwrap() {
            Ordered::Waiting(added) => added.job.id,
            Ordered::Finished(job) => panic!("{job:?}"),
        }
    }

    /// Does the job with the real work.
    fn done(&self, id: JobId) -> Job {
        let work = Arc::new(Film::new(Arc::clone(&self.queue)));
        Worker::new(Arc::clone(&self.queue), work, Pace::default()).only(id).step().unwrap();
        self.queue.job(id).unwrap().unwrap()
    }

    fn files(&self, job: &Job) -> Vec<String> {
        assert_eq!((job.state, &job.failure), (State::Done, &None), "{}", job.log);
        assert!(is_intact(self.queue.root(), job));
        let mut names: Vec<_> = fs::read_dir(self.temp.path().join("one/renders"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

#[test]
fn a_project_becomes_a_video_with_its_cover() {
    let fixture = Fixture::new();
    let job = fixture.done(fixture.order(&Wish::default()));
    assert_eq!(fixture.files(&job), ["one-standard.jpg", "one-standard.mp4"]);
    let [video, poster] = &job.outputs[..] else { panic!("{:?}", job.outputs) };
    assert_eq!((video.kind, video.width, video.height, video.duration), (OutputKind::Video, 160, 128, 1.0));
    assert_eq!((poster.kind, poster.width, poster.height), (OutputKind::Poster, 160, 128));
    assert_eq!(job.progress.percent, 100.0);
    assert_eq!(job.qc.as_ref().map(|qc| qc.looked_at), Some(1.0), "{:?}", job.qc);
    assert!(job.log.contains("24 frames"), "{}", job.log);
    // The very same bytes again.
    fs::remove_dir_all(fixture.temp.path().join("one/renders")).unwrap();
    let again = fixture.done(fixture.order(&Wish::default()));
    assert_eq!(again.outputs, job.outputs);
}

#[test]
fn a_part_and_variants_are_rendered_in_one_job() {
    let fixture = Fixture::new();
    let (quality, part) = (Some(Quality::Draft), Part::Scene("b".to_owned()));
    let variants = Some(vec![CanvasPreset::Square]);
    let job = fixture.done(fixture.order(&Wish { quality, part, variants, force: true }));
    let stem = "one-draft-scene-b";
    let names = [".jpg", ".mp4", "-square.jpg", "-square.mp4"].map(|end| format!("{stem}{end}"));
    let mut files = fixture.files(&job);
    files.sort_by_key(|name| (name.contains("square"), name.clone()));
    assert_eq!(files, names);
    let facts: Vec<_> = job
        .outputs
        .iter()
        .filter(|output| output.kind == OutputKind::Video)
        .map(|output| (output.variant.as_deref(), output.width, output.height, output.duration))
        .collect();
    assert_eq!(facts, [(None, 80, 64, 0.5), (Some("square"), 540, 540, 0.5)]);
}

#[test]
fn other_formats_are_made_too() {
    let fixture = Fixture::new();
    fixture.write("project.yaml", &PROJECT.replace("poster: 0.6", "format: gif"));
    let job = fixture.done(fixture.order(&Wish::default()));
    assert_eq!(fixture.files(&job), ["one-standard.gif", "one-standard.jpg"]);
    fixture.write("project.yaml", &PROJECT.replace("poster: 0.6", "format: png"));
    let job = fixture.done(fixture.order(&Wish::default()));
    assert_eq!(fixture.files(&job), ["one-standard-frames", "one-standard.gif", "one-standard.jpg"]);
    assert_eq!(job.outputs[0].kind, OutputKind::Frames);
    let frames = fixture.temp.path().join("one/renders/one-standard-frames");
    assert_eq!(fs::read_dir(&frames).unwrap().count(), 24);
    fs::remove_file(frames.join("frame-00003.png")).unwrap();
    assert!(!is_intact(fixture.queue.root(), &job));
}

#[test]
fn it_shows_the_text_that_was_asked_for_and_the_files_that_are_there() {
    let fixture = Fixture::new();
    let id = fixture.order(&Wish::default());
    let key = fixture.queue.job(id).unwrap().unwrap().ask.key;
    fixture.write("project.yaml", &PROJECT.replace("Hi", "Later"));
    fixture.write("dot.svg", &DOT.replace("red", "tan"));
    let job = fixture.done(id);
    assert_eq!(job.state, State::Done);
    assert_ne!(job.ask.key, key, "it depends on the file that is there now");
    fixture.write("project.yaml", PROJECT);
    let known = order(&fixture.queue, "one", &Wish { force: true, ..Wish::default() }).unwrap();
    assert!(matches!(known, Ordered::Finished(known) if known.id == id));
}

/// Does the real work, and something to the project after it has begun.
struct Disturbed<F> {
    film: Film,
    disturb: F,
}

impl<F: Fn() + Send + Sync> Work for Disturbed<F> {
    fn run(&self, job: &Job, attempt: &Attempt<'_>) -> Result<Vec<Made>, Stop> {
        let over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(std::sync::atomic::Ordering::Relaxed) {
                    (self.disturb)();
                    std::thread::yield_now();
                }
            });
            let done = self.film.run(job, attempt);
            over.store(true, std::sync::atomic::Ordering::Relaxed);
            done
        })
    }
}

#[test]
fn a_file_that_changes_again_and_again_fails_the_job_clearly() {
    let fixture = Fixture::new();
    let id = fixture.order(&Wish::default());
    let (next, path) = (fixture.temp.path().join("next.svg"), fixture.temp.path().join("one/dot.svg"));
    let count = std::sync::atomic::AtomicU32::new(0);
    let disturb = move || {
        let number = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        // In one step: a file that is being written is empty for a moment, and two such moments are alike.
        fs::write(&next, format!("{DOT}<!-- {number} -->")).unwrap();
        fs::rename(&next, &path).unwrap();
    };
    let work = Disturbed { film: Film::new(Arc::clone(&fixture.queue)), disturb };
    Worker::new(Arc::clone(&fixture.queue), Arc::new(work), Pace::default()).step().unwrap();
    let job = fixture.queue.job(id).unwrap().unwrap();
    assert_eq!(job.failure.unwrap().code, "asset_changed");
    assert!(job.log.contains("begins again"), "{}", job.log);
    assert!(!fixture.temp.path().join("one/renders/one-standard.mp4").exists());
}

#[test]
fn a_file_that_is_gone_since_it_was_asked_for_is_an_error_unless_it_is_forced() {
    let fixture = Fixture::new();
    let id = fixture.order(&Wish::default());
    let mut ask = fixture.queue.job(id).unwrap().unwrap().ask;
    let (lease, _) = fixture.queue.take(std::time::Duration::from_mins(1), None).unwrap().unwrap();
    fixture
        .queue
        .finish(lease, &Ended::Cancelled, &crate::video::render::Last::default(), || Ok(()))
        .unwrap();
    fs::remove_file(fixture.temp.path().join("one/dot.svg")).unwrap();
    ask.request.force = false;
    let job = fixture.done(fixture.queue.add(&ask).unwrap().job.id);
    assert_eq!(job.failure.unwrap().code, "blocked_by_errors");
}

/// Spoken without a voice file, so that the times are estimated.
const SPOKEN: &str = "reelforge: 1
meta: {title: One, language: en}
canvas: {width: 160, height: 128, fps: 24}
captions: {max_words: 2, case: upper}
scenes:
  - {id: a, say: 'One & <two>', elements: [{type: shape, shape: rect, w: 20, h: 20}]}
  - {id: b, say: 'Three four five', elements: [{type: shape, shape: rect, w: 20, h: 20}]}
";

#[test]
fn captions_stand_beside_their_video() {
    use crate::video::cues::import::{Cue, cues};
    let fixture = Fixture::new();
    fixture.write("project.yaml", SPOKEN);
    let (quality, variants) = (Some(Quality::Draft), Some(vec![CanvasPreset::Square]));
    let job = fixture.done(fixture.order(&Wish { quality, variants, ..Wish::default() }));
    let names = ["jpg", "mp4", "srt", "vtt"].map(|end| format!("one-draft.{end}"));
    let of_variant = ["jpg", "mp4", "srt", "vtt"].map(|end| format!("one-draft-square.{end}"));
    assert_eq!(fixture.files(&job), [of_variant, names].concat());
    let kinds = job.outputs.iter().filter(|output| output.kind == OutputKind::Captions);
    assert_eq!(
        kinds.map(|output| output.variant.as_deref()).collect::<Vec<_>>(),
        [None, None, Some("square"), Some("square")]
    );
    let read = |name: &str| {
        let text = fs::read_to_string(fixture.temp.path().join("one/renders").join(name)).unwrap();
        cues(&text).unwrap().1
    };
    // As they are shown, in both files.
    let (srt, vtt) = (read("one-draft.srt"), read("one-draft.vtt"));
    let said = |cues: &[Cue]| cues.iter().map(|cue| cue.text.clone()).collect::<Vec<_>>();
    assert_eq!(said(&srt).join(" "), "ONE & <TWO> THREE FOUR FIVE");
    assert_eq!(said(&vtt).join(" "), "ONE &amp; &lt;TWO&gt; THREE FOUR FIVE");
    let times = |cues: &[Cue]| cues.iter().map(|cue| (cue.t0, cue.t1)).collect::<Vec<_>>();
    assert_eq!(times(&srt), times(&vtt));
    let end = job.outputs[0].duration;
    assert!(times(&srt).iter().all(|(t0, t1)| t0 < t1 && *t1 <= end + 0.001), "{srt:?} in {end}");
    // A scene by itself begins at its own beginning.
    let part = Part::Scene("b".to_owned());
    let scene = fixture.done(fixture.order(&Wish { quality, part, variants: Some(Vec::new()), force: true }));
    assert_eq!(scene.state, State::Done, "{}", scene.log);
    let of_scene = read("one-draft-scene-b.srt");
    let ([.., four, _], [earlier @ .., first, last]) = (&srt[..], &of_scene[..]) else {
        panic!("{of_scene:?}")
    };
    assert_eq!([&first.text, &last.text], ["THREE FOUR", "FIVE"]);
    // What is still shown of the scene before is there too, from the beginning on.
    assert!(earlier.iter().all(|cue| cue.t0 == 0.0), "{of_scene:?}");
    let before = end - scene.outputs[0].duration;
    assert!((four.t0 - before - first.t0).abs() < 0.002, "{four:?} after {before} in {of_scene:?}");
    // One that is gone is made again.
    fs::remove_file(fixture.temp.path().join("one/renders/one-draft.vtt")).unwrap();
    assert!(!is_intact(fixture.queue.root(), &job));
}
