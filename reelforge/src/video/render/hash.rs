//! Hashes of contents.

use std::io::{self, Read};

/// The hash of all that can be read, and how many bytes that were.
pub fn hash_of(mut from: impl Read) -> io::Result<(String, u64)> {
    let mut hasher = blake3::Hasher::new();
    let mut block = vec![0; 256 << 10];
    let mut bytes = 0;
    loop {
        let read = match from.read(&mut block) {
            Ok(0) => return Ok((format!("b3:{}", hasher.finalize().to_hex()), bytes)),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hasher.update(&block[..read]);
        bytes += read as u64;
    }
}
