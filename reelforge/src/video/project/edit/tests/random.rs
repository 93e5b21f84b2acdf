//! Random files and random edits: the file stays YAML, says what the edits make of its data, and keeps its comments.

use std::collections::HashSet;

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::*;

/// Random choices, taken from what proptest can shrink.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    /// A number below `count`; 0 when the choices are used up.
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % count.max(1)
    }

    fn one<'t>(&mut self, options: &[&'t str]) -> &'t str {
        options[self.below(options.len())]
    }

    fn yes(&mut self, one_in: usize) -> bool {
        self.below(one_in) == one_in - 1
    }
}

const TEXTS: [&str; 8] = [
    "plain words",
    "'it''s # no comment'",
    "\"a: b, [c]\"",
    "\"two\\nlines\"",
    "日本",
    "2024",
    "'- x'",
    "\"{{n}}\"",
];

/// Writes a file in which every element and scene has an id of its own, and comments say whose they are.
struct Writer<'c, 'a> {
    choices: &'c mut Choices<'a>,
    text: String,
    count: usize,
}

impl Writer<'_, '_> {
    fn id(&mut self) -> String {
        self.count += 1;
        format!("e{}", self.count)
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.text += &format!("{}{text}\n", " ".repeat(indent));
    }

    fn beside(&mut self, owner: &str) -> String {
        if self.choices.yes(3) { format!("  # {owner} beside") } else { String::new() }
    }

    fn before(&mut self, indent: usize, owner: &str, is_first: bool) {
        if !is_first && self.choices.yes(4) {
            self.text += "\n";
        }
        for number in 0..self.choices.below(3) {
            self.line(indent, &format!("# {owner} above{number}"));
        }
    }

    /// A map on one line.
    fn inline(&mut self, id: &str) -> String {
        let text = self.choices.one(&TEXTS);
        let alt = if self.choices.yes(2) { ", alt: A" } else { "" };
        format!("{{id: {id}, type: text, text: {text}{alt}}}")
    }

    fn elements(&mut self, indent: usize, depth: usize) {
        let count = self.choices.below(4);
        match self.choices.below(if count == 0 { 1 } else { 4 }) {
            0 if count == 0 => self.line(indent, "elements: []"),
            0 => {
                let inside: Vec<String> = (0..count).map(|_| self.id()).collect();
                let inside: Vec<String> = inside.iter().map(|id| self.inline(id)).collect();
                self.line(indent, &format!("elements: [{}]", inside.join(", ")));
            }
            1 => self.bracket_lines(indent, count),
            _ => {
                self.line(indent, "elements:");
                let indent = indent + 2 * self.choices.below(2);
                for index in 0..count {
                    let id = self.id();
                    self.before(indent, &id, index == 0);
                    self.element(indent, &id, depth);
                }
            }
        }
    }

    /// Elements between brackets in several lines; a comment beside two of them is that of the second.
    fn bracket_lines(&mut self, indent: usize, count: usize) {
        self.line(indent, "elements: [");
        let mut index = 0;
        while index < count {
            let mut id = self.id();
            let mut line = String::new();
            if index + 1 < count && self.choices.yes(3) {
                line = format!("{}, ", self.inline(&id));
                id = self.id();
                index += 1;
            } else {
                self.before(indent + 2, &id, true);
            }
            index += 1;
            let comma = if index < count || self.choices.yes(2) { "," } else { "" };
            let (element, beside) = (self.inline(&id), self.beside(&id));
            self.line(indent + 2, &format!("{line}{element}{comma}{beside}"));
        }
        self.line(indent, "]");
    }

    fn element(&mut self, indent: usize, id: &str, depth: usize) {
        let beside = self.beside(id);
        if self.choices.yes(2) {
            let element = self.inline(id);
            return self.line(indent, &format!("- {element}{beside}"));
        }
        self.line(indent, &format!("- id: {id}{beside}"));
        if depth < 2 && self.choices.yes(3) {
            self.line(indent + 2, "type: group");
            return self.elements(indent + 2, depth + 1);
        }
        self.line(indent + 2, "type: text");
        if self.choices.yes(2) {
            let owner = format!("{id}.alt");
            self.before(indent + 2, &owner, false);
            let beside = self.beside(&owner);
            self.line(indent + 2, &format!("alt: A{beside}"));
        }
        if self.choices.yes(2) {
            self.line(indent + 2, "text: |");
            self.line(indent + 4, "# no comment");
            self.text += "\n";
            self.line(indent + 4, "  - no item");
        } else {
            let text = self.choices.one(&TEXTS);
            self.line(indent + 2, &format!("text: {text}"));
        }
        if self.choices.yes(3) {
            self.line(indent + 3, &format!("# {id} inside"));
        }
    }

