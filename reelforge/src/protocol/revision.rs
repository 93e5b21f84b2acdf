//! The revisions of the protocol.

/// A revision of MCP that this server speaks, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    /// 2024-11-05.
    V2024_11_05,
    /// 2025-03-26: batches, audio.
    V2025_03_26,
    /// 2025-06-18: structured results, links to resources, no batches.
    V2025_06_18,
    /// 2025-11-25: the newest with a handshake.
    V2025_11_25,
    /// 2026-07-28: stateless.
    V2026_07_28,
}

impl Revision {
    /// The newest revision with a handshake.
    pub const LEGACY: Self = Self::V2025_11_25;
    /// The newest revision.
    pub const MODERN: Self = Self::V2026_07_28;
    /// All of them, newest first.
    pub const ALL: [Self; 5] =
        [Self::V2026_07_28, Self::V2025_11_25, Self::V2025_06_18, Self::V2025_03_26, Self::V2024_11_05];

    /// The revision of that date.
    pub fn parse(date: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.date() == date)
    }

    /// The date that names it.
    pub fn date(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Whether requests stand alone, without a handshake.
    pub fn is_modern(self) -> bool {
        self >= Self::V2026_07_28
    }

    /// Whether a session of this revision may send batches.
    pub(crate) fn has_batches(self) -> bool {
        self == Self::V2025_03_26
    }
}
