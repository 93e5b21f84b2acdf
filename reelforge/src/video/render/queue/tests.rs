use std::fs;
use std::sync::atomic::{AtomicI64, Ordering};

use super::*;
use crate::video::project::model::Quality;
use crate::video::render::{Part, Qc, Request};

const LEASE: std::time::Duration = std::time::Duration::from_secs(5);

/// A clock that stands still until it is moved.
#[derive(Debug, Default)]
struct Hands(AtomicI64);

impl Clock for Hands {
    fn now(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Hands {
    fn pass(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::Relaxed);
    }
}

/// A root with queues of several processes, as far as the queue can tell.
struct Fixture {
    temp: tempfile::TempDir,
    clock: Arc<Hands>,
}

impl Fixture {
    fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir(temp.path().join("coffee")).unwrap();
        Self { temp, clock: Arc::default() }
    }

    fn queue(&self) -> Queue {
        let root = Arc::new(Root::open(self.temp.path()).unwrap());
        Queue::with_clock(root, self.clock.clone())
    }

    fn file(&self) -> std::path::PathBuf {
        self.temp.path().join(".reelforge").join(FILE)
    }
}

fn ask(project: &str, key: &str) -> Ask {
    Ask {
        request: Request {
            project: project.to_owned(),
            quality: Quality::Standard,
            part: Part::Whole,
            variants: Vec::new(),
            force: false,
        },
        text: "reelforge: 1\n".to_owned(),
        folder: project.to_owned(),
        key: key.to_owned(),
        cost: 1.0,
    }
}

fn forced(project: &str, key: &str) -> Ask {
    let mut ask = ask(project, key);
    ask.request.force = true;
    ask
}

fn beat(percent: f64, log: &str) -> Beat {
    Beat {
        progress: Progress { stage: "painting".to_owned(), percent, fps: Some(30.0), eta: Some(2.0) },
        log: log.to_owned(),
    }
}

fn output() -> Output {
    Output {
        path: "coffee/renders/coffee-standard.mp4".to_owned(),
        kind: OutputKind::Video,
        variant: None,
        bytes: 7,
        hash: "b3:00".to_owned(),
        width: 1080,
        height: 1920,
        duration: 4.0,
    }
}

fn last(log: &str) -> Last {
    Last { log: log.to_owned(), ..Last::default() }
}

fn state(queue: &Queue, id: JobId) -> State {
    queue.job(id).unwrap().unwrap().state
}

#[test]
fn looking_makes_no_file() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    assert_eq!(queue.job(1).unwrap(), None);
    assert_eq!(queue.last(None, 20).unwrap(), []);
    assert_eq!(queue.take(LEASE, None).unwrap(), None);
    assert_eq!(queue.cancel(1).unwrap(), None);
    queue.verify().unwrap();
    assert!(!fixture.temp.path().join(".reelforge").exists());
}

