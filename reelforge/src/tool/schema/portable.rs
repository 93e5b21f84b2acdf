//! The one transform from what `schemars` generates to the portable dialect.

use serde_json::{Map, Value, json};

use super::Unportable;
use super::check::pattern;
use super::defs::{Defs, plain_name};
use super::keywords::{
    ANNOTATIONS, ASSERTIONS, FORMATS, Schema, applies, remove_nulls, speaks_about, type_of, with_article,
};
use super::union::{NO_VARIANTS, Plain, as_schema, simplify};

/// What a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What a client sends: objects with named properties are closed.
    Arguments,
    /// What a tool answers: objects are open, so that a later version may add to them.
    Output,
}

/// Makes a schema portable, or says everything that stands against it.
///
/// The input is a whole schema as `schemars` generates it with `SchemaSettings::draft2020_12()` and
/// `inline_subschemas`. The module's documentation describes the dialect that comes out.
pub fn portable(schema: Value, role: Role) -> Result<Value, Vec<Unportable>> {
    let at_root = |message| vec![Unportable { path: String::new(), message }];
    let mut root = as_schema(schema).map_err(at_root)?;
    let defs = Defs::take(&mut root);
    let mut walk = Walk { role, defs: &defs, wanted: Vec::new(), path: Vec::new(), problems: Vec::new() };

    let mut made = walk.root(root).unwrap_or_default();
    let mut named = Schema::new();
    let mut next = 0;
    while let Some(name) = walk.wanted.get(next).cloned() {
        next += 1;
        let schema = walk.definition(&name);
        named.insert(name, Value::Object(schema));
    }
    if !walk.problems.is_empty() {
        return Err(walk.problems);
    }
    if !named.is_empty() {
        made.insert("$defs".to_owned(), Value::Object(named));
    }
    Ok(Value::Object(made))
}

struct Walk<'a> {
    role: Role,
    defs: &'a Defs,
    /// Names of the recursive definitions met so far.
    wanted: Vec<String>,
    path: Vec<String>,
    problems: Vec<Unportable>,
}

