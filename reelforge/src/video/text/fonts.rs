//! The fonts that text can be set in.

use std::collections::HashMap;
use std::sync::Arc;

use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride};
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::tables::glyf::Glyph;
use skrifa::raw::{FileRef, TableProvider};
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};

use super::bundled::{Bundled, FAMILIES, GENERAL, Script};
use super::guard::guarded;
use crate::video::files::Files;
use crate::video::project::model::element::FontRole;
use crate::video::theme::{Look, Typeface};

/// Bytes of a font file that are read: the largest of the usual ones, with all of Chinese, have 20 MB.
const MAX_BYTES: u64 = 32_000_000;

/// What is said of a file that cannot be made sense of.
const DAMAGED: &str = "it is a damaged font";

/// Fonts of a collection file that are read.
const MAX_FONTS: u32 = 64;

/// The fonts of the build, and those that a project brings along.
#[derive(Debug, Clone, Default)]
pub struct Fonts {
    own: Arc<[Own]>,
}

/// A font of a project.
#[derive(Debug)]
struct Own {
    /// The file, as a path from the project folder.
    path: String,
    /// Name that the theme has for it.
    theme_name: String,
    /// Name that the file has for it. Files of one name are one family, so that a bold file is the bold of a regular.
    name: String,
    weights: (u32, u32),
    font: Blob<u8>,
}

/// A font file of a project that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFault {
    /// The file, as a path from the project folder.
    pub file: String,
    /// What is wrong with it.
    pub why: String,
}

/// A family, for those who choose one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// The weights it has, as ranges: 400 to 400 for one face, 100 to 900 for a variable font.
    pub weights: Vec<(u32, u32)>,
}

/// A family as the typesetter looks it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum FamilyKey<'a> {
    /// One of the build.
    Bundled(&'static str),
    /// One of the project, by the name in its files.
    Own(&'a str),
}

impl Fonts {
    /// The fonts of the build.
    pub fn bundled() -> Self {
        Self::default()
    }

    /// The fonts of the build and the font files that a look names. A file that cannot be used is reported, and text
    /// is set without it.
    pub fn of(look: &Look, files: &dyn Files) -> (Self, Vec<FontFault>) {
        let (mut own, mut faults): (Vec<Own>, Vec<FontFault>) = (Vec::new(), Vec::new());
        for role in [FontRole::Heading, FontRole::Body, FontRole::Mono] {
            let Typeface { family, file: Some(file), .. } = look.font(role) else { continue };
            if own.iter().any(|known| known.path == *file) || faults.iter().any(|fault| fault.file == *file) {
                continue;
            }
            let read = guarded(|| Own::read(file, family, files));
            match read.unwrap_or_else(|| Err(DAMAGED.to_owned())) {
                Ok(font) => own.push(font),
                Err(why) => faults.push(FontFault { file: file.clone(), why }),
            }
        }
        (Self { own: own.into() }, faults)
    }

    /// The families by name: those of the build that a theme may ask for, those that only help out for a script, and
    /// those of the project.
    pub fn families(&self) -> Vec<Family> {
        let bundled = FAMILIES
            .iter()
            .map(|family| Family { name: family.name.to_owned(), weights: family.weights.to_vec() });
        let mut families: Vec<Family> = bundled.collect();
        for own in self.own.iter() {
            match families.iter_mut().skip(FAMILIES.len()).find(|family| family.name == own.name) {
                Some(family) => family.weights.push(own.weights),
                None => families.push(Family { name: own.name.clone(), weights: vec![own.weights] }),
            }
        }
        families
    }

    /// Whether a project brings fonts along.
    pub(super) fn has_own(&self) -> bool {
        !self.own.is_empty()
    }

    /// The family that a typeface asks for; none if there is no such family.
    pub(super) fn asked(&self, face: &Typeface) -> Option<FamilyKey<'_>> {
        let own = |is_it: &dyn Fn(&Own) -> bool| {
            self.own.iter().find(|own| is_it(own)).map(|own| FamilyKey::Own(&own.name))
        };
        let is_named = |own: &Own| {
            [&own.name, &own.theme_name].iter().any(|name| name.eq_ignore_ascii_case(&face.family))
        };
        own(&|own| face.file.as_ref() == Some(&own.path))
            .or_else(|| Bundled::named(&face.family).map(|family| FamilyKey::Bundled(family.name)))
            .or_else(|| own(&is_named))
    }

    /// The families for a script, in the order in which they are tried.
    pub(super) fn of_script(script: Script) -> impl Iterator<Item = FamilyKey<'static>> {
        FAMILIES
            .iter()
            .filter(move |family| family.script == script)
            .map(|family| FamilyKey::Bundled(family.name))
    }

    /// The family that helps out wherever another has no letters.
    pub(super) const GENERAL: FamilyKey<'static> = FamilyKey::Bundled(GENERAL);

    /// The lightest and the boldest weight of a family.
    pub(super) fn weights(&self, key: FamilyKey) -> (u32, u32) {
        let join = |a: (u32, u32), b: (u32, u32)| (a.0.min(b.0), a.1.max(b.1));
        let all = match key {
            FamilyKey::Bundled(name) => {
                Bundled::named(name).and_then(|family| family.weights.iter().copied().reduce(join))
            }
            FamilyKey::Own(name) => {
                self.own.iter().filter(|own| own.name == name).map(|own| own.weights).reduce(join)
            }
        };
        all.unwrap_or((1, 1000))
    }

    /// The fonts of a family.
    pub(super) fn fonts(&self, key: FamilyKey) -> Vec<Blob<u8>> {
        match key {
            FamilyKey::Bundled(name) => {
                Bundled::named(name).map_or_else(Vec::new, |family| family.fonts().to_vec())
            }
            FamilyKey::Own(name) => {
                self.own.iter().filter(|own| own.name == name).map(|own| own.font.clone()).collect()
            }
        }
    }
}

