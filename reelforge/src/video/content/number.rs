//! Numbers as they are read: grouped, shortened, with a sign that is one and a unit on the side where it belongs.

use crate::video::project::model::element::NumberFormat;

/// Most digits after the point.
const MAX_DECIMALS: usize = 6;
/// Digits of a shortened number, when nobody says how many stand after the point: `1.25M`, `12.5K`, `830K`.
const COMPACT_DIGITS: usize = 3;
/// What shortened numbers are divided by, and the letter that says so.
const UNITS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")];

/// Signs that stand before a number.
const CURRENCIES: &str = "$€£¥₩₹₽₺₫฿₴₪₦₱";

/// How numbers are written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Style {
    /// Grouping or shortening.
    pub(super) format: NumberFormat,
    /// Digits after the point; fewer where a shortened number has enough digits before it.
    pub(super) decimals: usize,
    /// Always so many.
    pub(super) exact: bool,
    /// Text before the number.
    pub(super) prefix: String,
    /// Text after the number.
    pub(super) suffix: String,
}

impl Style {
    /// With as many digits after the point as the most precise of some values has.
    pub(super) fn for_values(format: NumberFormat, values: &[f64]) -> Self {
        let decimals = values.iter().map(|value| decimals_of(*value, format)).max().unwrap_or(0);
        Self { format, decimals, exact: false, prefix: String::new(), suffix: String::new() }
    }

    /// With a unit: currencies stand before the number (`$5`, `R$5`), everything else behind it; words with a space
    /// (`5%`, `5M`, `5 kg`).
    pub(super) fn with_unit(self, unit: &str) -> Self {
        let unit = unit.trim();
        if unit.ends_with(|letter| CURRENCIES.contains(letter)) {
            return Self { prefix: unit.to_owned(), ..self };
        }
        let is_word = unit.chars().take(2).filter(|letter| letter.is_alphabetic()).count() == 2;
        Self { suffix: format!("{}{unit}", if is_word { "\u{a0}" } else { "" }), ..self }
    }

    /// A value as it is read. The sign stands before a prefix of signs (`−$5`) and behind one of words (`Save −5`).
    pub(super) fn text(&self, value: f64) -> String {
        let digits = self.digits(value.abs());
        let is_zero = !digits.contains(|letter: char| ('1'..='9').contains(&letter));
        let sign = if value < 0.0 && !is_zero { "\u{2212}" } else { "" };
        let Self { prefix, suffix, .. } = self;
        if prefix.contains(|letter: char| letter.is_alphanumeric() || letter.is_whitespace()) {
            format!("{prefix}{sign}{digits}{suffix}")
        } else {
            format!("{sign}{prefix}{digits}{suffix}")
        }
    }

    fn digits(&self, value: f64) -> String {
        let decimals = self.decimals;
        match self.format {
            NumberFormat::Plain => format!("{value:.decimals$}"),
            NumberFormat::Comma => grouped(&format!("{value:.decimals$}")),
            NumberFormat::Compact => match unit_of(value, self.exact.then_some(decimals)) {
                None if self.exact || value.fract() != 0.0 => format!("{value:.decimals$}"),
                None => format!("{value:.0}"),
                Some((unit, letter)) => {
                    let value = value / unit;
                    let decimals = if self.exact { decimals } else { decimals.min(compact_decimals(value)) };
                    grouped(&format!("{value:.decimals$}")) + letter
                }
            },
        }
    }
}

/// The unit that a value is shortened to. One that rounds up to the next unit is written in that: `1M`, not `1000K`.
fn unit_of(value: f64, decimals: Option<usize>) -> Option<(f64, &'static str)> {
    // Close to the next unit there are three digits before the point, and none behind it unless somebody says so.
    let places = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6][decimals.unwrap_or(0).min(MAX_DECIMALS)];
    let fits = |unit: f64| {
        if unit > 1e3 { (value / (unit / 1e3) * places).round() / places >= 1e3 } else { value >= unit }
    };
    UNITS.into_iter().find(|(unit, _)| fits(*unit))
}

/// Digits after the point of a shortened number.
fn compact_decimals(value: f64) -> usize {
    let before = if value >= 100.0 {
        3
    } else if value >= 10.0 {
        2
    } else {
        1
    };
    COMPACT_DIGITS - before
}

