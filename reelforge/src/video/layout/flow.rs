//! The flow: elements one below the other, side by side, or in columns.

use std::ops::Range;

use kurbo::{Point, Rect, Size, Vec2};

use super::fit::fit;
use super::make::{Made, Maker, Placed};
use super::part::Part;
use super::place::extent;
use crate::video::content::Room;
use crate::video::project::model::element::TextAlign;
use crate::video::project::model::{Align, Justify, LayoutKind, Length};

/// How elements flow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flow {
    pub(super) kind: LayoutKind,
    pub(super) columns: usize,
    pub(super) gap: f64,
    pub(super) align: Align,
    pub(super) justify: Justify,
}

/// What elements flow in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Space {
    /// Its width, or the most it may have.
    pub(super) w: f64,
    /// Its height, or the most it may have.
    pub(super) h: f64,
    /// Whether it has that width, whatever is in it.
    pub(super) has_w: bool,
    /// Whether it has that height, whatever is in it.
    pub(super) has_h: bool,
    /// The size of what it is in; see [`Room::ground`].
    pub(super) ground: Size,
}

/// Elements in the flow.
#[derive(Debug, Default)]
pub(super) struct Flowed {
    /// The elements, relative to the space.
    pub(super) placed: Vec<Placed>,
    /// What they fill together.
    pub(super) size: Size,
    /// Pixels that the space lacks.
    pub(super) overflow: Size,
}

/// An element on its way to its place.
#[derive(Debug)]
pub(super) struct Cell {
    /// Its index in the scene or group.
    pub(super) index: usize,
    pub(super) room: Room,
    pub(super) made: Made,
}

/// Elements that stand side by side.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) cells: Range<usize>,
    pub(super) h: f64,
}

pub(super) fn flow(
    maker: &mut Maker<'_>,
    parts: &[Part<'_>],
    members: Vec<usize>,
    style: Flow,
    space: Space,
) -> Flowed {
    if members.is_empty() {
        return Flowed::default();
    }
    let mut flowing = Flowing { maker, parts, style, space, columns: style.columns(members.len()) };
    let mut cells = flowing.natural(members);
    if style.kind == LayoutKind::Row {
        flowing.share(&mut cells);
    }
    let width = flowing.stretch_across(&mut cells);
    let mut lines = flowing.lines(&cells);
    fit(&mut flowing, &mut cells, &mut lines);
    flowing.stretch_down(&mut cells, &mut lines);
    flowing.place(cells, &lines, width)
}

pub(super) struct Flowing<'m, 'a, 'p, 'e> {
    maker: &'m mut Maker<'a>,
    pub(super) parts: &'p [Part<'e>],
    pub(super) style: Flow,
    pub(super) space: Space,
    columns: usize,
}

impl Flow {
    /// How many elements stand side by side.
    fn columns(&self, members: usize) -> usize {
        match self.kind {
            LayoutKind::Stack | LayoutKind::Free => 1,
            LayoutKind::Row => members,
            LayoutKind::Grid => self.columns,
        }
    }

    /// How the lines of texts stand.
    fn text_align(&self) -> Option<TextAlign> {
        match self.align {
            // In a row this is the place from top to bottom.
            _ if self.kind == LayoutKind::Row => None,
            Align::Start | Align::Stretch => None,
            Align::Center => Some(TextAlign::Center),
            Align::End => Some(TextAlign::Right),
        }
    }
}

impl Flowing<'_, '_, '_, '_> {
    /// Makes an element again, in another room. False when there were too many of those already.
    pub(super) fn remake(&mut self, cell: &mut Cell, room: Room) -> bool {
        let part = &self.parts[cell.index];
        let Some(patience) = self.maker.patience.checked_sub(part.count) else { return false };
        self.maker.patience = patience;
        cell.room = room;
        cell.made = self.maker.make(part, room, self.style.text_align());
        true
    }

    /// The width of a column.
    fn column(&self) -> f64 {
        match self.style.kind {
            LayoutKind::Grid => {
                let gaps = self.style.gap * count(self.columns - 1);
                ((self.space.w - gaps) / count(self.columns)).max(0.0)
            }
            _ => self.space.w,
        }
    }

