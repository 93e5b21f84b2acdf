//! The lists of `data`, read from the project or from its files.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::video::check::Issue;
use crate::video::files::{FileError, Files};
use crate::video::project::model::{DataSource, Project, Row};
use crate::video::project::source::{Scalar, Style};

/// The largest data file, in bytes.
pub const MAX_BYTES: u64 = 1_000_000;
/// The most rows of a list.
pub const MAX_ROWS: usize = 500;
/// The most columns of a list.
const MAX_COLUMNS: usize = 50;
/// The longest value, in bytes.
const MAX_VALUE: usize = 1000;

/// A list of rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// Names of its columns, in order of their first appearance.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Table {
    fn of(rows: Vec<Row>) -> Self {
        let mut columns: Vec<String> = Vec::new();
        for name in rows.iter().flat_map(|row| row.0.keys()) {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        Self { columns, rows }
    }

    /// Whether some row has a value in this column.
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }
}

/// Why a file holds no list: the check, what is wrong, what to do.
struct Fault {
    rule: &'static str,
    message: String,
    hint: &'static str,
}

fn fault(rule: &'static str, message: impl Into<String>, hint: &'static str) -> Fault {
    Fault { rule, message: message.into(), hint }
}

/// Every list of a project, and what is wrong with those in files.
pub(super) fn read_all(project: &Project, files: &dyn Files) -> (BTreeMap<String, Table>, Vec<Issue>) {
    let (mut tables, mut issues) = (BTreeMap::new(), Vec::new());
    for (name, source) in &project.data {
        let read = match source {
            DataSource::Rows(rows) => Ok(Some(rows.clone())),
            DataSource::File(data) => read(&data.file, files),
        };
        match read {
            Ok(rows) => tables.extend(rows.map(|rows| (name.clone(), Table::of(rows)))),
            Err(Fault { rule, message, hint }) => {
                issues.push(Issue::new(rule, format!("data.{name}.file"), message).hint(hint));
            }
        }
    }
    (tables, issues)
}

/// The rows of a file; none when there is no such file, which the check of files reports.
fn read(file: &str, files: &dyn Files) -> Result<Option<Vec<Row>>, Fault> {
    let bytes = match files.read(file, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(FileError::Absent) => return Ok(None),
        Err(error) => {
            let hint = "data files have at most 1 MB and 500 rows: keep what the video shows";
            return Err(fault("V-6", format!("`{file}` cannot be read: {error}"), hint));
        }
    };
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = 1 + memchr::memchr_iter(b'\n', &bytes[..error.valid_up_to()]).count();
        fault("V-6", format!("`{file}` is not UTF-8 text, as line {line} shows"), "save it as UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_json =
        std::path::Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let rows = if is_json { json(file, text)? } else { csv(file, text)? };
    Ok(Some(rows))
}

fn too_many(file: &str) -> Fault {
    fault("V-2", format!("`{file}` has more than {MAX_ROWS} rows"), "keep the rows that the video shows")
}

fn csv(file: &str, text: &str) -> Result<Vec<Row>, Fault> {
    let hint = "the first line names the columns, each further line has a value for each of them";
    let broken = |error: &csv::Error| {
        let why = match error.kind() {
            csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
                let line = pos.as_ref().map_or(0, csv::Position::line);
                format!("line {line} has {len} values for {expected_len} columns")
            }
            _ => error.to_string(),
        };
        fault("V-6", format!("`{file}` is no table: {why}"), hint)
    };
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let columns: Vec<String> =
        reader.headers().map_err(|error| broken(&error))?.iter().map(str::to_owned).collect();
    let twice = columns.iter().enumerate().find(|(index, name)| columns[..*index].contains(name));
    if let Some((_, name)) = twice {
        return Err(fault(
            "V-6",
            format!("`{file}` has two columns named `{name}`"),
            "give each its own name",
        ));
    }
    if columns.len() > MAX_COLUMNS {
        return Err(fault(
            "V-2",
            format!("`{file}` has more than {MAX_COLUMNS} columns"),
            "keep those in use",
        ));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| broken(&error))?;
        if rows.len() == MAX_ROWS {
            return Err(too_many(file));
        }
        let mut row = Map::new();
        for (name, text) in columns.iter().zip(&record) {
            if text.len() > MAX_VALUE {
                return Err(long(file, name));
            }
            if !text.is_empty() {
                row.insert(name.clone(), cell(text));
            }
        }
        rows.push(Row(row));
    }
    Ok(rows)
}

/// A number where the text is one, as in the project itself.
fn cell(text: &str) -> Value {
    Scalar { text: text.to_owned(), style: Style::Plain }.core().into()
}

fn long(file: &str, column: &str) -> Fault {
    let message = format!("`{file}` has a value of more than {MAX_VALUE} bytes in `{column}`");
    fault("V-2", message, "shorten it to what can be shown")
}

fn json(file: &str, text: &str) -> Result<Vec<Row>, Fault> {
    let hint = "write a list of maps, as in `[{\"label\": \"A\", \"value\": 1}]`";
    let value: Value = serde_json::from_str(text)
        .map_err(|error| fault("V-6", format!("`{file}` is no JSON: {error}"), hint))?;
    let Value::Array(items) = value else {
        return Err(fault("V-2", format!("`{file}` holds no list"), hint));
    };
    if items.len() > MAX_ROWS {
        return Err(too_many(file));
    }
    let mut rows = Vec::with_capacity(items.len());
    for (number, item) in (1..).zip(items) {
        let Value::Object(mut row) = item else {
            return Err(fault("V-2", format!("item {number} of `{file}` is no map"), hint));
        };
        row.retain(|_, value| !value.is_null());
        if row.len() > MAX_COLUMNS {
            return Err(fault(
                "V-2",
                format!("`{file}` has more than {MAX_COLUMNS} columns"),
                "keep those in use",
            ));
        }
        if let Some((name, _)) = row.iter().find(|(_, value)| value.is_array() || value.is_object()) {
            let message = format!("`{name}` of item {number} of `{file}` is no single value");
            return Err(fault("V-2", message, "a value is a text, a number, true or false"));
        }
        let is_long = |value: &Value| value.as_str().is_some_and(|text| text.len() > MAX_VALUE);
        if let Some((name, _)) = row.iter().find(|(_, value)| is_long(value)) {
            return Err(long(file, name));
        }
        rows.push(Row(row));
    }
    Ok(rows)
}
