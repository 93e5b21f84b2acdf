//! The fonts that text can be set in.

use crate::video::files::Files;
use crate::video::theme::Look;

/// The fonts of the build, and those that a project brings along.
#[derive(Debug, Clone, Default)]
pub struct Fonts;

/// A font file of a project that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFault {
    /// The file, as a path from the project folder.
    pub file: String,
    /// What is wrong with it.
    pub why: String,
}

/// A family, for those who choose one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// The weights it has, as ranges: 400 to 400 for one face, 100 to 900 for a variable font.
    pub weights: Vec<(u32, u32)>,
}

impl Fonts {
    /// The fonts of the build.
    pub fn bundled() -> Self {
        Self
    }

    /// The fonts of the build and the font files that a look names. A file that cannot be used is reported, and text
    /// is set without it.
    pub fn of(_look: &Look, _files: &dyn Files) -> (Self, Vec<FontFault>) {
        (Self, Vec::new())
    }

    /// The families by name: first those that a theme may ask for, then those that only help out for a script.
    pub fn families(&self) -> Vec<Family> {
        Vec::new()
    }
}
