//! What an H.264 stream says of its pictures.

use super::super::PictureError;
use super::color::Nclx;
use super::{MAX_PIXELS, check_size};
use crate::video::encode::h264::{Bits, unescaped};

/// A sequence parameter set, as far as it matters here.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sps {
    /// Width and height of what is shown.
    pub(super) size: [u32; 2],
    /// Pixels that are coded.
    pub(super) coded: u64,
    /// Pictures that others may need.
    pub(super) references: u32,
    pub(super) aspect: Option<f64>,
    pub(super) colors: Option<Nclx>,
    /// What of it is not decoded here.
    pub(super) foreign: Option<&'static str>,
}

/// Profiles that say more of their samples.
const HIGH: [u32; 13] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];
/// The shapes of pixels that have a number.
const ASPECTS: [(u32, u32); 17] = [
    (1, 1),
    (1, 1),
    (12, 11),
    (10, 11),
    (16, 11),
    (40, 33),
    (24, 11),
    (20, 11),
    (32, 11),
    (80, 33),
    (18, 11),
    (15, 11),
    (64, 33),
    (160, 99),
    (4, 3),
    (3, 2),
    (2, 1),
];

impl Sps {
    /// Reads a unit with its first byte.
    pub(super) fn read(nal: &[u8]) -> Result<Self, PictureError> {
        Self::parse(nal)
            .ok_or_else(|| PictureError::Damaged("the parameters of its codec are cut off".to_owned()))
    }

    /// Refuses what is not decoded here.
    pub(super) fn check(&self) -> Result<(), PictureError> {
        if let Some(foreign) = self.foreign {
            return Err(PictureError::Codec(foreign.to_owned()));
        }
        check_size(self.size)?;
        if self.coded > MAX_PIXELS {
            return Err(PictureError::TooLarge(format!(
                "it is coded with {} million pixels; a clip may have 4096×2304: save it smaller",
                self.coded / 1_000_000
            )));
        }
        Ok(())
    }

    fn parse(nal: &[u8]) -> Option<Self> {
        let raw = unescaped(nal.get(1..)?);
        let mut bits = Bits::new(&raw);
        let profile = bits.bits(8)?;
        bits.bits(16)?;
        bits.number()?;
        let mut foreign = None;
        if HIGH.contains(&profile) {
            let chroma = bits.number()?;
            if chroma == 3 {
                bits.bit()?;
            }
            let (luma_depth, chroma_depth) = (bits.number()?, bits.number()?);
            bits.bit()?;
            if bits.bit()? == 1 {
                for list in 0..if chroma == 3 { 12 } else { 8 } {
                    skip_scaling(&mut bits, if list < 6 { 16 } else { 64 })?;
                }
            }
            if chroma != 1 {
                foreign = Some("H.264 with colours other than 4:2:0");
            } else if luma_depth.max(chroma_depth) > 0 {
                foreign = Some("H.264 with more than 8 bits");
            }
        }
        bits.number()?;
        match bits.number()? {
            0 => {
                bits.number()?;
            }
            1 => {
                bits.bit()?;
                bits.signed()?;
                bits.signed()?;
                for _ in 0..bits.number()?.min(255) {
                    bits.signed()?;
                }
            }
            _ => {}
        }
        let references = bits.number()?.min(16);
        bits.bit()?;
        let columns = u64::from(bits.number()?) + 1;
        let rows = u64::from(bits.number()?) + 1;
        let is_progressive = bits.bit()? == 1;
        if !is_progressive {
            bits.bit()?;
            foreign = foreign.or(Some("interlaced H.264"));
        }
        bits.bit()?;
        let mut crop = [0; 4];
        if bits.bit()? == 1 {
            for side in &mut crop {
                *side = u64::from(bits.number()?) * 2;
            }
        }
        let [left, right, top, bottom] = crop;
        let rows = if is_progressive { rows } else { rows * 2 };
        let [width, height] =
            [(columns * 16).saturating_sub(left + right), (rows * 16).saturating_sub(top + bottom)]
                .map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        let mut sps = Self {
            size: [width, height],
            coded: (columns * rows).saturating_mul(256),
            references,
            aspect: None,
            colors: None,
            foreign,
        };
        // What follows says how to show it; nothing else depends on it.
        let _ = sps.usability(&mut bits);
        Some(sps)
    }

    fn usability(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        if bits.bit()? == 0 {
            return None;
        }
        if bits.bit()? == 1 {
            let (wide, high) = match bits.bits(8)? {
                255 => (bits.bits(16)?, bits.bits(16)?),
                number => ASPECTS.get(number as usize).copied().unwrap_or((1, 1)),
            };
            let aspect = f64::from(wide) / f64::from(high);
            self.aspect = (0.1..=10.0).contains(&aspect).then_some(aspect);
        }
        if bits.bit()? == 1 {
            bits.bit()?;
        }
        if bits.bit()? == 1 {
            bits.bits(3)?;
            let full = bits.bit()? == 1;
            let mut matrix = 2;
            if bits.bit()? == 1 {
                bits.bits(16)?;
                matrix = u8::try_from(bits.bits(8)?).ok()?;
            }
            self.colors = Some(Nclx { matrix, full: Some(full) });
        }
        Some(())
    }
}

fn skip_scaling(bits: &mut Bits<'_>, count: usize) -> Option<()> {
    if bits.bit()? == 0 {
        return Some(());
    }
    let (mut last, mut next) = (8_i32, 8_i32);
    for _ in 0..count {
        if next != 0 {
            next = (last.wrapping_add(bits.signed()?)).rem_euclid(256);
        }
        last = if next == 0 { last } else { next };
    }
    Some(())
}

/// Whether a picture parameter set, with its first byte, has pictures say by how much they weigh those before and after
/// them (`weighted_bipred_idc` is 1).
pub(super) fn weighs_both_ways(nal: &[u8]) -> bool {
    let weights = || {
        let raw = unescaped(nal.get(1..)?);
        let mut bits = Bits::new(&raw);
        // Its number, that of its sequence, how it is coded, and whether fields differ.
        bits.number()?;
        bits.number()?;
        bits.bits(2)?;
        // Pictures of several groups of slices say more here, and are of a profile without such weights.
        if bits.number()? > 0 {
            return None;
        }
        bits.number()?;
        bits.number()?;
        bits.bit()?;
        bits.bits(2)
    };
    weights() == Some(1)
}

#[cfg(test)]
mod tests {
    use super::weighs_both_ways;

    #[test]
    fn weights_of_both_sides_are_seen_in_the_parameters_of_pictures() {
        // Numbers 0 and 0, arithmetic coding, one group, one reference each, no weights of one side; then the two bits.
        for (bits, is_so) in [(0b00, false), (0b01, true), (0b10, false)] {
            let payload: u16 = 0b1110_1110 << 8 | bits << 6 | 1 << 5;
            let [first, second] = payload.to_be_bytes();
            assert_eq!(weighs_both_ways(&[0x68, first, second]), is_so, "{bits:02b}");
        }
        assert!(!weighs_both_ways(&[0x68]) && !weighs_both_ways(&[]));
    }
}
