//! What a server says, in the words of this crate: its declarations, its results, its pages.

mod block;
mod declared;
mod headers;
mod pages;
mod result;

pub(super) use headers::{Repeats, in_headers};
pub(super) use pages::list;
pub(super) use result::output;

#[cfg(test)]
pub(super) use declared::declared;
