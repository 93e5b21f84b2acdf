//! Takes a stream of another encoder apart.

use super::{ParameterSets, Unit, nal};
use crate::video::encode::EncodeError;

/// What stands before each picture.
const DELIMITER: u8 = 9;
/// The largest picture in bytes: far more than any is.
const MAX_PICTURE: usize = 64 << 20;

/// A stream with start codes and a delimiter before each picture, which comes in pieces.
#[derive(Debug, Default)]
pub struct Stream {
    bytes: Vec<u8>,
    /// Up to here there is no second delimiter.
    searched: usize,
}

impl Stream {
    /// Takes the next piece, and hands out the pictures that are whole.
    pub fn feed<E: From<EncodeError>>(
        &mut self,
        piece: &[u8],
        mut picture: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.bytes.extend(piece);
        while let Some(end) = self.next_delimiter() {
            picture(&self.bytes[..end])?;
            self.bytes.drain(..end);
            self.searched = 0;
        }
        if self.bytes.len() > MAX_PICTURE {
            return Err(EncodeError::refused("H.264", "a picture does not end").into());
        }
        Ok(())
    }

    /// The last picture.
    pub fn finish<E>(self, mut picture: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        if self.bytes.is_empty() { Ok(()) } else { picture(&self.bytes) }
    }

    /// Where the picture after the first one begins.
    fn next_delimiter(&mut self) -> Option<usize> {
        // The first start code is that of the first delimiter.
        let mut from = self.searched.max(4);
        while let Some(at) = self.bytes.get(from..).and_then(|rest| memchr::memmem::find(rest, &[0, 0, 1])) {
            let code = from + at;
            let Some(header) = self.bytes.get(code + 3) else { break };
            if header & 31 == DELIMITER {
                // A start code of four bytes begins with one more zero.
                let long = code > 0 && self.bytes[code - 1] == 0;
                return Some(code - usize::from(long));
            }
            from = code + 3;
        }
        self.searched = self.bytes.len().saturating_sub(4);
        None
    }
}

impl Unit {
    /// A picture of such a stream, without what files say elsewhere.
    pub fn of(picture: &[u8]) -> Self {
        let mut unit = Self { bytes: Vec::with_capacity(picture.len() + 8), is_key: false };
        for nal in nal::split(picture).filter(|nal| matches!(nal::kind(nal), nal::INTER | nal::KEY)) {
            unit.is_key |= nal::kind(nal) == nal::KEY;
            nal::append(&mut unit.bytes, nal);
        }
        unit
    }
}

impl ParameterSets {
    /// Those that stand before the first picture of such a stream.
    pub fn before(picture: &[u8]) -> Result<Self, EncodeError> {
        Self::read(picture)
    }
}
