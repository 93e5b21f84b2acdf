//! V-25: fonts that are not what was asked for.

use std::collections::BTreeSet;

use super::watch::Watch;
use super::{Findings, Subject, listed, nearest};
use crate::video::check::Presence;
use crate::video::check::measure::{Life, SceneView, is_words};
use crate::video::check::{Issue, Severity};
use crate::video::files::clean;
use crate::video::layout::Item;
use crate::video::project::edit::Op;
use crate::video::project::model::Kind;
use crate::video::project::model::element::FontRole;
use crate::video::text::{FontFault, Fonts};
use crate::video::theme::{Look, Typeface};

/// The fonts of a theme, with their names in the file.
pub(in crate::video::check) const ROLES: [(&str, FontRole); 3] =
    [("heading", FontRole::Heading), ("body", FontRole::Body), ("mono", FontRole::Mono)];

/// Font files that cannot be used, and families that nothing has (V-5).
pub(in crate::video::check) fn files(
    subject: &Subject<'_>,
    fonts: &Fonts,
    faults: &[FontFault],
) -> Vec<Issue> {
    let look = Look::of(subject.project);
    let families = fonts.families();
    let names: Vec<&str> = families.iter().map(|family| family.name.as_str()).collect();
    let mut issues = Vec::new();
    for (name, role) in ROLES {
        let Typeface { family, file, .. } = look.font(role);
        match file {
            // A file that is not there is V-6.
            Some(file) => {
                let is_there = clean(file).is_ok_and(|file| subject.assets.at(&file) == Presence::Usable);
                if let Some(fault) = faults.iter().find(|fault| fault.file == *file).filter(|_| is_there) {
                    let message = format!("`{file}` is no font that can be used: {}", fault.why);
                    let issue = subject.issue("V-25", format!("theme.fonts.{name}.file"), message);
                    issues.push(issue.hint("use a ttf, otf or woff2 file, or a family of the build"));
                }
            }
            None if !names.iter().any(|known| known.eq_ignore_ascii_case(family)) => {
                let path = format!("theme.fonts.{name}.family");
                let issue = subject.issue("V-5", path.clone(), format!("there is no font family `{family}`"));
                issues.push(match nearest(family, names.iter().copied()) {
                    Some(near) => issue
                        .hint(format!("did you mean `{near}`?"))
                        .fix(vec![Op::Set { path, value: near.into() }]),
                    None => issue.hint(format!("add its file with `file`; the build has {}", listed(&names))),
                });
            }
            None => {}
        }
    }
    issues
}

pub(super) struct Font;

impl Watch for Font {
    fn conclude(&mut self, view: &SceneView<'_>, _: &[Life], found: &mut Findings) {
        let look = Look::of(view.subject.project);
        let mut reported = BTreeSet::new();
        for item in &view.scene.items {
            let Some(face) = face(item, &look) else { continue };
            if let Some(nearest) = item.measure.nearest_weight
                && reported.insert((face.family.clone(), item.measure.weight))
            {
                found.push(weight(view, item, face, nearest));
            }
            if let Some(issue) = substituted(view, item, face)
                && !found.push(issue)
            {
                return;
            }
        }
    }
}

/// The font that an element's text is set in.
fn face<'a>(item: &Item, look: &'a Look) -> Option<&'a Typeface> {
    let style = match &item.element.kind {
        Kind::Text(text) => &text.style,
        Kind::List(list) => &list.style,
        Kind::Counter(counter) => &counter.style,
        Kind::Code(_) => return Some(look.font(FontRole::Mono)),
        Kind::Chart(_) => return Some(look.font(FontRole::Body)),
        _ => return None,
    };
    Some(look.font(style.font.unwrap_or_else(|| look.role_font(style.role).0)))
}

fn weight(view: &SceneView<'_>, item: &Item, face: &Typeface, nearest: u32) -> Issue {
    let weight = item.measure.weight;
    let message =
        format!("`{}` has no weight {weight}: `{}` has {nearest}, or is made bolder", face.family, item.id);
    let issue = view
        .issue("V-25", item, &item.frames, message)
        .severity(Severity::Warning)
        .measured(weight, nearest)
        .hint("use a weight that the family has, or a font file that has this one");
    match view.written(item).filter(|_| is_words(&item.element)) {
        Some(path) => {
            let ops = vec![Op::Set { path: format!("{path}.weight"), value: nearest.into() }];
            issue.repair(format!("set it in the weight {nearest}"), ops)
        }
        None => issue,
    }
}

/// Letters that come from another family, though their script is one that families have: they stand out.
fn substituted(view: &SceneView<'_>, item: &Item, face: &Typeface) -> Option<Issue> {
    let text = &item.measure.text;
    // How many glyphs other scripts take is theirs to say.
    if text.chars().any(|c| c.is_alphabetic() && !is_european(c)) {
        return None;
    }
    let glyphs: usize = item.measure.fallbacks.iter().map(|(_, glyphs)| glyphs).sum();
    let is_a_sign = |c: &char| !c.is_ascii() && !c.is_whitespace() && !is_european(*c);
    let expected = text.chars().filter(is_a_sign).count();
    if glyphs <= expected {
        return None;
    }
    let families: Vec<&str> = item.measure.fallbacks.iter().map(|(family, _)| family.as_str()).collect();
    let message = format!(
        "`{}` lacks {} of the characters of `{}`; they come from {}",
        face.family,
        glyphs - expected,
        item.id,
        families.join(", ")
    );
    let issue = view.issue("V-25", item, &item.frames, message).severity(Severity::Warning);
    Some(issue.measured(glyphs, expected).hint("use a family that has them, such as Inter"))
}

/// Letters and digits that families are expected to have. For other scripts, and for signs and emoji, the fonts of the
/// build stand in.
fn is_european(c: char) -> bool {
    c.is_alphanumeric() && matches!(u32::from(c), 0..=0x058f | 0x1e00..=0x1fff)
}
