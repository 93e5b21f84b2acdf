//! How to reach a server: not a connection, but what is needed to make one, any number of times.

mod custom;
mod http;
mod stdio;

use std::fmt;

pub use custom::{CustomRecipe, Streams};
pub use http::HttpRecipe;
pub use stdio::{Stderr, StdioRecipe};

/// How to reach a server.
#[derive(Clone)]
pub enum Recipe {
    /// A program that speaks over its standard input and output.
    Stdio(StdioRecipe),
    /// A server that speaks Streamable HTTP.
    Http(HttpRecipe),
    /// Anything else that reads and writes lines, such as a pair of pipes in a test.
    Custom(CustomRecipe),
}

impl Recipe {
    /// What people read where the server is meant. It holds no secrets: of a command the program and the number of
    /// its arguments, of an address its origin and path.
    pub fn label(&self) -> String {
        match self {
            Self::Stdio(recipe) => recipe.label(),
            Self::Http(recipe) => recipe.label(),
            Self::Custom(recipe) => recipe.label().to_owned(),
        }
    }

    /// `stdio`, `http` or `custom`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Stdio(_) => "stdio",
            Self::Http(_) => "http",
            Self::Custom(_) => "custom",
        }
    }
}

/// The kind and the label alone: arguments, environment and headers may hold secrets.
impl fmt::Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recipe").field("kind", &self.kind()).field("label", &self.label()).finish()
    }
}

impl From<StdioRecipe> for Recipe {
    fn from(recipe: StdioRecipe) -> Self {
        Self::Stdio(recipe)
    }
}

impl From<HttpRecipe> for Recipe {
    fn from(recipe: HttpRecipe) -> Self {
        Self::Http(recipe)
    }
}

impl From<CustomRecipe> for Recipe {
    fn from(recipe: CustomRecipe) -> Self {
        Self::Custom(recipe)
    }
}
