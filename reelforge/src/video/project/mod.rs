//! A project: one video, a folder with a YAML file and its assets, below the project root.

pub mod decode;
pub mod edit;
pub mod model;
pub mod schema;
pub mod source;
pub mod store;
pub mod templates;
mod traps;

pub use decode::Parsed;
pub(in crate::video) use decode::nearest_word;
pub use model::Project;
