//! Prints the result of a call.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use clap::ArgMatches;
use clap::parser::ValueSource;
use serde_json::{Value, json};

use super::super::{Failure, print};
use super::command::OF_CALL;
use crate::registry::plain_line;
use crate::tool::{Content, LogLevel, Notify, Output, ToolError};

/// A flag of `call` that stands before or after the tool's name.
pub(super) fn of_call<'a, T: Clone + Send + Sync + 'static>(
    flag: &str,
    own: &'a ArgMatches,
    call: &'a ArgMatches,
) -> Option<&'a T> {
    debug_assert!(OF_CALL.contains(&flag));
    // A tool with an argument of that name does not know the flag.
    let said = own.try_contains_id(flag).is_ok() && own.value_source(flag) == Some(ValueSource::CommandLine);
    if said { own.get_one(flag) } else { call.get_one(flag) }
}

/// How a result is shown.
pub(super) struct Show<'a> {
    tool: &'a str,
    json: bool,
    images: Option<&'a PathBuf>,
}

impl<'a> Show<'a> {
    pub(super) fn new(tool: &'a str, own: &'a ArgMatches, call: &'a ArgMatches) -> Self {
        Self {
            tool,
            json: of_call::<String>("output", own, call).is_some_and(|format| format == "json"),
            images: of_call("images", own, call),
        }
    }

    pub(super) fn result(
        &self,
        result: Result<Output, ToolError>,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        match result {
            Ok(result) if self.json => print::line_to(output, &print::pretty(&self.as_json(&result)?)?),
            Ok(result) => self.text(&result, output),
            Err(problem) => {
                if self.json {
                    print::line_to(
                        output,
                        &print::pretty(&json!({ "ok": false, "error": problem.to_json() }))?,
                    )?;
                }
                Err(Failure::Failed(problem.text()))
            }
        }
    }

    fn text(&self, result: &Output, output: &mut impl Write) -> Result<(), Failure> {
        let has_text = result.content().iter().any(|block| matches!(block, Content::Text(_)));
        if let (Some(structured), false) = (result.structured(), has_text) {
            let value: Value = serde_json::from_str(structured)
                .map_err(|error| Failure::Failed(format!("the result is no JSON: {error}")))?;
            print::line_to(output, &print::pretty(&value)?)?;
        }
        for (number, block) in (1..).zip(result.content()) {
            print::line_to(output, &self.block(number, block)?)?;
        }
        Ok(())
    }

    fn block(&self, number: usize, block: &Content) -> Result<String, Failure> {
        Ok(match block {
            Content::Text(text) => text.clone(),
            Content::Image(image) => self.file(number, &image.data, &image.mime_type)?,
            Content::Audio { data, mime_type } => self.file(number, data, mime_type)?,
            Content::Resource { uri, text, .. } => format!("{uri}\n{text}"),
            Content::Link(link) => link.to_string(),
        })
    }

    /// Writes a file where `--images` says; without it, says what there is.
    fn file(&self, number: usize, data: &[u8], mime_type: &str) -> Result<String, Failure> {
        let Some(folder) = self.images else {
            return Ok(format!("[{mime_type}, {} bytes; `--images FOLDER` writes it]", data.len()));
        };
        let path = folder.join(format!("{}-{number}.{}", self.tool, extension(mime_type)));
        write(folder, &path, data)
            .map_err(|error| Failure::Failed(format!("{} cannot be written: {error}", path.display())))?;
        Ok(path.display().to_string())
    }

    /// The result in the shape in which REST gives it; files that were written are named instead of held.
    fn as_json(&self, result: &Output) -> Result<Value, Failure> {
        let structured = result.structured().map_or(Ok(Value::Null), serde_json::from_str);
        let structured =
            structured.map_err(|error| Failure::Failed(format!("the result is no JSON: {error}")))?;
        let mut texts = Vec::new();
        let mut others: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for (number, block) in (1..).zip(result.content()) {
            let (kind, value) = match block {
                Content::Text(text) => {
                    texts.push(text.as_str());
                    continue;
                }
                Content::Image(image) => ("images", self.held(number, &image.data, &image.mime_type)?),
                Content::Audio { data, mime_type } => ("audio", self.held(number, data, mime_type)?),
                Content::Resource { uri, mime_type, text } => {
                    ("resources", json!({ "uri": uri, "mime_type": mime_type, "text": text }))
                }
                Content::Link(link) => ("links", link.to_json("mime_type")),
            };
            others.entry(kind).or_default().push(value);
        }
        let mut all = json!({ "ok": true, "result": structured, "text": texts.join("\n") });
        for (kind, values) in others {
            all[kind] = values.into();
        }
        Ok(all)
    }

    fn held(&self, number: usize, data: &[u8], mime_type: &str) -> Result<Value, Failure> {
        if self.images.is_some() {
            return Ok(json!({ "mime_type": mime_type, "path": self.file(number, data, mime_type)? }));
        }
        let data = base64::engine::general_purpose::STANDARD.encode(data);
        Ok(json!({ "mime_type": mime_type, "data": data }))
    }
}

fn write(folder: &Path, path: &Path, data: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    File::create(path)?.write_all(data)
}

/// The usual ending of a file of that type.
fn extension(mime_type: &str) -> &str {
    match mime_type {
        "image/jpeg" => "jpg",
        "image/svg+xml" => "svg",
        "audio/mpeg" => "mp3",
        other => other
            .split_once('/')
            .map(|(_, kind)| kind)
            .filter(|kind| !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphanumeric()))
            .unwrap_or("bin"),
    }
}

/// Shows how far a call got, if a person sits there.
pub(super) fn progress() -> Option<Arc<dyn Notify>> {
    stderr().is_terminal().then(|| Arc::new(Progress) as _)
}

#[derive(Debug)]
struct Progress;

impl Notify for Progress {
    fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let total = total.map(|total| format!("/{total}")).unwrap_or_default();
        let _ = writeln!(stderr(), "{progress}{total} {}", plain_line(message.unwrap_or_default()));
    }

    fn log(&self, level: LogLevel, data: &Value) {
        let _ = writeln!(stderr(), "{level:?}: {data}");
    }
}