impl Walk<'_> {
    fn problem(&mut self, message: impl Into<String>) {
        let mut path = String::new();
        for step in &self.path {
            if !path.is_empty() && !step.starts_with(['[', '{']) {
                path.push('.');
            }
            path.push_str(step);
        }
        self.problems.push(Unportable { path, message: message.into() });
    }

    fn root(&mut self, mut root: Schema) -> Option<Schema> {
        let whole = match self.role {
            Role::Arguments => "the arguments",
            Role::Output => "a result",
        };
        root.shift_remove("title");
        let plain = self.simplified(root)?;
        let kind = plain.schema.get("type").and_then(Value::as_str);
        if plain.schema.contains_key("anyOf") || plain.schema.contains_key("enum") {
            self.problem(format!("an enum cannot be the whole of {whole}: put it in a field of a struct"));
            return None;
        }
        if kind != Some("object") || plain.nullable {
            let found = match kind {
                _ if plain.nullable => "an Option".to_owned(),
                Some("array") => "a list".to_owned(),
                Some(kind) => with_article(kind),
                None => "any value".to_owned(),
            };
            self.problem(format!(
                "{whole} must be an object, not {found}: wrap it in a struct with a named field"
            ));
            return None;
        }
        let mut schema = plain.schema;
        // Some clients refuse an object without this, and a closed one without names is what "no arguments" means.
        schema.entry("properties").or_insert_with(|| json!({}));
        Some(self.finish(schema))
    }

    fn definition(&mut self, name: &str) -> Schema {
        self.path = vec![name.to_owned()];
        if plain_name(name) != name {
            self.problem("the name of a type that contains itself holds only letters, digits, `_`, `-`, `.`");
        }
        let schema = self.defs.find(&format!("#/$defs/{name}")).map(|(_, schema)| schema.clone());
        let made = schema.and_then(|schema| self.never_null(schema)).unwrap_or_default();
        self.path.clear();
        made
    }

    fn simplified(&mut self, schema: Schema) -> Option<Plain> {
        simplify(schema, self.defs).map_err(|message| self.problem(message)).ok()
    }

    /// The schema of a place, and whether null was allowed there.
    fn place(&mut self, schema: Value) -> Option<Plain> {
        let schema = as_schema(schema).map_err(|message| self.problem(message)).ok()?;
        let plain = self.simplified(schema)?;
        Some(Plain { schema: self.finish(plain.schema), nullable: plain.nullable })
    }

    /// The schema of a place that has no way to be absent.
    fn never_null(&mut self, schema: Value) -> Option<Schema> {
        let plain = self.place(schema)?;
        if plain.nullable {
            self.problem(
                "null cannot stand here: leave the Option out, or use a struct with an optional field",
            );
        }
        Some(plain.schema)
    }

    /// Writes the keywords of a simplified schema in their order, inner schemas included.
    fn finish(&mut self, mut schema: Schema) -> Schema {
        for keyword in ["title", "$schema", "$comment"] {
            schema.shift_remove(keyword);
        }
        let mut made = Schema::new();
        if let Some(reference) = schema.shift_remove("$ref") {
            let name = reference.as_str().and_then(|reference| reference.strip_prefix("#/$defs/"));
            let name = name.unwrap_or_default().to_owned();
            if !self.wanted.contains(&name) {
                self.wanted.push(name);
            }
            made.insert("$ref".to_owned(), reference);
            annotate(&mut made, &mut schema);
            self.refuse_rest(&schema, "a type that contains itself");
            return made;
        }
        if schema.contains_key("prefixItems") || schema.get("items").is_some_and(Value::is_array) {
            self.problem("a tuple is not portable: use a struct with named fields, or a list of one type");
            return made;
        }
        if let Some(Value::Array(branches)) = schema.shift_remove("anyOf") {
            annotate(&mut made, &mut schema);
            self.refuse_rest(&schema, "a choice");
            let branches = branches.into_iter().filter_map(|branch| self.never_null(branch));
            let branches = branches.map(Value::Object).collect();
            made.insert("anyOf".to_owned(), Value::Array(branches));
            return made;
        }
        let kind = match schema.shift_remove("type") {
            Some(Value::String(kind)) => kind,
            Some(other) => {
                self.problem(format!("`type: {other}` is not a type of JSON Schema"));
                return made;
            }
            None => {
                if let Some(kind) = self.implied_type(&schema) {
                    kind.to_owned()
                } else {
                    annotate(&mut made, &mut schema);
                    self.refuse_rest(&schema, "any value");
                    // Some clients drop an empty schema, and a model learns nothing from it.
                    made.entry("description").or_insert_with(|| json!("Any JSON value."));
                    return made;
                }
            }
        };
        if kind == "null" {
            self.problem("a unit has no value to send: remove it, or use a bool");
            return made;
        }
        if !["boolean", "integer", "number", "string", "array", "object"].contains(&kind.as_str()) {
            self.problem(format!("`{kind}` is not a type of JSON Schema"));
            return made;
        }
        made.insert("type".to_owned(), json!(kind));
        annotate(&mut made, &mut schema);
        match kind.as_str() {
            "integer" => bound_integer(&mut schema),
            "array" => self.list(&mut schema),
            "object" => self.object(&mut schema),
            _ => {}
        }
        self.values(&mut schema, &kind);
        for (keyword, about) in ASSERTIONS {
            if applies(about, &kind)
                && let Some(value) = schema.shift_remove(keyword)
            {
                made.insert(keyword.to_owned(), value);
            }
        }
        self.refuse_rest(&schema, &with_article(&kind));
        made
    }

    fn refuse_rest(&mut self, rest: &Schema, place: &str) {
        for keyword in rest.keys() {
            if keyword == "not" {
                self.problem(
                    "a type that leaves values out, as a signed NonZero does, is not portable: use the plain type, \
                     and check it in the tool",
                );
            } else if speaks_about(keyword).is_some() {
                self.problem(format!("`{keyword}` says nothing about {place}: remove it"));
            } else {
                self.problem(format!("`{keyword}` is not portable: remove it, and check it in the tool"));
            }
        }
    }

    /// The type that the restricting keywords speak about, where they agree.
    fn implied_type(&mut self, schema: &Schema) -> Option<&'static str> {
        if let Some(values) = schema.get("enum") {
            let empty = values.as_array().is_some_and(Vec::is_empty);
            self.problem(if empty {
                NO_VARIANTS
            } else {
                "the values of an enum must be of one type: use strings"
            });
            return None;
        }
        let mut types = schema.keys().filter_map(|keyword| speaks_about(keyword));
        let first = types.next()?;
        types.all(|kind| kind == first).then_some(first)
    }

    fn values(&mut self, schema: &mut Schema, kind: &str) {
        if let Some(Value::Array(values)) = schema.get("enum") {
            if values.is_empty() {
                self.problem(NO_VARIANTS);
            }
            let stranger =
                values.iter().find(|value| !applies(kind, type_of(value)) && type_of(value) != kind);
            if let Some(stranger) = stranger {
                self.problem(format!("the enum lists {stranger}, which is not {}", with_article(kind)));
            }
        }
        if let Some(Value::String(text)) = schema.get("pattern")
            && let Err(message) = pattern::compile(text)
        {
            self.problem(message);
        }
        let standard = |format: &Value| format.as_str().is_some_and(|name| FORMATS.contains(&name));
        if kind != "string" || !schema.get("format").is_some_and(standard) {
            schema.shift_remove("format");
        }
    }

    fn list(&mut self, schema: &mut Schema) {
        // A list of anything says so: OpenAI refuses an array without items.
        let items = schema.shift_remove("items").unwrap_or(Value::Bool(true));
        self.path.push("[]".to_owned());
        let items = self.never_null(items).unwrap_or_default();
        self.path.pop();
        schema.insert("items".to_owned(), Value::Object(items));
        if schema.get("uniqueItems") == Some(&Value::Bool(false)) {
            schema.shift_remove("uniqueItems");
        }
    }

    fn object(&mut self, schema: &mut Schema) {
        let closed = schema.shift_remove("unevaluatedProperties") == Some(Value::Bool(false));
        let mut required = match schema.shift_remove("required") {
            Some(Value::Array(names)) => names,
            _ => Vec::new(),
        };
        let has_properties = schema.contains_key("properties");
        if let Some(Value::Object(properties)) = schema.shift_remove("properties") {
            let made = self.properties(properties, &mut required);
            schema.insert("properties".to_owned(), Value::Object(made));
        }
        if let Some(Value::Object(patterns)) = schema.shift_remove("patternProperties") {
            self.keyed_map(schema, patterns);
        }
        match schema.shift_remove("additionalProperties") {
            Some(Value::Object(values)) => {
                self.path.push("{}".to_owned());
                let values = self.never_null(Value::Object(values)).unwrap_or_default();
                self.path.pop();
                schema.insert("additionalProperties".to_owned(), Value::Object(values));
            }
            Some(Value::Bool(true)) => {
                schema.insert("additionalProperties".to_owned(), Value::Bool(true));
            }
            Some(_) if self.role == Role::Arguments => {
                schema.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            // An object that names nothing was written by hand to take anything.
            None if self.role == Role::Arguments && (has_properties || closed) => {
                schema.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            _ => {}
        }
        if !required.is_empty() {
            schema.insert("required".to_owned(), Value::Array(required));
        }
    }

    fn properties(&mut self, properties: Map<String, Value>, required: &mut Vec<Value>) -> Schema {
        let mut made = Schema::new();
        for name in required.iter().filter_map(Value::as_str) {
            if !properties.contains_key(name) {
                self.problem(format!("`{name}` is required but has no schema: add it to the properties"));
            }
        }
        for (name, property) in properties {
            self.path.push(name.clone());
            if let Some(plain) = self.place(property) {
                let must = required.iter().position(|required| *required == name.as_str());
                if let (true, Some(must)) = (plain.nullable, must) {
                    if self.role == Role::Arguments {
                        self.problem("null is a value of its own here: use an Option, or name the variant");
                    }
                    required.remove(must);
                }
                made.insert(name, Value::Object(plain.schema));
            }
            self.path.pop();
        }
        made
    }

    /// A map whose keys follow a pattern, as `schemars` writes one with integer keys.
    fn keyed_map(&mut self, schema: &mut Schema, patterns: Map<String, Value>) {
        let others = schema.get("additionalProperties").is_none_or(|others| *others == Value::Bool(false));
        if patterns.len() != 1 || !others || schema.contains_key("properties") {
            self.problem("names that follow patterns beside others are not portable: put the map in a field");
            return;
        }
        for (pattern, values) in patterns {
            schema.insert("propertyNames".to_owned(), json!({"type": "string", "pattern": pattern}));
            schema.insert("additionalProperties".to_owned(), values);
        }
    }
}

/// Moves the annotations over. What is null or holds null is left out, as it is everywhere.
fn annotate(made: &mut Schema, schema: &mut Schema) {
    for keyword in ANNOTATIONS {
        if let Some(mut value) = schema.shift_remove(keyword) {
            remove_nulls(&mut value);
            if !value.is_null() {
                made.insert(keyword.to_owned(), value);
            }
        }
    }
}

/// Says the range of a 32-bit integer in words that every validator knows. Those of smaller ones stand there
/// already; a bound of 64 bits is beyond what JavaScript can read, and every checker has it anyway.
fn bound_integer(schema: &mut Schema) {
    let (low, high) = match schema.get("format").and_then(Value::as_str) {
        Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Some("uint32") => (0, i64::from(u32::MAX)),
        _ => return,
    };
    if !schema.contains_key("exclusiveMinimum") {
        schema.entry("minimum").or_insert_with(|| json!(low));
    }
    if !schema.contains_key("exclusiveMaximum") {
        schema.entry("maximum").or_insert_with(|| json!(high));
    }
}
