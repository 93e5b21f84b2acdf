//! Where a frame differs from another.

use std::sync::Arc;

use super::{Effect, Frame, Node, Stage};

/// The first thing in painting order that two frames do not share: all that lies below looks the same in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// Index of the stage.
    pub stage: usize,
    /// Index of the node in the stage, one at the top, or the number of its nodes; none when the stage changes as a
    /// whole.
    pub node: Option<usize>,
}

impl Change {
    /// Everything differs.
    pub const ALL: Self = Self { stage: 0, node: None };
}

impl Frame {
    /// Where this frame begins to look different from another one of the same plan. None when both look the same.
    pub fn change_from(&self, other: &Self) -> Option<Change> {
        let pairs = self.stages.iter().zip(&other.stages);
        let differing = pairs.enumerate().find(|(_, (ours, theirs))| !ours.looks_like(theirs));
        let Some((stage, (ours, theirs))) = differing else {
            let shared = self.stages.len().min(other.stages.len());
            if self.stages.len() != other.stages.len() {
                return Some(Change { stage: shared, node: None });
            }
            return (!self.has_captions_of(other)).then(|| self.below_captions());
        };
        Some(Change { stage, node: ours.has_ground_of(theirs).then(|| ours.shared_nodes(theirs)) })
    }
}

impl Frame {
    /// Whether both write the same over everything.
    fn has_captions_of(&self, other: &Self) -> bool {
        match (&self.captions, &other.captions) {
            (None, None) => true,
            (Some(ours), Some(theirs)) => {
                (Arc::ptr_eq(&ours.pieces, &theirs.pieces) || ours.pieces == theirs.pieces)
                    && ours.parts == theirs.parts
            }
            _ => false,
        }
    }

    /// All but the captions is shared.
    fn below_captions(&self) -> Change {
        let Some((last, stage)) = self.stages.iter().enumerate().next_back() else { return Change::ALL };
        let is_plain = stage.effect == Effect::NONE;
        Change { stage: last, node: is_plain.then_some(stage.nodes.len()) }
    }
}

impl Stage {
    fn looks_like(&self, other: &Self) -> bool {
        let place = |stage: &Self| (stage.scene, stage.effect, stage.backdrop, stage.backdrop_frame);
        let nodes = || self.nodes.iter().zip(&other.nodes).all(|(ours, theirs)| ours.looks_like(theirs));
        place(self) == place(other) && self.nodes.len() == other.nodes.len() && nodes()
    }

    /// Whether both paint the same before their nodes, and these one after the other on it.
    pub(super) fn has_ground_of(&self, other: &Self) -> bool {
        let ground = |stage: &Self| (stage.scene, stage.effect, stage.backdrop, stage.backdrop_frame);
        ground(self) == ground(other) && self.effect == Effect::NONE
    }

    /// How many nodes both begin with, counted to the end of one at the top.
    fn shared_nodes(&self, other: &Self) -> usize {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            let end = node.end.clamp(at + 1, self.nodes.len());
            let Some(theirs) = other.nodes.get(at..end) else { break };
            if !self.nodes[at..end].iter().zip(theirs).all(|(ours, theirs)| ours.looks_like(theirs)) {
                break;
            }
            at = end;
        }
        at
    }
}

impl Node {
    /// Whether both are painted the same.
    fn looks_like(&self, other: &Self) -> bool {
        let place = |node: &Self| (node.item, node.end, node.transform);
        let look = |node: &Self| [node.opacity, node.blur, node.wipe, node.draw];
        place(self) == place(other)
            && look(self) == look(other)
            && (Arc::ptr_eq(&self.pieces, &other.pieces) || self.pieces == other.pieces)
            && self.parts == other.parts
    }
}
