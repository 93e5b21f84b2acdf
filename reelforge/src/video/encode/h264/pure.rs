//! The encoder of builds without C++: `rusty_h264`, of Rust alone. It takes about three times as long as the other one, for
//! pictures that are as good in as many bytes.

use rusty_h264_common::{Profile, YuvPlanes};
use rusty_h264_encoder::{Encoder as Coder, EncoderConfig, Preset};

use super::{MAX_PIXELS, Settings};
use crate::video::encode::{EncodeError, I420};

/// No key pictures but the first: more pictures than a group has.
const NEVER: u32 = 1 << 20;

/// An encoder of pictures that need nothing but those before.
pub(super) struct Encoder {
    coder: Coder,
    settings: Settings,
}

impl std::fmt::Debug for Encoder {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Encoder({}×{})", self.settings.width, self.settings.height)
    }
}

impl Encoder {
    pub(super) fn new(settings: &Settings) -> Result<Self, EncodeError> {
        let Settings { width, height, fps, quantiser } = *settings;
        if width.checked_mul(height).is_none_or(|pixels| pixels > MAX_PIXELS) {
            return Err(EncodeError::TooLarge { width, height, pixels: MAX_PIXELS });
        }
        // One picture in, one picture out: nothing looks ahead.
        let mut config = EncoderConfig::baseline(width as usize, height as usize);
        config.profile = Profile::High;
        config.cabac = true;
        config.transform_8x8 = true;
        config.preset = Preset::Balanced;
        config.qp = quantiser.min(51);
        config.framerate = f32::from(u16::try_from(fps).unwrap_or(u16::MAX));
        config.gop_size = NEVER;
        config.min_keyint = NEVER;
        let coder = Coder::new(config).map_err(|error| EncodeError::refused("H.264", error.to_string()))?;
        Ok(Self { coder, settings: *settings })
    }

    /// Adds both parameter sets to a stream: they stand before the first picture, of which nothing else is needed.
    pub(super) fn parameter_sets(&mut self, stream: &mut Vec<u8>) -> Result<(), EncodeError> {
        let Settings { width, height, .. } = self.settings;
        Self::new(&self.settings)?.encode(&I420::new(width, height), 0, stream)
    }

    /// Adds an encoded picture to a stream.
    pub(super) fn encode(&mut self, picture: &I420, _: u32, stream: &mut Vec<u8>) -> Result<(), EncodeError> {
        let (width, height) = (picture.width(), picture.height());
        let [y, u, v] = picture.planes();
        let planes = YuvPlanes { width, height, y, u, v, stride_y: width, stride_c: width / 2 };
        let coded = self.coder.encode_planes(&planes).map_err(|_| {
            let Settings { width, height, .. } = self.settings;
            let why = format!("{picture:?} came where {width}×{height} was expected");
            EncodeError::refused("H.264", why)
        })?;
        stream.extend(coded);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::video::encode::h264::nal;

    /// A square that moves over a gradient.
    fn picture(number: u8) -> I420 {
        let mut picture = I420::new(96, 80);
        let at = |x: u8, y: u8| {
            if x / 16 == number && y / 16 == 2 { [250, 240, 90, 255] } else { [x, y, 90, 255] }
        };
        let rgba: Vec<u8> = (0..80).flat_map(|y| (0..96).flat_map(move |x| at(x, y))).collect();
        picture.fill(&rgba, 96);
        picture
    }

    #[test]
    fn pictures_come_out_one_by_one_as_they_went_in() {
        let settings = Settings { width: 96, height: 80, fps: 25, quantiser: 20 };
        let mut encoder = Encoder::new(&settings).unwrap();
        let mut sets = Vec::new();
        encoder.parameter_sets(&mut sets).unwrap();
        let sets: Vec<&[u8]> = nal::split(&sets).filter(|nal| nal::kind(nal) != nal::KEY).collect();
        let mut decoder = rusty_h264_decoder::Decoder::new();
        for number in 0..5 {
            let mut stream = Vec::new();
            encoder.encode(&picture(number), number.into(), &mut stream).unwrap();
            let kinds: Vec<u8> = nal::split(&stream).map(nal::kind).collect();
            let wanted =
                if number == 0 { vec![nal::SEQUENCE, nal::PICTURE, nal::KEY] } else { vec![nal::INTER] };
            assert_eq!(kinds, wanted, "picture {number}");
            if number == 0 {
                assert_eq!(nal::split(&stream).take(2).collect::<Vec<_>>(), sets);
            }
            let frame = decoder.decode(&stream).unwrap().expect("a picture");
            let (ours, meant) = ([frame.y, frame.u, frame.v], picture(number));
            for (ours, meant) in ours.iter().zip(meant.planes()) {
                let far = ours.iter().zip(meant).map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>();
                assert!(far < 3 * u32::try_from(meant.len()).unwrap(), "picture {number} is {far} off");
            }
        }
        assert!(Encoder::new(&Settings { width: 8192, height: 8192, ..settings }).is_err());
        assert!(encoder.encode(&I420::new(64, 64), 5, &mut Vec::new()).is_err());
    }
}
