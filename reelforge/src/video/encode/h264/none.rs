//! What stands in the place of an encoder in a build without one.

use super::Settings;
use crate::video::encode::{EncodeError, I420};

/// Nothing is encoded by it.
#[derive(Debug)]
pub(super) struct Encoder;

#[expect(clippy::unused_self, reason = "the encoders that do something have a state")]
impl Encoder {
    pub(super) fn new(_: &Settings) -> Result<Self, EncodeError> {
        Err(missing())
    }

    pub(super) fn parameter_sets(&mut self, _: &mut Vec<u8>) -> Result<(), EncodeError> {
        Err(missing())
    }

    pub(super) fn encode(&mut self, _: &I420, _: u32, _: &mut Vec<u8>) -> Result<(), EncodeError> {
        Err(missing())
    }
}

fn missing() -> EncodeError {
    EncodeError::refused("H.264", "this build has none: build it with the feature `openh264` or `pure-rust`")
}
