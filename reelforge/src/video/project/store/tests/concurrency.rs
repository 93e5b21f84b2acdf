use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;
use std::{env, fs};

use super::Place;
use crate::video::project::store::files::TEMPORARY;
use crate::video::project::store::{KEPT_REVISIONS, Revision, Root, StoreError};

/// Adds one to the number in the project, on the version that was read, until it succeeds.
fn increment(root: &Root) {
    loop {
        let document = root.read("coffee").unwrap();
        let number: u32 = document.text.trim().parse().unwrap();
        let next = format!("{}\n", number + 1);
        match root.write("coffee", &next, Some(document.revision.as_str())) {
            Ok(_) => return,
            Err(StoreError::Stale { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn threads_that_name_their_base_lose_no_update() {
    let place = Place::with_coffee("0\n");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..25).for_each(|_| increment(&place.root)));
        }
    });
    assert_eq!(place.root.read("coffee").unwrap().text, "100\n");
}

const CHILD_ROOT: &str = "REELFORGE_TEST_STORE_ROOT";

/// Runs one of the functions below in a process of its own, which finds the root in its environment.
fn child(test: &str, root: &Path) -> Child {
    let module = module_path!().split_once("::").unwrap().1;
    Command::new(env::current_exe().unwrap())
        .args(["--exact", &format!("{module}::{test}"), "--nocapture", "--test-threads=1"])
        .env(CHILD_ROOT, root)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The root that this process was started for, if it was started by [`child`].
fn parents_root() -> Option<Root> {
    env::var_os(CHILD_ROOT).map(|root| Root::open(root).unwrap())
}

#[test]
fn processes_that_name_their_base_lose_no_update() {
    if let Some(root) = parents_root() {
        (0..25).for_each(|_| increment(&root));
        return;
    }
    let place = Place::with_coffee("0\n");
    let test = "processes_that_name_their_base_lose_no_update";
    let children: Vec<_> = (0..3).map(|_| child(test, place.root.path())).collect();
    (0..25).for_each(|_| increment(&place.root));
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    assert_eq!(place.root.read("coffee").unwrap().text, "100\n");
}

/// A text of many pages that says in itself whether it is whole.
fn numbered(number: usize) -> String {
    format!("{number}\n{}end {number}\n", "# some line to make the text long\n".repeat(100))
}

#[test]
fn a_reader_never_sees_half_a_write() {
    let place = Place::with_coffee(&numbered(0));
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for number in 1..=150 {
                place.root.write("coffee", &numbered(number), None).unwrap();
            }
        });
        while !writer.is_finished() {
            let text = place.root.read("coffee").unwrap().text;
            let number = text.lines().next().unwrap().parse().unwrap();
            assert!(text == numbered(number), "version {number} was seen before it was whole");
        }
    });
}

#[test]
fn a_kill_at_any_moment_loses_nothing() {
    const ROUNDS: u32 = 30;
    if let Some(root) = parents_root() {
        let start: usize = root.read("coffee").unwrap().text.lines().next().unwrap().parse().unwrap();
        for number in start + 1.. {
            root.write("coffee", &numbered(number), None).unwrap();
            println!("wrote {number}");
        }
    }
    let place = Place::with_coffee(&numbered(0));
    for round in 0..ROUNDS {
        let mut child = child("a_kill_at_any_moment_loses_nothing", place.root.path());
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut wrote = lines.filter_map(|line| line.rsplit_once("wrote ")?.1.parse::<usize>().ok());
        wrote.next().unwrap();
        let start = Instant::now();
        let reported = wrote.next().unwrap();
        // The child goes on without waiting. Each round kills it somewhat later in the course of a write.
        let (start, moment) = (Instant::now(), start.elapsed() * round / ROUNDS);
        while start.elapsed() < moment {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();

        let text = place.root.read("coffee").unwrap().text;
        let current: usize = text.lines().next().unwrap().parse().unwrap();
        assert!(current >= reported, "{current} is older than {reported}, which was reported as written");
        assert!(text == numbered(current), "version {current} is not whole");
        let revisions = place.root.revisions("coffee").unwrap();
        assert_eq!(revisions.len(), (current + 1).min(KEPT_REVISIONS + 1));
        for (age, info) in revisions.iter().enumerate() {
            assert_eq!(info.revision, Revision::of(numbered(current - age)), "a version is missing or twice");
            let stored = place.root.read_revision("coffee", info.revision.as_str()).unwrap();
            assert!(stored == numbered(current - age), "a stored version is not whole");
        }
    }
    place.root.write("coffee", "the lock of the dead is free\n", None).unwrap();
    for (file, _) in super::snapshot(&place.inside("coffee")) {
        assert!(!file.ends_with(TEMPORARY), "{} was left behind", file.display());
    }
    assert_eq!(
        fs::read_dir(place.inside("coffee/.reelforge/history/project.yaml")).unwrap().count(),
        KEPT_REVISIONS + 1,
        "what kills leave behind adds up"
    );
}
