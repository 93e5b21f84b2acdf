mod damaged;
#[cfg(unix)]
mod foreign;
pub(in crate::video) mod make;
mod order;
mod plays;
