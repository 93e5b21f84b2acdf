//! How much text stands out from what is behind it.
//!
//! The contrast is that of WCAG 2, of the text's colour against the pixels around its letters, as they are without the
//! letters: in a ring of 3 px, by tiles of 16 × 16 px, at the tenth percentile of the tiles. A panel and an outline of
//! at least 4% of the size are background; a shadow is not.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::Rect;

use super::event::{Cover, Event, painter};
use super::is_words;
use crate::video::ink::{Glyphs, Ink, Paint, Piece, Rgba, Role};
use crate::video::layout::{Backdrop, Frame, Item, Node, Plan, ScenePlan};
use crate::video::paint::Image;
use crate::video::pictures::Pictures;
use crate::video::project::model::Kind;

/// Pixels around letters that are looked at.
const RING: usize = 3;
/// Pixels of a tile's side.
const TILE: usize = 16;
/// Pixels of a tile that tell something.
const ENOUGH: usize = 6;
/// An outline of this part of the size is background.
const OUTLINE: f64 = 0.04;

/// The contrasts of a frame: of each item of the scene that comes, by its index. Words have that of their letters at
/// the worst place, charts and icons of one colour that of their strongest mark; others have none.
pub fn contrasts(plan: &Plan, frame: &Frame, pictures: &Arc<Pictures>) -> BTreeMap<usize, f64> {
    let mut contrast = Contrast::default();
    if let Some(stage) = frame.stages.len().checked_sub(1) {
        let scene = &plan.scenes[frame.stages[stage].scene];
        let mut painter = painter(plan, pictures);
        contrast.see(scene, &mut Event { frame: frame.clone(), stage, plan, painter: &mut painter });
    }
    contrast.least.into_iter().map(|(item, least)| (item, least.ratio)).collect()
}

/// Looks at the contrasts of some frames of a scene.
#[derive(Default)]
pub(in crate::video::check) struct Contrast {
    /// The least contrast of each item.
    pub(in crate::video::check) least: BTreeMap<usize, Least>,
}

/// A contrast, when it is so, and between what.
#[derive(Clone, Copy)]
pub(in crate::video::check) struct Least {
    pub(in crate::video::check) ratio: f64,
    pub(in crate::video::check) frame: u32,
    pub(in crate::video::check) text: Rgba,
    pub(in crate::video::check) behind: Rgba,
}

impl Contrast {
    pub(in crate::video::check) fn see(&mut self, scene: &ScenePlan, event: &mut Event<'_>) {
        let mut hard = Vec::new();
        for index in 0..event.nodes().len() {
            let node = &event.nodes()[index];
            let item = &scene.items[node.item];
            if node.visible_opacity <= 0.15 || node.ink.area() <= 0.0 {
                continue;
            }
            let is_looked_at = matches!(item.element.kind, Kind::Chart(_)) || is_icon(item);
            if !is_words(&item.element) && !is_looked_at {
                continue;
            }
            match plain_behind(scene, event.nodes(), index) {
                Some(behind) if is_looked_at => self.marks(event.frame.number, node, behind),
                Some(behind) => self.plain(event.frame.number, node, behind),
                None => hard.push(index),
            }
        }
        if !hard.is_empty() {
            self.painted(scene, event, &hard);
        }
    }

    fn remember(&mut self, item: usize, found: Least) {
        if self.least.get(&item).is_none_or(|least| found.ratio < least.ratio) {
            self.least.insert(item, found);
        }
    }

    /// A text over one colour.
    fn plain(&mut self, frame: u32, node: &Node, behind: Rgba) {
        let behind = own_behind(node, behind);
        for color in letters(node).map(|glyphs| glyphs.color) {
            let text = color.faded(node.visible_opacity).over(behind);
            self.remember(node.item, Least { ratio: text.contrast(behind), frame, text, behind });
        }
    }

    /// A chart or an icon over one colour: the mark that stands out most has to. Lines of an axis are meant to be faint.
    fn marks(&mut self, frame: u32, node: &Node, behind: Rgba) {
        let found = marks(node).map(|color| {
            let text = color.faded(node.visible_opacity).over(behind);
            Least { ratio: text.contrast(behind), frame, text, behind }
        });
        if let Some(best) = found.max_by(|a, b| a.ratio.total_cmp(&b.ratio)) {
            self.remember(node.item, best);
        }
    }

