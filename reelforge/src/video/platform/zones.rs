//! What each platform lays over the picture.

use kurbo::{Point, Rect, Size};

use crate::video::project::model::{Placement, Target};

/// What covers a part of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cover {
    /// The column of buttons at the side.
    Rail,
    /// Search, tabs and the account at the top.
    TopBar,
    /// Account, text and links at the bottom.
    Caption,
    /// Nothing but the rim, which screens round off or cut.
    Edge,
}

impl Cover {
    /// What a message calls it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Rail => "button rail",
            Self::TopBar => "top bar",
            Self::Caption => "caption",
            Self::Edge => "edge",
        }
    }
}

/// An area of the canvas that a platform covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Occluder {
    /// The platform.
    pub target: Target,
    /// What covers it.
    pub cover: Cover,
    /// Where, in canvas pixels.
    pub rect: Rect,
}

/// The parts of the picture that a platform covers, and their source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Zone {
    /// The platform.
    pub target: Target,
    /// What is published: a post, or an advertisement.
    pub placement: Placement,
    /// Width and height that the figures are given for.
    pub size: (f64, f64),
    /// Left, top, right and bottom bound of what stays clear.
    clear: [f64; 4],
    /// Where the buttons stand: right of x, below y.
    rail: Option<[f64; 2]>,
    /// Whether something stands above and below, or the rim alone is to be avoided.
    bars: bool,
    /// Whether languages that are written from right to left mirror it.
    pub mirrors: bool,
    /// Where the figures come from.
    pub source: &'static str,
    /// When they were read there: year and month, and the day where it is known.
    pub checked: &'static str,
}

impl Zone {
    /// What stays clear, as a polygon on a canvas of `size`: a rectangle, or one with a step beside the buttons.
    pub fn safe_polygon(&self, size: Size, right_to_left: bool) -> Vec<Point> {
        let [left, top, right, bottom] = self.clear;
        let corners = match self.rail {
            Some([x, y]) if y > top => {
                vec![(left, top), (right, top), (right, y), (x, y), (x, bottom), (left, bottom)]
            }
            Some([x, _]) => vec![(left, top), (x, top), (x, bottom), (left, bottom)],
            None => vec![(left, top), (right, top), (right, bottom), (left, bottom)],
        };
        let scale = self.scale(size);
        let place = |(x, y): (f64, f64)| {
            let x = if self.mirrors && right_to_left { self.size.0 - x } else { x };
            Point::new(x * scale.width, y * scale.height)
        };
        corners.into_iter().map(place).collect()
    }

    /// What is covered, on a canvas of `size`. Together with the safe polygon these fill the canvas, without overlap.
    pub fn occluders(&self, size: Size, right_to_left: bool) -> Vec<Occluder> {
        let (width, height) = self.size;
        let [left, top, right, bottom] = self.clear;
        let (above, below) =
            if self.bars { (Cover::TopBar, Cover::Caption) } else { (Cover::Edge, Cover::Edge) };
        let mut covered = vec![
            (above, Rect::new(0.0, 0.0, width, top)),
            (below, Rect::new(0.0, bottom, width, height)),
            (Cover::Edge, Rect::new(0.0, top, left, bottom)),
        ];
        match self.rail {
            Some([x, y]) => {
                covered.push((Cover::Edge, Rect::new(right, top, width, y.max(top))));
                covered.push((Cover::Rail, Rect::new(x, y.max(top), width, bottom)));
            }
            None => covered.push((Cover::Edge, Rect::new(right, top, width, bottom))),
        }
        let scale = self.scale(size);
        let place = |rect: Rect| {
            let (x0, x1) = if self.mirrors && right_to_left {
                (width - rect.x1, width - rect.x0)
            } else {
                (rect.x0, rect.x1)
            };
            Rect::new(x0 * scale.width, rect.y0 * scale.height, x1 * scale.width, rect.y1 * scale.height)
        };
        covered
            .into_iter()
            .map(|(cover, rect)| Occluder { target: self.target, cover, rect: place(rect) })
            .filter(|occluder| occluder.rect.width() > 0.0 && occluder.rect.height() > 0.0)
            .collect()
    }

    fn scale(&self, size: Size) -> Size {
        Size::new(size.width / self.size.0, size.height / self.size.1)
    }
}

const fn zone(
    target: Target,
    placement: Placement,
    clear: [f64; 4],
    source: &'static str,
    checked: &'static str,
) -> Zone {
    Zone {
        target,
        placement,
        size: (1080.0, 1920.0),
        clear,
        rail: None,
        bars: true,
        mirrors: false,
        source,
        checked,
    }
}

