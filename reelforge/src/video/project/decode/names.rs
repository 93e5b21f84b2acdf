//! Which known word an unknown one was meant to be.

use strsim::damerau_levenshtein;

/// Keys of other formats, and what they are called here; of several, the first that exists at the place.
const KEYS: [(&str, &[&str]); 62] = [
    ("align_items", &["align"]),
    ("align_text", &["align"]),
    ("alpha", &["opacity"]),
    ("anchor", &["pin"]),
    ("animate", &["enter"]),
    ("animation", &["enter"]),
    ("animation_in", &["enter"]),
    ("animation_out", &["exit"]),
    ("background", &["fill"]),
    ("background_color", &["background", "fill"]),
    ("begin", &["at"]),
    ("bg", &["background", "fill"]),
    ("bg_color", &["background", "fill"]),
    ("body", &["text"]),
    ("border_color", &["stroke"]),
    ("border_radius", &["radius"]),
    ("border_width", &["stroke_width"]),
    ("bullets", &["items"]),
    ("caption", &["captions", "text"]),
    ("children", &["elements"]),
    ("colour", &["color"]),
    ("content", &["text", "elements"]),
    ("corner_radius", &["radius"]),
    ("dur", &["duration"]),
    ("easing", &["ease"]),
    ("end", &["until"]),
    ("fade", &["enter"]),
    ("file", &["src"]),
    ("fill_color", &["fill"]),
    ("font_family", &["font"]),
    ("font_size", &["size"]),
    ("font_weight", &["weight"]),
    ("fontfamily", &["font"]),
    ("fontsize", &["size"]),
    ("fontweight", &["weight"]),
    ("foreground", &["color"]),
    ("frame_rate", &["fps"]),
    ("height", &["h"]),
    ("items", &["elements"]),
    ("left", &["x"]),
    ("length", &["duration"]),
    ("level", &["gain_db"]),
    ("lines", &["items", "max_lines"]),
    ("name", &["id", "title"]),
    ("narration", &["say"]),
    ("padding", &["pad"]),
    ("path", &["src", "file"]),
    ("position", &["pin"]),
    ("rotation", &["rotate"]),
    ("script", &["say"]),
    ("source", &["src", "file"]),
    ("speech", &["say"]),
    ("src", &["file"]),
    ("start", &["at", "from"]),
    ("text_align", &["align"]),
    ("time", &["at"]),
    ("top", &["y"]),
    ("url", &["src", "file"]),
    ("value", &["to"]),
    ("volume", &["gain_db"]),
    ("width", &["w"]),
    ("z", &["layer"]),
];

/// Element types of other formats, and what they are called here.
const ELEMENT_TYPES: [(&str, &str); 21] = [
    ("arrow", "shape"),
    ("bar", "chart"),
    ("bullets", "list"),
    ("box", "shape"),
    ("circle", "shape"),
    ("clip", "video"),
    ("component", "use"),
    ("container", "group"),
    ("graph", "chart"),
    ("heading", "text"),
    ("img", "image"),
    ("label", "text"),
    ("line", "shape"),
    ("number", "counter"),
    ("paragraph", "text"),
    ("photo", "image"),
    ("picture", "image"),
    ("rect", "shape"),
    ("stack", "group"),
    ("subtitle", "text"),
    ("title", "text"),
];

/// `fontSize`, `font-size` and `Font Size` as `font_size`.
fn snake(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        if matches!(c, '-' | ' ') {
            out.push('_');
        } else if c.is_uppercase() && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
            out.extend(c.to_lowercase());
        } else {
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// The known key that an unknown one was meant to be.
pub(super) fn key<'a>(text: &str, known: &[&'a str]) -> Option<&'a str> {
    let snake = snake(text);
    let find = |wanted: &str| known.iter().copied().find(|known| *known == wanted);
    if let Some(same) = find(&snake) {
        return Some(same);
    }
    if matches!(snake.as_str(), "z_index" | "zindex") {
        return find("layer");
    }
    let aliases = KEYS.iter().find(|(alias, _)| *alias == snake).map(|(_, names)| *names);
    aliases.into_iter().flatten().find_map(|name| find(name)).or_else(|| nearest(&snake, known))
}

/// The element type that an unknown one was meant to be.
pub(super) fn element_type(text: &str) -> Option<&'static str> {
    let snake = snake(text);
    let alias = ELEMENT_TYPES.iter().find(|(alias, _)| *alias == snake).map(|(_, name)| *name);
    alias.or_else(|| nearest(&snake, &crate::video::project::model::element::ELEMENT_TYPES))
}

/// The known word that an unknown one was meant to be, whatever its case and its gaps.
pub(super) fn word<'a>(text: &str, known: &[&'a str]) -> Option<&'a str> {
    let plain = snake(text).replace('_', "-");
    let plain = match plain.as_str() {
        "centre" | "middle" => "center",
        "left" if known.contains(&"start") => "start",
        "right" if known.contains(&"end") => "end",
        "column" if known.contains(&"stack") => "stack",
        other => other,
    };
    known.iter().copied().find(|word| *word == plain).or_else(|| nearest(plain, known))
}

/// The nearest of the known words, at most two typing mistakes away; one in a word of up to three letters.
pub(in crate::video) fn nearest<'a>(text: &str, known: &[&'a str]) -> Option<&'a str> {
    let length = text.chars().count();
    if length > 60 {
        return None;
    }
    let allowed = if length <= 3 { 1 } else { 2 };
    let distances = known.iter().copied().map(|word| (damerau_levenshtein(text, word), word));
    // A distance as long as the word would make any word near.
    let near = distances.filter(|(distance, word)| *distance <= allowed && *distance < word.chars().count());
    near.min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}
