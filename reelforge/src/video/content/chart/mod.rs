//! Charts: bars, columns, lines and slices that grow, with labels that are never cut short of need and never collide.

mod along;
mod columns;
mod data;
mod legend;
mod line;
mod rows;
mod scale;
mod slices;

use std::sync::Arc;

use kurbo::{Rect, RoundedRectRadii, Shape, Size};

use self::data::points;
use super::label::{Label, Type, ease_out, is_rtl, readable};
use super::number::Style;
use super::tone::{FORM, distinct, mix};
use super::{Built, Context, Room};
use crate::video::ink::{Ink, Paint, Piece, Pieces, Rgba, Role as PieceRole};
use crate::video::layout::{Body, Clock, Live, Measure, Overflow};
use crate::video::project::model::element::{
    Chart, ChartKind, FontRole, NumberFormat, Point, Role, TextAlign,
};

/// Most texts that a growing value is shown as.
const MAX_STEPS: f64 = 40.0;
/// Digits that are enough to tell values apart: the largest has no more, unless they stand before the point.
const DIGITS: f64 = 4.0;

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

/// What all charts have in common.
struct Sheet<'a> {
    chart: &'a Chart,
    points: Vec<Point>,
    room: Room,
    /// How labels look.
    label: Type,
    /// How values look.
    value: Type,
    /// How values are written.
    style: Style,
    /// Smallest font size.
    least: f64,
    /// Whether it is read from right to left.
    rtl: bool,
    accent: Rgba,
    text: Rgba,
    muted: Rgba,
    surface: Rgba,
    bg: Rgba,
    palette: [Rgba; 4],
    given: Vec<Rgba>,
    radius: f64,
    /// Pictures a second at which values count.
    fps: f64,
}

impl<'a> Sheet<'a> {
    fn new(chart: &'a Chart, points: Vec<Point>, room: Room, cx: &mut Context) -> Self {
        let look = cx.look;
        let token = |name: &str| look.token(name).unwrap_or(Rgba::WHITE);
        let label = Type {
            font: FontRole::Body,
            weight: look.font(FontRole::Body).weight,
            size: look.size(Role::Label),
            line_height: 1.2,
            color: token("muted"),
            tabular: false,
        };
        let value = Type {
            weight: label.weight.max(700),
            size: look.size(Role::Body),
            color: token("text"),
            tabular: true,
            ..label
        };
        let values: Vec<f64> = points.iter().map(|point| point.value).collect();
        let mut style = Style::for_values(NumberFormat::Comma, &values).with_unit(&chart.unit);
        style.decimals = style.decimals.min(decimals(&values));
        let first = label.set(cx, &points[0].label, None, None);
        Self {
            rtl: is_rtl(cx.language) || first.align() == TextAlign::Right,
            least: readable(cx).min(label.size),
            given: chart.colors.iter().map(|color| look.color(color)).collect(),
            accent: token("accent"),
            text: token("text"),
            muted: token("muted"),
            surface: token("surface"),
            bg: token("bg"),
            palette: ["accent", "accent2", "good", "bad"].map(token),
            radius: look.radius,
            fps: f64::from(cx.fps),
            chart,
            points,
            room,
            label,
            value,
            style,
        }
    }

    fn values(&self) -> Vec<f64> {
        self.points.iter().map(|point| point.value).collect()
    }

    /// Whether a point is the one that stands out; none when no point does.
    fn stands_out(&self, index: usize) -> Option<bool> {
        let highlight = self.chart.highlight.as_deref()?.trim();
        let is = |point: &Point| point.label.trim() == highlight;
        self.points.iter().any(is).then(|| is(&self.points[index]))
    }

    /// The colour of a bar.
    fn color(&self, index: usize) -> Rgba {
        let is_given = !self.given.is_empty();
        let own = if is_given {
            self.given[index % self.given.len()]
        } else if self.points[index].value < 0.0 && self.stands_out(index).is_none() {
            self.palette[3]
        } else {
            self.accent
        };
        match self.stands_out(index) {
            Some(false) if is_given => distinct(mix(own, self.bg, 0.6), self.bg, FORM),
            Some(false) => self.quiet(),
            _ => own,
        }
    }

    /// The colour of what does not stand out.
    fn quiet(&self) -> Rgba {
        distinct(mix(self.muted, self.bg, 0.4), self.bg, FORM)
    }

    /// The colour of axes.
    fn axis(&self) -> Rgba {
        mix(self.bg, self.muted, 0.35)
    }

    /// The colour of the lines of a grid.
    fn grid(&self) -> Rgba {
        mix(self.bg, self.muted, 0.16)
    }

    /// How the label of a point looks.
    fn label_type(&self, index: usize) -> Type {
        let color = if self.stands_out(index) == Some(true) { self.text } else { self.muted };
        Type { color, ..self.label }
    }

    /// How the value of a point looks.
    fn value_type(&self, index: usize) -> Type {
        let color = if self.stands_out(index) == Some(false) { self.muted } else { self.text };
        Type { color, ..self.value }
    }

    /// The labels of all points in one size: the largest that lets the longest fit.
    fn labels(&self, cx: &mut Context, max_width: f64, max_lines: usize, align: TextAlign) -> Vec<Label> {
        let mut fit = |index: usize, size: f64| {
            let look = self.label_type(index).sized(size);
            look.fitted(cx, &self.points[index].label, [max_width, self.least], max_lines, Some(align))
        };
        let indices = 0..self.points.len();
        let size =
            indices.clone().map(|index| fit(index, self.label.size).px()).fold(f64::INFINITY, f64::min);
        indices.map(|index| fit(index, size)).collect()
    }

