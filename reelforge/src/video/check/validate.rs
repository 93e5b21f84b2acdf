//! From a project's text to a report.

use std::collections::HashMap;

use super::rules::{self, Subject};
use super::{Assets, Facts, Issue, Report, Summary, fixes, outline, report};
use crate::video::project::Parsed;
use crate::video::project::model::Project;
use crate::video::time::{Timeline, Times};

/// What a report shall hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Ids of the checks whose issues are wanted; empty for all. Those of V-1 are always reported.
    pub rules: Vec<String>,
    /// Id of the scene whose issues are wanted. Those of V-1 are always reported.
    pub scene: Option<String>,
    /// How many issues are listed; the summary counts all that are wanted.
    pub max_issues: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { rules: Vec::new(), scene: None, max_issues: 50 }
    }
}

/// Checks a project's text by all that its file and folder tell. Never fails: what is wrong is in the report.
pub fn validate(text: &str, assets: &dyn Assets, options: &Options) -> Report {
    let checked = Checked::of(text, assets);
    let wanted: Vec<usize> =
        (0..checked.issues.len()).filter(|index| is_wanted(&checked.issues[*index], options)).collect();
    let (fixes, fixed_text) = fixes::offer(text, &checked, assets, &wanted);
    let mut issues: Vec<Issue> =
        wanted.iter().map(|index| Issue { fix: Vec::new(), ..checked.issues[*index].clone() }).collect();
    for fix in &fixes {
        issues[fix.issue].fix.clone_from(&fix.ops);
    }
    let summary = Summary::of(&issues, checked.summary.waived, checked.summary.tuned);
    let omitted = issues.len().saturating_sub(options.max_issues);
    issues.truncate(options.max_issues);
    let fixes = fixes.into_iter().filter(|fix| fix.issue < issues.len()).collect();
    Report { summary, issues, omitted, fixes, fixed_text, timeline: checked.timeline }
}

/// What a listing says of a project's text, without trying fixes; no facts when it does not parse.
pub fn glance(text: &str, assets: &dyn Assets) -> (Option<Facts>, Summary) {
    let checked = Checked::of(text, assets);
    let facts = checked.parsed.project.as_ref().zip(checked.timeline.as_ref());
    (facts.map(|(project, timeline)| outline::facts(project, timeline)), checked.summary)
}

/// A text with its issues, ordered and counted; their fixes are not tried yet.
pub(super) struct Checked {
    pub(super) parsed: Parsed,
    pub(super) issues: Vec<Issue>,
    pub(super) summary: Summary,
    pub(super) timeline: Option<Timeline>,
}

impl Checked {
    pub(super) fn of(text: &str, assets: &dyn Assets) -> Self {
        let mut parsed = Project::parse_untried(text);
        let mut issues = std::mem::take(&mut parsed.issues);
        let mut timeline = None;
        if let (Some(project), Some(tree)) = (&parsed.project, &parsed.tree) {
            let times = Times::of(project);
            issues.extend(rules::check(&Subject { project, tree, times: &times, assets }));
            date(&mut issues, project, times.timeline());
            timeline = Some(times.timeline().clone());
        }
        let report::Ranked { summary, issues } = report::rank(issues, parsed.project.as_ref());
        Self { parsed, issues, summary, timeline }
    }
}

fn is_wanted(issue: &Issue, options: &Options) -> bool {
    let by_rule = options.rules.is_empty() || options.rules.iter().any(|rule| rule == issue.rule);
    let by_scene = options.scene.is_none() || options.scene == issue.scene;
    issue.rule == "V-1" || (by_rule && by_scene)
}

/// Says of issues when in the video they are: while their element is shown, or their scene.
fn date(issues: &mut [Issue], project: &Project, timeline: &Timeline) {
    let mut times: HashMap<&str, (f64, f64)> = HashMap::new();
    for (scene, time) in project.scenes.iter().zip(&timeline.scenes) {
        times.insert(&scene.path, (time.t0, time.t1));
        times.extend(time.elements.iter().map(|element| (element.path.as_str(), (element.t0, element.t1))));
    }
    for issue in issues.iter_mut().filter(|issue| issue.t0.is_none()) {
        let mut path = issue.path.as_str();
        while !path.is_empty() {
            if let Some((t0, t1)) = times.get(path) {
                (issue.t0, issue.t1) = (Some(*t0), Some(*t1));
                break;
            }
            path = path.rsplit_once('.').map_or("", |(parent, _)| parent);
        }
    }
}
