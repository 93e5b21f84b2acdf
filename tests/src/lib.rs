//! Helpers of the end-to-end tests.

pub mod bench_tools;
pub mod stdio;