/// Digits after the point that a value has, as it is written in this way.
fn decimals_of(value: f64, format: NumberFormat) -> usize {
    let value = value.abs();
    match (format, unit_of(value, None)) {
        (NumberFormat::Compact, Some((unit, _))) => {
            let value = value / unit;
            let rounded = format!("{value:.decimals$}", decimals = compact_decimals(value));
            let digits = rounded.split_once('.').map_or("", |(_, digits)| digits);
            digits.trim_end_matches('0').len()
        }
        _ => value.to_string().split_once('.').map_or(0, |(_, digits)| digits.len().min(MAX_DECIMALS)),
    }
}

/// With a comma between each three digits before the point.
fn grouped(number: &str) -> String {
    let whole = number.split('.').next().unwrap_or(number);
    let mut grouped = String::with_capacity(number.len() + whole.len() / 3);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + &number[whole.len()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: NumberFormat, value: f64) -> String {
        Style::for_values(format, &[value]).text(value)
    }

    #[test]
    fn numbers_are_plain_grouped_or_shortened() {
        let table = [
            (12500.0, "12500", "12,500", "12.5K"),
            (0.0, "0", "0", "0"),
            (-0.0, "0", "0", "0"),
            (999.0, "999", "999", "999"),
            (1000.0, "1000", "1,000", "1K"),
            (14.2, "14.2", "14.2", "14.2"),
            (-1_234_567.0, "−1234567", "−1,234,567", "−1.23M"),
            (999_999.0, "999999", "999,999", "1M"),
            (999_400.0, "999400", "999,400", "999K"),
            (830_000.5, "830000.5", "830,000.5", "830K"),
            (999.5, "999.5", "999.5", "999.5"),
            (1_250_000.0, "1250000", "1,250,000", "1.25M"),
            (3e12, "3000000000000", "3,000,000,000,000", "3T"),
            (1e15, "1000000000000000", "1,000,000,000,000,000", "1,000T"),
            (1234.5, "1234.5", "1,234.5", "1.23K"),
            (0.000_000_1, "0.000000", "0.000000", "0.000000"),
        ];
        for (value, plain, comma, compact) in table {
            assert_eq!(written(NumberFormat::Plain, value), plain);
            assert_eq!(written(NumberFormat::Comma, value), comma);
            assert_eq!(written(NumberFormat::Compact, value), compact);
        }
    }

    #[test]
    fn shortened_numbers_have_three_digits_or_as_many_as_is_said() {
        let style = Style::for_values(NumberFormat::Compact, &[1_250_000.0, 830_000.0]);
        assert_eq!(
            [1_250_000.0, 830_000.0, 61_000.0].map(|value| style.text(value)),
            ["1.25M", "830K", "61.0K"]
        );
        let exact = Style { decimals: 1, exact: true, ..style };
        assert_eq!([830_000.0, 999_960.0, 12.0].map(|value| exact.text(value)), ["830.0K", "1.0M", "12.0"]);
    }

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        let style = Style::for_values(NumberFormat::Plain, &[0.1]).with_unit("%");
        assert_eq!(style.text(-0.04), "0.0%");
        assert_eq!(style.text(-0.06), "−0.1%");
    }

    #[test]
    fn signs_stand_where_they_are_read() {
        let style = |prefix: &str, suffix: &str| Style {
            format: NumberFormat::Plain,
            decimals: 0,
            exact: false,
            prefix: prefix.to_owned(),
            suffix: suffix.to_owned(),
        };
        assert_eq!(style("$", "").text(-5.0), "−$5");
        assert_eq!(style("+", "%").text(40.0), "+40%");
        assert_eq!(style("Save ", " €").text(-5.0), "Save −5 €");
    }

    #[test]
    fn units_stand_on_their_side_and_precision_is_shared() {
        let prices = [14.0, 17.9];
        let style = Style::for_values(NumberFormat::Comma, &prices);
        let with_unit = |unit| style.clone().with_unit(unit).text(14.0);
        let table =
            [("$", "$14.0"), ("R$", "R$14.0"), ("%", "14.0%"), ("M", "14.0M"), ("kg", "14.0\u{a0}kg")];
        for (unit, text) in table {
            assert_eq!(with_unit(unit), text);
        }
    }
}
