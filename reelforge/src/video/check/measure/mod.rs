//! What the checks of the layout measure: the same words mean the same in all of them (rules, §1).

mod area;
mod contrast;
mod event;
mod flash;
mod life;
mod overlap;
mod reading;
mod runs;
mod separate;
mod shown;
mod unrest;

pub(super) use area::Area;
pub use contrast::contrasts;
pub(super) use contrast::{Contrast, Least};
pub(super) use event::{Event, painter};
pub(in crate::video) use flash::{Flashes, Flashing};
pub(super) use life::Life;
pub(super) use overlap::pairs;
pub use overlap::{Exempt, Overlap, overlaps};
pub(super) use reading::{Script, graphemes, need, script};
pub(super) use runs::{Run, Runs};
pub use separate::{Way, separations};
pub(super) use shown::{SceneView, Shown, is_picture, is_text, is_words, own_area, spans, text_areas};
pub(super) use unrest::Unrest;

use kurbo::Size;

/// Canvas pixels as they are seen: pixels of a phone, 390 wide in portrait and square, 844 in landscape.
pub(super) fn view_px(canvas: Size) -> f64 {
    if is_landscape(canvas) { 844.0 / canvas.width } else { 390.0 / canvas.width }
}

pub(super) fn is_landscape(canvas: Size) -> bool {
    canvas.width > canvas.height
}

/// Whether text of this size, in view pixels, counts as large (WCAG 2.2, "large scale", mapped to a phone).
pub(super) fn is_large(view_px: f64, weight: u32) -> bool {
    view_px >= 24.0 || (view_px >= 18.7 && weight >= 700)
}
