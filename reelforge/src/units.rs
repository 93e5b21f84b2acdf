//! Sizes and times as people write them.

use std::time::Duration;

/// A number of bytes: `1500`, `64KiB`, `4MiB`, `1GiB`.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    const UNITS: [(&str, u64); 4] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("", 1)];
    let expected = || format!("expected a size from 1KiB to 4GiB, such as `64KiB` or `4MiB`, got `{text}`");
    let bytes = UNITS
        .iter()
        .find_map(|(unit, factor)| number(text.strip_suffix(unit)?).map(|count| (count, factor)))
        .and_then(|(count, factor)| count.checked_mul(*factor))
        .filter(|bytes| (1 << 10..=4 << 30).contains(bytes))
        .ok_or_else(expected)?;
    usize::try_from(bytes).map_err(|_| expected())
}

/// A length of time: `500ms`, `30s`, `10m`, `1h`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    UNITS
        .iter()
        .find_map(|(unit, factor)| number(text.strip_suffix(unit)?).map(|count| (count, factor)))
        .and_then(|(count, factor)| count.checked_mul(*factor))
        .filter(|milliseconds| (1..=7 * 24 * 3_600_000).contains(milliseconds))
        .map(Duration::from_millis)
        .ok_or_else(|| {
            format!("expected a time of at most a week, such as `500ms`, `30s`, `10m` or `1h`, got `{text}`")
        })
}

fn number(digits: &str) -> Option<u64> {
    digits.trim_end().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_binary_units() {
        for (text, bytes) in [("1500", 1500), ("64KiB", 65_536), ("4 MiB", 4 << 20), ("1GiB", 1 << 30)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "1", "5GiB", "-4MiB", "4MB", "1.5MiB", "99999999999999999999GiB", "MiB"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_need_a_unit() {
        for (text, ms) in [("500ms", 500), ("30s", 30_000), ("10m", 600_000), ("1h", 3_600_000)] {
            assert_eq!(time(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "30", "0s", "-1s", "1d", "1.5s", "200h", "99999999999999999h", "s"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
