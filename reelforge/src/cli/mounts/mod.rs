//! The tools of other servers, beside those of the program: `--mount`. Without the feature `client` there are none.

#[cfg(feature = "client")]
mod connect;
#[cfg(feature = "client")]
mod with_client;
#[cfg(not(feature = "client"))]
mod without_client;

#[cfg(any(feature = "client", feature = "http"))]
use super::Failure;
#[cfg(any(feature = "client", feature = "http"))]
use crate::registry::Served;
#[cfg(feature = "client")]
pub(super) use with_client::{beside, file, now, open, served};
#[cfg(not(feature = "client"))]
pub(super) use without_client::{beside, file, now, served};

/// Waits for the servers that are needed, and lets go of all if one cannot be reached.
#[cfg(any(feature = "client", feature = "http"))]
pub(super) async fn ready(served: &Served) -> Result<(), Failure> {
    let result = served.ready().await;
    if result.is_err() {
        served.close().await;
    }
    result.map_err(Failure::Failed)
}
