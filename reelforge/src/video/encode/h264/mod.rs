//! H.264: groups of pictures that begin with a whole one and need nothing before them.
//!
//! The encoder is `OpenH264`, built from its C++ source, or with the feature `pure-rust` in its place one of Rust alone: High
//! profile, CABAC, one fixed quantiser, no frame ever left out. Pictures that show the same as the one before do not reach
//! `OpenH264`: they are coded here, in some fifty bytes.

mod bits;
mod config;
#[cfg(feature = "openh264")]
mod ffi;
mod nal;
#[cfg(not(any(feature = "openh264", feature = "pure-rust")))]
mod none;
#[cfg(feature = "pure-rust")]
#[cfg_attr(feature = "openh264", allow(dead_code, reason = "where both are built, the other one is used"))]
mod pure;
mod repeat;
mod sets;
mod stream;

use std::sync::Arc;

pub(in crate::video) use bits::Reader as Bits;
pub(in crate::video) use config::{Config, START};
pub(in crate::video) use nal::unescaped;
pub use sets::ParameterSets;
pub use stream::Stream;

use super::{EncodeError, I420};
#[cfg(feature = "openh264")]
use ffi::Encoder;
#[cfg(not(any(feature = "openh264", feature = "pure-rust")))]
use none::Encoder;
#[cfg(all(feature = "pure-rust", not(feature = "openh264")))]
use pure::Encoder;
use repeat::Repeat;
use sets::Syntax;

/// The most pixels a picture may have: what H.264 allows up to level 5.2.
pub const MAX_PIXELS: u32 = 36_864 * 256;

/// What does not change from picture to picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Width in pixels, even.
    pub width: u32,
    /// Height in pixels, even.
    pub height: u32,
    /// Pictures a second.
    pub fps: u32,
    /// The quantiser, 0 to 51: six less and the steps between tones are half as large.
    pub quantiser: u8,
}

/// One picture as MP4 holds it: units of which each has its length in front, in four bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether decoding can begin here.
    pub is_key: bool,
}

/// A group of pictures that is being encoded. It stays on one thread.
#[derive(Debug)]
pub struct Group {
    encoder: Encoder,
    sets: Arc<ParameterSets>,
    /// Writes pictures among those of the encoder; none for an encoder that numbers them in a way of its own.
    repeat: Option<Repeat>,
    /// Pictures so far, and those of them that the encoder knows.
    pictures: u32,
    encoded: u32,
    stream: Vec<u8>,
}

impl Settings {
    /// What a decoder has to know first: the same for all groups with these settings.
    pub fn parameter_sets(&self) -> Result<ParameterSets, EncodeError> {
        let mut stream = Vec::new();
        Encoder::new(self)?.parameter_sets(&mut stream)?;
        ParameterSets::read(&stream)
    }
}

impl Group {
    /// A group before its first picture.
    pub fn new(settings: &Settings, sets: &Arc<ParameterSets>) -> Result<Self, EncodeError> {
        Ok(Self {
            encoder: Encoder::new(settings)?,
            sets: Arc::clone(sets),
            repeat: Syntax::of(sets).map(|syntax| Repeat::new(settings, syntax)),
            pictures: 0,
            encoded: 0,
            stream: Vec::new(),
        })
    }

    /// The next picture.
    pub fn encode(&mut self, picture: &I420) -> Result<Unit, EncodeError> {
        self.stream.clear();
        self.encoder.encode(picture, self.encoded, &mut self.stream)?;
        let mut unit = Unit { bytes: Vec::with_capacity(self.stream.len() + 8), is_key: false };
        for nal in nal::split(&self.stream) {
            match nal::kind(nal) {
                nal::SEQUENCE | nal::PICTURE => self.sets.check(nal)?,
                nal::KEY => {
                    unit.is_key = true;
                    nal::append(&mut unit.bytes, nal);
                }
                nal::INTER => match &self.repeat {
                    Some(repeat) if self.pictures != self.encoded => {
                        nal::append(&mut unit.bytes, &repeat.syntax.renumbered(nal, self.pictures)?);
                    }
                    _ => nal::append(&mut unit.bytes, nal),
                },
                _ => {}
            }
        }
        if unit.bytes.is_empty() || unit.is_key != (self.pictures == 0) {
            let why = format!("picture {} of a group came out as none, or of the wrong kind", self.pictures);
            return Err(EncodeError::refused("H.264", why));
        }
        self.pictures += 1;
        self.encoded += 1;
        Ok(unit)
    }

    /// The next picture, which shows the same as the one before. None at the beginning of a group, and where the encoder has
    /// to see every picture.
    pub fn repeat(&mut self) -> Option<Unit> {
        let repeat = self.repeat.as_ref().filter(|_| self.pictures > 0)?;
        let mut bytes = Vec::new();
        nal::append(&mut bytes, &repeat.picture(self.pictures));
        self.pictures += 1;
        Some(Unit { bytes, is_key: false })
    }
}
