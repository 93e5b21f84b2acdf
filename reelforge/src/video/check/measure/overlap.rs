//! Which elements of the base layer lie over each other (rules, §2).

use kurbo::Rect;

use super::{Area, Shown, is_picture, is_text, text_areas};
use crate::video::ink::{Ink, Paint, Piece};
use crate::video::layout::{Item, Plan, Stage};
use crate::video::project::model::Kind;
use crate::video::project::model::element::TextStyle;

/// An overlap of less than this is none, in pixels.
const MIN_DEPTH: f64 = 4.0;
/// How much of an element must lie on a card for it to be on it.
const ON_CARD: f64 = 0.98;
/// From this opacity on something hides what is below.
const OPAQUE: f64 = 0.6;

/// Two elements of the base layer that lie over each other at a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overlap {
    /// The item painted first.
    pub lower: usize,
    /// The item painted over it.
    pub upper: usize,
    /// What the lower one covers of the canvas.
    pub lower_box: Rect,
    /// What the upper one covers of the canvas.
    pub upper_box: Rect,
    /// What both, the lower and the upper one, cover with what lies outside of the canvas.
    pub whole: (Rect, Rect),
    /// What both cover, in square pixels.
    pub area: f64,
    /// The same as a part of what may not be covered.
    pub ratio: f64,
    /// The highest ratio that is allowed.
    pub limit: f64,
    /// Both are texts.
    pub texts: bool,
    /// The upper one hides what it covers of the lower one, which is a text.
    pub hides_text: bool,
    /// Why it is no fault, where it is none.
    pub exempt: Option<Exempt>,
}

/// Why an overlap is no fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exempt {
    /// The lower one is a card or a picture behind the other.
    Card,
    /// One of them allows it.
    Allowed,
    /// It is less than four pixels deep, or less than the limit.
    Small,
}

/// The overlaps of a scene at a frame, also those that are no fault, in painting order.
pub fn overlaps(plan: &Plan, stage: &Stage) -> Vec<Overlap> {
    match plan.scenes.get(stage.scene) {
        Some(scene) => {
            let shown = Shown::of(plan, scene, stage, None, None);
            pairs(&shown).into_iter().map(|(overlap, ..)| overlap).collect()
        }
        None => Vec::new(),
    }
}

/// The overlaps of a frame, with the nodes of both.
pub(in crate::video::check) fn pairs(shown: &Shown<'_>) -> Vec<(Overlap, usize, usize)> {
    let mut base: Vec<(Option<usize>, usize)> = (0..shown.nodes.len())
        .filter(|node| shown.states[*node].visible && shown.item(*node).element.common.layer == 0)
        .map(|node| (shown.item(node).parent, node))
        .collect();
    base.sort_unstable();
    let mut found = Vec::new();
    for (index, (parent, lower)) in base.iter().enumerate() {
        for (_, upper) in base[index + 1..].iter().take_while(|(other, _)| other == parent) {
            if let Some(overlap) = pair(shown, *lower, *upper) {
                found.push((overlap, *lower, *upper));
            }
        }
    }
    found.sort_by_key(|(_, lower, upper)| (*lower, *upper));
    found
}

