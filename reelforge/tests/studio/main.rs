//! The studio as a real program: its tools over every way in, and its pages.
#![cfg(feature = "studio")]

mod contract;
mod http;
mod page;
mod parity;
mod program;
mod renders;
mod table;
mod ways;