    /// The elements as large as they like to be.
    fn natural(&mut self, members: Vec<usize>) -> Vec<Cell> {
        let column = self.column();
        let stretches = self.style.align == Align::Stretch;
        let (is_row, space) = (self.style.kind == LayoutKind::Row, self.space);
        let fill_w = (stretches && !is_row && space.has_w).then_some(column);
        let fill_h = (stretches && is_row && space.has_h).then_some(space.h);
        let mut cells = Vec::with_capacity(members.len());
        for index in members {
            let part = &self.parts[index];
            let common = &part.element.common;
            let room = Room {
                w: common.w.map(|w| extent(w, column)).or(fill_w),
                h: common.h.map(|h| extent(h, space.h)).or(fill_h),
                max_w: column,
                max_h: space.h,
                ground: space.ground,
            };
            let made = self.maker.make(part, room, self.style.text_align());
            cells.push(Cell { index, room, made });
        }
        cells
    }

    /// Makes the elements of a row narrower, when they need more than there is: those that need least keep their
    /// width, the others share the rest.
    fn share(&mut self, cells: &mut [Cell]) {
        let gaps = self.style.gap * count(cells.len() - 1);
        let is_rigid = |cell: &Cell| matches!(self.parts[cell.index].element.common.w, Some(Length::Px(_)));
        let rigid: f64 = cells.iter().filter(|cell| is_rigid(cell)).map(|cell| cell.made.size.width).sum();
        let mut left = (self.space.w - gaps - rigid).max(0.0);
        let mut soft: Vec<usize> = (0..cells.len()).filter(|index| !is_rigid(&cells[*index])).collect();
        soft.sort_by(|a, b| cells[*a].made.size.width.total_cmp(&cells[*b].made.size.width));
        for (place, index) in soft.iter().enumerate() {
            let share = left / count(soft.len() - place);
            let cell = &mut cells[*index];
            if cell.made.size.width > share + 0.5 {
                let room = Room { w: cell.room.w.map(|w| w.min(share)), max_w: share, ..cell.room };
                self.remake(cell, room);
            }
            left = (left - cell.made.size.width.min(share)).max(0.0);
        }
    }

    /// Gives elements their column's width, where the space takes its width from them. The width of a column.
    fn stretch_across(&mut self, cells: &mut [Cell]) -> f64 {
        if self.space.has_w || self.style.kind == LayoutKind::Row {
            return self.column();
        }
        let widest = cells.iter().map(|cell| cell.made.size.width).fold(0.0, f64::max);
        if self.style.align == Align::Stretch {
            for cell in cells {
                if cell.room.w.is_none() && cell.made.size.width < widest {
                    let room = Room { w: Some(widest), ..cell.room };
                    self.remake(cell, room);
                }
            }
        }
        widest
    }

    fn lines(&self, cells: &[Cell]) -> Vec<Line> {
        let starts = (0..cells.len()).step_by(self.columns);
        let line = |start: usize| {
            let cells_of = start..(start + self.columns).min(cells.len());
            Line { h: height(&cells[cells_of.clone()]), cells: cells_of }
        };
        starts.map(line).collect()
    }

    /// Gives elements that stand side by side the same height, where they stretch.
    fn stretch_down(&mut self, cells: &mut [Cell], lines: &mut [Line]) {
        let is_side_by_side = matches!(self.style.kind, LayoutKind::Row | LayoutKind::Grid);
        if self.style.align != Align::Stretch || !is_side_by_side {
            return;
        }
        for line in lines {
            for cell in &mut cells[line.cells.clone()] {
                if cell.room.h.is_none() && cell.made.size.height < line.h {
                    let room = Room { h: Some(line.h), ..cell.room };
                    self.remake(cell, room);
                }
            }
        }
    }

    /// Pixels that lines and gaps need together.
    pub(super) fn total(&self, lines: &[Line]) -> f64 {
        lines.iter().map(|line| line.h).sum::<f64>() + self.style.gap * count(lines.len() - 1)
    }

