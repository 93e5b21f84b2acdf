//! Elements are written as authors write them, and looked at as the painter and the checks do.

mod chart;
mod code;
mod counter;
mod list;
mod progress;

use std::collections::BTreeMap;

use kurbo::Rect;

use super::*;
use crate::video::files::NoFiles;
use crate::video::ink::{Ink, Paint, Piece, Rgba, Role};
use crate::video::layout::Clock;
use crate::video::project::Project;
use crate::video::project::model::DataSource;
use crate::video::text::Fonts;

const THEMES: [&str; 6] = ["midnight", "paper", "neon", "mono", "warm", "brand"];
const CANVASES: [&str; 6] =
    ["reel", "square", "wide", "hd", "{width: 540, height: 960}", "{width: 4096, height: 2304}"];

/// An element with what stands around it in a project.
struct Scene<'a> {
    canvas: &'a str,
    theme: &'a str,
    language: &'a str,
    data: &'a str,
    element: &'a str,
}

impl<'a> Scene<'a> {
    fn new(element: &'a str) -> Self {
        Self { canvas: "reel", theme: "midnight", language: "en", data: "{}", element }
    }

    fn project(&self) -> Project {
        let Self { canvas, theme, language, data, element } = self;
        let text = format!(
            "reelforge: 1\nmeta: {{title: t, language: {language}}}\ncanvas: {canvas}\ntheme: {{preset: {theme}}}\n\
             data: {data}\nscenes: [{{id: s, elements: [{element}]}}]\n"
        );
        let parsed = Project::parse(&text);
        assert_eq!(parsed.issues, [], "{text}");
        parsed.project.expect("it is a project")
    }

    fn look(&self) -> Look {
        Look::of(&self.project())
    }

    /// The element in the area that a scene has without targets.
    fn built(&self) -> Built {
        let (w, h) = self.project().canvas.size();
        let room = Room {
            w: None,
            h: None,
            max_w: f64::from(w) * 0.9,
            max_h: f64::from(h) * 0.9,
            ground: Size::new(1080.0, 1920.0),
        };
        self.built_in(room)
    }

    fn built_in(&self, room: Room) -> Built {
        let project = self.project();
        let look = Look::of(&project);
        let rows: BTreeMap<&String, &Vec<Row>> = project
            .data
            .iter()
            .filter_map(|(name, source)| match source {
                DataSource::Rows(rows) => Some((name, rows)),
                DataSource::File(_) => None,
            })
            .collect();
        let (w, h) = project.canvas.size();
        let mut text = Typesetter::new(&Fonts::bundled());
        let mut cx = Context {
            look: &look,
            text: &mut text,
            pictures: &Pictures::new(Arc::new(NoFiles)),
            language: self.language,
            canvas: Size::new(f64::from(w), f64::from(h)),
            fps: 30,
            shown: 4.0,
            by: By::Element,
            align: None,
            time: &|time| match time {
                Time::Seconds(seconds) => Some(*seconds),
                Time::Expr(_) => None,
            },
            rows: &|name| {
                rows.iter().find(|(known, _)| known.as_str() == name).map(|(_, rows)| rows.as_slice())
            },
        };
        build(&project.scenes[0].elements[0], &room, &mut cx)
    }
}

/// A moment of an element that is shown for four seconds, in a scene and a video of as many.
fn clock(since: f64) -> Clock {
    let part = (since / 4.0).clamp(0.0, 1.0);
    Clock { since, element: part, scene: part, video: part }
}

impl Built {
    fn at(&self, since: f64) -> Vec<Piece> {
        self.body.pieces(&clock(since)).to_vec()
    }

    fn end(&self) -> Vec<Piece> {
        self.at(600.0)
    }
}

/// The only colour of a piece.
fn color(piece: &Piece) -> Option<Rgba> {
    match piece.inks.last()? {
        Ink::Fill { paint: Paint::Solid(color), .. } | Ink::Stroke { paint: Paint::Solid(color), .. } => {
            Some(*color)
        }
        Ink::Glyphs(glyphs) => Some(glyphs.color),
        _ => None,
    }
}

/// The drawn forms of one colour.
fn marks(pieces: &[Piece], wanted: Rgba) -> Vec<Rect> {
    let is_it = |piece: &&Piece| piece.role == Role::Mark && color(piece) == Some(wanted);
    pieces.iter().filter(is_it).map(|piece| piece.bounds).collect()
}

fn about(value: f64, wanted: f64) -> bool {
    (value - wanted).abs() < 0.75
}

/// What makes a picture hard to read: text outside of the box, text on text, text that is too small.
fn faults(scene: &Scene, built: &Built) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = &built.measure.lines;
    let edges = built.size.to_rect().inflate(1.0, 1.0);
    for (index, line) in lines.iter().enumerate() {
        if !edges.contains_rect(line.rect) {
            faults.push(format!("`{}` leaves the box: {:?} in {edges:?}", line.text, line.rect));
        }
        for other in &lines[..index] {
            let both = line.rect.intersect(other.rect);
            if both.width() > 0.5 && both.height() > 0.5 {
                faults.push(format!("`{}` lies on `{}`", line.text, other.text));
            }
        }
    }
    let canvas = scene.project().canvas.size();
    let (w, h) = (f64::from(canvas.0), f64::from(canvas.1));
    let least = if w > h { 14.0 * w / 844.0 } else { 13.0 * w / 390.0 };
    if !lines.is_empty() && built.measure.font_px < least - 0.01 {
        faults.push(format!("text of {} px where {least} can be read", built.measure.font_px));
    }
    if let Some(overflow) = built.measure.overflow {
        faults.push(format!("{overflow:?}"));
    }
    faults
}
