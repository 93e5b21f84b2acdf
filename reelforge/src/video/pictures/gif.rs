use std::io::Cursor;
use std::sync::Arc;

use gif::{ColorOutput, DecodeOptions, Decoder, DisposalMethod, MemoryLimit};

use super::PictureError;
use super::info::{Format, PictureInfo, check_size, check_working};

/// Delays up to this many hundredths of a second are shown as ten, as browsers do.
const SHORTEST: u16 = 1;

/// Reads all blocks, up to the end.
pub(super) fn inspect(bytes: &[u8]) -> Result<PictureInfo, PictureError> {
    let mut blocks = Blocks { bytes, at: 6 };
    let [w0, w1, h0, h1, flags, _, _] = blocks.take::<7>()?;
    let (width, height) = (u16::from_le_bytes([w0, w1]), u16::from_le_bytes([h0, h1]));
    check_size(width.into(), height.into())?;
    blocks.skip_palette(flags)?;
    let (mut delays, mut delay) = (Vec::new(), 0);
    loop {
        match blocks.take::<1>() {
            Ok([0x21]) => {
                let [label] = blocks.take()?;
                if label == 0xF9 {
                    let [_, _, low, high, ..] = blocks.peek::<6>()?;
                    delay = u16::from_le_bytes([low, high]);
                }
            }
            Ok([0x2C]) => {
                let [.., flags] = blocks.take::<9>()?;
                blocks.skip_palette(flags)?;
                blocks.take::<1>()?;
                delays.push(f64::from(if delay <= SHORTEST { 10 } else { delay }) / 100.0);
                delay = 0;
            }
            Ok([0x3B]) => break,
            Ok([other]) => {
                let at = blocks.at - 1;
                return Err(PictureError::Damaged(format!(
                    "at byte {at} stands {other}, which begins no block"
                )));
            }
            // Some programs leave the end mark out.
            Err(_) if !delays.is_empty() => break,
            Err(cut_off) => return Err(cut_off),
        }
        blocks.skip_data()?;
    }
    if delays.is_empty() {
        return Err(PictureError::Damaged("it has no pixels".to_owned()));
    }
    let mut info = PictureInfo::still(Format::Gif, (width.into(), height.into()), false);
    if delays.len() > 1 {
        info.delays = delays.into();
    }
    // The canvas, what it was before, and a frame.
    check_working(info, u64::from(width) * u64::from(height) * 12)
}

struct Blocks<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Blocks<'_> {
    fn peek<const N: usize>(&self) -> Result<[u8; N], PictureError> {
        let rest = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        rest.copied().ok_or(PictureError::CutOff(self.bytes.len() as u64))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], PictureError> {
        let taken = self.peek()?;
        self.at += N;
        Ok(taken)
    }

    fn skip_palette(&mut self, flags: u8) -> Result<(), PictureError> {
        if flags & 0x80 != 0 {
            self.at += 3 << ((flags & 7) + 1);
            if self.at > self.bytes.len() {
                return Err(PictureError::CutOff(self.bytes.len() as u64));
            }
        }
        Ok(())
    }

    /// A sequence of blocks with their length before them.
    fn skip_data(&mut self) -> Result<(), PictureError> {
        loop {
            match self.take::<1>()? {
                [0] => return Ok(()),
                [length] => self.at += usize::from(length),
            }
        }
    }
}

/// Plays an animation from its first frame on.
pub(super) struct Player {
    decoder: Decoder<Cursor<Arc<[u8]>>>,
    /// The picture as it is shown.
    canvas: Vec<u8>,
    /// What the canvas is reset to before the next frame.
    before: Before,
}

/// What becomes of a frame when the next one comes.
enum Before {
    Keep,
    /// Left, top, width and height of what becomes transparent.
    Clear([usize; 4]),
    Restore(Vec<u8>),
}

impl Player {
    pub(super) fn new(bytes: Arc<[u8]>) -> Result<Self, PictureError> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        options.set_memory_limit(MemoryLimit::Bytes(
            super::info::MAX_WORKING.try_into().map_err(PictureError::damaged)?,
        ));
        let decoder = options.read_info(Cursor::new(bytes)).map_err(PictureError::damaged)?;
        let canvas = vec![0; usize::from(decoder.width()) * usize::from(decoder.height()) * 4];
        Ok(Self { decoder, canvas, before: Before::Keep })
    }

    /// The next frame, whose opacity is all or nothing.
    pub(super) fn next(&mut self) -> Result<&[u8], PictureError> {
        let (width, height) = (usize::from(self.decoder.width()), usize::from(self.decoder.height()));
        match std::mem::replace(&mut self.before, Before::Keep) {
            Before::Keep => {}
            Before::Clear([left, top, right, bottom]) => {
                for y in top..bottom {
                    self.canvas[(y * width + left) * 4..(y * width + right) * 4].fill(0);
                }
            }
            Before::Restore(canvas) => self.canvas = canvas,
        }
        let frame = self.decoder.read_next_frame().map_err(PictureError::damaged)?;
        let frame = frame.ok_or_else(|| PictureError::Damaged("a frame is missing".to_owned()))?;
        // What stands out of the canvas is not shown.
        let (left, top) = (usize::from(frame.left).min(width), usize::from(frame.top).min(height));
        let right = (left + usize::from(frame.width)).min(width);
        let bottom = (top + usize::from(frame.height)).min(height);
        match frame.dispose {
            DisposalMethod::Any | DisposalMethod::Keep => {}
            DisposalMethod::Background => self.before = Before::Clear([left, top, right, bottom]),
            DisposalMethod::Previous => self.before = Before::Restore(self.canvas.clone()),
        }
        for (y, row) in (top..bottom).zip(frame.buffer.chunks_exact((usize::from(frame.width) * 4).max(1))) {
            let canvas = &mut self.canvas[(y * width + left) * 4..(y * width + right) * 4];
            for (below, pixel) in canvas.chunks_exact_mut(4).zip(row.chunks_exact(4)) {
                if pixel[3] != 0 {
                    below.copy_from_slice(pixel);
                }
            }
        }
        Ok(&self.canvas)
    }
}
