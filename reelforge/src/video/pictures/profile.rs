//! Colour profiles: the colours of a camera or a screen become those of sRGB, which videos are made of.

use std::sync::Arc;

use moxcms::{ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, TransformOptions};

/// Profiles with more bytes than this are not read: those of cameras and screens have a few thousand.
const MAX_PROFILE: usize = 4 << 20;

/// Makes sRGB of the pixels of one picture.
pub(super) struct Profile {
    transform: Arc<Transform8BitExecutor>,
    channels: usize,
    row: Vec<u8>,
}

impl Profile {
    /// From an ICC profile, for so many bytes a pixel. None where pixels stay as they are: for grey ones, and for profiles
    /// that are damaged or not for red, green and blue, since a picture is better shown a little wrong than not at all.
    pub(super) fn new(icc: &[u8], channels: usize) -> Option<Self> {
        let layout = match channels {
            3 => Layout::Rgb,
            4 => Layout::Rgba,
            _ => return None,
        };
        if icc.len() > MAX_PROFILE {
            return None;
        }
        let source = ColorProfile::new_from_slice(icc).ok()?;
        if source.color_space != DataColorSpace::Rgb {
            return None;
        }
        let target = ColorProfile::new_srgb();
        let options = TransformOptions::default();
        let transform = source.create_transform_8bit(layout, &target, layout, options).ok()?;
        Some(Self { transform, channels, row: Vec::new() })
    }

    /// A row in sRGB. One that is for another number of bytes a pixel stays as it is.
    pub(super) fn convert<'a>(&'a mut self, channels: usize, row: &'a [u8]) -> &'a [u8] {
        self.row.resize(row.len(), 0);
        if channels == self.channels && self.transform.transform(row, &mut self.row).is_ok() {
            &self.row
        } else {
            row
        }
    }
}
