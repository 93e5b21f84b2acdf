//! How the text of an element looks, with everything decided: by its own fields, then by its role and the theme.

use kurbo::Size;

use super::Context;
use super::label::readable;
use crate::video::ink::{Ink, Paint, Piece, Rgba, Role as PieceRole};
use crate::video::layout::Measure;
use crate::video::project::model::element::{FontRole, Shadow as ShadowKind, TextAlign, TextFit, TextStyle};
use crate::video::project::model::{By, TextCase};
use crate::video::text::{Outline, SetText, Shadow, Span, TextSpec, marked, upper};

/// Width of an outline for which no width is given, in ems.
const OUTLINE: f64 = 0.12;
/// Space between text and the sides of its panel, and that above and below, in ems.
const PAD: Size = Size::new(0.64, 0.42);

/// How a text looks.
#[derive(Debug, Clone)]
pub(super) struct Style {
    /// Font of the theme.
    pub(super) font: FontRole,
    /// Weight from 100 to 1000.
    pub(super) weight: u32,
    /// The size that is asked for, in pixels per em.
    pub(super) size: f64,
    /// The smallest size that it may shrink to.
    pub(super) least: f64,
    /// Where lines stand, when the author says so.
    pub(super) align: Option<TextAlign>,
    /// Colour of plain text.
    pub(super) color: Rgba,
    /// Most lines.
    pub(super) max_lines: Option<usize>,
    /// What happens when it does not fit.
    pub(super) fit: TextFit,
    line_height: f64,
    accent: Rgba,
    /// The language whose capitals it is set in.
    upper_of: Option<String>,
    outline: Option<(Rgba, Option<f64>)>,
    shadow: ShadowKind,
    fill: Option<Rgba>,
    pad: Option<f64>,
    radius: f64,
}

impl Style {
    /// What the fields of an element mean in this project.
    pub(super) fn of(style: &TextStyle, cx: &Context) -> Self {
        let look = cx.look;
        let (font, weight) = match style.font {
            Some(font) => (font, look.font(font).weight),
            None => look.role_font(style.role),
        };
        let size = style.size.unwrap_or_else(|| look.size(style.role)).max(1.0);
        let least = if style.fit == TextFit::Shrink { readable(cx).min(size) } else { size };
        let width = Some(style.stroke_width).filter(|width| *width > 0.0);
        Self {
            font,
            weight: style.weight.unwrap_or(weight),
            size,
            least,
            align: style.align,
            color: look.color(&style.color),
            max_lines: style.max_lines.and_then(|lines| usize::try_from(lines).ok()),
            fit: style.fit,
            line_height: style.line_height,
            accent: look.token("accent").unwrap_or(Rgba::WHITE),
            upper_of: (style.case == TextCase::Upper).then(|| cx.language.to_owned()),
            outline: style.stroke.as_ref().map(|color| (look.color(color), width)),
            shadow: style.shadow,
            fill: style.fill.as_ref().map(|color| look.color(color)),
            pad: style.pad,
            radius: style.radius.unwrap_or(look.radius),
        }
    }

    /// What a text says, in its case and without the signs of its marks.
    pub(super) fn plain(&self, text: &str) -> String {
        let spans = marked(&self.cased(text), self.color, self.color);
        spans.into_iter().map(|span| span.text).collect()
    }

    fn cased(&self, text: &str) -> String {
        self.upper_of.as_ref().map_or_else(|| text.to_owned(), |language| upper(text, language))
    }

    /// Sets a text in a size; it wraps at a width.
    pub(super) fn set(&self, cx: &mut Context, text: &str, asked: Asked) -> SetText {
        let text = self.cased(text);
        let spans = if asked.marks {
            marked(&text, self.color, self.accent)
        } else {
            vec![Span { text, color: self.color }]
        };
        let px = asked.px;
        let shadow = |alpha: f64, offset: [f64; 2], sigma: f64| Shadow {
            color: Rgba::BLACK.faded(alpha),
            offset: offset.map(|part| part * px),
            sigma: sigma * px,
        };
        cx.text.set(&TextSpec {
            spans: &spans,
            face: cx.look.font(self.font),
            weight: self.weight,
            size: px,
            line_height: self.line_height,
            align: asked.align,
            language: cx.language,
            max_width: asked.max_width,
            tabular: asked.tabular,
            by: asked.by,
            outline: self
                .outline
                .map(|(color, width)| Outline { color, width: width.unwrap_or(OUTLINE * px) }),
            shadow: match self.shadow {
                ShadowKind::None => None,
                ShadowKind::Soft => Some(shadow(0.5, [0.0, 0.05], 0.09)),
                ShadowKind::Hard => Some(shadow(0.55, [0.055, 0.055], 0.0)),
            },
        })
    }

    /// Space between the text and the edges of its panel, at the sides, and above and below. None without a panel,
    /// unless the author says so.
    pub(super) fn pad(&self) -> Size {
        let default = if self.fill.is_some() { PAD * self.size } else { Size::ZERO };
        self.pad.map_or(default, |pad| Size::new(pad, pad))
    }

    /// The panel behind a text.
    pub(super) fn panel(&self, size: Size) -> Option<Piece> {
        let paint = Paint::Solid(self.fill?);
        Some(Piece::new(PieceRole::Panel, vec![Ink::round_rect(size.to_rect(), self.radius, paint)]))
    }

    /// What is known about a text before it is set.
    pub(super) fn measure(&self) -> Measure {
        Measure { wanted_px: self.size, weight: self.weight, color: Some(self.color), ..Measure::default() }
    }
}

/// What differs from one setting of a text to the next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    /// Pixels per em.
    pub(super) px: f64,
    /// Width at which lines wrap.
    pub(super) max_width: Option<f64>,
    /// Where lines stand.
    pub(super) align: Option<TextAlign>,
    /// What becomes a piece of its own.
    pub(super) by: By,
    /// Whether `==words==` are marked.
    pub(super) marks: bool,
    /// Gives all digits one width.
    pub(super) tabular: bool,
}
