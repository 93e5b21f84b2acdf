//! The id of a request, as its JSON text.

/// How long an id may be to need no memory of its own: numbers and what most clients make up.
const SHORT: usize = 22;

/// The id of a request, as its JSON text.
#[derive(Debug)]
pub(super) enum Id {
    Short(u8, [u8; SHORT]),
    Long(Box<str>),
}

impl Id {
    pub(super) fn new(text: &str) -> Self {
        let mut bytes = [0; SHORT];
        match (bytes.get_mut(..text.len()), u8::try_from(text.len())) {
            (Some(room), Ok(length)) => {
                room.copy_from_slice(text.as_bytes());
                Self::Short(length, bytes)
            }
            _ => Self::Long(text.into()),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Short(length, bytes) => std::str::from_utf8(&bytes[..usize::from(*length)])
                .expect("the bytes were copied from a whole text"),
            Self::Long(text) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_any_length_comes_back_as_it_was() {
        for length in 0..60 {
            let text = format!("\"{}\"", "é".repeat(length));
            assert_eq!(Id::new(&text).as_str(), text);
        }
    }
}
