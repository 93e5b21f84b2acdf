//! Charts: bars, columns, lines and slices that grow, with labels that are never cut short of need and never collide.

mod along;
mod columns;
mod data;
mod grow;
mod legend;
mod line;
mod rows;
mod scale;
mod sheet;
mod slices;

use std::sync::Arc;

use kurbo::{Rect, RoundedRectRadii, Shape, Size};

pub use self::data::shows;

use self::data::points;
use self::sheet::Sheet;
use super::label::Label;
use super::{Built, Context, Room};
use crate::video::ink::{Ink, Paint, Piece, Rgba, Role as PieceRole};
use crate::video::layout::{Body, Measure, Overflow};
use crate::video::project::model::element::{Chart, ChartKind};

/// Makes a chart.
pub fn build(chart: &Chart, room: &Room, cx: &mut Context) -> Built {
    let (points, more) = points(chart, cx);
    if points.is_empty() {
        let size = Size::new(room.w.unwrap_or(0.0), room.h.unwrap_or(0.0));
        return Built { size, body: Body::Still(Arc::new([])), measure: Measure::default() };
    }
    let sheet = Sheet::new(chart, points, *room, cx);
    let mut built = match chart.chart {
        ChartKind::Column => columns::build(&sheet, cx),
        ChartKind::Bar => rows::build(&sheet, cx),
        ChartKind::Line => line::build(&sheet, cx),
        ChartKind::Pie | ChartKind::Donut => slices::build(&sheet, cx),
    };
    built.measure.wanted_px = sheet.label.size;
    built.measure.weight = sheet.label.weight;
    built.measure.color = Some(sheet.label.color);
    if more > 0 {
        built.measure.overflow.get_or_insert_default().lines += u32::try_from(more).unwrap_or(u32::MAX);
    }
    built
}

/// A small number for reckoning.
#[expect(clippy::cast_precision_loss, reason = "charts have at most 60 points")]
fn float(count: usize) -> f64 {
    count as f64
}

/// A bar whose corners are round, or only those at one end.
fn bar(rect: Rect, radii: impl Into<RoundedRectRadii>, color: Rgba) -> Piece {
    let path = rect.abs().to_rounded_rect(radii).to_path(0.05);
    Piece::new(PieceRole::Mark, vec![Ink::Fill { path: Arc::new(path), paint: Paint::Solid(color) }])
}

/// Notes labels that say less than they should: nobody knows what they mean.
fn note_cut<'l>(labels: impl IntoIterator<Item = &'l Label>, max_width: f64, measure: &mut Measure) {
    let widths = labels.into_iter().filter_map(Label::unreadable);
    let missing = widths.map(|width| width - max_width).fold(0.0, f64::max);
    if missing > 0.0 {
        let overflow: &mut Overflow = measure.overflow.get_or_insert_default();
        overflow.width = overflow.width.max(missing);
    }
}
