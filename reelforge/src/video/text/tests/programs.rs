//! Outlines that are programs.

use std::collections::BTreeMap;

use super::faces::{Memory, bundled, look};
use super::*;

/// A font whose every letter is the same program, which calls the last of some parts; each part calls the one before
/// it so many times.
fn calling(times: usize) -> Vec<u8> {
    let font = bundled("Noto Sans Hebrew", 0);
    let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap()) as usize;
    let count = usize::from(u16::from_be_bytes([font[4], font[5]]));
    let mut tables: Vec<([u8; 4], Vec<u8>)> = (0..count)
        .map(|index| 12 + 16 * index)
        .map(|at| (font[at..at + 4].try_into().unwrap(), font[number(at + 8)..][..number(at + 12)].to_vec()))
        .filter(|(tag, _)| ![b"glyf", b"loca", b"gvar"].contains(&tag))
        .collect();
    let maxp = &tables.iter().find(|(tag, _)| tag == b"maxp").unwrap().1;
    let glyphs = usize::from(u16::from_be_bytes([maxp[4], maxp[5]]));
    tables.push((*b"CFF ", programs(glyphs, times)));
    tables.sort_unstable();
    let mut file = b"OTTO".to_vec();
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

#[test]
fn a_letter_that_never_ends_is_missing() {
    let set = |times: usize| {
        let files = Memory(BTreeMap::from([("one.otf", calling(times))]));
        let look = look("{body: {family: Own, file: one.otf}}");
        let (fonts, faults) = Fonts::of(&look, &files);
        assert_eq!(faults, []);
        let spans = spans("שלום");
        Typesetter::new(&fonts).set(&spec(&spans, look.font(FontRole::Body)))
    };
    let sound = set(1);
    assert_eq!((sound.missing.len(), letters(&sound)[0].glyphs.len()), (0, 4), "they are drawn");
    let mut endless = set(30);
    endless.missing.sort_unstable();
    assert_eq!(endless.missing, ["ו", "ל", "ם", "ש"]);
}
