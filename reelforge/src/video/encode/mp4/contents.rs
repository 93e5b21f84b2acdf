//! The table of contents of a file.

use super::atoms::Atoms;
use super::{Audio, Video};
use crate::video::encode::aac::BIT_RATE;
use crate::video::encode::{Aac, SAMPLE_RATE, SAMPLES_PER_UNIT};

/// Ticks of a picture. The clock of the file has `fps` times as many a second.
const TICKS: u32 = 512;
/// "Undetermined", in three letters of five bits.
const LANGUAGE: u16 = 0x55C4;
/// 1 in fixed point.
const ONE: u32 = 0x1_0000;
/// Neither turned nor scaled.
const MATRIX: [u32; 9] = [ONE, 0, 0, 0, ONE, 0, 0, 0, 0x4000_0000];
/// 72 pixels an inch in fixed point; nobody reads it.
const DENSITY: u32 = 72 * ONE;
/// What BT.709 is called: for primaries, transfer and matrix.
const BT709: u16 = 1;

/// Samples that lie one after the other in the file: about half a second of pictures, or of sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chunk {
    /// Whether it holds sound.
    pub(super) is_sound: bool,
    /// How many pictures or units of sound.
    pub(super) count: u32,
}

/// The order of a file: pictures first, then the sound that is heard with them, and so on.
pub(super) fn chunks(video: &Video, audio: Option<&Audio>) -> Vec<Chunk> {
    let per = video.fps.div_ceil(2).max(1);
    let units = audio.map_or(0, |audio| Aac::units(audio.samples));
    let mut chunks = Vec::new();
    let (mut frames, mut heard) = (0, 0);
    while frames < video.frames {
        let count = per.min(video.frames - frames);
        frames += count;
        chunks.push(Chunk { is_sound: false, count });
        let samples = u64::from(frames) * u64::from(SAMPLE_RATE) / u64::from(video.fps.max(1));
        let until = if frames == video.frames { units } else { Aac::units(samples).min(units) };
        if let Some(count) = u32::try_from(until - heard).ok().filter(|count| *count > 0) {
            chunks.push(Chunk { is_sound: true, count });
            heard = until;
        }
    }
    chunks
}

/// A track: sizes of its samples, and where its chunks begin.
#[derive(Debug, Default)]
pub(super) struct Track {
    pub(super) sizes: Vec<u32>,
    pub(super) offsets: Vec<u64>,
    /// How many samples each of its chunks has.
    pub(super) counts: Vec<u32>,
}

/// All that the table says.
#[derive(Debug)]
pub(super) struct Contents<'a> {
    pub(super) video: &'a Video,
    pub(super) pictures: &'a Track,
    pub(super) audio: Option<(&'a Audio, &'a Track)>,
    /// Whether places in the file take eight bytes.
    pub(super) is_wide: bool,
}

