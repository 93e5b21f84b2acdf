//! Numbers compared and converted without loss.

use std::cmp::Ordering;

use serde_json::{Number, Value};

/// Compares two numbers by their exact values.
pub(in super::super) fn compare(left: &Number, right: &Number) -> Ordering {
    match (left.as_i128(), right.as_i128()) {
        (Some(left), Some(right)) => left.cmp(&right),
        (Some(left), None) => integer_to_float(left, float(right)),
        (None, Some(right)) => integer_to_float(right, float(left)).reverse(),
        (None, None) => float(left).total_cmp(&float(right)),
    }
}

/// The integer that a float is exactly.
pub(super) fn integral(number: f64) -> Option<i128> {
    // Beyond 2^100 no float is a 64-bit integer, and the cast is exact below.
    #[allow(clippy::cast_possible_truncation)]
    (number.fract() == 0.0 && number.abs() < 1e30).then_some(number as i128)
}

/// The integer as JSON, if it has at most 64 bits.
pub(super) fn to_value(integer: i128) -> Option<Value> {
    Number::from_i128(integer).map(Value::Number)
}

fn float(number: &Number) -> f64 {
    number.as_f64().unwrap_or(f64::NAN)
}

/// Compares an integer of at most 65 bits with a float.
fn integer_to_float(integer: i128, float: f64) -> Ordering {
    match integral(float.floor()) {
        None => 0.0_f64.total_cmp(&float),
        Some(floor) if integer == floor && float.fract() != 0.0 => Ordering::Less,
        Some(floor) => integer.cmp(&floor),
    }
}
