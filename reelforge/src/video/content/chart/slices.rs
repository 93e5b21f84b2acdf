//! Pies and donuts, with a legend that says what each slice is.

use std::f64::consts::{PI, TAU};

use kurbo::{Affine, Arc as Curve, BezPath, Circle, PathEl, Point, Shape, Size, Vec2};

use super::float;
use super::grow::{Growing, Grows, reached};
use super::legend::{Figures, Legend};
use super::sheet::Sheet;
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

/// Of more slices than these, those that have no room for their percentage are the rule.
const FEW: usize = 6;

/// Characters of a sum that is shown as it is; a longer one is shortened.
const SHORT: usize = 7;

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
    place: Place,
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
    // A part of a whole cannot be negative.
    let values: Vec<f64> = sheet.points.iter().map(|point| point.value.max(0.0)).collect();
    let percentages = percentages(&values);
    let most = sheet.room.w.unwrap_or(sheet.room.max_w);

    // Where every slice says its percentage, the legend need not.
    let mut legend = Legend::new(sheet, &Figures::None, most, cx);
    let mut place = Place::of(sheet, legend.size);
    let mut slices = slices(sheet, &values, &percentages, &place, cx);
    let has_unit = !matches!(sheet.chart.unit.trim(), "" | "%");
    let are_all_labelled = slices.iter().all(|slice| slice.label.is_some()) && slices.len() == values.len();
    if sheet.chart.values && (has_unit || !are_all_labelled) {
        let figures = if has_unit { Figures::Values } else { Figures::Percentages(&percentages) };
        legend = Legend::new(sheet, &figures, most, cx);
        place = Place::of(sheet, legend.size);
        slices = self::slices(sheet, &values, &percentages, &place, cx);
        if slices.len() > FEW {
            for slice in &mut slices {
                slice.label = None;
            }
        }
    }

    let mut measure = Measure::default();
    for (label, at) in slices.iter().filter_map(|slice| slice.label.as_ref()) {
        label.note(*at, &mut measure);
    }
    let middle = middle(sheet, &values, &percentages, &place, cx);
    for (label, at) in &middle {
        label.note(*at, &mut measure);
    }
    let colors: Vec<Rgba> = (0..values.len()).map(|index| color(sheet, index)).collect();
    let legend = legend.place(sheet, place.corner, &colors, &mut measure);
    let size = place.size;
    let chart = Slices { slices, place, rtl: sheet.rtl, track: sheet.surface, legend, middle };
    Built { size, body: Growing::body(chart, sheet.grows), measure }
}

/// Where the circle and its legend stand.
struct Place {
    size: Size,
    center: Point,
    outer: f64,
    inner: f64,
    /// The legend's left upper corner.
    corner: Point,
}

impl Place {
    fn of(sheet: &Sheet, legend: Size) -> Self {
        let Room { w, h, max_w, max_h, .. } = sheet.room;
        let width = w.unwrap_or(max_w);
        let most = h.unwrap_or(max_h);
        let space = 1.2 * sheet.value.size;
        let largest_high = if h.is_some() { most } else { LARGEST * max_h };
        let largest_wide = if h.is_some() { width } else { LARGEST * width };
        let beside = (width - legend.width - space).min(largest_high).max(1.0);
        let below = (most - legend.height - space).min(largest_wide).max(1.0);
        // The legend stands beside the circle where the chart is wide, else below; but not at any price.
        let is_beside = if width > 1.25 * most { beside >= 0.5 * below } else { below < 0.8 * beside };
        let diameter = if is_beside { beside } else { below };
        let natural = if is_beside { diameter.max(legend.height) } else { diameter + space + legend.height };
        let size = Size::new(width, h.unwrap_or(natural));
        let outer = diameter / 2.0;
        let (center, corner) = if is_beside {
            let left = (width - diameter - space - legend.width) / 2.0;
            let center = Point::new(left + outer, size.height / 2.0);
            (center, Point::new(left + diameter + space, (size.height - legend.height) / 2.0))
        } else {
            let top = (size.height - natural) / 2.0;
            let corner = Point::new((width - legend.width) / 2.0, top + diameter + space);
            (Point::new(width / 2.0, top + outer), corner)
        };
        // The circle stands where reading begins.
        let flips = sheet.rtl && is_beside;
        let center = if flips { Point::new(width - center.x, center.y) } else { center };
        let corner = if flips { Point::new(width - corner.x - legend.width, corner.y) } else { corner };
        let inner = if sheet.chart.chart == ChartKind::Donut { HOLE * outer } else { 0.0 };
        Self { size, center, outer, inner, corner }
    }
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

fn slices(sheet: &Sheet, values: &[f64], percentages: &[u32], place: &Place, cx: &mut Context) -> Vec<Slice> {
    let &Place { center, outer, inner, .. } = place;
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
            let angle = angle(f64::midpoint(start, end), sheet.rtl);
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
    place: &Place,
    cx: &mut Context,
) -> Vec<(Label, Point)> {
    let &Place { center, inner, .. } = place;
    if !sheet.chart.values || inner <= 0.0 {
        return Vec::new();
    }
    let highlight = (0..values.len()).find(|index| sheet.stands_out(*index) == Some(true));
    let unit = sheet.chart.unit.trim();
    let (figure, below) = match highlight {
        Some(index) => (format!("{}%", percentages[index]), Some(sheet.points[index].label.clone())),
        None if unit.is_empty() || unit == "%" => return Vec::new(),
        None => {
            let sum = values.iter().sum();
            let whole = sheet.style.text(sum);
            let Style { prefix, suffix, .. } = sheet.style.clone();
            let short = Style { prefix, suffix, ..Style::for_values(NumberFormat::Compact, &[sum]) };
            (if whole.chars().count() <= SHORT { whole } else { short.text(sum) }, None)
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

impl Slices {
    /// A slice of the circle with straight, parallel gaps to its neighbours.
    fn path(&self, from: f64, to: f64) -> BezPath {
        let Place { center, outer, inner, .. } = self.place;
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
            let turn = start + sweep - cut;
            path.push(PathEl::LineTo(center + inner * Vec2::from_angle(turn)));
            path.extend(Curve::new(center, (inner, inner), turn, 2.0 * cut - sweep, 0.0).append_iter(0.05));
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
                    path.apply_affine(Affine::new([-1.0, 0.0, 0.0, 1.0, 2.0 * self.place.center.x, 0.0]));
                }
                pieces.push(Piece::new(PieceRole::Mark, vec![Ink::fill(path, slice.color)]));
            }
        }
        for slice in &self.slices {
            let opacity = reached(slice.to, share);
            let label = slice.label.as_ref().filter(|_| opacity > 0.0);
            pieces.extend(label.map(|(label, at)| label.piece(*at, opacity)));
        }
        pieces.extend(self.middle.iter().map(|(label, at)| label.piece(*at, share)));
        pieces.extend(self.legend.iter().cloned());
        pieces
    }
}
