//! What a scalar means where the field leaves it open: the YAML 1.2 core schema.

use super::{Scalar, Style};

/// A scalar resolved by the core schema.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Core<'a> {
    /// `null`, `~` or nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other finite number.
    Float(f64),
    /// Everything else, and whatever is quoted.
    Text(&'a str),
}

impl Core<'_> {
    /// What a message calls it.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Int(_) | Self::Float(_) => "a number",
            Self::Text(_) => "text",
        }
    }

    /// The number, when it is one.
    #[allow(clippy::cast_precision_loss)] // Beyond 2^53 no field of a project has a use for the last digit.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(value as f64),
            Self::Float(value) => Some(value),
            _ => None,
        }
    }
}

impl From<Core<'_>> for serde_json::Value {
    fn from(core: Core<'_>) -> Self {
        match core {
            Core::Null => Self::Null,
            Core::Bool(value) => value.into(),
            Core::Int(value) => value.into(),
            Core::Float(value) => value.into(),
            Core::Text(text) => text.into(),
        }
    }
}

impl Scalar {
    /// Resolves a plain scalar by the core schema; any other style is text.
    ///
    /// Infinities and not-a-number stay text: no field takes them, and JSON cannot hold them.
    pub fn core(&self) -> Core<'_> {
        let text = self.text.as_str();
        if self.style != Style::Plain {
            return Core::Text(text);
        }
        match text {
            "" | "~" | "null" | "Null" | "NULL" => return Core::Null,
            "true" | "True" | "TRUE" => return Core::Bool(true),
            "false" | "False" | "FALSE" => return Core::Bool(false),
            _ => {}
        }
        if let Some(value) = integer(text) {
            return Core::Int(value);
        }
        if is_decimal(text)
            && let Ok(value) = text.parse::<f64>()
            && value.is_finite()
        {
            return Core::Float(value);
        }
        Core::Text(text)
    }
}

fn integer(text: &str) -> Option<i64> {
    let radix = |digits: &str, radix| {
        // `from_str_radix` takes a sign, the core schema does not.
        digits.chars().all(|c| c.is_digit(radix)).then(|| i64::from_str_radix(digits, radix).ok()).flatten()
    };
    if let Some(digits) = text.strip_prefix("0x") {
        radix(digits, 16)
    } else if let Some(digits) = text.strip_prefix("0o") {
        radix(digits, 8)
    } else {
        text.parse().ok()
    }
}

/// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let exponent_ok = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    let mantissa_ok = match mantissa.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part) && !(whole.is_empty() && part.is_empty()),
        None => !mantissa.is_empty() && digits(mantissa),
    };
    exponent_ok && mantissa_ok
}
