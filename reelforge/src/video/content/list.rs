//! A list of short texts that appear one after the other.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Circle, Point, Rect, Shape, Size, Vec2};

use super::label::{Label, Type, ease_out, note, readable};
use super::style::{Asked, Style};
use super::{Built, Context, Room};
use crate::video::ink::{Ink, Paint, Piece, Pieces, Rgba, Role as PieceRole};
use crate::video::layout::{Body, Clock, Live, Overflow, PartState};
use crate::video::project::model::By;
use crate::video::project::model::element::{List, Marker, TextAlign, TextFit};
use crate::video::text::SetText;

/// Seconds that an item takes to appear.
const APPEARS: f64 = 0.35;
/// How far an item rises while it appears, in ems.
const RISE: f64 = 0.6;
/// Sizes of markers and the space behind them, in ems.
const BULLET: f64 = 0.3;
const CHECK: f64 = 0.68;
const SPACE: f64 = 0.55;
/// Half the height of capital letters, in ems: markers stand in their middle.
const MIDDLE: f64 = 0.36;
/// By how much the text gets smaller with each try.
const SMALLER: f64 = 0.96;

/// Makes a list.
pub fn build(list: &List, room: &Room, cx: &mut Context) -> Built {
    let style = Style::of(&list.style, cx);
    let pad = style.pad();
    let most = Size::new(
        (room.w.unwrap_or(room.max_w) - 2.0 * pad.width).max(1.0),
        (room.h.unwrap_or(room.max_h) - 2.0 * pad.height).max(1.0),
    );
    let gap = list.gap.unwrap_or(cx.look.gap);
    let mut sheet = Sheet { list, style, gap, most, rtl: false };
    sheet.rtl = sheet.is_rtl(cx);

    // All items together get smaller, so that they look alike.
    let (px, overflow) = sheet.fit(sheet.style.least, cx);
    let readable = readable(cx);
    let overflow = overflow.map(|missing| {
        let smaller = (readable < px).then(|| sheet.fit(readable, cx));
        let fitting_px = smaller.filter(|(_, missing)| missing.is_none()).map(|(px, _)| px);
        Overflow { fitting_px, ..missing }
    });
    let set = sheet.set(px, cx.by, cx);

    let natural = set.size + 2.0 * pad;
    let size = Size::new(room.w.unwrap_or(natural.width), room.h.unwrap_or(natural.height));
    let top = pad.height + ((size.height - natural.height) / 2.0).max(0.0);
    let inner = size.width - 2.0 * pad.width;

    let mut measure = sheet.style.measure();
    measure.overflow = overflow;
    let mut pieces: Vec<Piece> = sheet.style.panel(size).into_iter().collect();
    let mut owners: Vec<Option<usize>> = vec![None; pieces.len()];
    let mut order = 0;
    let mut y = top;
    for (index, item) in set.items.iter().enumerate() {
        let x = sheet.text_x(item.size.width, set.indent, inner) + pad.width;
        if let Some(marker) = sheet.marker(index, px, item.baseline + y, set.indent, cx) {
            let left = pad.width + if sheet.rtl { inner - set.indent } else { 0.0 };
            pieces.push(marker.shifted(Vec2::new(left, 0.0)).order(order));
        }
        let letters = item.pieces.iter().map(|piece| {
            let piece = piece.clone().shifted(Vec2::new(x, y));
            let order = order + piece.order;
            piece.order(order)
        });
        pieces.extend(letters);
        order = pieces.last().map_or(0, |piece| piece.order) + 1;
        owners.resize(pieces.len(), Some(index));
        note(item, &sheet.style.plain(&list.items[index]), px, Vec2::new(x, y), &mut measure);
        y += item.size.height + gap;
    }

    let times = times(list, cx);
    let pieces: Pieces = pieces.into();
    if times.iter().all(|time| *time <= 0.0) {
        return Built { size, body: Body::Still(pieces), measure };
    }
    let begins =
        owners.into_iter().map(|owner| owner.and_then(|index| times.get(index).copied()).unwrap_or(0.0));
    let live = Appearing { pieces, begins: begins.collect(), rise: RISE * px };
    Built { size, body: Body::Live(Arc::new(live)), measure }
}

