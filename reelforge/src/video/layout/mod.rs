//! `Layout(t)`: where everything is and what it looks like, as a pure function of project and time.
//!
//! A [`Plan`] is what does not change: the scenes, and each element with its place, its shaped text, its ink. It is
//! made once for a version of a project. [`Plan::frame`] then says what one output frame shows. Checks,
//! descriptions and the painter all read that [`Frame`]; none computes a box of its own.

mod area;
mod backdrop;
mod build;
mod captions;
mod centre;
mod change;
mod cover;
mod fit;
mod flow;
mod frame;
mod make;
mod moves;
mod part;
mod place;
mod plan;
mod show;
#[cfg(test)]
mod tests;
mod touched;

pub use crate::video::motion::Effect;
pub use area::captions_band;
pub use captions::Caption;
pub use change::Change;
pub use frame::{CaptionNode, Frame, Node, PartState, Phase, Stage, uncovered};
pub use moves::Moves;
pub use plan::{Backdrop, Body, Clock, Item, Line, Live, Measure, Overflow, Plan, ScenePlan};
