/// Begins a section: `#%% sample`, `#%% opening`, `#%% middle`, `#%% closing`, `#%% end`.
const MARK: &str = "#%% ";

/// The parts of a template file.
pub(super) struct Sections<'a> {
    /// Everything up to the first scene.
    pub(super) head: &'a str,
    /// The scenes that are used without a script.
    pub(super) sample: &'a str,
    /// Everything after the last scene.
    pub(super) tail: &'a str,
    opening: Option<&'a str>,
    middle: Vec<&'a str>,
    closing: Option<&'a str>,
}

impl<'a> Sections<'a> {
    pub(super) fn of(source: &'a str) -> Self {
        let (head, rest) = source.split_once(MARK).unwrap_or((source, ""));
        let mut sections =
            Self { head, sample: "", tail: "", opening: None, middle: Vec::new(), closing: None };
        for section in rest.split(MARK) {
            let (name, text) = section.split_once('\n').unwrap_or((section, ""));
            match name {
                "sample" => sections.sample = text,
                "opening" => sections.opening = Some(text),
                "middle" => sections.middle.push(text),
                "closing" => sections.closing = Some(text),
                _ => sections.tail = text,
            }
        }
        sections
    }

    /// The pattern of scene `i`, where `last` is the last one: opening, middle ones in turn, closing.
    pub(super) fn pattern(&self, i: usize, last: usize) -> &'a str {
        let end = match i {
            0 => self.opening,
            _ if i == last => self.closing,
            _ => None,
        };
        let turn = self.number(i).saturating_sub(1) % self.middle.len().max(1);
        end.or_else(|| self.middle.get(turn).copied()).unwrap_or_default()
    }

    /// The number of scene `i` among the middle ones, from 1.
    pub(super) fn number(&self, i: usize) -> usize {
        if self.opening.is_some() { i } else { i + 1 }
    }
}

/// Puts values where a line ends in `@name`. A plain YAML scalar cannot begin with `@`, so nothing else looks like it,
/// and what was put in is not looked at again.
pub(super) fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let value = line.trim_end().rsplit_once(" @").and_then(|(before, name)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((before, value))
        });
        match value {
            Some((before, value)) => filled.extend([before, " ", value, "\n"]),
            None => filled.push_str(line),
        }
    }
    filled
}
