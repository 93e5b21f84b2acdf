//! What an MP4 file says of its H.264 before the first picture.

/// What begins every unit of a stream.
pub(in crate::video) const START: [u8; 4] = [0, 0, 0, 1];

/// What `avcC` holds.
pub(in crate::video) struct Config<'a> {
    /// All parameter sets as a stream.
    pub(in crate::video) sets: Vec<u8>,
    /// The first sequence parameter set.
    pub(in crate::video) sequence: Option<&'a [u8]>,
    /// The picture parameter sets.
    pub(in crate::video) pictures: Vec<&'a [u8]>,
    /// Bytes of the length in front of each unit.
    pub(in crate::video) prefix: usize,
}

impl<'a> Config<'a> {
    /// Reads it; none when it is cut off.
    pub(in crate::video) fn read(bytes: &'a [u8]) -> Option<Self> {
        let prefix = usize::from(bytes.get(4)? & 3) + 1;
        let (mut at, mut sets, mut sequence, mut pictures) = (5, Vec::new(), None, Vec::new());
        for (is_sequence, mask) in [(true, 31), (false, 255)] {
            let count = bytes.get(at)? & mask;
            at += 1;
            for _ in 0..count {
                let length = usize::from(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
                let set = bytes.get(at + 2..at + 2 + length)?;
                at += 2 + length;
                sets.extend_from_slice(&START);
                sets.extend_from_slice(set);
                if is_sequence {
                    sequence = sequence.or(Some(set));
                } else {
                    pictures.push(set);
                }
            }
        }
        Some(Self { sets, sequence, pictures, prefix })
    }
}
