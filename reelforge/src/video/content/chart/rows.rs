//! Lying bars: a table of label, bar and value; in narrow charts label and value stand above the bar.

use kurbo::{Point, Rect, Size};

use super::grow::{Growing, Grows, at_share, opacity, share};
use super::scale::Axis;
use super::sheet::Sheet;
use super::{bar, float, note_cut};
use crate::video::content::label::Label;
use crate::video::content::{Built, Context, Room};
use crate::video::ink::{Piece, Rgba};
use crate::video::layout::Measure;
use crate::video::project::model::element::TextAlign;

/// Most of the width that labels and values may take beside the bars.
const BESIDE: f64 = 0.36;
/// Thickness of a bar, as a multiple of the size of values.
const THICKNESS: f64 = 1.0;
/// Thickest bar, as a multiple of the size of values.
const THICKEST: f64 = 2.2;

/// A row of the table.
struct Row {
    /// The bar when it is grown, from 0 to its value.
    bar: [f64; 2],
    /// Its upper and lower edge.
    edges: [f64; 2],
    color: Rgba,
    /// Its value while it grows.
    texts: Vec<Label>,
    /// The corner of the value: right, or left for right-to-left; top.
    corner: Point,
    growth: [f64; 2],
}

struct Rows {
    rows: Vec<Row>,
    radius: f64,
    rtl: bool,
    still: Vec<Piece>,
}

pub(super) fn build(sheet: &Sheet, cx: &mut Context) -> Built {
    let Room { w, h, max_w, max_h, .. } = sheet.room;
    let width = w.unwrap_or(max_w);
    let count = float(sheet.points.len());
    let align = if sheet.rtl { TextAlign::Right } else { TextAlign::Left };
    let values = sheet.counting(cx, width / 2.0, &[sheet.style.clone(), sheet.short()]);
    let value_size = widest(values.iter().flatten().filter_map(|texts| texts.last()));
    let space = 0.6 * sheet.value.size;

    // Beside the bars, if that leaves them enough of the width.
    let whole = sheet.labels(cx, width, 1, align);
    let are_beside = widest(&whole).width + value_size.width <= BESIDE * width;
    let labels =
        if are_beside { whole } else { sheet.labels(cx, width - value_size.width - space, 3, align) };
    let label_size = widest(&labels);

    let text_height = label_size.height.max(value_size.height);
    let head = if are_beside { 0.0 } else { text_height + 0.2 * sheet.value.size };
    let natural = (THICKNESS * sheet.value.size).max(if are_beside { text_height } else { 0.0 });
    let (between, height) = if are_beside { (0.75, h) } else { (0.9, h) };
    let height =
        height.unwrap_or_else(|| (count * (head + natural) + (count - 1.0) * between * natural).min(max_h));
    // The space between two rows shrinks and grows with the bars.
    let thickness = (height - count * head) / (count + (count - 1.0) * between);
    let thickness = thickness.clamp(1.0, THICKEST * sheet.value.size);
    let pitch = if count > 1.0 {
        ((height - head - thickness) / (count - 1.0)).min((head + thickness) * 1.9)
    } else {
        0.0
    };
    let top = ((height - head - thickness - pitch * (count - 1.0)) / 2.0).max(0.0);

    let axis = Axis::from_zero(&sheet.values(), sheet.chart.max);
    let (left, right) = if are_beside {
        let gap = |size: Size| if size.width > 0.0 { size.width + space } else { 0.0 };
        (gap(label_size), width - gap(value_size))
    } else {
        (0.0, width)
    };
    let x = |value: f64| left + axis.place(value) * (right - left);

    let mut measure = Measure::default();
    let mut still = Vec::new();
    let mut rows = Vec::new();
    let mut values = values.unwrap_or_default().into_iter();
    let radius = sheet.radius.min(thickness / 2.0);
    let mirror = |x: f64| if sheet.rtl { width - x } else { x };
    for (index, label) in labels.iter().enumerate() {
        let upper = top + pitch * float(index) + head;
        let lower = upper + thickness;
        let track = Rect::new(mirror(left), upper, mirror(right), lower);
        still.push(bar(track, radius, sheet.surface));
        // The text beside a bar stands at its middle, that above it on a line with the value.
        let line = if are_beside { f64::midpoint(upper, lower) } else { upper - head + text_height / 2.0 };
        let at = Point::new(
            if sheet.rtl { width - label.size().width } else { 0.0 },
            line - label.size().height / 2.0,
        );
        still.push(label.piece(at, 1.0));
        label.note(at, &mut measure);
        rows.push(Row {
            bar: [mirror(x(0.0)), mirror(x(sheet.points[index].value))],
            edges: [upper, lower],
            color: sheet.color(index),
            texts: values.next().unwrap_or_default(),
            corner: Point::new(mirror(width), line),
            growth: sheet.growth(index),
        });
    }
    note_cut(&labels, label_size.width, &mut measure);
    let chart = Rows { rows, radius, rtl: sheet.rtl, still };
    for row in &chart.rows {
        if let Some(text) = row.texts.last() {
            text.note(chart.value_at(row, text), &mut measure);
        }
    }
    Built { size: Size::new(width, height), body: Growing::body(chart, sheet.grows), measure }
}

/// The largest width and the largest height of some labels.
fn widest<'l>(labels: impl IntoIterator<Item = &'l Label>) -> Size {
    let sizes = labels.into_iter().map(Label::size);
    sizes.fold(Size::ZERO, |a, b| Size::new(a.width.max(b.width), a.height.max(b.height)))
}

impl Rows {
    fn value_at(&self, row: &Row, text: &Label) -> Point {
        let Size { width, height } = text.size();
        let x = if self.rtl { row.corner.x } else { row.corner.x - width };
        Point::new(x, row.corner.y - height / 2.0)
    }
}

impl Grows for Rows {
    fn pieces(&self, passed: f64) -> Vec<Piece> {
        let mut pieces = self.still.clone();
        for row in &self.rows {
            let share = share(row.growth, passed);
            let [from, to] = row.bar;
            let end = from + (to - from) * share;
            let rect = Rect::new(from, row.edges[0], end, row.edges[1]).abs();
            if rect.width() > 0.0 {
                pieces.push(bar(rect, self.radius.min(rect.width() / 2.0), row.color));
            }
            let text = at_share(&row.texts, share);
            pieces.extend(text.map(|text| text.piece(self.value_at(row, text), opacity(share))));
        }
        pieces
    }
}
