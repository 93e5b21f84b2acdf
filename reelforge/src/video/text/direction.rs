//! Which way a language is written.

/// Whether a language, as a BCP-47 tag, is written from right to left.
pub fn is_rtl(language: &str) -> bool {
    let mut parts = language.split(['-', '_']);
    let tongue = parts.next().unwrap_or_default().to_ascii_lowercase();
    let script = parts.find(|part| part.len() == 4).map(str::to_ascii_lowercase);
    match script.as_deref() {
        Some("arab" | "hebr" | "thaa" | "nkoo" | "syrc") => true,
        Some(_) => false,
        None => ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"]
            .contains(&tongue.as_str()),
    }
}
