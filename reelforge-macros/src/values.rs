//! Typed values of keys. A value of the wrong type is reported with an example of a right one.

use std::time::Duration;

use syn::{Expr, ExprUnary, Lit, LitStr, Path, UnOp};

use crate::errors::Errors;
use crate::keys::Key;

impl Key {
    pub(crate) fn string(&self, example: &str, errors: &mut Errors) -> Option<LitStr> {
        match self.bare() {
            Some(Expr::Lit(lit)) if let Lit::Str(text) = &lit.lit => Some(text.clone()),
            _ => self.wrong("a string", example, errors),
        }
    }

    pub(crate) fn strings(&self, example: &str, errors: &mut Errors) -> Vec<LitStr> {
        let list = self.list().and_then(|list| list.iter().map(as_string).collect::<Option<Vec<_>>>());
        list.or_else(|| self.wrong("a list of strings", example, errors)).unwrap_or_default()
    }

    pub(crate) fn expressions(&self, example: &str, errors: &mut Errors) -> Vec<Expr> {
        self.list().or_else(|| self.wrong("a list of values", example, errors)).unwrap_or_default()
    }

    pub(crate) fn expression(&self, example: &str, errors: &mut Errors) -> Option<Expr> {
        self.value.clone().or_else(|| self.wrong("a value", example, errors))
    }

    /// `key` alone or `key = true` is yes, `key = false` is no.
    pub(crate) fn flag(&self, errors: &mut Errors) -> Option<bool> {
        match self.bare() {
            None => Some(true),
            Some(Expr::Lit(lit)) if let Lit::Bool(value) = &lit.lit => Some(value.value),
            Some(_) => self.wrong("no value, or `true` or `false`", &self.name.to_string(), errors),
        }
    }

    /// A count, from 0 on.
    pub(crate) fn count(&self, example: &str, errors: &mut Errors) -> Option<u64> {
        self.whole().or_else(|| self.wrong("a whole number from 0 on", example, errors))
    }

    /// A count, from 1 on.
    pub(crate) fn positive(&self, example: &str, errors: &mut Errors) -> Option<u64> {
        self.whole().filter(|n| *n > 0).or_else(|| self.wrong("a whole number from 1 on", example, errors))
    }

    /// A number literal, negative or not, as it stands.
    pub(crate) fn number(&self, example: &str, errors: &mut Errors) -> Option<Number> {
        self.bare().and_then(Number::read).or_else(|| self.wrong("a number", example, errors))
    }

    pub(crate) fn duration(&self, errors: &mut Errors) -> Option<Duration> {
        let text = self.bare().and_then(as_string);
        text.and_then(|text| duration(&text.value()))
            .filter(|time| !time.is_zero())
            .or_else(|| self.wrong("a time above zero in `ms`, `s`, `m` or `h`", "timeout = \"30s\"", errors))
    }

    pub(crate) fn bytes(&self, errors: &mut Errors) -> Option<u64> {
        let size = match self.bare().and_then(as_string) {
            Some(text) => bytes(&text.value()),
            None => self.whole(),
        };
        size.filter(|size| *size > 0).or_else(|| {
            self.wrong("a size above zero in bytes, `KiB` or `MiB`", "max_output = \"64KiB\"", errors)
        })
    }

    pub(crate) fn path(&self, example: &str, errors: &mut Errors) -> Option<Path> {
        let path = self.bare().and_then(as_string).and_then(|text| text.parse().ok());
        path.or_else(|| self.wrong("a path in a string", example, errors))
    }

    fn whole(&self) -> Option<u64> {
        match self.bare()? {
            Expr::Lit(lit) if let Lit::Int(number) = &lit.lit => number.base10_parse().ok(),
            _ => None,
        }
    }

    fn list(&self) -> Option<Vec<Expr>> {
        match self.bare()? {
            Expr::Array(list) => Some(list.elems.iter().cloned().collect()),
            _ => None,
        }
    }

    fn bare(&self) -> Option<&Expr> {
        self.value.as_ref().map(bare)
    }

    fn wrong<T>(&self, what: &str, example: &str, errors: &mut Errors) -> Option<T> {
        let message = format!("`{}` takes {what}: `{example}`", self.name);
        match &self.value {
            Some(value) => errors.push(value, message),
            None => errors.push(&self.name, message),
        }
        None
    }
}

/// A number literal. Integers stay exact.
#[derive(Clone)]
pub(crate) struct Number {
    pub(crate) value: Value,
    pub(crate) tokens: Expr,
}

#[derive(Clone, Copy)]
pub(crate) enum Value {
    Integer(i128),
    Float(f64),
}

impl Number {
    fn read(expr: &Expr) -> Option<Self> {
        let (negative, literal) = match expr {
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => (true, bare(expr)),
            other => (false, other),
        };
        let Expr::Lit(literal) = literal else { return None };
        let value = match &literal.lit {
            Lit::Int(number) if number.suffix().is_empty() => {
                let number: i128 = number.base10_parse().ok()?;
                Value::Integer(if negative { -number } else { number })
            }
            Lit::Float(number) if number.suffix().is_empty() => {
                let number = number.base10_parse().ok().filter(|number: &f64| number.is_finite())?;
                Value::Float(if negative { -number } else { number })
            }
            _ => return None,
        };
        Some(Self { value, tokens: expr.clone() })
    }

    pub(crate) fn is_above(&self, other: &Self) -> bool {
        match (self.value, other.value) {
            (Value::Integer(a), Value::Integer(b)) => a > b,
            (a, b) => a.approximate() > b.approximate(),
        }
    }
}

impl Value {
    #[allow(clippy::cast_precision_loss)] // Only for comparing with a number that is no integer.
    fn approximate(self) -> f64 {
        match self {
            Self::Integer(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

/// The expression inside the invisible groups that `macro_rules!` puts around `$x:expr`.
pub(crate) fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => bare(&group.expr),
        Expr::Paren(paren) => bare(&paren.expr),
        other => other,
    }
}

pub(crate) fn as_string(expr: &Expr) -> Option<LitStr> {
    match bare(expr) {
        Expr::Lit(lit) if let Lit::Str(text) = &lit.lit => Some(text.clone()),
        _ => None,
    }
}

fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = number_and_unit(text)?;
    let millis: u64 = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        _ => return None,
    };
    number.checked_mul(millis).map(Duration::from_millis)
}

fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = number_and_unit(text)?;
    let factor: u64 = match unit {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        _ => return None,
    };
    number.checked_mul(factor)
}

fn number_and_unit(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    Some((number.parse().ok()?, unit.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration("30s"), Some(Duration::from_secs(30)));
        assert_eq!(duration("2m"), Some(Duration::from_mins(2)));
        assert_eq!(duration("1 h"), Some(Duration::from_hours(1)));
        for wrong in ["", "30", "s", "-1s", "1.5s", "1d", "99999999999999999999s", "18446744073709551615h"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sizes_are_binary() {
        assert_eq!(bytes("4096"), Some(4096));
        assert_eq!(bytes("64KiB"), Some(65536));
        assert_eq!(bytes("1 MiB"), Some(1 << 20));
        for wrong in ["", "1KB", "1MB", "MiB", "-1", "1.5MiB", "18446744073709551615KiB"] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }
}
