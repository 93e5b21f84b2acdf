use super::SoundError;

/// How a file holds its sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// RIFF, uncompressed or not.
    Wav,
    /// A stream of frames of MPEG audio or of AAC, with or without tags before it.
    Frames,
    /// FLAC.
    Flac,
    /// MP4, M4A or MOV.
    Mp4,
    /// Vorbis or FLAC in Ogg.
    Ogg,
    /// Opus in Ogg.
    Opus,
    /// One that only the fallback may know, by its name.
    Other(&'static str),
}

impl Format {
    /// The format that the first bytes of a file have.
    pub(super) fn of(head: &[u8]) -> Result<Self, SoundError> {
        let at = |place: usize, text: &[u8]| head.get(place..place + text.len()) == Some(text);
        Ok(match head {
            [b'R', b'I', b'F', b'F', ..] if at(8, b"WAVE") => Self::Wav,
            [b'f', b'L', b'a', b'C', ..] => Self::Flac,
            [b'O', b'g', b'g', b'S', ..] if contains(head, b"OpusHead") => Self::Opus,
            [b'O', b'g', b'g', b'S', ..] => Self::Ogg,
            // What follows a tag, the reader looks for.
            [b'I', b'D', b'3', ..] => Self::Frames,
            [0xFF, second, ..] if second & 0xE0 == 0xE0 => Self::Frames,
            _ if at(4, b"ftyp") || at(4, b"moov") || at(4, b"mdat") || at(4, b"wide") => Self::Mp4,
            [0x1A, 0x45, 0xDF, 0xA3, ..] => Self::Other("Matroska or WebM"),
            [b'F', b'O', b'R', b'M', ..] => Self::Other("AIFF"),
            [b'R', b'F', b'6', b'4', ..] => Self::Other("RF64"),
            [b'c', b'a', b'f', b'f', ..] => Self::Other("CAF"),
            [b'R', b'I', b'F', b'F', ..] if at(8, b"AVI ") => Self::Other("AVI"),
            [0x30, 0x26, 0xB2, 0x75, ..] => Self::Other("WMA"),
            [b'#', b'!', b'A', b'M', b'R', ..] => Self::Other("AMR"),
            _ => return Err(SoundError::Foreign(foreign(head))),
        })
    }
}

fn contains(head: &[u8], text: &[u8]) -> bool {
    // The first packet of an Ogg stream stands in the first page, whose header is 28 bytes long.
    head.get(28..28 + text.len()) == Some(text)
}

/// What a file is that is no sound.
fn foreign(head: &[u8]) -> String {
    match infer::get(head) {
        Some(found) => format!("of the type {}", found.mime_type()),
        None if head.contains(&0) || std::str::from_utf8(&head[..head.len().min(512)]).is_err() => {
            "of an unknown type".to_owned()
        }
        None => "a text".to_owned(),
    }
}
