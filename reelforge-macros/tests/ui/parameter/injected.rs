use std::fmt::Display;

use reelforge::{Context, tool};

struct Db;

/// Shows.
#[tool]
fn mutable(db: &mut Db) {
    let _ = db;
}

/// Shows.
#[tool]
fn lifetime(db: &'static Db) {
    let _ = db;
}

/// Shows.
#[tool]
fn object(store: &dyn Display) {
    let _ = store;
}

/// Shows.
#[tool]
fn opaque(store: &impl Display) {
    let _ = store.to_string();
}

/// Shows.
#[tool]
fn described(#[arg(default = 1)] cx: &Context) {
    let _ = cx;
}

/// Shows.
#[tool]
fn whole(#[args] db: &Db) {
    let _ = db;
}

fn main() {
    mutable(&mut Db);
    lifetime(&Db);
    object(&1);
    opaque(&1);
    let _ = (described, whole(&Db));
}
