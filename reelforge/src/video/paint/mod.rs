//! The painter: from a frame to pixels.
//!
//! Preview and render paint with the same code, at different sizes: a [`Painter`] has a scale, and everything else
//! counts in canvas pixels. One painter belongs to one thread; the same frame has the same pixels, whichever thread
//! paints it and whatever was painted before.
// Sizes of pictures are small numbers, and the rasteriser wants them as such.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]

mod backdrop;
mod draw;
mod fingerprint;
mod image;
mod painter;
mod place;
mod reveal;
mod soft;
mod strip;
#[cfg(test)]
mod tests;

pub use fingerprint::{Contents, Fingerprint};
pub use image::{EncodeError, Image, sheet};
pub(in crate::video) use painter::INVISIBLE;
pub use painter::{Painter, Precision, Show};
pub use strip::Strip;
