//! The points of a chart.

use serde_json::Value;

use crate::video::content::Context;
use crate::video::project::model::Row;
use crate::video::project::model::element::{Chart, ChartData, ChartKind, Point};

/// Most points of a line.
const MAX_LINE: usize = 60;
/// Most points of any other chart.
const MAX_POINTS: usize = 12;
/// Largest number that a chart shows.
const MAX_VALUE: f64 = 1e15;

/// The points that a chart shows, and how many more there are than it can show.
pub(super) fn points(chart: &Chart, cx: &Context) -> (Vec<Point>, usize) {
    let mut points = match &chart.data {
        ChartData::Points(points) => points.clone(),
        ChartData::Named(name) => (cx.rows)(name).unwrap_or_default().iter().filter_map(point).collect(),
    };
    points.retain(|point| point.value.is_finite());
    let most = if chart.chart == ChartKind::Line { MAX_LINE } else { MAX_POINTS };
    let more = points.len().saturating_sub(most);
    points.truncate(most);
    for point in &mut points {
        point.value = point.value.clamp(-MAX_VALUE, MAX_VALUE);
    }
    (points, more)
}

/// Whether a chart shows a row as it is written.
pub fn shows(row: &Row) -> bool {
    point(row).is_some_and(|point| point.value.abs() <= MAX_VALUE)
}

/// The point of a row: its columns `label` and `value`, else its first text and its first number.
fn point(row: &Row) -> Option<Point> {
    let others =
        || row.0.iter().filter(|(column, _)| *column != "label").find_map(|(_, value)| number(value));
    let value = row.0.get("value").map_or_else(others, number)?;
    let label = row.0.get("label").or_else(|| row.0.values().find(|value| number(value).is_none()));
    Some(Point { label: label.map(text).unwrap_or_default(), value })
}

/// A number, also as it is written in a file: `1,200`.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().replace(',', "").parse().ok(),
        _ => None,
    }
    .filter(|number: &f64| number.is_finite())
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_are_read_by_their_columns_or_by_what_they_hold() {
        let read = |row: Value| {
            let Value::Object(row) = row else { panic!("a row is a map") };
            point(&Row(row)).map(|point| (point.label, point.value))
        };
        assert_eq!(read(json!({"value": 3, "label": "a"})), Some(("a".into(), 3.0)));
        assert_eq!(read(json!({"label": 2024, "value": "1,200.5"})), Some(("2024".into(), 1200.5)));
        assert_eq!(
            read(json!({"label": 2024, "price": 7})),
            Some(("2024".into(), 7.0)),
            "a label is no value"
        );
        assert_eq!(read(json!({"name": "a ", "price": "7"})), Some(("a".into(), 7.0)));
        assert_eq!(read(json!({"year": "a", "price": null})), None);
        for none in ["NaN", "1e999", "-inf", "twelve"] {
            assert_eq!(read(json!({"value": none})), None);
            assert_eq!(read(json!({"value": none, "rank": 2})), None, "another column is no substitute");
        }
    }
}
