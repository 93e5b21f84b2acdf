//! Elements with their content and what is in them, before they stand on the canvas.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kurbo::{Insets, Rect, Size, Vec2};

use super::flow::{Flow, Space, flow};
use super::part::{Moments, Part};
use super::place::{Ground, Spot, sound};
use super::{Body, Measure, Overflow};
use crate::video::content::{self, Built, Context, Room};
use crate::video::expand::Table;
use crate::video::ink::{Ink, Paint, Piece, Role};
use crate::video::pictures::Pictures;
use crate::video::project::model::element::{Group, Pin, TextAlign};
use crate::video::project::model::{Animation, AnimationKind, By, Kind, Layout, Time};
use crate::video::text::Typesetter;
use crate::video::theme::Look;

/// An element that is laid out in itself.
#[derive(Debug, Clone)]
pub(super) struct Made {
    pub(super) size: Size,
    pub(super) body: Body,
    pub(super) measure: Measure,
    /// What is in a group.
    pub(super) children: Vec<Placed>,
}

/// An element in its place.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    /// Its index in the scene or group.
    pub(super) index: usize,
    /// Its box, relative to that of what it is in.
    pub(super) rect: Rect,
    /// How far `offset` moved it from its place.
    pub(super) offset: Vec2,
    pub(super) in_flow: bool,
    pub(super) made: Made,
}

/// The box that elements stand in: the canvas, or that of a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hull {
    /// Its size, or the most it may have.
    pub(super) most: Size,
    /// Whether it has that width, whatever is in it.
    pub(super) has_w: bool,
    /// Whether it has that height, whatever is in it.
    pub(super) has_h: bool,
    /// What lies between it and the area that the elements flow in.
    pub(super) insets: Insets,
}

/// The elements of a scene or group in their places.
#[derive(Debug)]
pub(super) struct Arranged {
    pub(super) size: Size,
    /// In the order in which they are written.
    pub(super) children: Vec<Placed>,
    /// Pixels that the flow lacks.
    pub(super) overflow: Size,
}

/// Makes the elements of a scene.
pub(super) struct Maker<'a> {
    pub(super) look: &'a Look,
    pub(super) text: &'a mut Typesetter,
    pub(super) pictures: &'a Pictures,
    pub(super) language: &'a str,
    pub(super) canvas: Size,
    pub(super) moments: Moments<'a>,
    pub(super) tables: &'a BTreeMap<String, Arc<Table>>,
    /// How many elements may still be made a second time to fit better: it bounds the work on deep groups.
    pub(super) patience: usize,
    /// What was made of an element in a room.
    pub(super) known: HashMap<Known, Built>,
}

/// An element by its address in memory, and its room in bits.
pub(super) type Known = (usize, [Option<u64>; 6]);