    /// How values are written where there is little room.
    fn short(&self) -> Style {
        let style = Style::for_values(NumberFormat::Compact, &self.values());
        let Style { prefix, suffix, .. } = self.style.clone();
        Style { prefix, suffix, ..style }
    }

    /// The texts that each value is shown as while it grows, in one size; the last is the value itself.
    ///
    /// None when values are not shown, or when they do not fit a width in one of some ways to write them.
    fn counting(&self, cx: &mut Context, max_width: f64, styles: &[Style]) -> Option<Vec<Vec<Label>>> {
        if !self.chart.values {
            return None;
        }
        let (style, size) = styles.iter().find_map(|style| {
            let widest = self.widest(cx, style);
            let size = self.value.size * (max_width / widest).min(1.0);
            (size >= self.least.min(self.value.size)).then_some((style, size))
        })?;
        let steps = (self.chart.grow * self.fps).ceil().clamp(1.0, MAX_STEPS);
        let texts = |index: usize, cx: &mut Context| {
            let (look, value) = (self.value_type(index).sized(size), self.points[index].value);
            let mut texts: Vec<Label> = Vec::new();
            let mut step = 0.0;
            while step <= steps {
                let text = if step < steps { style.text(value * step / steps) } else { style.text(value) };
                texts.push(match texts.last() {
                    Some(last) if last.text() == text => last.clone(),
                    _ => look.set(cx, &text, None, Some(TextAlign::Left)),
                });
                step += 1.0;
            }
            texts
        };
        Some((0..self.points.len()).map(|index| texts(index, cx)).collect())
    }

    /// The points by the weight of their values: the one that stands out, the largest, the smallest, the ends.
    fn priority(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        let last = self.points.len() - 1;
        let by_value = |a: &&usize, b: &&usize| self.points[**a].value.total_cmp(&self.points[**b].value);
        let largest = order.iter().max_by(by_value).copied();
        let smallest = order.iter().min_by(by_value).copied();
        order.sort_by_key(|&index| match index {
            _ if self.stands_out(index) == Some(true) => 0,
            _ if Some(index) == largest => 1,
            _ if index == last => 2,
            _ if Some(index) == smallest => 3,
            0 => 4,
            _ => 5,
        });
        order
    }

    /// Width of the widest value.
    fn widest(&self, cx: &mut Context, style: &Style) -> f64 {
        let mut width = |point: &Point| self.value.set(cx, &style.text(point.value), None, None).size().width;
        self.points.iter().map(&mut width).fold(1.0, f64::max)
    }

    /// When a point begins to grow and how long it takes, as parts of the chart's time: they begin one after the other.
    fn growth(&self, index: usize) -> [f64; 2] {
        let count = self.points.len();
        if count < 2 {
            return [0.0, 1.0];
        }
        [STAGGER * float(index) / float(count - 1), 1.0 - STAGGER]
    }

    /// Size of a chart that stands upright.
    fn upright(&self) -> Size {
        let Room { w, h, max_w, max_h } = self.room;
        let width = w.unwrap_or(max_w);
        Size::new(width, h.unwrap_or_else(|| (0.62 * max_h).min(0.8 * width)))
    }
}

/// Digits after the point that leave the largest value with enough digits.
fn decimals(values: &[f64]) -> usize {
    let largest = values.iter().map(|value| value.abs()).fold(1.0, f64::max);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 3")]
    let decimals = (DIGITS - 1.0 - largest.log10().floor()).max(0.0) as usize;
    decimals
}

/// How much later the last point begins to grow, as a part of the chart's time.
const STAGGER: f64 = 0.3;

/// A small number for reckoning.
#[expect(clippy::cast_precision_loss, reason = "charts have at most 60 points")]
fn float(count: usize) -> f64 {
    count as f64
}

/// How far something is grown, when a part of the chart's time has passed.
fn share([start, takes]: [f64; 2], passed: f64) -> f64 {
    // Rounding must not keep the last one from its end.
    if passed >= 1.0 { 1.0 } else { ease_out((passed - start) / takes) }
}

/// The text of a value at a share of its growth.
fn at_share(texts: &[Label], share: f64) -> Option<&Label> {
    let last = texts.len().checked_sub(1)?;
    let step = (share * float(last)).floor();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 0 to 1")]
    let step = step as usize;
    texts.get(step.min(last))
}

/// Opacity of what comes with a growth: there soon after it began.
fn opacity(share: f64) -> f64 {
    (share / 0.2).clamp(0.0, 1.0)
}

/// Opacity of what stands at a part of a line or circle, when it is drawn up to `share`: it begins when the end comes
/// by, and even the last is there in the end.
fn reached(at: f64, share: f64) -> f64 {
    const TAKES: f64 = 0.06;
    ((share - at * (1.0 - TAKES)) / TAKES).clamp(0.0, 1.0)
}

/// A chart on its way.
trait Grows: Send + Sync {
    /// What is drawn when a part of its time has passed, 0 to 1.
    fn pieces(&self, passed: f64) -> Vec<Piece>;
}

/// Plays a chart's growth.
struct Growing<T> {
    chart: T,
    seconds: f64,
    whole: Pieces,
}

impl<T: Grows + 'static> Growing<T> {
    fn body(chart: T, seconds: f64) -> Body {
        let whole: Pieces = chart.pieces(1.0).into();
        if seconds <= 0.0 {
            return Body::Still(whole);
        }
        Body::Live(Arc::new(Self { chart, seconds, whole }))
    }
}

impl<T: Grows> Live for Growing<T> {
    fn pieces(&self, clock: &Clock) -> Pieces {
        if self.is_done(clock) {
            return Arc::clone(&self.whole);
        }
        self.chart.pieces(clock.since.max(0.0) / self.seconds).into()
    }

    fn is_done(&self, clock: &Clock) -> bool {
        clock.since >= self.seconds
    }
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
