//! Files that Symphonia decodes, packet by packet.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::time::Instant;

use symphonia::core::audio::{AudioSpec, ChannelLabel, Channels, Position};
use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::{MediaSource, MediaSourceStream, MediaSourceStreamOptions, ReadOnlySource};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::packet::Packet;
use symphonia::core::units::TimeBase;
use symphonia::default::{get_codecs, get_probe};

use super::format::Format;
use super::mp4::SoundTrack;
use super::{MAX_SECONDS, Passed, Pcm, Shape, Shared, in_time};
use crate::video::audio::SoundError;
use crate::video::audio::speakers::{Speaker, wave_order};
use crate::video::files::boxes::Edit;

/// Packets at the beginning that may fail: frames of MPEG refer to earlier ones, which a cut has removed.
const MAX_FIRST: usize = 16;
/// Of all packets, one in so many may fail.
const BAD_SHARE: u64 = 10;
/// A frame of AAC is heard only together with the next one, so the first that comes out of a bare stream is none of it.
/// In MP4 the edit list tells how much is hidden; where there is none, all is heard, as it is in players.
const AAC_FRAME: u64 = 1024;
/// Seconds by which a file may be shorter than its header says.
const CUT_SLACK: f64 = 0.5;

/// A file, with what its container says of its tracks when it is MP4.
pub(super) fn open(file: Shared, format: Format, tracks: &[SoundTrack]) -> Result<Box<dyn Pcm>, SoundError> {
    let bytes = file.bytes;
    let source = MediaSourceStream::new(Box::new(Media { file, bytes }), MediaSourceStreamOptions::default());
    let is_exact = matches!(format, Format::Wav | Format::Flac | Format::Mp4);
    let packets = Packets::new(source, (format == Format::Mp4).then_some(tracks), is_exact, None)?;
    Ok(Box::new(packets))
}

/// A stream that cannot be read twice, under the name of the codec that it comes from.
pub(super) fn stream(stream: Box<dyn Read + Send + Sync>, codec: &str) -> Result<Box<dyn Pcm>, SoundError> {
    let source =
        MediaSourceStream::new(Box::new(ReadOnlySource::new(stream)), MediaSourceStreamOptions::default());
    Ok(Box::new(Packets::new(source, None, false, Some(codec.to_owned()))?))
}

struct Media {
    file: Shared,
    bytes: u64,
}

impl Read for Media {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.file.read(out)
    }
}

impl Seek for Media {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl MediaSource for Media {
    fn is_seekable(&self) -> bool {
        true
    }

    fn byte_len(&self) -> Option<u64> {
        Some(self.bytes)
    }
}

struct Packets {
    reader: Box<dyn FormatReader>,
    decoder: Box<dyn AudioDecoder>,
    track: u32,
    shape: Shape,
    /// The length of a tick of the packets' times.
    base: Option<TimeBase>,
    /// A packet that was read and neither passed nor decoded.
    waiting: Option<Packet>,
    /// The decoder has not seen the packet before the next one.
    is_cold: bool,
    /// Samples that were decoded to learn the shape.
    first: VecDeque<f32>,
    /// Samples that the edit list hides, and those that are heard after them.
    skip: u64,
    left: Option<u64>,
    /// Frames that the header promises.
    promised: Option<u64>,
    decoded: u64,
    packets: u64,
    bad: u64,
    error: Option<Error>,
    block: Vec<f32>,
}

impl Packets {
    fn new(
        source: MediaSourceStream<'static>,
        tracks: Option<&[SoundTrack]>,
        is_exact: bool,
        codec: Option<String>,
    ) -> Result<Self, SoundError> {
        let named = |track: Option<&SoundTrack>| match track {
            Some(track) => name_of(track.codec),
            None => "its codec".to_owned(),
        };
        if tracks.is_some_and(<[SoundTrack]>::is_empty) {
            return Err(SoundError::NoSound);
        }
        let listed = tracks.and_then(<[SoundTrack]>::first);
        let reader =
            get_probe().probe(&Hint::new(), source, FormatOptions::default(), MetadataOptions::default());
        let reader = reader.map_err(|error| match error {
            Error::Unsupported(_) => SoundError::Codec(named(listed)),
            error => told(&error),
        })?;
        let lacks = || SoundError::Codec(named(listed));
        let track = reader.default_track(TrackType::Audio).ok_or_else(lacks)?;
        let Some(CodecParameters::Audio(parameters)) = &track.codec_params else { return Err(lacks()) };
        let listed = tracks.and_then(|tracks| tracks.iter().find(|listed| listed.id == track.id)).or(listed);
        let decoder = get_codecs()
            .make_audio_decoder(parameters, &AudioDecoderOptions::default())
            .map_err(|_| SoundError::Codec(named(listed)))?;
        let name = decoder.codec_info().short_name;
        let run_up = if name == "aac" && tracks.is_none() { AAC_FRAME } else { 0 };
        let codec = codec.unwrap_or_else(|| name.to_owned());
        let (id, base, promised) = (track.id, track.time_base, track.num_frames.filter(|_| is_exact));
        let mut this = Self {
            reader,
            decoder,
            track: id,
            shape: Shape { codec, rate: 0, speakers: Vec::new() },
            base,
            waiting: None,
            is_cold: false,
            first: VecDeque::new(),
            skip: 0,
            left: None,
            promised,
            decoded: 0,
            packets: 0,
            bad: 0,
            error: None,
            block: Vec::new(),
        };
        this.begin(listed.map(|listed| listed.edit), run_up)?;
        Ok(this)
    }

