//! The boxes that MP4 files consist of: a length, a name of four letters, and what is in it, other boxes included.

/// Boxes that are being written.
#[derive(Debug, Default)]
pub(super) struct Atoms(pub(super) Vec<u8>);

impl Atoms {
    /// A box.
    pub(super) fn atom(&mut self, name: [u8; 4], inside: impl FnOnce(&mut Self)) {
        let start = self.0.len();
        self.u32(0);
        self.bytes(&name);
        inside(self);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the table of a day of video has some ten megabytes"
        )]
        let length = (self.0.len() - start) as u32;
        self.0[start..start + 4].copy_from_slice(&length.to_be_bytes());
    }

    /// A box with a version and flags.
    pub(super) fn full(&mut self, name: [u8; 4], flags: u32, inside: impl FnOnce(&mut Self)) {
        self.atom(name, |atoms| {
            atoms.u32(flags);
            inside(atoms);
        });
    }

    /// A table: its number of rows, and all its numbers.
    pub(super) fn table(&mut self, name: [u8; 4], rows: usize, numbers: impl IntoIterator<Item = u32>) {
        self.full(name, 0, |atoms| {
            atoms.count(rows);
            atoms.u32s(numbers);
        });
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    pub(super) fn zeros(&mut self, count: usize) {
        self.0.resize(self.0.len() + count, 0);
    }

    pub(super) fn u16(&mut self, number: u16) {
        self.bytes(&number.to_be_bytes());
    }

    pub(super) fn u32(&mut self, number: u32) {
        self.bytes(&number.to_be_bytes());
    }

    pub(super) fn u64(&mut self, number: u64) {
        self.bytes(&number.to_be_bytes());
    }

    pub(super) fn u32s(&mut self, numbers: impl IntoIterator<Item = u32>) {
        for number in numbers {
            self.u32(number);
        }
    }

    /// A number of things; there are never more than pictures and units of sound, which are counted in 32 bits.
    pub(super) fn count(&mut self, count: usize) {
        self.u32(u32::try_from(count).unwrap_or(u32::MAX));
    }
}
