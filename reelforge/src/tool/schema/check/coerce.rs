//! Single values: whether they fit, and what a value of another type stands for.

use std::collections::HashSet;

use serde_json::Value;

use super::node::Kind;
use super::number;

/// Whether a number or a string is within the bounds of a node of its type.
pub(super) fn scalar_fits(kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::Text { min, max, pattern }, Value::String(text)) => {
            let unbounded = *min == 0 && *max == u64::MAX;
            let fits = unbounded || (*min..=*max).contains(&(text.chars().count() as u64));
            fits && pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
        }
        (Kind::Integer { min, max }, Value::Number(number)) => {
            number.as_i128().is_some_and(|number| (*min..=*max).contains(&number))
        }
        (Kind::Number { min, max }, Value::Number(number)) => {
            let above = min.as_ref().is_none_or(|bound| {
                let order = number::compare(number, &bound.value);
                order.is_gt() || (order.is_eq() && !bound.exclusive)
            });
            let below = max.as_ref().is_none_or(|bound| {
                let order = number::compare(number, &bound.value);
                order.is_lt() || (order.is_eq() && !bound.exclusive)
            });
            above && below
        }
        _ => false,
    }
}

/// What a value of another type stands for, if that fits: `30.0` and `"30"` for an integer, `"[1]"` for a list.
pub(super) fn read_as(kind: &Kind, value: &Value) -> Option<Value> {
    let read = match value {
        Value::String(text) => match serde_json::from_str::<Value>(text).ok()? {
            Value::String(_) => return None,
            read => read,
        },
        Value::Number(_) => value.clone(),
        _ => return None,
    };
    match (kind, read) {
        (Kind::Object(_), read @ Value::Object(_)) | (Kind::List { .. }, read @ Value::Array(_)) => {
            Some(read)
        }
        (Kind::Boolean, read @ Value::Bool(_)) => Some(read),
        (Kind::Integer { .. }, Value::Number(number)) => {
            let integer = number.as_i128().or_else(|| number::integral(number.as_f64()?))?;
            number::to_value(integer).filter(|value| scalar_fits(kind, value))
        }
        (Kind::Number { .. }, read) => scalar_fits(kind, &read).then_some(read),
        (Kind::Enum(values), Value::Number(number)) => {
            let same = |known: &&Value| {
                known.as_number().is_some_and(|known| number::compare(known, &number).is_eq())
            };
            values.iter().find(same).cloned()
        }
        _ => None,
    }
}

/// Whether reading a string as this type is safe. For a boolean it is not: `"false"` is too often a yes.
pub(super) fn coercible(kind: &Kind) -> bool {
    !matches!(kind, Kind::Boolean)
}

pub(super) fn has_repeats(list: &[Value]) -> bool {
    let mut seen = HashSet::with_capacity(list.len());
    list.iter().any(|item| !seen.insert(canonical(item)))
}

/// Text that is equal for equal values: integral floats as integers, members sorted.
fn canonical(value: &Value) -> String {
    match value {
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()).and_then(number::integral)
        {
            Some(integer) => integer.to_string(),
            None => number.to_string(),
        },
        Value::Array(list) => format!("[{}]", list.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Object(map) => {
            let mut members: Vec<String> =
                map.iter().map(|(name, value)| format!("{name:?}:{}", canonical(value))).collect();
            members.sort_unstable();
            format!("{{{}}}", members.join(","))
        }
        other => other.to_string(),
    }
}
