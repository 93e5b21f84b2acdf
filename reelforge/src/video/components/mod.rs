//! The components that come with the studio: plain YAML, written in the format that projects use for their own.

pub mod sample;

use std::sync::LazyLock;

use super::project::Project;
use super::project::model::Component;

/// A component that comes with the studio.
#[derive(Debug, Clone)]
pub struct BuiltIn {
    /// Its name, as `use` names it.
    pub name: &'static str,
    /// What it is for: the comment on its first line.
    pub about: &'static str,
    /// How it is written.
    pub yaml: &'static str,
    /// What that means.
    pub component: Component,
}

macro_rules! written {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!($name, ".yaml")))),+]
    };
}

/// Names and texts.
const WRITTEN: [(&str, &str); 10] = written![
    "title-card",
    "lower-third",
    "quote",
    "stat",
    "compare",
    "steps",
    "logo-sting",
    "end-card",
    "social-follow",
    "callout",
];

/// All of them, read once.
pub fn built_in() -> &'static [BuiltIn] {
    static ALL: LazyLock<Vec<BuiltIn>> = LazyLock::new(read);
    &ALL
}

/// The one of a name.
pub fn named(name: &str) -> Option<&'static BuiltIn> {
    built_in().iter().find(|component| component.name == name)
}

/// Reads them as the components of a project, so that they mean what a project's own would.
fn read() -> Vec<BuiltIn> {
    let mut project = Project::parse_untried(&project()).project.unwrap_or_default();
    let read = |(name, yaml): (&'static str, &'static str)| {
        let about = yaml.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        Some(BuiltIn { name, about, yaml, component: project.components.remove(name)? })
    };
    WRITTEN.into_iter().filter_map(read).collect()
}

/// A project that has them as its components.
fn project() -> String {
    let mut text =
        "reelforge: 1\nmeta: {title: Components}\ncanvas: reel\nscenes: [{id: none}]\ncomponents:\n"
            .to_owned();
    for (name, yaml) in WRITTEN {
        text.push_str(&format!("  {name}:\n"));
        for line in yaml.lines() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_read_without_an_issue() {
        let parsed = Project::parse(&project());
        assert!(parsed.issues.is_empty(), "{:#?}", parsed.issues);
        let names: Vec<&str> = built_in().iter().map(|component| component.name).collect();
        assert_eq!(names, WRITTEN.map(|(name, _)| name));
    }

    #[test]
    fn each_says_what_it_is_for_and_only_uses_colours_of_the_theme() {
        for component in built_in() {
            let BuiltIn { name, about, yaml, .. } = component;
            assert!(about.len() > 20 && about.ends_with('.'), "{name}: {about}");
            assert!(!yaml.contains("\"#"), "{name} has a colour of its own");
            assert!(yaml.contains("required: true") || *name == "logo-sting", "{name} needs nothing?");
        }
        assert_eq!(named("quote").map(|quote| quote.name), Some("quote"));
        assert!(named("nothing").is_none());
    }
}
