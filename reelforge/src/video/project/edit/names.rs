//! What things may be called.

/// How long a name may be.
const MAX_NAME: usize = 40;

/// What a name is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Of scenes, elements and components.
    Id,
    /// Of what `{{name}}` and times refer to.
    Name,
    /// Any other key: whether it exists is for the checks to say.
    Key,
}

impl Form {
    /// The form of the key at an address.
    pub(super) fn of_key(path: &str) -> Self {
        match path.split('.').collect::<Vec<_>>()[..] {
            ["components", _] => Self::Id,
            ["vars" | "data" | "cues", _] | ["components", _, "props", _] => Self::Name,
            _ => Self::Key,
        }
    }
}

/// Refuses a name that the format does not know.
pub(super) fn check(name: &str, form: Form) -> Result<(), String> {
    let others = match form {
        Form::Id => "digits, `-` and `_`",
        Form::Name => "digits and `_`",
        Form::Key if name.is_empty() => return Err("a key is not empty; give the new one as `id`".to_owned()),
        Form::Key => return Ok(()),
    };
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_fit = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= MAX_NAME
        && name.chars().all(|c| is_letter(c) || (form == Form::Id && c == '-'));
    let begin: String = name.chars().take(MAX_NAME).collect();
    is_fit.then_some(()).ok_or_else(|| {
        format!(
            "{begin:?} is no name: it takes small letters, {others}, begins with a letter and has at most {MAX_NAME} \
             of them"
        )
    })
}
