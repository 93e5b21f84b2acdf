//! Which fonts a text is set in: those of the build, those of a project, and what is made up.

use std::collections::BTreeMap;

use super::*;
use crate::video::files::{FileError, Files, NoFiles};
use crate::video::project::Project;
use crate::video::text::bundled::{Bundled, FAMILIES};
use crate::video::theme::Look;

/// The Hebrew letters of the build, as the web has them.
const WOFF2: &[u8] = include_bytes!("hebrew.woff2");

/// Files in memory.
pub(super) struct Memory(pub(super) BTreeMap<&'static str, Vec<u8>>);

impl Files for Memory {
    fn read(&self, path: &str, max: u64) -> Result<Vec<u8>, FileError> {
        let bytes = self.0.get(path).ok_or(FileError::Absent)?;
        if bytes.len() as u64 > max { Err(FileError::TooLarge(max)) } else { Ok(bytes.clone()) }
    }
}

pub(super) fn look(fonts: &str) -> Look {
    let text = format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\ntheme: {{fonts: {fonts}}}\nscenes:\n  - id: a\n    elements: []\n"
    );
    let parsed = Project::parse(&text);
    assert!(parsed.issues.is_empty(), "{:?}", parsed.issues);
    Look::of(&parsed.project.expect("the project parses"))
}

pub(super) fn bundled(name: &str, file: usize) -> Vec<u8> {
    Bundled::named(name).expect("a family of the build").fonts()[file].as_ref().to_vec()
}

/// What is wrong with a font file.
fn fault(bytes: &[u8]) -> Option<String> {
    let files = Memory(BTreeMap::from([("f.ttf", bytes.to_vec())]));
    let (_, faults) = Fonts::of(&look("{body: {family: Own, file: f.ttf}}"), &files);
    faults.into_iter().next().map(|fault| fault.why)
}

#[test]
fn every_font_of_the_build_is_there() {
    for family in &FAMILIES {
        assert!(!family.fonts().is_empty());
        for font in family.fonts() {
            assert_eq!(fault(font.as_ref()), None, "{}", family.name);
        }
        let set = set("Ag", |spec| spec.weight = 400);
        assert!(set.missing.is_empty(), "{}", family.name);
    }
    let packed: u64 = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/fonts"))
        .expect("the fonts")
        .map(|file| file.expect("a file").metadata().expect("its size").len())
        .sum();
    assert!(packed < 12_000_000, "{packed} bytes");
}

#[test]
fn families_say_their_weights() {
    let families = Fonts::bundled().families();
    let weights =
        |name| families.iter().find(|family| family.name == name).map(|family| family.weights.clone());
    assert_eq!(weights("Inter"), Some(vec![(100, 900)]));
    assert_eq!(weights("Noto Sans SC"), Some(vec![(400, 400), (700, 700)]));
    assert_eq!(families.len(), FAMILIES.len());
}

#[test]
fn a_family_is_found_in_any_case() {
    for name in ["Archivo", "archivo", " ARCHIVO "] {
        let (spans, face) = (spans("Ab"), typeface(name));
        let set = Typesetter::new(&Fonts::bundled()).set(&spec(&spans, &face));
        assert_eq!(set.fallbacks, [], "{name}");
    }
}

#[test]
fn a_family_that_does_not_exist_is_replaced_and_told() {
    let (spans, face) = (spans("Ab c"), typeface("Comic Neue"));
    let set = Typesetter::new(&Fonts::bundled()).set(&spec(&spans, &face));
    assert_eq!(set.fallbacks, [("Inter".to_owned(), 3)]);
    assert!(set.missing.is_empty());
}

#[test]
fn what_a_family_lacks_comes_from_another() {
    let (spans, face) = (spans("Москва 🚀 ok"), typeface("Archivo"));
    let set = Typesetter::new(&Fonts::bundled()).set(&spec(&spans, &face));
    assert_eq!(set.fallbacks, [("Inter".to_owned(), 6)]);
}

#[test]
fn weights_are_different_outlines() {
    for family in ["Inter", "Archivo", "JetBrains Mono"] {
        let (spans, face) = (spans("Weight"), typeface(family));
        let mut typesetter = Typesetter::new(&Fonts::bundled());
        let mut ink = |weight| {
            let set = typesetter.set(&TextSpec { weight, ..spec(&spans, &face) });
            assert_eq!(set.nearest_weight, None);
            let run = letters(&set)[0].clone();
            (run.face.coords.to_vec(), run.extent)
        };
        let weights = [400, 500, 600, 700, 800].map(&mut ink);
        assert!(weights.windows(2).all(|pair| pair[0] != pair[1]), "{family}: {weights:?}");
    }
}