    /// Decodes until there are samples, which tell the shape for certain.
    fn begin(&mut self, edit: Option<Edit>, run_up: u64) -> Result<(), SoundError> {
        let mut samples = Vec::new();
        for _ in 0..MAX_FIRST {
            if !self.packet(&mut samples)? || !samples.is_empty() {
                break;
            }
        }
        if samples.is_empty() {
            return Err(self.error.as_ref().map_or(SoundError::NoSound, told));
        }
        // What could not be decoded before it is of no length that anybody knows.
        (self.packets, self.bad, self.error) = (1, 0, None);
        self.skip = run_up;
        if let Some(edit) = edit {
            let frames = |seconds: f64| (seconds * f64::from(self.shape.rate)).round() as u64;
            let delay = frames(edit.delay.min(MAX_SECONDS as f64)) as usize;
            self.first.extend(std::iter::repeat_n(0.0, delay * self.shape.speakers.len()));
            (self.skip, self.left) = (frames(edit.skip), edit.length.map(frames));
        }
        let heard = self.heard(samples.len());
        self.first.extend(&samples[heard]);
        Ok(())
    }

    /// Which of so many samples the edit list lets be heard.
    fn heard(&mut self, samples: usize) -> std::ops::Range<usize> {
        let channels = self.shape.speakers.len();
        let frames = (samples / channels) as u64;
        let from = self.skip.min(frames);
        self.skip -= from;
        let count = (frames - from).min(self.left.unwrap_or(u64::MAX));
        self.left = self.left.map(|left| left - count);
        from as usize * channels..(from + count) as usize * channels
    }

    /// Reads the next packet of the track, unless one waits.
    fn read(&mut self) -> Result<Option<Packet>, SoundError> {
        if let Some(packet) = self.waiting.take() {
            return Ok(Some(packet));
        }
        loop {
            match self.reader.next_packet() {
                Ok(Some(packet)) if packet.track_id != self.track => {}
                Ok(packet) => return Ok(packet),
                Err(Error::IoError(error)) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
                Err(Error::ResetRequired) => {
                    return Err(SoundError::Damaged("several streams follow each other in it".to_owned()));
                }
                Err(error) => return Err(told(&error)),
            }
        }
    }

    /// How many frames a packet has when it is decoded.
    fn frames(&self, packet: &Packet) -> u64 {
        let ticks = packet.dur.get();
        let Some(base) = self.base else { return ticks };
        let frames = u128::from(ticks) * u128::from(base.numer.get()) * u128::from(self.shape.rate);
        u64::try_from(frames / u128::from(base.denom.get())).unwrap_or(u64::MAX)
    }

    /// Decodes one packet; `false` says that there is none.
    fn packet(&mut self, out: &mut Vec<f32>) -> Result<bool, SoundError> {
        let Some(packet) = self.read()? else { return Ok(false) };
        self.packets += 1;
        let whole = self.frames(&packet) as usize * self.shape.speakers.len();
        let is_cold = std::mem::take(&mut self.is_cold);
        if is_cold {
            self.decoder.reset();
        }
        match self.decoder.decode(&packet) {
            Ok(buffer) => {
                let spec = buffer.spec().clone();
                buffer.copy_to_vec_interleaved(&mut self.block);
                // What builds on a packet that was passed over is missing at the beginning.
                if is_cold && self.block.len() < whole {
                    self.block.splice(0..0, std::iter::repeat_n(0.0, whole - self.block.len()));
                }
                self.decoded += (self.block.len() / spec.channels().count().max(1)) as u64;
                self.take(&spec)?;
                out.append(&mut self.block);
            }
            Err(error @ (Error::DecodeError(_) | Error::IoError(_))) => {
                // What comes after it stays where it was.
                let silence = packet.dur.get().min(u64::from(u16::MAX)) as usize;
                self.decoded += silence as u64;
                out.extend(std::iter::repeat_n(0.0, silence * self.shape.speakers.len()));
                self.bad += 1;
                self.error.get_or_insert(error);
            }
            Err(error) => return Err(told(&error)),
        }
        Ok(true)
    }

    /// Learns what the samples are; it must stay so.
    fn take(&mut self, spec: &AudioSpec) -> Result<(), SoundError> {
        let speakers = speakers(spec.channels());
        let is_new = self.shape.speakers.is_empty();
        if is_new {
            (self.shape.rate, self.shape.speakers) = (spec.rate(), speakers);
        } else if (self.shape.rate, &self.shape.speakers) != (spec.rate(), &speakers) {
            return Err(SoundError::Damaged("its rate or its channels change on the way".to_owned()));
        }
        Ok(())
    }

