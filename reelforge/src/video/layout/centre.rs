//! Puts what is centred in the middle of the picture, where the area leaves room for that.
//!
//! Platforms cover more at the right edge than at the left one, so that the middle of the safe area is not that of the
//! picture. Viewers see the picture: there, what is centred in the area alone looks as if it had slipped.

use kurbo::{Rect, Size, Vec2};

use super::make::Placed;
use super::part::Part;
use crate::video::project::model::element::Pin;
use crate::video::project::model::{Align, Justify, Layout, LayoutKind};

/// Moves the elements of a scene sideways: those in a centred flow together, those with a pin on the middle axis each.
/// None leaves the area for that.
pub(super) fn centre(children: &mut [Placed], parts: &[Part<'_>], layout: &Layout, area: Rect, canvas: Size) {
    // As far as from the middle of the area to that of the picture, if what moves stays in the area.
    let wanted = (canvas.width / 2.0 - area.center().x).round();
    let to_middle = |rect: Rect| {
        let (left, right) = ((area.x0 - rect.x0).min(0.0), (area.x1 - rect.x1).max(0.0));
        Vec2::new(wanted.clamp(left, right), 0.0)
    };
    let is_centred = match layout.kind {
        LayoutKind::Stack | LayoutKind::Grid => layout.align == Align::Center,
        LayoutKind::Row => layout.justify == Justify::Center,
        LayoutKind::Free => false,
    };
    if is_centred {
        let flow = || children.iter().filter(|child| child.in_flow);
        let whole = flow().map(|child| child.rect - child.offset).reduce(|a, b| a.union(b));
        let shift = whole.map_or(Vec2::ZERO, to_middle);
        for child in children.iter_mut().filter(|child| child.in_flow) {
            child.rect = child.rect + shift;
        }
    }
    for child in children.iter_mut().filter(|child| !child.in_flow) {
        let pin = parts[child.index].element.common.pin;
        if matches!(pin, Some(Pin::Center | Pin::Top | Pin::Bottom)) {
            child.rect = child.rect + to_middle(child.rect - child.offset);
        }
    }
}