#[test]
fn a_project_brings_its_own_fonts() {
    let files = Memory(BTreeMap::from([
        ("fonts/regular.otf", bundled("Noto Sans KR", 0)),
        ("fonts/bold.otf", bundled("Noto Sans KR", 1)),
    ]));
    let look = look(
        "{heading: {family: Own, weight: 700, file: fonts/bold.otf}, body: {family: Own, file: fonts/regular.otf}}",
    );
    let (fonts, faults) = Fonts::of(&look, &files);
    assert_eq!(faults, []);
    let own = fonts.families().pop().expect("a family");
    assert_eq!(own.weights, [(700, 700), (400, 400)]);
    let spans = spans("안녕 abc");
    let mut typesetter = Typesetter::new(&fonts);
    for (role, weight) in [(FontRole::Heading, 700), (FontRole::Body, 400), (FontRole::Body, 700)] {
        let set = typesetter.set(&TextSpec { weight, ..spec(&spans, look.font(role)) });
        assert_eq!(set.fallbacks, [], "the project's own come first");
        assert_eq!(set.nearest_weight, None, "the bold file is the bold of the regular one");
    }
}

#[test]
fn web_fonts_are_unwrapped() {
    let files = Memory(BTreeMap::from([("f.woff2", WOFF2.to_vec())]));
    let look = look("{body: {family: Own, file: f.woff2}}");
    let (fonts, faults) = Fonts::of(&look, &files);
    assert_eq!(faults, []);
    assert_eq!(fonts.families().pop().map(|family| family.weights), Some(vec![(100, 900)]));
    let spans = spans("שלום");
    let set = Typesetter::new(&fonts).set(&spec(&spans, look.font(FontRole::Body)));
    assert_eq!((set.fallbacks.len(), set.missing.len()), (0, 0));
    let bundled = super::set("שלום", |_| {});
    assert_eq!(set.lines[0].rect.size(), bundled.lines[0].rect.size(), "the same outlines");
}

#[test]
fn a_bold_that_does_not_exist_is_made_up_and_told() {
    let files = Memory(BTreeMap::from([("r.otf", bundled("Noto Sans KR", 0))]));
    let look = look("{body: {family: Own, file: r.otf}}");
    let (fonts, _) = Fonts::of(&look, &files);
    let spans = spans("안녕 abc");
    let mut typesetter = Typesetter::new(&fonts);
    let mut at = |weight| typesetter.set(&TextSpec { weight, ..spec(&spans, look.font(FontRole::Body)) });
    let (regular, bold) = (at(400), at(800));
    assert_eq!((regular.nearest_weight, bold.nearest_weight), (None, Some(400)));
    assert!(letters(&bold)[0].face.embolden > 2.0);
    assert!(bold.pieces[0].bounds.width() > regular.pieces[0].bounds.width() + 2.0);
}

#[test]
fn a_missing_file_is_told_and_text_is_set_all_the_same() {
    let look = look("{heading: {family: Own, file: none.ttf}, body: {family: Other, file: none.ttf}}");
    let (fonts, faults) = Fonts::of(&look, &NoFiles);
    assert_eq!(faults.len(), 1, "each file once");
    assert_eq!((faults[0].file.as_str(), faults[0].why.as_str()), ("none.ttf", "there is no such file"));
    let spans = spans("abc");
    let set = Typesetter::new(&fonts).set(&spec(&spans, look.font(FontRole::Heading)));
    assert_eq!(set.fallbacks, [("Inter".to_owned(), 3)]);
}