    /// Whether what was decoded is what the file promised.
    fn check(&self) -> Result<(), SoundError> {
        if self.bad * BAD_SHARE > self.packets {
            let error = self.error.as_ref().map_or_else(String::new, |error| format!(": {error}"));
            let text = format!("{} of its {} packets cannot be decoded{error}", self.bad, self.packets);
            return Err(SoundError::Damaged(text));
        }
        let seconds = |frames: u64| frames as f64 / f64::from(self.shape.rate);
        // A recorder that does not know how long it will run promises the most that fits its header.
        let promised = self.promised.filter(|frames| seconds(*frames) <= MAX_SECONDS as f64);
        match promised {
            Some(promised) if seconds(promised) > seconds(self.decoded) + CUT_SLACK => {
                Err(SoundError::Damaged(format!(
                    "it is cut off after {:.1} of {:.1} s",
                    seconds(self.decoded),
                    seconds(promised)
                )))
            }
            _ => Ok(()),
        }
    }
}

impl Pcm for Packets {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn pass(&mut self, most: u64, deadline: Instant) -> Result<Passed, SoundError> {
        let channels = self.shape.speakers.len();
        let mut frames = (self.first.len() / channels) as u64;
        if frames > most {
            return Ok(Passed { frames: 0, is_all: false });
        }
        self.first.clear();
        while self.left != Some(0) {
            let Some(packet) = self.read()? else {
                self.check()?;
                break;
            };
            let whole = self.frames(&packet);
            if frames.saturating_add(whole) > most {
                self.waiting = Some(packet);
                return Ok(Passed { frames, is_all: false });
            }
            self.is_cold = true;
            self.packets += 1;
            self.decoded += whole;
            frames += (self.heard(whole as usize * channels).len() / channels) as u64;
            in_time(deadline)?;
        }
        Ok(Passed { frames, is_all: true })
    }

    fn next(&mut self, out: &mut Vec<f32>) -> Result<bool, SoundError> {
        if !self.first.is_empty() {
            out.extend(self.first.drain(..));
            return Ok(true);
        }
        if self.left == Some(0) {
            return Ok(false);
        }
        let start = out.len();
        if !self.packet(out)? {
            self.check()?;
            return Ok(false);
        }
        let heard = self.heard(out.len() - start);
        out.truncate(start + heard.end);
        out.drain(start..start + heard.start);
        Ok(true)
    }
}

fn told(error: &Error) -> SoundError {
    match error {
        Error::Unsupported(what) => SoundError::Codec((*what).to_owned()),
        Error::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            SoundError::Damaged("it ends before any sound".to_owned())
        }
        error => SoundError::damaged(error),
    }
}

/// Where each channel is heard, in the order of the samples.
fn speakers(channels: &Channels) -> Vec<Speaker> {
    let speaker = |position: Position| {
        let side = [
            (Position::FRONT_LEFT | Position::FRONT_LEFT_CENTER | Position::FRONT_LEFT_WIDE, Speaker::Left),
            (
                Position::FRONT_RIGHT | Position::FRONT_RIGHT_CENTER | Position::FRONT_RIGHT_WIDE,
                Speaker::Right,
            ),
            (Position::FRONT_CENTER, Speaker::Centre),
            (Position::LFE1 | Position::LFE2, Speaker::Low),
            (Position::REAR_LEFT | Position::SIDE_LEFT, Speaker::BackLeft),
            (Position::REAR_RIGHT | Position::SIDE_RIGHT, Speaker::BackRight),
        ];
        side.iter().find(|(all, _)| all.contains(position)).map_or(Speaker::BackCentre, |(_, found)| *found)
    };
    match channels {
        Channels::Positioned(positions) if positions.bits().count_ones() > 2 => {
            positions.iter().map(speaker).collect()
        }
        Channels::Custom(labels) if labels.len() > 2 => {
            let usual = wave_order(labels.len());
            let label = |(index, label): (usize, &ChannelLabel)| match label {
                ChannelLabel::Positioned(position) => speaker(*position),
                _ => usual.get(index).copied().unwrap_or(Speaker::BackCentre),
            };
            labels.iter().enumerate().map(label).collect()
        }
        // One or two channels are those of one or two speakers, whatever they are called.
        channels => {
            let count = channels.count();
            let usual = wave_order(count);
            (0..count).map(|index| usual.get(index).copied().unwrap_or(Speaker::BackCentre)).collect()
        }
    }
}

/// A codec of MP4 by its four letters.
fn name_of(letters: [u8; 4]) -> String {
    let known = match &letters {
        b"ac-3" => "AC-3",
        b"ec-3" => "E-AC-3",
        b"alac" => "Apple Lossless",
        b"Opus" => "Opus in MP4",
        b"dtsc" | b"dtsh" | b"dtsl" => "DTS",
        b"samr" | b"sawb" => "AMR",
        b"mp4a" => "this kind of AAC",
        _ => return format!("the codec `{}`", letters.escape_ascii()),
    };
    known.to_owned()
}
