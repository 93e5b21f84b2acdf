//! Pies and donuts, with a legend that says what each slice is.

use std::f64::consts::{PI, TAU};

use kurbo::{Affine, Arc as Curve, BezPath, Circle, PathEl, Point, Rect, Shape, Size, Vec2};

use super::{Growing, Grows, Sheet, float, note_cut};
use crate::video::content::label::{Label, Type, ease_out};
use crate::video::content::number::Style;
use crate::video::content::tone::{FORM, distinct, mix, readable_on};
use crate::video::content::{Built, Context, Room};
use crate::video::ink::{Ink, Piece, Rgba, Role as PieceRole};
use crate::video::layout::Measure;
use crate::video::project::model::element::{ChartKind, NumberFormat, TextAlign};

/// Radius of a donut's hole, as a part of its own.
const HOLE: f64 = 0.62;
/// Space between two slices, as a part of the radius.
const GAP: f64 = 0.02;
/// Smallest slice that has its percentage inside.
const LABELLED: f64 = 0.07;
/// Largest circle, as a part of the room.
const LARGEST: f64 = 0.62;

/// A slice.
struct Slice {
    /// Where it begins and ends, as parts of the circle from the top.
    from: f64,
    to: f64,
    color: Rgba,
    /// Its percentage with its left upper corner.
    label: Option<(Label, Point)>,
}

struct Slices {
    slices: Vec<Slice>,
    center: Point,
    outer: f64,
    inner: f64,
    rtl: bool,
    track: Rgba,
    legend: Vec<Piece>,
    middle: Vec<(Label, Point)>,
}

/// Parts of a whole as percentages that sum up to 100: what rounding leaves goes to the largest remainders.
fn percentages(values: &[f64]) -> Vec<u32> {
    let sum: f64 = values.iter().sum();
    if sum <= 0.0 {
        return vec![0; values.len()];
    }
    let exact: Vec<f64> = values.iter().map(|value| value / sum * 100.0).collect();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 100")]
    let mut whole: Vec<u32> = exact.iter().map(|part| part.floor() as u32).collect();
    let left = 100_u32.saturating_sub(whole.iter().sum());
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| exact[b].fract().total_cmp(&exact[a].fract()));
    for index in order.into_iter().take(usize::try_from(left).unwrap_or(0)) {
        whole[index] += 1;
    }
    whole
}

pub(super) fn build(sheet: &Sheet, cx: &mut Context) -> Built {
    let Room { w, h, max_w, max_h } = sheet.room;
    let width = w.unwrap_or(max_w);
    let most = h.unwrap_or(max_h);
    // A part of a whole cannot be negative.
    let values: Vec<f64> = sheet.points.iter().map(|point| point.value.max(0.0)).collect();
    let percentages = percentages(&values);

    let legend = Legend::new(sheet, &percentages, width, cx);
    let space = 1.2 * sheet.value.size;
    // The legend stands beside the circle where the chart is wide, else below.
    let beside = width > 1.25 * most.min(width) || width > 1.6 * legend.size.width + most.min(0.5 * width);
    let (diameter, height) = if beside {
        let diameter = (width - legend.size.width - space).min(h.unwrap_or(LARGEST * max_h));
        (diameter, h.unwrap_or(diameter.max(legend.size.height)))
    } else {
        let free = most - legend.size.height - space;
        let diameter = (LARGEST * width).min(if h.is_some() { free.min(width) } else { free });
        (diameter, h.unwrap_or(diameter + space + legend.size.height))
    };
    let diameter = diameter.max(1.0);
    let outer = diameter / 2.0;
    let (center, corner) = if beside {
        let left = (width - diameter - space - legend.size.width) / 2.0;
        let center = Point::new(left + outer, height / 2.0);
        (center, Point::new(left + diameter + space, (height - legend.size.height) / 2.0))
    } else {
        let top = (height - diameter - space - legend.size.height) / 2.0;
        let corner = Point::new((width - legend.size.width) / 2.0, top + diameter + space);
        (Point::new(width / 2.0, top + outer), corner)
    };
    // The circle stands where reading begins.
    let flips = sheet.rtl && beside;
    let center = if flips { Point::new(width - center.x, center.y) } else { center };
    let corner = if flips { Point::new(width - corner.x - legend.size.width, corner.y) } else { corner };

    let is_donut = sheet.chart.chart == ChartKind::Donut;
    let inner = if is_donut { HOLE * outer } else { 0.0 };
    let mut measure = Measure::default();
    let slices = slices(sheet, &values, &percentages, center, [inner, outer], cx);
    for (label, at) in slices.iter().filter_map(|slice| slice.label.as_ref()) {
        label.note(*at, &mut measure);
    }
    let middle = if is_donut { middle(sheet, &values, &percentages, center, inner, cx) } else { Vec::new() };
    for (label, at) in &middle {
        label.note(*at, &mut measure);
    }
    let legend = legend.place(sheet, corner, &mut measure);
    let chart = Slices { slices, center, outer, inner, rtl: sheet.rtl, track: sheet.surface, legend, middle };
    Built { size: Size::new(width, height), body: Growing::body(chart, sheet.chart.grow), measure }
}

