//! Makes elements in the flow smaller until they fit the height.

use super::Overflow;
use super::flow::{Cell, Flowing, Line, height};
use super::part::Part;
use crate::video::content::Room;
use crate::video::project::model::Kind;
use crate::video::project::model::element::{TextFit, TextStyle};

/// No picture, chart or code gets lower than this part of the space.
const LEAST: f64 = 0.12;
/// How often the room is shared out anew, because something needs more than its share.
const ROUNDS: usize = 3;

/// When an element gives way to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gives {
    /// First: pictures, charts and code are still themselves when they are smaller.
    First,
    /// Then: text, as far as it can be read.
    Then,
    /// Never.
    Never,
}

impl Gives {
    fn of(part: &Part<'_>) -> Self {
        let text = |style: &TextStyle| if style.fit == TextFit::Shrink { Self::Then } else { Self::Never };
        if part.element.common.h.is_some() {
            return Self::Never;
        }
        match &part.element.kind {
            Kind::Image(_) | Kind::Video(_) | Kind::Chart(_) | Kind::Code(_) => Self::First,
            Kind::Text(element) => text(&element.style),
            Kind::List(element) => text(&element.style),
            Kind::Counter(element) => text(&element.style),
            Kind::Group(_) => part.children.iter().map(Self::of).min().unwrap_or(Self::Never),
            Kind::Shape(_) | Kind::Progress(_) | Kind::Use(_) => Self::Never,
        }
    }
}

/// Makes elements smaller until all lines fit, as far as that goes.
pub(super) fn fit(flowing: &mut Flowing<'_, '_, '_, '_>, cells: &mut [Cell], lines: &mut [Line]) {
    let gives: Vec<Gives> = cells.iter().map(|cell| Gives::of(&flowing.parts[cell.index])).collect();
    for stage in [Gives::First, Gives::Then] {
        // What turned out to need more than its share keeps what it needs.
        let mut is_stubborn = vec![false; lines.len()];
        for _ in 0..ROUNDS {
            let lacking = flowing.total(lines) - flowing.space.h;
            if lacking <= 0.5 {
                return;
            }
            let least = if stage == Gives::First { LEAST * flowing.space.h } else { 0.0 };
            let floors = lines.iter().zip(&is_stubborn).map(|(line, is_stubborn)| {
                let keeps = line.cells.clone().filter(|cell| gives[*cell] != stage);
                let kept = keeps.map(|cell| cells[cell].made.size.height).fold(0.0, f64::max);
                let gives_none = *is_stubborn || line.cells.clone().all(|cell| gives[cell] != stage);
                if gives_none { line.h } else { kept.max(least).min(line.h) }
            });
            let floors: Vec<f64> = floors.collect();
            let heights: Vec<f64> = lines.iter().map(|line| line.h).collect();
            let wanted = heights.iter().sum::<f64>() - lacking;
            for (index, target) in lowered(&heights, &floors, wanted).into_iter().enumerate() {
                let line = &mut lines[index];
                if target >= line.h - 0.5 {
                    continue;
                }
                for cell in line.cells.clone().filter(|cell| gives[*cell] == stage) {
                    let cell = &mut cells[cell];
                    if cell.made.size.height > target {
                        // A chart leaves some of its room free, unless its height is decided.
                        let is_chart = matches!(flowing.parts[cell.index].element.kind, Kind::Chart(_));
                        let room = Room { h: is_chart.then_some(target), max_h: target, ..cell.room };
                        if !flowing.remake(cell, room) {
                            return;
                        }
                    }
                }
                for cell in &mut cells[line.cells.clone()] {
                    if cell.made.size.height > target + 0.5 {
                        // What it lacks is what the flow lacks, and that is said once.
                        cell.made.measure.overflow = cell.made.measure.overflow.and_then(without_height);
                    }
                }
                line.h = height(&cells[line.cells.clone()]);
                is_stubborn[index] = line.h > target + 0.5;
            }
        }
    }
}

/// An overflow without what it says of the height. None when nothing is left.
fn without_height(overflow: Overflow) -> Option<Overflow> {
    let rest = Overflow { height: 0.0, ..overflow };
    (rest.width > 0.0 || rest.lines > 0).then_some(rest)
}

/// Heights that add up to `wanted`, each lowered by the same part but not below its floor; more when the floors forbid
/// it.
fn lowered(heights: &[f64], floors: &[f64], wanted: f64) -> Vec<f64> {
    let mut is_free: Vec<bool> = heights.iter().zip(floors).map(|(height, floor)| height > floor).collect();
    loop {
        let sum = |free: bool, of: &[f64]| -> f64 {
            of.iter().zip(&is_free).filter(|(_, is_free)| **is_free == free).map(|(px, _)| px).sum()
        };
        let factor =
            ((wanted - sum(false, floors)) / sum(true, heights).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        let below = |index: &usize| is_free[*index] && heights[*index] * factor < floors[*index];
        let stops: Vec<usize> = (0..heights.len()).filter(below).collect();
        if stops.is_empty() {
            let each = heights.iter().zip(floors).zip(&is_free);
            return each.map(|((h, floor), free)| if *free { h * factor } else { *floor }).collect();
        }
        for index in stops {
            is_free[index] = false;
        }
    }
}
