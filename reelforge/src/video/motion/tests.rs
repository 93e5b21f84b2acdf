use kurbo::{Point, Rect, Size, Vec2};

use super::*;
use crate::video::project::model::{Animation, AnimationKind, By, Ease, EaseName, Motion, TransitionKind};

const NAMED: [EaseName; 7] = [
    EaseName::Linear,
    EaseName::In,
    EaseName::Out,
    EaseName::InOut,
    EaseName::Back,
    EaseName::Bounce,
    EaseName::Spring,
];
const CANVAS: Size = Size::new(1080.0, 1920.0);
const REACH: Reach = Reach { slide: 60.0, blur: 20.0 };
const LINEAR: Ease = Ease::Named(EaseName::Linear);

fn steps() -> impl Iterator<Item = f64> {
    (0..=200).map(|step| f64::from(step) / 200.0)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn every_pace_begins_at_0_and_ends_at_1() {
    let cubic = [[0.25, 0.1, 0.25, 1.0], [0.0, 1.5, 1.0, -0.5], [9.0, -1e300, -9.0, 1e300]].map(Ease::Cubic);
    for ease in NAMED.map(Ease::Named).into_iter().chain(cubic) {
        for (t, end) in [(-1.0, 0.0), (0.0, 0.0), (1.0, 1.0), (7.0, 1.0)] {
            assert!(eased(ease, t).to_bits() == f64::to_bits(end), "{ease:?} at {t}");
        }
        assert!(steps().all(|t| eased(ease, t).abs() <= 31.0), "{ease:?}");
        // It arrives: the end is no jump. Only a curve may be that steep.
        if matches!(ease, Ease::Named(_)) {
            assert!((eased(ease, 0.999) - 1.0).abs() < 0.02, "{ease:?}");
        }
    }
}

#[test]
fn paces_that_do_not_swing_never_go_back() {
    let plain = [EaseName::Linear, EaseName::In, EaseName::Out, EaseName::InOut].map(Ease::Named);
    for ease in plain.into_iter().chain([Ease::Cubic([0.42, 0.0, 0.58, 1.0])]) {
        let values: Vec<f64> = steps().map(|t| eased(ease, t)).collect();
        assert!(values.is_sorted(), "{ease:?}");
    }
    let half = |name| eased(Ease::Named(name), 0.5);
    assert!(half(EaseName::In) < 0.3 && half(EaseName::Out) > 0.7);
    assert!(near(half(EaseName::InOut), 0.5) && near(half(EaseName::Linear), 0.5));
}

#[test]
fn paces_that_swing_do_so_about_the_end() {
    let most = |name| steps().map(|t| eased(Ease::Named(name), t)).fold(0.0, f64::max);
    assert!((1.08..1.12).contains(&most(EaseName::Back)), "{}", most(EaseName::Back));
    assert!((1.08..1.18).contains(&most(EaseName::Spring)), "{}", most(EaseName::Spring));
    assert!(most(EaseName::Bounce) <= 1.0);
    let bounce: Vec<f64> = steps().map(|t| eased(Ease::Named(EaseName::Bounce), t)).collect();
    let falls = bounce.windows(3).filter(|it| it[0] > it[1] && it[1] <= it[2]).count();
    assert_eq!(falls, 3, "it comes down three times");
}

#[test]
fn cubic_curves_are_those_of_css() {
    let at = |points, t| eased(Ease::Cubic(points), t);
    // Values that browsers give for `ease`, `ease-in-out`, and a curve that overshoots.
    assert!((at([0.25, 0.1, 0.25, 1.0], 0.5) - 0.802_403).abs() < 1e-5);
    assert!(near(at([0.42, 0.0, 0.58, 1.0], 0.5), 0.5));
    assert!(at([0.34, 1.56, 0.64, 1.0], 0.6) > 1.05);
    assert!(steps().all(|t| near(at([0.3, 0.3, 0.7, 0.7], t), t)));
}

#[test]
fn animations_begin_unseen_or_away_and_end_at_rest() {
    use AnimationKind::*;
    for kind in [Fade, SlideUp, SlideDown, SlideLeft, SlideRight, Pop, Zoom, Blur, Wipe, Type, Draw] {
        for ease in NAMED.map(Ease::Named) {
            let (begin, end) = (coming(kind, ease, 0.0, REACH), coming(kind, ease, 1.0, REACH));
            assert_eq!(end, Pose::REST, "{kind:?} {ease:?}");
            assert!(begin.opacity.min(begin.wipe).min(begin.draw) <= 0.0, "{kind:?} {ease:?}: {begin:?}");
            // Going is coming backwards.
            assert_eq!(going(kind, ease, 0.0, REACH), Pose::REST, "{kind:?} {ease:?}");
            let gone = going(kind, ease, 1.0, REACH);
            assert!(gone.opacity.min(gone.wipe).min(gone.draw) <= 0.0, "{kind:?} {ease:?}: {gone:?}");
            for t in steps() {
                let pose = coming(kind, ease, t, REACH);
                assert!((0.0..=1.0).contains(&pose.opacity) && pose.scale >= 0.0 && pose.blur >= 0.0);
                assert!((0.0..=1.0).contains(&pose.wipe) && (0.0..=1.0).contains(&pose.draw));
            }
        }
    }
    assert_eq!(coming(None, LINEAR, 0.0, REACH), Pose::REST);
}

#[test]
fn slides_come_from_one_side_and_leave_by_the_other() {
    use AnimationKind::*;
    let ways = [
        (SlideUp, Vec2::new(0.0, 30.0)),
        (SlideDown, Vec2::new(0.0, -30.0)),
        (SlideLeft, Vec2::new(30.0, 0.0)),
        (SlideRight, Vec2::new(-30.0, 0.0)),
    ];
    for (kind, way) in ways {
        assert_eq!(coming(kind, LINEAR, 0.5, REACH).shift, way, "{kind:?}");
        assert_eq!(going(kind, LINEAR, 0.5, REACH).shift, -way, "{kind:?}");
    }
}

#[test]
fn what_pops_grows_past_its_size() {
    let most = |ease| steps().map(|t| coming(AnimationKind::Pop, ease, t, REACH).scale).fold(0.0, f64::max);
    assert!((1.03..1.08).contains(&most(Ease::default())), "{}", most(Ease::default()));
    assert!(most(Ease::Named(EaseName::Spring)) > 1.03);
}

#[test]
fn parts_come_one_after_the_other() {
    let animation = Animation {
        kind: AnimationKind::Fade,
        duration: 0.5,
        delay: 0.2,
        ease: LINEAR,
        by: By::Word,
        stagger: 0.1,
    };
    let course = Course::of(&animation, 3).unwrap();
    assert_eq!(course.parts(), 3);
    assert!(near(course.seconds(), 0.9));
    let opacity = |part, t| course.coming(part, t, REACH).map_or(1.0, |pose| pose.opacity);
    for (part, begins) in [(0, 0.2), (1, 0.3), (2, 0.4)] {
        assert!(near(opacity(part, begins - 0.05), 0.0));
        assert!(near(opacity(part, begins + 0.25), 0.5));
        assert!(near(opacity(part, begins + 0.5), 1.0));
    }
    // What goes waits at the end, so that it is gone so long before the element's own end.
    let gone = |part, t| course.going(part, t, REACH).map_or(1.0, |pose| pose.opacity);
    assert!(near(gone(0, 0.0), 1.0) && near(gone(0, 0.25), 0.5) && near(gone(2, 0.7), 0.0));
    let hurried = course.clone().paced(0.5);
    assert!(near(hurried.seconds(), 0.45));
    assert!(near(hurried.coming(1, 0.275, REACH).unwrap().opacity, 0.5));
    assert_eq!(Course::of(&Animation { kind: AnimationKind::None, ..animation }, 3), None);
}

#[test]
fn typed_letters_are_there_at_once_or_not_at_all() {
    let typing = |duration| {
        let animation = Animation { kind: AnimationKind::Type, duration, ..Animation::default() };
        Course::of(&animation, 10).unwrap()
    };
    let shown = |course: &Course, t: f64| -> Vec<bool> {
        let opacity = |part| course.coming(part, t, REACH).map_or(1.0, |pose| pose.opacity);
        (0..10)
            .map(opacity)
            .inspect(|it| assert!(near(*it, 0.0) || near(*it, 1.0)))
            .map(|it| it > 0.5)
            .collect()
    };
    let count = |course: &Course, t| shown(course, t).into_iter().filter(|it| *it).count();
    // A letter every 0.06 s, or all of them in the time that is given.
    let (default, long) = (typing(0.35), typing(2.0));
    assert_eq!([0.0, 0.05, 0.07, 0.31, 0.6].map(|t| count(&default, t)), [1, 1, 2, 6, 10]);
    assert_eq!([0.0, 0.1, 0.3, 1.1, 1.9].map(|t| count(&long, t)), [1, 1, 2, 6, 10]);
    // Deleted from the end.
    let left = |t| (0..10).filter(|part| long.going(*part, t, REACH).is_none()).collect::<Vec<_>>();
    assert_eq!(left(0.5), [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn tracks_lead_from_key_to_key() {
    let key = |t, value, ease| Key { t, value, ease };
    let out = Ease::Named(EaseName::In);
    let track = Track::through(vec![key(3.0, 20.0, out), key(1.0, 0.0, LINEAR), key(2.0, 10.0, LINEAR)]);
    for (t, value) in
        [(0.0, 0.0), (1.0, 0.0), (1.5, 5.0), (2.0, 10.0), (2.5, 11.25), (3.0, 20.0), (9.0, 20.0)]
    {
        assert!(near(track.at(t).unwrap(), value), "at {t}: {:?}", track.at(t));
    }
    assert_eq!(Track::default().at(1.0), None);
    let jump = Track::through(vec![key(1.0, 0.0, LINEAR), key(1.0, 5.0, LINEAR)]);
    assert_eq!([0.9, 1.0, 1.1].map(|t| jump.at(t)), [Some(0.0), Some(5.0), Some(5.0)]);
}

const MOTIONS: [Motion; 7] = [
    Motion::ZoomIn,
    Motion::ZoomOut,
    Motion::PanLeft,
    Motion::PanRight,
    Motion::Float,
    Motion::Pulse,
    Motion::Shake,
];

#[test]
fn continuous_moves_stay_small_and_change_smoothly() {
    for motion in MOTIONS {
        let at = |step: f64| drift(motion, step / 60.0, step / 1200.0, CANVAS);
        let frames: Vec<Pose> = (0..1200).map(|step| at(f64::from(step))).collect();
        assert!(frames.iter().any(|pose| *pose != frames[0]), "{motion:?} does not move");
        for pair in frames.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            assert!(a.shift.hypot() <= 0.02 * CANVAS.width + 1e-9, "{motion:?}: {a:?}");
            assert!((1.0..=1.08 + 1e-9).contains(&a.scale), "{motion:?}: {a:?}");
            let moved = (b.shift - a.shift).hypot() + (b.scale - a.scale).abs() * CANVAS.width;
            assert!(moved < if motion == Motion::Shake { 9.0 } else { 3.0 }, "{motion:?} jumps by {moved}");
        }
    }
    let shift = |motion, t| drift(motion, t, t / 5.0, CANVAS).shift;
    assert!(shift(Motion::PanLeft, 5.0).x < shift(Motion::PanLeft, 0.0).x);
    assert!(shift(Motion::PanRight, 5.0).x > shift(Motion::PanRight, 0.0).x);
    // It is at its place in the middle.
    assert_eq!(shift(Motion::PanLeft, 2.5), Vec2::ZERO);
}

#[test]
fn moving_backdrops_cover_the_canvas_at_all_times() {
    for motion in MOTIONS {
        for step in 0..=600 {
            let seconds = f64::from(step) / 30.0;
            let moved = drift_covering(motion, seconds, seconds / 20.0, CANVAS);
            let rect = moved.transform_rect_bbox(CANVAS.to_rect());
            assert!(
                rect.inflate(1e-6, 1e-6).contains_rect(CANVAS.to_rect()),
                "{motion:?} at {seconds} s: {rect:?}"
            );
        }
    }
}

#[test]
fn transitions_begin_with_the_old_scene_and_end_with_the_new() {
    use TransitionKind::*;
    for kind in [Fade, SlideLeft, SlideRight, SlideUp, WipeLeft, WipeUp, Zoom, Flash] {
        let (begin, end) = (replacing(kind, 0.0, CANVAS), replacing(kind, 1.0, CANVAS));
        let shown = |effect: Effect| {
            let clip = effect.clip.unwrap_or(CANVAS.to_rect());
            let shown = (CANVAS.to_rect() + effect.shift).intersect(clip).intersect(CANVAS.to_rect());
            if effect.opacity > 0.0 { shown.area() / CANVAS.to_rect().area() } else { 0.0 }
        };
        assert!(near(shown(begin), 0.0), "{kind:?}: {begin:?}");
        assert!(near(shown(end), 1.0) && near(end.opacity, 1.0) && near(end.scale, 1.0), "{kind:?}: {end:?}");
        assert!(near(begin.flash, 0.0) && near(end.flash, 0.0), "{kind:?}");
    }
    let half = |kind| replacing(kind, 0.5, CANVAS);
    assert_eq!(half(SlideLeft).shift, Vec2::new(540.0, 0.0));
    assert_eq!(half(SlideRight).shift, Vec2::new(-540.0, 0.0));
    assert_eq!(half(SlideUp).shift, Vec2::new(0.0, 960.0));
    assert_eq!(half(WipeLeft).clip, Some(Rect::new(540.0, 0.0, 1080.0, 1920.0)));
    assert_eq!(half(WipeUp).clip, Some(Rect::new(0.0, 960.0, 1080.0, 1920.0)));
    assert!(near(half(Flash).flash, 1.0));
    assert_eq!(half(Cut), Effect::NONE);
}

#[test]
fn poses_turn_and_grow_about_the_centre() {
    let pose = Pose { scale: 2.0, rotate: 90.0, shift: Vec2::new(5.0, 0.0), ..Pose::REST };
    let moved = pose.transform(Point::new(10.0, 20.0));
    assert!((moved * Point::new(10.0, 20.0) - Point::new(15.0, 20.0)).hypot() < 1e-9);
    // What was right of the centre is below it, twice as far.
    assert!((moved * Point::new(13.0, 20.0) - Point::new(15.0, 26.0)).hypot() < 1e-9);
}