    /// Elements over anything else, by the pixels behind them.
    fn painted(&mut self, scene: &ScenePlan, event: &mut Event<'_>, hard: &[usize]) {
        let frame = event.frame.number;
        let above = above(event.nodes(), hard);
        let as_is = event.paint(|index, node| {
            if above.contains(&index) {
                node.opacity = 0.0;
            }
        });
        let behind = event.paint(|index, node| {
            if above.contains(&index) {
                node.opacity = 0.0;
            } else if hard.contains(&index) {
                if is_words(&scene.items[node.item].element) {
                    node.pieces = without_letters(node);
                } else {
                    node.pieces = [].into();
                }
            }
        });
        for index in hard {
            let node = event.nodes()[*index].clone();
            let item = &scene.items[node.item];
            if !is_words(&item.element) {
                let mean = mean(&behind, node.ink, event.scale());
                self.marks(frame, &node, mean);
                continue;
            }
            let cover = event.cover(*index, |node| node.pieces = only_letters(node));
            if let Some(found) = around_letters(&as_is, &behind, &cover, frame) {
                self.remember(node.item, found);
            }
        }
    }
}

/// What lies over some elements and is none of them: that they are covered is for others to say.
fn above(nodes: &[Node], hard: &[usize]) -> Vec<usize> {
    let covers = |at: usize| {
        let upper = &nodes[at];
        let is_over = |index: &&usize| {
            let meets = upper.ink.intersect(nodes[**index].ink);
            nodes[**index].end <= at && meets.width() > 0.0 && meets.height() > 0.0
        };
        !hard.iter().any(|index| (at..upper.end).contains(index)) && hard.iter().any(|index| is_over(&index))
    };
    (0..nodes.len()).filter(|at| covers(*at)).collect()
}

/// A picture of one colour.
fn is_icon(item: &Item) -> bool {
    matches!(&item.element.kind, Kind::Image(image) if image.tint.is_some())
}

fn letters(node: &Node) -> impl Iterator<Item = &Glyphs> {
    node.pieces.iter().flat_map(|piece| &piece.inks).filter_map(|ink| match ink {
        Ink::Glyphs(glyphs) if glyphs.sigma <= 0.0 => Some(glyphs),
        _ => None,
    })
}

/// The colours of what a chart or an icon draws.
fn marks(node: &Node) -> impl Iterator<Item = Rgba> {
    let pieces = node.pieces.iter().filter(|piece| matches!(piece.role, Role::Mark | Role::Picture));
    pieces.flat_map(|piece| &piece.inks).filter_map(|ink| match ink {
        Ink::Fill { paint: Paint::Solid(color), .. } | Ink::Stroke { paint: Paint::Solid(color), .. } => {
            Some(*color)
        }
        Ink::Picture(picture) => picture.tint,
        _ => None,
    })
}

/// The one colour behind an element without its own panel; none when more than one thing is behind or before it.
fn plain_behind(scene: &ScenePlan, nodes: &[Node], index: usize) -> Option<Rgba> {
    let Backdrop::Paint(Paint::Solid(color)) = scene.backdrop else { return None };
    let node = &nodes[index];
    let meets = |(at, other): (usize, &Node)| {
        let own = at == index || (index..node.end).contains(&at);
        let holds = (at..other.end).contains(&index) && other.pieces.is_empty();
        let both = other.ink.intersect(node.ink);
        !own && !holds && both.width() > 0.0 && both.height() > 0.0
    };
    // What of a backdrop is translucent lies on black.
    (!nodes.iter().enumerate().any(meets)).then(|| color.over(Rgba::BLACK))
}

/// What is behind the letters of a text that stands over one colour: its panel or its outline, if it has one.
fn own_behind(node: &Node, behind: Rgba) -> Rgba {
    let mut behind = behind;
    for ink in node.pieces.iter().filter(|piece| piece.role == Role::Panel).flat_map(|piece| &piece.inks) {
        if let Ink::Fill { paint: Paint::Solid(color), .. } = ink {
            behind = color.faded(node.visible_opacity).over(behind);
        }
    }
    let outline = letters(node).find_map(thick_outline);
    outline.map_or(behind, |color| color.faded(node.visible_opacity).over(behind))
}

fn thick_outline(glyphs: &Glyphs) -> Option<Rgba> {
    glyphs.outline.filter(|(_, width)| *width >= OUTLINE * f64::from(glyphs.size)).map(|(color, _)| color)
}

/// The pieces of a text with another version of some of its inks.
fn changed(node: &Node, change: impl Fn(&Ink) -> Option<Ink>) -> std::sync::Arc<[Piece]> {
    let piece =
        |piece: &Piece| Piece { inks: piece.inks.iter().filter_map(&change).collect(), ..piece.clone() };
    node.pieces.iter().map(piece).collect()
}

