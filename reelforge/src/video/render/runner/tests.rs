use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use super::*;
use crate::video::project::model::Quality;
use crate::video::project::store::Root;
use crate::video::render::{Ask, OutputKind, Part, Request, State, hash_of};

/// Writes a file of blocks, and does to it what a test asks for after each.
struct Blocks<F> {
    count: u64,
    after: F,
}

impl<F: Fn(u64, &Job, &Attempt<'_>) -> Result<(), Stop> + Send + Sync> Work for Blocks<F> {
    fn run(&self, job: &Job, attempt: &Attempt<'_>) -> Result<Vec<Made>, Stop> {
        attempt.stage("writing");
        let name = format!("{}.mp4", job.ask.request.stem());
        let mut file = attempt.create(&name)?;
        for block in 0..self.count {
            attempt.go_on()?;
            file.write_all(&[u8::try_from(block % 251).unwrap(); 1000])?;
            attempt.progress(block + 1, self.count);
            (self.after)(block, job, attempt)?;
        }
        Ok(vec![Made { name, kind: OutputKind::Video, variant: None, size: (4, 2), duration: 1.0 }])
    }
}

fn blocks<F>(count: u64, after: F) -> Arc<dyn Work>
where
    F: Fn(u64, &Job, &Attempt<'_>) -> Result<(), Stop> + Send + Sync + 'static,
{
    Arc::new(Blocks { count, after })
}

struct Fixture {
    temp: tempfile::TempDir,
    queue: Arc<Queue>,
}

impl Fixture {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir(temp.path().join("coffee")).unwrap();
        let queue = Self::queue_of(temp.path());
        Self { temp, queue }
    }

    fn queue_of(path: &std::path::Path) -> Arc<Queue> {
        Arc::new(Queue::new(Arc::new(Root::open(path).unwrap())))
    }

    /// The queue as another process has it open.
    fn other(&self) -> Arc<Queue> {
        Self::queue_of(self.temp.path())
    }

    fn add(&self, key: &str) -> JobId {
        let request = Request {
            project: "coffee".to_owned(),
            quality: Quality::Draft,
            part: Part::Whole,
            variants: Vec::new(),
            force: false,
        };
        let (text, folder, key) = (String::new(), "coffee".to_owned(), key.to_owned());
        self.queue.add(&Ask { request, text, folder, key, cost: 1.0 }).unwrap().job.id
    }

    fn worker(&self, work: Arc<dyn Work>) -> Worker {
        Worker::new(self.queue.clone(), work, Pace { pulse: Duration::from_millis(5), ..Pace::default() })
    }

    fn job(&self, id: JobId) -> Job {
        self.queue.job(id).unwrap().unwrap()
    }

    fn renders(&self) -> PathBuf {
        self.temp.path().join("coffee").join("renders")
    }

    fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.renders())
            .map(|all| all.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
            .unwrap_or_default();
        names.sort();
        names
    }
}

/// Waits until the attempt is told to end, and does so.
fn until_ended(attempt: &Attempt<'_>) -> Result<(), Stop> {
    loop {
        attempt.go_on()?;
        thread::yield_now();
    }
}

#[test]
fn a_file_has_its_name_when_it_is_whole_and_not_before() {
    let fixture = Fixture::new();
    let id = fixture.add("1");
    let folder = fixture.renders();
    let work = blocks(5, move |block, _, _| {
        let seen: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(seen, [".coffee-draft.mp4.1-1.part"], "after block {block}");
        Ok(())
    });
    assert_eq!(fixture.worker(work).step().unwrap(), Some(id));

    let job = fixture.job(id);
    assert_eq!((job.state, job.failure), (State::Done, None));
    assert_eq!(fixture.files(), ["coffee-draft.mp4"]);
    let output = &job.outputs[0];
    assert_eq!((output.path.as_str(), output.bytes), ("coffee/renders/coffee-draft.mp4", 5000));
    let file = fs::File::open(fixture.temp.path().join(&output.path)).unwrap();
    assert_eq!(hash_of(file).unwrap().0, output.hash);
    assert!(job.log.contains("writing"), "{}", job.log);
    assert_eq!(fixture.worker(blocks(1, |_, _, _| Ok(()))).step().unwrap(), None);
}

