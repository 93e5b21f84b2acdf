//! Music that leaves the voice too little room.

use super::idea::{Idea, Way, set};
use super::view::View;
use crate::video::check::Touches;

/// LU by which a voice is well heard over music.
const ABOVE: f64 = 12.0;
/// The lowest gain that a project can write.
const LOWEST: f64 = -60.0;

pub(super) fn find(view: &View) -> Vec<Idea> {
    let Some(music) = view.project.music.as_ref().filter(|_| view.has_voice()) else { return Vec::new() };
    let Some(missing) = measure(view).filter(|missing| *missing > 0.0) else { return Vec::new() };
    let lower = ((missing + 0.2) * 2.0).ceil() / 2.0;
    let gain = (music.gain_db - lower).max(LOWEST);
    let is_short = view.tree.find("music").is_ok_and(|found| found.node.as_scalar().is_some());
    let ops = if is_short {
        vec![set("music", serde_json::json!({ "file": music.file, "gain_db": gain }))]
    } else {
        vec![set("music.gain_db", gain)]
    };
    vec![Idea {
        why: format!("the voice is {:.1} LU louder than the music; {ABOVE} are well heard", ABOVE - missing),
        name: "missing_headroom_lu",
        target: 0.0,
        measure: Box::new(measure),
        touches: Touches::Sound,
        ways: vec![Way::new(format!("Lower the music by {lower} dB"), ops)],
    }]
}

/// LU that the voice lacks.
fn measure(view: &View) -> Option<f64> {
    view.voice_over_music().map(|above| (ABOVE - above).max(0.0))
}
