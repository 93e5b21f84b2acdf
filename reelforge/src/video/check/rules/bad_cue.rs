//! V-13: times that name what does not happen, or happens outside of their scene.

use std::collections::HashMap;

use super::times::{TimeField, Use, fields};
use super::{Findings, Subject, listed, nearest};
use crate::video::check::{Issue, Severity};
use crate::video::project::edit::Op;
use crate::video::project::model::{Element, Time};
use crate::video::time::{BadTime, Spoken, Term, TimeExpr, nearest_phrase, says};

/// Words of a scene that a hint repeats.
const SHOWN_WORDS: usize = 40;
/// Phrases for which a near one is looked for: each costs a look at the whole script, and many are wrong only when the
/// script is another.
const MAX_SOUGHT: usize = 12;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let mut near = Near::default();
    for field in fields(&subject.expanded.project) {
        let Time::Expr(text) = field.time else { continue };
        let issue = match subject.times.moment(field.scene, field.time) {
            Ok(moment) => outside(subject, &field, text, moment.t, moment.estimated)
                .or_else(|| guessed(subject, &field, text, moment.t, moment.estimated)),
            Err(BadTime::NotYet) => None,
            Err(bad) => Some(unresolved(subject, &field, text, &bad, &mut near)),
        };
        if let Some(issue) = issue
            && !found.push(issue)
        {
            return;
        }
    }
    order(subject, found);
}

/// A cue by which an element would begin after it has ended.
fn order(subject: &Subject<'_>, found: &mut Findings) {
    for (index, scene) in subject.expanded.project.scenes.iter().enumerate() {
        for element in scene.elements.iter().flat_map(Element::with_descendants) {
            let common = &element.common;
            let Some(until) = &common.until else { continue };
            let field = match (&common.at, until) {
                (Time::Expr(_), _) => "at",
                (_, Time::Expr(_)) => "until",
                _ => continue,
            };
            let (Some(start), Some(end)) = subject.times.span(index, element) else { continue };
            if start < end {
                continue;
            }
            let message = format!("it begins at {start:.2} s and ends at {end:.2} s");
            let hint = "name a moment before its end, or remove `until` to show it until the scene's end";
            let issue = subject.issue("V-13", format!("{}.{field}", common.path), message).hint(hint);
            let both = matches!((&common.at, until), (Time::Expr(_), Time::Expr(_)));
            let estimated = subject.times.timeline().scenes[index].estimated;
            // Seconds against estimated words may be in order once the voice is recorded.
            let severity = if estimated && !both { Severity::Warning } else { Severity::Error };
            let fix = vec![Op::Unset { path: format!("{}.until", common.path) }];
            if !found.push(issue.severity(severity).measured(start, end).fix(fix)) {
                return;
            }
        }
    }
}

fn unresolved(
    subject: &Subject<'_>,
    field: &TimeField<'_>,
    text: &str,
    bad: &BadTime,
    near: &mut Near,
) -> Issue {
    let issue = subject.issue("V-13", field.path.clone(), format!("`{text}`: {bad}"));
    let expr = text.parse::<TimeExpr>().ok();
    let replace = |term: Term| {
        let shift = expr.as_ref().map_or(0.0, |expr| expr.shift);
        vec![Op::Set { path: field.path.clone(), value: TimeExpr { term, shift }.to_string().into() }]
    };
    match (bad, expr.as_ref().map(|expr| &expr.term)) {
        (BadTime::NoPhrase(phrase), Some(Term::Cue { edge, .. })) => {
            let own = field.scene.map(|scene| subject.times.words_of(scene)).unwrap_or_default();
            let heard = if own.is_empty() { subject.times.words() } else { own };
            match near.to(subject, field.scene, phrase) {
                Some(near) => {
                    let term = Term::Cue { phrase: near.clone(), nth: 1, edge: *edge };
                    issue.hint(format!("did you mean `{near}`? {}", said(heard))).fix(replace(term))
                }
                None => issue.hint(said(heard)),
            }
        }
        (BadTime::TooFew(_, count), Some(Term::Cue { phrase, nth, edge })) if *count > 0 => {
            let last = u32::try_from(*count).unwrap_or(1);
            let term = Term::Cue { phrase: phrase.clone(), nth: last, edge: *edge };
            issue.measured(*nth, last).hint(format!("the last one is {last}")).fix(replace(term))
        }
        (BadTime::TooFew(_, count), Some(term)) if *count > 0 => {
            let last = u32::try_from(*count).unwrap_or(1);
            let term = match term {
                Term::Pause(_) => Term::Pause(last),
                _ => Term::Sentence(last),
            };
            issue
                .hint(format!("the last one is `{}`", TimeExpr { term: term.clone(), shift: 0.0 }))
                .fix(replace(term))
        }
        (BadTime::NoName(name), _) => {
            let names = subject.project.cues.keys().map(String::as_str);
            match nearest(name, names.chain(["end"])) {
                Some(near) => {
                    let term = if near == "end" { Term::End } else { Term::Named(near.to_owned()) };
                    issue.hint(format!("did you mean `{near}`?")).fix(replace(term))
                }
                None if subject.project.cues.is_empty() => {
                    issue.hint("define it in `cues`, or name spoken words as in `cue(forty percent)`")
                }
                None => {
                    let names: Vec<&str> = subject.project.cues.keys().map(String::as_str).collect();
                    issue.hint(format!("`cues` has {}", listed(&names)))
                }
            }
        }
        (BadTime::NoSpeech, _) => issue.hint("write what is said into `say`, or use seconds"),
        (BadTime::NoMusic, _) => issue.hint("add `music` with `beats`, or use seconds"),
        (BadTime::Circle(_), _) => issue.hint("write one of them in seconds"),
        _ => issue.hint("see `get_schema` for the forms of a time, or use seconds"),
    }
}