#[test]
fn a_job_that_fails_or_panics_keeps_its_log_and_leaves_the_next_unharmed() {
    let fixture = Fixture::new();
    let [failing, panicking, well] = ["fails", "panics", "well"].map(|key| fixture.add(key));
    let worker = fixture.worker(blocks(3, |block, job, attempt| {
        attempt.log(&format!("block {block} of {}", job.ask.key));
        match (job.ask.key.as_str(), block) {
            ("fails", 1) => Err(Failure::new("no_luck", "it rained", "wait for the sun").into()),
            ("panics", 1) => panic!("a {} of the work", "mistake"),
            _ => Ok(()),
        }
    }));
    for id in [failing, panicking, well] {
        assert_eq!(worker.step().unwrap(), Some(id));
    }

    let job = fixture.job(failing);
    assert_eq!(job.failure.unwrap(), Failure::new("no_luck", "it rained", "wait for the sun"));
    assert!(job.log.contains("block 1 of fails") && job.log.contains("failed: it rained"), "{}", job.log);
    let job = fixture.job(panicking);
    assert_eq!((job.state, job.failure.as_ref().unwrap().code.as_str()), (State::Failed, "internal"));
    assert!(job.failure.unwrap().message.contains("a mistake of the work"));
    assert!(job.log.contains("block 1 of panics"), "{}", job.log);
    assert_eq!(fixture.job(well).state, State::Done);
    assert_eq!(fixture.files(), ["coffee-draft.mp4"]);
}

#[test]
fn a_failed_render_leaves_the_finished_file_of_an_earlier_one() {
    let fixture = Fixture::new();
    fixture.add("1");
    fixture.worker(blocks(2, |_, _, _| Ok(()))).step().unwrap();
    fixture.add("2");
    let failing = blocks(9, |_, _, _| Err(Failure::new("no_luck", "", "").into()));
    fixture.worker(failing).step().unwrap();
    assert_eq!(fs::read(fixture.renders().join("coffee-draft.mp4")).unwrap().len(), 2000);
    assert_eq!(fixture.files().len(), 1);
}

#[test]
fn a_running_job_can_be_cancelled_from_another_process() {
    let fixture = Fixture::new();
    let id = fixture.add("1");
    let other = fixture.other();
    let work = blocks(9, move |_, job, attempt| {
        assert_eq!(other.cancel(job.id).unwrap().unwrap().state, State::Running);
        until_ended(attempt)
    });
    fixture.worker(work).step().unwrap();
    assert_eq!(fixture.job(id).state, State::Cancelled);
    assert_eq!(fixture.files(), [""; 0]);
}

#[test]
fn a_process_that_ends_gives_its_job_back() {
    let fixture = Fixture::new();
    let id = fixture.add("1");
    let (begun, is_begun) = mpsc::channel();
    let stuck = blocks(9, move |_, _, attempt| {
        begun.send(()).unwrap();
        until_ended(attempt)
    });
    let runner = fixture.worker(stuck).start().unwrap();
    is_begun.recv().unwrap();
    drop(runner);
    let job = fixture.job(id);
    assert_eq!((job.state, job.attempts), (State::Queued, 0));
    assert_eq!(fixture.files(), [""; 0]);

    fixture.worker(blocks(1, |_, _, _| Ok(()))).step().unwrap();
    assert_eq!(fixture.job(id).state, State::Done);
}

#[test]
fn a_runner_in_the_background_does_job_after_job() {
    let fixture = Fixture::new();
    let (told, done) = mpsc::channel();
    let work = blocks(1, move |_, job, _| {
        told.send(job.id).unwrap();
        Ok(())
    });
    let runner = fixture.worker(work).start().unwrap();
    for key in ["1", "2", "3"] {
        let id = fixture.add(key);
        assert_eq!(done.recv().unwrap(), id);
    }
    drop(runner);
    assert_eq!(fixture.queue.load().unwrap().1, 0);
}

