//! The lists of `data`, read from the project or from its files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::video::check::Issue;
use crate::video::files::{FileError, Files};
use crate::video::project::model::{DataSource, Project, Row};
use crate::video::project::source::{Scalar, Style, value_of};

/// The largest data file, in bytes.
const MAX_BYTES: u64 = 1_000_000;
/// The largest all data files of a project are together, in bytes.
const MAX_ALL_BYTES: u64 = 4_000_000;
/// The most rows of a list.
const MAX_ROWS: usize = 500;
/// The most columns of a list.
const MAX_COLUMNS: usize = 50;
/// The longest value, in bytes.
const MAX_VALUE: usize = 1000;
/// The longest name of a column, in bytes: no `{{item.name}}` is longer.
const MAX_NAME: usize = 100;

/// A list of rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Names of its columns, in order of their first appearance.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Equal for tables with the same rows.
    pub hash: blake3::Hash,
    /// The values that a text shows with other letters than JSON has for them, by row and column.
    written: HashMap<(usize, String), Value>,
}

impl Table {
    /// A table of rows as they were decoded.
    fn of(mut rows: Vec<Row>) -> Self {
        let (mut columns, mut known) = (Vec::new(), HashSet::new());
        let mut written = HashMap::new();
        let mut hasher = blake3::Hasher::new();
        for (index, row) in rows.iter_mut().enumerate() {
            for (name, value) in &mut row.0 {
                // Neither form writes this letter as it is, so that other rows never make the same bytes.
                hasher.update(format!("{name:?}{value}\0").as_bytes());
                if known.insert(name.clone()) {
                    columns.push(name.clone());
                }
                if value.is_object() {
                    let plain = value_of(value).into_owned();
                    written.insert((index, name.clone()), std::mem::replace(value, plain));
                }
            }
            hasher.update(b"\n\0");
        }
        Self { columns, rows, hash: hasher.finalize(), written }
    }

    /// Whether some row has a value in this column.
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// What replaces `{{item.column}}` in a row, from 0; empty where the row has no value that others have.
    pub(super) fn item(&self, row: usize, column: &str) -> Option<Value> {
        let written = self.written.get(&(row, column.to_owned()));
        let value = written.or_else(|| self.rows.get(row)?.0.get(column));
        value.cloned().or_else(|| self.has(column).then(|| "".into()))
    }
}

/// Why a file holds no list: the check, what is wrong, what to do.
#[derive(Debug, Clone)]
struct Fault {
    rule: &'static str,
    message: String,
    hint: &'static str,
}

fn fault(rule: &'static str, message: impl Into<String>, hint: &'static str) -> Fault {
    Fault { rule, message: message.into(), hint }
}

/// What a file holds: nothing when there is no such file, which the check of files reports.
type Read = Result<Option<Arc<Table>>, Fault>;

/// The data files of a project, each read once: for whoever looks at many texts of it.
#[derive(Debug, Default)]
pub struct DataFiles {
    /// What is in them, and their lengths in bytes.
    known: HashMap<String, (Read, u64)>,
}

impl DataFiles {
    /// Every list of a project, and what is wrong with those in files.
    pub(super) fn tables(
        &mut self,
        project: &Project,
        files: &dyn Files,
    ) -> (BTreeMap<String, Arc<Table>>, Vec<Issue>) {
        let (mut tables, mut issues) = (BTreeMap::new(), Vec::new());
        let mut left = MAX_ALL_BYTES;
        let mut seen: HashMap<&str, Read> = HashMap::new();
        for (name, source) in &project.data {
            let read = match source {
                DataSource::Rows(rows) => Ok(Some(Arc::new(Table::of(rows.clone())))),
                DataSource::File(data) => {
                    let read =
                        seen.entry(&data.file).or_insert_with(|| self.read(&data.file, files, &mut left));
                    read.clone()
                }
            };
            match read {
                Ok(table) => tables.extend(table.map(|table| (name.clone(), table))),
                Err(Fault { rule, message, hint }) => {
                    issues.push(Issue::new(rule, format!("data.{name}.file"), message).hint(hint));
                }
            }
        }
        (tables, issues)
    }

    /// The table of a file, when it is within what is `left` of the bytes of all.
    fn read(&mut self, file: &str, files: &dyn Files, left: &mut u64) -> Read {
        // Once there is too much, no further file is opened.
        if *left > 0 && !self.known.contains_key(file) {
            let (read, length) = match files.read(file, MAX_BYTES) {
                Ok(bytes) if bytes.len() as u64 > *left => (Ok(None), bytes.len() as u64),
                Ok(bytes) => (table(file, &bytes).map(Some), bytes.len() as u64),
                Err(FileError::Absent) => (Ok(None), 0),
                Err(error) => {
                    let hint = "data files have at most 1 MB and 500 rows: keep what the video shows";
                    (Err(fault("V-6", format!("`{file}` cannot be read: {error}"), hint)), 0)
                }
            };
            if length > *left {
                *left = 0;
            } else {
                self.known.insert(file.to_owned(), (read, length));
            }
        }
        if let Some((read, length)) = self.known.get(file).filter(|(_, length)| *left > 0 && length <= left) {
            *left -= length;
            return read.clone();
        }
        *left = 0;
        let most = MAX_ALL_BYTES / 1_000_000;
        let message = format!("with `{file}`, the data files are larger than {most} MB together");
        Err(fault("V-2", message, "keep the rows and columns that the video shows"))
    }
}

fn table(file: &str, bytes: &[u8]) -> Result<Arc<Table>, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + memchr::memchr_iter(b'\n', &bytes[..error.valid_up_to()]).count();
        fault("V-6", format!("`{file}` is not UTF-8 text, as line {line} shows"), "save it as UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_json =
        std::path::Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let rows = if is_json { json(file, text)? } else { csv(file, text)? };
    Ok(Arc::new(Table::of(rows)))
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
    if columns.len() > MAX_COLUMNS {
        return Err(too_wide(file));
    }
    let twice = columns.iter().enumerate().find(|(index, name)| columns[..*index].contains(name));
    if let Some((_, name)) = twice {
        return Err(fault(
            "V-6",
            format!("`{file}` has two columns named `{name}`"),
            "give each its own name",
        ));
    }
    names(file, columns.iter())?;
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
    Scalar { text: text.to_owned(), style: Style::Plain }.to_written()
}

fn too_wide(file: &str) -> Fault {
    fault("V-2", format!("`{file}` has more than {MAX_COLUMNS} columns"), "keep those in use")
}

/// Whether the names of columns are short enough.
fn names<'a>(file: &str, mut columns: impl Iterator<Item = &'a String>) -> Result<(), Fault> {
    let Some(long) = columns.find(|name| name.len() > MAX_NAME) else { return Ok(()) };
    let begin = &long[..long.floor_char_boundary(20)];
    let message = format!("`{file}` has a column `{begin}…` whose name has more than {MAX_NAME} bytes");
    Err(fault("V-2", message, "shorten it; the first line of a csv file names the columns"))
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
            return Err(too_wide(file));
        }
        names(file, row.keys())?;
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
