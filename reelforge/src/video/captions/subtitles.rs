//! Captions as subtitle files.

use super::Group;

/// As SRT.
pub fn srt(groups: &[Group]) -> String {
    let mut text = String::new();
    for (group, number) in groups.iter().zip(1..) {
        let (from, to) = (clock(group.t0, ','), clock(group.t1, ','));
        text.push_str(&format!("{number}\n{from} --> {to}\n{}\n\n", plain(group)));
    }
    text
}

/// As `WebVTT`.
pub fn vtt(groups: &[Group]) -> String {
    let mut text = "WEBVTT\n\n".to_owned();
    for group in groups {
        let (from, to) = (clock(group.t0, '.'), clock(group.t1, '.'));
        let escaped = plain(group).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        text.push_str(&format!("{from} --> {to}\n{escaped}\n\n"));
    }
    text
}

/// What a group says, without what would be read as a time.
fn plain(group: &Group) -> String {
    group.text().replace("-->", "→")
}

/// Hours, minutes, seconds and milliseconds.
fn clock(t: f64, point: char) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most some hours")]
    let ms = (t.max(0.0) * 1000.0).round() as u64;
    let (seconds, ms) = (ms / 1000, ms % 1000);
    format!("{:02}:{:02}:{:02}{point}{ms:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
