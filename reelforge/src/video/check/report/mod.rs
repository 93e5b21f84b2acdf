//! All issues of a project in order, with what the project waives and tunes.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Serialize;

use super::{Combined, Fix, Issue, Severity, rules};
use crate::video::expand::Expanded;
use crate::video::project::model::{Project, RuleLevel};
use crate::video::time::Timeline;

/// What checking a project yields.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Counts and score.
    pub summary: Summary,
    /// The issues that count, worst first: by severity, then by the stage of their check, then by time.
    pub issues: Vec<Issue>,
    /// How many issues are left out of the list.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: usize,
    /// Fixes of listed issues, each tried on a copy.
    pub fixes: Vec<Fix>,
    /// As many fixes as go together, in one batch; absent when there is none.
    #[serde(skip)]
    pub combined: Option<Combined>,
    /// How many issues have fixes that were not tried, because it would take too long.
    #[serde(skip_serializing_if = "is_zero")]
    pub untried: usize,
    /// When everything is shown; absent when the text does not parse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<Timeline>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The signature that `skip_serializing_if` calls.
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Report {
    /// The text with as many fixes as go together.
    pub fn fixed_text(&self) -> Option<&str> {
        self.combined.as_ref().map(|combined| combined.text.as_str())
    }
}

/// Issues in order, with their counts.
pub(super) struct Ranked {
    pub(super) summary: Summary,
    pub(super) issues: Vec<Issue>,
}

/// Counts and score of a report.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct Summary {
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// Number of infos.
    pub infos: usize,
    /// Number of issues of each check that has any.
    pub by_rule: BTreeMap<&'static str, usize>,
    /// 100 − 12 an error − 3 a warning, at least 0; shows progress, decides nothing.
    pub score: usize,
    /// Checks that elements waive with `allow`, whether or not they found anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waived: Vec<Waiver>,
    /// Checks that the project tunes in `output.rules`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tuned: Vec<Tuning>,
}

/// An element's waiver of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Waiver {
    /// Address of the element.
    pub path: String,
    /// The check's id.
    pub rule: String,
    /// How many issues it took out of the report.
    pub issues: usize,
}

/// A project's tuning of a check.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Tuning {
    /// The check's id.
    pub rule: String,
    /// What the project makes of it.
    pub level: RuleLevel,
    /// How many issues it changed or took out of the report.
    pub issues: usize,
}

/// Applies a project's waivers and tunings, then orders and counts.
///
/// Checks of the file's own form (V-1 to V-3) can be neither waived nor tuned.
pub(super) fn rank(issues: Vec<Issue>, project: Option<&Project>, expanded: Option<&Expanded>) -> Ranked {
    let mut waived = project.map(|project| waivers(project, expanded)).unwrap_or_default();
    let mut tuned = project.map(tunings).unwrap_or_default();
    let mut kept: Vec<Issue> = issues
        .into_iter()
        .filter_map(|mut issue| {
            if matches!(issue.rule, "V-1" | "V-2" | "V-3") {
                return Some(issue);
            }
            let inside = |waiver: &&mut Waiver| {
                waiver.rule == issue.rule
                    && issue.path.strip_prefix(&waiver.path).is_some_and(|rest| {
                        rest.is_empty() || (rest.starts_with('.') && !rest.contains(".elements."))
                    })
            };
            if let Some(waiver) = waived.iter_mut().find(inside) {
                waiver.issues += 1;
                return None;
            }
            if let Some(tuning) = tuned.iter_mut().find(|tuning| tuning.rule == issue.rule) {
                tuning.issues += 1;
                issue.severity = match tuning.level {
                    RuleLevel::Off => return None,
                    RuleLevel::Warn => Severity::Warning,
                    RuleLevel::Error => Severity::Error,
                };
            }
            Some(issue)
        })
        .collect();
    kept.sort_by(|a, b| {
        let key = |issue: &Issue| {
            let stage = rules::rule(issue.rule).map(|rule| rule.stages[0]);
            (issue.severity, stage)
        };
        key(a)
            .cmp(&key(b))
            .then(a.t0.unwrap_or(0.0).total_cmp(&b.t0.unwrap_or(0.0)))
            .then((a.line, a.column).cmp(&(b.line, b.column)))
    });
    let summary = Summary::of(&kept, waived, tuned);
    Ranked { summary, issues: kept }
}

impl Summary {
    pub(super) fn of(issues: &[Issue], waived: Vec<Waiver>, tuned: Vec<Tuning>) -> Self {
        let mut summary = Self { waived, tuned, ..Self::default() };
        for issue in issues {
            match issue.severity {
                Severity::Error => summary.errors += 1,
                Severity::Warning => summary.warnings += 1,
                Severity::Info => summary.infos += 1,
            }
            *summary.by_rule.entry(issue.rule).or_default() += 1;
        }
        summary.score = 100_usize.saturating_sub(12 * summary.errors + 3 * summary.warnings);
        summary
    }
}

/// The waivers of elements as they are written, and of those that components made.
fn waivers(project: &Project, expanded: Option<&Expanded>) -> Vec<Waiver> {
    let made = expanded.into_iter().flat_map(|expanded| {
        let is_made = |path: &str| match expanded.origins.get(path) {
            // What rows repeat waives where it is written.
            Some(origin) => !origin.starts_with("scenes."),
            None => false,
        };
        expanded.project.elements().filter(move |(_, element)| is_made(&element.common.path))
    });
    let all = project.elements().chain(made);
    all.flat_map(|(_, element)| {
        element.common.allow.iter().map(|rule| Waiver {
            path: element.common.path.clone(),
            rule: rule.clone(),
            issues: 0,
        })
    })
    .collect()
}

/// Says of issues when in the video they are: while their element is shown, or their scene.
pub(super) fn date(issues: &mut [Issue], project: &Project, timeline: &Timeline) {
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

fn tunings(project: &Project) -> Vec<Tuning> {
    let tuning =
        |(rule, level): (&String, &RuleLevel)| Tuning { rule: rule.clone(), level: *level, issues: 0 };
    project.output.rules.iter().map(tuning).collect()
}
