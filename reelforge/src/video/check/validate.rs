//! From a project's text to a report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::checker::{Checker, Paint};
use super::{Assets, Facts, Issue, Report, Summary, fixes, outline};

/// How far a check goes.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// What the file and its folder tell.
    Static,
    /// That, and the layout of every frame.
    Layout,
    /// That, and painted frames.
    #[default]
    Full,
}

/// What a report shall hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How far the checks go.
    pub stage: Depth,
    /// Ids of the checks whose issues are wanted; empty for all. Those of V-1 are always reported.
    pub rules: Vec<String>,
    /// Id of the scene whose issues are wanted. Those of V-1 are always reported.
    pub scene: Option<String>,
    /// How many issues are listed; the summary counts all that are wanted.
    pub max_issues: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { stage: Depth::default(), rules: Vec::new(), scene: None, max_issues: 50 }
    }
}

/// Checks a project's text. Never fails: what is wrong is in the report.
pub fn validate(text: &str, assets: &dyn Assets, options: &Options) -> Report {
    let mut checker = Checker::new(assets);
    let checked = checker.check(text, options.stage, Paint::All);
    let is_wanted = |issue: &Issue| is_wanted(issue, options);
    let fixes::Offer { fixes, combined, untried } =
        fixes::offer(text, &checked, &mut checker, options.stage, is_wanted, options.max_issues);
    let mut issues: Vec<Issue> = checked
        .issues
        .iter()
        .filter(|issue| is_wanted(issue))
        .map(|issue| Issue { fix: Vec::new(), repairs: Vec::new(), ..issue.clone() })
        .collect();
    for fix in &fixes {
        issues[fix.issue].fix.clone_from(&fix.ops);
    }
    let summary = Summary::of(&issues, checked.summary.waived, checked.summary.tuned);
    let omitted = issues.len().saturating_sub(options.max_issues);
    issues.truncate(options.max_issues);
    let mut fixes: Vec<_> = fixes.into_iter().filter(|fix| fix.issue < issues.len()).collect();
    for fix in &mut fixes {
        fix.also.retain(|issue| *issue < issues.len());
    }
    Report { summary, issues, omitted, fixes, combined, untried, timeline: checked.timeline }
}

/// What a listing says of a project's text, by what the file and its folder tell, without trying fixes; no facts when
/// it does not parse.
pub fn glance(text: &str, assets: &dyn Assets) -> (Option<Facts>, Summary) {
    let checked = Checker::new(assets).check(text, Depth::Static, Paint::All);
    let facts = checked.parsed.project.as_ref().zip(checked.timeline.as_ref());
    (facts.map(|(project, timeline)| outline::facts(project, timeline)), checked.summary)
}

fn is_wanted(issue: &Issue, options: &Options) -> bool {
    let by_rule = options.rules.is_empty() || options.rules.iter().any(|rule| rule == issue.rule);
    let by_scene = options.scene.is_none() || options.scene == issue.scene;
    issue.rule == "V-1" || (by_rule && by_scene)
}
