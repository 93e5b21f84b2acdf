//! The video studio's engine: the files of a project, their meaning, their checks.

pub mod check;
pub mod guides;
pub mod project;
pub mod time;
