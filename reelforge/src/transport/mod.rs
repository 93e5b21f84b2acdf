//! The ways in.

pub mod stdio;
