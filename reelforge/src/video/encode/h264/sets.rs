//! What decoders have to know before the first picture.

use super::bits::Reader;
use super::nal;
use crate::video::encode::EncodeError;

/// The sequence and the picture parameter set of all groups of a video.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterSets {
    /// The sequence parameter set: profile, level, size, colours.
    pub sequence: Vec<u8>,
    /// The picture parameter set.
    pub picture: Vec<u8>,
}

impl ParameterSets {
    /// Finds both in a stream.
    pub(super) fn read(stream: &[u8]) -> Result<Self, EncodeError> {
        let find = |kind| nal::split(stream).find(|nal| nal::kind(nal) == kind).map(<[u8]>::to_vec);
        let sets = find(nal::SEQUENCE).filter(|set| set.len() > 3).zip(find(nal::PICTURE));
        let (sequence, picture) =
            sets.ok_or_else(|| EncodeError::refused("H.264", "there are no parameter sets"))?;
        Ok(Self { sequence, picture })
    }

    /// The profile, the constraints and the level, as files name them.
    pub fn profile_and_level(&self) -> [u8; 3] {
        [1, 2, 3].map(|at| self.sequence.get(at).copied().unwrap_or(0))
    }

    /// Refuses a set that is not one of these: a file has room for these only.
    pub(super) fn check(&self, nal: &[u8]) -> Result<(), EncodeError> {
        if nal == self.sequence || nal == self.picture {
            return Ok(());
        }
        Err(EncodeError::refused("H.264", "its parameter sets changed"))
    }
}

/// How pictures are written, as far as it is needed to write some of our own among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Syntax {
    /// Number of the picture parameter set, as pictures name it.
    pub(super) id: u32,
    /// Bits of a picture's number.
    pub(super) number_bits: u32,
    /// The quantiser from which pictures say how much theirs differs.
    pub(super) quantiser: i32,
    /// Whether pictures say how they are smoothed.
    pub(super) says_smoothing: bool,
}

impl Syntax {
    /// That of pictures with these sets; none if it is not as simple as that of `OpenH264`.
    pub(super) fn of(sets: &ParameterSets) -> Option<Self> {
        let number_bits = number_bits(&nal::unescaped(&sets.sequence))?;
        let (id, quantiser, says_smoothing) = picture_fields(&nal::unescaped(&sets.picture))?;
        Some(Self { id, number_bits, quantiser, says_smoothing })
    }

    /// An encoded picture with another number.
    pub(super) fn renumbered(&self, nal: &[u8], number: u32) -> Result<Vec<u8>, EncodeError> {
        let mut raw = nal::unescaped(nal);
        let place = {
            let mut reader = Reader::new(&raw);
            let place = reader.bits(8).and_then(|_| {
                // First block, kind and parameter set stand before the number.
                reader.number()?;
                reader.number()?;
                reader.number()?;
                Some(reader.at)
            });
            place.filter(|place| (place + self.number_bits as usize) / 8 < raw.len())
        };
        let Some(place) = place else { return Err(EncodeError::refused("H.264", "a picture broke off")) };
        for bit in 0..self.number_bits {
            let at = place + bit as usize;
            let mask = 0x80 >> (at % 8);
            if number >> (self.number_bits - 1 - bit) & 1 == 1 {
                raw[at / 8] |= mask;
            } else {
                raw[at / 8] &= !mask;
            }
        }
        Ok(nal::escaped(&raw))
    }
}

/// Bits of a picture's number. None for sequences whose pictures have another place in time than their number.
fn number_bits(sequence: &[u8]) -> Option<u32> {
    const HIGH: u32 = 100;
    let mut reader = Reader::new(sequence.get(1..)?);
    if reader.bits(8)? != HIGH {
        return None;
    }
    reader.bits(16)?;
    reader.number()?;
    // One sample of each colour for four of brightness, 8 bits each, no matrices.
    let is_plain = [reader.number()?, reader.number()?, reader.number()?, reader.bits(2)?] == [1, 0, 0, 0];
    let number_bits = reader.number()? + 4;
    let place_by_number = reader.number()? == 2;
    let references = reader.number()?;
    (is_plain && place_by_number && references == 1 && number_bits <= 16).then_some(number_bits)
}

/// Number of the set, its quantiser, whether pictures say how they are smoothed. None for pictures without CABAC.
fn picture_fields(picture: &[u8]) -> Option<(u32, i32, bool)> {
    let mut reader = Reader::new(picture.get(1..)?);
    let id = reader.number()?;
    reader.number()?;
    let has_cabac = reader.bit()? == 1;
    let says_order = reader.bit()? == 1;
    let slice_groups = reader.number()?;
    let references = [reader.number()?, reader.number()?];
    let is_weighted = reader.bits(3)? != 0;
    let quantiser = reader.signed()? + 26;
    reader.signed()?;
    reader.signed()?;
    let says_smoothing = reader.bit()? == 1;
    let is_plain = !says_order && slice_groups == 0 && references == [0, 0] && !is_weighted;
    (has_cabac && is_plain).then_some((id, quantiser, says_smoothing))
}