    fn file(mut self) -> String {
        self.line(0, "# file");
        self.line(0, "reelforge: 1");
        self.line(0, "scenes:");
        let indent = 2 * self.choices.below(2);
        for index in 0..=self.choices.below(3) {
            let id = self.id();
            self.before(indent, &id, index == 0);
            let beside = self.beside(&id);
            self.line(indent, &format!("- id: {id}{beside}"));
            self.line(indent + 2, "say: Words");
            self.elements(indent + 2, 0);
        }
        if self.choices.yes(2) {
            self.text += "\n# end\n";
        }
        if self.choices.yes(4) {
            self.line(0, "output: {quality: draft}");
        }
        if self.choices.yes(4) { self.text.trim_end().to_owned() } else { self.text }
    }
}

fn data(text: &str) -> Value {
    let document = source::parse(text);
    assert_eq!(document.problems, [], "{text}");
    document.root.expect("the text is YAML").to_json()
}

/// The value at an address of keys and indexes.
fn at<'v>(root: &'v mut Value, path: &str) -> &'v mut Value {
    path.split('.').fold(root, |value, segment| match value {
        Value::Array(items) => &mut items[segment.parse::<usize>().unwrap()],
        other => &mut other[segment],
    })
}

/// The lists of elements below a value, with their lengths.
fn lists(value: &Value, path: &str, found: &mut Vec<(String, usize)>) {
    let Some(items) = value["elements"].as_array() else { return };
    found.push((format!("{path}.elements"), items.len()));
    for (index, item) in items.iter().enumerate() {
        lists(item, &format!("{path}.elements.{index}"), found);
    }
}

fn all_lists(model: &Value) -> Vec<(String, usize)> {
    let scenes = model["scenes"].as_array().unwrap();
    let mut found = vec![("scenes".to_owned(), scenes.len())];
    for (index, scene) in scenes.iter().enumerate() {
        lists(scene, &format!("scenes.{index}"), &mut found);
    }
    found
}

/// An edit, and what it makes of the data.
fn edit(model: &Value, choices: &mut Choices<'_>, fresh: usize) -> Option<(Op, Value)> {
    let mut after = model.clone();
    let lists = all_lists(model);
    let (list, length) = lists[choices.below(lists.len())].clone();
    let index = choices.below(length);
    let path = format!("{list}.{index}");
    if length == 0 || choices.yes(4) {
        let value = if list == "scenes" {
            json!({ "id": format!("n{fresh}"), "say": "New: words", "elements": [] })
        } else {
            json!({ "id": format!("n{fresh}"), "type": "text", "text": choices.one(&["a", "b: c", "d\ne"]) })
        };
        let (before, position) = match choices.below(if length == 0 { 1 } else { 2 }) {
            0 => (None, length),
            _ => (Some(index.to_string()), index),
        };
        at(&mut after, &list).as_array_mut().unwrap().insert(position, value.clone());
        return Some((Op::Add { path: list, value, before, after: None }, after));
    }
    match choices.below(6) {
        0 => {
            at(&mut after, &list).as_array_mut().unwrap().remove(index);
            Some((Op::Remove { path }, after))
        }
        1 => {
            let key = choices.one(&["text", "alt", "w", "say"]);
            let value = choices.one(&["x", "two\nlines", "# no comment", "7"]);
            at(&mut after, &path)[key] = value.into();
            Some((Op::Set { path: format!("{path}.{key}"), value: value.into() }, after))
        }
        2 => {
            at(&mut after, &path).as_object_mut().unwrap().shift_remove("alt")?;
            Some((Op::Unset { path: format!("{path}.alt") }, after))
        }
        3 if list != "scenes" => {
            let last = (index + choices.below(3)).min(length - 1);
            let items = at(&mut after, &list).as_array_mut().unwrap();
            let inside: Vec<Value> = items.drain(index..=last).collect();
            let id = format!("n{fresh}");
            items.insert(index, json!({ "id": id, "type": "group", "elements": inside }));
            let paths = (index..=last).rev().map(|index| format!("{list}.{index}")).collect();
            Some((Op::Wrap { paths, group: Map::from_iter([("id".to_owned(), id.into())]) }, after))
        }
        _ => {
            let fits = |other: &&(String, usize)| {
                (other.0 == "scenes") == (list == "scenes") && !other.0.starts_with(&format!("{path}."))
            };
            let fitting: Vec<_> = lists.iter().filter(fits).cloned().collect();
            let (to, count) = fitting[choices.below(fitting.len())].clone();
            let position = choices.below(count + 1);
            // The old place is marked until the new one is taken, so that no index shifts meanwhile.
            let moved = std::mem::take(at(&mut after, &path));
            at(&mut after, &to).as_array_mut().unwrap().insert(position, moved);
            remove_marked(&mut after);
            let (before, behind) = match position {
                0 if count > 0 => (Some("0".to_owned()), None),
                0 => (None, None),
                _ if choices.yes(2) && position == count => (None, None),
                _ => (None, Some((position - 1).to_string())),
            };
            Some((Op::Move { path, to: Some(to), before, after: behind }, after))
        }
    }
}

