//! Messages to the client about a call that runs.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};

use super::Session;
use crate::tool::{LogLevel, Notify};

/// Where a transport takes messages for the client.
pub trait Sink: Send + Sync + fmt::Debug {
    /// Sends one message. It may be left out if the client does not read.
    fn send(&self, message: Vec<u8>);
}

/// Turns what a call says into notifications.
#[derive(Debug)]
pub(super) struct Notifier {
    pub(super) sink: Arc<dyn Sink>,
    /// The client's token, if it asked for progress.
    pub(super) token: Option<Value>,
    pub(super) log: Log,
}

/// From which level on the client wants log messages.
#[derive(Debug)]
pub(super) enum Log {
    Off,
    From(LogLevel),
    Session(Arc<Session>),
}

impl Notifier {
    fn send(&self, method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.sink.send(message.to_string().into_bytes());
    }
}

impl Notify for Notifier {
    fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(token) = &self.token else { return };
        let mut params = json!({ "progressToken": token, "progress": number(progress) });
        if let Some(total) = total {
            params["total"] = number(total);
        }
        if let Some(message) = message {
            params["message"] = message.into();
        }
        self.send("notifications/progress", &params);
    }

    fn log(&self, level: LogLevel, data: &Value) {
        let from = match &self.log {
            Log::Off => return,
            Log::From(level) => *level,
            Log::Session(session) => session.log_level(),
        };
        if level >= from {
            self.send("notifications/message", &json!({ "level": level_name(level), "data": data }));
        }
    }
}

/// A whole number without a fraction, as people write it.
#[allow(clippy::cast_possible_truncation)] // The bound is far below the limit of `i64`.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { Value::from(value as i64) } else { Value::from(value) }
}

const LEVELS: [(LogLevel, &str); 8] = [
    (LogLevel::Debug, "debug"),
    (LogLevel::Info, "info"),
    (LogLevel::Notice, "notice"),
    (LogLevel::Warning, "warning"),
    (LogLevel::Error, "error"),
    (LogLevel::Critical, "critical"),
    (LogLevel::Alert, "alert"),
    (LogLevel::Emergency, "emergency"),
];

/// The level that [`LogLevel`] as a number stands for.
pub(super) fn numbered(level: u8) -> LogLevel {
    LEVELS[usize::from(level) % LEVELS.len()].0
}

pub(super) fn level_name(level: LogLevel) -> &'static str {
    LEVELS[level as usize].1
}

pub(super) fn level(name: &str) -> Option<LogLevel> {
    LEVELS.iter().find(|(_, other)| *other == name).map(|(level, _)| *level)
}