impl Maker<'_> {
    /// Makes an element in a room. `align` is how the lines of its texts stand when they do not say it.
    pub(super) fn make(&mut self, part: &Part<'_>, room: Room, align: Option<TextAlign>) -> Made {
        if let Kind::Group(group) = &part.element.kind {
            return self.group(part, group, room);
        }
        let Room { w, h, max_w, max_h, ground } = room;
        let bits = [w, h, Some(max_w), Some(max_h), Some(ground.width), Some(ground.height)];
        let bits = bits.map(|px| px.map(f64::to_bits));
        let key = (std::ptr::from_ref(part.element).addr(), bits);
        let built = if let Some(built) = self.known.get(&key) {
            built.clone()
        } else {
            let built = self.build(part, room, align);
            self.known.insert(key, built.clone());
            built
        };
        let Built { size, body, measure } = built;
        let size = Size::new(sound(size.width), sound(size.height));
        Made { size, body, measure, children: Vec::new() }
    }

    fn build(&mut self, part: &Part<'_>, room: Room, align: Option<TextAlign>) -> Built {
        let (moments, tables) = (self.moments, self.tables);
        let appears = moments.seconds(part.frames.start);
        let mut context = Context {
            look: self.look,
            text: self.text,
            pictures: self.pictures,
            language: self.language,
            canvas: self.canvas,
            fps: moments.fps,
            shown: moments.seconds(part.frames.end) - appears,
            by: pieces_by(part),
            align,
            time: &|time: &Time| moments.moment(time).map(|t| t - appears),
            rows: &|name: &str| tables.get(name).map(|table| table.rows.as_slice()),
        };
        content::build(part.element, &room, &mut context)
    }

    fn group(&mut self, part: &Part<'_>, group: &Group, room: Room) -> Made {
        let pad = group.pad.unwrap_or(if group.fill.is_some() { self.look.gap } else { 0.0 });
        let hull = Hull {
            most: Size::new(room.w.unwrap_or(room.max_w), room.h.unwrap_or(room.max_h)),
            has_w: room.w.is_some(),
            has_h: room.h.is_some(),
            insets: Insets::uniform(pad + group.layout.pad),
        };
        let Arranged { size, children, overflow } =
            self.arrange(&part.children, &group.layout, group.gap, hull);
        // A box that grows with what is in it lacks nothing; what it is in may.
        let width = if hull.has_w { overflow.width } else { 0.0 };
        let height = if hull.has_h { overflow.height } else { 0.0 };
        let overflow = (width + height > 0.0).then(|| Overflow { width, height, ..Overflow::default() });
        let panel = group.fill.as_ref().map(|fill| {
            let paint = Paint::Solid(self.look.color(fill));
            Piece::new(
                Role::Panel,
                vec![Ink::round_rect(size.to_rect(), group.radius.unwrap_or(self.look.radius), paint)],
            )
        });
        let body = Body::Still(Arc::from_iter(panel));
        Made { size, body, measure: Measure { overflow, ..Measure::default() }, children }
    }

    /// Makes elements and gives them their places.
    pub(super) fn arrange(
        &mut self,
        parts: &[Part<'_>],
        layout: &Layout,
        gap: Option<f64>,
        hull: Hull,
    ) -> Arranged {
        let style = Flow {
            kind: layout.kind,
            columns: layout.columns.max(1) as usize,
            gap: gap.or(layout.gap).unwrap_or(self.look.gap),
            align: layout.align,
            justify: layout.justify,
        };
        let most = hull.ground(hull.most);
        let (has_w, has_h) = (hull.has_w, hull.has_h);
        let space = Space { w: most.area.width(), h: most.area.height(), has_w, has_h, ground: most.size };
        let spots: Vec<Spot> = parts.iter().map(|part| Spot::of(&part.element.common, layout.kind)).collect();
        let members = (0..parts.len()).filter(|index| spots[*index] == Spot::Flow).collect();
        let flowed = flow(self, parts, members, style, space);
        let mut own = Vec::new();
        for (index, part) in parts.iter().enumerate().filter(|(index, _)| spots[*index] != Spot::Flow) {
            let (common, spot) = (&part.element.common, spots[index]);
            let made = self.make(part, most.room(common, spot), text_align(spot));
            own.push((index, spot, made));
        }
        let needed = own.iter().map(|(index, spot, made)| {
            let rect = most.rect(&parts[*index].element.common, *spot, made.size);
            hull.needed(*spot, rect)
        });
        let outer = flowed.size + hull.between();
        let needed = needed.fold(outer, |a, b| Size::new(a.width.max(b.width), a.height.max(b.height)));
        let size = Size::new(
            if hull.has_w { hull.most.width } else { needed.width },
            if hull.has_h { hull.most.height } else { needed.height },
        );
        let ground = hull.ground(size);
        let flowing = flowed.placed.into_iter().map(|placed| {
            let offset = ground.offset(&parts[placed.index].element.common);
            Placed { rect: placed.rect + ground.area.origin().to_vec2() + offset, offset, ..placed }
        });
        let own = own.into_iter().map(|(index, spot, made)| {
            let common = &parts[index].element.common;
            let (rect, offset) = (ground.rect(common, spot, made.size), ground.offset(common));
            Placed { index, rect, offset, in_flow: false, made }
        });
        let mut children: Vec<Placed> = flowing.chain(own).collect();
        children.sort_by_key(|placed| placed.index);
        Arranged { size, children, overflow: flowed.overflow }
    }
}

impl Hull {
    /// The hull when it has this size.
    fn ground(&self, size: Size) -> Ground {
        let Insets { x0, y0, x1, y1 } = self.insets;
        // Insets that meet leave an area without extent.
        let area = Rect::new(x0, y0, (size.width - x1).max(x0), (size.height - y1).max(y0));
        Ground { size, area }
    }

    fn between(&self) -> Size {
        Size::new(self.insets.x0 + self.insets.x1, self.insets.y0 + self.insets.y1)
    }

    /// The size that holds an element with a place of its own.
    fn needed(&self, spot: Spot, rect: Rect) -> Size {
        let loose = rect.size() + self.between();
        match spot {
            Spot::At(x, y) => Size::new(
                if x.is_some() { rect.x1 } else { loose.width },
                if y.is_some() { rect.y1 } else { loose.height },
            ),
            Spot::Pin(_) | Spot::Flow => loose,
        }
    }
}

/// How lines stand in an element at a place of its own: towards the edge that it is pinned to.
fn text_align(spot: Spot) -> Option<TextAlign> {
    match spot {
        Spot::Pin(Pin::Center | Pin::Top | Pin::Bottom) | Spot::At(None, _) => Some(TextAlign::Center),
        Spot::Pin(Pin::Right | Pin::TopRight | Pin::BottomRight) => Some(TextAlign::Right),
        Spot::Pin(Pin::Left | Pin::TopLeft | Pin::BottomLeft) | Spot::At(Some(_), _) | Spot::Flow => None,
    }
}

/// The parts that have to move on their own, because the element comes or goes by them: the finer of both.
pub(super) fn pieces_by(part: &Part<'_>) -> By {
    let fineness = |by: &By| match by {
        By::Element => 0,
        By::Line => 1,
        By::Word => 2,
        By::Char => 3,
    };
    let exit = part.element.common.exit.as_ref().map_or(By::Element, moves_by);
    [moves_by(&part.enter), exit].into_iter().max_by_key(fineness).unwrap_or_default()
}

/// The parts that an animation moves on their own.
pub(super) fn moves_by(animation: &Animation) -> By {
    match (animation.kind, animation.by) {
        (AnimationKind::None, _) => By::Element,
        (AnimationKind::Type, By::Element) => By::Char,
        (_, by) => by,
    }
}
