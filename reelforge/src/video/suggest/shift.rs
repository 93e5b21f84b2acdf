//! Elements that go on in another scene: every time that counts from a scene's start counts from a later one.

use serde_json::{Map, Number, Value};

/// Keys that hold a moment, or a list of moments.
const MOMENTS: [&str; 3] = ["at", "until", "item_at"];
/// Keys that hold parts with moments of their own.
const PARTS: [&str; 2] = ["keyframes", "elements"];

/// An element or a sound as it is written, for a scene that begins `by` seconds later. None where it cannot be written
/// so: it is over by then, or its times are made of variables or count sentences of the scene that was.
pub(super) fn shifted(mut written: Value, by: f64) -> Option<Value> {
    shift(written.as_object_mut()?, by, false)?;
    Some(written)
}

/// An element that was there before, for a scene that begins `by` seconds later and shows it from the start.
pub(super) fn carried_on(mut written: Value, by: f64) -> Option<Value> {
    let map = written.as_object_mut()?;
    shift(map, by, true)?;
    map.remove("at");
    map.insert("enter".to_owned(), "none".into());
    Some(written)
}

fn shift(map: &mut Map<String, Value>, by: f64, is_there: bool) -> Option<()> {
    let at = match map.get("at") {
        None => 0.0,
        Some(at) => at.as_f64().unwrap_or(by),
    };
    // What is there already has used up some of its time.
    if let Some(seconds) = map.get("duration").and_then(Value::as_f64).filter(|_| at < by) {
        map.insert("duration".to_owned(), later(seconds + at, by)?);
    }
    for key in MOMENTS {
        let Some(value) = map.get_mut(key) else { continue };
        *value = match std::mem::take(value) {
            Value::Array(all) => all.into_iter().map(|time| moment(time, by, true)).collect::<Option<_>>()?,
            time => moment(time, by, key == "at" && is_there)?,
        };
    }
    for key in PARTS {
        for part in map.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            // What is in a group may have been there before the group; a move may not have begun.
            shift(part.as_object_mut()?, by, key == "elements")?;
        }
    }
    Some(())
}

/// A moment, seen from a later start; one that is over by then is at the start if that `may_be_past`.
fn moment(time: Value, by: f64, may_be_past: bool) -> Option<Value> {
    match time {
        Value::Number(seconds) => {
            let seconds = seconds.as_f64()?;
            if may_be_past && seconds < by { Some(0.into()) } else { later(seconds, by) }
        }
        Value::String(text) => {
            let is_counted =
                text.starts_with("sentence(") || text.starts_with("pause(") || text.contains('#');
            let is_made = text.contains("{{") || text.parse::<f64>().is_ok();
            (!is_counted && !is_made).then_some(Value::String(text))
        }
        _ => None,
    }
}

/// Seconds, less those before the new start, on a millisecond.
fn later(seconds: f64, by: f64) -> Option<Value> {
    let left = ((seconds - by) * 1000.0).round() / 1000.0;
    if left < 0.0 {
        return None;
    }
    Number::from_f64(left.abs()).map(Value::Number)
}
