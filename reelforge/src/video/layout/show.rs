//! What one output frame shows.

use std::sync::Arc;

use kurbo::{Affine, Rect};

use super::cover::cover;
use super::moves::Moment;
use super::{
    Backdrop, Caption, CaptionNode, Clock, Effect, Frame, Item, Node, PartState, Plan, ScenePlan, Stage,
};
use crate::video::ink::Piece;
use crate::video::motion::{drift_covering, replacing};
use crate::video::project::model::TransitionKind;

impl Plan {
    /// What an output frame shows; after the last one that stays. The same number always gives the same frame.
    pub fn frame(&self, number: u32) -> Frame {
        let number = number.min(self.frames.saturating_sub(1));
        let t = self.seconds(0, number);
        // Between scenes that leave a gap, the earlier one is held.
        let later = self.scenes.partition_point(|scene| scene.frames.start <= number);
        let Some(current) = later.checked_sub(1) else {
            return Frame { number, t, stages: Vec::new(), captions: None };
        };
        let scene = &self.scenes[current];
        let effect = self.effect(scene, number).filter(|_| current > 0);
        let before = effect.map(|_| {
            let last = self.scenes[current - 1].frames.end.max(1) - 1;
            self.stage(current - 1, last, Effect::NONE)
        });
        let shown = number.min(scene.frames.end.max(1) - 1);
        let now = self.stage(current, shown, effect.unwrap_or(Effect::NONE));
        Frame {
            number,
            t,
            stages: before.into_iter().chain([now]).collect(),
            captions: self.captions_at(number),
        }
    }

    /// The captions of a frame.
    fn captions_at(&self, number: u32) -> Option<CaptionNode> {
        // A word counts from the frame that is nearest to its beginning.
        let half = 0.5 / f64::from(self.fps);
        self.caption_at(number).map(|caption| caption.node(self.seconds(0, number) + half))
    }

    /// The words that are shown together at a frame.
    pub fn caption_at(&self, number: u32) -> Option<&Caption> {
        let later = self.captions.partition_point(|caption| caption.frames.start <= number);
        self.captions.get(later.checked_sub(1)?).filter(|caption| caption.frames.contains(&number))
    }

    /// Seconds from one frame to another.
    fn seconds(&self, from: u32, to: u32) -> f64 {
        f64::from(to.saturating_sub(from)) / f64::from(self.fps)
    }

    /// What the transition into a scene does at a frame. None when it is over.
    fn effect(&self, scene: &ScenePlan, number: u32) -> Option<Effect> {
        let t = self.seconds(scene.frames.start, number) / scene.transition.duration;
        let kind = scene.transition.kind;
        (kind != TransitionKind::Cut && t < 1.0).then(|| replacing(kind, t, self.canvas))
    }

    /// A scene at one of the frames of the video.
    fn stage(&self, index: usize, number: u32, effect: Effect) -> Stage {
        let scene = &self.scenes[index];
        let mut nodes: Vec<Node> = Vec::with_capacity(scene.items.len());
        // The groups that the next item is in: where they end, and their nodes.
        let mut groups: Vec<(usize, usize)> = Vec::new();
        let mut place = 0;
        while let Some(item) = scene.items.get(place) {
            while let Some((_, node)) = groups.pop_if(|(end, _)| *end <= place) {
                nodes[node].end = nodes.len();
            }
            if !item.frames.contains(&number) {
                place = item.end;
                continue;
            }
            let group = groups.last().map(|(_, node)| &nodes[*node]);
            let node = self.element(scene, place, number, group);
            groups.push((item.end, nodes.len()));
            nodes.push(node);
            place += 1;
        }
        while let Some((_, node)) = groups.pop() {
            nodes[node].end = nodes.len();
        }
        cover(scene, &mut nodes);
        Stage {
            scene: index,
            number,
            effect,
            backdrop: self.backdrop(scene, number),
            backdrop_frame: self.backdrop_frame(scene, number),
            nodes,
        }
    }

    /// An item at a frame that shows it, in a group.
    fn element(&self, scene: &ScenePlan, place: usize, number: u32, group: Option<&Node>) -> Node {
        let item = &scene.items[place];
        let moment = Moment { since: self.seconds(item.frames.start, number), t: self.seconds(0, number) };
        let pose = item.moves.pose(moment);
        let (around, corner, visible) = match group {
            Some(node) => (node.transform, scene.items[node.item].rect.origin(), node.visible_opacity),
            None => (Affine::IDENTITY, kurbo::Point::ORIGIN, 1.0),
        };
        let centre = item.rect.size().to_rect().center();
        let transform = around * Affine::translate(item.rect.origin() - corner) * pose.transform(centre);
        let clock = self.clock(scene, item, number);
        let pieces = item.body.pieces(&clock);
        let parts = parts(item, moment, &pieces, item.body.parts(&clock));
        Node {
            item: place,
            end: place,
            pieces,
            transform,
            opacity: pose.opacity,
            visible_opacity: visible * pose.opacity,
            blur: pose.blur,
            wipe: pose.wipe,
            draw: pose.draw,
            parts,
            phase: item.moves.phase(moment),
            ink: Rect::ZERO,
            turned: None,
        }
    }

    fn clock(&self, scene: &ScenePlan, item: &Item, number: u32) -> Clock {
        Clock {
            since: self.seconds(item.frames.start, number),
            element: passed(number, &item.frames),
            scene: passed(number, &scene.frames),
            video: passed(number, &(0..self.frames)),
        }
    }

    /// Where the picture behind a scene lies.
    fn backdrop(&self, scene: &ScenePlan, number: u32) -> Affine {
        let Backdrop::Picture { motion: Some(motion), .. } = scene.backdrop else { return Affine::IDENTITY };
        let seconds = self.seconds(scene.frames.start, number);
        drift_covering(motion, seconds, passed(number, &scene.frames), self.canvas)
    }

    /// The frame of the clip behind a scene.
    fn backdrop_frame(&self, scene: &ScenePlan, number: u32) -> u32 {
        let Backdrop::Clip { play, .. } = &scene.backdrop else { return 0 };
        play.frame(self.seconds(scene.frames.start, number))
    }
}

/// How much of some frames has passed: 0 at the first, 1 at the last.
fn passed(number: u32, frames: &std::ops::Range<u32>) -> f64 {
    let last = (frames.end.saturating_sub(frames.start)).saturating_sub(1).max(1);
    f64::from(number.saturating_sub(frames.start)) / f64::from(last)
}

/// The state of each piece: what the content says, and what `enter` and `exit` do on top. None when all rest.
fn parts(
    item: &Item,
    moment: Moment,
    pieces: &[Piece],
    own: Option<Arc<[PartState]>>,
) -> Option<Arc<[PartState]>> {
    if !item.moves.is_in_parts(moment) {
        return own;
    }
    let part = |(index, piece): (usize, &Piece)| {
        let state = own.as_ref().and_then(|own| own.get(index)).copied().unwrap_or(PartState::STILL);
        let pose = item.moves.piece(moment, piece.order);
        PartState {
            transform: pose.transform(piece.bounds.center()) * state.transform,
            opacity: pose.opacity * state.opacity,
            blur: pose.blur.hypot(state.blur),
            wipe: pose.wipe.min(state.wipe),
        }
    };
    Some(pieces.iter().enumerate().map(part).collect())
}
