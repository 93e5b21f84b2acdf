use serde_json::json;

use super::*;

fn project(yaml: &str) -> Project {
    let text = format!("reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\n{yaml}");
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues, []);
    parsed.project.unwrap()
}

fn issue(rule: &str, path: &str) -> Issue {
    Issue::new(rule, path, "m")
}

fn rules(report: &Ranked) -> Vec<(&str, Severity)> {
    report.issues.iter().map(|issue| (issue.rule, issue.severity)).collect()
}

#[test]
fn issues_come_by_severity_stage_and_time() {
    let at = |mut issue: Issue, t0| {
        issue.t0 = Some(t0);
        issue
    };
    let report = rank(
        vec![
            issue("V-29", "vars.x"),
            at(issue("V-11", "b"), 5.0),
            at(issue("V-8", "a"), 1.0),
            at(issue("V-8", "c"), 3.0).severity(Severity::Warning),
            issue("V-2", "d"),
        ],
        None,
        None,
    );
    let order: Vec<_> = report.issues.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(order, ["d", "a", "b", "c", "vars.x"]);
    assert_eq!(
        serde_json::to_value(&report.summary).unwrap(),
        json!({"errors": 3, "warnings": 1, "infos": 1, "by_rule": {"V-11": 1, "V-2": 1, "V-29": 1, "V-8": 2}, "score": 61})
    );
    let many = vec![issue("V-2", "x"); 20];
    assert_eq!(rank(many, None, None).summary.score, 0);
}

#[test]
fn an_element_waives_a_rule_for_itself_alone() {
    let project = project(
        "scenes:\n  - id: a\n    elements:\n      - id: g\n        type: group\n        allow: [V-8, V-2]\n        elements: [{type: text, text: x}]\n      - {id: g2, type: text, text: y}\n",
    );
    let report = rank(
        vec![
            issue("V-8", "scenes.a.elements.g"),
            issue("V-8", "scenes.a.elements.g.x"),
            issue("V-8", "scenes.a.elements.g.elements.text1"),
            issue("V-8", "scenes.a.elements.g2"),
            issue("V-9", "scenes.a.elements.g"),
            issue("V-2", "scenes.a.elements.g.pad"),
        ],
        Some(&project),
        None,
    );
    assert_eq!(report.summary.by_rule, BTreeMap::from([("V-2", 1), ("V-8", 2), ("V-9", 1)]));
    let waived = &report.summary.waived[0];
    assert_eq!(
        (waived.path.as_str(), waived.rule.as_str(), waived.issues),
        ("scenes.a.elements.g", "V-8", 2)
    );
}

#[test]
fn a_project_tunes_rules_and_the_report_says_so() {
    let project = project("scenes: [{id: a}]\noutput: {rules: {V-18: off, V-12: warn, V-29: error}}\n");
    let report = rank(vec![issue("V-18", "a"), issue("V-12", "b"), issue("V-29", "c")], Some(&project), None);
    assert_eq!(rules(&report), [("V-29", Severity::Error), ("V-12", Severity::Warning)]);
    let tuned = serde_json::to_value(&report.summary.tuned).unwrap();
    assert_eq!(tuned[1], json!({"rule": "V-18", "level": "off", "issues": 1}));
}

#[test]
fn an_issue_leaves_out_what_it_has_not() {
    let found = issue("V-8", "scenes.cta.elements.offer.y").measured(0.079, 0.05).located();
    assert_eq!(
        serde_json::to_value(found).unwrap(),
        json!({
            "rule": "V-8", "name": "overlap", "severity": "error", "path": "scenes.cta.elements.offer.y",
            "scene": "cta", "element": "offer", "measured": 0.079, "limit": 0.05, "message": "m",
        })
    );
}
