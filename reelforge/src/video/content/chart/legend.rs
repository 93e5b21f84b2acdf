//! What the slices of a circle are: a dot, a name and, where it is needed, a figure each.

use kurbo::{Circle, Point, Shape, Size};

use super::sheet::Sheet;
use super::{float, note_cut};
use crate::video::content::Context;
use crate::video::content::label::{Label, Type};
use crate::video::ink::{Ink, Piece, Rgba, Role as PieceRole};
use crate::video::layout::Measure;
use crate::video::project::model::element::TextAlign;

/// Diameter of a dot and the space behind it, as parts of the size of labels.
const DOT: f64 = 0.62;
const SPACE: f64 = 0.55;
/// Space between two rows, as a part of the size of labels.
const BETWEEN: f64 = 0.4;

/// What stands behind the names.
pub(super) enum Figures<'a> {
    /// Nothing.
    None,
    /// The values.
    Values,
    /// Parts of the whole.
    Percentages(&'a [u32]),
}

/// A legend that is set.
pub(super) struct Legend {
    /// Its size.
    pub(super) size: Size,
    names: Vec<Label>,
    figures: Vec<Label>,
    row: f64,
    name_width: f64,
}

impl Legend {
    pub(super) fn new(sheet: &Sheet, figures: &Figures, width: f64, cx: &mut Context) -> Self {
        let em = sheet.label.size;
        let text = |index: usize| match figures {
            Figures::None => String::new(),
            Figures::Values => sheet.style.text(sheet.points[index].value),
            Figures::Percentages(parts) => format!("{}%", parts[index]),
        };
        let count = if matches!(figures, Figures::None) { 0 } else { sheet.points.len() };
        let look = |index: usize| Type { size: em, ..sheet.value_type(index) };
        let figures: Vec<Label> =
            (0..count).map(|index| look(index).set(cx, &text(index), None, Some(TextAlign::Left))).collect();
        let figure_width = figures.iter().map(|label| label.size().width).fold(0.0, f64::max);
        let figure_room = if figure_width > 0.0 { figure_width + 2.0 * SPACE * em } else { 0.0 };
        let beside = (DOT + SPACE) * em + figure_room;
        let align = if sheet.rtl { TextAlign::Right } else { TextAlign::Left };
        let most = (0.62 * width).min(width - beside).max(em);
        let names = sheet.labels(cx, most, 1, align);
        let name_width = names.iter().map(|label| label.size().width).fold(0.0, f64::max);
        let height = names.iter().chain(&figures).map(|label| label.size().height).fold(0.0, f64::max);
        let row = height + BETWEEN * em;
        let size = Size::new(beside + name_width, row * float(names.len()) - BETWEEN * em);
        Self { size, names, figures, row, name_width }
    }

    /// Its pieces with its left upper corner at a point. `colors` are those of the slices.
    pub(super) fn place(
        self,
        sheet: &Sheet,
        corner: Point,
        colors: &[Rgba],
        measure: &mut Measure,
    ) -> Vec<Piece> {
        let em = sheet.label.size;
        let mirror = |x: f64, width: f64| corner.x + if sheet.rtl { self.size.width - x - width } else { x };
        let mut pieces = Vec::new();
        for (index, (name, color)) in self.names.iter().zip(colors).enumerate() {
            let middle = corner.y + self.row * float(index) + name.size().height / 2.0;
            let radius = DOT * em / 2.0;
            let dot = Circle::new((mirror(0.0, 2.0 * radius) + radius, middle), radius).to_path(0.05);
            pieces.push(Piece::new(PieceRole::Mark, vec![Ink::fill(dot, *color)]));
            let mut put = |label: &Label, x: f64| {
                let Size { width, height } = label.size();
                let at = Point::new(mirror(x, width), middle - height / 2.0);
                label.note(at, measure);
                pieces.push(label.piece(at, 1.0));
            };
            put(name, (DOT + SPACE) * em);
            if let Some(figure) = self.figures.get(index) {
                put(figure, self.size.width - figure.size().width);
            }
        }
        note_cut(&self.names, self.name_width, measure);
        pieces
    }
}
