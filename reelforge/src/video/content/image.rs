//! Pictures and clips.

use std::sync::Arc;

use kurbo::{BezPath, Size};

use super::{Built, Context, Room};
use crate::video::ink::{Ink, Paint, Picture, Piece, Pieces, Rgba, Role};
use crate::video::layout::{Body, Clock, Live, Measure};
use crate::video::pictures::{PictureInfo, Play, fitted};
use crate::video::project::model::element::{Image, Video};

/// Size of what stands in for a picture or a clip that cannot be read.
const UNKNOWN: Size = Size::new(16.0, 9.0);

/// Makes a picture. Without `w` and `h` it has the size of its file, made smaller to fit the room; SVGs fill the room.
/// One that cannot be read is an empty panel: the check of files says why.
pub fn build(image: &Image, room: &Room, cx: &Context) -> Built {
    let Ok(info) = cx.pictures.info(&image.src) else {
        let size = size(UNKNOWN, true, room);
        let panel = panel(size, image.radius, cx.look.token("surface").unwrap_or(Rgba::BLACK));
        return Built { size, body: Body::Still(Arc::new([panel])), measure: Measure::default() };
    };
    let size = size(info.size, info.is_vector(), room);
    let bounds = size.to_rect();
    let rect = fitted(info.size, image.fit, image.focus, bounds);
    let picture = Picture {
        file: Arc::from(image.src.as_str()),
        frame: 0,
        is_clip: false,
        rect,
        clip: rect.intersect(bounds),
        radius: image.radius,
        tint: image.tint.as_ref().map(|tint| cx.look.color(tint)),
    };
    let measure = Measure { source: (!info.is_vector()).then_some(info.size), ..Measure::default() };
    let body = if info.frames() > 1 {
        Body::Live(Arc::new(Animated { picture, info }))
    } else {
        Body::Still(Arc::new([Piece::new(Role::Picture, vec![Ink::Picture(picture)])]))
    };
    Built { size, body, measure }
}

/// Makes a clip, sized as a picture is. One that cannot be read is a panel with the mark of a player: the check of files
/// says why.
pub fn build_video(video: &Video, room: &Room, cx: &Context) -> Built {
    let Ok(clip) = cx.pictures.clip(&video.src) else { return unreadable(video, room, cx) };
    let size = size(clip.size, false, room);
    let bounds = size.to_rect();
    let rect = fitted(clip.size, video.fit, video.focus, bounds);
    let picture = Picture {
        file: Arc::from(video.src.as_str()),
        frame: 0,
        is_clip: true,
        rect,
        clip: rect.intersect(bounds),
        radius: video.radius,
        tint: None,
    };
    let play = Play::new(&clip, video.trim, video.speed, video.repeat);
    let measure = Measure { source: Some(clip.size), rate: play.rate(), ..Measure::default() };
    Built { size, body: Body::Live(Arc::new(Playing { picture, play })), measure }
}

fn unreadable(video: &Video, room: &Room, cx: &Context) -> Built {
    let size = size(UNKNOWN, true, room);
    let color = |name| cx.look.token(name).unwrap_or(Rgba::BLACK);
    let mut panel = panel(size, video.radius, color("surface"));
    panel.role = Role::Picture;
    let half = size.width.min(size.height) * 0.14;
    let middle = size.to_rect().center();
    // The middle of the triangle's mass stands in the middle of the box.
    let mut mark = BezPath::new();
    mark.move_to(middle + (-half * 0.6, -half));
    mark.line_to(middle + (half * 1.2, 0.0));
    mark.line_to(middle + (-half * 0.6, half));
    mark.close_path();
    let paint = Paint::Solid(color("muted"));
    panel.inks.push(Ink::Stroke { path: Arc::new(mark.clone()), paint: paint.clone(), width: half * 0.3 });
    panel.inks.push(Ink::Fill { path: Arc::new(mark), paint });
    Built { size, body: Body::Still(Arc::new([panel])), measure: Measure::default() }
}

fn panel(size: Size, radius: f64, color: Rgba) -> Piece {
    Piece::new(Role::Panel, vec![Ink::round_rect(size.to_rect(), radius, Paint::Solid(color))])
}

/// The size of an element with the shape of its file: what is not decided follows from the other side, and nothing
/// grows beyond the room.
fn size(natural: Size, may_grow: bool, room: &Room) -> Size {
    let shape = natural.width / natural.height;
    match (room.w, room.h) {
        (Some(w), Some(h)) => Size::new(w, h),
        (Some(w), None) => Size::new(w, (w / shape).min(room.max_h.max(1.0))),
        (None, Some(h)) => Size::new((h * shape).min(room.max_w.max(1.0)), h),
        (None, None) => {
            let fits = (room.max_w / natural.width).min(room.max_h / natural.height);
            natural * if may_grow { fits } else { fits.min(1.0) }
        }
    }
}

/// A picture that moves by itself.
struct Animated {
    picture: Picture,
    info: PictureInfo,
}

impl Live for Animated {
    fn pieces(&self, clock: &Clock) -> Pieces {
        let picture = Picture { frame: self.info.frame_at(clock.since), ..self.picture.clone() };
        Arc::new([Piece::new(Role::Picture, vec![Ink::Picture(picture)])])
    }
}

/// A clip that is played.
struct Playing {
    picture: Picture,
    play: Play,
}

impl Live for Playing {
    fn pieces(&self, clock: &Clock) -> Pieces {
        let picture = Picture { frame: self.play.frame(clock.since), ..self.picture.clone() };
        Arc::new([Piece::new(Role::Picture, vec![Ink::Picture(picture)])])
    }
}