/// Seconds after which each item appears.
fn times(list: &List, cx: &Context) -> Vec<f64> {
    let given = list.item_at.as_deref().unwrap_or_default();
    let mut times: Vec<f64> = Vec::new();
    for index in 0..list.items.len() {
        let next = times.last().map_or(0.0, |last| last + list.stagger);
        times.push(given.get(index).and_then(|time| (cx.time)(time)).unwrap_or(next));
    }
    times
}

/// A list that is ready to be set in any size.
struct Sheet<'a> {
    list: &'a List,
    style: Style,
    gap: f64,
    most: Size,
    rtl: bool,
}

/// A list in a size.
struct Set {
    items: Vec<SetText>,
    /// Width of the markers with the space behind them.
    indent: f64,
    size: Size,
    /// Width of the longest part that cannot wrap, with the indent.
    widest: f64,
}

impl Set {
    /// What does not fit.
    fn overflow(&self, sheet: &Sheet) -> Option<Overflow> {
        let width = (self.widest.max(self.size.width) - sheet.most.width).max(0.0);
        let height = (self.size.height - sheet.most.height).max(0.0);
        let most = sheet.style.max_lines.unwrap_or(usize::MAX);
        let lines = self.items.iter().map(|item| item.lines.len().saturating_sub(most)).sum::<usize>();
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        (width > 1.0 || height > 1.0 || lines > 0).then_some(Overflow {
            width,
            height,
            lines,
            fitting_px: None,
        })
    }
}

