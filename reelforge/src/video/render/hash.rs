//! Hashes of contents.

use std::io::{self, Read};

use crate::video::project::store::{Folder, StoreError};

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

/// The hash of all files of a folder with their names, and how many bytes they have together.
pub fn hash_of_all(folder: &Folder) -> Result<(String, u64), StoreError> {
    let mut names = folder.names()?;
    names.sort();
    let mut hasher = blake3::Hasher::new();
    let mut all = 0;
    for name in names {
        let read = hash_of(folder.open(&name)?);
        let (hash, bytes) =
            read.map_err(|source| StoreError::Io { path: folder.path_of(&name), doing: "read", source })?;
        hasher.update(format!("{name}/{hash}").as_bytes());
        all += bytes;
    }
    Ok((format!("b3:{}", hasher.finalize().to_hex()), all))
}