/// The colour of a slice. Neighbours differ; without a highlight each has its own.
fn color(sheet: &Sheet, index: usize) -> Rgba {
    if !sheet.given.is_empty() {
        return sheet.color(index);
    }
    match sheet.stands_out(index) {
        Some(true) => sheet.accent,
        Some(false) => {
            let depth = 0.25 + 0.3 * float(index % 3) / 2.0;
            distinct(mix(sheet.muted, sheet.bg, depth), sheet.bg, FORM)
        }
        None => {
            // The theme's colours, then the same ones nearer to its text.
            let own = sheet.palette[index % sheet.palette.len()];
            mix(own, sheet.text, 0.4 * float(index / sheet.palette.len()))
        }
    }
}

fn slices(
    sheet: &Sheet,
    values: &[f64],
    percentages: &[u32],
    center: Point,
    [inner, outer]: [f64; 2],
    cx: &mut Context,
) -> Vec<Slice> {
    let sum: f64 = values.iter().sum();
    let mut from = 0.0;
    let mut slices = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let part = if sum > 0.0 { value / sum } else { 0.0 };
        let (start, end) = (from, (from + part).min(1.0));
        from = end;
        if part <= 0.0 {
            continue;
        }
        let color = color(sheet, index);
        let is_alone = part >= 1.0;
        let label = (sheet.chart.values && inner <= 0.0 && part >= LABELLED).then(|| {
            let ink = readable_on(color, sheet.bg, sheet.text);
            let look = Type { color: ink, ..sheet.value };
            let label = look.set(cx, &format!("{}%", percentages[index]), None, Some(TextAlign::Left));
            let angle = angle((start + end) / 2.0, sheet.rtl);
            let distance = if is_alone { 0.0 } else { 0.64 * outer };
            let at = center + distance * Vec2::from_angle(angle) - label.size().to_vec2() / 2.0;
            (label, at, part)
        });
        // Where the slice is narrower than its text, the legend alone says it.
        let label = label
            .filter(|(label, _, part)| {
                is_alone || label.size().width < 1.9 * 0.64 * outer * (PI * part).sin().min(1.0)
            })
            .map(|(label, at, _)| (label, at));
        slices.push(Slice { from: start, to: end, color, label });
    }
    slices
}

/// The direction of a part of the circle: clockwise from the top, or the other way round.
fn angle(part: f64, rtl: bool) -> f64 {
    let turn = part * TAU;
    -PI / 2.0 + if rtl { -turn } else { turn }
}

/// What stands in a donut's hole: the part that stands out, or the sum where the values have a unit.
fn middle(
    sheet: &Sheet,
    values: &[f64],
    percentages: &[u32],
    center: Point,
    inner: f64,
    cx: &mut Context,
) -> Vec<(Label, Point)> {
    if !sheet.chart.values {
        return Vec::new();
    }
    let highlight = (0..values.len()).find(|index| sheet.stands_out(*index) == Some(true));
    let unit = sheet.chart.unit.trim();
    let (figure, below) = match highlight {
        Some(index) => (format!("{}%", percentages[index]), Some(sheet.points[index].label.clone())),
        None if unit.is_empty() || unit == "%" => return Vec::new(),
        None => {
            let short = Style { format: NumberFormat::Compact, ..sheet.style.clone() };
            (short.text(values.iter().sum()), None)
        }
    };
    let room = 1.5 * inner;
    let look = Type { size: 0.62 * inner, line_height: 1.0, ..sheet.value };
    let figure = look.fitted(cx, &figure, [room, sheet.least], 1, Some(TextAlign::Center));
    let below =
        below.map(|text| sheet.label.fitted(cx, &text, [room, sheet.least], 1, Some(TextAlign::Center)));
    let height = figure.size().height + below.as_ref().map_or(0.0, |label| label.size().height);
    let mut top = center.y - height / 2.0;
    let mut placed = Vec::new();
    for label in [Some(figure), below].into_iter().flatten() {
        let Size { width, height } = label.size();
        placed.push((label, Point::new(center.x - width / 2.0, top)));
        top += height;
    }
    placed
}

/// The list of what the slices are.
struct Legend {
    names: Vec<Label>,
    figures: Vec<Label>,
    size: Size,
    row: f64,
    name_width: f64,
    dot: f64,
    space: f64,
}

