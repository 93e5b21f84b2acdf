//! A number that counts up or down, with a label below it.

use std::sync::Arc;

use kurbo::{Point, Size, Vec2};

use super::label::{Label, Type, ease_out, note, readable};
use super::number;
use super::style::{Asked, Style};
use super::{Built, Context, Room};
use crate::video::ink::{Piece, Pieces, Rgba};
use crate::video::layout::{Body, Clock, Live, Measure, Overflow};
use crate::video::project::model::Auto;
use crate::video::project::model::By;
use crate::video::project::model::element::{Counter, Role, TextAlign};
use crate::video::text::SetText;

/// Most texts that one number is shown as.
const MAX_STEPS: f64 = 120.0;
/// Space between number and label, as a part of the label's size.
const LABEL_GAP: f64 = 0.25;

/// Makes a counter.
pub fn build(counter: &Counter, room: &Room, cx: &mut Context) -> Built {
    let style = Style::of(&counter.style, cx);
    let pad = style.pad();
    let align = style.align.or(cx.align).unwrap_or(TextAlign::Center);
    let most = (room.w.unwrap_or(room.max_w) - 2.0 * pad.width).max(1.0);

    let seconds = cx.paced(counter.count);
    let texts = Texts::of(counter, seconds, cx.fps);
    let set = |text: &str, px: f64, cx: &mut Context| {
        let asked = Asked {
            px,
            max_width: None,
            align: Some(TextAlign::Left),
            by: By::Element,
            marks: false,
            tabular: true,
        };
        style.set(cx, text, asked)
    };
    // Digits have one width, so the longest text is the widest but for its signs.
    let sample = texts.distinct.iter().map(|text| set(text, style.size, cx).size.width).fold(1.0, f64::max);
    let fitting = style.size * most / sample;
    let px = fitting.clamp(style.least, style.size);
    let numbers: Vec<SetText> = texts.distinct.iter().map(|text| set(text, px, cx)).collect();
    let reserved = numbers.iter().fold(Size::ZERO, |size, number| {
        Size::new(size.width.max(number.size.width), size.height.max(number.size.height))
    });
    let label = counter.label.as_deref().filter(|label| !label.trim().is_empty());
    let label = label.map(|text| set_label(text, px, most, align, cx));

    let mut inner = reserved;
    if let Some(label) = &label {
        inner.width = inner.width.max(label.size().width);
        inner.height += LABEL_GAP * label.px() + label.size().height;
    }
    let natural = inner + 2.0 * pad;
    let size = Size::new(room.w.unwrap_or(natural.width), room.h.unwrap_or(natural.height));
    let top = pad.height + ((size.height - natural.height) / 2.0).max(0.0);
    let left = |width: f64| {
        let spare = size.width - 2.0 * pad.width - width;
        pad.width
            + match align {
                TextAlign::Left => 0.0,
                TextAlign::Center => spare / 2.0,
                TextAlign::Right => spare,
            }
    };

    let mut measure = style.measure();
    let mut below: Vec<Piece> = style.panel(size).into_iter().collect();
    if let Some(label) = &label {
        let at = Point::new(left(label.size().width), top + reserved.height + LABEL_GAP * label.px());
        below.push(label.piece(at, 1.0).order(1));
        label.note(at, &mut measure);
    }
    // The number is read first.
    let last = texts.steps.last().copied().unwrap_or(0);
    let mut first = style.measure();
    note(
        &numbers[last],
        &texts.distinct[last],
        px,
        Vec2::new(left(numbers[last].size.width), top),
        &mut first,
    );
    let measure = joined(first, measure);
    let overflow = (reserved.width > most + 1.0).then(|| Overflow {
        width: reserved.width - most,
        fitting_px: (fitting >= readable(cx)).then_some(fitting),
        ..Overflow::default()
    });

    let pieces = |number: &SetText| -> Pieces {
        let by = Vec2::new(left(number.size.width), top);
        let number = number.pieces.iter().map(|piece| piece.clone().shifted(by));
        below.iter().cloned().chain(number).collect()
    };
    let shown: Vec<Pieces> = numbers.iter().map(pieces).collect();
    let body = if texts.steps.len() > 1 {
        Body::Live(Arc::new(Counting { shown, steps: texts.steps, seconds }))
    } else {
        Body::Still(Arc::clone(&shown[last]))
    };
    Built { size, body, measure: Measure { overflow, ..measure } }
}

/// The label, in the size of labels but never larger than the number.
fn set_label(text: &str, px: f64, most: f64, align: TextAlign, cx: &mut Context) -> Label {
    let (font, weight) = cx.look.role_font(Role::Label);
    let look = Type {
        font,
        weight,
        size: cx.look.size(Role::Label).min(px),
        line_height: 1.2,
        color: cx.look.token("muted").unwrap_or(Rgba::WHITE),
        tabular: false,
    };
    look.set(cx, text, Some(most), Some(align))
}

