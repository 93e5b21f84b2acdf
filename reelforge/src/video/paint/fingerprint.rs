//! What the pixels of frames depend on, as a hash: frames with one fingerprint are painted alike.
//!
//! It is made of all that a [`Painter`](super::Painter) reads: the laid out frames, and the contents of the fonts and files
//! that they show. So whatever reaches into a scene is in it, be it a transition, a caption or the progress of the whole
//! video, and what does not show is not. Structs are taken apart field by field: a new field has to be put here, or left
//! out on purpose, before it compiles.

use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Debug, Write};
use std::sync::{Arc, Mutex, PoisonError};

use blake3::{Hash, Hasher};

use super::place::Zoom;
use crate::video::files::Files;
use crate::video::ink::{Face, Glyphs, Ink, Picture, Piece, Pieces};
use crate::video::layout::{Backdrop, CaptionNode, Frame, Node, Plan, ScenePlan, Stage};

/// The fingerprint of some frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// Equal for frames that are painted alike.
    pub hash: Hash,
    /// The files that they show, as paths from the project folder.
    pub files: BTreeSet<Arc<str>>,
}

/// Hashes of the files and fonts that frames show. Each is read once.
pub struct Contents {
    files: Arc<dyn Files>,
    /// None of a file that cannot be read.
    of_files: Mutex<HashMap<Arc<str>, Option<Hash>>>,
    /// By the number that the process gave the font's bytes.
    of_fonts: Mutex<HashMap<u64, Hash>>,
}

impl Debug for Contents {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Contents").finish_non_exhaustive()
    }
}

impl Contents {
    /// Of the files below a project folder.
    pub fn new(files: Arc<dyn Files>) -> Self {
        Self { files, of_files: Mutex::default(), of_fonts: Mutex::default() }
    }

    fn of_file(&self, file: &Arc<str>) -> Option<Hash> {
        let mut known = self.of_files.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(Arc::clone(file)).or_insert_with(|| {
            let mut hasher = Hasher::new();
            let content = self.files.open(file).ok()?;
            hasher.update_reader(content).ok().map(|hasher| hasher.finalize())
        })
    }

    fn of_font(&self, face: &Face) -> Hash {
        let data = &face.font.data;
        let mut known = self.of_fonts.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(data.id()).or_insert_with(|| blake3::hash(data.data()))
    }
}

impl Fingerprint {
    /// That of frames of a plan, one after the other.
    pub fn of(plan: &Plan, frames: &[Frame], contents: &Contents) -> Self {
        let mut reader =
            Reader { contents, sum: Sum::default(), files: BTreeSet::new(), known: HashMap::new() };
        reader.sum.add(&(plan.canvas, frames.len()));
        for frame in frames {
            reader.frame(plan, frame);
        }
        Self { hash: reader.sum.0.finalize(), files: reader.files }
    }
}

/// Adds up what it is given, as it would be written for a developer: numbers have all their digits there.
#[derive(Default)]
struct Sum(Hasher);

impl Write for Sum {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

impl Sum {
    fn add(&mut self, value: &dyn Debug) {
        // Nothing that is added up fails.
        let _ = write!(self, "{value:?};");
    }
}

struct Reader<'a> {
    contents: &'a Contents,
    sum: Sum,
    files: BTreeSet<Arc<str>>,
    /// Lists of pieces that were met, by their place in memory: those that do not change are the same in all frames, which
    /// hold them.
    known: HashMap<(usize, usize), Hash>,
}

impl Reader<'_> {
    fn frame(&mut self, plan: &Plan, frame: &Frame) {
        let Frame { number: _, t: _, stages, captions } = frame;
        self.sum.add(&stages.len());
        for stage in stages {
            if let Some(scene) = plan.scenes.get(stage.scene) {
                self.stage(scene, stage);
            }
        }
        self.sum.add(&captions.is_some());
        if let Some(CaptionNode { text: _, rect: _, pieces, parts }) = captions {
            self.pieces(pieces);
            self.sum.add(parts);
        }
    }

    fn stage(&mut self, scene: &ScenePlan, stage: &Stage) {
        let Stage { scene: _, number: _, effect, backdrop, backdrop_frame, nodes } = stage;
        self.sum.add(&(effect, backdrop, backdrop_frame, nodes.len()));
        match &scene.backdrop {
            Backdrop::Paint(paint) => self.sum.add(paint),
            Backdrop::Picture { file, fit, focus, dim, blur, motion, behind, source: _ } => {
                self.file(file);
                self.sum.add(&(fit, focus, dim, blur, motion, behind));
            }
            Backdrop::Clip { file, size, play: _, dim, behind } => {
                self.file(file);
                self.sum.add(&("clip", size, dim, behind));
            }
        }
        for node in nodes {
            self.node(scene, node);
        }
    }

    fn node(&mut self, scene: &ScenePlan, node: &Node) {
        // Which item it is decides, too: a frame repeats the one before only when it shows the same ones.
        #[rustfmt::skip]
        let Node {
            item, end, pieces, transform, opacity, blur, wipe, draw, parts,
            visible_opacity: _, phase: _, ink: _, turned: _,
        } = node;
        self.sum.add(&(item, end, transform, opacity, blur, wipe, draw, parts));
        if let Some(item) = scene.items.get(*item) {
            self.sum.add(&(item.rect.width(), Zoom::NONE.of(&item.element.common)));
        }
        self.pieces(pieces);
    }

    fn pieces(&mut self, pieces: &Pieces) {
        let place = (pieces.as_ptr().addr(), pieces.len());
        let hash = self.known.get(&place).copied().unwrap_or_else(|| {
            let outer = std::mem::take(&mut self.sum);
            for piece in pieces.iter() {
                self.piece(piece);
            }
            let hash = std::mem::replace(&mut self.sum, outer).0.finalize();
            self.known.insert(place, hash);
            hash
        });
        self.sum.add(&hash.as_bytes());
    }

    fn piece(&mut self, piece: &Piece) {
        let Piece { role: _, inks, bounds, order: _ } = piece;
        self.sum.add(&(bounds, inks.len()));
        for ink in inks {
            match ink {
                Ink::Fill { .. } | Ink::Stroke { .. } | Ink::Shadow { .. } => self.sum.add(ink),
                Ink::Glyphs(glyphs) => self.glyphs(glyphs),
                Ink::Picture(Picture { file, frame, is_clip, rect, clip, radius, tint }) => {
                    self.file(file);
                    self.sum.add(&(frame, is_clip, rect, clip, radius, tint));
                }
            }
        }
    }

    fn glyphs(&mut self, run: &Glyphs) {
        let Glyphs { face, size, glyphs, origin, color, outline, sigma, extent } = run;
        let Face { font, coords, embolden, slant } = face;
        self.sum.add(&self.contents.of_font(face).as_bytes());
        self.sum.add(&(font.index, coords, embolden, slant));
        self.sum.add(&(size, glyphs, origin, color, outline, sigma, extent));
    }

    fn file(&mut self, file: &Arc<str>) {
        let hash = self.contents.of_file(file);
        self.sum.add(&hash.as_ref().map(Hash::as_bytes));
        self.files.insert(Arc::clone(file));
    }
}
