//! AAC-LC without its delay.

use syom::{EncodeOptions, EncodedFrame, Encoder};

use super::EncodeError;

/// Samples a second of all sound that is encoded.
pub const SAMPLE_RATE: u32 = 48_000;
/// Samples that a unit of AAC adds to each channel.
pub const SAMPLES_PER_UNIT: u32 = 1024;
/// Bits a second, for both channels: what platforms ask for.
pub(super) const BIT_RATE: u32 = 192_000;

/// Encodes stereo sound of 48,000 samples a second.
///
/// The encoder is one unit late: what it calls its first unit holds what was before the first sample. That unit is
/// dropped, so that the sound begins with the first sample and needs no edit list. The unit after it then starts without
/// the half that it overlaps with, so the first 21 ms are less exact; mixes fade in there.
pub struct Aac {
    encoder: Encoder,
    config: Vec<u8>,
    has_dropped: bool,
}

impl std::fmt::Debug for Aac {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Aac({BIT_RATE} bit/s)")
    }
}

impl Aac {
    /// An encoder before its first sample.
    pub fn new() -> Result<Self, EncodeError> {
        let options = EncodeOptions::raw().with_bitrate_bps(BIT_RATE);
        let encoder = Encoder::new(SAMPLE_RATE, 2, &options).map_err(refused)?;
        let config = encoder.asc().to_vec();
        Ok(Self { encoder, config, has_dropped: false })
    }

    /// The `AudioSpecificConfig` that decoders need.
    pub fn config(&self) -> &[u8] {
        &self.config
    }

    /// How many units a number of samples becomes.
    pub fn units(samples: u64) -> u64 {
        samples.div_ceil(SAMPLES_PER_UNIT.into())
    }

    /// Takes the next samples of both channels, and hands out the units that are complete. What is beyond full scale is
    /// cut to it; what is no number becomes silence.
    pub fn feed(
        &mut self,
        left: &[f32],
        right: &[f32],
        mut unit: impl FnMut(Vec<u8>),
    ) -> Result<(), EncodeError> {
        let within = |x: &f32| if x.is_finite() { x.clamp(-1.0, 1.0) } else { 0.0 };
        let [left, right] = [left, right].map(|side| side.iter().map(within).collect::<Vec<_>>());
        let dropped = &mut self.has_dropped;
        let fed = self.encoder.feed(&[&left, &right], |frame| {
            hand_out(dropped, &frame, &mut unit);
            Ok(())
        });
        fed.map(|_| ()).map_err(refused)
    }

    /// Hands out the last units. All samples together have become [`Aac::units`] of them.
    pub fn finish(mut self, mut unit: impl FnMut(Vec<u8>)) -> Result<(), EncodeError> {
        let dropped = &mut self.has_dropped;
        let finished = self.encoder.finish(|frame| {
            hand_out(dropped, &frame, &mut unit);
            Ok(())
        });
        finished.map(|_| ()).map_err(refused)
    }
}

fn hand_out(has_dropped: &mut bool, frame: &EncodedFrame<'_>, unit: &mut impl FnMut(Vec<u8>)) {
    if std::mem::replace(has_dropped, true) {
        unit(frame.payload.to_vec());
    }
}

#[allow(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn refused(error: syom::AacError) -> EncodeError {
    EncodeError::refused("AAC", error.to_string())
}