fn remove_marked(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.retain(|item| !item.is_null());
            items.iter_mut().for_each(remove_marked);
        }
        Value::Object(map) => map.values_mut().for_each(remove_marked),
        _ => {}
    }
}

/// The owners of comments that must be there: ids, and keys of what has them.
fn owners(value: &Value) -> HashSet<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(owners).collect(),
        Value::Object(map) => {
            let mut found: HashSet<String> = map.values().flat_map(owners).collect();
            if let Some(id) = map.get("id").and_then(Value::as_str) {
                found.insert(id.to_owned());
                found.extend(map.contains_key("alt").then(|| format!("{id}.alt")));
            }
            found
        }
        _ => HashSet::new(),
    }
}

fn comments(text: &str) -> Vec<String> {
    let comments = source::parse(text).comments;
    comments.iter().map(|span| text[span.start..span.end].trim_end().to_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_edits_do_what_they_say_and_keep_every_comment(
        file in prop::collection::vec(any::<u8>(), 0..120),
        edits in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let mut choices = Choices(file.iter());
        let first = Writer { choices: &mut choices, text: String::new(), count: 0 }.file();
        let mut choices = Choices(edits.iter());
        let (mut text, mut model) = (first.clone(), data(&first));
        let mut there = owners(&model);
        for fresh in 0..8 {
            let Some((op, after)) = edit(&model, &mut choices, fresh) else { continue };
            match apply_ops(&text, std::slice::from_ref(&op)) {
                Ok(edited) => {
                    prop_assert_eq!(&data(&edited), &after, "{:?}\n{}\n{}", op, text, edited);
                    (text, model) = (edited, after);
                    // What was taken out and comes again comes without its comments.
                    there.retain(|owner| owners(&model).contains(owner));
                }
                // Between brackets on one line is no place for comments.
                Err(error) => prop_assert!(error.message.contains("comments"), "{error}\n{op:?}\n{text}"),
            }
        }
        let is_kept = |comment: &String| {
            let owner = comment.split(' ').nth(1).unwrap_or_default();
            matches!(owner, "file" | "end") || there.contains(owner)
        };
        let mut expected: Vec<String> = comments(&first).into_iter().filter(is_kept).collect();
        let mut found = comments(&text);
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected, "{}\n---\n{}", first, text);
    }

    #[test]
    fn no_text_and_no_edit_makes_it_stumble(
        file in prop::collection::vec(any::<u8>(), 0..80),
        pieces in prop::collection::vec((any::<usize>(), 0_usize..6, any::<usize>()), 0..5),
        edits in prop::collection::vec((0_usize..6, any::<usize>(), any::<usize>()), 1..4),
    ) {
        let mut choices = Choices(file.iter());
        let mut text = Writer { choices: &mut choices, text: String::new(), count: 0 }.file();
        for (place, length, piece) in pieces {
            let start = text.floor_char_boundary(place % (text.len() + 1));
            let end = text.ceil_char_boundary((start + length).min(text.len()));
            text.replace_range(start..end, PIECES[piece % PIECES.len()]);
        }
        for (kind, one, other) in edits {
            let Some(root) = source::parse(&text).root else { break };
            let mut paths = Vec::new();
            root.walk(&mut |path, _, _| paths.push(path.to_owned()));
            let (path, other) = (paths[one % paths.len()].clone(), paths[other % paths.len()].clone());
            let op = match kind {
                0 => Op::Remove { path },
                1 => Op::Unset { path },
                2 => Op::Add { path, value: json!({ "k": ["\u{feff}é: #", {}] }), before: Some(other), after: None },
                3 => Op::Move { path, to: Some(other), before: None, after: None },
                4 => Op::Wrap { paths: vec![path, other], group: Map::new() },
                _ => Op::Rename { path, id: "ü: x".to_owned() },
            };
            // Whether it can be made is checked where it is made; the text stays YAML.
            if let Ok(edited) = apply_ops(&text, &[op]) {
                prop_assert!(source::parse(&edited).root.is_some(), "{}", edited);
                text = edited;
            }
        }
    }
}

/// What spoils a text, or makes it unusual.
const PIECES: [&str; 16] = [
    "\u{feff}", "é", "\r\n", "\n", "- ", "  ", "? ", ": ", "[", "}", "#", "&a ", "*a", "|+\n\n", "---\n",
    "!t ",
];
