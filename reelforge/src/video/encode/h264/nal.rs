//! The units that an H.264 stream consists of.

/// A picture that needs the one before.
pub(super) const INTER: u8 = 1;
/// A picture that needs no other.
pub(super) const KEY: u8 = 5;
/// What holds for a sequence of pictures.
pub(super) const SEQUENCE: u8 = 7;
/// What holds for pictures.
pub(super) const PICTURE: u8 = 8;

/// What a unit is.
pub(super) fn kind(nal: &[u8]) -> u8 {
    nal.first().map_or(0, |byte| byte & 31)
}

/// The units between start codes.
pub(super) fn split(stream: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = after_start(stream);
    std::iter::from_fn(move || {
        let nal = rest?;
        let code = memchr::memmem::find(nal, &[0, 0, 1]);
        rest = code.map(|at| &nal[at + 3..]);
        let nal = &nal[..code.unwrap_or(nal.len())];
        // A start code of four bytes begins with one more zero, which no unit ends with.
        let end = nal.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        Some(&nal[..end])
    })
}

fn after_start(stream: &[u8]) -> Option<&[u8]> {
    memchr::memmem::find(stream, &[0, 0, 1]).map(|at| &stream[at + 3..])
}

/// Adds a unit with its length in front.
pub(super) fn append(out: &mut Vec<u8>, nal: &[u8]) {
    #[expect(clippy::cast_possible_truncation, reason = "a picture's units are far smaller")]
    let length = nal.len() as u32;
    out.extend(length.to_be_bytes());
    out.extend(nal);
}

/// A unit without the bytes that keep start codes out of it.
pub(in crate::video) fn unescaped(nal: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(nal.len());
    let mut zeros = 0;
    for &byte in nal {
        if zeros >= 2 && byte == 3 {
            zeros = 0;
            continue;
        }
        zeros = if byte == 0 { zeros + 1 } else { 0 };
        out.push(byte);
    }
    out
}

/// A unit with the bytes that keep start codes out of it.
pub(super) fn escaped(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len() + 8);
    let mut zeros = 0;
    for &byte in raw {
        if zeros >= 2 && byte <= 3 {
            out.push(3);
            zeros = 0;
        }
        zeros = if byte == 0 { zeros + 1 } else { 0 };
        out.push(byte);
    }
    out
}
