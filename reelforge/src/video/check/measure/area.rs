//! What something covers: a box, or a box that is turned.

use kurbo::{Affine, Point, Rect};

/// A convex area of the canvas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::video::check) enum Area {
    /// A box along the axes.
    Upright(Rect),
    /// A turned one, by its corners in order.
    Turned([Point; 4]),
}

impl Area {
    /// A box of an element's own coordinates on the canvas.
    pub(in crate::video::check) fn placed(rect: Rect, transform: Affine) -> Self {
        let [a, b, c, d, ..] = transform.as_coeffs();
        let is_upright = (b.abs() < 1e-9 && c.abs() < 1e-9) || (a.abs() < 1e-9 && d.abs() < 1e-9);
        if is_upright {
            return Self::Upright(transform.transform_rect_bbox(rect));
        }
        let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)];
        Self::Turned(corners.map(|corner| transform * Point::from(corner)))
    }

    /// The box around it.
    pub(in crate::video::check) fn bounds(&self) -> Rect {
        match self {
            Self::Upright(rect) => *rect,
            Self::Turned(corners) => around(corners),
        }
    }

    /// Its size in square pixels.
    pub(in crate::video::check) fn size(&self) -> f64 {
        match self {
            Self::Upright(rect) => (rect.width() * rect.height()).max(0.0),
            Self::Turned(corners) => shoelace(corners),
        }
    }

    /// What both cover: its size in square pixels and the box around it. None when they do not meet.
    pub(in crate::video::check) fn shared(&self, other: &Self) -> Option<(f64, Rect)> {
        let (a, b) = (self.bounds(), other.bounds());
        let both = a.intersect(b);
        if both.width() <= 0.0 || both.height() <= 0.0 {
            return None;
        }
        if let (Self::Upright(_), Self::Upright(_)) = (self, other) {
            return Some((both.area(), both));
        }
        let polygon = clipped(&self.corners(), &other.corners());
        let size = shoelace(&polygon);
        (size > 0.0).then(|| (size, around(&polygon)))
    }

    /// The part of it inside of a box; none when nothing is.
    pub(in crate::video::check) fn within(&self, rect: Rect) -> Option<(f64, Rect)> {
        self.shared(&Self::Upright(rect))
    }

    fn corners(&self) -> [Point; 4] {
        match self {
            Self::Upright(rect) => {
                [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)]
                    .map(Point::from)
            }
            Self::Turned(corners) => *corners,
        }
    }
}

fn around(corners: &[Point]) -> Rect {
    let first = corners.first().copied().unwrap_or_default();
    corners.iter().fold(Rect::from_points(first, first), |rect, corner| rect.union_pt(*corner))
}

/// Signed size of a polygon, twice: positive when its corners go clockwise on the screen.
fn signed(corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

fn shoelace(corners: &[Point]) -> f64 {
    signed(corners).abs() / 2.0
}

/// What of a convex polygon lies inside of another one (Sutherland and Hodgman, 1974).
fn clipped(subject: &[Point], clip: &[Point]) -> Vec<Point> {
    let side = if signed(clip) < 0.0 { -1.0 } else { 1.0 };
    let mut rest = subject.to_vec();
    for (index, from) in clip.iter().enumerate() {
        let to = clip[(index + 1) % clip.len()];
        let distance = |point: Point| side * (to - *from).cross(point - *from);
        let mut kept = Vec::with_capacity(rest.len() + 1);
        for (index, point) in rest.iter().enumerate() {
            let before = rest[(index + rest.len() - 1) % rest.len()];
            let (here, there) = (distance(*point), distance(before));
            if (here >= 0.0) != (there >= 0.0) {
                kept.push(before.lerp(*point, there / (there - here)));
            }
            if here >= 0.0 {
                kept.push(*point);
            }
        }
        rest = kept;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(rect: Rect, degrees: f64) -> Area {
        Area::placed(rect, Affine::rotate_about(degrees.to_radians(), rect.center()))
    }

    #[test]
    fn areas_share_what_both_cover() {
        let square = Rect::new(0.0, 0.0, 100.0, 100.0);
        let (size, rect) =
            Area::Upright(square).shared(&Area::Upright(Rect::new(80.0, 90.0, 300.0, 300.0))).unwrap();
        assert_eq!((size, rect), (200.0, Rect::new(80.0, 90.0, 100.0, 100.0)));
        assert_eq!(Area::Upright(square).shared(&Area::Upright(Rect::new(100.0, 0.0, 200.0, 50.0))), None);

        // A square on its corner and its own box: the whole of it; with a half of the box, a half.
        let diamond = turned(square, 45.0);
        assert!((diamond.size() - 10_000.0).abs() < 1e-6);
        let (size, _) = diamond.within(Rect::new(-50.0, -50.0, 50.0, 150.0)).unwrap();
        assert!((size - 5000.0).abs() < 1e-6, "{size}");
        let (size, rect) = diamond.shared(&diamond).unwrap();
        assert!((size - 10_000.0).abs() < 1e-6 && (rect.width() - 100.0 * 2_f64.sqrt()).abs() < 1e-6);
        // Boxes that meet while the areas do not.
        assert_eq!(diamond.within(Rect::new(-20.0, -20.0, 10.0, 10.0)), None);
    }

    #[test]
    fn a_quarter_turn_stays_a_box() {
        let area = turned(Rect::new(0.0, 0.0, 200.0, 100.0), 90.0);
        let Area::Upright(rect) = area else { panic!("{area:?}") };
        assert!((rect.width() - 100.0).abs() < 1e-9 && (rect.height() - 200.0).abs() < 1e-9);
    }
}
