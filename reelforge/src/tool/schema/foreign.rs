//! Schemas that others wrote, on their way to the portable dialect: within bounds, and with every reference where the
//! transform looks for it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Unportable;
use super::defs::plain_name;
use super::keywords::{Schema, for_each_inner, for_each_reference};
use super::portable::{Role, portable};

/// How deep a schema may be, written out too.
pub(crate) const LEVELS: usize = 64;
/// How many definitions and targets of references a schema may have.
const DEFINITIONS: usize = 200;
/// How many values a schema may hold when what it refers to is written out.
const VALUES: usize = 10_000;

/// How deep a value is; one more than `most` where it is deeper than that.
pub(crate) fn depth(value: &Value, most: usize) -> usize {
    if most == 0 {
        return 1;
    }
    let inner = |value| depth(value, most - 1);
    1 + match value {
        Value::Object(map) => map.values().map(inner).max().unwrap_or(0),
        Value::Array(list) => list.iter().map(inner).max().unwrap_or(0),
        _ => 0,
    }
}

/// Makes a schema portable that may be of any dialect, or says why it cannot be. Takes bounded time, whatever the
/// schema refers to.
pub(crate) fn made_portable(schema: &Value, role: Role) -> Result<Value, String> {
    let Value::Object(root) = schema else { return Err("it is no object".to_owned()) };
    if depth(schema, LEVELS) > LEVELS {
        return Err(format!("it is nested deeper than {LEVELS} levels"));
    }
    let root = at_home(root.clone())?;
    check_size(&root)?;
    portable(Value::Object(root), role)
        .map_err(|problems| problems.iter().map(Unportable::to_string).collect::<Vec<_>>().join("; "))
}

/// Brings everything that the schema refers to into its `$defs`.
fn at_home(mut root: Schema) -> Result<Schema, String> {
    for keyword in ["$schema", "$id", "id"] {
        if root.get(keyword).is_some_and(Value::is_string) {
            root.shift_remove(keyword);
        }
    }
    let mut defs = match root.shift_remove("$defs") {
        Some(Value::Object(defs)) => defs,
        _ => Map::new(),
    };
    // Where each reference leads, and what it is called there.
    let mut targets: BTreeMap<String, String> = BTreeMap::new();
    let mut order = Vec::new();
    let is_home = |reference: &str, defs: &Schema| {
        reference == "#" || reference.strip_prefix("#/$defs/").is_some_and(|name| defs.contains_key(name))
    };
    root.insert("$defs".to_owned(), Value::Object(defs.clone()));
    for_each_reference(&mut root, &mut |reference| {
        if is_home(reference, &defs) {
            return;
        }
        let name = targets.entry(reference.clone()).or_insert_with(|| {
            order.push(reference.clone());
            let last = reference.rsplit('/').next().unwrap_or_default();
            let plain = plain_name(last);
            let numbered = (2..).map(|number| format!("{plain}{number}"));
            let free = std::iter::once(plain.clone()).chain(numbered).find(|name| !defs.contains_key(name));
            let name = free.unwrap_or_default();
            // The name is taken from now on.
            defs.insert(name.clone(), Value::Null);
            name
        });
        *reference = format!("#/$defs/{name}");
    });
    if defs.len() > DEFINITIONS {
        return Err(format!("it has more than {DEFINITIONS} definitions"));
    }
    let whole = Value::Object(root);
    let mut found = Vec::new();
    let mut values = count(&whole);
    for reference in &order {
        let target = reference.strip_prefix('#').and_then(|pointer| whole.pointer(pointer));
        let target =
            target.ok_or_else(|| format!("the reference `{}` leads nowhere in it", short(reference)))?;
        let target = match target {
            Value::Bool(true) => &Value::Object(Map::new()),
            Value::Object(_) => target,
            _ => return Err(format!("the reference `{}` leads to no schema", short(reference))),
        };
        values += count(target);
        if values > VALUES {
            return Err(too_large());
        }
        found.push((targets[reference].clone(), target.clone()));
    }
    let Value::Object(mut root) = whole else { return Err("it is no object".to_owned()) };
    root.shift_remove("definitions");
    if let Some(Value::Object(defs)) = root.get_mut("$defs") {
        defs.extend(found);
        // Definitions within what was taken out are reached by their new names.
        for definition in defs.values_mut().filter_map(Value::as_object_mut) {
            definition.shift_remove("definitions");
        }
    }
    Ok(root)
}

