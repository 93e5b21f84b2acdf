//! Which parts of the canvas look different from one frame to the next.

use std::sync::Arc;

use kurbo::{Affine, Rect};

use super::{CaptionNode, Frame, Node, PartState};
use crate::video::ink::{Ink, Piece, Pieces};

/// How far a blur reaches, in standard deviations.
const REACH: f64 = 3.0;

impl Frame {
    /// Boxes on the canvas, shadows and blur included, outside of which this frame looks like another one of the same
    /// plan. None when all of it may look different.
    pub fn touched_since(&self, before: &Self) -> Option<Vec<Rect>> {
        if self.stages.len() != before.stages.len() {
            return None;
        }
        let mut boxes = Vec::new();
        for (now, then) in self.stages.iter().zip(&before.stages) {
            if !now.has_ground_of(then) {
                return None;
            }
            // Blurs of groups that lie in each other add up like this at most.
            let nodes = now.nodes.iter().chain(&then.nodes);
            let blur = nodes.map(|node| node.blur).fold(0.0, f64::hypot) * REACH;
            let known = boxes.len();
            compare(&now.nodes, &then.nodes, &mut boxes);
            boxes[known..].iter_mut().for_each(|rect| *rect = rect.inflate(blur, blur));
        }
        match (&self.captions, &before.captions) {
            (None, None) => {}
            (Some(now), Some(then)) => differing(&now.drawn(), &then.drawn(), &mut boxes),
            (Some(caption), None) | (None, Some(caption)) => boxes.extend(caption.drawn().all()),
        }
        Some(boxes)
    }
}

/// Where the nodes of two frames of a scene differ. Both stand in the order of their items.
fn compare(now: &[Node], then: &[Node], boxes: &mut Vec<Rect>) {
    let (mut ours, mut theirs) = (0, 0);
    loop {
        match (now.get(ours), then.get(theirs)) {
            (Some(node), Some(other)) if node.item == other.item => {
                if moves_alike(node, other) {
                    differing(&node.drawn(), &other.drawn(), boxes);
                    (ours, theirs) = (ours + 1, theirs + 1);
                } else {
                    // What is in a group goes with it.
                    boxes.extend(now[ours..node.end].iter().flat_map(|node| node.drawn().all()));
                    boxes.extend(then[theirs..other.end].iter().flat_map(|node| node.drawn().all()));
                    (ours, theirs) = (node.end, other.end);
                }
            }
            (Some(node), other) if other.is_none_or(|other| node.item < other.item) => {
                boxes.extend(node.drawn().all());
                ours += 1;
            }
            (_, Some(other)) => {
                boxes.extend(other.drawn().all());
                theirs += 1;
            }
            (_, None) => break,
        }
    }
}

/// Whether both are drawn in the same place and way, whatever they are made of.
fn moves_alike(node: &Node, other: &Node) -> bool {
    let look = |node: &Node| [node.opacity, node.blur, node.wipe, node.draw];
    node.transform == other.transform && look(node) == look(other)
}

/// What is drawn in one place.
#[derive(Clone, Copy)]
struct Drawn<'a> {
    pieces: &'a Pieces,
    parts: Option<&'a Arc<[PartState]>>,
    transform: Affine,
}

impl Node {
    fn drawn(&self) -> Drawn<'_> {
        Drawn { pieces: &self.pieces, parts: self.parts.as_ref(), transform: self.transform }
    }
}

impl CaptionNode {
    fn drawn(&self) -> Drawn<'_> {
        Drawn { pieces: &self.pieces, parts: self.parts.as_ref(), transform: Affine::IDENTITY }
    }
}

impl<'a> Drawn<'a> {
    fn part(&self, index: usize) -> PartState {
        self.parts.and_then(|parts| parts.get(index)).copied().unwrap_or(PartState::STILL)
    }

    /// What a piece covers on the canvas; none where nothing of it shows.
    fn covers(&self, index: usize) -> Option<Rect> {
        let (piece, part) = (self.pieces.get(index)?, self.part(index));
        if part.opacity <= 0.0 {
            return None;
        }
        let blur = part.blur * REACH;
        let rect = (self.transform * part.transform).transform_rect_bbox(with_shadows(piece)?);
        Some(rect.inflate(blur, blur))
    }

    fn all(self) -> impl Iterator<Item = Rect> + use<'a> {
        (0..self.pieces.len()).filter_map(move |index| self.covers(index))
    }
}

/// Where two versions of one thing differ.
fn differing(now: &Drawn<'_>, then: &Drawn<'_>, boxes: &mut Vec<Rect>) {
    let is_same = Arc::ptr_eq(now.pieces, then.pieces);
    if is_same && now.parts == then.parts {
        return;
    }
    for index in 0..now.pieces.len().max(then.pieces.len()) {
        let is_alike = is_same || now.pieces.get(index) == then.pieces.get(index);
        if !is_alike || now.part(index) != then.part(index) {
            boxes.extend([now, then].into_iter().filter_map(|drawn| drawn.covers(index)));
        }
    }
}

/// What a piece covers with its shadows, in the coordinates of its element.
fn with_shadows(piece: &Piece) -> Option<Rect> {
    let shadow = |ink: &Ink| match ink {
        Ink::Glyphs(glyphs) if glyphs.sigma > 0.0 => {
            let reach = glyphs.sigma * REACH;
            Some((glyphs.extent + glyphs.origin.to_vec2()).inflate(reach, reach))
        }
        Ink::Shadow { rect, sigma, .. } => Some(rect.inflate(sigma * REACH, sigma * REACH)),
        _ => None,
    };
    let own = Some(piece.bounds).filter(|bounds| bounds.width() > 0.0 && bounds.height() > 0.0);
    own.into_iter().chain(piece.inks.iter().filter_map(shadow)).reduce(|a, b| a.union(b))
}
