//! Mounting, through a source in this process: what servers declare, and what becomes of it on every way in.

mod bind;
mod catalogue;
mod config;
#[cfg(feature = "http")]
mod http;
mod lock;
mod named;
mod schemas;

use super::Catalogue;
use super::ServerConfig;
use super::testing::{Fake, PATIENCE, World, base, becomes, config, declared, names, quick, with_schema};
