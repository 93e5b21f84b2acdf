//! Reads and writes single bits and the numbers of variable length that H.264 is made of.

/// Reads bits from the first of a byte on.
pub(in crate::video) struct Reader<'a> {
    bytes: &'a [u8],
    /// Bits that were read.
    pub(super) at: usize,
}

impl<'a> Reader<'a> {
    pub(in crate::video) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(in crate::video) fn bit(&mut self) -> Option<u32> {
        let byte = self.bytes.get(self.at / 8)?;
        let bit = byte >> (7 - self.at % 8) & 1;
        self.at += 1;
        Some(bit.into())
    }

    pub(in crate::video) fn bits(&mut self, count: u32) -> Option<u32> {
        (0..count).try_fold(0, |number, _| Some(number << 1 | self.bit()?))
    }

    /// A number from 0 whose length is in front of it, in zeros.
    pub(in crate::video) fn number(&mut self) -> Option<u32> {
        let mut zeros = 0;
        while self.bit()? == 0 {
            zeros += 1;
        }
        (zeros < 32).then(|| self.bits(zeros)).flatten().map(|rest| (1 << zeros) - 1 + rest)
    }

    /// The same for numbers with a sign: 0, 1, -1, 2, -2 ...
    pub(in crate::video) fn signed(&mut self) -> Option<i32> {
        let number = i32::try_from(self.number()?).ok()?;
        Some(if number % 2 == 0 { -(number / 2) } else { number / 2 + 1 })
    }
}

/// Writes bits from the first of a byte on.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    /// Bits that are taken in the last byte.
    taken: u32,
}

impl Writer {
    pub(super) fn bit(&mut self, bit: bool) {
        if self.taken == 0 {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << (7 - self.taken);
        }
        self.taken = (self.taken + 1) % 8;
    }

    pub(super) fn bits(&mut self, number: u32, count: u32) {
        for place in (0..count).rev() {
            self.bit(number >> place & 1 == 1);
        }
    }

    pub(super) fn number(&mut self, number: u32) {
        let length = (number + 1).ilog2();
        self.bits(0, length);
        self.bits(number + 1, length + 1);
    }

    pub(super) fn signed(&mut self, number: i32) {
        self.number(if number > 0 { number.unsigned_abs() * 2 - 1 } else { number.unsigned_abs() * 2 });
    }

    /// Fills the last byte up.
    pub(super) fn align(&mut self, bit: bool) {
        while self.taken != 0 {
            self.bit(bit);
        }
    }
}
