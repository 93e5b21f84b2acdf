//! Lines that are drawn by and by.

use kurbo::{BezPath, ParamCurve, ParamCurveArclen, PathEl, PathSeg};

/// How exactly lengths are measured, in canvas pixels.
const ACCURACY: f64 = 0.1;

/// The beginning of a path: a part from 0 to 1 of its length, over all of its lines in their order.
pub(super) fn beginning(path: &BezPath, part: f64) -> BezPath {
    let segments: Vec<(PathSeg, f64)> =
        path.segments().map(|segment| (segment, segment.arclen(ACCURACY))).collect();
    let whole: f64 = segments.iter().map(|(_, length)| length).sum();
    let mut left = whole * part.clamp(0.0, 1.0);
    let mut drawn = BezPath::new();
    let mut pen = None;
    for (segment, length) in segments {
        if left <= 0.0 {
            break;
        }
        let segment = if length <= left {
            segment
        } else {
            segment.subsegment(0.0..segment.inv_arclen(left, ACCURACY))
        };
        left -= length;
        if pen != Some(segment.start()) {
            drawn.move_to(segment.start());
        }
        drawn.push(match segment {
            PathSeg::Line(line) => PathEl::LineTo(line.p1),
            PathSeg::Quad(quad) => PathEl::QuadTo(quad.p1, quad.p2),
            PathSeg::Cubic(cubic) => PathEl::CurveTo(cubic.p1, cubic.p2, cubic.p3),
        });
        pen = Some(segment.end());
    }
    drawn
}
