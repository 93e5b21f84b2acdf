//! stub
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    pub name: &'static str,
    pub description: &'static str,
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    pub default: Option<fn() -> Value>,
    pub rules: &'static [Rule],
}
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    Min(Number),
    Max(Number),
    MinLen(u64),
    MaxLen(u64),
    Pattern(&'static str),
    Examples(fn() -> Vec<Value>),
}
#[derive(Debug)]
pub struct Unportable;
impl std::fmt::Display for Unportable {
    fn fmt(&self, _f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}
#[derive(Debug)]
pub struct Problem;
impl Problem {
    pub fn to_json(&self) -> Value {
        Value::Null
    }
}
#[derive(Debug)]
pub struct Checker;
impl Checker {
    pub fn compile(_: &Value) -> Result<Self, Vec<String>> {
        Ok(Self)
    }
    pub fn check(&self, _: &mut Map<String, Value>, _: bool) -> Vec<Problem> {
        vec![]
    }
}
pub fn arguments(a: &[Arg]) -> Result<Value, Vec<Unportable>> {
    let mut g = SchemaGenerator::default();
    let m: Map<String, Value> =
        a.iter().map(|a| (a.name.to_owned(), (a.schema)(&mut g).to_value())).collect();
    Ok(serde_json::json!({"type":"object","properties":m}))
}
pub fn whole(f: fn(&mut SchemaGenerator) -> Schema) -> Result<Value, Vec<Unportable>> {
    Ok(f(&mut SchemaGenerator::default()).to_value())
}
pub fn verbatim(f: fn(&mut SchemaGenerator) -> Schema) -> Value {
    f(&mut SchemaGenerator::default()).to_value()
}
pub fn output(f: fn(&mut SchemaGenerator) -> Option<Schema>) -> Result<Option<Value>, Vec<Unportable>> {
    Ok(f(&mut SchemaGenerator::default()).map(Schema::to_value))
}
pub fn report(_: &str, _: &[Problem]) -> String {
    String::new()
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    Integer(i128),
    Float(f64),
}
pub fn argument<T: schemars::JsonSchema>(g: &mut SchemaGenerator) -> Schema {
    g.subschema_for::<T>()
}
pub fn of<T: schemars::JsonSchema>(g: &mut SchemaGenerator) -> Schema {
    g.subschema_for::<T>()
}