fn pair(shown: &Shown<'_>, lower: usize, upper: usize) -> Option<Overlap> {
    let (a, b) = (shown.area(lower), shown.area(upper));
    let (_, both) = a.shared(&b)?;
    if both.intersect(shown.canvas).area() <= 0.0 {
        return None;
    }
    let on_canvas = |area: &Area| area.within(shown.canvas);
    let (size_a, box_a) = on_canvas(&a)?;
    let (size_b, box_b) = on_canvas(&b)?;
    let (item_a, item_b) = (shown.item(lower), shown.item(upper));
    let texts = is_text(item_a) && is_text(item_b);
    let (shared, depth_box) = a.shared(&b).and_then(|(size, rect)| clip(size, rect, shown.canvas))?;
    // What lies on a card is not over it; on a text's panel, it still must not touch the letters.
    let contained = shared >= ON_CARD * size_b;
    let on_panel = contained && has_panel(item_a);
    let touches_letters = || {
        let letters = shared_by_all(&text_areas(item_a, &shown.nodes[lower]), &[b], shown.canvas);
        letters.is_some_and(|(_, rect)| rect.width().min(rect.height()) >= MIN_DEPTH)
    };
    let is_ground = is_card(item_a) || is_picture(item_a) || (on_panel && !texts && !touches_letters());
    let on_card = contained && is_ground;
    let (area, whole, depth_box) = if texts {
        let cover = |node: usize, item: &Item, is_letters: bool| {
            if has_panel(item) && !is_letters {
                vec![shown.area(node)]
            } else {
                text_areas(item, &shown.nodes[node])
            }
        };
        let (of_a, of_b) = (cover(lower, item_a, on_panel), cover(upper, item_b, false));
        let (area, rect) = shared_by_all(&of_a, &of_b, shown.canvas)?;
        let sizes = [total(&of_a, shown.canvas), total(&of_b, shown.canvas)];
        (area, sizes[0].min(sizes[1]), rect)
    } else {
        let whole = match (is_text(item_a), is_text(item_b)) {
            (true, _) => size_a,
            (_, true) => size_b,
            _ => size_a.min(size_b),
        };
        (shared, whole, depth_box)
    };
    let limit = match (texts, is_text(item_a) || is_text(item_b)) {
        (true, _) => 0.02,
        (_, true) => 0.05,
        _ => 0.10,
    };
    let ratio = if whole > 0.0 { area / whole } else { 0.0 };
    let allows = |item: &Item| item.element.common.allow.iter().any(|rule| rule == "V-8");
    let exempt = if on_card {
        Some(Exempt::Card)
    } else if depth_box.width().min(depth_box.height()) < MIN_DEPTH || ratio <= limit {
        Some(Exempt::Small)
    } else {
        (allows(item_a) || allows(item_b)).then_some(Exempt::Allowed)
    };
    let hides_text = is_text(item_a) && !texts && alpha(shown, upper) > OPAQUE;
    Some(Overlap {
        lower: shown.nodes[lower].item,
        upper: shown.nodes[upper].item,
        lower_box: box_a,
        upper_box: box_b,
        whole: (a.bounds(), b.bounds()),
        area,
        ratio,
        limit,
        texts,
        hides_text,
        exempt,
    })
}

/// A shared area inside of the canvas. A part of a turned one that leaves the canvas counts by its box.
fn clip(size: f64, rect: Rect, canvas: Rect) -> Option<(f64, Rect)> {
    let inside = rect.intersect(canvas);
    let part = inside.area() / rect.area();
    (inside.width() > 0.0 && inside.height() > 0.0).then_some((size * part, inside))
}

/// What the parts of two elements share, and the box around it.
fn shared_by_all(a: &[Area], b: &[Area], canvas: Rect) -> Option<(f64, Rect)> {
    let shared = a.iter().flat_map(|a| b.iter().filter_map(|b| a.shared(b)));
    let shared = shared.filter_map(|(size, rect)| clip(size, rect, canvas));
    shared.reduce(|(sum, around), (size, rect)| (sum + size, around.union(rect)))
}

fn total(areas: &[Area], canvas: Rect) -> f64 {
    areas.iter().filter_map(|area| area.within(canvas)).map(|(size, _)| size).sum()
}

/// Whether an element is a surface that others stand on.
fn is_card(item: &Item) -> bool {
    matches!(item.element.kind, Kind::Shape(_))
}

fn has_panel(item: &Item) -> bool {
    match &item.element.kind {
        Kind::Text(text) => is_filled(&text.style),
        Kind::List(list) => is_filled(&list.style),
        Kind::Counter(counter) => is_filled(&counter.style),
        Kind::Code(_) => true,
        _ => false,
    }
}

fn is_filled(style: &TextStyle) -> bool {
    style.fill.is_some()
}

/// How opaque the most opaque part of an element is, with those in it.
pub(in crate::video::check) fn alpha(shown: &Shown<'_>, node: usize) -> f64 {
    (node..shown.nodes[node].end)
        .map(|node| {
            let own = shown.nodes[node].pieces.iter().flat_map(|piece: &Piece| &piece.inks).map(ink_alpha);
            shown.states[node].opacity * own.fold(0.0, f64::max)
        })
        .fold(0.0, f64::max)
}

fn ink_alpha(ink: &Ink) -> f64 {
    let of = |color: &crate::video::ink::Rgba| f64::from(color.0[3]) / 255.0;
    let of_paint = |paint: &Paint| match paint {
        Paint::Solid(color) => of(color),
        Paint::Linear { colors, .. } => colors.iter().map(of).fold(0.0, f64::max),
    };
    match ink {
        Ink::Fill { paint, .. } | Ink::Stroke { paint, .. } => of_paint(paint),
        Ink::Glyphs(glyphs) => of(&glyphs.color),
        Ink::Picture(picture) => picture.tint.as_ref().map_or(1.0, of),
        Ink::Shadow { .. } => 0.0,
    }
}
