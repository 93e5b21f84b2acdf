//! Checks of the file and its folder.

mod components;
mod moments;
mod names;

use crate::video::check::{Assets, Depth, Issue, Options, Presence, RULES, Report, Severity, validate};

/// Without targets, since these texts are shorter than any platform takes.
const HEAD: &str = "reelforge: 1\nmeta: {title: t}\ncanvas: square\n";

/// A folder with these files; one that is named `broken…` cannot be read.
struct Files(&'static [&'static str]);

impl Assets for Files {
    fn at(&self, path: &str) -> Presence {
        match self.0.iter().find(|file| **file == path) {
            Some(file) if file.contains("broken") => Presence::Faulty("the file is empty".to_owned()),
            Some(_) => Presence::Usable,
            None => Presence::Absent,
        }
    }

    fn paths(&self) -> Vec<&str> {
        self.0.to_vec()
    }
}

const FOLDER: Files = Files(&[
    "audio/Bed.mp3",
    "audio/broken.mp3",
    "data/load.csv",
    "fonts/a.woff2",
    "img/beans.jpg",
    "img/logo.png",
    "script.txt",
    "v/clip.mp4",
    "words.json",
]);

/// All checks but that for what is not used: these texts are short.
fn options() -> Options {
    let rules = RULES.iter().map(|rule| rule.id.to_owned()).filter(|id| id != "V-29").collect();
    Options { stage: Depth::Static, rules, ..Options::default() }
}

fn check(body: &str) -> Report {
    validate(&format!("{HEAD}{body}"), &FOLDER, &options())
}

/// The only issue of a text, which is of this check.
fn only(rule: &str, body: &str) -> (Issue, Report) {
    let report = check(body);
    let [issue] = &report.issues[..] else { panic!("{body}\n{:#?}", report.issues) };
    assert_eq!(issue.rule, rule, "{body}\n{issue:#?}");
    assert!(issue.line.is_some() && issue.column.is_some(), "{body}\n{issue:#?}");
    assert!(!issue.hint.is_empty(), "{body}\n{issue:#?}");
    (issue.clone(), report)
}

/// A text whose only issue has a fix after which nothing is left to say; yields the fixed text.
fn fixed(rule: &str, body: &str) -> (Issue, String) {
    let (issue, report) = only(rule, body);
    let [fix] = &report.fixes[..] else { panic!("{body}\n{issue:#?}") };
    assert_eq!((fix.after.errors, fix.after.warnings), (0, 0), "{body}");
    assert_eq!(fix.ops, issue.fix);
    let text = report.fixed_text().expect("a fix that works is applied");
    let after = validate(text, &FOLDER, &options());
    assert_eq!(after.issues, [], "{text}");
    (issue, text.to_owned())
}

fn clean(body: &str) {
    assert_eq!(check(body).issues, [], "{body}");
}

fn scene(elements: &str) -> String {
    format!("scenes: [{{id: s, duration: 4, elements: [{elements}]}}]\n")
}

const CARD: &str = "components:
  card:
    props: {label: {type: text, required: true}, tone: {type: color}, photo: {type: image}}
    elements: [{type: text, text: '{{label}}'}]
";
