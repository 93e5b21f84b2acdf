use kurbo::{Rect, Size};

use crate::video::project::model::Fit;

/// Where a whole picture lies so that it fills a box: it covers the box with the focus as near to the middle as the
/// picture's edges allow, or stands in its middle in whole.
pub fn fitted(picture: Size, fit: Fit, focus: [f64; 2], bounds: Rect) -> Rect {
    let (wide, high) = (bounds.width() / picture.width, bounds.height() / picture.height);
    let scale = match fit {
        Fit::Cover => wide.max(high),
        Fit::Contain => wide.min(high),
    };
    let size = picture * scale;
    let middle = bounds.center();
    let rect = Rect::from_center_size(middle, size);
    if fit == Fit::Contain {
        return rect;
    }
    // As far as the focus wants, and no farther than the picture reaches.
    let shift = |focus: f64, side: f64, room: f64| {
        let spare = ((side - room) / 2.0).max(0.0);
        ((0.5 - focus.clamp(0.0, 1.0)) * side).clamp(-spare, spare)
    };
    let by = (shift(focus[0], size.width, bounds.width()), shift(focus[1], size.height, bounds.height()));
    rect + kurbo::Vec2::from(by)
}
