//! A finding of a check.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::rules;
use crate::video::project::edit::Op;
use crate::video::project::source::Span;

/// How bad an issue is; the worst comes first in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Blocks a render.
    Error,
    /// Worth a look.
    Warning,
    /// Good to know.
    Info,
}

/// A finding of a check: where, what, and what to do. Absent fields are left out when it is written as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Issue {
    /// The check's id, such as `V-3`.
    pub rule: &'static str,
    /// The check's name, such as `unknown-key`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Address of the value, such as `scenes.hook.elements.title.text`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// Line in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column in the file, from 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Id of the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// Id of the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// Seconds from the video's start at which it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t0: Option<f64>,
    /// Seconds from the video's start at which it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t1: Option<f64>,
    /// What was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Value>,
    /// What is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Value>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// Operations that repair it, tried on a copy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fix: Vec<Op>,
    /// Ways to repair it that are still to be tried, the best first.
    #[serde(skip)]
    #[schemars(skip)]
    pub repairs: Vec<Repair>,
}

/// A way to repair an issue.
#[derive(Debug, Clone, PartialEq)]
pub struct Repair {
    /// What it does.
    pub hint: String,
    /// The edits, in order.
    pub ops: Vec<Op>,
}

impl Issue {
    /// An issue of a check, with the worst severity that the check has.
    ///
    /// # Panics
    ///
    /// When no check has this id, which is a fault of the caller.
    pub fn new(rule: &str, path: impl Into<String>, message: impl Into<String>) -> Self {
        let rule = rules::rule(rule).expect("issues are made by checks of the table");
        Self {
            rule: rule.id,
            name: rule.name,
            severity: rule.severities[0],
            path: path.into(),
            line: None,
            column: None,
            scene: None,
            element: None,
            t0: None,
            t1: None,
            measured: None,
            limit: None,
            message: message.into(),
            hint: String::new(),
            fix: Vec::new(),
            repairs: Vec::new(),
        }
    }

    /// With another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// With what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// At a place in the file.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        // Values that no file holds, as those of built-in components, have no place.
        if span.line > 0 {
            (self.line, self.column) = (Some(span.line), Some(span.column));
        }
        self
    }

    /// With operations that repair it; the caller has tried them.
    #[must_use]
    pub fn fix(mut self, ops: Vec<Op>) -> Self {
        self.fix = ops;
        self
    }

    /// With a further way to repair it, which is tried when those before it do not work.
    #[must_use]
    pub(super) fn repair(mut self, hint: impl Into<String>, ops: Vec<Op>) -> Self {
        if !ops.is_empty() {
            self.repairs.push(Repair { hint: hint.into(), ops });
        }
        self
    }

    /// With what was found and what is allowed.
    #[must_use]
    pub fn measured(mut self, measured: impl Into<Value>, limit: impl Into<Value>) -> Self {
        (self.measured, self.limit) = (Some(measured.into()), Some(limit.into()));
        self
    }

    /// Of a scene, and of an element in it when its address names one.
    #[must_use]
    pub fn located(mut self) -> Self {
        let mut segments = self.path.split('.');
        if segments.next() == Some("scenes")
            && let Some(scene) = segments.next()
        {
            self.scene = Some(scene.to_owned());
            let mut element = None;
            while segments.next() == Some("elements") {
                element = segments.next().or(element);
            }
            self.element = element.map(str::to_owned);
        }
        self
    }
}
