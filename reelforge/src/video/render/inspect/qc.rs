//! What is wrong with a finished video, in short.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Inspection;
use crate::video::check::Severity;

/// Findings that are told.
const WORST: usize = 5;

/// What the checks of finished files say of a render, in short; `inspect_render` says it in full.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Qc {
    /// How many errors there are.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// How many hints.
    pub infos: usize,
    /// The worst of them, at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worst: Vec<Finding>,
    /// Integrated loudness in LUFS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loudness: Option<f64>,
    /// Highest true peak in dBTP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub true_peak: Option<f64>,
    /// Seconds of the video whose pictures were looked at: less than its length where that took too long.
    pub looked_at: f64,
}

/// Something that is wrong with a video.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The check's id, such as `V-22`.
    pub rule: String,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What to do.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// The canvas size whose file it is; absent for the project's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

impl Qc {
    /// With what was found out about one of the files.
    pub(in crate::video::render) fn add(&mut self, facts: &Inspection, variant: Option<&str>) {
        let is_first = *self == Self::default();
        for issue in &facts.issues {
            match issue.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Info => self.infos += 1,
            }
            self.worst.push(Finding {
                rule: issue.rule.to_owned(),
                severity: issue.severity,
                message: issue.message.clone(),
                hint: issue.hint.clone(),
                variant: variant.map(str::to_owned),
            });
        }
        self.worst.sort_by_key(|finding| finding.severity);
        self.worst.truncate(WORST);
        if is_first {
            // All files have the same sound.
            self.loudness = facts.sound.as_ref().and_then(|sound| sound.loudness);
            self.true_peak = facts.sound.as_ref().and_then(|sound| sound.true_peak);
            self.looked_at = facts.looked_at;
        }
        self.looked_at = self.looked_at.min(facts.looked_at);
    }
}
