//! Program code on a panel: coloured, with line numbers, in the largest size that fits.

mod data;
mod languages;
mod lexer;
mod markup;
mod palette;
mod typing;

use std::sync::Arc;

use kurbo::{Point, Rect, Size, Vec2};

use self::lexer::Token;
use self::palette::Palette;
use self::typing::Typing;
use super::label::{note, readable};
use super::{Built, Context, Room};
use crate::video::ink::{Ink, Paint, Piece, Rgba, Role as PieceRole};
use crate::video::layout::{Body, Measure, Overflow};
use crate::video::project::model::By;
use crate::video::project::model::element::{Code, FontRole, Role, TextAlign};
use crate::video::text::{SetText, Span, TextSpec};

/// Distance of two base lines, as a multiple of the size.
const LINE_HEIGHT: f64 = 1.5;
/// Space between code and the panel's edge, in ems.
const PAD: f64 = 1.1;
/// Space between line numbers and code, in ems.
const GUTTER: f64 = 1.0;
/// Spaces that a tab is written as.
const TAB: &str = "    ";

/// Makes a panel of code.
pub fn build(code: &Code, room: &Room, cx: &mut Context) -> Built {
    let text = code.code.replace("\r\n", "\n").replace('\t', TAB);
    let text = text.trim_end();
    let sheet = Sheet::new(code, text, cx);
    let body = cx.look.size(Role::Body);
    let least = readable(cx).min(body);

    // All lengths grow with the size, so one sample tells the size that fits.
    let sample = sheet.set(body, By::Element, cx);
    let (max_w, max_h) = (room.w.unwrap_or(room.max_w), room.h.unwrap_or(room.max_h));
    let fitting = body * (max_w / sample.size.width).min(max_h / sample.size.height);
    let px = code.size.unwrap_or_else(|| fitting.min(body).max(least));
    let set = sheet.set(px, By::Line, cx);
    let size = Size::new(room.w.unwrap_or(set.size.width), room.h.unwrap_or(set.size.height));
    let origin = set.origin + Vec2::new(0.0, ((size.height - set.size.height) / 2.0).max(0.0));

    let mut measure = Measure {
        wanted_px: code.size.unwrap_or(body),
        weight: cx.look.font(FontRole::Mono).weight,
        color: Some(sheet.palette.color(lexer::Class::Plain, None)),
        ..Measure::default()
    };
    note(&set.code, text, px, origin.to_vec2(), &mut measure);
    measure.overflow = overflow(set.size, Size::new(max_w, max_h), (fitting >= least).then_some(fitting));

    let mut below = vec![Ink::round_rect(size.to_rect(), cx.look.radius, Paint::Solid(sheet.palette.panel))];
    below.extend(sheet.bands(&set, origin, size.width));
    let mut pieces = vec![Piece::new(PieceRole::Panel, below)];
    let numbers = set.numbers.iter().flat_map(|numbers| &numbers.pieces);
    pieces.extend(numbers.map(|piece| piece.clone().shifted(Vec2::new(set.numbers_x, origin.y))));
    if !code.typing {
        pieces.extend(lines(&set.code, origin));
        return Built { size, body: Body::Still(pieces.into()), measure };
    }
    let letters = sheet.set(px, By::Char, cx);
    let still = pieces.iter().cloned().chain(lines(&set.code, origin)).collect();
    let typing = Typing::new(
        pieces,
        lines(&letters.code, origin),
        still,
        px * LINE_HEIGHT,
        sheet.palette.caret,
        cx.shown,
    );
    Built { size, body: Body::Live(Arc::new(typing)), measure }
}

/// What does not fit.
fn overflow(size: Size, room: Size, fitting_px: Option<f64>) -> Option<Overflow> {
    let width = (size.width - room.width).max(0.0);
    let height = (size.height - room.height).max(0.0);
    (width > 1.0 || height > 1.0).then_some(Overflow { width, height, lines: 0, fitting_px })
}

/// The letters of code at their place.
fn lines(set: &SetText, origin: Point) -> impl Iterator<Item = Piece> {
    set.pieces.iter().map(move |piece| piece.clone().shifted(origin.to_vec2()))
}

