//! The command line of `call`, made from the schemas of the tools.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use serde_json::Value;

use super::super::{Failure, flags, mounts};
use crate::protocol::unknown_tool;
use crate::registry::{Registry, Selection, Tool, accepted_types, plain, plain_line};

/// The flags that say how to call, not with what. They may also stand after the tool's name, unless the tool has
/// an argument of that name.
pub(super) const OF_CALL: [&str; 3] = ["json", "output", "images"];

/// `call` with the flags of every tool.
pub(crate) fn every_tool(tools: &Selection) -> Command {
    call(tools, |_| true)
}

/// `call` with the flags of the tools that the line may be about: making them needs the tool's schema.
pub(super) fn named_tools(tools: &Selection, line: &[&OsString]) -> Command {
    call(tools, |tool| line.iter().any(|word| *word == tool.name())).no_binary_name(true)
}

/// Says which tool may have been meant.
pub(super) fn meant(error: clap::Error, registry: &Registry) -> Failure {
    match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(name))) => {
            Failure::Usage(unknown_tool(&registry.all(), name))
        }
        _ => error.into(),
    }
}

/// The file of servers that the line names before the tool. Which tools there are depends on it, and so does the rest of
/// the line.
pub(super) fn mounted(line: &[&OsString]) -> Option<PathBuf> {
    let command = with_flags(Command::new("call"))
        .no_binary_name(true)
        .disable_help_flag(true)
        .allow_external_subcommands(true)
        .ignore_errors(true);
    // What is wrong with the line is said when all of it is read.
    command.try_get_matches_from(line).ok().as_ref().and_then(mounts::file)
}

fn call(tools: &Selection, in_full: impl Fn(&Tool) -> bool) -> Command {
    // A name that looks like a flag would take the place of that.
    let tools = tools.tools().iter().filter(|tool| !tool.name().starts_with('-')).map(|tool| {
        let command = Command::new(tool.name().to_owned()).about(summary(tool.description()));
        if in_full(tool) { with_arguments(command, tool) } else { command }
    });
    with_flags(Command::new("call"))
        .about("Calls a tool")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("TOOL")
        .subcommand_help_heading("Tools")
        .disable_help_subcommand(true)
        .after_help("`call <TOOL> --help` shows the arguments of a tool.")
        .subcommands(tools)
}

/// The flags of `call`.
fn with_flags(command: Command) -> Command {
    command
        .args(how_to_call())
        .args(flags::selection())
        .args(flags::mount())
        .args(flags::limits())
        .arg(flags::message())
        .args(flags::log())
}

fn how_to_call() -> [Arg; 3] {
    [
        Arg::new("json")
            .long("json")
            .value_name("OBJECT")
            .help("All arguments as one JSON object; `-` reads it from standard input"),
        Arg::new("output")
            .long("output")
            .value_name("FORMAT")
            .value_parser(["text", "json"])
            .default_value("text")
            .help("How the result is printed"),
        Arg::new("images")
            .long("images")
            .value_name("FOLDER")
            .value_parser(clap::value_parser!(std::path::PathBuf))
            .help("Where the pictures and sounds of the result are written"),
    ]
}

fn with_arguments(command: Command, tool: &Tool) -> Command {
    let arguments: Vec<Argument<'_>> = arguments(tool).collect();
    let taken = |flag: &str| arguments.iter().any(|argument| argument.answers_to(flag));
    let heading = "How to call";
    let own: Vec<Arg> = how_to_call()
        .into_iter()
        .filter(|arg| !taken(arg.get_id().as_str()))
        .map(|arg| arg.help_heading(heading))
        .collect();
    let help = Arg::new("help").short('h').action(ArgAction::Help).help("Print help").help_heading(heading);
    let help = if taken("help") { help } else { help.long("help") };
    command
        .long_about(plain(tool.description()).into_owned())
        .disable_help_flag(true)
        .next_help_heading("Arguments")
        .args(arguments.iter().map(Argument::flag))
        .args(own)
        .arg(help)
        .after_help("Flags of `call` such as `--call-time` stand before the tool's name.")
}

/// One argument of a tool.
pub(super) struct Argument<'a> {
    pub(super) name: &'a str,
    pub(super) schema: &'a Value,
    pub(super) root: &'a Value,
    /// The flag, without its dashes.
    flag: String,
    required: bool,
}

/// The arguments of a tool that can be flags.
pub(super) fn arguments(tool: &Tool) -> impl Iterator<Item = Argument<'_>> {
    let root = tool.input_schema();
    let properties = root["properties"].as_object();
    let names: Vec<&String> = properties.into_iter().flat_map(|all| all.keys()).collect();
    properties.into_iter().flatten().filter(|(name, _)| is_flag(name)).map(move |(name, schema)| {
        let kebab = name.replace('_', "-");
        let unique = names.iter().filter(|other| other.replace('_', "-") == kebab).count() == 1;
        let flag = if unique { kebab } else { name.clone() };
        let required = root["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        Argument { name, schema, root, flag, required }
    })
}

fn is_flag(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'=')
}

