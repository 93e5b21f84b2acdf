//! V-6: files that are not there or cannot be used.

use std::path::Path;

use super::{Findings, Subject, listed};
use crate::video::check::Issue;
use crate::video::check::assets::Presence;
use crate::video::check::files::{self, FileField, Wanted};
use crate::video::files::{BadPath, clean};
use crate::video::pictures::Pictures;
use crate::video::project::edit::Op;
use crate::video::project::model::Kind;
use crate::video::project::store::near_names;

const REPLACE: &str = "replace it by a whole file of the kind that its name says";

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let written = files::fields(subject.project, subject.tree);
    let made = made(subject, &written);
    for field in written.into_iter().chain(made) {
        if let Some(issue) = check_field(subject, &field)
            && !found.push(issue)
        {
            return;
        }
    }
}

/// Pictures whose headers are right, and that turned out not to be when they were drawn.
pub(super) fn undrawn(subject: &Subject<'_>, pictures: &Pictures, found: &mut Findings) {
    let used = files::used_files(subject.project, subject.tree);
    for (file, fault) in pictures.faults() {
        let Some(path) = used.get(&*file).and_then(|paths| paths.first()) else { continue };
        if subject.assets.at(&file) == Presence::Usable {
            let issue = subject.issue("V-6", path.clone(), format!("`{file}` cannot be drawn: {fault}"));
            found.push(issue.hint(REPLACE));
        }
    }
}

/// Files of elements that components and rows made, where nothing in the file names them as they are.
fn made(subject: &Subject<'_>, written: &[FileField]) -> Vec<FileField> {
    let mut fields: Vec<FileField> = Vec::new();
    for (_, element) in subject.expanded.project.elements() {
        let path = &element.common.path;
        let (file, wanted) = match &element.kind {
            Kind::Image(image) => (&image.src, Wanted::Image),
            Kind::Video(video) => (&video.src, Wanted::Video),
            _ => continue,
        };
        let is_made = subject.expanded.origins.contains_key(path);
        let is_known = written.iter().chain(&fields).any(|field| field.file == *file);
        if is_made && !is_known {
            fields.push(FileField { path: format!("{path}.src"), file: file.clone(), wanted });
        }
    }
    fields
}

fn check_field(subject: &Subject<'_>, field: &FileField) -> Option<Issue> {
    let FileField { path, file, wanted } = field;
    let shown: String = file.chars().take(120).collect();
    let issue = |message: String| subject.issue("V-6", path.clone(), message);
    let file = match clean(file) {
        Ok(file) => file,
        Err(BadPath::Address) => {
            return Some(
                issue(format!("`{shown}` is an address: files are never fetched"))
                    .hint("save the file below the project folder, and write its path here"),
            );
        }
        Err(BadPath::Outside) => {
            return Some(
                issue(format!("`{shown}` is outside the project folder"))
                    .hint("copy the file into the project folder, and write its path from there"),
            );
        }
    };
    let (kind, extensions) = wanted.describe();
    if !wanted.accepts(&file) {
        let message = format!("expected {kind}, got `{shown}`");
        return Some(suggest(
            subject,
            issue(message).hint(format!("{kind} has the extension {}", either(extensions))),
            &file,
            field,
        ));
    }
    match subject.assets.at(&file) {
        Presence::Usable | Presence::Unknown => None,
        Presence::Faulty(problem) => {
            Some(issue(format!("`{shown}` cannot be used: {problem}")).hint(REPLACE))
        }
        Presence::Absent => {
            let issue = issue(format!("there is no file `{shown}` in the project folder"));
            Some(suggest(
                subject,
                issue.hint("put the file there; list_assets shows what is there now"),
                &file,
                field,
            ))
        }
    }
}

/// With the file that was meant: the same name in another case or with another extension as a fix, a near one as a hint.
fn suggest(subject: &Subject<'_>, issue: Issue, file: &str, field: &FileField) -> Issue {
    let usable: Vec<&str> =
        subject.assets.paths().into_iter().filter(|path| field.wanted.accepts(path)).collect();
    let same = usable
        .iter()
        .find(|path| path.eq_ignore_ascii_case(file))
        .or_else(|| usable.iter().find(|path| stem(path).eq_ignore_ascii_case(stem(file))));
    if let Some(same) = same {
        let fix = Op::Set { path: field.path.clone(), value: (*same).into() };
        return issue.hint(format!("did you mean `{same}`?")).fix(vec![fix]);
    }
    let near = near_names(file, usable.iter().map(|path| (*path).to_owned()));
    if near.is_empty() {
        return issue;
    }
    let hint = format!("{}; there is {}", issue.hint, listed(&near));
    issue.hint(hint)
}

/// A path without its extension.
fn stem(path: &str) -> &str {
    let extension = Path::new(path).extension().map_or(0, |extension| extension.len() + 1);
    &path[..path.len() - extension]
}

fn either(extensions: &[&str]) -> String {
    match extensions {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => extensions.concat(),
    }
}
