//! From the text of a file to what it says about each server.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::config::{BusinessErrors, Connection, Schemas, ServerConfig};
use super::error::ConfigError;
use super::expand::{Environment, expand};
use super::glob::Glob;
use super::reader::{self, Member, Mistake, Node, unknown};
use crate::registry::builder::{is_slug, is_tool_name};
use crate::units;

/// The largest file that is read.
pub(super) const FILE_SIZE: u64 = 1 << 20;
/// The most servers of one file.
const SERVERS: usize = 64;
/// The most items of one list, and members of one object.
const ITEMS: usize = 1000;
/// How long a call may take, if nothing is said.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The keys of a server, in the order of the documentation.
const KEYS: [&str; 19] = [
    "command",
    "args",
    "env",
    "cwd",
    "url",
    "headers",
    "type",
    "prefix",
    "toolsets",
    "allow",
    "deny",
    "read_only",
    "rename",
    "describe",
    "timeout",
    "optional",
    "max_output",
    "business_errors",
    "schemas",
];

/// The servers that `text`, which is what `file` holds, speaks of, in its order. `environment` gives the values of
/// variables. The first mistake is the error.
pub fn parse(
    text: &str,
    file: &Path,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<ServerConfig>, ConfigError> {
    let folder = file.parent().unwrap_or(Path::new(""));
    // What some editors put at the beginning of a file says nothing.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    servers(text, folder, environment).map_err(|mistake| ConfigError {
        file: file.to_owned(),
        place: Some((mistake.line, mistake.column)),
        message: mistake.message,
    })
}

fn servers(text: &str, folder: &Path, environment: Environment<'_>) -> Result<Vec<ServerConfig>, Mistake> {
    let root = reader::read(text)?;
    let mut all = None;
    for member in root.object("an object with `mcpServers`", ITEMS)? {
        match &*member.name {
            "mcpServers" => all = Some(member.value),
            other => return Err(member.key.mistake(unknown("key", other, &["mcpServers"]))),
        }
    }
    let all =
        all.ok_or_else(|| root.mistake("expected `mcpServers`: an object with a server under each name"))?;
    let mut configs: Vec<ServerConfig> = Vec::new();
    for member in all.object("an object with a server under each name", SERVERS)? {
        let config = Server { folder, environment, name: &member.name }.read(&member)?;
        // The first toolset is the server's own.
        if let Some(other) = configs.iter().find(|other| other.toolsets.first() == config.toolsets.first()) {
            return Err(member.key.mistake(format!(
                "`{}` and `{}` are too alike: both are the toolset `{}`; rename one",
                config.name, other.name, config.toolsets[0]
            )));
        }
        configs.push(config);
    }
    Ok(configs)
}

/// Reads one server.
struct Server<'a> {
    folder: &'a Path,
    environment: Environment<'a>,
    name: &'a str,
}

