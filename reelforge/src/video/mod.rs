//! The video studio's engine: the files of a project, their meaning, their checks, their pictures.

pub mod audio;
pub mod captions;
pub mod check;
pub mod components;
pub mod content;
pub mod cues;
pub mod encode;
pub mod expand;
pub mod files;
pub mod guides;
pub mod ink;
mod kept;
pub mod layout;
pub mod motion;
pub mod paint;
pub mod pictures;
pub mod platform;
pub mod preview;
mod program;
pub mod project;
pub mod render;
pub mod suggest;
pub mod text;
pub mod theme;
pub mod time;
