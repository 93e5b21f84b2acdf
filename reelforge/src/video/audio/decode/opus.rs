//! Opus in Ogg.

use std::io::{BufReader, Read};
use std::time::Instant;

use opus_pure::{OggOpusReader, OggPacket, OpusDecoder, OpusMSDecoder, Trim};

use super::{Passed, Pcm, Shape, Shared, in_time};
use crate::video::audio::speakers::{vorbis_order, wave_order};
use crate::video::audio::{RATE, SoundError};

/// The most samples of a packet: 120 ms.
const MAX_PACKET: usize = 5760;

pub(super) fn open(file: Shared) -> Result<Box<dyn Pcm>, SoundError> {
    let reader = OggOpusReader::new(BufReader::new(file)).map_err(SoundError::damaged)?;
    let head = reader.head();
    let channels = usize::from(head.channel_count);
    let rate = RATE as i32;
    // Mapping family 255 has channels of no known place; they are taken in the usual order.
    let (decoder, speakers) = match head.mapping_family {
        0 => (Decoder::One(Box::new(head.decoder(rate).map_err(SoundError::damaged)?)), wave_order(channels)),
        family => {
            let mut many = OpusMSDecoder::new(rate, channels, family).map_err(SoundError::damaged)?;
            for stream in many.streams_mut() {
                stream.gain_q8 = i32::from(head.output_gain_q8);
            }
            (Decoder::Many(Box::new(many)), vorbis_order(channels))
        }
    };
    let trim = Trim::new(head, rate, channels).map_err(SoundError::damaged)?;
    let shape = Shape { codec: "opus".to_owned(), rate: RATE, speakers: speakers.to_vec() };
    let block = vec![0.0; MAX_PACKET * channels];
    Ok(Box::new(Opus {
        reader,
        decoder,
        trim,
        shape,
        packet: OggPacket::default(),
        block,
        is_waiting: false,
        packets: 0,
        bad: 0,
    }))
}

enum Decoder {
    One(Box<OpusDecoder>),
    Many(Box<OpusMSDecoder>),
}

struct Opus<R: Read> {
    reader: OggOpusReader<R>,
    decoder: Decoder,
    trim: Trim,
    shape: Shape,
    packet: OggPacket,
    block: Vec<f32>,
    /// A packet that was read and neither passed nor decoded.
    is_waiting: bool,
    packets: u64,
    bad: u64,
}

impl<R: Read> Opus<R> {
    /// Reads the next packet, unless one waits; `false` says that there is none.
    fn read(&mut self) -> Result<bool, SoundError> {
        if std::mem::take(&mut self.is_waiting) {
            return Ok(true);
        }
        match self.reader.read_packet_into(&mut self.packet) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            // A stream that ends within a packet is heard as far as it goes.
            Err(_) if self.packets > self.bad => return Ok(false),
            Err(error) => return Err(SoundError::damaged(error)),
        }
        self.packets += 1;
        Ok(true)
    }
}

impl<R: Read> Pcm for Opus<R> {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn pass(&mut self, most: u64, deadline: Instant) -> Result<Passed, SoundError> {
        let channels = self.shape.speakers.len();
        let mut frames = 0;
        while self.read()? {
            // One that cannot be decoded has no length.
            let whole = opus_pure::packet::samples_48k(&self.packet.data).unwrap_or_default();
            if frames + whole as u64 > most {
                self.is_waiting = true;
                return Ok(Passed { frames, is_all: false });
            }
            frames += (self.trim.keep_range(&self.packet, whole * channels).len() / channels) as u64;
            in_time(deadline)?;
        }
        Ok(Passed { frames, is_all: true })
    }

    fn next(&mut self, out: &mut Vec<f32>) -> Result<bool, SoundError> {
        if !self.read()? {
            return Ok(false);
        }
        let decoded = match &mut self.decoder {
            Decoder::One(one) => one.decode(&self.packet.data, MAX_PACKET, &mut self.block),
            Decoder::Many(many) => many.decode(&self.packet.data, MAX_PACKET, &mut self.block),
        };
        match decoded {
            Ok(frames) => {
                let samples = frames * self.shape.speakers.len();
                out.extend_from_slice(self.trim.keep(&self.packet, &self.block[..samples]));
            }
            Err(error) => {
                self.bad += 1;
                if self.bad * 10 > self.packets.max(20) {
                    return Err(SoundError::damaged(error));
                }
            }
        }
        Ok(true)
    }
}
