//! The same call gives the same over every way in, and one that fails changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::thread;

use reelforge::registry::{Limits, Registry};
use reelforge::studio::{Studio, app};
use regex::Regex;
use serde_json::{Map, Value, json};

use super::http::post;
use super::program::{Serving, Speaking, reelforge};
use super::table::{Expected, Row, fill, problem, rows};
use super::ways::{self, Outcome, Way};

/// The codes of problems that the studio has.
const CODES: [&str; 12] = [
    "blocked_by_errors",
    "busy",
    "exists",
    "invalid_arguments",
    "io",
    "not_found",
    "not_running",
    "outside_root",
    "stale_revision",
    "too_large",
    "unsupported_media",
    "yaml_syntax",
];

#[test]
fn every_tool_does_the_same_over_every_way_in() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let mut ways = ways::all(&root);
    let registry = registry(&root);
    let rows = whole_table(&registry);
    let mut wrong = Vec::new();
    for row in &rows {
        let read_only = registry.get(&row.tool).unwrap().hints().read_only;
        let outcomes = match row.expected {
            // Nothing changes, so that all can call at once: some wait for a lock that they will not get.
            Expected::Problem(..) => at_once(row, &mut ways, &root),
            Expected::Result(_) => one_by_one(row, &mut ways, &root, read_only),
        };
        let (_, first) = &outcomes[0];
        let call = format!("{} {}", row.tool, short(&row.arguments));
        if !meets(&row.expected, first) {
            wrong.push(format!("{call}\n  expected {:?}\n  got {first:?}", row.expected));
        }
        for (way, outcome) in outcomes[1..].iter().filter(|(_, outcome)| !same(outcome, first)) {
            wrong.push(format!("{call}\n  {way}: {outcome:?}\n  {}: {first:?}", outcomes[0].0));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_tool_has_its_row_and_every_problem_too() {
    let folder = tempfile::tempdir().unwrap();
    let registry = registry(folder.path());
    let rows = whole_table(&registry);
    let tools: BTreeSet<&str> = registry.tools().iter().map(|tool| tool.name()).collect();
    let succeed = rows.iter().filter(|row| matches!(row.expected, Expected::Result(_)));
    let shown: BTreeSet<&str> = succeed.map(|row| row.tool.as_str()).collect();
    assert_eq!(shown, tools, "a tool is missing in table.rs");
    for code in CODES {
        let is_it = |row: &Row| matches!(&row.expected, Expected::Problem(other, _) if other == code);
        assert!(rows.iter().any(is_it), "no row for {code}");
    }
}

#[test]
fn a_tool_that_is_none_is_answered_with_the_nearest_name_everywhere() {
    let root = tempfile::tempdir().unwrap();
    let server = Serving::start("serve", root.path());
    let shell = reelforge(root.path()).args(["call", "read_projekt"]).output().unwrap();
    assert_eq!(shell.status.code(), Some(2));
    let rest = post(&server.address, "/api/v1/tools/read_projekt", &[], &json!({}));
    assert_eq!(rest.status, 404);
    let call = ways::call("read_projekt", &json!({}), true);
    let stdio = Speaking::start(root.path()).ask(&call).to_string();
    let mcp = ways::post_modern(&server.address, "read_projekt", &json!({})).body;
    for said in [String::from_utf8(shell.stderr).unwrap(), rest.body, stdio, mcp] {
        assert!(said.contains("read_project"), "{said}");
    }
}

fn registry(root: &Path) -> Arc<Registry> {
    app().state(Studio::open(root).unwrap()).registry(Limits::default()).unwrap()
}

/// The table, and what follows from the schema of each tool.
fn whole_table(registry: &Registry) -> Vec<Row> {
    let mut all = rows();
    for tool in registry.tools() {
        let arguments = tool.input_schema()["properties"].as_object().cloned().unwrap_or_default();
        let mut wrong: Map<String, Value> =
            arguments.keys().map(|name| (name.clone(), json!({ "no": "object" }))).collect();
        wrong.insert("unheard_of".to_owned(), json!(1));
        let named: Vec<&str> = wrong.keys().map(String::as_str).collect();
        let count = format!("{} problem", named.len());
        let parts: Vec<&str> = named.iter().copied().chain([count.as_str()]).collect();
        let bad = problem(tool.name(), Value::Object(wrong.clone()), "invalid_arguments", &parts);
        if arguments.contains_key("project") {
            let right = |row: &&Row| row.tool == tool.name() && row.arguments.get("project").is_some();
            let right = all.iter().find(right).unwrap().arguments.clone();
            for (project, code) in [
                ("../one", "outside_root"),
                ("/etc", "outside_root"),
                ("outside/etc", "outside_root"),
                ("nothing-like-it", "not_found"),
            ] {
                let mut elsewhere = right.clone();
                elsewhere["project"] = project.into();
                all.push(problem(tool.name(), elsewhere, code, &[project]));
            }
        }
        all.push(bad);
    }
    all
}

fn at_once(row: &Row, ways: &mut [Box<dyn Way>], root: &Path) -> Vec<(&'static str, Outcome)> {
    empty(root);
    fill(root);
    let kept = (row.prepare)(root);
    let before = content(root);
    let outcomes = thread::scope(|scope| {
        let calls: Vec<_> = ways.iter_mut().map(|way| scope.spawn(move || call(row, way, root))).collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    assert_eq!(changes(&before, &content(root)), [""; 0], "{} {}", row.tool, short(&row.arguments));
    drop(kept);
    outcomes
}

fn one_by_one(
    row: &Row,
    ways: &mut [Box<dyn Way>],
    root: &Path,
    read_only: bool,
) -> Vec<(&'static str, Outcome)> {
    let mut outcomes = Vec::new();
    let mut after: Option<BTreeMap<PathBuf, Vec<u8>>> = None;
    for way in ways {
        empty(root);
        fill(root);
        let kept = (row.prepare)(root);
        let before = content(root);
        let outcome = call(row, way, root);
        let now = content(root);
        let done = changes(&before, &now);
        assert_eq!(done.is_empty(), read_only, "{} over {}: {done:?}", row.tool, way.name());
        // What they leave behind is the same, too.
        assert_eq!(changes(after.get_or_insert_with(|| now.clone()), &now), [""; 0]);
        outcomes.push(outcome);
        drop(kept);
    }
    outcomes
}

fn call(row: &Row, way: &mut Box<dyn Way>, root: &Path) -> (&'static str, Outcome) {
    let outcome = match way.call(&row.tool, &row.arguments) {
        Outcome::Result(result) => Outcome::Result(settled(&result, root)),
        Outcome::Problem { code, text, data } => Outcome::Problem {
            code,
            text: settled(&text.into(), root).as_str().unwrap().to_owned(),
            data: data.map(|data| settled(&data, root)),
        },
    };
    (way.name(), outcome)
}

/// The same without what differs from call to call: times, addresses, free space, the folder of the test.
fn settled(value: &Value, root: &Path) -> Value {
    static VOLATILE: LazyLock<Regex> = LazyLock::new(|| {
        let time = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z";
        Regex::new(&format!(r"{time}|127\.0\.0\.1:\d+|\d+\.\d+ GiB free|for \d+\.\d s")).unwrap()
    });
    let text = value.to_string().replace(&*root.to_string_lossy(), "ROOT");
    serde_json::from_str(&VOLATILE.replace_all(&text, "…")).unwrap()
}

fn meets(expected: &Expected, outcome: &Outcome) -> bool {
    match (expected, outcome) {
        (Expected::Result(part), Outcome::Result(result)) => result.to_string().contains(part),
        (Expected::Problem(code, parts), Outcome::Problem { code: given, text, .. }) => {
            code == given && parts.iter().all(|part| text.contains(part))
        }
        _ => false,
    }
}

fn same(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (
            Outcome::Problem { code, text, data },
            Outcome::Problem { code: other_code, text: other_text, data: other_data },
        ) => {
            let agree = data.is_none() || other_data.is_none() || data == other_data;
            (code, text) == (other_code, other_text) && agree
        }
        _ => one == other,
    }
}

fn short(arguments: &Value) -> String {
    arguments.to_string().chars().take(200).collect()
}

/// The processes keep the folder open, so that it stays.
fn empty(root: &Path) {
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.is_symlink() {
            fs::remove_dir_all(path).unwrap();
        } else {
            fs::remove_file(path).unwrap();
        }
    }
}

/// Every file below the root, but Reelforge's own records; of those, what renders there are.
fn content(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = files(root);
    let jobs = Studio::open(root).unwrap().renders().last(None, 100).unwrap();
    for job in jobs {
        all.insert(PathBuf::from(format!("render {}", job.id)), format!("{:?}", job.state).into_bytes());
    }
    all
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with(".reelforge") {
            continue;
        }
        if path.is_symlink() {
            all.insert(path, b"a link".to_vec());
        } else if path.is_dir() {
            all.extend(files(&path));
            all.insert(path, b"a folder".to_vec());
        } else {
            all.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    all
}

fn changes(before: &BTreeMap<PathBuf, Vec<u8>>, after: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<String> {
    let paths: BTreeSet<&PathBuf> = before.keys().chain(after.keys()).collect();
    let differ = paths.into_iter().filter(|path| before.get(*path) != after.get(*path));
    differ.map(|path| path.display().to_string()).collect()
}