impl Legend {
    fn new(sheet: &Sheet, percentages: &[u32], width: f64, cx: &mut Context) -> Self {
        let (dot, space) = (0.62 * sheet.label.size, 0.55 * sheet.label.size);
        let has_unit = !matches!(sheet.chart.unit.trim(), "" | "%");
        let figures: Vec<Label> = if sheet.chart.values {
            let text = |index: usize| match has_unit {
                true => sheet.style.text(sheet.points[index].value),
                false => format!("{}%", percentages[index]),
            };
            let look = |index: usize| Type { size: sheet.label.size, ..sheet.value_type(index) };
            let indices = 0..sheet.points.len();
            indices.map(|index| look(index).set(cx, &text(index), None, Some(TextAlign::Left))).collect()
        } else {
            Vec::new()
        };
        let figure_width = figures.iter().map(|label| label.size().width).fold(0.0, f64::max);
        let beside = dot + space + if figure_width > 0.0 { figure_width + 2.0 * space } else { 0.0 };
        let align = if sheet.rtl { TextAlign::Right } else { TextAlign::Left };
        let most = (0.62 * width).min(width - beside).max(sheet.label.size);
        let names = sheet.labels(cx, most, 1, align);
        let name_width = names.iter().map(|label| label.size().width).fold(0.0, f64::max);
        let height = names.iter().chain(&figures).map(|label| label.size().height).fold(0.0, f64::max);
        let row = height + 0.4 * sheet.label.size;
        let count = float(names.len());
        let size = Size::new(beside + name_width, row * count - 0.4 * sheet.label.size);
        Self { names, figures, size, row, name_width, dot, space }
    }

    fn place(self, sheet: &Sheet, corner: Point, measure: &mut Measure) -> Vec<Piece> {
        let mirror = |x: f64, width: f64| corner.x + if sheet.rtl { self.size.width - x - width } else { x };
        let mut pieces = Vec::new();
        for (index, name) in self.names.iter().enumerate() {
            let middle = corner.y + self.row * float(index) + name.size().height / 2.0;
            let rect = Rect::from_center_size(
                (mirror(0.0, self.dot) + self.dot / 2.0, middle),
                (self.dot, self.dot),
            );
            let dot = Circle::new(rect.center(), self.dot / 2.0).to_path(0.05);
            pieces.push(Piece::new(PieceRole::Mark, vec![Ink::fill(dot, color(sheet, index))]));
            let mut put = |label: &Label, x: f64| {
                let Size { width, height } = label.size();
                let at = Point::new(mirror(x, width), middle - height / 2.0);
                label.note(at, measure);
                pieces.push(label.piece(at, 1.0));
            };
            put(name, self.dot + self.space);
            if let Some(figure) = self.figures.get(index) {
                put(figure, self.size.width - figure.size().width);
            }
        }
        note_cut(&self.names, self.name_width, measure);
        pieces
    }
}

impl Slices {
    /// A slice of the circle with straight, parallel gaps to its neighbours.
    fn path(&self, from: f64, to: f64) -> BezPath {
        let (center, outer, inner) = (self.center, self.outer, self.inner);
        let sweep = (to - from) * TAU;
        if to - from >= 1.0 - 1e-9 {
            let mut circle = Circle::new(center, outer).to_path(0.05);
            if inner > 0.0 {
                circle.extend(Circle::new(center, inner).to_path(0.05).reverse_subpaths());
            }
            return circle;
        }
        let half = GAP * outer / 2.0;
        let start = -PI / 2.0 + from * TAU;
        let cut = |radius: f64| (half / radius).min(1.0).asin().min(sweep / 2.0);
        let mut path = BezPath::new();
        let outside = Curve::new(center, (outer, outer), start + cut(outer), sweep - 2.0 * cut(outer), 0.0);
        path.extend(outside.to_path(0.05));
        if inner > 0.0 {
            let cut = cut(inner);
            let inside = Curve::new(center, (inner, inner), start + sweep - cut, 2.0 * cut - sweep, 0.0);
            path.extend(inside.append_iter(0.05));
        } else {
            // The point where the two edges of the gaps meet.
            let middle = start + sweep / 2.0;
            let distance = (half / (sweep / 2.0).sin().abs().max(0.05)).min(outer / 2.0);
            path.push(PathEl::LineTo(center + distance * Vec2::from_angle(middle)));
        }
        path.close_path();
        path
    }
}

impl Grows for Slices {
    fn pieces(&self, passed: f64) -> Vec<Piece> {
        let share = ease_out(passed);
        let mut pieces = Vec::new();
        if self.slices.is_empty() {
            let ring = self.path(0.0, 1.0);
            pieces.push(Piece::new(PieceRole::Mark, vec![Ink::fill(ring, self.track)]));
        }
        for slice in &self.slices {
            let to = slice.to.min(share);
            if to > slice.from {
                let mut path = self.path(slice.from, to);
                if self.rtl {
                    path.apply_affine(Affine::new([-1.0, 0.0, 0.0, 1.0, 2.0 * self.center.x, 0.0]));
                }
                pieces.push(Piece::new(PieceRole::Mark, vec![Ink::fill(path, slice.color)]));
            }
        }
        for slice in &self.slices {
            let opacity = ((share - (slice.from + slice.to) / 2.0) / 0.08).clamp(0.0, 1.0);
            let label = slice.label.as_ref().filter(|_| opacity > 0.0);
            pieces.extend(label.map(|(label, at)| label.piece(*at, opacity)));
        }
        pieces.extend(self.middle.iter().map(|(label, at)| label.piece(*at, share)));
        pieces.extend(self.legend.iter().cloned());
        pieces
    }
}
