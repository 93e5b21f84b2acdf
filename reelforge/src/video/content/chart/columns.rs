//! Standing bars.

use kurbo::{Point, Rect, RoundedRectRadii, Size};

use super::along::along;
use super::grow::{Growing, Grows, at_share, opacity, share};
use super::scale::Axis;
use super::sheet::Sheet;
use super::{bar, float, note_cut};
use crate::video::content::label::Label;
use crate::video::content::{Built, Context};
use crate::video::ink::{Piece, Rgba};
use crate::video::layout::Measure;
use crate::video::project::model::element::TextAlign;

/// Width of a bar as a part of its slot.
const FILL: f64 = 0.62;
/// Widest bar as a part of the chart's shorter side.
const WIDEST: f64 = 0.24;
/// Widest slot as a multiple of the widest bar.
const WIDEST_SLOT: f64 = 1.9;

/// So few columns are things of their own, and each keeps its label; more are like the ticks of an axis.
const FEW: usize = 6;

/// A standing bar.
struct Column {
    /// Its middle.
    x: f64,
    /// Its end when it is grown.
    y: f64,
    color: Rgba,
    /// Its value while it grows; empty where it is not shown.
    texts: Vec<Label>,
    growth: [f64; 2],
}

struct Columns {
    columns: Vec<Column>,
    /// Where 0 lies.
    zero: f64,
    width: f64,
    radius: f64,
    /// Space between a bar and its value.
    gap: f64,
    /// Whether only some values have room.
    are_wide: bool,
    chart_width: f64,
    still: Vec<Piece>,
}

pub(super) fn build(sheet: &Sheet, cx: &mut Context) -> Built {
    let size = sheet.upright();
    let count = sheet.points.len();
    let parts = float(count);
    let widest = WIDEST * size.width.min(size.height);
    let slot = (size.width / parts).min(widest * WIDEST_SLOT);
    let width = (slot * FILL).min(widest);
    let left = (size.width - slot * parts) / 2.0;

    let place = |index: usize| float(if sheet.rtl { count - 1 - index } else { index });
    let centers: Vec<f64> = (0..count).map(|index| left + slot * (place(index) + 0.5)).collect();

    let space = 0.35 * sheet.label.size;
    let labels = below(sheet, &centers, [slot, slot - space], size.width, cx);
    // Values that are wider than their slot are shown where there is room for them, and only when all is grown.
    let values = sheet.counting(cx, slot - 0.45 * sheet.label.size, &[sheet.style.clone(), sheet.short()]);
    let are_wide = values.is_none();
    let values = if are_wide { sheet.counting(cx, size.width / 2.0, &[sheet.short()]) } else { values };
    let label_height = labels.iter().map(|(label, _)| label.size().height).fold(0.0, f64::max);
    let value_height = values.iter().flatten().flatten().map(|text| text.size().height).fold(0.0, f64::max);
    let gap = if values.is_some() { 0.2 * sheet.value.size } else { 0.0 };

    let numbers = sheet.values();
    let axis = Axis::from_zero(&numbers, sheet.chart.max);
    let room = |is: fn(f64) -> bool| if numbers.iter().copied().any(is) { value_height + gap } else { 0.0 };
    let label_gap = if label_height > 0.0 { 0.45 * sheet.label.size } else { 0.0 };
    let top = room(|value| value >= 0.0);
    let bottom = (size.height - label_height - label_gap - room(|value| value < 0.0)).max(top + 1.0);
    let y = |value: f64| bottom - axis.place(value) * (bottom - top);

    let mut measure = Measure::default();
    let line = (0.06 * sheet.label.size).max(1.0);
    let zero = y(0.0);
    let mut still = vec![bar(
        Rect::new(left, zero - line / 2.0, size.width - left, zero + line / 2.0),
        line / 2.0,
        sheet.axis(),
    )];
    for (label, x) in &labels {
        let at = Point::new(*x, size.height - label_height);
        still.push(label.piece(at, 1.0));
        label.note(at, &mut measure);
    }
    note_cut(labels.iter().map(|(label, _)| label), slot - space, &mut measure);
    let mut values = values.unwrap_or_default().into_iter();
    let column = |(index, x): (usize, &f64)| Column {
        x: *x,
        y: y(sheet.points[index].value),
        color: sheet.color(index),
        texts: values.next().unwrap_or_default(),
        growth: sheet.growth(index),
    };
    let columns = centers.iter().enumerate().map(column).collect();
    let radius = (width * 0.2).min(sheet.radius);
    let mut chart = Columns { zero, width, radius, gap, still, columns, are_wide, chart_width: size.width };
    if are_wide {
        chart.thin(&sheet.priority());
    }
    for column in &chart.columns {
        if let Some(text) = column.texts.last() {
            text.note(chart.value_at(column, column.y, text), &mut measure);
        }
    }
    Built { size, body: Growing::body(chart, sheet.grows), measure }
}

