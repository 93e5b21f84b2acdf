//! Captions in their place: below or above everything else, in the band that the layout keeps free for them.

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Rect, Size, Vec2};

use super::area::captions_band;
use super::part::frame_at;
use super::{CaptionNode, PartState};
use crate::video::captions::{self, Group};
use crate::video::files::Files;
use crate::video::ink::{Ink, Paint, Piece, Pieces, Rgba, Role};
use crate::video::platform::safe_area;
use crate::video::project::Project;
use crate::video::project::model::element::{Role as TextRole, TextAlign};
use crate::video::project::model::{By, CaptionStyle, Captions, TextCase};
use crate::video::text::{Outline, Span, TextSpec, Typesetter, upper};
use crate::video::theme::Look;
use crate::video::time::Times;

/// Line distance, as a multiple of the size.
const LINE: f64 = 1.25;
/// Width of the outline that keeps letters apart from what is behind them, as a multiple of the size.
const OUTLINE: f64 = 0.14;
/// Space between the letters and the edges of a panel, at the sides and above and below, as multiples of the size.
const PAD: (f64, f64) = (0.4, 0.2);
/// Seconds in which a word pops in, and the size that it begins with.
const POP: (f64, f64) = (0.12, 0.7);
/// The smallest size that captions shrink to so that a long word fits, as a share of what was asked for.
const SMALLEST: f64 = 0.5;

/// Words that are shown together, in their place.
#[derive(Debug, Clone)]
pub struct Caption {
    /// Index of the scene that it belongs to.
    pub scene: usize,
    /// The frames that show it.
    pub frames: Range<u32>,
    /// What it says, with a line break between its lines.
    pub text: String,
    /// What it covers on the canvas, with its panel.
    pub rect: Rect,
    /// Font size in canvas pixels.
    pub font_px: f64,
    /// Letters and emoji that no font has, each once.
    pub missing: Vec<String>,
    /// How it is shown.
    pub style: CaptionStyle,
    /// When it is read first, and when it has gone, in seconds of the video.
    pub span: [f64; 2],
    pieces: Pieces,
    /// When the word of each piece begins, in seconds of the video; none for the panel.
    starts: Vec<Option<f64>>,
    active: Rgba,
}

impl Caption {
    /// What is drawn at a moment, in seconds of the video.
    pub(super) fn node(&self, t: f64) -> CaptionNode {
        let mut node = CaptionNode {
            text: self.text.clone(),
            rect: self.rect,
            pieces: Arc::clone(&self.pieces),
            parts: None,
        };
        match self.style {
            CaptionStyle::Karaoke => {
                let said = self
                    .starts
                    .iter()
                    .flatten()
                    .copied()
                    .filter(|start| *start <= t)
                    .fold(f64::MIN, f64::max);
                let color = |(piece, start): (&Piece, &Option<f64>)| match start {
                    Some(start) if *start == said => recolored(piece, self.active),
                    _ => piece.clone(),
                };
                node.pieces = self.pieces.iter().zip(&self.starts).map(color).collect();
            }
            CaptionStyle::Pop => {
                let state =
                    |(piece, start): (&Piece, &Option<f64>)| popping(piece, start.map(|start| t - start));
                node.parts = Some(self.pieces.iter().zip(&self.starts).map(state).collect());
            }
            CaptionStyle::Line | CaptionStyle::Block => {}
        }
        node
    }
}

/// A word some seconds after it began to be said.
fn popping(piece: &Piece, since: Option<f64>) -> PartState {
    let Some(since) = since else { return PartState::STILL };
    if since < 0.0 {
        return PartState { opacity: 0.0, ..PartState::STILL };
    }
    let passed = (since / POP.0).min(1.0);
    let eased = 1.0 - (1.0 - passed).powi(3);
    let middle = piece.bounds.center().to_vec2();
    let scale = POP.1 + (1.0 - POP.1) * eased;
    PartState {
        transform: Affine::translate(middle) * Affine::scale(scale) * Affine::translate(-middle),
        opacity: eased,
        ..PartState::STILL
    }
}

/// The same letters in another colour; what is drawn below them keeps its own.
fn recolored(piece: &Piece, color: Rgba) -> Piece {
    let mut piece = piece.clone();
    for ink in &mut piece.inks {
        if let Ink::Glyphs(glyphs) = ink
            && glyphs.sigma <= 0.0
        {
            glyphs.color = color;
        }
    }
    piece
}

/// The captions of a project, by time.
pub(super) fn captions(
    project: &Project,
    times: &Times<'_>,
    look: &Look,
    text: &mut Typesetter,
    files: &dyn Files,
) -> Vec<Caption> {
    let subtitles = captions::subtitle_file(project, files);
    let safe = safe_area(project);
    let fps = project.canvas.fps.max(1);
    let mut all: Vec<Caption> = Vec::new();
    for (index, scene) in project.scenes.iter().enumerate() {
        let Some((settings, band)) = captions_band(project, scene, look, safe) else { continue };
        for group in captions::of_scene(project, times, &subtitles, index) {
            let frames = frame_at(group.t0, fps)..frame_at(group.t1, fps);
            if frames.is_empty() {
                continue;
            }
            let mut maker = Setter { project, look, settings: &settings, band, text: &mut *text };
            if let Some(caption) = maker.set(index, &group, frames) {
                all.push(caption);
            }
        }
    }
    all.sort_by_key(|caption| caption.frames.start);
    // One at a time: the next one replaces what is still there.
    for index in 1..all.len() {
        let next = all[index].frames.start;
        let before = &mut all[index - 1].frames;
        before.end = before.end.min(next).max(before.start);
    }
    all
}