/// Code that is ready to be set in any size.
struct Sheet {
    spans: Vec<Span>,
    numbers: Option<Vec<Span>>,
    highlight: Vec<u32>,
    palette: Palette,
}

/// Code in a size.
struct Set {
    code: SetText,
    numbers: Option<SetText>,
    /// Left edge of the numbers.
    numbers_x: f64,
    /// Where the code begins.
    origin: Point,
    /// Size of the panel around it.
    size: Size,
    px: f64,
}

impl Sheet {
    fn new(code: &Code, text: &str, cx: &Context) -> Self {
        let palette = Palette::of(cx.look);
        let mut spans: Vec<Span> = Vec::new();
        let mut push = |text: &str, color: Rgba| match spans.last_mut() {
            // White space has no colour of its own.
            Some(last) if last.color == color || text.trim().is_empty() => last.text.push_str(text),
            _ => spans.push(Span { text: text.to_owned(), color }),
        };
        let lines = lexer::lines(text, code.lang.as_deref());
        let count = lines.len();
        let mut highlight = code.highlight.clone();
        highlight.retain(|number| usize::try_from(*number).is_ok_and(|number| number <= count));
        highlight.sort_unstable();
        highlight.dedup();
        let stands_out = |line: usize| {
            let is_in = |number: &u32| usize::try_from(*number) == Ok(line + 1);
            (!highlight.is_empty()).then(|| highlight.iter().any(is_in))
        };
        for (index, line) in lines.into_iter().enumerate() {
            if index > 0 {
                push("\n", palette.color(lexer::Class::Plain, None));
            }
            for Token { text, class } in line {
                push(text, palette.color(class, stands_out(index)));
            }
        }
        let numbers = code.numbers.then(|| {
            let number = |index: usize| {
                let end = if index + 1 == count { "" } else { "\n" };
                let color = if stands_out(index) == Some(true) { palette.caret } else { palette.number };
                Span { text: format!("{}{end}", index + 1), color }
            };
            (0..count).map(number).collect()
        });
        Self { spans, numbers, highlight, palette }
    }

    fn set(&self, px: f64, by: By, cx: &mut Context) -> Set {
        let face = cx.look.font(FontRole::Mono);
        let spec = |spans, by, align| TextSpec {
            spans,
            face,
            weight: face.weight,
            size: px,
            line_height: LINE_HEIGHT,
            align: Some(align),
            language: cx.language,
            max_width: None,
            tabular: false,
            by,
            outline: None,
            shadow: None,
        };
        let code = cx.text.set(&spec(&self.spans, by, TextAlign::Left));
        let numbers =
            self.numbers.as_ref().map(|numbers| cx.text.set(&spec(numbers, By::Element, TextAlign::Right)));
        let pad = PAD * px;
        let gutter = numbers.as_ref().map_or(0.0, |numbers| numbers.size.width + GUTTER * px);
        let size = Size::new(2.0 * pad + gutter + code.size.width, 2.0 * pad + code.size.height);
        Set { code, numbers, numbers_x: pad, origin: Point::new(pad + gutter, pad), size, px }
    }

    /// The bands behind the lines that stand out; neighbours share one.
    fn bands(&self, set: &Set, origin: Point, width: f64) -> Vec<Ink> {
        let height = set.px * LINE_HEIGHT;
        let bands = self.highlight.chunk_by(|line, next| line + 1 == *next);
        let band = |lines: &[u32]| {
            let (first, last) = (*lines.first()?, *lines.last()?);
            let rect = Rect::new(0.0, f64::from(first - 1) * height, width, f64::from(last) * height)
                + Vec2::new(0.0, origin.y);
            let edge = Rect { x1: set.px * 0.2, ..rect };
            let bar = Ink::round_rect(edge, 0.0, Paint::Solid(self.palette.caret));
            Some([Ink::round_rect(rect, 0.0, Paint::Solid(self.palette.band)), bar])
        };
        bands.filter_map(band).flatten().collect()
    }
}
