//! Labels along an axis: as many as stand apart.

use super::float;
use super::sheet::Sheet;
use crate::video::content::Context;
use crate::video::content::label::Label;
use crate::video::project::model::element::TextAlign;

/// Labels below points with their left edges. Where not all have room, every second one is left out, or more; those
/// that stay are at even distances.
///
/// `centers` are the points from first to last, `step` the distance of two, `width` that of the chart.
pub(super) fn along(
    sheet: &Sheet,
    centers: &[f64],
    step: f64,
    width: f64,
    cx: &mut Context,
) -> Vec<(Label, f64)> {
    let count = centers.len();
    let space = 0.6 * sheet.label.size;
    for stride in 1..=count {
        let room = if count == 1 { width } else { step * float(stride) - space };
        let is_last_chance = stride == count || room > width / 2.0;
        if room < sheet.label.size && !is_last_chance {
            continue;
        }
        // Counted from the last point: it is the one that people look at.
        let indices = (0..count).rev().step_by(stride);
        let labels: Vec<(usize, Label)> = indices
            .map(|index| {
                let look = sheet.label_type(index).sized(sheet.least.max(0.9 * sheet.label.size));
                let align = Some(TextAlign::Center);
                (index, look.fitted(cx, &sheet.points[index].label, [room.max(1.0), sheet.least], 1, align))
            })
            .collect();
        let are_whole = labels.iter().all(|(_, label)| !label.is_cut());
        let place = |(index, label): (usize, Label)| {
            let half = label.size().width / 2.0;
            let x = (centers[index] - half).clamp(0.0, (width - 2.0 * half).max(0.0));
            (label, x)
        };
        let placed: Vec<(Label, f64)> = labels.into_iter().map(place).collect();
        // Those at the ends may have been moved inwards.
        let are_apart = placed.windows(2).all(|pair| {
            let [(first, a), (second, b)] = [&pair[0], &pair[1]];
            (a - b - second.size().width).max(b - a - first.size().width) >= 0.8 * space
        });
        if is_last_chance || (are_whole && are_apart) {
            return placed;
        }
    }
    Vec::new()
}
