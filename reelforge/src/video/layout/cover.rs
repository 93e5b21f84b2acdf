//! What the elements of a frame cover.

use kurbo::{Point, Rect};

use super::frame::uncovered;
use super::{Node, ScenePlan};

/// From this turn on, in degrees, a box says too little about what is covered.
const TURNED: f64 = 5.0;

/// Fills in what each node covers: as a box on the canvas, and as a polygon when it is turned.
pub(super) fn cover(scene: &ScenePlan, nodes: &mut [Node]) {
    let around = groups(nodes);
    let clips = clips(scene, nodes, &around);
    // What each covers in its own coordinates, and on the canvas.
    let mut local: Vec<Option<Rect>> = nodes.iter().map(|node| own(scene, node)).collect();
    let own: Vec<Option<Rect>> = local.clone();
    let mut covered: Vec<Option<Rect>> = vec![None; nodes.len()];
    for index in (0..nodes.len()).rev() {
        let node = &nodes[index];
        let own = own[index].map(|own| node.transform.transform_rect_bbox(own));
        let whole =
            join(covered[index], own).map(|rect| clips[index].map_or(rect, |clip| rect.intersect(clip)));
        let whole = whole.filter(|rect| has_area(*rect) && node.visible_opacity > 0.0);
        covered[index] = whole;
        let turned = local[index].filter(|_| whole.is_some() && is_turned(node)).map(|rect| {
            let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)];
            corners.map(|corner| node.transform * Point::from(corner))
        });
        if let Some(group) = around[index]
            && let (Some(whole), Some(inner)) = (whole, local[index])
        {
            covered[group] = join(covered[group], Some(whole));
            let outer = &nodes[group].transform;
            // Only a turned group needs to know; one without size has no coordinates to know it in.
            if is_turned(&nodes[group]) && outer.determinant() != 0.0 {
                let inner = (outer.inverse() * node.transform).transform_rect_bbox(inner);
                local[group] = join(local[group], Some(inner));
            }
        }
        let node = &mut nodes[index];
        (node.ink, node.turned) = (whole.unwrap_or(Rect::ZERO), turned);
    }
}

/// The group that each node is in.
fn groups(nodes: &[Node]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let group = |(index, _): (usize, &Node)| {
        while open.pop_if(|group| nodes[*group].end <= index).is_some() {}
        let group = open.last().copied();
        open.push(index);
        group
    };
    nodes.iter().enumerate().map(group).collect()
}

/// What of the canvas each node may cover, because it or a group of it is uncovered step by step.
fn clips(scene: &ScenePlan, nodes: &[Node], around: &[Option<usize>]) -> Vec<Option<Rect>> {
    let mut clips: Vec<Option<Rect>> = Vec::with_capacity(nodes.len());
    for (node, group) in nodes.iter().zip(around) {
        let outer = group.and_then(|group| clips[group]);
        let own = node
            .uncovered(scene.items[node.item].rect.size())
            .map(|shown| node.transform.transform_rect_bbox(shown));
        clips.push(match (outer, own) {
            (Some(outer), Some(own)) => Some(outer.intersect(own)),
            (outer, own) => outer.or(own),
        });
    }
    clips
}

/// What a node's own pieces cover, in its own coordinates.
fn own(scene: &ScenePlan, node: &Node) -> Option<Rect> {
    let all = match &node.parts {
        None => node
            .pieces
            .iter()
            .map(|piece| piece.bounds)
            .filter(|bounds| has_area(*bounds))
            .reduce(|a, b| a.union(b)),
        Some(parts) => {
            let shown = node.pieces.iter().zip(parts.iter()).filter(|(_, part)| part.opacity > 0.0);
            let shown = shown.map(|(piece, part)| {
                let bounds =
                    uncovered(piece.bounds, part.wipe).map_or(piece.bounds, |it| piece.bounds.intersect(it));
                part.transform.transform_rect_bbox(bounds)
            });
            shown.filter(|bounds| has_area(*bounds)).reduce(|a, b| a.union(b))
        }
    }?;
    let clip = node.uncovered(scene.items[node.item].rect.size());
    Some(clip.map_or(all, |clip| all.intersect(clip))).filter(|rect| has_area(*rect))
}

fn join(a: Option<Rect>, b: Option<Rect>) -> Option<Rect> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.union(b)),
        (a, b) => a.or(b),
    }
}

fn has_area(rect: Rect) -> bool {
    rect.width() > 0.0 && rect.height() > 0.0
}

fn is_turned(node: &Node) -> bool {
    let [a, b, ..] = node.transform.as_coeffs();
    b.atan2(a).to_degrees().abs() > TURNED
}
