//! Which cells of the canvas are taken while an element is shown.

use kurbo::{Rect, Size};

use super::rects::{Cells, maximal};

/// Cells along the shorter side: 20 px on a canvas that is 1080 px wide.
const SHORT: f64 = 54.0;

/// The canvas in square cells.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    /// Pixels of a cell.
    pub(super) cell: f64,
    pub(super) columns: usize,
    pub(super) rows: usize,
    taken: Vec<bool>,
}

impl Grid {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "about a hundred cells")]
    pub(super) fn new(canvas: Size) -> Self {
        let cell = (canvas.min_side() / SHORT).max(1.0);
        let count = |side: f64| ((side / cell + 1e-6).floor() as usize).max(1);
        let (columns, rows) = (count(canvas.width), count(canvas.height));
        Self { cell, columns, rows, taken: vec![false; columns * rows] }
    }

    /// Takes all cells that a rectangle touches.
    pub(super) fn take(&mut self, rect: Rect) {
        let (columns, rows) = self.touched(rect);
        for row in rows {
            for column in columns.clone() {
                self.taken[row * self.columns + column] = true;
            }
        }
    }

    /// Takes all cells that are not wholly inside of a rectangle.
    pub(super) fn take_outside(&mut self, rect: Rect) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let cell = self.rect(&Cells { columns: column..column + 1, rows: row..row + 1 });
                if !holds(rect, cell) {
                    self.taken[row * self.columns + column] = true;
                }
            }
        }
    }

    /// Takes one cell.
    pub(super) fn take_cell(&mut self, row: usize, column: usize) {
        self.taken[row * self.columns + column] = true;
    }

    /// The cells that a rectangle touches by more than a hair.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the grid")]
    pub(super) fn touched(&self, rect: Rect) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let first = |at: f64, count: usize| ((at / self.cell + 1e-6).floor().max(0.0) as usize).min(count);
        let last = |at: f64, count: usize| ((at / self.cell - 1e-6).ceil().max(0.0) as usize).min(count);
        (
            first(rect.x0, self.columns)..last(rect.x1, self.columns),
            first(rect.y0, self.rows)..last(rect.y1, self.rows),
        )
    }

    /// The pixels of some cells.
    #[expect(clippy::cast_precision_loss, reason = "about a hundred cells")]
    pub(super) fn rect(&self, cells: &Cells) -> Rect {
        let at = |cell: usize| cell as f64 * self.cell;
        Rect::new(at(cells.columns.start), at(cells.rows.start), at(cells.columns.end), at(cells.rows.end))
    }

    /// The free rectangles that no larger one holds, in pixels.
    pub(super) fn free(&self) -> Vec<Rect> {
        maximal(&self.taken, self.columns).iter().map(|cells| self.rect(cells)).collect()
    }
}

/// Whether a rectangle holds another one, but for rounding.
pub(super) fn holds(outer: Rect, inner: Rect) -> bool {
    let outer = outer.inflate(1e-6, 1e-6);
    inner.x0 >= outer.x0 && inner.y0 >= outer.y0 && inner.x1 <= outer.x1 && inner.y1 <= outer.y1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_as_large_on_any_canvas() {
        for (size, columns, rows, cell) in [
            ((1080.0, 1920.0), 54, 96, 20.0),
            ((1920.0, 1080.0), 96, 54, 20.0),
            ((1080.0, 1080.0), 54, 54, 20.0),
            ((540.0, 960.0), 54, 96, 10.0),
        ] {
            let grid = Grid::new(Size::new(size.0, size.1));
            assert_eq!((grid.columns, grid.rows), (columns, rows), "{size:?}");
            assert!((grid.cell - cell).abs() < 1e-9);
        }
    }

    #[test]
    fn what_is_touched_is_taken() {
        let mut grid = Grid::new(Size::new(1080.0, 1080.0));
        grid.take(Rect::new(0.0, 0.0, 1080.0, 501.0));
        assert_eq!(grid.free(), [Rect::new(0.0, 520.0, 1080.0, 1080.0)]);
        grid.take_outside(Rect::new(50.0, 0.0, 1040.0, 1000.0));
        assert_eq!(grid.free(), [Rect::new(60.0, 520.0, 1040.0, 1000.0)]);
    }
}