#[test]
fn jobs_are_taken_in_the_order_in_which_they_were_asked_for() {
    let fixture = Fixture::new();
    let (here, there) = (fixture.queue(), fixture.queue());
    let first = here.add(&ask("a", "1")).unwrap().job;
    let second = there.add(&ask("b", "2")).unwrap().job;
    let third = here.add(&ask("c", "3")).unwrap().job;
    assert_eq!(here.before(third.id).unwrap().len(), 2);

    let (lease, taken) = there.take(LEASE, None).unwrap().unwrap();
    assert_eq!((taken.id, taken.state, taken.attempts), (first.id, State::Running, 1));
    assert_eq!(taken.ask, first.ask);
    assert_eq!(here.take(LEASE, None).unwrap().unwrap().1.id, second.id);
    assert_eq!(there.load().unwrap(), (1, 2));

    assert_eq!(there.beat(lease, &beat(40.0, "hello\n"), LEASE).unwrap(), Standing::Going);
    let seen = here.job(first.id).unwrap().unwrap();
    assert_eq!((seen.progress.percent, seen.progress.eta, seen.log.as_str()), (40.0, Some(2.0), "hello\n"));

    let ended = there.finish(lease, &Ended::Done(vec![output()]), &last("hello\nbye\n"), || Ok(())).unwrap();
    assert_eq!(ended, Standing::Going);
    let done = here.job(first.id).unwrap().unwrap();
    assert_eq!((done.state, done.outputs.as_slice()), (State::Done, &[output()][..]));
    assert_eq!((done.progress.percent, done.ask.text.as_str()), (100.0, ""));
    assert_eq!(here.last(None, 2).unwrap().iter().map(|job| job.id).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(here.last(Some("a"), 9).unwrap().len(), 1);
}

#[test]
fn the_same_that_is_not_done_yet_is_not_added_again() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    let first = queue.add(&ask("coffee", "1")).unwrap();
    assert!(first.new);
    let again = queue.add(&ask("coffee", "1")).unwrap();
    assert_eq!((again.new, again.job.id), (false, first.job.id));
    assert!(queue.add(&ask("coffee", "2")).unwrap().new);
    assert!(queue.add(&ask("tea", "1")).unwrap().new);

    let (lease, _) = queue.take(LEASE, None).unwrap().unwrap();
    assert!(!queue.add(&ask("coffee", "1")).unwrap().new);
    queue.cancel(first.job.id).unwrap();
    assert!(queue.add(&ask("coffee", "1")).unwrap().new, "one that is about to end is no answer");
    queue.finish(lease, &Ended::Cancelled, &Last::default(), || Ok(())).unwrap();

    // One that is rendered in spite of errors does for whoever has none, but not the other way round.
    let forced = queue.add(&forced("coffee", "1")).unwrap();
    assert!(forced.new);
    let (lease, _) = queue.take(LEASE, Some(first.job.id + 3)).unwrap().unwrap();
    queue.finish(lease, &Ended::Cancelled, &Last::default(), || Ok(())).unwrap();
    assert_eq!(queue.add(&ask("coffee", "1")).unwrap().job.id, forced.job.id);
}

#[test]
fn what_is_done_is_found_by_what_it_depends_on() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    let finish = |ask: &Ask| {
        let id = queue.add(ask).unwrap().job.id;
        let (lease, _) = queue.take(LEASE, None).unwrap().unwrap();
        queue.finish(lease, &Ended::Done(vec![output()]), &Last::default(), || Ok(())).unwrap();
        id
    };
    let plain = finish(&ask("coffee", "1"));
    let forced = finish(&forced("coffee", "2"));
    let ids = |key: &str, forced: bool| -> Vec<JobId> {
        queue.done("coffee", key, forced).unwrap().iter().map(|job| job.id).collect()
    };
    // A file may have changed since it was asked for: what was rendered counts.
    queue.add(&ask("coffee", "3")).unwrap();
    let (lease, job) = queue.take(LEASE, None).unwrap().unwrap();
    let last = Last { key: Some("4".to_owned()), ..Last::default() };
    queue.finish(lease, &Ended::Done(vec![output()]), &last, || Ok(())).unwrap();
    assert_eq!(ids("4", false), [job.id]);
    assert_eq!((ids("1", false), ids("1", true)), (vec![plain], vec![plain]));
    assert_eq!((ids("2", false), ids("2", true)), (vec![], vec![forced]));
    assert!(ids("3", true).is_empty());
}

#[test]
fn of_jobs_that_write_the_same_files_one_runs_at_a_time() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    queue.add(&ask("coffee", "1")).unwrap();
    let newer = queue.add(&ask("coffee", "2")).unwrap().job;
    let other = queue.add(&ask("tea", "3")).unwrap().job;
    let (lease, _) = queue.take(LEASE, None).unwrap().unwrap();
    assert_eq!(queue.take(LEASE, None).unwrap().unwrap().1.id, other.id);
    assert_eq!(queue.take(LEASE, None).unwrap(), None);
    queue.finish(lease, &Ended::Done(vec![output()]), &Last::default(), || Ok(())).unwrap();
    assert_eq!(queue.take(LEASE, None).unwrap().unwrap().1.id, newer.id);
}

