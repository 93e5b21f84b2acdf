//! Letters whose outlines are programs (CFF), which may call parts of themselves so often that they never end.

use std::cell::Cell;

use skrifa::instance::LocationRef;
use skrifa::raw::TableProvider;
use skrifa::raw::ps::cff::CffFontRef;
use skrifa::raw::ps::cff::blend::BlendState;
use skrifa::raw::ps::cff::index::Index;
use skrifa::raw::ps::cs::{CharstringContext, CharstringKind, CommandSink, evaluate};
use skrifa::raw::ps::error::Error;
use skrifa::raw::types::Fixed;
use skrifa::{FontRef, GlyphId};

/// Bytes of programs that one glyph may run, those of a part as often as it is called. The most intricate letters take
/// some thousands.
const MAX_BYTES: usize = 500_000;

/// Whether a glyph can be drawn in bounded time. One whose outline is no program can.
pub(super) fn ends(font: &FontRef<'_>, location: LocationRef<'_>, glyph: GlyphId) -> bool {
    let table = font.cff().map(|cff| cff.offset_data()).or_else(|_| font.cff2().map(|cff| cff.offset_data()));
    let Ok(table) = table else { return true };
    run(table.as_bytes(), location, glyph).is_ok()
}

fn run(table: &[u8], location: LocationRef<'_>, glyph: GlyphId) -> Result<(), Error> {
    let font = CffFontRef::new(table, 0, None)?;
    let index = font.subfont_index(glyph).unwrap_or_default();
    let subfont = font.subfont(index, location.coords())?;
    let local = match usize::try_from(subfont.subrs_offset()) {
        Ok(offset) if offset > 0 => {
            Index::new(table.get(offset..).ok_or(Error::MissingSubroutines)?, font.version() == 2)?
        }
        _ => Index::Empty,
    };
    let glyphs = font.charstrings();
    let number = usize::try_from(glyph.to_u32()).unwrap_or(usize::MAX);
    let program = glyphs.get(number)?;
    let blend = font
        .var_store()
        .and_then(|store| BlendState::new(store.clone(), location.coords(), subfont.vs_index()).ok());
    let calls = Calls { known: (table, glyphs, font.global_subrs(), &local), left: Cell::new(MAX_BYTES) };
    evaluate(&calls, blend, program, &mut Nothing)?;
    Ok(())
}

/// The parts that a program calls, until there were too many.
struct Calls<'a> {
    /// The table, the glyphs, and the parts that all of the file's fonts have and that this one has.
    known: (&'a [u8], &'a Index<'a>, &'a Index<'a>, &'a Index<'a>),
    left: Cell<usize>,
}

impl Calls<'_> {
    fn count<'b>(&self, program: &'b [u8]) -> Result<&'b [u8], Error> {
        // Going there and back takes time as well.
        let left = self.left.get().checked_sub(program.len() + 1);
        self.left.set(left.ok_or(Error::CharstringNestingDepthLimitExceeded)?);
        Ok(program)
    }
}

impl CharstringContext for Calls<'_> {
    fn kind(&self) -> CharstringKind {
        self.known.kind()
    }

    fn seac_components(&self, base_code: i32, accent_code: i32) -> Result<[&[u8]; 2], Error> {
        let [base, accent] = self.known.seac_components(base_code, accent_code)?;
        Ok([self.count(base)?, self.count(accent)?])
    }

    fn global_subr(&self, index: i32) -> Result<&[u8], Error> {
        self.count(self.known.global_subr(index)?)
    }

    fn subr(&self, index: i32) -> Result<&[u8], Error> {
        self.count(self.known.subr(index)?)
    }
}

/// What is drawn does not matter.
struct Nothing;

impl CommandSink for Nothing {
    fn move_to(&mut self, _: Fixed, _: Fixed) {}
    fn line_to(&mut self, _: Fixed, _: Fixed) {}
    fn curve_to(&mut self, _: Fixed, _: Fixed, _: Fixed, _: Fixed, _: Fixed, _: Fixed) {}
    fn close(&mut self) {}
}
