//! What all charts have in common: points, colours, how labels and values look.

use kurbo::Size;

use super::float;
use super::grow::STAGGER;
use crate::video::content::label::{Label, Type, readable};
use crate::video::content::number::Style;
use crate::video::content::tone::{FORM, distinct, mix};
use crate::video::content::{Context, Room};
use crate::video::ink::Rgba;
use crate::video::project::model::element::{Chart, FontRole, NumberFormat, Point, Role, TextAlign};
use crate::video::text::is_rtl;

/// Most texts that a growing value is shown as.
const MAX_STEPS: f64 = 40.0;
/// Digits that are enough to tell values apart: the largest has no more, unless they stand before the point.
const DIGITS: f64 = 4.0;

/// What all charts have in common.
pub(super) struct Sheet<'a> {
    pub(super) chart: &'a Chart,
    pub(super) points: Vec<Point>,
    pub(super) room: Room,
    /// How labels look.
    pub(super) label: Type,
    /// How values look.
    pub(super) value: Type,
    /// How values are written.
    pub(super) style: Style,
    /// Smallest font size.
    pub(super) least: f64,
    /// Whether it is read from right to left.
    pub(super) rtl: bool,
    pub(super) accent: Rgba,
    pub(super) text: Rgba,
    pub(super) muted: Rgba,
    pub(super) surface: Rgba,
    pub(super) bg: Rgba,
    pub(super) palette: [Rgba; 4],
    pub(super) given: Vec<Rgba>,
    pub(super) radius: f64,
    /// Pictures a second at which values count.
    pub(super) fps: f64,
    /// Seconds in which it grows.
    pub(super) grows: f64,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(chart: &'a Chart, points: Vec<Point>, room: Room, cx: &mut Context) -> Self {
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
            grows: cx.paced(chart.grow),
            chart,
            points,
            room,
            label,
            value,
            style,
        }
    }

    pub(super) fn values(&self) -> Vec<f64> {
        self.points.iter().map(|point| point.value).collect()
    }

    /// Whether a point is the one that stands out; none when no point does.
    pub(super) fn stands_out(&self, index: usize) -> Option<bool> {
        let highlight = self.chart.highlight.as_deref()?.trim();
        let is = |point: &Point| point.label.trim() == highlight;
        self.points.iter().any(is).then(|| is(&self.points[index]))
    }

    /// The colour of a bar.
    pub(super) fn color(&self, index: usize) -> Rgba {
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
    pub(super) fn quiet(&self) -> Rgba {
        distinct(mix(self.muted, self.bg, 0.4), self.bg, FORM)
    }

    /// The colour of axes.
    pub(super) fn axis(&self) -> Rgba {
        mix(self.bg, self.muted, 0.35)
    }

    /// The colour of the lines of a grid.
    pub(super) fn grid(&self) -> Rgba {
        mix(self.bg, self.muted, 0.16)
    }

    /// How the label of a point looks.
    pub(super) fn label_type(&self, index: usize) -> Type {
        let color = if self.stands_out(index) == Some(true) { self.text } else { self.muted };
        Type { color, ..self.label }
    }

    /// How the value of a point looks.
    pub(super) fn value_type(&self, index: usize) -> Type {
        let color = if self.stands_out(index) == Some(false) { self.muted } else { self.text };
        Type { color, ..self.value }
    }

    /// The labels of all points in one size: the largest that lets the longest fit.
    pub(super) fn labels(
        &self,
        cx: &mut Context,
        max_width: f64,
        max_lines: usize,
        align: TextAlign,
    ) -> Vec<Label> {
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
    pub(super) fn short(&self) -> Style {
        let style = Style::for_values(NumberFormat::Compact, &self.values());
        let Style { prefix, suffix, .. } = self.style.clone();
        Style { prefix, suffix, ..style }
    }

    /// The texts that each value is shown as while it grows, in one size; the last is the value itself.
    ///
    /// None when values are not shown, or when they do not fit a width in one of some ways to write them.
    pub(super) fn counting(
        &self,
        cx: &mut Context,
        max_width: f64,
        styles: &[Style],
    ) -> Option<Vec<Vec<Label>>> {
        if !self.chart.values {
            return None;
        }
        let (style, size) = styles.iter().find_map(|style| {
            let widest = self.widest(cx, style);
            let size = self.value.size * (max_width / widest).min(1.0);
            (size >= self.least.min(self.value.size)).then_some((style, size))
        })?;
        let steps = (self.grows * self.fps).ceil().clamp(1.0, MAX_STEPS);
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
    pub(super) fn priority(&self) -> Vec<usize> {
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
    pub(super) fn growth(&self, index: usize) -> [f64; 2] {
        let count = self.points.len();
        if count < 2 {
            return [0.0, 1.0];
        }
        [STAGGER * float(index) / float(count - 1), 1.0 - STAGGER]
    }

    /// Size of a chart that stands upright.
    pub(super) fn upright(&self) -> Size {
        let Room { w, h, max_w, max_h, .. } = self.room;
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
