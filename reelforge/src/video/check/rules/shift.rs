//! Edits that move an element.

use kurbo::{Rect, Vec2};
use serde_json::{Value, json};

use crate::video::check::measure::SceneView;
use crate::video::layout::Item;
use crate::video::project::edit::Op;
use crate::video::project::model::Length;

/// Edits that move an element by whole pixels; none when the flow or a percentage decides where it stands, or when it
/// stands nowhere in the file.
pub(super) fn shift(view: &SceneView<'_>, item: &Item, by: Vec2) -> Option<Vec<Op>> {
    let path = view.written(item)?;
    let common = &item.element.common;
    let set = |key: &str, value: Value| Op::Set { path: format!("{path}.{key}"), value };
    let px = |length: Option<Length>| match length {
        Some(Length::Px(px)) => Some(px),
        _ => None,
    };
    let mut ops = Vec::new();
    if item.in_flow {
        return None;
    }
    if common.pin.is_some() {
        let offset = common.offset.map_or([Some(0.0); 2], |offset| offset.map(|length| px(Some(length))));
        let [Some(x), Some(y)] = offset else { return None };
        ops.push(set("offset", json!([whole(x + by.x), whole(y + by.y)])));
    } else {
        for (key, length, by) in [("x", common.x, by.x), ("y", common.y, by.y)] {
            if by != 0.0 {
                ops.push(set(key, whole(px(length)? + by)));
            }
        }
    }
    for (number, keyframe) in common.keyframes.iter().enumerate() {
        for (key, length, by) in [("x", keyframe.x, by.x), ("y", keyframe.y, by.y)] {
            if by != 0.0 && length.is_some() {
                ops.push(set(&format!("keyframes.{number}.{key}"), whole(px(length)? + by)));
            }
        }
    }
    Some(ops)
}

/// The least move that brings a box into another one; none when it is too large for it.
pub(super) fn into(rect: Rect, room: Rect) -> Option<Vec2> {
    let along = |from: f64, to: f64, least: f64, most: f64| {
        if to - from > most - least {
            None
        } else if from < least {
            Some((least - from).ceil())
        } else if to > most {
            Some(-((to - most).ceil()))
        } else {
            Some(0.0)
        }
    };
    Some(Vec2::new(along(rect.x0, rect.x1, room.x0, room.x1)?, along(rect.y0, rect.y1, room.y0, room.y1)?))
}

/// A move in words: `left 96 px and down 20 px`.
pub(super) fn words(by: Vec2) -> String {
    let along = |by: f64, negative: &str, positive: &str| {
        (by != 0.0).then(|| format!("{} {} px", if by < 0.0 { negative } else { positive }, by.abs().ceil()))
    };
    let parts: Vec<String> =
        [along(by.x, "left", "right"), along(by.y, "up", "down")].into_iter().flatten().collect();
    parts.join(" and ")
}

/// A number of pixels as it is written: without a fraction.
pub(super) fn whole(px: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "lengths are at most 65536")]
    let px = px.round().clamp(-65536.0, 65536.0) as i64;
    json!(px)
}

/// A number with at most `digits` digits after the point.
pub(super) fn rounded(value: f64, digits: i32) -> f64 {
    let factor = 10_f64.powi(digits);
    (value * factor).round() / factor
}

/// A number of seconds, with one digit after the point, never more.
pub(super) fn floor_tenth(seconds: f64) -> f64 {
    (seconds * 10.0 + 1e-6).floor() / 10.0
}

/// A box as numbers: left, top, width, height.
pub(super) fn rect(rect: Rect) -> Value {
    json!([rect.x0, rect.y0, rect.width(), rect.height()].map(|px| rounded(px, 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_move_is_in_whole_pixels() {
        let room = Rect::new(60.0, 240.0, 900.0, 1440.0);
        assert_eq!(into(Rect::new(100.0, 300.0, 200.0, 400.0), room), Some(Vec2::ZERO));
        assert_eq!(into(Rect::new(850.5, 200.0, 950.2, 300.0), room), Some(Vec2::new(-51.0, 40.0)));
        assert_eq!(into(Rect::new(0.0, 300.0, 900.0, 400.0), room), None);
        assert_eq!(words(Vec2::new(-51.0, 40.0)), "left 51 px and down 40 px");
    }
}
