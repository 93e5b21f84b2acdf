use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::StoreError;

/// Hexadecimal digits of a revision: 64 bits, which no two versions of one project share by accident.
const DIGITS: usize = 16;

/// A version of a file, named by its content: `b3:` and the first 16 hexadecimal digits of its BLAKE3 hash.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Revision(String);

impl Revision {
    /// The revision of this content.
    pub fn of(content: impl AsRef<[u8]>) -> Self {
        let hash = blake3::hash(content.as_ref()).to_hex();
        Self(format!("b3:{}", &hash[..DIGITS]))
    }

    /// The revision that a caller wrote down.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        let digits = text.strip_prefix("b3:").unwrap_or_default();
        if digits.len() == DIGITS && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Ok(Self(text.to_owned()));
        }
        Err(StoreError::Invalid {
            what: "revision",
            given: text.chars().take(80).collect(),
            expected: "`b3:` and 16 hexadecimal digits, as read_project returns it",
        })
    }

    /// The text, `b3:…`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The digits without `b3:`.
    pub(super) fn digits(&self) -> &str {
        &self.0[3..]
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