impl Sheet<'_> {
    /// Whether the first item is read from right to left.
    fn is_rtl(&self, cx: &mut Context) -> bool {
        let asked = Asked { max_width: None, align: None, ..self.asked(self.style.size, By::Element) };
        let first = self.list.items.first().map(String::as_str).unwrap_or_default();
        self.style.set(cx, first, asked).align == TextAlign::Right
    }

    /// The largest size down to `least` in which all fits, and what does not fit in that one.
    fn fit(&self, least: f64, cx: &mut Context) -> (f64, Option<Overflow>) {
        let mut px = self.style.size;
        loop {
            let overflow = self.set(px, By::Element, cx).overflow(self);
            if overflow.is_none() || px <= least {
                return (px, overflow);
            }
            px = (px * SMALLER).max(least);
        }
    }

    fn asked(&self, px: f64, by: By) -> Asked {
        let start = if self.rtl { TextAlign::Right } else { TextAlign::Left };
        Asked {
            px,
            max_width: None,
            align: Some(self.style.align.unwrap_or(start)),
            by,
            marks: true,
            tabular: false,
        }
    }

    fn set(&self, px: f64, by: By, cx: &mut Context) -> Set {
        let indent = self.indent(px, cx);
        let width = (self.most.width - indent).max(1.0);
        let max_width = (self.style.fit != TextFit::None).then_some(width);
        let asked = Asked { max_width, ..self.asked(px, by) };
        let items: Vec<SetText> =
            self.list.items.iter().map(|item| self.style.set(cx, item, asked)).collect();
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let height: f64 = items.iter().map(|item| item.size.height).sum();
        let widest = |of: fn(&SetText) -> f64| items.iter().map(of).fold(0.0, f64::max);
        let size = Size::new(
            indent + widest(|item| item.size.width),
            height + self.gap * f64::from(count.saturating_sub(1)),
        );
        Set { indent, size, widest: indent + widest(|item| item.widest_part), items }
    }

    fn indent(&self, px: f64, cx: &mut Context) -> f64 {
        let marker = match self.list.marker {
            Marker::None => return 0.0,
            Marker::Bullet => BULLET * px,
            Marker::Check => CHECK * px,
            Marker::Number => self.number(self.list.items.len(), px, cx).size().width,
        };
        marker + SPACE * px
    }

    fn number(&self, number: usize, px: f64, cx: &mut Context) -> Label {
        let look = Type {
            font: self.style.font,
            weight: self.style.weight.max(700),
            size: px,
            line_height: 1.15,
            color: self.accent(cx),
            tabular: true,
        };
        look.set(cx, &number.to_string(), None, Some(TextAlign::Left))
    }

    fn accent(&self, cx: &Context) -> Rgba {
        cx.look.token("accent").unwrap_or(self.style.color)
    }

    /// Left edge of an item's text, from the left edge of the list.
    fn text_x(&self, width: f64, indent: f64, inner: f64) -> f64 {
        let spare = inner - indent - width;
        let start = if self.rtl { 0.0 } else { indent };
        let align = self.style.align.unwrap_or(if self.rtl { TextAlign::Right } else { TextAlign::Left });
        start
            + match align {
                TextAlign::Left => 0.0,
                TextAlign::Center => spare / 2.0,
                TextAlign::Right => spare,
            }
    }

    /// The marker before an item, in a column as wide as the indent that begins at 0.
    fn marker(&self, index: usize, px: f64, base: f64, indent: f64, cx: &mut Context) -> Option<Piece> {
        let column = indent - SPACE * px;
        let middle = base - MIDDLE * px;
        let left = if self.rtl { SPACE * px } else { 0.0 };
        match self.list.marker {
            Marker::None => None,
            Marker::Bullet => {
                let center = Point::new(left + column / 2.0, middle);
                let dot = Circle::new(center, BULLET * px / 2.0).to_path(0.05);
                Some(Piece::new(PieceRole::Mark, vec![Ink::fill(dot, self.accent(cx))]))
            }
            Marker::Check => {
                let side = CHECK * px;
                let rect = Rect::from_center_size((left + side / 2.0, middle), (side, side));
                Some(Piece::new(PieceRole::Mark, vec![tick(rect, 0.14 * px, self.accent(cx))]))
            }
            Marker::Number => {
                let label = self.number(index + 1, px, cx);
                let x = left + column - label.size().width;
                Some(label.piece(Point::new(x, base - label.baseline()), 1.0))
            }
        }
    }
}

/// A tick that fills a square.
fn tick(rect: Rect, width: f64, color: Rgba) -> Ink {
    let at = |x: f64, y: f64| Point::new(rect.x0 + x * rect.width(), rect.y0 + y * rect.height());
    let mut path = BezPath::new();
    path.move_to(at(0.06, 0.54));
    path.line_to(at(0.38, 0.84));
    path.line_to(at(0.94, 0.16));
    Ink::Stroke { path: Arc::new(path), paint: Paint::Solid(color), width }
}

/// A list whose items appear one after the other.
struct Appearing {
    pieces: Pieces,
    /// When each piece begins to appear.
    begins: Vec<f64>,
    rise: f64,
}

impl Live for Appearing {
    fn pieces(&self, _: &Clock) -> Pieces {
        Arc::clone(&self.pieces)
    }

    fn parts(&self, clock: &Clock) -> Option<Arc<[PartState]>> {
        let state = |begin: &f64| {
            // What is there from the beginning comes with the element.
            let there = if *begin <= 0.0 { 1.0 } else { ease_out((clock.since - begin) / APPEARS) };
            let transform = Affine::translate((0.0, (1.0 - there) * self.rise));
            PartState { transform, opacity: there, ..PartState::STILL }
        };
        let is_done = self.begins.iter().all(|begin| *begin <= 0.0 || clock.since >= begin + APPEARS);
        (!is_done).then(|| self.begins.iter().map(state).collect())
    }
}
