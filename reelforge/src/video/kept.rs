//! What was found in files, so that nothing is looked for twice in one process.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use blake3::Hash;

/// The results that were asked for last.
pub(in crate::video) struct Kept<T> {
    most: usize,
    all: Mutex<VecDeque<(Hash, Arc<T>)>>,
}

impl<T> Kept<T> {
    /// Keeps so many.
    pub(in crate::video) const fn new(most: usize) -> Self {
        Self { most, all: Mutex::new(VecDeque::new()) }
    }

    /// The result under a key; it is made when there is none, by one thread or, at worst, by several.
    pub(in crate::video) fn get_or(&self, key: Hash, make: impl FnOnce() -> Option<T>) -> Option<Arc<T>> {
        let lock = || self.all.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut all = lock();
            if let Some(at) = all.iter().position(|(known, _)| *known == key) {
                // What was asked for last goes last.
                let found = all.remove(at)?;
                all.push_back(found.clone());
                return Some(found.1);
            }
        }
        let made = Arc::new(make()?);
        let mut all = lock();
        all.push_back((key, Arc::clone(&made)));
        while all.len() > self.most {
            all.pop_front();
        }
        Some(made)
    }
}
