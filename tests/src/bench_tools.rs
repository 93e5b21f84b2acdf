//! The tools of the server that is measured.
#![allow(clippy::unused_async)] // Most servers write their tools so, and those are measured.

use reelforge::{Json, tool};
use schemars::JsonSchema;
use serde::Serialize;

/// A text.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Text {
    text: String,
}

/// A sum.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Sum {
    sum: i64,
}

/// Gives back the text
#[tool(read_only)]
pub async fn echo(text: String) -> Json<Text> {
    Json(Text { text })
}

/// Adds two integers
#[tool(read_only)]
pub async fn add(a: i64, b: i64) -> Json<Sum> {
    Json(Sum { sum: a.wrapping_add(b) })
}

/// Gives back that many KiB of text
#[tool(read_only)]
pub async fn big(#[arg(max = 1024)] kib: u32) -> String {
    "x".repeat(kib as usize * 1024)
}
