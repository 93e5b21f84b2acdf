//! Whether a file that was just written is what it was meant to be, by a reader that is not its writer.

use std::fs::File;

use super::Failure;
use super::inspect::Container;
use super::movie::Facts;

/// Reads the table of contents of a movie, all of whose pictures and sound lie in the file, and compares it with what was
/// written.
pub(super) fn movie(file: &File, facts: &Facts) -> Result<(), Failure> {
    let wrong = |what: String| {
        let hint = "render again; if it happens again, please report it with the project";
        Failure::new("internal", format!("the finished file is not what was written: {what}"), hint)
    };
    let found = Container::of(file).map_err(|failure| wrong(failure.message))?;
    let said = [found.video.frames as u64, found.video.width.into(), found.video.height.into(), found.bytes];
    let meant = [facts.frames.into(), facts.width.into(), facts.height.into(), facts.bytes];
    for ((name, said), meant) in ["frames", "width", "height", "bytes"].iter().zip(said).zip(meant) {
        if said != meant {
            return Err(wrong(format!("its {name}: {said} instead of {meant}")));
        }
    }
    Ok(())
}
