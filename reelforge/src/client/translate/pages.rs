//! The whole list of a server, page by page.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::declared::declared;
use super::headers::{Repeats, repeats};
use crate::client::Options;
use crate::client::connection::Known;
use crate::client::live::Live;
use crate::client::problem::Problem;
use crate::registry::{Listing, Refused};

/// Asks for every page, within the limits; gives the list, and what calls must know of each tool.
pub(in crate::client) async fn list(
    live: &Live,
    options: &Options,
) -> Result<(Listing, HashMap<String, Known>), Problem> {
    let mut declarations = Vec::new();
    let mut cursors = HashSet::new();
    let mut cursor = None;
    let mut room = options.answer_size;
    for _ in 0..options.pages {
        let mut page = live.page(cursor.take()).await?;
        let Some(Value::Array(tools)) = page.get_mut("tools").map(Value::take) else {
            return Err(Problem::Protocol("its list of tools is none: there is no array `tools`".to_owned()));
        };
        let size: usize = tools.iter().map(|tool| tool.to_string().len()).sum();
        room = room.checked_sub(size).ok_or(Problem::TooLarge(options.answer_size))?;
        declarations.extend(tools);
        if declarations.len() > options.tools {
            return Err(Problem::Protocol(format!("it lists more than {} tools", options.tools)));
        }
        match page.get("nextCursor").and_then(Value::as_str) {
            None => return Ok(sorted_out(declarations, live.uses_headers())),
            Some(next) if !cursors.insert(next.to_owned()) => {
                return Err(Problem::Protocol("its list of tools has no end: a page comes again".to_owned()));
            }
            Some(next) => cursor = Some(next.to_owned()),
        }
    }
    Err(Problem::Protocol(format!("its list of tools has more than {} pages", options.pages)))
}

fn sorted_out(declarations: Vec<Value>, headers: bool) -> (Listing, HashMap<String, Known>) {
    let mut listing = Listing::default();
    let mut known = HashMap::new();
    for (at, declaration) in declarations.into_iter().enumerate() {
        let tool = match declared(declaration, at + 1) {
            Ok(tool) => tool,
            Err(refused) => {
                listing.refused.push(refused);
                continue;
            }
        };
        let mut refuse = |why: String| listing.refused.push(Refused { name: tool.name.clone(), why });
        if known.contains_key(&tool.name) {
            refuse("it is declared twice; the first declaration is used".to_owned());
            continue;
        }
        let repeats = match if headers { repeats(&tool.input_schema) } else { Ok(Repeats::default()) } {
            Ok(repeats) => repeats,
            Err(why) => {
                refuse(why);
                continue;
            }
        };
        let repeatable = tool.hints.read_only || tool.hints.idempotent == Some(true);
        known.insert(tool.name.clone(), Known { repeatable, repeats });
        listing.tools.push(tool);
    }
    (listing, known)
}
