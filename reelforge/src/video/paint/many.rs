use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use vello_cpu::Pixmap;

use super::{Painter, Precision};
use crate::video::layout::{Frame, Plan};
use crate::video::pictures::Pictures;

/// Paints many frames on several threads, and hands each to `use_frame` as soon as it is painted; its answers come
/// back in the order of `frames`. No more than one frame a thread is held, so `use_frame` should keep what it needs
/// and not the pixels.
///
/// A painter is made for each thread and lives as long as the call.
pub fn paint_each<T: Send>(
    plan: &Plan,
    frames: &[u32],
    pictures: &Arc<Pictures>,
    settings: Settings,
    frame: impl Fn(u32) -> Frame + Sync,
    use_frame: impl Fn(&Frame, &Pixmap) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::with_capacity(frames.len()));
    let threads = settings.threads.clamp(1, frames.len().max(1));
    let work = || {
        let mut painter = Painter::new(plan.canvas, settings.scale, Arc::clone(pictures), settings.precision);
        while let Some((index, number)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, *frames.get(i)?)))
        {
            let frame = frame(number);
            let answer = use_frame(&frame, painter.paint(plan, &frame));
            answers.lock().unwrap_or_else(PoisonError::into_inner).push((index, answer));
        }
    };
    rayon::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
    let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// How many frames are painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Pixels per canvas pixel.
    pub scale: f64,
    /// How many threads paint at most.
    pub threads: usize,
    /// Which instructions of the processor are used.
    pub precision: Precision,
}
