//! Each check has projects that trigger it and projects that nearly do, and its fixes remove what they fix.

mod captions;
mod file;
mod limits;
mod overlap;
mod painted;
mod pictures;
mod place;
mod sound;
mod text;
mod time;
mod voice;

use crate::video::check::{Depth, Issue, NoAssets, Options, Report, Severity, validate};

const HEAD: &str = "reelforge: 1\nmeta: {title: t}\n";

/// What one check of the layout says of a project.
fn look(rule: &str, body: &str) -> Report {
    let options = Options { stage: Depth::Layout, rules: vec![rule.to_owned()], ..Options::default() };
    validate(&format!("{HEAD}{body}"), &NoAssets, &options)
}

fn found(rule: &str, body: &str) -> Vec<Issue> {
    let issues = look(rule, body).issues;
    assert!(issues.iter().all(|issue| issue.rule == rule), "{body}\n{issues:#?}");
    issues
}

/// The check finds nothing.
fn clean(rule: &str, body: &str) {
    assert_eq!(found(rule, body), [], "{body}");
}

/// The check finds one thing.
fn only(rule: &str, body: &str) -> Issue {
    let issues = found(rule, body);
    let [issue] = &issues[..] else { panic!("{body}\n{issues:#?}") };
    assert!(issue.line.is_some() && !issue.hint.is_empty() && !issue.message.is_empty(), "{issue:#?}");
    assert!(issue.t0 < issue.t1 && issue.measured.is_some() && issue.limit.is_some(), "{issue:#?}");
    issue.clone()
}

/// The check finds one thing, and its fix, applied, leaves nothing of it; yields the issue and the fixed text.
fn fixed(rule: &str, body: &str) -> (Issue, String) {
    let issue = only(rule, body);
    let report = look(rule, body);
    let [fix] = &report.fixes[..] else { panic!("{body}\nno fix: {issue:#?}") };
    assert!(!fix.hint.is_empty() && fix.ops == issue.fix, "{fix:#?}");
    let text = report.combined.unwrap_or_else(|| panic!("{body}\n{fix:#?}")).text;
    let body = text.strip_prefix(HEAD).unwrap_or_else(|| panic!("{text}"));
    clean(rule, body);
    (issue, text)
}

/// A tall project without targets, and one scene of 4 s without a flow.
fn free(elements: &str) -> String {
    format!(
        "canvas: reel\ntargets: []\nscenes:\n  - id: s\n    duration: 4\n    layout: free\n    elements:\n{}",
        listed(elements)
    )
}

/// The same whose elements flow.
fn stacked(elements: &str) -> String {
    format!(
        "canvas: reel\ntargets: []\nscenes:\n  - id: s\n    duration: 4\n    elements:\n{}",
        listed(elements)
    )
}

/// One element a line, as maps in flow form without their braces.
fn listed(elements: &str) -> String {
    elements
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| format!("      - {{{line}}}\n"))
        .collect()
}

fn severity(issue: &Issue) -> Severity {
    issue.severity
}
