use crate::video::project::edit::quoted;

/// Most characters of a scene's text that are put on the screen: what can be read while the scene lasts.
const MAX_ON_SCREEN: usize = 90;

/// Writes any text as one YAML scalar on one line: plain where no reader could take it for anything else, double-quoted
/// otherwise.
pub(super) fn scalar(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}

fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 11] = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"];
    text.starts_with(char::is_alphabetic)
        && !text.ends_with(' ')
        && text.chars().all(|c| c.is_alphanumeric() || " .,;!?'()-–—%$€£’“”…".contains(c))
        && !WORDS.contains(&text.to_lowercase().as_str())
}

/// The part of a scene's text that is shown: all of a short one, otherwise its beginning up to a sensible end.
pub(super) fn on_screen(text: &str) -> String {
    let words = || text.split_whitespace();
    let whole = words().collect::<Vec<_>>().join(" ");
    if whole.chars().count() <= MAX_ON_SCREEN {
        return whole;
    }
    let mut shown = String::new();
    // The last place where a sentence ended, in bytes.
    let mut sentence = 0;
    for word in words() {
        let longer = shown.chars().count() + usize::from(!shown.is_empty()) + word.chars().count();
        if longer > MAX_ON_SCREEN {
            break;
        }
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(word);
        if word.ends_with(['.', '!', '?', '。', '！', '？']) {
            sentence = shown.len();
        }
    }
    if sentence > 0 {
        shown.truncate(sentence);
        return shown;
    }
    if shown.is_empty() {
        // One long word, or a script that is written without spaces.
        shown = whole.chars().take(MAX_ON_SCREEN).collect();
    }
    format!("{}…", shown.trim_end_matches([',', ';', ':', '-', '–', '—', ' ']))
}
