//! The largest free rectangles of a grid.

use std::ops::Range;

/// A rectangle of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cells {
    pub(super) columns: Range<usize>,
    pub(super) rows: Range<usize>,
}

/// All free rectangles that no larger free one holds, the largest first. `taken` says of each cell, row by row,
/// whether it is not free.
pub(super) fn maximal(taken: &[bool], columns: usize) -> Vec<Cells> {
    let rows = taken.len() / columns.max(1);
    let is_taken = |row: usize, column: usize| taken[row * columns + column];
    // How many cells up from each are free.
    let mut heights = vec![0_usize; columns];
    let mut found = Vec::new();
    for row in 0..rows {
        for (column, height) in heights.iter_mut().enumerate() {
            *height = if is_taken(row, column) { 0 } else { *height + 1 };
        }
        // Rectangles that end in this row: as wide as their height allows, so that only going down is open.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for column in 0..=columns {
            let height = heights.get(column).copied().unwrap_or(0);
            let mut begin = column;
            while let Some((start, tall)) = open.pop_if(|(_, tall)| *tall > height) {
                let ends = row + 1 == rows || (start..column).any(|column| is_taken(row + 1, column));
                if ends {
                    found.push(Cells { columns: start..column, rows: row + 1 - tall..row + 1 });
                }
                begin = start;
            }
            if height > 0 && open.last().is_none_or(|(_, tall)| *tall < height) {
                open.push((begin, height));
            }
        }
    }
    found.sort_by_key(|cells| {
        let size = cells.columns.len() * cells.rows.len();
        (std::cmp::Reverse(size), cells.rows.start, cells.columns.start)
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(picture: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
        let taken: Vec<bool> = picture.concat().chars().map(|cell| cell == '#').collect();
        maximal(&taken, picture[0].len()).into_iter().map(|cells| (cells.columns, cells.rows)).collect()
    }

    #[test]
    fn an_empty_grid_is_one_rectangle() {
        assert_eq!(of(&["...", "..."]), [(0..3, 0..2)]);
        assert_eq!(of(&["##", "##"]), []);
    }

    #[test]
    fn around_an_obstacle_there_are_four() {
        let found = of(&[".....", "..#..", "....."]);
        assert_eq!(found, [(0..2, 0..3), (3..5, 0..3), (0..5, 0..1), (0..5, 2..3)]);
    }

    #[test]
    fn steps_have_one_for_each_corner() {
        let found = of(&[".##", "..#", "..."]);
        assert_eq!(found, [(0..2, 1..3), (0..1, 0..3), (0..3, 2..3)]);
    }

    #[test]
    fn every_rectangle_is_free_and_none_could_grow() {
        // A fixed pattern without any order.
        let columns = 13;
        let taken: Vec<bool> =
            (0..columns * 11).map(|at: usize| (at * 7919 + at / 5 * 31).is_multiple_of(6)).collect();
        let free = |columns_of: Range<usize>, rows: Range<usize>| {
            rows.clone().all(|row| columns_of.clone().all(|column| !taken[row * columns + column]))
        };
        let found = maximal(&taken, columns);
        for Cells { columns: wide, rows } in &found {
            assert!(free(wide.clone(), rows.clone()));
            assert!(wide.start == 0 || !free(wide.start - 1..wide.end, rows.clone()));
            assert!(wide.end == columns || !free(wide.start..wide.end + 1, rows.clone()));
            assert!(rows.start == 0 || !free(wide.clone(), rows.start - 1..rows.end));
            assert!(rows.end == 11 || !free(wide.clone(), rows.start..rows.end + 1));
        }
        // Each free cell lies in one of them.
        for at in (0..taken.len()).filter(|at| !taken[*at]) {
            let (row, column) = (at / columns, at % columns);
            assert!(found.iter().any(|cells| cells.rows.contains(&row) && cells.columns.contains(&column)));
        }
    }
}
