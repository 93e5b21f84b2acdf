//! One tool of the registry: what it says of itself, and what is built of that when first needed.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Semaphore;

use super::Mounted;
use crate::tool::schema::{self, Checker};
use crate::tool::{Arguments, CallFuture, Context, Hints, Input, ToolDef};

/// One tool of the registry.
pub struct Tool {
    kind: Kind,
    schemas: OnceLock<Result<Schemas, String>>,
    pub(super) permits: Option<Arc<Semaphore>>,
    long_starts: AtomicU8,
    /// The arguments that clients repeat in headers; filled by the protocol.
    pub(crate) in_headers: OnceLock<Vec<InHeader>>,
}

/// Where a tool comes from.
enum Kind {
    Linked(&'static ToolDef),
    Mounted(Box<Mounted>),
}

/// An argument that clients repeat in a header.
#[derive(Debug)]
pub(crate) struct InHeader {
    /// The header's name, in lower case.
    pub(crate) header: String,
    /// The names that lead to the argument.
    pub(crate) path: Vec<String>,
}

/// A tool's schemas and what is compiled from them.
#[derive(Debug)]
pub(crate) struct Schemas {
    pub(crate) input: Value,
    pub(crate) output: Option<Value>,
    pub(super) arguments: Option<Checker>,
    pub(super) result: Option<Checker>,
    /// Whether a result may leave something out, which Rust writes as null.
    pub(super) result_has_gaps: bool,
}

impl Tool {
    pub(super) fn linked(def: &'static ToolDef) -> Self {
        Self::of(Kind::Linked(def), def.concurrency.map(|places| Arc::new(Semaphore::new(places))))
    }

    pub(super) fn mounted(tool: Mounted) -> Self {
        Self::of(Kind::Mounted(Box::new(tool)), None)
    }

    fn of(kind: Kind, permits: Option<Arc<Semaphore>>) -> Self {
        Self {
            kind,
            schemas: OnceLock::new(),
            permits,
            long_starts: AtomicU8::new(0),
            in_headers: OnceLock::new(),
        }
    }

    /// The stable name.
    pub fn name(&self) -> &str {
        match &self.kind {
            Kind::Linked(def) => def.name,
            Kind::Mounted(tool) => &tool.name,
        }
    }

    /// The name shown to people.
    pub fn title(&self) -> &str {
        match &self.kind {
            Kind::Linked(def) => def.title,
            Kind::Mounted(tool) => &tool.title,
        }
    }

    /// What the tool does, shown to the model.
    pub fn description(&self) -> &str {
        match &self.kind {
            Kind::Linked(def) => def.description,
            Kind::Mounted(tool) => &tool.description,
        }
    }

    /// The toolsets it belongs to, besides `all`.
    pub fn toolsets(&self) -> Vec<&str> {
        match &self.kind {
            Kind::Linked(def) => def.toolsets.to_vec(),
            Kind::Mounted(tool) => tool.toolsets.iter().map(String::as_str).collect(),
        }
    }

    /// What the tool does to the world.
    pub fn hints(&self) -> Hints {
        match &self.kind {
            Kind::Linked(def) => def.hints,
            Kind::Mounted(tool) => tool.hints,
        }
    }

    /// The hints under the names of MCP. What the tool does not say stays unsaid.
    pub(crate) fn annotations(&self) -> Value {
        let hints = self.hints();
        let mut json = serde_json::json!({ "title": self.title(), "readOnlyHint": hints.read_only });
        let said = [
            ("destructiveHint", hints.destructive),
            ("idempotentHint", hints.idempotent),
            ("openWorldHint", hints.open_world),
        ];
        for (name, hint) in said {
            if let Some(hint) = hint {
                json[name] = hint.into();
            }
        }
        json
    }

    /// How long a call may take, if the tool says.
    pub fn timeout(&self) -> Option<Duration> {
        match &self.kind {
            Kind::Linked(def) => def.timeout,
            Kind::Mounted(tool) => tool.timeout,
        }
    }

    /// How many bytes of text a call may return, if the tool says.
    pub(super) fn max_output(&self) -> Option<usize> {
        match &self.kind {
            Kind::Linked(def) => def.max_output,
            Kind::Mounted(tool) => tool.max_output,
        }
    }

    /// The places for calls that the tool shares with others of its server, instead of those of the process.
    pub(super) fn shared_places(&self) -> Option<&Arc<Semaphore>> {
        match &self.kind {
            Kind::Linked(_) => None,
            Kind::Mounted(tool) => Some(&tool.places),
        }
    }

    /// Begins a call.
    pub(super) fn start(&self, context: Context, arguments: Arguments) -> CallFuture {
        match &self.kind {
            Kind::Linked(def) => (def.handler)(context, arguments),
            Kind::Mounted(tool) => tool.source.call(&tool.original, arguments.into(), context),
        }
    }