impl Server<'_> {
    fn read(&self, member: &Member<'_>) -> Result<ServerConfig, Mistake> {
        let own = slug(self.name).ok_or_else(|| {
            member.key.mistake(format!(
                "`{}` is no name of a server: expected 1 to 64 characters with a letter among them; `all` is reserved",
                crate::registry::clip(self.name)
            ))
        })?;
        let members = member.value.object("an object that says how the server is reached", KEYS.len() + 1)?;
        if let Some(stranger) = members.iter().find(|member| !KEYS.contains(&&*member.name)) {
            let name = format!("key of the server `{}`", self.name);
            return Err(stranger.key.mistake(unknown(&name, &stranger.name, &KEYS)));
        }
        let get = |key: &str| members.iter().find(|member| member.name == key).map(|member| member.value);
        let mut toolsets = vec![own];
        for item in get("toolsets").map_or(Ok(Vec::new()), |node| node.list("a list of toolsets", ITEMS))? {
            let set = item.string("the name of a toolset")?;
            if set == "all" || !is_slug(&set) {
                return Err(item.mistake(format!(
                    "`{}` is no toolset: expected a lower-case word such as `basic`; `all` is reserved",
                    crate::registry::clip(&set)
                )));
            }
            toolsets.push(set);
        }
        toolsets[1..].sort_unstable();
        toolsets.dedup();
        Ok(ServerConfig {
            name: self.name.to_owned(),
            place: member.key.place(),
            connection: self.connection(&member.value, &members)?,
            prefix: get("prefix").map_or(Ok(String::new()), |node| prefix(&node))?,
            toolsets,
            allow: get("allow").map_or(Ok(Vec::new()), |node| globs(&node))?,
            deny: get("deny").map_or(Ok(Vec::new()), |node| globs(&node))?,
            read_only: get("read_only").map_or(Ok(false), |node| node.boolean("`true` or `false`"))?,
            rename: get("rename").map_or(Ok(BTreeMap::new()), |node| names(&node))?,
            describe: get("describe").map_or(Ok(BTreeMap::new()), |node| {
                texts(&node, "an object with a description under each name of a tool", &|_, text| Ok(text))
            })?,
            timeout: get("timeout").map_or(Ok(TIMEOUT), |node| {
                let text = node.string("a time with its unit, such as \"30s\" or \"10m\"")?;
                units::time(&text).map_err(|problem| node.mistake(problem))
            })?,
            optional: get("optional").map_or(Ok(false), |node| node.boolean("`true` or `false`"))?,
            max_output: get("max_output").map(|node| size(&node)).transpose()?,
            business_errors: get("business_errors").map(|node| business_errors(&node)).transpose()?,
            schemas: get("schemas").map_or(Ok(Schemas::default()), |node| {
                match node.string("`as_is` or `portable`")?.as_str() {
                    "as_is" => Ok(Schemas::AsIs),
                    "portable" => Ok(Schemas::Portable),
                    other => Err(node.mistake(unknown("way with schemas", other, &["as_is", "portable"]))),
                }
            })?,
        })
    }

    fn connection(&self, whole: &Node<'_>, members: &[Member<'_>]) -> Result<Connection, Mistake> {
        let find = |key: &str| members.iter().find(|member| member.name == key);
        let expand = |node: &Node<'_>, text: String| match expand(&text, self.environment) {
            Ok(text) if text.contains('\0') => Err(node.mistake("expected a text without NUL characters")),
            expanded => expanded.map_err(|problem| node.mistake(problem)),
        };
        let kind = match find("type") {
            None => None,
            Some(member) => match member.value.string("`stdio` or `http`")?.as_str() {
                "stdio" => Some("command"),
                "http" | "streamable-http" | "streamableHttp" => Some("url"),
                "sse" => {
                    return Err(member.value.mistake(
                        "`sse` is the transport that MCP has given up: expected `http`, with the address of the \
                         server's Streamable HTTP",
                    ));
                }
                other => return Err(member.value.mistake(unknown("type", other, &["stdio", "http"]))),
            },
        };
        let (command, url) = (find("command"), find("url"));
        if let (Some(_), Some(url)) = (command, url) {
            return Err(url.key.mistake("expected `command` or `url`, not both"));
        }
        let said = command.or(url);
        match (said, kind) {
            (None, wanted) => {
                let wanted = wanted.map_or("`command` or `url`".to_owned(), |key| format!("`{key}`"));
                return Err(whole.mistake(format!("the server `{}` lacks {wanted}", self.name)));
            }
            (Some(said), Some(wanted)) if said.name != wanted => {
                return Err(said
                    .key
                    .mistake(format!("the server's `type` asks for `{wanted}`, not `{}`", said.name)));
            }
            _ => {}
        }
        let foreign = if command.is_some() { ["headers"].as_slice() } else { &["args", "env", "cwd"] };
        if let Some(member) = members.iter().find(|member| foreign.contains(&&*member.name)) {
            let beside = if command.is_some() { "command" } else { "url" };
            return Err(member
                .key
                .mistake(format!("`{}` says nothing beside `{beside}`: remove it", member.name)));
        }
        if let Some(url) = url {
            let node = &url.value;
            let text = expand(node, node.string("the address of the server")?)?;
            if !text.starts_with("http://") && !text.starts_with("https://") {
                return Err(node.mistake("expected an address that begins with `http://` or `https://`"));
            }
            let headers = find("headers").map_or(Ok(BTreeMap::new()), |member| {
                texts(&member.value, "an object with the value of each header", &expand)
            })?;
            return Ok(Connection::Http { url: text, headers });
        }
        let program = |node: &Node<'_>| {
            let text = expand(node, node.string("the program to start")?)?;
            if text.trim().is_empty() {
                Err(node.mistake("expected a program to start, not nothing"))
            } else {
                Ok(text)
            }
        };
        let args =
            find("args").map_or(Ok(Vec::new()), |member| member.value.list("a list of strings", ITEMS))?;
        Ok(Connection::Stdio {
            command: command.map_or(Ok(String::new()), |member| program(&member.value))?,
            args: args
                .iter()
                .map(|node| expand(node, node.string("a string")?))
                .collect::<Result<_, Mistake>>()?,
            env: find("env").map_or(Ok(BTreeMap::new()), |member| variables(&member.value, &expand))?,
            cwd: find("cwd")
                .map(|member| expand(&member.value, member.value.string("a folder")?))
                .transpose()?
                // A relative folder is meant from where the file stands.
                .map(|cwd| self.folder.join(cwd)),
        })
    }
}

