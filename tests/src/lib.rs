//! Helpers of the end-to-end tests.

pub mod stdio;
