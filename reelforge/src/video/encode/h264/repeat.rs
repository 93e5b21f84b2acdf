//! Pictures that show the same as the one before: every block is skipped.

use super::Settings;
use super::bits::Writer;
use super::nal;
use super::sets::Syntax;

/// The unit is a picture that others need.
const HEADER: u8 = 2 << 5 | nal::INTER;
/// Each block is predicted from one picture, in the whole picture.
const PREDICTED: u32 = 5;
/// No block has anything to quantise, so it only says how likely "skipped" is at first.
const QUANTISER: i32 = 30;
/// That likelihood: (23 × 30 ÷ 16 + 33) - 64, by the tables of the standard for the first block of such a picture.
const FIRST_STATE: usize = 12;
/// The most likely state: it is not left again.
const LAST_STATE: usize = 62;

/// How much of the range the less likely value gets, by the state and by the two bits below the first of the range;
/// from [`FIRST_STATE`] on. From table 9-44 of the standard.
#[rustfmt::skip]
const UNLIKELY: [[u32; 4]; LAST_STATE - FIRST_STATE + 1] = [
    [77, 94, 111, 128], [73, 89, 105, 122], [69, 85, 100, 116], [66, 80, 95, 110], [62, 76, 90, 104], [59, 72, 86, 99],
    [56, 69, 81, 94], [53, 65, 77, 89], [51, 62, 73, 85], [48, 59, 69, 80], [46, 56, 66, 76], [43, 53, 63, 72],
    [41, 50, 59, 69], [39, 48, 56, 65], [37, 45, 54, 62], [35, 43, 51, 59], [33, 41, 48, 56], [32, 39, 46, 53],
    [30, 37, 43, 50], [29, 35, 41, 48], [27, 33, 39, 45], [26, 31, 37, 43], [24, 30, 35, 41], [23, 28, 33, 39],
    [22, 27, 32, 37], [21, 26, 30, 35], [20, 24, 29, 33], [19, 23, 27, 31], [18, 22, 26, 30], [17, 21, 25, 28],
    [16, 20, 23, 27], [15, 19, 22, 25], [14, 18, 21, 24], [14, 17, 20, 23], [13, 16, 19, 22], [12, 15, 18, 21],
    [12, 14, 17, 20], [11, 14, 16, 19], [11, 13, 15, 18], [10, 12, 15, 17], [10, 12, 14, 16], [9, 11, 13, 15],
    [9, 11, 12, 14], [8, 10, 12, 14], [8, 9, 11, 13], [7, 9, 11, 12], [7, 9, 10, 12], [7, 8, 10, 11],
    [6, 8, 9, 11], [6, 7, 9, 10], [6, 7, 8, 9],
];

/// Writes such pictures.
#[derive(Debug)]
pub(super) struct Repeat {
    pub(super) syntax: Syntax,
    /// All blocks, which are the same in every such picture.
    blocks: Vec<bool>,
}

impl Repeat {
    pub(super) fn new(settings: &Settings, syntax: Syntax) -> Self {
        let blocks = settings.width.div_ceil(16) * settings.height.div_ceil(16);
        Self { syntax, blocks: skipped(blocks) }
    }

    /// The picture with a number.
    pub(super) fn picture(&self, number: u32) -> Vec<u8> {
        let mut out = Writer::default();
        out.bits(HEADER.into(), 8);
        out.number(0);
        out.number(PREDICTED);
        out.number(self.syntax.id);
        out.bits(number, self.syntax.number_bits);
        // As many references as the set says, in their order, none marked.
        out.bits(0, 3);
        // The first of three tables of likelihoods.
        out.number(0);
        out.signed(QUANTISER - self.syntax.quantiser);
        if self.syntax.says_smoothing {
            out.number(1);
        }
        out.align(true);
        for bit in &self.blocks {
            out.bit(*bit);
        }
        out.align(false);
        nal::escaped(&out.bytes)
    }
}

/// The bits that say of a number of blocks "skipped" and "not the last", but of the last one "the last".
fn skipped(blocks: u32) -> Vec<bool> {
    let mut coder = Coder { low: 0, range: 510, waiting: 0, is_first: true, bits: Vec::new() };
    let mut state = FIRST_STATE;
    for block in 1..=blocks {
        coder.likely(state);
        state = (state + 1).min(LAST_STATE);
        coder.end(block == blocks);
    }
    coder.bits
}

/// The arithmetic coder of the standard's chapter 9.3.4, without what skipped blocks do not need.
struct Coder {
    low: u32,
    range: u32,
    /// Bits that follow the next one, and are its opposite.
    waiting: u32,
    is_first: bool,
    bits: Vec<bool>,
}

impl Coder {
    /// The more likely of two values.
    fn likely(&mut self, state: usize) {
        let quarter = (self.range >> 6 & 3) as usize;
        self.range -= UNLIKELY[state - FIRST_STATE][quarter];
        self.renew();
    }

    /// Whether this is the end.
    fn end(&mut self, is_end: bool) {
        self.range -= 2;
        if !is_end {
            self.renew();
            return;
        }
        self.low += self.range;
        self.range = 2;
        self.renew();
        self.put(self.low >> 9 & 1 == 1);
        // The last bit is also the one that every unit ends with.
        self.bits.extend([self.low >> 8 & 1 == 1, true]);
    }

    fn renew(&mut self) {
        while self.range < 256 {
            if self.low < 256 {
                self.put(false);
            } else if self.low >= 512 {
                self.low -= 512;
                self.put(true);
            } else {
                self.low -= 256;
                self.waiting += 1;
            }
            self.range <<= 1;
            self.low <<= 1;
        }
    }

    fn put(&mut self, bit: bool) {
        if !std::mem::replace(&mut self.is_first, false) {
            self.bits.push(bit);
        }
        for _ in 0..std::mem::take(&mut self.waiting) {
            self.bits.push(!bit);
        }
    }
}
