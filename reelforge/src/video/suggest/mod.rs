//! What to do next with a project: ranked rules over facts that the engine has already. The same project has the same
//! answer. Every edit was tried on a copy before it is offered: no check finds more than before, and what the
//! suggestion is about gets better.

mod action;
mod add;
mod alt;
mod captions;
mod crowd;
mod headroom;
mod idea;
mod lead;
mod length;
mod moments;
mod number;
mod numbers;
mod opening;
mod places;
mod poster;
mod repair;
mod sameness;
mod shift;
mod snap;
mod stillness;
#[cfg(test)]
mod tests;
mod view;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::lead::lead;
pub use self::places::{Arrangement, NoPlace, Wanted, suggest_layout};

use self::idea::Idea;
use self::view::{Bench, View, count};
use super::check::{Assets, Tries};
use super::project::edit::Op;

/// What suggestions are wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Repairs of what the checks find.
    Fix,
    /// When things come and go.
    Pace,
    /// What is missing, and fine tuning.
    Polish,
    /// All of it, in this order.
    #[default]
    Auto,
}

/// A step that makes a project better.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// What to do, in one line.
    pub title: String,
    /// Why.
    pub why: String,
    /// What it changes.
    pub metric: Metric,
    /// How it is done.
    pub step: Step,
}

/// What a suggestion is about, in numbers. Less is better.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Metric {
    /// What is counted or measured.
    pub name: &'static str,
    /// What it is now.
    pub before: f64,
    /// What it is after the edits, as they were tried. Absent where nothing is edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// The most that is good.
    pub target: f64,
}

/// How a suggestion is followed.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// By these edits, in order.
    Edit(Vec<Op>),
    /// By a look at a moment, else at a scene, else at all of them.
    Look {
        /// Id of the scene.
        scene: Option<String>,
        /// Seconds of the video.
        time: Option<f64>,
    },
    /// By a look at what a check or a part of the format asks for.
    Explain {
        /// The check's id, or the part's name.
        what: &'static str,
    },
    /// By a look at the files of the project.
    Files,
    /// By rendering it.
    Render,
}

/// The steps that make a project better, the most needed first; at least one.
pub fn suggest_next(text: &str, assets: &dyn Assets, goal: Goal, limit: usize) -> Vec<Suggestion> {
    let limit = limit.max(1);
    let mut tries = Tries::new(text, assets);
    let mut found = Vec::new();
    if matches!(goal, Goal::Fix | Goal::Auto) {
        repair::suggest(&mut tries, limit, &mut found);
    }
    let bench = Bench::new(assets);
    if found.len() < limit
        && let Some(view) = bench.view(text)
    {
        for rule in rules(goal) {
            for idea in rule(&view) {
                if found.len() == limit {
                    return found;
                }
                found.extend(idea.tried(&view, &bench, &mut tries));
            }
        }
    }
    if found.is_empty() {
        found.push(leading_on(&tries));
    }
    found.truncate(limit);
    found
}

/// The step that leads on when no edit makes anything better.
fn leading_on(tries: &Tries<'_>) -> Suggestion {
    let summary = tries.summary();
    let (step, why) = lead(tries.issues(), summary, true);
    let title = match (&step, tries.issues().first()) {
        (Step::Render, _) | (_, None) => "Render it".to_owned(),
        (_, Some(worst)) => worst.message.clone(),
    };
    let metric = |name, of| Metric { name, before: count(of), after: None, target: 0.0 };
    let metric = match (summary.errors, summary.warnings) {
        (0, 0) => metric("issues", 0),
        (0, warnings) => metric("warnings", warnings),
        (errors, _) => metric("errors", errors),
    };
    Suggestion { title, why, metric, step }
}

/// What finds something to do in a project.
type Find = fn(&View) -> Vec<Idea>;

fn rules(goal: Goal) -> Vec<Find> {
    let pace: [Find; 6] =
        [opening::find, stillness::find, numbers::find, crowd::find, sameness::find, length::find];
    let polish: [Find; 6] =
        [captions::find, poster::find, action::find, alt::find, headroom::find, snap::find];
    match goal {
        Goal::Fix => Vec::new(),
        Goal::Pace => pace.to_vec(),
        Goal::Polish => polish.to_vec(),
        Goal::Auto => [pace, polish].concat(),
    }
}