#[test]
fn what_is_no_font_is_refused_in_words() {
    assert_eq!(fault(b""), Some("it is no font; a ttf, otf or woff2 file was expected".to_owned()));
    assert_eq!(
        fault(b"\x89PNG\r\n"),
        Some("it is no font; a ttf, otf or woff2 file was expected".to_owned())
    );
    assert!(fault(b"wOFF....").expect("a fault").contains("woff font of version 1"));
    assert!(fault(b"wOF2....").expect("a fault").contains("damaged"));
    assert!(fault(b"OTTO").expect("a fault").contains("damaged"));
    assert!(fault(&[0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).is_some());
}

#[test]
fn a_file_of_endless_fonts_is_refused() {
    // A collection that holds the same font again and again.
    let font = bundled("Noto Sans Hebrew", 0);
    let count = 1000_u32;
    let mut bytes = b"ttcf\0\x01\0\0".to_vec();
    bytes.extend(count.to_be_bytes());
    bytes.extend((0..count).flat_map(|_| (12 + 4 * count).to_be_bytes()));
    bytes.extend(font);
    assert_eq!(fault(&bytes), Some("it is a collection of 1000 fonts; at most 64 are read".to_owned()));
}

/// A file of several fonts.
fn collection(fonts: &[Vec<u8>]) -> Vec<u8> {
    let number = |number: usize| u32::try_from(number).unwrap().to_be_bytes();
    let mut file = [b"ttcf\0\x01\0\0", &number(fonts.len())[..]].concat();
    let mut base = file.len() + 4 * fonts.len();
    for font in fonts {
        file.extend(number(base));
        base += font.len();
    }
    for font in fonts {
        let (base, mut font) = (file.len(), font.clone());
        for table in 0..usize::from(u16::from_be_bytes([font[4], font[5]])) {
            let place = &mut font[12 + 16 * table + 8..][..4];
            let at = u32::from_be_bytes(place.try_into().unwrap()) as usize + base;
            place.copy_from_slice(&number(at));
        }
        file.extend(font);
    }
    file
}

#[test]
fn a_glyph_of_glyphs_of_glyphs_is_refused() {
    // Each of the first glyphs is made of the one before, so many times.
    let nested = |times: usize| {
        let mut font = bundled("Noto Sans Hebrew", 0);
        let table = |font: &[u8], tag: &[u8; 4]| {
            let count = usize::from(u16::from_be_bytes([font[4], font[5]]));
            (0..count).map(|index| 12 + 16 * index).find(|at| font[*at..at + 4] == *tag).expect("the table")
        };
        let place = |font: &[u8], at: usize| {
            let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap()) as usize;
            number(at + 8)..number(at + 8) + number(at + 12)
        };
        let head = place(&font, table(&font, b"head")).start;
        let is_long = font[head + 51] == 1;
        let loca = place(&font, table(&font, b"loca"));
        let count = loca.len() / if is_long { 4 } else { 2 } - 1;
        let (mut glyf, mut places) = (Vec::new(), vec![0_u32; 2]);
        for glyph in 1..count {
            if glyph <= 9 {
                glyf.extend((-1_i16).to_be_bytes());
                glyf.extend([0; 8]);
                for part in 0..times {
                    // Offsets of one byte each, and more to come.
                    let flags: u16 = if part + 1 < times { 0x22 } else { 0x02 };
                    glyf.extend(flags.to_be_bytes());
                    glyf.extend(u16::try_from(glyph - 1).unwrap().to_be_bytes());
                    glyf.extend([0; 2]);
                }
                glyf.resize(glyf.len().next_multiple_of(4), 0);
            }
            places.push(u32::try_from(glyf.len()).unwrap());
        }
        font[head + 51] = 1;
        let places: Vec<u8> = places.into_iter().flat_map(u32::to_be_bytes).collect();
        for (tag, content) in [(b"glyf", glyf), (b"loca", places)] {
            let at = table(&font, tag);
            let numbers =
                [font.len(), content.len()].map(|number| u32::try_from(number).unwrap().to_be_bytes());
            font[at + 8..at + 16].copy_from_slice(&numbers.concat());
            font.extend(content);
        }
        font
    };
    assert_eq!(fault(&nested(1)), None);
    assert!(fault(&nested(30)).expect("a fault").ends_with("made of more than 2000 parts"));
    // Nor is it accepted as the second font of a file.
    assert_eq!(fault(&collection(&[nested(1), nested(1)])), None);
    assert!(fault(&collection(&[nested(1), nested(30)])).is_some());
}

#[test]
fn damaged_fonts_are_refused_or_harmless() {
    // The first is a wrapped one, whose wrapping is damaged.
    let wholes = [WOFF2.to_vec(), bundled("Noto Sans Hebrew", 0)];
    let mut seed = 0x9E37_79B9_u32;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed as usize
    };
    for round in 0..300 {
        let mut bytes = wholes[round % 2].clone();
        if round % 3 == 0 {
            bytes.truncate(random() % bytes.len());
        }
        for _ in 0..=random() % 40 {
            let at = random() % bytes.len().max(1);
            if let Some(byte) = bytes.get_mut(at) {
                *byte = random().to_le_bytes()[0];
            }
        }
        let files = Memory(BTreeMap::from([("f.ttf", bytes)]));
        let look = look("{body: {family: Own, file: f.ttf}}");
        let (fonts, _) = Fonts::of(&look, &files);
        let spans = spans("שלום בְּרֵאשִׁית abc");
        let spec = TextSpec { weight: 700, ..spec(&spans, look.font(FontRole::Body)) };
        let set = Typesetter::new(&fonts).set(&spec);
        assert!(set.size.is_finite());
    }
}