/// Sets the words of groups.
struct Setter<'a, 't> {
    project: &'a Project,
    look: &'a Look,
    settings: &'a Captions,
    /// The part of the canvas that is free for them.
    band: Rect,
    text: &'t mut Typesetter,
}

impl Setter<'_, '_> {
    fn set(&mut self, scene: usize, group: &Group, frames: Range<u32>) -> Option<Caption> {
        let Self { look, settings, band, .. } = *self;
        let language = self.project.voice.as_ref().and_then(|voice| voice.language.as_deref());
        let language = language.unwrap_or(&self.project.meta.language);
        let said = group.text();
        let text = if settings.case == TextCase::Upper { upper(&said, language) } else { said };
        let style = captions::style(settings, group);
        let color =
            settings.color.as_ref().map_or_else(|| look.token("text"), |color| Some(look.color(color)));
        let color = color.unwrap_or(Rgba::WHITE);
        let fill = settings.fill.as_ref().map(|fill| look.color(fill));
        let wanted = settings.size.unwrap_or_else(|| look.size(TextRole::Caption));
        let pad = |px: f64| if fill.is_some() { Vec2::new(PAD.0 * px, PAD.1 * px) } else { Vec2::ZERO };
        let (font, weight) = look.role_font(TextRole::Caption);
        let mut set = |px: f64| {
            // Dark letters are told apart by a light outline, light ones by a dark one.
            let edge = if color.luminance() > 0.18 { Rgba::BLACK.faded(0.8) } else { Rgba::WHITE.faded(0.8) };
            self.text.set(&TextSpec {
                spans: &[Span { text: text.clone(), color }],
                face: look.font(font),
                weight,
                size: px,
                line_height: LINE,
                align: Some(TextAlign::Center),
                language,
                max_width: Some((band.width() - 2.0 * pad(px).x).max(1.0)),
                tabular: false,
                by: By::Word,
                outline: fill.is_none().then_some(Outline { color: edge, width: OUTLINE * px }),
                shadow: None,
            })
        };
        let lines = text.lines().count();
        let mut px = wanted;
        let mut set_text = set(px);
        while (set_text.lines.len() > lines || set_text.size.height + 2.0 * pad(px).y > band.height())
            && px > wanted * SMALLEST
        {
            px = (px * 0.92).max(wanted * SMALLEST);
            set_text = set(px);
        }
        let pad = pad(px);
        let size = Size::new(set_text.size.width + 2.0 * pad.x, set_text.size.height + 2.0 * pad.y);
        let corner = Vec2::new(band.center().x - size.width / 2.0, self.top(size.height));
        let starts = starts(group, &set_text.pieces);
        let letters = set_text.pieces.into_iter().map(|piece| piece.shifted(corner + pad));
        let panel = fill.map(|fill| {
            let rect = Rect::from_origin_size(corner.to_point(), size);
            Piece::new(
                Role::Panel,
                vec![Ink::round_rect(rect, look.radius.min(size.height / 2.0), Paint::Solid(fill))],
            )
        });
        let starts = panel.iter().map(|_| None).chain(starts.into_iter().map(Some)).collect();
        let pieces: Pieces = panel.into_iter().chain(letters).collect();
        let rect = pieces.iter().map(|piece| piece.bounds).reduce(|a, b| a.union(b))?;
        Some(Caption {
            scene,
            frames,
            text,
            rect,
            font_px: px,
            missing: set_text.missing,
            style,
            span: [group.t0, group.t1],
            pieces,
            starts,
            active: look.color(&settings.active),
        })
    }

    /// Where captions of a height begin: at the edge of the band that is nearest to that of the picture, or in the middle.
    fn top(&self, height: f64) -> f64 {
        use crate::video::project::model::CaptionPosition;
        match self.settings.position {
            CaptionPosition::Lower => self.band.y1 - height,
            CaptionPosition::Middle => self.band.center().y - height / 2.0,
            CaptionPosition::Upper => self.band.y0,
        }
    }
}

/// When the word of each piece begins. A dictionary may divide writing without spaces into other words than were timed:
/// then the pieces share the time.
fn starts(group: &Group, pieces: &[Piece]) -> Vec<f64> {
    let count = pieces.iter().map(|piece| piece.order as usize + 1).max().unwrap_or(1);
    let words = group.words.len();
    let start = |piece: &Piece| {
        let word = piece.order as usize * words / count;
        group.words.get(word).map_or(group.t0, |word| word.t0)
    };
    pieces.iter().map(start).collect()
}
