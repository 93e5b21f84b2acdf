//! What stands in the place of an encoder in a build without one.

use super::Settings;
use crate::video::encode::{EncodeError, I420};

/// None can be made.
#[derive(Debug)]
pub(super) enum Encoder {}

impl Encoder {
    pub(super) fn new(_: &Settings) -> Result<Self, EncodeError> {
        let why = "this build has none: build it with the feature `openh264` or `pure-rust`";
        Err(EncodeError::refused("H.264", why))
    }

    pub(super) fn parameter_sets(&mut self, _: &mut Vec<u8>) -> Result<(), EncodeError> {
        match *self {}
    }

    pub(super) fn encode(&mut self, _: &I420, _: u32, _: &mut Vec<u8>) -> Result<(), EncodeError> {
        match *self {}
    }
}