impl Contents<'_> {
    /// The table as bytes.
    pub(super) fn write(&self) -> Vec<u8> {
        let clock = self.video.fps * TICKS;
        let duration = self.video.frames.saturating_mul(TICKS);
        let mut out = Atoms::default();
        out.atom(*b"moov", |out| {
            out.full(*b"mvhd", 0, |out| {
                // No date, so that the same video is the same file.
                out.u32s([0, 0, clock, duration, ONE]);
                out.u16(0x100);
                out.zeros(10);
                out.u32s(MATRIX);
                out.zeros(24);
                out.u32(3);
            });
            self.picture_track(out, clock, duration);
            if let Some((audio, units)) = self.audio {
                self.sound_track(out, audio, units, clock);
            }
        });
        out.0
    }

    fn picture_track(&self, out: &mut Atoms, clock: u32, duration: u32) {
        let video = self.video;
        out.atom(*b"trak", |out| {
            track_header(out, 1, duration, 0, [video.width, video.height]);
            out.atom(*b"mdia", |out| {
                media_header(out, clock, duration, *b"vide", "VideoHandler\0");
                out.atom(*b"minf", |out| {
                    out.full(*b"vmhd", 1, |out| out.zeros(8));
                    data_reference(out);
                    out.atom(*b"stbl", |out| {
                        self.picture_format(out);
                        out.table(*b"stts", 1, [video.frames, TICKS]);
                        let keys = video.keys.iter().map(|frame| frame + 1);
                        out.table(*b"stss", keys.len(), keys);
                        self.places(out, self.pictures);
                    });
                });
            });
        });
    }

    fn picture_format(&self, out: &mut Atoms) {
        let Video { width, height, sets, .. } = self.video;
        out.full(*b"stsd", 0, |out| {
            out.u32(1);
            out.atom(*b"avc1", |out| {
                out.zeros(6);
                out.u16(1);
                out.zeros(16);
                out.u16(*width);
                out.u16(*height);
                out.u32s([DENSITY, DENSITY, 0]);
                out.u16(1);
                out.zeros(32);
                // 24 bits a pixel, no table of colours.
                out.u16(24);
                out.u16(0xFFFF);
                out.atom(*b"avcC", |out| {
                    out.bytes(&[1]);
                    out.bytes(&sets.profile_and_level());
                    // Lengths of four bytes; one set of each kind.
                    out.bytes(&[0xFF, 0xE1]);
                    out.set(&sets.sequence);
                    out.bytes(&[1]);
                    out.set(&sets.picture);
                    // One sample of each colour for four of brightness, 8 bits each.
                    out.bytes(&[0xFD, 0xF8, 0xF8, 0]);
                });
                out.atom(*b"colr", |out| {
                    out.bytes(b"nclx");
                    for _ in 0..3 {
                        out.u16(BT709);
                    }
                    // Limited range.
                    out.bytes(&[0]);
                });
                out.atom(*b"pasp", |out| out.u32s([1, 1]));
            });
        });
    }

    fn sound_track(&self, out: &mut Atoms, audio: &Audio, units: &Track, clock: u32) {
        let rate = u64::from(SAMPLE_RATE);
        let shown = (audio.samples * u64::from(clock)).div_ceil(rate);
        let samples = u32::try_from(audio.samples).unwrap_or(u32::MAX);
        out.atom(*b"trak", |out| {
            track_header(out, 2, u32::try_from(shown).unwrap_or(u32::MAX), 0x100, [0, 0]);
            out.atom(*b"mdia", |out| {
                media_header(out, SAMPLE_RATE, samples, *b"soun", "SoundHandler\0");
                out.atom(*b"minf", |out| {
                    out.full(*b"smhd", 0, |out| out.u32(0));
                    data_reference(out);
                    out.atom(*b"stbl", |out| {
                        sound_format(out, &audio.config);
                        // The last unit is cut, so that the sound ends with the pictures.
                        let whole = samples / SAMPLES_PER_UNIT;
                        let rows = [(whole, SAMPLES_PER_UNIT), (1, samples % SAMPLES_PER_UNIT)];
                        let rows = rows.into_iter().filter(|(count, ticks)| *count > 0 && *ticks > 0);
                        out.table(*b"stts", rows.clone().count(), rows.flat_map(|(n, ticks)| [n, ticks]));
                        self.places(out, units);
                    });
                });
            });
        });
    }

    /// Where the samples of a track are.
    fn places(&self, out: &mut Atoms, track: &Track) {
        let mut runs: Vec<(usize, u32)> = Vec::new();
        for (chunk, count) in track.counts.iter().enumerate() {
            if runs.last().is_none_or(|(_, last)| last != count) {
                runs.push((chunk + 1, *count));
            }
        }
        out.full(*b"stsc", 0, |out| {
            out.count(runs.len());
            for (chunk, count) in runs {
                out.count(chunk);
                out.u32s([count, 1]);
            }
        });
        out.full(*b"stsz", 0, |out| {
            out.u32(0);
            out.count(track.sizes.len());
            out.u32s(track.sizes.iter().copied());
        });
        out.full(if self.is_wide { *b"co64" } else { *b"stco" }, 0, |out| {
            out.count(track.offsets.len());
            for offset in &track.offsets {
                match u32::try_from(*offset) {
                    Ok(offset) if !self.is_wide => out.u32(offset),
                    _ => out.u64(*offset),
                }
            }
        });
    }
}

fn track_header(out: &mut Atoms, id: u32, duration: u32, volume: u16, size: [u16; 2]) {
    // Enabled, and part of the film.
    out.full(*b"tkhd", 3, |out| {
        out.u32s([0, 0, id, 0, duration, 0, 0]);
        out.u16(0);
        out.u16(u16::from(volume > 0));
        out.u16(volume);
        out.u16(0);
        out.u32s(MATRIX);
        out.u32s(size.map(|side| u32::from(side) << 16));
    });
}

fn media_header(out: &mut Atoms, clock: u32, duration: u32, kind: [u8; 4], name: &str) {
    out.full(*b"mdhd", 0, |out| {
        out.u32s([0, 0, clock, duration]);
        out.u16(LANGUAGE);
        out.u16(0);
    });
    out.full(*b"hdlr", 0, |out| {
        out.u32(0);
        out.bytes(&kind);
        out.zeros(12);
        out.bytes(name.as_bytes());
    });
}

/// All is in this file.
fn data_reference(out: &mut Atoms) {
    out.atom(*b"dinf", |out| {
        out.full(*b"dref", 0, |out| {
            out.u32(1);
            out.full(*b"url ", 1, |_| {});
        });
    });
}

fn sound_format(out: &mut Atoms, config: &[u8]) {
    out.full(*b"stsd", 0, |out| {
        out.u32(1);
        out.atom(*b"mp4a", |out| {
            out.zeros(6);
            out.u16(1);
            out.zeros(8);
            // Two channels of 16 bits.
            out.u16(2);
            out.u16(16);
            out.u32s([0, SAMPLE_RATE << 16]);
            out.full(*b"esds", 0, |out| {
                let config_length = u8::try_from(config.len()).unwrap_or(0);
                // A stream, its decoder, what the decoder has to know, and how the stream is packed.
                out.bytes(&[3, 23 + config_length, 0, 2, 0]);
                out.bytes(&[4, 15 + config_length, 0x40, 0x15, 0, 0, 0]);
                out.u32s([BIT_RATE, BIT_RATE]);
                out.bytes(&[5, config_length]);
                out.bytes(config);
                out.bytes(&[6, 1, 2]);
            });
        });
    });
}

impl Atoms {
    /// A parameter set with its length.
    fn set(&mut self, set: &[u8]) {
        self.u16(u16::try_from(set.len()).unwrap_or(u16::MAX));
        self.bytes(set);
    }
}
