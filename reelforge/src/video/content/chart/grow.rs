//! How charts grow: each point at its time, fast at first.

use std::sync::Arc;

use super::float;
use crate::video::content::label::{Label, ease_out};
use crate::video::ink::{Piece, Pieces};
use crate::video::layout::{Body, Clock, Live};

/// How much later the last point begins to grow, as a part of the chart's time.
pub(super) const STAGGER: f64 = 0.3;

/// How far something is grown, when a part of the chart's time has passed.
pub(super) fn share([start, takes]: [f64; 2], passed: f64) -> f64 {
    // Rounding must not keep the last one from its end.
    if passed >= 1.0 { 1.0 } else { ease_out((passed - start) / takes) }
}

/// The text of a value at a share of its growth.
pub(super) fn at_share(texts: &[Label], share: f64) -> Option<&Label> {
    let last = texts.len().checked_sub(1)?;
    let step = (share * float(last)).floor();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 0 to 1")]
    let step = step as usize;
    texts.get(step.min(last))
}

/// Opacity of what comes with a growth: there soon after it began.
pub(super) fn opacity(share: f64) -> f64 {
    (share / 0.2).clamp(0.0, 1.0)
}

/// Opacity of what stands at a part of a line or circle, when it is drawn up to `share`: it begins when the end comes
/// by, and even the last is there in the end.
pub(super) fn reached(at: f64, share: f64) -> f64 {
    const TAKES: f64 = 0.06;
    ((share - at * (1.0 - TAKES)) / TAKES).clamp(0.0, 1.0)
}

/// A chart on its way.
pub(super) trait Grows: Send + Sync {
    /// What is drawn when a part of its time has passed, 0 to 1.
    fn pieces(&self, passed: f64) -> Vec<Piece>;
}

/// Plays a chart's growth.
pub(super) struct Growing<T> {
    chart: T,
    seconds: f64,
    whole: Pieces,
}

impl<T: Grows + 'static> Growing<T> {
    pub(super) fn body(chart: T, seconds: f64) -> Body {
        let whole: Pieces = chart.pieces(1.0).into();
        if seconds <= 0.0 {
            return Body::Still(whole);
        }
        Body::Live(Arc::new(Self { chart, seconds, whole }))
    }
}

impl<T: Grows> Live for Growing<T> {
    fn pieces(&self, clock: &Clock) -> Pieces {
        if clock.since >= self.seconds {
            return Arc::clone(&self.whole);
        }
        self.chart.pieces(clock.since.max(0.0) / self.seconds).into()
    }
}
