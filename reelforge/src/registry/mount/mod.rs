#![doc = include_str!("../../docs/mounting.md")]

mod bind;
mod business;
mod catalogue;
mod config;
mod error;
mod expand;
mod following;
mod glob;
mod held;
mod keep;
mod lock;
mod names;
mod parse;
mod reader;
mod report;
mod schemas;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod times;
mod work;

pub use catalogue::{Catalogue, Connect};
pub use config::{BusinessErrors, Connection, Schemas, ServerConfig};
pub use error::{ConfigError, MountError};
pub(super) use following::Following;
pub use glob::Glob;
pub use parse::parse;
pub use report::{Report, State};
pub use times::Times;
