//! `${VAR}` and `${VAR:-default}` in the values of a configuration.

/// What the process knows by name.
pub(super) type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// How long a value may become.
const LONGEST: usize = 64 << 10;

/// The text with the values of the variables in it. A variable that is not set and has no default is an error: a
/// server that gets an empty token fails later, and in worse words.
pub(super) fn expand(text: &str, environment: Environment<'_>) -> Result<String, String> {
    let mut expanded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        expanded.push_str(&rest[..at]);
        let Some((inside, after)) = rest[at + 2..].split_once('}') else {
            return Err("`${` has no `}`: expected `${NAME}` or `${NAME:-default}`".to_owned());
        };
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        if !is_name(name) {
            return Err(format!(
                "`${{{inside}}}` names no variable: expected `${{NAME}}` or `${{NAME:-default}}`, the name of letters, \
                 digits and `_`"
            ));
        }
        // As in a shell, `:-` stands in for an empty value too.
        let value = environment(name).filter(|value| default.is_none() || !value.is_empty());
        match value.as_deref().or(default) {
            Some(value) => expanded.push_str(value),
            None => {
                return Err(format!(
                    "the environment variable `{name}` is not set: set it, or write `${{{name}:-default}}`"
                ));
            }
        }
        if expanded.len() > LONGEST {
            return Err(format!("the value becomes longer than {LONGEST} bytes"));
        }
        rest = after;
    }
    expanded.push_str(rest);
    Ok(expanded)
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