#[test]
fn what_a_killed_process_left_behind_is_removed_and_what_another_writes_is_not() {
    let fixture = Fixture::new();
    fs::create_dir(fixture.renders()).unwrap();
    let other = fixture.add("1");
    let (held, _) = fixture.queue.take(Duration::from_mins(1), None).unwrap().unwrap();
    let living = parts::name("other.mp4", held);
    let dead = [
        parts::name("coffee-draft.mp4", Lease { job: 77, number: 1 }),
        parts::name("coffee-draft.mp4", Lease { job: other, number: 77 }),
    ];
    let foreign = [".hidden", "holiday.mp4", ".x.part", ".notes.12-b.part"];
    for name in dead.iter().map(String::as_str).chain([living.as_str()]).chain(foreign) {
        fs::write(fixture.renders().join(name), "half").unwrap();
    }
    // What another process writes has another name, so that it may run beside.
    let mut ask = fixture.job(other).ask;
    ask.request.quality = Quality::High;
    ask.key = "2".to_owned();
    fixture.queue.add(&ask).unwrap();
    fixture.worker(blocks(1, |_, _, _| Ok(()))).step().unwrap();

    let mut expected: Vec<&str> = foreign.into_iter().chain([living.as_str(), "coffee-high.mp4"]).collect();
    expected.sort_unstable();
    assert_eq!(fixture.files(), expected);
}

#[test]
fn a_job_that_was_taken_over_places_nothing() {
    let fixture = Fixture::new();
    let id = fixture.add("1");
    let other = fixture.other();
    let tries = AtomicU32::new(0);
    let work = blocks(3, move |block, _, attempt| {
        if block == 1 && tries.fetch_add(1, Ordering::Relaxed) == 0 {
            // As if this process had been stopped for so long that another one holds the job.
            while other.take(Duration::from_mins(1), None).unwrap().is_none() {
                thread::yield_now();
            }
            until_ended(attempt)?;
        }
        Ok(())
    });
    let pace = Pace { lease: Duration::ZERO, ..Pace::default() };
    Worker::new(fixture.queue.clone(), work, pace).step().unwrap();
    let job = fixture.job(id);
    assert_eq!((job.state, job.attempts), (State::Running, 2), "the other process goes on");
    assert_eq!(fixture.files(), [""; 0]);
}

#[test]
fn a_disk_without_room_is_told_before_the_work() {
    let fixture = Fixture::new();
    let id = fixture.add("1");
    fixture.worker(blocks(1, |_, _, attempt| Ok(attempt.need(u64::MAX / 2)?))).step().unwrap();
    let failure = fixture.job(id).failure.unwrap();
    assert_eq!(failure.code, "disk_full");
    assert!(failure.message.contains("MB free"), "{}", failure.message);
    assert_eq!(fixture.files(), [""; 0]);
}

/// A real disk that is full cannot be had in a test; the error that it gives can.
#[test]
fn errors_of_the_disk_are_told_as_what_they_are() {
    let fixture = Fixture::new();
    let id = fixture.add("1");
    let full = || Err(std::io::Error::from(std::io::ErrorKind::StorageFull).into());
    fixture.worker(blocks(3, move |_, _, _| full())).step().unwrap();
    let failure = fixture.job(id).failure.unwrap();
    assert_eq!((failure.code.as_str(), failure.hint.as_str()), ("disk_full", "free some disk space"));
}

#[test]
fn a_folder_that_cannot_be_had_fails_the_job_alone() {
    let fixture = Fixture::new();
    let id = fixture.add("1");
    fs::write(fixture.renders(), "a file where the folder belongs").unwrap();
    fixture.worker(blocks(1, |_, _, _| Ok(()))).step().unwrap();
    let failure = fixture.job(id).failure.unwrap();
    assert!(failure.message.contains("coffee/renders"), "{}", failure.message);

    fs::remove_file(fixture.renders()).unwrap();
    let next = fixture.add("2");
    fixture.worker(blocks(1, |_, _, _| Ok(()))).step().unwrap();
    assert_eq!(fixture.job(next).state, State::Done);
}

#[cfg(unix)]
#[test]
fn a_folder_that_leads_out_of_the_root_is_refused() {
    let fixture = Fixture::new();
    let outside = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(outside.path(), fixture.renders()).unwrap();
    let id = fixture.add("1");
    fixture.worker(blocks(1, |_, _, _| Ok(()))).step().unwrap();
    assert_eq!(fixture.job(id).failure.unwrap().code, "outside_root");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}
