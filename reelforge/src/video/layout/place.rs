//! Where elements stand that have a place of their own.

use kurbo::{Point, Rect, Size, Vec2};

use crate::video::content::Room;
use crate::video::project::model::element::{Common, Pin};
use crate::video::project::model::{LayoutKind, Length};

/// No length is longer, in pixels: percents of percents would grow without an end.
const FAR: f64 = 1.0e6;
/// What stands at `x` may fill the rest of the area's width, if that is at least this part of it.
const REST: f64 = 0.25;

/// What an element stands in: the canvas of a scene, or the box of a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground {
    /// Its size; `x` and `y` count from its top left corner.
    pub(super) size: Size,
    /// The area in it that elements flow in.
    pub(super) area: Rect,
}

/// How an element finds its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Spot {
    /// In the flow.
    Flow,
    /// By `x` and `y`. Where one is missing it stands in the middle of the area.
    At(Option<Length>, Option<Length>),
    /// By `pin`.
    Pin(Pin),
}

impl Spot {
    pub(super) fn of(common: &Common, layout: LayoutKind) -> Self {
        match (common.pin, common.x, common.y) {
            (Some(pin), _, _) => Self::Pin(pin),
            (None, None, None) if layout != LayoutKind::Free => Self::Flow,
            (None, x, y) => Self::At(x, y),
        }
    }
}

impl Ground {
    /// The room of an element with a place of its own.
    pub(super) fn room(&self, common: &Common, spot: Spot) -> Room {
        let area = self.area.size();
        let rest = match spot {
            Spot::At(Some(x), _) => self.area.x1 - px(x, self.size.width),
            _ => area.width,
        };
        Room {
            w: common.w.map(|w| extent(w, area.width)),
            h: common.h.map(|h| extent(h, area.height)),
            max_w: if rest < REST * area.width { area.width } else { rest },
            max_h: area.height,
            ground: self.size,
        }
    }

    /// The box of an element with a place of its own.
    pub(super) fn rect(&self, common: &Common, spot: Spot, size: Size) -> Rect {
        let spare = self.area.size() - size;
        let (x, y) = match spot {
            Spot::Flow => (Aligned(0.0), Aligned(0.0)),
            Spot::At(x, y) => (
                x.map_or(Aligned(0.5), |x| Fixed(px(x, self.size.width))),
                y.map_or(Aligned(0.5), |y| Fixed(px(y, self.size.height))),
            ),
            Spot::Pin(pin) => {
                let (x, y) = fractions(pin);
                (Aligned(x), Aligned(y))
            }
        };
        let origin = Point::new(x.at(self.area.x0, spare.width), y.at(self.area.y0, spare.height));
        Rect::from_origin_size(origin + self.offset(common), size)
    }

    /// The shift of an element from its place.
    pub(super) fn offset(&self, common: &Common) -> Vec2 {
        let [x, y] = common.offset.unwrap_or([Length::Px(0.0); 2]);
        Vec2::new(px(x, self.area.width()), px(y, self.area.height()))
    }
}

/// A coordinate: given, or a part of the spare room.
enum Coordinate {
    Fixed(f64),
    Aligned(f64),
}
use Coordinate::{Aligned, Fixed};

impl Coordinate {
    fn at(&self, start: f64, spare: f64) -> f64 {
        match self {
            Fixed(px) => *px,
            // On whole pixels edges are sharp.
            Aligned(part) => (start + part * spare).round(),
        }
    }
}

fn fractions(pin: Pin) -> (f64, f64) {
    match pin {
        Pin::TopLeft => (0.0, 0.0),
        Pin::Top => (0.5, 0.0),
        Pin::TopRight => (1.0, 0.0),
        Pin::Left => (0.0, 0.5),
        Pin::Center => (0.5, 0.5),
        Pin::Right => (1.0, 0.5),
        Pin::BottomLeft => (0.0, 1.0),
        Pin::Bottom => (0.5, 1.0),
        Pin::BottomRight => (1.0, 1.0),
    }
}

/// A length in pixels.
pub(super) fn px(length: Length, whole: f64) -> f64 {
    let px = match length {
        Length::Px(px) => px,
        Length::Percent(percent) => whole * percent / 100.0,
    };
    if px.is_finite() { px.clamp(-FAR, FAR) } else { 0.0 }
}

/// A width or height in pixels.
pub(super) fn extent(length: Length, whole: f64) -> f64 {
    sound(px(length, whole))
}

/// A width or height that can be reckoned with.
pub(super) fn sound(px: f64) -> f64 {
    if px.is_finite() { px.clamp(0.0, FAR) } else { 0.0 }
}