    fn place(self, cells: Vec<Cell>, lines: &[Line], column: f64) -> Flowed {
        let Flow { kind, gap, align, justify, .. } = self.style;
        let is_row = kind == LayoutKind::Row;
        let widths = |line: &Line| -> f64 {
            let each = cells[line.cells.clone()].iter().map(|cell| cell.made.size.width);
            each.sum::<f64>() + gap * count(line.cells.len() - 1)
        };
        let needed = Size::new(
            match kind {
                LayoutKind::Row => lines.iter().map(widths).fold(0.0, f64::max),
                LayoutKind::Grid => {
                    let excess = cells.iter().map(|cell| cell.made.size.width - column).fold(0.0, f64::max);
                    column * count(self.columns) + gap * count(self.columns - 1) + excess
                }
                LayoutKind::Stack | LayoutKind::Free => {
                    cells.iter().map(|cell| cell.made.size.width).fold(0.0, f64::max)
                }
            },
            self.total(lines),
        );
        let size = Size::new(
            if self.space.has_w { self.space.w } else { needed.width },
            if self.space.has_h { self.space.h } else { needed.height },
        );
        let across = spread(justify, if is_row { size.width - needed.width } else { 0.0 }, cells.len());
        let down = spread(justify, if is_row { 0.0 } else { size.height - needed.height }, lines.len());
        let mut placed = Vec::with_capacity(cells.len());
        let mut cells = cells.into_iter();
        let mut y = down.0;
        for line in lines {
            let mut x = across.0;
            // The only line of a row is as high as the space.
            let h = if is_row { size.height } else { line.h };
            for cell in cells.by_ref().take(line.cells.len()) {
                let own = cell.made.size;
                let w = match kind {
                    LayoutKind::Row => own.width,
                    LayoutKind::Grid => column,
                    LayoutKind::Stack | LayoutKind::Free => size.width,
                };
                let aligned = Point::new(
                    x + if is_row { 0.0 } else { part_before(align) * (w - own.width) },
                    y + match kind {
                        LayoutKind::Row | LayoutKind::Grid => part_before(align) * (h - own.height).max(0.0),
                        LayoutKind::Stack | LayoutKind::Free => 0.0,
                    },
                );
                // On whole pixels edges are sharp.
                let rect = Rect::from_origin_size(aligned.round(), own);
                let offset = Vec2::ZERO;
                placed.push(Placed { index: cell.index, rect, offset, in_flow: true, made: cell.made });
                x += w + gap + across.1;
            }
            y += line.h + gap + down.1;
        }
        let lacks = |needed: f64, has: f64| if needed > has + 0.5 { needed - has } else { 0.0 };
        let overflow = Size::new(lacks(needed.width, self.space.w), lacks(needed.height, self.space.h));
        Flowed { placed, size, overflow }
    }
}

/// Pixels before the first of some things, and pixels between two more than their gap.
fn spread(justify: Justify, free: f64, things: usize) -> (f64, f64) {
    // What does not fit begins at the start, where it is read from.
    let free = free.max(0.0);
    match justify {
        Justify::Start => (0.0, 0.0),
        Justify::Center => (free / 2.0, 0.0),
        Justify::End => (free, 0.0),
        // One thing has nothing to keep away from.
        Justify::Between if things < 2 => (free / 2.0, 0.0),
        Justify::Between => (0.0, free / count(things - 1)),
    }
}

/// How much of the free room lies before a thing.
fn part_before(align: Align) -> f64 {
    match align {
        Align::Start | Align::Stretch => 0.0,
        Align::Center => 0.5,
        Align::End => 1.0,
    }
}

/// The height of elements side by side.
pub(super) fn height(cells: &[Cell]) -> f64 {
    cells.iter().map(|cell| cell.made.size.height).fold(0.0, f64::max)
}

#[expect(clippy::cast_precision_loss, reason = "elements are few")]
pub(super) fn count(things: usize) -> f64 {
    things as f64
}
