//! Every kind of Rust type that a tool's arguments or result can hold.

// A field that may be left out or null twice over is one of the cases.
#![allow(clippy::option_option)]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything at once.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Kitchen {
    numbers: Numbers,
    texts: Texts,
    /// May be left out.
    optional: Options,
    choices: Choices,
    collections: Collections,
    serde: Serde,
    /// Contains itself.
    tree: Tree,
    /// Contains itself through another.
    expression: Option<Expression>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Numbers {
    u8: u8,
    u16: u16,
    u32: u32,
    u64: u64,
    u128: u128,
    usize: usize,
    i8: i8,
    i16: i16,
    i32: i32,
    i64: i64,
    i128: i128,
    isize: isize,
    f32: f32,
    f64: f64,
    nonzero: std::num::NonZeroU32,
    /// From one to five.
    #[schemars(range(min = 1, max = 5))]
    ranged: i32,
    #[schemars(range(min = 1))]
    half_ranged: u32,
    flag: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Texts {
    text: String,
    character: char,
    address: std::net::IpAddr,
    /// When.
    #[schemars(extend("format" = "date-time"))]
    when: String,
    path: std::path::PathBuf,
    #[schemars(length(min = 1, max = 8), regex(pattern = "^[a-z]+$"))]
    slug: String,
    #[schemars(example = "cue(\"word\")")]
    cue: String,
}

#[derive(Serialize, Deserialize, JsonSchema, Default)]
struct Options {
    text: Option<String>,
    integer: Option<u32>,
    twice: Option<Option<bool>>,
    /// The inner one.
    object: Option<Inner>,
    list: Option<Vec<String>>,
    map: Option<BTreeMap<String, u8>>,
    documented: Option<Documented>,
    /// Which one.
    documented_field: Option<Documented>,
    plain: Option<Plain>,
    tagged: Option<Shape>,
    any: Option<Value>,
    #[serde(default)]
    defaulted: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<i32>,
    untagged: Option<Untagged>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Choices {
    documented: Documented,
    /// Says more than the type.
    documented_field: Documented,
    plain: Plain,
    shape: Shape,
    external: External,
    adjacent: Adjacent,
    untagged: Untagged,
    result: Result<u8, String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Collections {
    list: Vec<Inner>,
    set: BTreeSet<String>,
    array: [f64; 3],
    anything: Vec<Value>,
    map: HashMap<String, Inner>,
    any_map: serde_json::Map<String, Value>,
    numbered: BTreeMap<u32, String>,
    by_plain: BTreeMap<Plain, u8>,
    nested: Vec<Vec<u8>>,
    any: Value,
    duration: std::time::Duration,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Serde {
    #[serde(rename = "type")]
    kind: String,
    #[serde(rename = "title")]
    name: String,
    #[serde(default)]
    count: u32,
    /// With the fields of the inner one.
    #[serde(default)]
    inner: Inner,
    #[serde(skip)]
    #[schemars(skip)]
    _hidden: u8,
    flattened: Flattened,
    flattened_map: FlattenedMap,
    flattened_enum: FlattenedEnum,
    strict: Strict,
    newtype: Newtype,
    #[deprecated]
    old: Option<bool>,
}

/// An inner struct.
#[derive(Serialize, Deserialize, JsonSchema, Default)]
struct Inner {
    /// A number.
    number: Option<i32>,
    #[serde(default)]
    small: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flattened {
    own: bool,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedMap {
    own: bool,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedEnum {
    own: bool,
    #[serde(flatten)]
    shape: Shape,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Strict {
    own: bool,
}

/// A name.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Newtype(String);

/// How to go about it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Documented {
    /// Fast,
    /// and rough.
    Fast,
    /// Slow and smooth.
    SlowMotion,
    Undocumented,
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
enum Plain {
    Left,
    Right,
}

/// A shape.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    /// Round.
    Circle {
        radius: f64,
        label: Option<String>,
    },
    Square(Inner),
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    /// Nothing more.
    Unit,
    Other,
    Value(u8),
    Fields {
        x: f64,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    One(String),
    Two { x: i8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Seconds(f64),
    Cue(String),
    Object(Inner),
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Tree {
    pub(super) value: i32,
    pub(super) children: Vec<Tree>,
    pub(super) next: Option<Box<Tree>>,
}

/// An expression.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(super) enum Expression {
    Number { value: f64 },
    Add { left: Box<Operand>, right: Box<Operand> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Operand {
    /// What to compute.
    of: Expression,
    weight: Option<f64>,
}
