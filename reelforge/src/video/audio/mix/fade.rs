use std::f32::consts::PI;

/// How loud a fade is at a place between 0 and 1: half a turn of a cosine, which has no corner at either end.
pub(super) fn shape(place: f32) -> f32 {
    0.5 - 0.5 * (PI * place.clamp(0.0, 1.0)).cos()
}

/// How loud the `index`th of `length` fading samples is.
pub(super) fn rising(index: u64, length: u64) -> f32 {
    if index >= length { 1.0 } else { shape((index as f32 + 0.5) / length as f32) }
}