/// Two measures as one, the first one's text in front.
fn joined(first: Measure, second: Measure) -> Measure {
    let mut joined = first;
    if !second.text.is_empty() {
        joined.text = format!("{}\n{}", joined.text, second.text);
        joined.font_px = joined.font_px.min(second.font_px);
    }
    joined.lines.extend(second.lines);
    joined.missing.extend(second.missing);
    joined.fallbacks.extend(second.fallbacks);
    joined.nearest_weight = joined.nearest_weight.or(second.nearest_weight);
    joined
}

/// What a counter says, from its beginning to its end.
struct Texts {
    /// Every text once, as they come.
    distinct: Vec<String>,
    /// The index of each step's text; steps are evenly spaced over the time that it counts.
    steps: Vec<usize>,
}

impl Texts {
    fn of(counter: &Counter, seconds: f64, fps: u32) -> Self {
        let mut style = number::Style::for_values(counter.format, &[counter.to]);
        if let Auto::Value(decimals) = counter.decimals {
            style.decimals = usize::try_from(decimals).unwrap_or(0).min(6);
            style.exact = true;
        }
        style.prefix.clone_from(&counter.prefix);
        style.suffix.clone_from(&counter.suffix);
        let moves = seconds > 0.0 && counter.from.to_bits() != counter.to.to_bits();
        let steps = if moves { (seconds * f64::from(fps)).ceil().clamp(1.0, MAX_STEPS) } else { 0.0 };
        let mut texts = Self { distinct: Vec::new(), steps: Vec::new() };
        let mut step = 0.0;
        while step < steps {
            let value = counter.from + (counter.to - counter.from) * ease_out(step / steps);
            texts.push(style.text(value));
            step += 1.0;
        }
        texts.push(style.text(counter.to));
        texts
    }

    fn push(&mut self, text: String) {
        let known = self.distinct.iter().rposition(|known| *known == text);
        self.steps.push(known.unwrap_or(self.distinct.len()));
        if known.is_none() {
            self.distinct.push(text);
        }
    }
}

/// A number on its way.
struct Counting {
    shown: Vec<Pieces>,
    steps: Vec<usize>,
    seconds: f64,
}

impl Live for Counting {
    fn pieces(&self, clock: &Clock) -> Pieces {
        let last = self.steps.len() - 1;
        #[expect(clippy::cast_precision_loss, reason = "at most 121 steps")]
        let step = (clock.since.max(0.0) / self.seconds * last as f64 + 1e-6).floor();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0")]
        let step = (step as usize).min(last);
        Arc::clone(&self.shown[self.steps[step]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::video::project::model::element::NumberFormat;

    fn texts(counter: &Counter) -> Vec<String> {
        let texts = Texts::of(counter, counter.count, 10);
        texts.steps.iter().map(|step| texts.distinct[*step].clone()).collect()
    }

    #[test]
    fn it_counts_fast_at_first_and_ends_where_it_should() {
        let all = texts(&Counter {
            to: 40.0,
            prefix: "+".into(),
            suffix: "%".into(),
            count: 1.0,
            ..Counter::default()
        });
        let want = ["+0%", "+11%", "+20%", "+26%", "+31%", "+35%", "+37%", "+39%", "+40%", "+40%", "+40%"];
        assert_eq!(all, want);
    }

    #[test]
    fn it_counts_down_through_zero() {
        let all = texts(&Counter { from: 1.0, to: -1.0, count: 0.4, ..Counter::default() });
        assert_eq!(all, ["1", "0", "−1", "−1", "−1"], "and 0 has no sign");
        let all = texts(&Counter { from: -0.2, to: 0.5, count: 0.2, ..Counter::default() });
        assert_eq!(all, ["−0.2", "0.4", "0.5"], "as precise as its end");
    }

    #[test]
    fn steps_and_texts_are_bounded() {
        let long = Texts::of(&Counter { to: 1e15, ..Counter::default() }, 600.0, 60);
        assert_eq!(long.steps.len(), 121);
        let few = Texts::of(&Counter { to: 2.0, ..Counter::default() }, 3.0, 30);
        assert_eq!((few.steps.len(), few.distinct.len()), (91, 3), "each text is set once");
        let format = NumberFormat::Compact;
        let short = Texts::of(&Counter { to: 3_400_000.0, format, ..Counter::default() }, 1.0, 30);
        assert_eq!(short.distinct.last().map(String::as_str), Some("3.4M"));
    }
}