/// What wrong phrases were meant to be, by the scene that names them.
#[derive(Default)]
struct Near {
    known: HashMap<(Option<usize>, String), Option<String>>,
}

impl Near {
    /// The phrase of a scene, else of the whole script, that is nearest to a wrong one.
    fn to(&mut self, subject: &Subject<'_>, scene: Option<usize>, phrase: &str) -> Option<String> {
        let key = (scene, phrase.to_owned());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        if self.known.len() == MAX_SOUGHT {
            return None;
        }
        let own = scene.and_then(|scene| nearest_phrase(phrase, subject.times.words_of(scene)));
        let near = own.or_else(|| nearest_phrase(phrase, subject.times.words()));
        self.known.insert(key, near.clone());
        near
    }
}

/// A moment that its scene does not have.
fn outside(
    subject: &Subject<'_>,
    field: &TimeField<'_>,
    text: &str,
    t: f64,
    estimated: bool,
) -> Option<Issue> {
    let scene = &subject.times.timeline().scenes[field.scene?];
    let frame = 1.0 / f64::from(subject.project.canvas.fps.max(1));
    let is_late = match field.usage {
        Use::End => t > scene.t1 + frame,
        Use::Start => t > scene.t1 - frame / 2.0,
    };
    let is_early = t < scene.t0 - frame;
    if !is_late && !is_early {
        return None;
    }
    let side = if is_early { "before" } else { "after" };
    let about = if estimated { "about " } else { "" };
    let message = format!(
        "`{text}` is {about}{t:.2} s, {side} its scene, which runs from {:.2} s to {:.2} s",
        scene.t0, scene.t1
    );
    let say = field.scene.map(|scene| subject.times.words_of(scene)).filter(|words| !words.is_empty());
    let is_own = say.is_some_and(|say| is_spoken_in(&text_of(say), text));
    let mut issue = subject.issue("V-13", field.path.clone(), message).measured(t, vec![scene.t0, scene.t1]);
    (issue.t0, issue.t1) = (Some(scene.t0), Some(scene.t1));
    // Its own words do fall into the scene once they are recorded; only the shift may be too large.
    if is_own && estimated {
        issue = issue.severity(Severity::Warning);
    }
    Some(match say {
        Some(say) if !is_own => issue.hint(format!("name words of this scene. {}", said(say))),
        _ => issue.hint("name another moment, or count seconds from the scene's start"),
    })
}

/// A moment that is estimated although there is a recording that could tell it.
fn guessed(
    subject: &Subject<'_>,
    field: &TimeField<'_>,
    text: &str,
    t: f64,
    estimated: bool,
) -> Option<Issue> {
    let heard = subject.times.heard();
    let has_voice = heard.voice.is_some() || heard.scenes.iter().any(Option::is_some);
    if !estimated || !has_voice {
        return None;
    }
    let message =
        format!("`{text}` is about {t:.2} s, estimated from the script: no recording was heard to say it");
    let hint = "record these words, make `say` what the recording says, or give the times of its words with `import_cues`";
    Some(subject.issue("V-13", field.path.clone(), message).severity(Severity::Warning).hint(hint))
}

fn is_spoken_in(say: &str, text: &str) -> bool {
    let Ok(TimeExpr { term: Term::Cue { phrase, .. }, .. }) = text.parse() else { return false };
    says(say, &phrase)
}

fn text_of(spoken: &[Spoken]) -> String {
    let mut text = String::new();
    for word in spoken {
        if !text.is_empty() && !word.is_joined {
            text.push(' ');
        }
        text.push_str(&word.shown);
    }
    text
}

/// What is said, as far as a reader wants to know.
fn said(spoken: &[Spoken]) -> String {
    if spoken.is_empty() {
        return "what is said is not known: write it into `say` or `voice.script`, or give the times of its words with \
                `import_cues`"
            .to_owned();
    }
    let more = if spoken.len() > SHOWN_WORDS { " …" } else { "" };
    format!("What is said: “{}{more}”", text_of(&spoken[..spoken.len().min(SHOWN_WORDS)]))
}
