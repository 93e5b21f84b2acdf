//! Axes: where they begin and end, and the numbers along them.

/// Steps of an axis that people read easily, times a power of ten.
const STEPS: [f64; 4] = [1.0, 2.0, 2.5, 5.0];

/// The range of an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    /// Its lower end.
    pub(super) low: f64,
    /// Its upper end.
    pub(super) high: f64,
    step: f64,
}

impl Axis {
    /// An axis that holds all values, begins or ends at 0 or has it inside, and ends at even numbers. `max` is its end,
    /// when the author says so; values beyond it are drawn up to it.
    pub(super) fn from_zero(values: &[f64], max: Option<f64>) -> Self {
        let low = values.iter().copied().fold(0.0, f64::min);
        let high = values.iter().copied().fold(0.0, f64::max);
        Self::rounded(low, high, max)
    }

    /// An axis that begins near the lowest value, where all are far from 0.
    pub(super) fn near(values: &[f64], max: Option<f64>) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let spread = high - low;
        if low > 0.0 && low > 0.5 * high && spread > 0.0 {
            Self::rounded((low - 0.15 * spread).max(0.0), high, max)
        } else {
            Self::from_zero(values, max)
        }
    }

    fn rounded(low: f64, high: f64, max: Option<f64>) -> Self {
        let high = max.unwrap_or(high);
        let (low, high) = if high > low { (low, high) } else { (low, low + 1.0) };
        let step = step(high - low);
        let low = (low / step).floor() * step;
        let high = max.filter(|max| *max > low).unwrap_or_else(|| (high / step - 1e-9).ceil() * step);
        Self { low, high, step }
    }

    /// Where a value lies: 0 at the lower end, 1 at the upper.
    pub(super) fn place(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The even numbers along the axis, its lower end first.
    pub(super) fn ticks(&self) -> Vec<f64> {
        (0..=12_u32)
            .map(|index| self.low + f64::from(index) * self.step)
            .take_while(|tick| *tick <= self.high + self.step * 1e-6)
            .collect()
    }
}

/// The step by which an axis has about four parts.
fn step(range: f64) -> f64 {
    let rough = range / 4.0;
    let power = 10_f64.powf(rough.log10().floor());
    STEPS.into_iter().map(|step| step * power).find(|step| *step >= rough * 0.999).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_even_numbers() {
        let table = [
            (&[14.2, 17.9, 19.9] as &[f64], 0.0_f64, 20.0_f64),
            (&[120.0, 4800.0], 0.0, 6000.0),
            (&[0.0, 0.0], 0.0, 1.0),
            (&[5.0, 5.0], 0.0, 6.0),
            (&[-3.0, 7.0], -5.0, 7.5),
            (&[-8.0, -2.0], -8.0, 0.0),
            (&[1e15], 0.0, 1e15),
            (&[0.000_01], 0.0, 0.000_01),
        ];
        for (values, low, high) in table {
            let axis = Axis::from_zero(values, None);
            assert!((axis.low - low).abs() <= 1e-9 * high.max(1.0), "{values:?}: {axis:?}");
            assert!((axis.high - high).abs() <= 1e-9 * high.max(1e-6), "{values:?}: {axis:?}");
            assert!((2..=9).contains(&axis.ticks().len()), "{values:?}: {:?}", axis.ticks());
        }
        assert_eq!(Axis::from_zero(&[3.0], Some(50.0)).high, 50.0);
        assert_eq!(Axis::from_zero(&[3.0], Some(-1.0)).high, 1.0, "an end below the beginning is none");
    }

    #[test]
    fn lines_far_from_zero_begin_near_their_lowest_value() {
        assert_eq!(Axis::near(&[98.0, 101.0, 104.0], None).low, 96.0);
        assert_eq!(Axis::near(&[10.0, 101.0], None).low, 0.0);
        assert_eq!(Axis::near(&[7.0, 7.0], None).low, 0.0);
        assert_eq!(Axis::from_zero(&[5.0], None).place(2.5), 2.5 / 6.0);
    }
}
