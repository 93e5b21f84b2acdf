//! Text that does not parse: names the trap at each place where reading stops, and reads on as if it were repaired.

use super::lines::{self, Candidate};
use super::{describe, dropped};
use crate::video::check::Issue;
use crate::video::project::source::{self, Document, Problem, ProblemKind, Span};

/// Places repaired in one file.
const MAX_REPAIRS: usize = 20;

/// The issue at every place where reading stops, up to the first that no repair gets past.
pub(super) fn repair_all(text: &str) -> Vec<Issue> {
    let mut issues = Vec::new();
    let mut repaired = text.to_owned();
    let mut lines_done = Vec::new();
    for _ in 0..MAX_REPAIRS {
        let document = source::parse(&repaired);
        let Some(problem) = document.problems.iter().find(|problem| problem.kind.is_fatal()) else {
            // What else is lost in the lines that were not touched.
            let lost = dropped::find(&repaired, &document);
            issues.extend(
                lost.into_iter().filter(|issue| issue.line.is_none_or(|line| !lines_done.contains(&line))),
            );
            break;
        };
        let fix = repair(&repaired, problem);
        let line =
            fix.as_ref().map_or(problem.span.line, |(candidate, ..)| line_of(&repaired, candidate.start));
        if lines_done.contains(&line) {
            // Columns of a line that was repaired are not those of the file.
            break;
        }
        let mut issue = describe(&repaired, problem);
        if let Some((candidate, ..)) = &fix {
            issue = name_trap(issue, &repaired, problem, candidate).fix(vec![candidate.op(&repaired)]);
        }
        issues.push(issue);
        let Some((_, text)) = fix else { break };
        repaired = text;
        lines_done.push(line);
    }
    issues
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// The first repair after which reading gets past this problem, and the text with it.
fn repair(text: &str, problem: &Problem) -> Option<(Candidate, String)> {
    let candidates = match problem.kind {
        ProblemKind::Tab => lines::untabbed(text).into_iter().collect(),
        ProblemKind::Syntax(_) => lines::candidates(text, problem.span),
        _ => Vec::new(),
    };
    candidates.into_iter().find_map(|candidate| {
        let (edited, document) = candidate.try_on(text)?;
        is_past(&document, problem, line_of(text, candidate.start)).then_some((candidate, edited))
    })
}

fn is_past(document: &Document, problem: &Problem, repaired_line: usize) -> bool {
    let fatal = document.problems.iter().find(|problem| problem.kind.is_fatal());
    fatal.is_none_or(|next| {
        let tab_is_gone = problem.kind == ProblemKind::Tab && next.kind != ProblemKind::Tab;
        next.span.line > problem.span.line.max(repaired_line) || tab_is_gone
    })
}

/// Says which trap it is, by what the repaired value begins with.
fn name_trap(issue: Issue, text: &str, problem: &Problem, candidate: &Candidate) -> Issue {
    if problem.kind == ProblemKind::Tab {
        return at(issue, text, candidate);
    }
    let value = &text[candidate.start..candidate.end];
    let (message, hint) = match value.chars().next() {
        None => ("a space is missing after the colon", "write `key: value`"),
        Some('*') => ("`*` begins an alias, not text", "put the value in quotes; `==words==` marks words"),
        Some('&') => ("`&` begins an anchor, not text", "put the value in quotes"),
        Some('%') => ("a value cannot begin with `%`", "put the value in quotes"),
        Some('@') => ("a value cannot begin with `@`", "put the value in quotes"),
        Some('`') => ("a value cannot begin with a backquote", "put the value in quotes"),
        Some('-') => ("`- ` begins a list, not text", "put the value in quotes"),
        Some('|' | '>') => ("`|` and `>` begin a block of text on the next line", "put the value in quotes"),
        Some('[' | '{') => ("a bracket begins a list or a map, not text", "put the value in quotes"),
        Some('"' | '\'') => {
            ("the value goes on after its closing quote, or has none", "escape the quotes inside as `\\\"`")
        }
        Some('!') => ("`!` begins a tag, not text", "put the value in quotes"),
        Some(_) if value.contains(" #") || value.starts_with('#') => {
            ("text after ` #` is dropped as a comment", "put the value in quotes")
        }
        Some(_) if value.contains(": ") => {
            ("a colon with a space begins a map, not text", "put the value in quotes")
        }
        Some(_) => ("this value is not YAML as it stands", "put the value in quotes"),
    };
    let issue = Issue { message: message.to_owned(), hint: hint.to_owned(), ..issue };
    at(issue, text, candidate)
}

fn at(issue: Issue, text: &str, candidate: &Candidate) -> Issue {
    let line_start = lines::line_around(text, candidate.start).0;
    let column = text[line_start..candidate.start].trim_start_matches('\u{feff}').chars().count() + 1;
    issue.at(Span {
        start: candidate.start,
        end: candidate.end,
        line: line_of(text, candidate.start),
        column,
    })
}
