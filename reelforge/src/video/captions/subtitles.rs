//! Captions as subtitle files.

use super::Group;

/// Words that are shown together, for a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Subtitle {
    /// When they are shown first, in seconds.
    pub t0: f64,
    /// When they have gone.
    pub t1: f64,
    /// What they say, with line breaks.
    pub text: String,
}

impl From<&Group> for Subtitle {
    fn from(group: &Group) -> Self {
        Self { t0: group.t0, t1: group.t1, text: group.text() }
    }
}

/// As SRT.
pub fn srt(subtitles: &[Subtitle]) -> String {
    let mut text = String::new();
    for (subtitle, number) in subtitles.iter().zip(1..) {
        let (from, to) = (clock(subtitle.t0, ','), clock(subtitle.t1, ','));
        text.push_str(&format!("{number}\n{from} --> {to}\n{}\n\n", plain(subtitle)));
    }
    text
}

/// As `WebVTT`.
pub fn vtt(subtitles: &[Subtitle]) -> String {
    let mut text = "WEBVTT\n\n".to_owned();
    for subtitle in subtitles {
        let (from, to) = (clock(subtitle.t0, '.'), clock(subtitle.t1, '.'));
        let escaped = plain(subtitle).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        text.push_str(&format!("{from} --> {to}\n{escaped}\n\n"));
    }
    text
}

/// What a subtitle says, without what would be read as a time or as its end.
fn plain(subtitle: &Subtitle) -> String {
    let lines = subtitle.text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n").replace("-->", "→")
}

/// Hours, minutes, seconds and milliseconds.
fn clock(t: f64, point: char) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most some hours")]
    let ms = (t.max(0.0) * 1000.0).round() as u64;
    let (seconds, ms) = (ms / 1000, ms % 1000);
    format!("{:02}:{:02}:{:02}{point}{ms:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