#[test]
fn a_process_may_ask_for_one_job_alone() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    queue.add(&ask("a", "1")).unwrap();
    let mine = queue.add(&ask("b", "2")).unwrap().job.id;
    assert_eq!(queue.take(LEASE, Some(mine)).unwrap().unwrap().1.id, mine);
    assert_eq!(queue.take(LEASE, Some(mine)).unwrap(), None);
}

#[test]
fn the_job_of_a_process_that_is_gone_is_taken_over() {
    let fixture = Fixture::new();
    let (dead, alive) = (fixture.queue(), fixture.queue());
    let id = dead.add(&ask("coffee", "1")).unwrap().job.id;
    let (old, _) = dead.take(LEASE, None).unwrap().unwrap();
    fixture.clock.pass(4);
    dead.beat(old, &beat(10.0, "first\n"), LEASE).unwrap();
    fixture.clock.pass(4);
    assert_eq!(alive.take(LEASE, None).unwrap(), None, "it was heard of 4 s ago");
    fixture.clock.pass(1);
    let (new, job) = alive.take(LEASE, None).unwrap().unwrap();
    assert_eq!((job.id, job.attempts), (id, 2));
    assert!(job.log.starts_with("first\n") && job.log.contains("ended before it was done"), "{}", job.log);
    assert!(!alive.holds(old).unwrap() && alive.holds(new).unwrap());

    // The other process was only asleep. It can change nothing any more, and places no file.
    assert_eq!(dead.beat(old, &beat(99.0, ""), LEASE).unwrap(), Standing::Lost);
    let placed = || panic!("nothing is to be placed");
    assert_eq!(
        dead.finish(old, &Ended::Done(vec![output()]), &Last::default(), placed).unwrap(),
        Standing::Lost
    );
    dead.give_back(old).unwrap();
    assert_eq!(state(&alive, id), State::Running);
    assert_eq!(alive.beat(new, &beat(1.0, ""), LEASE).unwrap(), Standing::Going);
}

#[test]
fn a_job_whose_processes_all_end_is_given_up_with_its_log() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    let id = queue.add(&ask("coffee", "1")).unwrap().job.id;
    for attempt in 1..=MAX_ATTEMPTS {
        let (lease, job) = queue.take(LEASE, None).unwrap().unwrap();
        assert_eq!(job.attempts, attempt);
        queue.beat(lease, &beat(50.0, &format!("{}try {attempt}\n", job.log)), LEASE).unwrap();
        fixture.clock.pass(6);
    }
    assert_eq!(queue.take(LEASE, None).unwrap(), None);
    let job = queue.job(id).unwrap().unwrap();
    assert_eq!(job.state, State::Failed);
    assert_eq!(job.failure.unwrap().code, "process_ended");
    assert!(job.log.contains("try 1") && job.log.contains("try 3"), "{}", job.log);
}

#[test]
fn a_job_that_is_given_back_waits_in_its_place_as_if_it_had_not_begun() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    let first = queue.add(&ask("a", "1")).unwrap().job.id;
    queue.add(&ask("b", "2")).unwrap();
    for _ in 0..5 {
        let (lease, job) = queue.take(LEASE, None).unwrap().unwrap();
        assert_eq!((job.id, job.attempts), (first, 1));
        queue.give_back(lease).unwrap();
        assert_eq!(state(&queue, first), State::Queued);
        assert!(!queue.holds(lease).unwrap());
    }
}

