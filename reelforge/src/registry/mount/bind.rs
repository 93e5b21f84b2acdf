//! From what servers declare to tools of the registry. A pure function: the same declarations give the same tools, in
//! whatever order they come.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::plain::is_hidden;
use super::super::{Declared, Listing, Mounted, Source, Tool};
use super::config::{Schemas, ServerConfig};
use super::held::Held;
use super::lock::{Lock, Verdict};
use super::names::{Named, names};
use super::report::{Report, State};
use super::schemas;

/// The most tools that one server may declare.
const TOOLS: usize = 2000;
/// The longest description and title, in characters. Both go to the model.
const DESCRIPTION: usize = 4000;
const TITLE: usize = 200;
/// How much of a reason, and of a name that is none, is repeated.
const REASON: usize = 600;

/// What is known of one server.
pub(super) struct Mount<'a> {
    pub(super) config: &'a ServerConfig,
    pub(super) source: &'a Arc<Held>,
    pub(super) state: State,
    pub(super) listing: Option<&'a Listing>,
}

/// The tools of all servers, and how these are.
#[derive(Default)]
pub(super) struct Bound {
    pub(super) tools: Vec<Arc<Tool>>,
    pub(super) reports: Vec<Report>,
}

/// Binds the servers in their order. `linked` tools keep their names; so do those of earlier servers.
pub(super) fn bind(linked: &[Arc<Tool>], mounts: &[Mount<'_>], lock: Option<&Lock>) -> Bound {
    let mut taken: BTreeMap<String, String> = linked
        .iter()
        .map(|tool| (tool.name().to_owned(), format!("the tool at {}", tool.origin())))
        .collect();
    let mut bound = Bound::default();
    for mount in mounts {
        let mut binder = Binder {
            mount,
            lock,
            taken: &mut taken,
            report: Report {
                server: mount.config.name.clone(),
                label: mount.source.label().to_owned(),
                optional: mount.config.optional,
                state: mount.state.clone(),
                tools: Vec::new(),
                hidden: 0,
                quarantined: Vec::new(),
                notes: Vec::new(),
            },
        };
        let tools = mount.listing.map(|listing| binder.listing(listing)).unwrap_or_default();
        bound.reports.push(binder.report);
        bound.tools.extend(tools);
    }
    bound.tools.sort_by(|a, b| a.name().cmp(b.name()));
    bound
}

struct Binder<'a, 'b> {
    mount: &'a Mount<'b>,
    lock: Option<&'a Lock>,
    /// The names that are taken, and by what.
    taken: &'a mut BTreeMap<String, String>,
    report: Report,
}

impl Binder<'_, '_> {
    fn quarantine(&mut self, name: &str, why: impl Into<String>) {
        let mut why: String = why.into();
        if why.len() > REASON {
            why.truncate(why.floor_char_boundary(REASON));
            why.push('…');
        }
        self.report.quarantined.push((super::super::clip(name), why));
    }

    fn listing(&mut self, listing: &Listing) -> Vec<Arc<Tool>> {
        for refused in &listing.refused {
            self.quarantine(&refused.name, refused.why.as_str());
        }
        let mut declared: Vec<&Declared> = listing.tools.iter().take(TOOLS).collect();
        if listing.tools.len() > TOOLS {
            self.report.notes.push(format!(
                "the server declares {} tools, and the first {TOOLS} are looked at",
                listing.tools.len()
            ));
        }
        // The order of the server says nothing. Of several of one name the first counts, so the sort is a stable one.
        declared.sort_by(|a, b| a.name.cmp(&b.name));
        let mut seen: Vec<&Declared> = Vec::new();
        for tool in declared {
            if seen.last().is_some_and(|last| last.name == tool.name) {
                self.quarantine(&tool.name, "the server declares it twice; the first counts");
            } else {
                seen.push(tool);
            }
        }
        self.check_rules(&seen);
        let (config, all) = (self.mount.config, seen.len());
        seen.retain(|tool| config.lets_in(&tool.name, tool.hints.read_only));
        self.report.hidden = all - seen.len();
        let originals: Vec<&str> = seen.iter().map(|tool| tool.name.as_str()).collect();
        let named = names(config, &originals);
        let mut tools = Vec::new();
        let mut new = 0;
        for (tool, named) in seen.into_iter().zip(named) {
            match self.tool(tool, named, &mut new) {
                Ok(mounted) => tools.push(Arc::new(Tool::mounted(mounted))),
                Err(why) => self.quarantine(&tool.name, why),
            }
        }
        if new > 0 && self.lock.is_some() {
            self.report.notes.push(format!("{new} tools are new since `mounts.lock` was written"));
        }
        tools
    }

    /// Says which rules name a tool that is not there.
    fn check_rules(&mut self, declared: &[&Declared]) {
        let config = self.mount.config;
        for (key, names) in [("rename", &config.rename), ("describe", &config.describe)] {
            for name in names.keys().filter(|name| !declared.iter().any(|tool| tool.name == **name)) {
                let near = super::super::near(name, declared.iter().map(|tool| tool.name.as_str()));
                let meant = near.first().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                self.report
                    .notes
                    .push(format!("`{key}` names `{name}`, which the server does not declare{meant}"));
            }
        }
        for (key, globs) in [("allow", &config.allow), ("deny", &config.deny)] {
            for glob in globs.iter().filter(|glob| !declared.iter().any(|tool| glob.covers(&tool.name))) {
                let note = format!("`{key}` says `{}`, which covers no tool of the server", glob.as_str());
                self.report.notes.push(note);
            }
        }
    }

    fn tool(&mut self, declared: &Declared, named: Named, new: &mut usize) -> Result<Mounted, String> {
        let config = self.mount.config;
        let (name, note) = match named {
            Named::As(name, note) => (name, note),
            Named::Not(why) => return Err(why),
        };
        if let Some(other) = self.taken.get(&name) {
            return Err(format!(
                "the name `{name}` is taken by {other}: give the server a `prefix`, or the tool another name with \
                 `rename`"
            ));
        }
        match self.lock.map(|lock| lock.judge(&config.name, declared)) {
            None | Some(Verdict::Kept) => {}
            Some(Verdict::New) => *new += 1,
            Some(Verdict::Drifted(parts)) => {
                return Err(format!(
                    "it says something else than what was accepted: {} changed; look at it, then accept it with \
                     `tools mounts --accept`",
                    parts.join(", ")
                ));
            }
        }
        let made = schemas::make(declared, config.schemas)?;
        self.report.notes.extend(note);
        self.report.notes.extend(made.note.map(|note| format!("`{name}`: {note}")));
        let said =
            |text: &Option<String>| text.as_deref().filter(|text| !text.trim().is_empty()).map(str::to_owned);
        let title = said(&declared.title);
        let description =
            config.describe.get(&declared.name).cloned().or_else(|| said(&declared.description));
        let description = description.or_else(|| title.clone()).unwrap_or_else(|| declared.name.clone());
        let description = self.cut(&name, "description", description, DESCRIPTION);
        let title = title.unwrap_or_else(|| name.clone());
        let title = self.cut(&name, "title", title, TITLE);
        let origin = format!("`{}` of the server `{}`", super::super::clip(&declared.name), config.name);
        self.taken.insert(name.clone(), origin);
        self.report.tools.push((name.clone(), declared.name.clone()));
        Ok(Mounted {
            server: config.name.clone(),
            name,
            original: declared.name.clone(),
            title,
            description,
            toolsets: config.toolsets.clone(),
            hints: declared.hints,
            timeout: Some(config.timeout),
            max_output: config.max_output,
            input_schema: made.input,
            output_schema: made.output,
            checked: config.schemas == Schemas::Portable,
            places: self.mount.source.places.clone(),
            source: self.mount.source.clone(),
        })
    }

    fn cut(&mut self, name: &str, what: &str, text: String, limit: usize) -> String {
        let seen_as_it_is = |c: char| !is_hidden(c) || matches!(c, '\n' | '\r' | '\t');
        if !text.chars().all(seen_as_it_is) {
            self.report
                .notes
                .push(format!("`{name}`: its {what} holds characters that people cannot see: look at it"));
        }
        let Some((end, _)) = text.char_indices().nth(limit) else { return text };
        self.report
            .notes
            .push(format!("`{name}`: its {what} is longer than {limit} characters, and was cut"));
        format!("{}…", &text[..end])
    }
}
