//! The keys under which it is kept what was heard in sound files.

use blake3::Hash;

/// Counts the ways in which files were listened to: results of an earlier one are not those of this.
const VERSION: u32 = 1;

/// A key of several parts.
pub(super) fn key(parts: &[&[u8]]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&VERSION.to_le_bytes());
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()
}
