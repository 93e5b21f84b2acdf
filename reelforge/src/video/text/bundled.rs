//! The fonts of the build. They are kept compressed, and unpacked when a text first needs one.

use std::io::Read;
use std::sync::OnceLock;

use flate2::read::GzDecoder;
use parley::fontique::Blob;

/// A family of the build.
pub(super) struct Bundled {
    /// Its name, as themes write it.
    pub(super) name: &'static str,
    /// What it is here for.
    pub(super) script: Script,
    /// The weights that it has, as ranges.
    pub(super) weights: &'static [(u32, u32)],
    packed: &'static [&'static [u8]],
    unpacked: OnceLock<Vec<Blob<u8>>>,
}

/// What text a family is here for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Script {
    /// Latin, Greek and Cyrillic letters, and signs that all languages use.
    Latin,
    Arabic,
    Devanagari,
    Hebrew,
    Thai,
    /// Han characters as they are written on the Chinese mainland.
    Simplified,
    /// Han characters as they are written in Taiwan and Hong Kong.
    Traditional,
    /// Kana, and Han characters as they are written in Japan.
    Japanese,
    /// Hangul.
    Korean,
    /// Pictures in colour.
    Emoji,
}

macro_rules! family {
    ($name:expr, $script:ident, $weights:expr, $($file:literal),+) => {
        Bundled {
            name: $name,
            script: Script::$script,
            weights: $weights,
            packed: &[$(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/fonts/", $file, ".gz"))),+],
            unpacked: OnceLock::new(),
        }
    };
}

/// The family that helps out wherever another has no letters.
pub(super) const GENERAL: &str = "Inter";

const REGULAR_AND_BOLD: &[(u32, u32)] = &[(400, 400), (700, 700)];

/// The families of the build: first those that themes use, then those that are here for a script.
pub(super) static FAMILIES: [Bundled; 12] = [
    family!(GENERAL, Latin, &[(100, 900)], "Inter.ttf"),
    family!("Archivo", Latin, &[(100, 900)], "Archivo.ttf"),
    family!("JetBrains Mono", Latin, &[(100, 800)], "JetBrainsMono.ttf"),
    family!("Noto Sans Arabic", Arabic, &[(100, 900)], "NotoSansArabic.ttf"),
    family!("Noto Sans Devanagari", Devanagari, &[(100, 900)], "NotoSansDevanagari.ttf"),
    family!("Noto Sans Hebrew", Hebrew, &[(100, 900)], "NotoSansHebrew.ttf"),
    family!("Noto Sans Thai", Thai, &[(100, 900)], "NotoSansThai.ttf"),
    family!("Noto Sans SC", Simplified, REGULAR_AND_BOLD, "NotoSansSC-Regular.otf", "NotoSansSC-Bold.otf"),
    family!("Noto Sans TC", Traditional, REGULAR_AND_BOLD, "NotoSansTC-Regular.otf", "NotoSansTC-Bold.otf"),
    family!("Noto Sans JP", Japanese, REGULAR_AND_BOLD, "NotoSansJP-Regular.otf", "NotoSansJP-Bold.otf"),
    family!("Noto Sans KR", Korean, REGULAR_AND_BOLD, "NotoSansKR-Regular.otf", "NotoSansKR-Bold.otf"),
    family!("Noto Color Emoji", Emoji, &[(400, 400)], "NotoColorEmoji.ttf"),
];

impl Bundled {
    /// A family by its name, in any case.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        FAMILIES.iter().find(|family| family.name.eq_ignore_ascii_case(name.trim()))
    }

    /// Its font files.
    pub(super) fn fonts(&self) -> &[Blob<u8>] {
        self.unpacked.get_or_init(|| self.packed.iter().map(|packed| unpack(packed)).collect())
    }
}

fn unpack(packed: &[u8]) -> Blob<u8> {
    let mut font = Vec::new();
    // The files are part of the build and a test unpacks each; a font without bytes is one that no text finds.
    if GzDecoder::new(packed).read_to_end(&mut font).is_err() {
        font.clear();
    }
    Blob::from(font)
}
