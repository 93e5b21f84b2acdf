//! A program made of tools.

use std::process::ExitCode;
use std::sync::Arc;

use crate::protocol::{Dispatcher, Identity, Options};
use crate::registry::{Limits, Registry, RegistryError};
use crate::tool::State;

/// A program made of all tools that are linked into it. [`app!`](crate::app) begins one.
#[derive(Debug)]
pub struct App {
    pub(crate) identity: Identity,
    pub(crate) options: Options,
    state: State,
    #[cfg(feature = "studio")]
    pub(crate) studio: bool,
    /// The tools of other servers come beside its own: it may have none itself.
    #[cfg(all(feature = "cli", feature = "client"))]
    pub(crate) mounts: bool,
}

impl App {
    /// A program of that name and version. [`app!`](crate::app) takes them from the crate it stands in.
    pub fn new(name: &str, version: &str, description: &str, home_page: &str) -> Self {
        let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Self {
            identity: Identity {
                description: said(description),
                website_url: said(home_page),
                ..Identity::new(name, version)
            },
            options: Options::default(),
            state: State::default(),
            #[cfg(feature = "studio")]
            studio: false,
            #[cfg(all(feature = "cli", feature = "client"))]
            mounts: false,
        }
    }

    /// The name shown to people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.identity.title = Some(title.into());
        self
    }

    /// How to work with the tools, for the model.
    #[must_use]
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.identity.instructions = Some(text.into());
        self
    }

    /// Registers a value that tools take by reference, one of each type.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.state.insert(value);
        self
    }

    /// Declares MCP's logging capability, so that [`Context::log`](crate::Context::log) reaches the client. The
    /// protocol has deprecated it; it is off by default.
    #[must_use]
    pub fn mcp_logging(mut self, on: bool) -> Self {
        self.options.logging = on;
        self
    }

    /// Speaks only the revisions with a handshake, for a host that mishandles the stateless one.
    #[must_use]
    pub fn legacy_only(mut self, on: bool) -> Self {
        self.options.legacy_only = on;
        self
    }

    /// All tools of the program, within these limits.
    pub fn registry(self, limits: Limits) -> Result<Arc<Registry>, RegistryError> {
        let builder = Registry::builder().limits(limits);
        #[cfg(feature = "studio")]
        let builder = if self.studio { builder.studio() } else { builder };
        #[cfg(all(feature = "cli", feature = "client"))]
        let builder = if self.mounts { builder.may_be_empty() } else { builder };
        let mut builder = builder.linked();
        builder.set_state(self.state);
        let registry = builder.build()?;
        // A schema that cannot be built is the author's mistake: it is said at the first start.
        if cfg!(debug_assertions) {
            registry.verify()?;
        }
        Ok(registry)
    }

    /// The dispatcher of the program, within these limits.
    pub fn dispatcher(self, limits: Limits) -> Result<Arc<Dispatcher>, RegistryError> {
        let (identity, options) = (self.identity.clone(), self.options);
        Ok(Arc::new(Dispatcher::new(self.registry(limits)?, identity, options)))
    }

    /// Runs the program as its command line says, to its end.
    pub fn run(self) -> ExitCode {
        #[cfg(feature = "cli")]
        return crate::cli::run(self);
        #[cfg(not(feature = "cli"))]
        self.run_stdio()
    }

    /// Without the feature `cli` there is one command, `mcp`, and it needs not be named.
    #[cfg(not(feature = "cli"))]
    fn run_stdio(self) -> ExitCode {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        if !arguments.is_empty() && arguments != ["mcp"] {
            eprintln!(
                "expected `mcp` or nothing: this program serves MCP over stdio; `serve`, `call` and `tools` \
                 come with reelforge's features `cli` and `http`"
            );
            return ExitCode::from(2);
        }
        let served =
            self.dispatcher(Limits::default()).map_err(|error| error.to_string()).and_then(|dispatcher| {
                let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
                let selection = dispatcher.registry().all();
                let serve = |runtime| {
                    crate::transport::stdio::serve(
                        dispatcher,
                        selection,
                        runtime,
                        crate::transport::stdio::MESSAGE_SIZE,
                        std::future::pending(),
                    )
                };
                runtime.and_then(serve).map_err(|error| format!("stdio cannot be served: {error}"))
            });
        match served {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        }
    }
}

/// Begins an [`App`] that introduces itself as the crate in which it stands.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     reelforge::app!().run()
/// }
/// ```
#[macro_export]
macro_rules! app {
    () => {
        $crate::App::new(
            ::core::env!("CARGO_PKG_NAME"),
            ::core::env!("CARGO_PKG_VERSION"),
            ::core::env!("CARGO_PKG_DESCRIPTION"),
            ::core::env!("CARGO_PKG_HOMEPAGE"),
        )
    };
}

/// Names library crates whose tools are to be linked; see [`registry`](crate::registry).
///
/// ```
/// reelforge::link!(serde_json, serde);
/// ```
#[macro_export]
macro_rules! link {
    ($($krate:path),+ $(,)?) => {
        $(use $krate as _;)+
    };
}