const fn with_rail(zone: Zone, x: f64, y: f64) -> Zone {
    Zone { rail: Some([x, y]), ..zone }
}

const fn rim(zone: Zone) -> Zone {
    Zone { bars: false, ..zone }
}

const fn mirrored(zone: Zone) -> Zone {
    Zone { mirrors: true, ..zone }
}

/// The zones of tall pictures, given for 1080×1920.
///
/// `YouTube` shows a tall video as a Short. What `LinkedIn` lays over an advertisement is not published: those bounds are
/// cautious ones of our own.
pub(super) const TALL: [Zone; 12] = [
    mirrored(with_rail(
        zone(
            Target::Tiktok,
            Placement::Organic,
            [24.0, 160.0, 1050.0, 1715.0],
            "a capture of the iOS app mapped to 1080×1920 by Remotion's maintainers",
            "2026-08-24",
        ),
        930.0,
        780.0,
    )),
    mirrored(with_rail(
        zone(
            Target::Tiktok,
            Placement::Ad,
            [120.0, 240.0, 960.0, 1260.0],
            "TikTok's in-feed template from ads.tiktok.com, read by Remotion's maintainers",
            "2026-08-24",
        ),
        780.0,
        840.0,
    )),
    with_rail(
        zone(
            Target::Reels,
            Placement::Organic,
            [55.0, 235.0, 1025.0, 1700.0],
            "a capture of the iOS app mapped to 1080×1920 by Remotion's maintainers",
            "2026-08-24",
        ),
        900.0,
        1090.0,
    ),
    zone(
        Target::Reels,
        Placement::Ad,
        [65.0, 269.0, 1015.0, 1248.0],
        "Meta's ads guide (14% top, 35% bottom, 6% sides), quoted by Remotion and Shotstack",
        "2026-08-24",
    ),
    with_rail(
        zone(
            Target::Shorts,
            Placement::Organic,
            [48.0, 200.0, 1080.0, 1440.0],
            "no official figures: title and channel over the lowest quarter by several blogs, right edge as in \
             Google's diagram for advertisements",
            "2026-10",
        ),
        900.0,
        0.0,
    ),
    with_rail(
        zone(
            Target::Shorts,
            Placement::Ad,
            [48.0, 288.0, 1080.0, 1248.0],
            "the diagram of Google Ads help 9128498, quoted by Remotion and Shotstack",
            "2026-08-24",
        ),
        888.0,
        0.0,
    ),
    with_rail(
        zone(
            Target::Facebook,
            Placement::Organic,
            [55.0, 235.0, 1025.0, 1700.0],
            "as Instagram Reels, which has the same player",
            "2026-08-24",
        ),
        900.0,
        1090.0,
    ),
    zone(
        Target::Facebook,
        Placement::Ad,
        [65.0, 269.0, 1015.0, 1248.0],
        "Meta's ads guide (14% top, 35% bottom, 6% sides), quoted by Remotion and Shotstack",
        "2026-08-24",
    ),
    zone(
        Target::Snapchat,
        Placement::Organic,
        [64.0, 150.0, 1000.0, 1610.0],
        "Snap's specifications for filters, which keep 310 px at the bottom",
        "2026-10",
    ),
    zone(
        Target::Snapchat,
        Placement::Ad,
        [64.0, 150.0, 1016.0, 1770.0],
        "Snap's specifications of 2016 to 2019, repeated by several agencies; no newer ones were found",
        "2026-10",
    ),
    rim(zone(
        Target::Linkedin,
        Placement::Organic,
        [54.0, 96.0, 1026.0, 1824.0],
        "none published: 5% margins, as for other feed players",
        "2026-10",
    )),
    rim(zone(
        Target::Linkedin,
        Placement::Ad,
        [65.0, 96.0, 1015.0, 1728.0],
        "none published: LinkedIn help a424737 lists formats alone",
        "2026-10",
    )),
];

/// The zone of 16:9 pictures, given for 1920×1080. `YouTube` covers the lowest tenth only while its controls show, and
/// its figures for advertisements are one user's measures of a template, so neither is in here.
pub(super) const WIDE: Zone = Zone {
    size: (1920.0, 1080.0),
    bars: false,
    ..zone(
        Target::Youtube,
        Placement::Organic,
        [96.0, 54.0, 1824.0, 1026.0],
        "EBU R 95 and SMPTE ST 2046-1: graphics safe area, 5% at each edge",
        "2026-10",
    )
};
