//! The `#[tool]` attribute of [`reelforge`](https://docs.rs/reelforge), which re-exports it.