fn variables(
    node: &Node<'_>,
    expand: &dyn Fn(&Node<'_>, String) -> Result<String, Mistake>,
) -> Result<BTreeMap<String, String>, Mistake> {
    let what = "an object with the value of each variable";
    for member in node.object(what, ITEMS)? {
        if member.name.is_empty() || member.name.contains(['=', '\0']) {
            return Err(member
                .key
                .mistake("expected the name of a variable, which holds no `=`, such as \"API_KEY\""));
        }
    }
    texts(node, what, expand)
}

fn texts(
    node: &Node<'_>,
    what: &str,
    with: &dyn Fn(&Node<'_>, String) -> Result<String, Mistake>,
) -> Result<BTreeMap<String, String>, Mistake> {
    let members = node.object(what, ITEMS)?;
    members
        .iter()
        .map(|member| {
            let text = with(&member.value, member.value.string("a string")?)?;
            Ok((member.name.to_string(), text))
        })
        .collect()
}

fn prefix(node: &Node<'_>) -> Result<String, Mistake> {
    let text = node.string("what the tools' names begin with, such as \"files_\"")?;
    if !text.is_empty() && (text.len() > 32 || !is_tool_name(&text)) {
        return Err(node.mistake("expected at most 32 of A-Z, a-z, 0-9, `_` and `-`, such as \"files_\""));
    }
    Ok(text)
}

fn globs(node: &Node<'_>) -> Result<Vec<Glob>, Mistake> {
    let items = node.list("a list of names, in which `*` stands for anything", ITEMS)?;
    items.iter().map(|item| item.string("a name, in which `*` stands for anything").map(Glob::new)).collect()
}

/// New names: each a tool's, and no two the same.
fn names(node: &Node<'_>) -> Result<BTreeMap<String, String>, Mistake> {
    let taken = std::cell::RefCell::new(Vec::new());
    texts(node, "an object with a new name under each name of a tool", &|node, name| {
        if !is_tool_name(&name) {
            return Err(node.mistake(format!(
                "`{}` is no tool name: expected 1 to 64 of A-Z, a-z, 0-9, `_` and `-`",
                crate::registry::clip(&name)
            )));
        }
        if taken.borrow().contains(&name) {
            return Err(node.mistake(format!("two tools are renamed to `{name}`")));
        }
        taken.borrow_mut().push(name.clone());
        Ok(name)
    })
}

fn size(node: &Node<'_>) -> Result<usize, Mistake> {
    let text = node.string("a size with its unit, such as \"64KiB\" or \"1MiB\"")?;
    units::size(&text).map_err(|problem| node.mistake(problem))
}

fn business_errors(node: &Node<'_>) -> Result<BusinessErrors, Mistake> {
    let mut rule = BusinessErrors { field: String::new(), success: Vec::new(), message: None };
    let keys = ["field", "success", "message"];
    for member in node.object("an object with `field` and `success`", keys.len() + 1)? {
        match &*member.name {
            "field" => rule.field = member.value.string("the name of the member that tells")?,
            "message" => {
                rule.message = Some(member.value.string("the name of the member that says what went wrong")?);
            }
            "success" => {
                let what = "a list of the values that mean success, such as [0]";
                let items = member.value.list(what, ITEMS)?;
                rule.success = items.iter().map(Node::value).collect::<Result<_, _>>()?;
            }
            other => return Err(member.key.mistake(unknown("key of `business_errors`", other, &keys))),
        }
    }
    if rule.field.is_empty() || rule.success.is_empty() {
        return Err(node.mistake("expected `field`, such as \"code\", and `success`, such as [0]"));
    }
    Ok(rule)
}

/// The name in the letters of a toolset.
fn slug(name: &str) -> Option<String> {
    if !(1..=64).contains(&name.chars().count()) {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let plain: String = lower
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '-' })
        .collect();
    let slug = plain.trim_start_matches(|c: char| !c.is_ascii_lowercase()).trim_end_matches('-');
    (is_slug(slug) && slug != "all").then(|| slug.to_owned())
}
