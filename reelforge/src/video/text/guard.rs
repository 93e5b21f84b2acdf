//! Keeps damaged fonts harmless.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs what reads a font; none if its reader trips over it.
///
/// Readers of fonts check what they read, but not everything: the one in use reads past the end of a glyph that has
/// no points. Whatever was changed meanwhile has to be thrown away.
pub(super) fn guarded<T>(read: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(read)).ok()
}