#[test]
fn a_job_can_be_cancelled_whatever_its_state() {
    let fixture = Fixture::new();
    let (here, there) = (fixture.queue(), fixture.queue());
    let cancelled = |id| there.cancel(id).unwrap().unwrap().state;

    let waiting = here.add(&ask("coffee", "1")).unwrap().job.id;
    assert_eq!(cancelled(waiting), State::Cancelled);
    assert_eq!(here.take(LEASE, None).unwrap(), None);

    let running = here.add(&ask("coffee", "2")).unwrap().job.id;
    let (lease, _) = here.take(LEASE, None).unwrap().unwrap();
    assert_eq!(cancelled(running), State::Running);
    assert_eq!(here.beat(lease, &beat(1.0, ""), LEASE).unwrap(), Standing::Cancelled);
    // It was done in the meantime: what was promised counts.
    let placed = || panic!("nothing is to be placed");
    assert_eq!(
        here.finish(lease, &Ended::Done(vec![output()]), &Last::default(), placed).unwrap(),
        Standing::Cancelled
    );
    assert_eq!(state(&here, running), State::Cancelled);

    let orphan = here.add(&ask("coffee", "3")).unwrap().job.id;
    here.take(LEASE, None).unwrap();
    fixture.clock.pass(6);
    assert_eq!(cancelled(orphan), State::Cancelled);

    let given_back = here.add(&ask("coffee", "4")).unwrap().job.id;
    let (lease, _) = here.take(LEASE, None).unwrap().unwrap();
    assert_eq!(cancelled(given_back), State::Running);
    here.give_back(lease).unwrap();
    assert_eq!(state(&here, given_back), State::Cancelled);

    let done = here.add(&ask("coffee", "5")).unwrap().job.id;
    let (lease, _) = here.take(LEASE, None).unwrap().unwrap();
    here.finish(lease, &Ended::Done(Vec::new()), &Last::default(), || Ok(())).unwrap();
    assert_eq!(cancelled(done), State::Done);
    assert_eq!(there.cancel(99).unwrap(), None);
}

#[test]
fn a_job_whose_files_cannot_be_placed_has_failed() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    let id = queue.add(&ask("coffee", "1")).unwrap().job.id;
    let (lease, _) = queue.take(LEASE, None).unwrap().unwrap();
    let why = Failure::new("read_only", "no", "yes");
    queue.finish(lease, &Ended::Done(vec![output()]), &last("log"), || Err(why.clone())).unwrap();
    let job = queue.job(id).unwrap().unwrap();
    assert_eq!((job.state, job.failure, job.outputs), (State::Failed, Some(why), Vec::new()));
}

#[test]
fn queue_history_and_log_are_bounded() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    for index in 0..MAX_WAITING {
        queue.add(&ask("coffee", &index.to_string())).unwrap();
    }
    let error = queue.add(&ask("coffee", "one more")).unwrap_err();
    assert_eq!(error.code(), "busy");
    assert!(error.to_string().contains("100 jobs wait"), "{error}");

    for index in 0..=MAX_HISTORY {
        let key = format!("again {index}");
        let (lease, job) = queue.take(LEASE, None).unwrap().unwrap();
        let log = format!("{}\nlast line\n", "é".repeat(MAX_LOG));
        queue.finish(lease, &Ended::Done(Vec::new()), &last(&log), || Ok(())).unwrap();
        assert_eq!(queue.job(job.id).unwrap().unwrap().log, "last line\n");
        queue.add(&ask("coffee", &key)).unwrap();
    }
    assert_eq!(queue.job(1).unwrap(), None, "the oldest is forgotten");
    assert_eq!(queue.last(None, 1000).unwrap().len(), MAX_HISTORY + MAX_WAITING);
}

#[test]
fn a_queue_that_is_taken_away_is_made_anew() {
    let fixture = Fixture::new();
    let queue = fixture.queue();
    queue.add(&ask("coffee", "1")).unwrap();
    let (lease, _) = queue.take(LEASE, None).unwrap().unwrap();
    fs::remove_dir_all(fixture.temp.path().join(".reelforge")).unwrap();
    assert_eq!(queue.last(None, 20).unwrap(), []);
    assert_eq!(queue.beat(lease, &beat(1.0, ""), LEASE).unwrap(), Standing::Lost);
    assert!(!fixture.file().exists());
    queue.add(&ask("coffee", "2")).unwrap();
    assert_eq!(fixture.queue().last(None, 20).unwrap().len(), 1);
}

