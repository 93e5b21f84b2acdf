//! V-2: rows of a list that a chart cannot show. In the list itself they are texts like others.

use std::collections::BTreeSet;

use super::{Findings, Subject, elements};
use crate::video::content::chart::shows;
use crate::video::project::model::{DataSource, Row};
use crate::video::project::source::Node;

/// Values of a row that a message repeats.
const SHOWN: usize = 4;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let charts = elements(subject.tree, "chart");
    let names: BTreeSet<&str> =
        charts.iter().filter_map(|(_, chart)| chart.get("data").and_then(Node::as_text)).collect();
    for name in names {
        let Some((source, table)) = subject.project.data.get(name).zip(subject.expanded.tables.get(name))
        else {
            continue;
        };
        for (index, row) in table.rows.iter().enumerate() {
            // A row that has a label alone says that there is no value.
            if row.0.len() < 2 || shows(row) {
                continue;
            }
            let (path, file) = match source {
                DataSource::Rows(_) => (format!("data.{name}.{index}"), String::new()),
                DataSource::File(data) => (format!("data.{name}.file"), format!(" of `{}`", data.file)),
            };
            let message = format!("row {}{file} has no number that a chart shows: {}", index + 1, told(row));
            let hint =
                "write a number between -1e15 and 1e15 into its column `value`, or leave the value out";
            if !found.push(subject.issue("V-2", path, message).hint(hint)) {
                return;
            }
        }
    }
}

fn told(row: &Row) -> String {
    let values = row.0.iter().take(SHOWN).map(|(column, value)| format!("`{column}` is {value}"));
    values.collect::<Vec<_>>().join(", ")
}