impl Argument<'_> {
    /// What clap knows it by. No flag of ours has a colon in its name.
    pub(super) fn id(&self) -> String {
        format!("argument:{}", self.name)
    }

    fn answers_to(&self, flag: &str) -> bool {
        self.flag == flag || self.name == flag
    }

    fn flag(&self) -> Arg {
        let mut types = accepted_types(self.schema, self.root);
        // Nobody needs to say that an argument is absent.
        types.remove("null");
        let mut arg =
            Arg::new(self.id()).long(self.flag.clone()).help(self.help()).long_help(self.long_help());
        if self.flag != self.name {
            arg = arg.alias(self.name.to_owned());
        }
        if types.iter().eq(["boolean"].iter()) {
            return arg
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("true")
                .value_name("BOOLEAN");
        }
        let many = types.contains("array");
        arg = if many { arg.action(ArgAction::Append) } else { arg };
        let element = if many { accepted_types(&self.schema["items"], self.root) } else { types };
        let name = match element.iter().copied().collect::<Vec<_>>().as_slice() {
            ["string"] => "TEXT",
            ["integer"] => "INTEGER",
            ["integer", "number"] => "NUMBER",
            ["boolean"] => "BOOLEAN",
            ["object" | "array"] => "JSON",
            _ => "VALUE",
        };
        // Text may begin with a dash too, but then `--flag=-text` is needed, or a forgotten value would eat the
        // next flag.
        arg.value_name(name).allow_negative_numbers(element.contains("integer"))
    }

    fn help(&self) -> String {
        plain_line([summary(self.description()), self.notes()].join(" ").trim()).into_owned()
    }

    fn long_help(&self) -> String {
        plain([self.description().trim(), &self.notes()].join("\n").trim()).into_owned()
    }

    fn description(&self) -> &str {
        self.schema["description"].as_str().unwrap_or_default()
    }

    /// What the schema asks for, as far as a line can say it.
    fn notes(&self) -> String {
        let schema = crate::registry::resolve(self.schema, self.root);
        let mut notes = Vec::new();
        if self.required {
            notes.push("required".to_owned());
        }
        if let Some(default) = schema.get("default") {
            notes.push(format!("default: {}", shown(default)));
        }
        if let Some(values) = schema["enum"].as_array() {
            notes.push(format!("one of: {}", values.iter().map(shown).collect::<Vec<_>>().join(", ")));
        }
        let bounds = [
            ("minimum", "at least"),
            ("exclusiveMinimum", "more than"),
            ("maximum", "at most"),
            ("exclusiveMaximum", "less than"),
        ];
        for (keyword, words) in bounds {
            if let Some(bound) = schema.get(keyword) {
                notes.push(format!("{words} {bound}"));
            }
        }
        if accepted_types(self.schema, self.root).contains("array") {
            notes.push("may be repeated".to_owned());
        }
        if notes.is_empty() { String::new() } else { format!("[{}]", notes.join("; ")) }
    }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The first paragraph on one line.
pub(in crate::cli) fn summary(text: &str) -> String {
    let paragraph = text.trim().split("\n\n").next().unwrap_or_default();
    plain_line(&paragraph.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

#[cfg(all(test, feature = "client"))]
mod tests {
    use super::*;
    use crate::registry::mount::testing::{Fake, World, declared};

    #[test]
    fn the_file_of_servers_is_found_before_the_tool_and_not_after_it() {
        let file = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            mounted(&words.iter().collect::<Vec<_>>())
        };
        let found = Some(PathBuf::from("s.json"));
        assert_eq!(file("--mount s.json read --path x"), found);
        assert_eq!(file("--call-time 5s --mount=s.json --output json read"), found);
        assert_eq!(file("--mount s.json --help"), found);
        assert_eq!(file("--mount s.json --nonsense read"), found, "what is wrong is said later");
        assert_eq!(file("read --mount s.json"), None, "that is an argument of the tool");
        assert_eq!(file("--mount"), None);
        assert_eq!(file("--json {} read"), None);
    }

    #[tokio::test]
    async fn what_tools_of_others_say_is_nothing_that_a_terminal_obeys_or_takes_for_a_flag() {
        let argument = serde_json::json!({
            "type": "string", "description": "\u{1b}[2Jwiped", "default": "\u{1b}[9m", "enum": ["\u{1b}[31mred"],
        });
        let mut odd = declared("odd");
        odd.description = Some("One.\u{1b}]0;title\u{7}\n\nTwo.\u{202e}".to_owned());
        odd.input_schema["properties"] = serde_json::json!({ "a": argument });
        let fake = Fake::new(vec![odd, declared("-h"), declared("--version")]);
        let registry = World::new(&[("s", &fake)]).opened().await.now();
        let mut command = every_tool(&registry.all());
        let odd = command.find_subcommand_mut("odd").unwrap();
        let texts = [odd.render_help(), odd.render_long_help(), command.render_long_help()];
        let texts = texts.map(|text| text.ansi().to_string());
        assert!(texts[0].contains("wiped") && texts[1].contains("Two.") && texts[2].contains("One."));
        for text in texts {
            for obeyed in ["\u{1b}]0", "\u{7}", "\u{202e}", "\u{1b}[2J", "\u{1b}[9m", "\u{1b}[31m"] {
                assert!(!text.contains(obeyed), "{text:?}");
            }
        }
        let help = OsString::from("-h");
        let asked = named_tools(&registry.all(), &[&help]).try_get_matches_from([&help]).unwrap_err();
        assert_eq!(asked.kind(), ErrorKind::DisplayHelp);
    }
}