impl Own {
    fn read(path: &str, theme_name: &str, files: &dyn Files) -> Result<Self, String> {
        let bytes = files.read(path, MAX_BYTES).map_err(|error| error.to_string())?;
        let bytes = unwrapped(bytes)?;
        let count = match FileRef::new(&bytes) {
            Ok(FileRef::Collection(fonts)) => fonts.len(),
            _ => 1,
        };
        if count > MAX_FONTS {
            return Err(format!("it is a collection of {count} fonts; at most {MAX_FONTS} are read"));
        }
        for index in 0..count {
            let font = FontRef::from_index(&bytes, index).map_err(|error| format!("{DAMAGED}: {error}"))?;
            check_parts(&font)?;
        }
        let font = FontRef::from_index(&bytes, 0).map_err(|error| format!("{DAMAGED}: {error}"))?;
        let charmap = font.charmap();
        if !charmap.has_map() || charmap.mappings().next().is_none() {
            return Err("it is a font without characters".to_owned());
        }
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        if font.outline_glyphs().format().is_none() || metrics.units_per_em == 0 {
            return Err("it is a font without outlines; use one that has them (ttf, otf or woff2)".to_owned());
        }
        let name = [StringId::TYPOGRAPHIC_FAMILY_NAME, StringId::FAMILY_NAME]
            .into_iter()
            .filter_map(|id| font.localized_strings(id).english_or_first())
            .map(|name| name.chars().take(100).collect::<String>())
            .find(|name| !name.trim().is_empty())
            .unwrap_or_else(|| theme_name.to_owned());
        let font = Blob::from(bytes);
        let weights = weights(&font).ok_or(DAMAGED)?;
        Ok(Self { path: path.to_owned(), theme_name: theme_name.to_owned(), name, weights, font })
    }
}

/// The most parts of one glyph, each counted as often as it is drawn; the most in one another.
const MAX_PARTS: u64 = 2000;
const MAX_DEPTH: usize = 16;

/// Refuses a font with a glyph that is made of glyphs made of glyphs, and so on: drawn, it would never end.
fn check_parts(font: &FontRef<'_>) -> Result<(), String> {
    let (Ok(glyf), Ok(loca)) = (font.glyf(), font.loca(None)) else { return Ok(()) };
    let mut parts = Parts {
        known: HashMap::new(),
        components: |glyph: u16| {
            let Ok(Some(Glyph::Composite(glyph))) = loca.get_glyf(GlyphId::from(glyph), &glyf) else {
                return Vec::new();
            };
            glyph.components().map(|part| part.glyph.to_u16()).collect()
        },
    };
    let count = u16::try_from(loca.len()).unwrap_or(u16::MAX);
    match (0..count).find(|glyph| parts.of(*glyph, 0) > MAX_PARTS) {
        Some(glyph) => Err(format!("its glyph {glyph} is made of more than {MAX_PARTS} parts")),
        None => Ok(()),
    }
}

/// Counts the parts of glyphs.
struct Parts<F> {
    known: HashMap<u16, u64>,
    components: F,
}

impl<F: Fn(u16) -> Vec<u16>> Parts<F> {
    fn of(&mut self, glyph: u16, depth: usize) -> u64 {
        if let Some(known) = self.known.get(&glyph) {
            return *known;
        }
        if depth > MAX_DEPTH {
            return u64::MAX;
        }
        let mut sum = 1_u64;
        for part in (self.components)(glyph) {
            sum = sum.saturating_add(self.of(part, depth + 1));
        }
        self.known.insert(glyph, sum);
        sum
    }
}

/// The weights of a font, as the typesetter will see them; none if it will not see the font.
fn weights(font: &Blob<u8>) -> Option<(u32, u32)> {
    let mut trial = Collection::new(CollectionOptions { shared: false, system_fonts: false });
    let name = FontInfoOverride { family_name: Some("trial"), ..FontInfoOverride::default() };
    let families = trial.register_fonts(font.clone(), Some(name));
    let info = families.first()?.1.first()?;
    let axis = info.axes().iter().find(|axis| axis.tag == Tag::new(b"wght"));
    let only = info.weight().value();
    let [low, high] = axis.map_or([only; 2], |axis| [axis.min, axis.max]).map(|weight| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to weights")]
        let weight = weight.clamp(1.0, 1000.0) as u32;
        weight
    });
    Some((low, high))
}

/// The font in a file, out of the wrapping that the web uses.
fn unwrapped(bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    match bytes.first_chunk() {
        Some(b"\0\x01\0\0" | b"OTTO" | b"true" | b"ttcf") => Ok(bytes),
        Some(b"wOF2") => wuff::decompress_woff2(&bytes).map_err(|_| "it is a damaged woff2 font".to_owned()),
        Some(b"wOFF") => Err("it is a woff font of version 1; use its ttf, otf or woff2".to_owned()),
        _ => Err("it is no font; a ttf, otf or woff2 file was expected".to_owned()),
    }
}
