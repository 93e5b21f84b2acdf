//! Capitals.

use icu_casemap::CaseMapper;
use icu_locale_core::LanguageIdentifier;

/// A text in capitals, as its language writes them: Turkish has a dotted I, Greek capitals have no accents.
pub fn upper(text: &str, language: &str) -> String {
    let language = LanguageIdentifier::try_from_str(language).unwrap_or(LanguageIdentifier::UNKNOWN);
    CaseMapper::new().uppercase_to_string(text, &language).into_owned()
}

#[cfg(test)]
mod tests {
    use super::upper;

    #[test]
    fn capitals_are_those_of_the_language() {
        for (language, text, capitals) in [
            ("en", "Straße in Paris", "STRASSE IN PARIS"),
            ("tr", "istanbul ılık", "İSTANBUL ILIK"),
            ("el", "Καλημέρα κόσμε", "ΚΑΛΗΜΕΡΑ ΚΟΣΜΕ"),
            ("ru-RU", "ёлка", "ЁЛКА"),
            ("no tag at all", "abc 你", "ABC 你"),
        ] {
            assert_eq!(upper(text, language), capitals, "{language}");
        }
    }
}
