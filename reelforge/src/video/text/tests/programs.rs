//! Letters that never end: outlines that are programs, and colours that lie in each other.

use std::collections::BTreeMap;

use super::faces::{Memory, bundled, look};
use super::*;

/// A font with some tables of its own, made of one of the build without others.
fn made(head: [u8; 4], without: &[&[u8; 4]], own: impl FnOnce(usize) -> Vec<([u8; 4], Vec<u8>)>) -> Vec<u8> {
    let font = bundled("Noto Sans Hebrew", 0);
    let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap()) as usize;
    let count = usize::from(u16::from_be_bytes([font[4], font[5]]));
    let mut tables: Vec<([u8; 4], Vec<u8>)> = (0..count)
        .map(|index| 12 + 16 * index)
        .map(|at| (font[at..at + 4].try_into().unwrap(), font[number(at + 8)..][..number(at + 12)].to_vec()))
        .filter(|(tag, _)| !without.contains(&tag))
        .collect();
    let maxp = &tables.iter().find(|(tag, _)| tag == b"maxp").unwrap().1;
    let glyphs = usize::from(u16::from_be_bytes([maxp[4], maxp[5]]));
    tables.extend(own(glyphs));
    tables.sort_unstable();
    let mut file = head.to_vec();
    file.extend(u16::try_from(tables.len()).unwrap().to_be_bytes());
    file.extend([0; 6]);
    let mut at = 12 + 16 * tables.len();
    for (tag, content) in &tables {
        file.extend(tag);
        file.extend([0; 4]);
        file.extend([at, content.len()].map(|number| u32::try_from(number).unwrap().to_be_bytes()).concat());
        at += content.len();
    }
    for (_, content) in &tables {
        file.extend(content);
    }
    file
}

/// A font whose every letter is the same program, which calls the last of some parts; each part calls the one before
/// it so many times.
fn calling(times: usize) -> Vec<u8> {
    made(*b"OTTO", &[b"glyf", b"loca", b"gvar"], |glyphs| vec![(*b"CFF ", programs(glyphs, times))])
}

/// A font whose every letter is layers of layers, so many of each, on so many levels; the last one is a colour.
fn layered(levels: u32, width: u32) -> Vec<u8> {
    let long = u32::to_be_bytes;
    made(*b"\0\x01\0\0", &[], |glyphs| {
        let glyphs = u16::try_from(glyphs).unwrap();
        let layers = |first: u32| [&[1, u8::try_from(width).unwrap()][..], &long(first)].concat();
        let mut letters = long(u32::from(glyphs) - 1).to_vec();
        for glyph in 1..glyphs {
            letters.extend([&glyph.to_be_bytes()[..], &long(4 + 6 * (u32::from(glyphs) - 1))].concat());
        }
        letters.extend(layers(0));
        let (mut places, mut parts) = (long(levels * width).to_vec(), Vec::new());
        for part in 0..levels * width {
            places.extend(long(4 + 4 * levels * width + u32::try_from(parts.len()).unwrap()));
            let next = part / width + 1;
            // The colour of the text.
            parts.extend(if next < levels { layers(next * width) } else { vec![2, 0xFF, 0xFF, 0x40, 0] });
        }
        let layers_at = 34 + u32::try_from(letters.len()).unwrap();
        let head = [&[0, 1][..], &[0; 12], &long(34), &long(layers_at), &[0; 12]].concat();
        let palette = [&[0, 0, 0, 1, 0, 1, 0, 1][..], &long(14), &[0, 0, 0, 0, 0, 255]].concat();
        vec![(*b"COLR", [head, letters, places, parts].concat()), (*b"CPAL", palette)]
    })
}

/// The table of programs (Adobe, Technical Note 5176, "The Compact Font Format Specification").
fn programs(glyphs: usize, times: usize) -> Vec<u8> {
    const RETURN: u8 = 11;
    const CALL: u8 = 29;
    const PARTS: u8 = 9;
    // Numbers count from 107 below, and small ones are one byte, 139 above.
    let call = |part: u8| [part + (139 - 107), CALL];
    let parts: Vec<Vec<u8>> = (0..PARTS)
        .map(
            |part| {
                if part == 0 { vec![RETURN] } else { [call(part - 1).repeat(times), vec![RETURN]].concat() }
            },
        )
        .collect();
    // A move, a triangle, and the end, around the call.
    let letter = [&[139, 139, 21, 239, 139, 5, 139, 239, 5][..], &call(PARTS - 1), &[14]].concat();
    let index = |items: &[Vec<u8>]| {
        let mut bytes = u16::try_from(items.len()).unwrap().to_be_bytes().to_vec();
        if items.is_empty() {
            return bytes;
        }
        bytes.push(4);
        let mut offset = 1_u32;
        bytes.extend(offset.to_be_bytes());
        for item in items {
            offset += u32::try_from(item.len()).unwrap();
            bytes.extend(offset.to_be_bytes());
        }
        bytes.extend(items.concat());
        bytes
    };
    let head = [vec![1, 0, 4, 4], index(&[b"Calling".to_vec()])].concat();
    let tail = [index(&[]), index(&parts)].concat();
    // The one entry says where the letters are, as a number of five bytes.
    let top = |at: usize| index(&[[&[29][..], &u32::try_from(at).unwrap().to_be_bytes(), &[17]].concat()]);
    let at = head.len() + top(0).len() + tail.len();
    [head, top(at), tail, index(&vec![letter; glyphs])].concat()
}

/// A text in such a font.
fn text(font: Vec<u8>) -> SetText {
    let files = Memory(BTreeMap::from([("one.otf", font)]));
    let look = look("{body: {family: Own, file: one.otf}}");
    let (fonts, faults) = Fonts::of(&look, &files);
    assert_eq!(faults, []);
    let spans = spans("שלום");
    let mut set = Typesetter::new(&fonts).set(&spec(&spans, look.font(FontRole::Body)));
    set.missing.sort_unstable();
    set
}

#[test]
fn a_letter_that_never_ends_is_missing() {
    let sound = text(calling(1));
    assert_eq!((sound.missing.len(), letters(&sound)[0].glyphs.len()), (0, 4), "they are drawn");
    assert_eq!(text(calling(30)).missing, ["ו", "ל", "ם", "ש"]);
}

#[test]
fn a_letter_of_endless_layers_is_missing() {
    assert_eq!(text(layered(2, 2)).missing, Vec::<String>::new());
    assert_eq!(text(layered(40, 8)).missing, ["ו", "ל", "ם", "ש"]);
}