    /// The schema of the arguments. An object of anything stands for one that cannot be built, which
    /// [`Registry::verify`] reports: clients refuse a whole list in which one schema is none.
    ///
    /// [`Registry::verify`]: super::Registry::verify
    pub fn input_schema(&self) -> &Value {
        static UNKNOWN: LazyLock<Value> = LazyLock::new(|| serde_json::json!({ "type": "object" }));
        self.schemas().map_or(&UNKNOWN, |schemas| &schemas.input)
    }

    /// The schema of the structured result, if there always is one.
    pub fn output_schema(&self) -> Option<&Value> {
        self.schemas().ok()?.output.as_ref()
    }

    /// The definition as its function states it, of a linked tool.
    pub fn definition(&self) -> Option<&'static ToolDef> {
        match &self.kind {
            Kind::Linked(def) => Some(def),
            Kind::Mounted(_) => None,
        }
    }

    /// What its server declares, of a mounted tool.
    pub fn mount(&self) -> Option<&Mounted> {
        match &self.kind {
            Kind::Linked(_) => None,
            Kind::Mounted(tool) => Some(tool),
        }
    }

    /// Where the tool comes from, for people.
    pub fn origin(&self) -> String {
        match &self.kind {
            Kind::Linked(def) => def.location.to_string(),
            Kind::Mounted(tool) => format!("`{}` of the server `{}`", tool.original, tool.server),
        }
    }

    pub(crate) fn schemas(&self) -> Result<&Schemas, String> {
        self.schemas.get_or_init(|| self.build_schemas()).as_ref().map_err(Clone::clone)
    }

    fn build_schemas(&self) -> Result<Schemas, String> {
        match &self.kind {
            Kind::Linked(def) => linked_schemas(def),
            Kind::Mounted(tool) => mounted_schemas(tool),
        }
    }

    /// Whether the last calls kept the thread that started them for long. One alone proves nothing: the thread may
    /// only have been waiting for a processor.
    pub(crate) fn blocks(&self) -> bool {
        self.long_starts.load(Ordering::Relaxed) > 1
    }

    /// Notes how long a call kept the thread that started it.
    pub(crate) fn started(&self, long: bool) {
        let before = self.long_starts.load(Ordering::Relaxed);
        let after = if long { before.saturating_add(1) } else { 0 };
        if after != before {
            self.long_starts.store(after, Ordering::Relaxed);
        }
    }
}

fn linked_schemas(def: &ToolDef) -> Result<Schemas, String> {
    let located = |what: &str, problem: String| {
        format!("{}: {} of the tool `{}`: {problem}", def.location, what, def.name)
    };
    let join = |problems: Vec<schema::Unportable>| {
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let (input, arguments) = match def.input {
        Input::Verbatim(function) => (schema::verbatim(function), None),
        Input::Args(args) => checked(schema::arguments(args).map_err(join), &located)?,
        Input::Whole(function) => checked(schema::whole(function).map_err(join), &located)?,
    };
    let (output, result) = match schema::output(def.output).map_err(join) {
        Ok(None) => (None, None),
        Ok(Some(schema)) => {
            let checker = compile(&schema).map_err(|problem| located("the result", problem))?;
            (Some(schema), Some(checker))
        }
        Err(problem) => return Err(located("the result", problem)),
    };
    let result_has_gaps = output.as_ref().is_some_and(has_gaps);
    Ok(Schemas { input, output, arguments, result, result_has_gaps })
}

/// What a server declares stands as it is. Its results are its own affair: they are passed on.
fn mounted_schemas(tool: &Mounted) -> Result<Schemas, String> {
    let input = tool.input_schema.clone();
    let problem = |problem| format!("the arguments of {} (`{}`): {problem}", tool.name, tool.server);
    let arguments = if tool.checked { Some(compile(&input).map_err(problem)?) } else { None };
    Ok(Schemas { input, output: tool.output_schema.clone(), arguments, result: None, result_has_gaps: false })
}

/// Whether anything that the schema describes is optional.
fn has_gaps(schema: &Value) -> bool {
    match schema {
        Value::Array(items) => items.iter().any(has_gaps),
        Value::Object(map) => {
            let count = |name: &str| match map.get(name) {
                Some(Value::Object(properties)) => properties.len(),
                Some(Value::Array(names)) => names.len(),
                _ => 0,
            };
            count("properties") > count("required") || map.values().any(has_gaps)
        }
        _ => false,
    }
}

fn checked(
    schema: Result<Value, String>,
    located: &impl Fn(&str, String) -> String,
) -> Result<(Value, Option<Checker>), String> {
    let located = |problem| located("the arguments", problem);
    let schema = schema.map_err(located)?;
    let checker = compile(&schema).map_err(located)?;
    Ok((schema, Some(checker)))
}

fn compile(schema: &Value) -> Result<Checker, String> {
    Checker::compile(schema).map_err(|problems| problems.join("; "))
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool")
            .field("name", &self.name())
            .field("origin", &self.origin())
            .finish_non_exhaustive()
    }
}
