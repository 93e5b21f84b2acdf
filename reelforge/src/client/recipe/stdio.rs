//! A program that speaks over its standard input and output.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

/// What of this process's environment every server gets. Secrets must be passed on purpose.
const SAFE: [&str; 9] = ["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ"];

/// A program that speaks over its standard input and output.
///
/// It gets [`env`](Self::env) and a small safe part of this process's environment (`PATH`, `HOME` and similar),
/// nothing else.
#[derive(Clone)]
pub struct StdioRecipe {
    command: OsString,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    cwd: Option<PathBuf>,
    stderr: Stderr,
}

/// Where the standard error of a server goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stderr {
    /// To that of this process.
    #[default]
    Inherit,
    /// To the log of this process, line by line. The last ones stand in the error if the server does not start.
    Log,
    /// Nowhere.
    Ignore,
}

impl StdioRecipe {
    /// That program, without arguments.
    pub fn new(command: impl Into<OsString>) -> Self {
        Self {
            command: command.into(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: None,
            stderr: Stderr::default(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Sets a variable of the server's environment.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Sets the folder in which the server starts; otherwise it is that of this process.
    #[must_use]
    pub fn cwd(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cwd = Some(folder.into());
        self
    }

    /// Says where the server's standard error goes.
    #[must_use]
    pub fn stderr(mut self, stderr: Stderr) -> Self {
        self.stderr = stderr;
        self
    }

    pub(super) fn label(&self) -> String {
        let command = self.command.to_string_lossy();
        match self.args.len() {
            0 => command.into_owned(),
            1 => format!("{command} (1 argument)"),
            count => format!("{command} ({count} arguments)"),
        }
    }

    pub(in crate::client) fn command(&self) -> &OsStr {
        &self.command
    }

    pub(in crate::client) fn arguments(&self) -> &[OsString] {
        &self.args
    }

    pub(in crate::client) fn folder(&self) -> Option<&Path> {
        self.cwd.as_deref()
    }

    pub(in crate::client) fn standard_error(&self) -> Stderr {
        self.stderr
    }

    /// The whole environment of the server.
    pub(in crate::client) fn environment(&self) -> impl Iterator<Item = (OsString, OsString)> + '_ {
        let safe = SAFE.iter().filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?)));
        safe.chain(self.env.iter().cloned())
    }
}

impl fmt::Debug for StdioRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StdioRecipe").field(&self.label()).finish()
    }
}
