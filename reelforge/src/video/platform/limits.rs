//! What each platform accepts.

use crate::video::project::model::{Format, Placement, Target};

/// What a platform accepts of a file. Absent figures are published nowhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Shortest and longest video that it takes at all, in seconds.
    pub seconds: (f64, f64),
    /// The longest video that its own app takes, in seconds.
    pub app_seconds: Option<f64>,
    /// Lowest and highest number of frames per second.
    pub fps: (f64, f64),
    /// Smallest and largest number of pixels of the shorter and the longer side.
    pub pixels: Option<(u32, u32)>,
    /// The smallest picture, width and height.
    pub min_size: Option<(u32, u32)>,
    /// The largest width.
    pub max_width: Option<u32>,
    /// The largest file, in bytes.
    pub max_bytes: Option<u64>,
    /// The smallest file, in bytes.
    pub min_bytes: Option<u64>,
    /// Whether the picture must be at least as tall as wide.
    pub tall: bool,
    /// File formats that it takes, of those that can be made.
    pub formats: &'static [Format],
    /// Where the figures come from.
    pub source: &'static str,
    /// When they were read there.
    pub checked: &'static str,
}

const ANY: Limits = Limits {
    seconds: (0.0, f64::INFINITY),
    app_seconds: None,
    fps: (23.0, 60.0),
    pixels: None,
    min_size: None,
    max_width: None,
    max_bytes: None,
    min_bytes: None,
    tall: false,
    formats: &[Format::Mp4],
    source: "",
    checked: "2026-10",
};

const MB: u64 = 1_000_000;

/// What a platform accepts. Where sources differ, the more generous figure decides: a video is not to be refused here
/// that the platform takes.
pub fn limits(target: Target, placement: Placement) -> Limits {
    match (target, placement) {
        (Target::Tiktok, Placement::Organic) => Limits {
            seconds: (3.0, 600.0),
            pixels: Some((360, 4096)),
            formats: &[Format::Mp4, Format::Webm],
            source: "TikTok's content posting API",
            ..ANY
        },
        (Target::Tiktok, Placement::Ad) => Limits {
            seconds: (5.0, 600.0),
            app_seconds: Some(60.0),
            pixels: Some((360, 4096)),
            min_size: Some((540, 960)),
            max_bytes: Some(500 * MB),
            formats: &[Format::Mp4],
            source: "TikTok's specifications for in-feed advertisements",
            ..ANY
        },
        (Target::Reels, _) => Limits {
            seconds: (3.0, 900.0),
            app_seconds: Some(180.0),
            max_width: Some(1920),
            max_bytes: Some(1000 * MB),
            tall: true,
            source: "Instagram's content publishing API and app",
            ..ANY
        },
        (Target::Shorts, _) => Limits {
            seconds: (0.0, 180.0),
            formats: &[Format::Mp4, Format::Webm],
            tall: true,
            source: "YouTube help on Shorts",
            ..ANY
        },
        (Target::Youtube, _) => Limits {
            seconds: (0.0, 43_200.0),
            formats: &[Format::Mp4, Format::Webm],
            source: "YouTube help 1722171",
            ..ANY
        },
        (Target::Facebook, _) => Limits {
            seconds: (3.0, 900.0),
            app_seconds: Some(90.0),
            max_width: Some(1920),
            max_bytes: Some(1000 * MB),
            tall: true,
            source: "Meta's help on Reels; longer ones than 90 s are accepted by now",
            ..ANY
        },
        (Target::Snapchat, Placement::Organic) => Limits {
            seconds: (0.0, 180.0),
            app_seconds: Some(60.0),
            max_bytes: Some(1000 * MB),
            tall: true,
            source: "Snap's help on Spotlight",
            ..ANY
        },
        (Target::Snapchat, Placement::Ad) => Limits {
            seconds: (3.0, 180.0),
            max_bytes: Some(1000 * MB),
            tall: true,
            source: "Snap's specifications for advertisements",
            ..ANY
        },
        (Target::Linkedin, _) => Limits {
            seconds: (3.0, 1800.0),
            // Stated as "less than 30".
            fps: (23.0, 30.0),
            pixels: Some((360, 1920)),
            max_bytes: Some(500 * MB),
            min_bytes: Some(75_000),
            source: "LinkedIn help a424737",
            ..ANY
        },
    }
}
