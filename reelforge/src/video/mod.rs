//! Video projects: the files, their meaning, their checks.

pub mod project;
