//! The tools of other servers, beside those of the program: `--mount`. Without the feature `client` there are none.

#[cfg(feature = "client")]
mod connect;
#[cfg(feature = "client")]
mod with_client;
#[cfg(not(feature = "client"))]
mod without_client;

#[cfg(feature = "client")]
pub(super) use with_client::{beside, file, now, open, served};
#[cfg(not(feature = "client"))]
pub(super) use without_client::{beside, file, now, served};