fn short(reference: &str) -> String {
    reference.chars().take(80).collect()
}

fn too_large() -> String {
    format!("it holds more than {VALUES} values when what it refers to is written out")
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Object(map) => map.values().map(count).sum::<usize>(),
        Value::Array(list) => list.iter().map(count).sum::<usize>(),
        _ => 0,
    }
}

/// One definition: how large and deep it is, and what it refers to, each at its level.
struct Part<'a> {
    size: usize,
    levels: usize,
    refers: Vec<(&'a str, usize)>,
}

/// Refuses what would become too large or too deep when it is written out. References in a circle stay references.
fn check_size(root: &Schema) -> Result<(), String> {
    let mut root = root.clone();
    let defs = match root.shift_remove("$defs") {
        Some(Value::Object(defs)) => defs,
        _ => Map::new(),
    };
    let part = |value: &Value| {
        let mut refers = Vec::new();
        let mut schema = value.as_object().cloned().unwrap_or_default();
        references(&mut schema, 0, &mut refers);
        let known = |(name, level): (String, usize)| Some((defs.get_key_value(&name)?.0.as_str(), level));
        Part {
            size: count(value),
            levels: depth(value, LEVELS),
            refers: refers.into_iter().filter_map(known).collect(),
        }
    };
    let parts: BTreeMap<&str, Part<'_>> =
        defs.iter().map(|(name, value)| (name.as_str(), part(value))).collect();
    let root = part(&Value::Object(root));
    let circular: Vec<&str> = parts.keys().copied().filter(|name| is_circular(name, &parts)).collect();
    let mut known = BTreeMap::new();
    let mut total = 0usize;
    for part in std::iter::once(&root).chain(circular.iter().map(|name| &parts[name])) {
        let (size, levels) = written_out(part, &parts, &circular, &mut known);
        total = total.saturating_add(size);
        if levels > LEVELS {
            return Err(format!(
                "it is nested deeper than {LEVELS} levels when what it refers to is written out"
            ));
        }
    }
    if total > VALUES { Err(too_large()) } else { Ok(()) }
}

fn references(schema: &mut Schema, level: usize, into: &mut Vec<(String, usize)>) {
    let name =
        schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix("#/$defs/"));
    if let Some(name) = name {
        into.push((name.to_owned(), level));
    }
    // An inner schema stands one level deeper, or two below a keyword such as `properties`.
    for_each_inner(schema, &mut |inner| references(inner, level + 2, into));
}

fn is_circular(name: &str, parts: &BTreeMap<&str, Part<'_>>) -> bool {
    let mut open: Vec<&str> = vec![name];
    let mut seen: Vec<&str> = Vec::new();
    while let Some(next) = open.pop() {
        for (target, _) in &parts[next].refers {
            if *target == name {
                return true;
            }
            if !seen.contains(target) {
                seen.push(target);
                open.push(target);
            }
        }
    }
    false
}

/// How large and deep a part becomes.
fn written_out<'a>(
    part: &Part<'a>,
    parts: &BTreeMap<&str, Part<'a>>,
    circular: &[&str],
    known: &mut BTreeMap<&'a str, (usize, usize)>,
) -> (usize, usize) {
    let (mut size, mut levels) = (part.size, part.levels);
    for (target, level) in part.refers.iter().filter(|(target, _)| !circular.contains(target)) {
        let before = known.get(target).copied();
        let inner = before.unwrap_or_else(|| written_out(&parts[target], parts, circular, known));
        known.insert(target, inner);
        size = size.saturating_add(inner.0);
        levels = levels.max(level.saturating_add(inner.1));
    }
    (size, levels)
}