/// The labels below the columns with their left edges: all of them on up to three lines; of many that do not fit, some.
fn below(
    sheet: &Sheet,
    centers: &[f64],
    [slot, room]: [f64; 2],
    width: f64,
    cx: &mut Context,
) -> Vec<(Label, f64)> {
    let labels = sheet.labels(cx, room, 3, TextAlign::Center);
    if centers.len() > FEW && labels.iter().any(Label::is_cut) {
        return along(sheet, centers, slot, width, cx);
    }
    let place = |(label, center): (Label, &f64)| {
        let left = center - label.size().width / 2.0;
        (label, left)
    };
    labels.into_iter().zip(centers).map(place).collect()
}

impl Columns {
    fn rect(&self, column: &Column, end: f64) -> Rect {
        let half = self.width / 2.0;
        Rect::new(column.x - half, self.zero, column.x + half, end).abs()
    }

    /// Leaves only the values that collide with no other column and no value of more weight.
    fn thin(&mut self, priority: &[usize]) {
        let bars: Vec<Rect> = self.columns.iter().map(|column| self.rect(column, column.y)).collect();
        let mut kept: Vec<Rect> = Vec::new();
        for &index in priority {
            let column = &self.columns[index];
            let Some(text) = column.texts.last() else { continue };
            let rect = Rect::from_origin_size(self.value_at(column, column.y, text), text.size());
            let apart = rect.inflate(self.gap, 0.0);
            let collides = |other: &Rect| other.overlaps(apart);
            let is_free = !kept.iter().any(collides) && !bars.iter().any(collides);
            if is_free {
                kept.push(rect);
            } else {
                self.columns[index].texts.clear();
            }
        }
    }

    /// Where a value stands at the end of its bar.
    fn value_at(&self, column: &Column, end: f64, text: &Label) -> Point {
        let Size { width, height } = text.size();
        let top = if column.y > self.zero { end + self.gap } else { end - self.gap - height };
        Point::new((column.x - width / 2.0).clamp(0.0, (self.chart_width - width).max(0.0)), top)
    }
}

impl Grows for Columns {
    fn pieces(&self, passed: f64) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut values = Vec::new();
        for column in &self.columns {
            let share = share(column.growth, passed);
            let end = self.zero + (column.y - self.zero) * share;
            let rect = self.rect(column, end);
            let radius = self.radius.min(rect.height());
            let radii = if column.y > self.zero {
                RoundedRectRadii::new(0.0, 0.0, radius, radius)
            } else {
                RoundedRectRadii::new(radius, radius, 0.0, 0.0)
            };
            if rect.height() > 0.0 {
                pieces.push(bar(rect, radii, column.color));
            }
            let text = at_share(&column.texts, share);
            let opacity = if self.are_wide { opacity(5.0 * share - 4.0) } else { opacity(share) };
            let text = text.filter(|_| opacity > 0.0);
            values.extend(text.map(|text| text.piece(self.value_at(column, end, text), opacity)));
        }
        pieces.extend(self.still.iter().cloned());
        pieces.extend(values);
        pieces
    }
}
