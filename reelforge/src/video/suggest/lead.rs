//! Where to go when nothing is left that edits could make better.

use super::{Metric, Step, Suggestion};
use crate::video::check::{Severity, Tries};

/// What to do with what no edit repairs, else to look at the video and to render it.
pub(super) fn on(tries: &Tries<'_>) -> Suggestion {
    let summary = tries.summary();
    let worst = tries.issues().iter().find(|issue| issue.severity <= Severity::Warning);
    #[expect(clippy::cast_precision_loss, reason = "a report has a few hundred issues")]
    let metric = |name, count: usize| Metric { name, before: count as f64, after: None, target: 0.0 };
    let Some(worst) = worst else {
        return Suggestion {
            title: "Render it".to_owned(),
            why: "no check finds anything, and no rule has anything to improve".to_owned(),
            metric: metric("issues", 0),
            step: Step::Render,
        };
    };
    let step = match (worst.rule, &worst.scene) {
        ("V-6", _) => Step::Files,
        (_, Some(scene)) if worst.severity == Severity::Warning => Step::Look { scene: Some(scene.clone()) },
        (rule, _) => Step::Explain { rule },
    };
    let metric = if summary.errors > 0 {
        metric("errors", summary.errors)
    } else {
        metric("warnings", summary.warnings)
    };
    let why = format!("no edit that was tried repairs it: {}", worst.hint);
    Suggestion { title: worst.message.clone(), why, metric, step }
}