#[test]
fn a_file_that_is_no_queue_or_of_a_later_version_is_left_alone() {
    let fixture = Fixture::new();
    fs::create_dir(fixture.temp.path().join(".reelforge")).unwrap();
    fs::write(fixture.file(), "no database at all, but long enough to be read as the head of one".repeat(20))
        .unwrap();
    let error = fixture.queue().last(None, 1).unwrap_err();
    assert_eq!(error.code(), "queue");
    assert!(error.hint().contains("renders.db"), "{}", error.hint());

    fs::remove_file(fixture.file()).unwrap();
    let connection = Connection::open(fixture.file()).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let error = fixture.queue().add(&ask("coffee", "1")).unwrap_err();
    assert!(error.to_string().contains("version 99"), "{error}");
}

#[test]
fn a_file_of_an_earlier_version_is_brought_up_to_this_one() {
    let fixture = Fixture::new();
    let id = fixture.queue().add(&ask("coffee", "1")).unwrap().job.id;
    let connection = Connection::open(fixture.file()).unwrap();
    connection.execute_batch("ALTER TABLE jobs DROP COLUMN qc; PRAGMA user_version = 1").unwrap();
    drop(connection);
    let queue = fixture.queue();
    assert_eq!(
        (queue.job(id).unwrap().unwrap().state, queue.job(id).unwrap().unwrap().qc),
        (State::Queued, None)
    );
    let (lease, _) = queue.take(LEASE, None).unwrap().unwrap();
    let qc = Some(Qc { warnings: 2, looked_at: 3.0, ..Qc::default() });
    let last = Last { qc: qc.clone(), ..Last::default() };
    queue.finish(lease, &Ended::Done(vec![output()]), &last, || Ok(())).unwrap();
    assert_eq!(fixture.queue().job(id).unwrap().unwrap().qc, qc);
}

#[cfg(unix)]
#[test]
fn symbolic_links_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let fixture = Fixture::new();
    let outside = tempfile::tempdir().unwrap();
    let records = fixture.temp.path().join(".reelforge");

    symlink(outside.path(), &records).unwrap();
    assert!(fixture.queue().add(&ask("coffee", "1")).is_err());
    fs::remove_file(&records).unwrap();

    // One that stays inside of the root is refused as well: the database opens its files by their path.
    symlink("coffee", &records).unwrap();
    assert!(fixture.queue().add(&ask("coffee", "1")).is_err());
    fs::remove_file(&records).unwrap();

    fs::create_dir(&records).unwrap();
    for name in [FILE, "renders.db-wal", "renders.db-shm"] {
        symlink(outside.path().join(name), records.join(name)).unwrap();
        assert!(fixture.queue().add(&ask("coffee", "1")).is_err(), "{name}");
        fs::remove_file(records.join(name)).unwrap();
    }
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn many_processes_share_the_queue() {
    let fixture = Fixture::new();
    let done = AtomicI64::new(0);
    std::thread::scope(|scope| {
        for process in 0..6 {
            let (fixture, done) = (&fixture, &done);
            scope.spawn(move || {
                let queue = fixture.queue();
                for index in 0..8 {
                    queue.add(&ask(&format!("p{process}"), &format!("{process}/{index}"))).unwrap();
                }
                while let Some((lease, _)) = queue.take(LEASE, None).unwrap() {
                    let ended =
                        queue.finish(lease, &Ended::Done(Vec::new()), &Last::default(), || Ok(())).unwrap();
                    assert_eq!(ended, Standing::Going, "no job is given to two");
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let queue = fixture.queue();
    // Whoever found nothing to take may have looked while the last jobs were being added.
    while let Some((lease, _)) = queue.take(LEASE, None).unwrap() {
        queue.finish(lease, &Ended::Done(Vec::new()), &Last::default(), || Ok(())).unwrap();
        done.fetch_add(1, Ordering::Relaxed);
    }
    assert_eq!(done.into_inner(), 48);
    assert!(queue.last(None, 100).unwrap().iter().all(|job| job.state == State::Done && job.attempts == 1));
    queue.verify().unwrap();
}
