//! What an element goes through while its scene is shown.

use std::ops::Range;

use super::Shown;
use super::runs::longest;
use crate::video::ink::Role;
use crate::video::layout::ScenePlan;
use crate::video::project::model::Kind;

/// Of its greatest opacity, how much counts as being there in full.
const HOLD: f32 = 0.9;

/// A part of an element that is read on its own, and how opaque it is at each frame of the element.
#[derive(Debug, Clone, Default)]
pub(in crate::video::check) struct Unit {
    /// Its place among the parts, from 0.
    pub(in crate::video::check) order: usize,
    opacity: Vec<f32>,
}

/// An element over its scene.
#[derive(Debug, Clone, Default)]
pub(in crate::video::check) struct Life {
    /// The first frame that shows it.
    first: u32,
    opacity: Vec<f32>,
    /// The largest scale at which it rests and is seen; none when it never does.
    pub(in crate::video::check) scale: Option<f64>,
    /// The items of a list; none for other elements, and for lists that appear in other parts.
    pub(in crate::video::check) units: Vec<Unit>,
}

impl Life {
    /// The frames of the longest stretch in which it is there in full: at nine tenths of its greatest opacity or more.
    pub(in crate::video::check) fn hold(&self) -> Range<u32> {
        self.stretch(&self.opacity)
    }

    /// The same for a part.
    pub(in crate::video::check) fn hold_of(&self, unit: &Unit) -> Range<u32> {
        self.stretch(&unit.opacity)
    }

    fn stretch(&self, opacity: &[f32]) -> Range<u32> {
        let peak = opacity.iter().copied().fold(0.0, f32::max);
        let held = longest(opacity.iter().map(|now| peak > 0.0 && *now >= HOLD * peak));
        let frame = |index: usize| self.first + u32::try_from(index).unwrap_or(u32::MAX);
        frame(held.start)..frame(held.end)
    }

    /// Whether it is never seen.
    pub(in crate::video::check) fn is_unseen(&self) -> bool {
        self.opacity.iter().all(|now| *now <= 0.0)
    }

    /// Follows the elements of a scene; frames come in order, without a gap.
    pub(in crate::video::check) fn follow(lives: &mut [Self], shown: &Shown<'_>) {
        for (node, state) in shown.nodes.iter().zip(&shown.states) {
            let (item, life) = (&shown.scene.items[node.item], &mut lives[node.item]);
            if life.opacity.is_empty() {
                life.first = shown.frame;
            }
            life.opacity.push(narrow(state.opacity));
            if state.settled && state.visible {
                let scale = node.transform.determinant().abs().sqrt();
                life.scale = Some(life.scale.map_or(scale, |largest| largest.max(scale)));
            }
            let Kind::List(list) = &item.element.kind else { continue };
            if life.units.is_empty() {
                life.units = (0..list.items.len()).map(|order| Unit { order, opacity: Vec::new() }).collect();
            }
            let orders = node.pieces.iter().map(|piece| piece.order as usize + 1).max().unwrap_or(0);
            for unit in &mut life.units {
                // A list whose parts are not its items is read as one.
                let own = match &node.parts {
                    Some(parts) if orders == list.items.len() => node
                        .pieces
                        .iter()
                        .zip(parts.iter())
                        .filter(|(piece, _)| piece.role == Role::Text && piece.order as usize == unit.order)
                        .map(|(_, part)| part.opacity)
                        .fold(0.0, f64::max),
                    _ => 1.0,
                };
                unit.opacity.push(narrow(state.opacity * own));
            }
        }
    }

    /// As many as a scene has elements.
    pub(in crate::video::check) fn of_all(scene: &ScenePlan) -> Vec<Self> {
        scene.items.iter().map(|_| Self::default()).collect()
    }
}

fn narrow(opacity: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "an opacity needs no more digits")]
    let narrow = opacity as f32;
    narrow
}
