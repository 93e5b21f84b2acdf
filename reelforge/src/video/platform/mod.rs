//! What platforms lay over a video, and what they accept: figures, each with its source and the date it was checked.
//!
//! Platforms publish files and pictures rather than numbers, and change them without notice. So every figure says
//! where it comes from, and what no source tells is left out.

mod limits;
mod safe;
#[cfg(test)]
mod tests;
mod zones;

pub use limits::{Limits, limits};
pub use safe::{occluders, safe_area, targets, zones};
pub use zones::{Cover, Occluder, Zone};

use super::project::model::{Placement, Target};

/// The name by which people know a platform.
pub fn name(target: Target) -> &'static str {
    match target {
        Target::Tiktok => "TikTok",
        Target::Reels => "Instagram Reels",
        Target::Shorts => "YouTube Shorts",
        Target::Youtube => "YouTube",
        Target::Facebook => "Facebook Reels",
        Target::Snapchat => "Snapchat",
        Target::Linkedin => "LinkedIn",
    }
}

/// Every platform, in the order of the project format.
pub const TARGETS: [Target; 7] = [
    Target::Tiktok,
    Target::Reels,
    Target::Shorts,
    Target::Youtube,
    Target::Facebook,
    Target::Snapchat,
    Target::Linkedin,
];

/// Both kinds of publishing.
pub const PLACEMENTS: [Placement; 2] = [Placement::Organic, Placement::Ad];
