//! The look of a project: its theme's preset, with what the project itself says on top.

mod presets;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::video::ink::Rgba;
use crate::video::project::Project;
use crate::video::project::model::element::{FontRole, Role};
use crate::video::project::model::{Canvas, Color, Theme, ThemeColors, ThemeFont};

/// Colours, fonts and sizes of a project, all decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    colors: BTreeMap<&'static str, Rgba>,
    heading: Typeface,
    body: Typeface,
    mono: Typeface,
    sizes: [f64; 6],
    /// Corner radius of panels in canvas pixels.
    pub radius: f64,
    /// Space between elements in the flow, in canvas pixels.
    pub gap: f64,
}

/// A font as a theme names it.
#[derive(Debug, Clone, PartialEq)]
pub struct Typeface {
    /// Name of the family.
    pub family: String,
    /// Weight from 100 to 1000.
    pub weight: u32,
    /// A font file, as a path from the project folder.
    pub file: Option<String>,
}

impl Look {
    /// The look of a project.
    pub fn of(project: &Project) -> Self {
        let Theme { preset, colors, fonts, sizes, radius, gap } = &project.theme;
        let preset = presets::preset(*preset);
        let scale = scale(&project.canvas);
        let own = colors_of(colors);
        let colors = ThemeColors::NAMES.into_iter().zip(preset.colors).zip(own);
        let role_sizes = if is_wide(&project.canvas) { WIDE_SIZES } else { TALL_SIZES };
        let own_sizes = [sizes.display, sizes.title, sizes.heading, sizes.body, sizes.label, sizes.caption];
        let face = |own: &Option<ThemeFont>, family: &str, weight| Typeface::of(own.as_ref(), family, weight);
        let mut look = Self {
            colors: colors.map(|((name, preset), own)| (name, solid(own).unwrap_or(preset))).collect(),
            heading: face(&fonts.heading, preset.heading.0, preset.heading.1),
            body: face(&fonts.body, "Inter", 400),
            mono: face(&fonts.mono, "JetBrains Mono", 400),
            sizes: std::array::from_fn(|role| own_sizes[role].unwrap_or(role_sizes[role] * scale)),
            radius: radius.unwrap_or(preset.radius * scale),
            gap: gap.unwrap_or(GAP * scale),
        };
        // A theme colour may name another one, which may name another one.
        let own: BTreeMap<&str, Option<&Color>> = ThemeColors::NAMES.into_iter().zip(own).collect();
        let end = |name: &str| {
            let mut name = name;
            for _ in 0..ThemeColors::NAMES.len() {
                match own.get(name) {
                    Some(Some(Color::Token(next))) => name = next.as_str(),
                    _ => return look.token(name),
                }
            }
            None
        };
        let chains = ThemeColors::NAMES.into_iter().filter(|name| matches!(own[name], Some(Color::Token(_))));
        let named: Vec<_> = chains.map(|name| (name, end(name).unwrap_or(Rgba::WHITE))).collect();
        look.colors.extend(named);
        look
    }

    /// A theme colour by its name without `$`.
    pub fn token(&self, name: &str) -> Option<Rgba> {
        self.colors.get(name).copied()
    }

    /// A colour as it is painted. A name that does not exist is the text's colour; the check of references reports it.
    pub fn color(&self, color: &Color) -> Rgba {
        match color {
            Color::Rgba(rgba) => Rgba(*rgba),
            Color::Token(name) => self.token(name).unwrap_or_else(|| self.colors["text"]),
        }
    }

    /// The theme's colours with their names, in the order of [`ThemeColors::NAMES`].
    pub fn colors(&self) -> impl Iterator<Item = (&'static str, Rgba)> {
        ThemeColors::NAMES.into_iter().map(|name| (name, self.colors[name]))
    }

    /// Font size of a role in canvas pixels.
    pub fn size(&self, role: Role) -> f64 {
        self.sizes[match role {
            Role::Display => 0,
            Role::Title => 1,
            Role::Heading => 2,
            Role::Body => 3,
            Role::Label => 4,
            Role::Caption => 5,
        }]
    }

    /// A font of the theme.
    pub fn font(&self, role: FontRole) -> &Typeface {
        match role {
            FontRole::Heading => &self.heading,
            FontRole::Body => &self.body,
            FontRole::Mono => &self.mono,
        }
    }

    /// The font that a role is set in, and its weight.
    pub fn role_font(&self, role: Role) -> (FontRole, u32) {
        match role {
            Role::Display | Role::Title | Role::Heading => (FontRole::Heading, self.heading.weight),
            Role::Body => (FontRole::Body, self.body.weight),
            Role::Label => (FontRole::Body, self.body.weight.max(600)),
            Role::Caption => (FontRole::Body, self.body.weight.max(700)),
        }
    }
}

impl Typeface {
    fn of(own: Option<&ThemeFont>, family: &str, weight: u32) -> Self {
        let own = own.cloned().unwrap_or_default();
        Self {
            family: own.family.unwrap_or_else(|| family.to_owned()),
            weight: own.weight.unwrap_or(weight),
            file: own.file,
        }
    }
}

/// Sizes of the roles on a canvas of 1080 pixels in width (project format, §3).
const TALL_SIZES: [f64; 6] = [132.0, 96.0, 72.0, 48.0, 38.0, 60.0];
/// Sizes of the roles on a canvas of 1920×1080 pixels (project format, §3).
const WIDE_SIZES: [f64; 6] = [120.0, 84.0, 60.0, 40.0, 34.0, 44.0];
/// Space between elements on those two canvases.
const GAP: f64 = 36.0;

fn is_wide(canvas: &Canvas) -> bool {
    let (width, height) = canvas.size();
    width > height
}

/// How much larger a canvas is than the one that sizes are given for.
pub(super) fn scale(canvas: &Canvas) -> f64 {
    let (width, _) = canvas.size();
    f64::from(width) / if is_wide(canvas) { 1920.0 } else { 1080.0 }
}

fn colors_of(colors: &ThemeColors) -> [Option<&Color>; 8] {
    let ThemeColors { bg, surface, text, muted, accent, accent2, good, bad } = colors;
    [bg, surface, text, muted, accent, accent2, good, bad].map(Option::as_ref)
}

fn solid(color: Option<&Color>) -> Option<Rgba> {
    match color? {
        Color::Rgba(rgba) => Some(Rgba(*rgba)),
        Color::Token(_) => None,
    }
}