/// What counts as background of a text: its panel, and its outline when that is thick.
fn without_letters(node: &Node) -> std::sync::Arc<[Piece]> {
    changed(node, |ink| match ink {
        Ink::Glyphs(glyphs) if glyphs.sigma > 0.0 || thick_outline(glyphs).is_none() => None,
        Ink::Glyphs(glyphs) => Some(Ink::Glyphs(Glyphs { color: Rgba([0; 4]), ..glyphs.clone() })),
        Ink::Shadow { .. } => None,
        other => Some(other.clone()),
    })
}

/// The letters alone.
fn only_letters(node: &Node) -> std::sync::Arc<[Piece]> {
    changed(node, |ink| match ink {
        Ink::Glyphs(glyphs) if glyphs.sigma <= 0.0 => {
            Some(Ink::Glyphs(Glyphs { outline: None, color: Rgba::WHITE, ..glyphs.clone() }))
        }
        _ => None,
    })
}

/// The contrast of letters against the pixels around them.
fn around_letters(as_is: &Image, behind: &Image, cover: &Cover, frame: u32) -> Option<Least> {
    let (width, height) = (cover.width, cover.alpha.len() / cover.width.max(1));
    let most = cover.alpha.iter().copied().max().filter(|most| *most > 16)?;
    // Where nothing of the background is mixed in.
    let is_core = |at: usize| cover.alpha[at] >= most - most / 64;
    let is_letter = |at: usize| u16::from(cover.alpha[at]) * 2 >= u16::from(most);
    let ring = ring(width, height, is_letter, |at| u16::from(cover.alpha[at]) * 10 >= u16::from(most));
    let tiles_across = width.div_ceil(TILE);
    let mut tiles = vec![(Mean::default(), Mean::default()); tiles_across * height.div_ceil(TILE)];
    let mut all = Mean::default();
    for (at, is_ring) in ring.into_iter().enumerate() {
        let (x, y) = (at % width, at / width);
        let tile = &mut tiles[(y / TILE) * tiles_across + x / TILE];
        if is_core(at) {
            let pixel = pixel(as_is, x, y);
            tile.0.add(pixel);
            all.add(pixel);
        } else if is_ring {
            tile.1.add(pixel(behind, x, y));
        }
    }
    let mut found: Vec<Least> = tiles
        .into_iter()
        .filter(|(_, ring)| ring.count >= ENOUGH)
        .filter_map(|(core, ring)| {
            let text = if core.count >= ENOUGH { core.color()? } else { all.color()? };
            let behind = ring.color()?;
            Some(Least { ratio: text.contrast(behind), frame, text, behind })
        })
        .collect();
    found.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    found.get(found.len().saturating_sub(1) / 10).copied()
}

/// The pixels near letters that are none of their own.
fn ring(
    width: usize,
    height: usize,
    is_letter: impl Fn(usize) -> bool,
    is_own: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut rows = vec![false; width * height];
    for at in (0..width * height).filter(|at| is_letter(*at)) {
        let (x, y) = (at % width, at / width);
        let (from, to) = (x.saturating_sub(RING), (x + RING).min(width - 1));
        rows[y * width + from..=y * width + to].fill(true);
    }
    let mut near = vec![false; width * height];
    for at in (0..width * height).filter(|at| rows[*at]) {
        let (x, y) = (at % width, at / width);
        for y in y.saturating_sub(RING)..=(y + RING).min(height - 1) {
            near[y * width + x] = true;
        }
    }
    (0..width * height).for_each(|at| near[at] &= !is_own(at));
    near
}

fn pixel(image: &Image, x: usize, y: usize) -> [u8; 3] {
    let side = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    image.pixel(side(x), side(y))
}

/// Mean of colours.
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    sum: [u64; 3],
    count: usize,
}

impl Mean {
    fn add(&mut self, rgb: [u8; 3]) {
        self.sum.iter_mut().zip(rgb).for_each(|(sum, value)| *sum += u64::from(value));
        self.count += 1;
    }

    fn color(self) -> Option<Rgba> {
        let count = u64::try_from(self.count).ok().filter(|count| *count > 0)?;
        let [r, g, b] = self.sum.map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX));
        Some(Rgba([r, g, b, 255]))
    }
}

/// The mean colour of a part of the canvas.
fn mean(image: &Image, rect: Rect, scale: f64) -> Rgba {
    let mut mean = Mean::default();
    let side = |at: f64, most: u32| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the picture")]
        let at = (at * scale).clamp(0.0, f64::from(most)) as u32;
        at
    };
    for y in side(rect.y0, image.height())..side(rect.y1, image.height()) {
        for x in side(rect.x0, image.width())..side(rect.x1, image.width()) {
            mean.add(image.pixel(x, y));
        }
    }
    mean.color().unwrap_or(Rgba::BLACK)
}
