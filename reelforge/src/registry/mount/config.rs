//! What is said about one mounted server.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::glob::Glob;

/// One server of a file in the `mcpServers` format, its variables filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerConfig {
    /// The server's name in the file.
    pub name: String,
    /// How it is reached.
    pub connection: Connection,
    /// What its tools' names begin with here.
    pub prefix: String,
    /// The toolsets of its tools: the server's own name as a slug, and those that are given.
    pub toolsets: Vec<String>,
    /// The tools that are mounted, by the server's own names; all if there is none.
    pub allow: Vec<Glob>,
    /// The tools that are not mounted, even where `allow` covers them.
    pub deny: Vec<Glob>,
    /// Only tools that say that they change nothing are mounted.
    pub read_only: bool,
    /// Names here by the server's own names, without the prefix.
    pub rename: BTreeMap<String, String>,
    /// Descriptions by the server's own names of tools.
    pub describe: BTreeMap<String, String>,
    /// How long a call may take.
    pub timeout: Duration,
    /// Whether the others go on without it when it cannot be listed at the start.
    pub optional: bool,
    /// How many bytes of text a call may return; the limit of the process where absent.
    pub max_output: Option<usize>,
    /// Which successful answers are failures.
    pub business_errors: Option<BusinessErrors>,
    /// What becomes of the schemas.
    pub schemas: Schemas,
    /// Where the name stands in the file: line and column.
    pub(super) place: (usize, usize),
}

/// How a server is reached.
#[derive(Clone, PartialEq, Eq)]
pub enum Connection {
    /// A program that speaks over its standard input and output.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables of its environment, beside the few that every program needs.
        env: BTreeMap<String, String>,
        /// The folder it is started in; that of this process where absent.
        cwd: Option<PathBuf>,
    },
    /// Streamable HTTP.
    Http {
        /// The address.
        url: String,
        /// Headers of every request.
        headers: BTreeMap<String, String>,
    },
}

/// What becomes of the schemas of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schemas {
    /// They are passed on as the server writes them, and the server checks arguments.
    #[default]
    AsIs,
    /// They are rewritten in the [portable dialect](crate::tool::schema), and arguments are checked here. A tool whose
    /// arguments cannot be said in it is not mounted.
    Portable,
}

/// Which answers that the server calls successful are failures: those whose structured result, or text that is one JSON
/// object, has a certain member with none of certain values.
#[derive(Clone, Debug, PartialEq)]
pub struct BusinessErrors {
    /// The member that tells, such as `code`.
    pub field: String,
    /// The values of it that mean success, such as `0`.
    pub success: Vec<Value>,
    /// The member that says in words what went wrong, if there is one.
    pub message: Option<String>,
}

impl ServerConfig {
    /// What tells one connection from another: the server's name and how it is reached, as JSON with every key in
    /// order. It may hold secrets.
    pub(super) fn connection_key(&self) -> String {
        let connection = match &self.connection {
            Connection::Stdio { command, args, env, cwd } => {
                json!({ "command": command, "args": args, "env": env, "cwd": cwd })
            }
            Connection::Http { url, headers } => json!({ "url": url, "headers": headers }),
        };
        let mut key = json!({ "name": self.name, "connection": connection });
        key.sort_all_objects();
        key.to_string()
    }

    /// Whether the rules mount the tool with that name of the server's own.
    pub(super) fn lets_in(&self, original: &str, read_only: bool) -> bool {
        let covered = |globs: &[Glob]| globs.iter().any(|glob| glob.covers(original));
        let allowed = self.allow.is_empty() || covered(&self.allow);
        allowed && !covered(&self.deny) && (read_only || !self.read_only)
    }
}

impl fmt::Debug for Connection {
    /// Arguments, values of variables and headers, and the query of an address often hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdio { command, args, env, cwd } => f
                .debug_struct("Stdio")
                .field("command", command)
                .field("args", &args.len())
                .field("env", &env.keys().collect::<Vec<_>>())
                .field("cwd", cwd)
                .finish(),
            Self::Http { url, headers } => f
                .debug_struct("Http")
                .field("url", &url.split(['?', '#']).next().unwrap_or_default())
                .field("headers", &headers.keys().collect::<Vec<_>>())
                .finish(),
        }
    }
}
