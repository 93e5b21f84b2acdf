//! What `#[tool]` makes of a function, seen through the public surface. Everything here must compile without
//! a warning.
#![deny(warnings)]
#![allow(clippy::pedantic)] // The tools are as small as they can be.

mod arguments;
mod attribute_order;
mod calls;
mod everywhere;
mod listing;
mod macro_made;
mod references;
mod results;
mod state;
mod strict;
mod unportable;

use reelforge::registry::{Builder, Registry};
use reelforge::testing::Client;

/// The tools of one module and those below it.
fn builder(module: &'static str) -> Builder {
    let inside = move |place: &str| {
        place.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    Registry::builder().linked_where(|tool| inside(tool.location.module))
}

/// The names of a module's tools, as they are listed.
fn names(module: &'static str) -> Vec<String> {
    let registry = builder(module).state(String::new()).build().expect("a registry");
    registry.tools().iter().map(|tool| tool.name().to_owned()).collect()
}

fn client(builder: Builder) -> Client {
    let registry = builder.build().expect("a registry");
    registry.verify().expect("schemas");
    Client::with(registry)
}

fn block_on<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build();
    runtime.expect("a runtime").block_on(future)
}
