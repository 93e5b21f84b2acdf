//! Sets text.

use std::collections::{HashMap, HashSet};
use std::fmt;

use parley::fontique::{Collection, CollectionOptions, FontInfoOverride, SourceCache};
use parley::{
    BaseDirection, FontContext, FontFamily, FontFamilyName, FontFeatures, FontWeight, Language, Layout,
    LayoutContext, OverflowWrap, TextStyle, WordBreak,
};

use super::bundled::{Bundled, Script};
use super::extents::Extents;
use super::fonts::FamilyKey;
use super::guard::guarded;
use super::pieces::Setting;
use super::prepare::{Prepared, Style};
use super::stack::{self, Kind};
use super::{Fonts, SetText, TextSpec};
use crate::video::project::model::element::TextAlign;

/// Lines up to which their lengths are evened out. More are running text, which is read line by line.
const BALANCED_LINES: usize = 6;

/// Sets text with a set of fonts. Keeps what it has loaded: one for a whole plan.
pub struct Typesetter {
    fonts: Fonts,
    context: FontContext,
    layouts: LayoutContext<u16>,
    /// Names of the families that are loaded.
    loaded: HashSet<String>,
    /// Family of each font, by the id of its bytes.
    families: HashMap<u64, Loaded>,
    extents: Extents,
}

/// A family that is loaded.
#[derive(Debug, Clone)]
pub(super) struct Loaded {
    /// Its name, for people.
    pub(super) name: String,
    /// Its name, for the shaper.
    pub(super) known_as: String,
    /// Its lightest and its boldest weight.
    pub(super) weights: (u32, u32),
    /// What it is here for; none for a font of the project.
    pub(super) script: Option<Script>,
}

impl fmt::Debug for Typesetter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Typesetter").field("fonts", &self.fonts).finish_non_exhaustive()
    }
}

impl Typesetter {
    /// One that uses these fonts.
    pub fn new(fonts: &Fonts) -> Self {
        let options = CollectionOptions { shared: false, system_fonts: false };
        Self {
            fonts: fonts.clone(),
            context: FontContext {
                collection: Collection::new(options),
                source_cache: SourceCache::default(),
            },
            layouts: LayoutContext::new(),
            loaded: HashSet::new(),
            families: HashMap::new(),
            extents: Extents::default(),
        }
    }

    /// Sets a text.
    ///
    /// The same text is set the same way, whatever was set before it.
    pub fn set(&mut self, spec: &TextSpec) -> SetText {
        if self.fonts.has_own() {
            if let Some(set) = guarded(|| self.shaped(spec)) {
                return set;
            }
            // A font of the project is damaged in a way that only shows now: go on without.
            *self = Self::new(&Fonts::bundled());
        }
        self.shaped(spec)
    }

    fn shaped(&mut self, spec: &TextSpec) -> SetText {
        let text = Prepared::new(spec.spans);
        if text.text.is_empty() {
            return SetText::empty(spec.align.unwrap_or(TextAlign::Left));
        }
        let scripts = stack::scripts(&text.text, spec.language);
        let mut families = self.stack(spec, &scripts);
        let mut layout = self.shape(spec, &text, &families, OverflowWrap::Normal);
        if lacks_letters(&mut layout) {
            families = self.stack(spec, &stack::all_scripts(&text.text, spec.language));
            layout = self.shape(spec, &text, &families, OverflowWrap::Normal);
        }
        layout.break_all_lines(Some(0.0));
        let widest_part = layout.width();
        #[expect(clippy::cast_possible_truncation, reason = "pixels")]
        match spec.max_width.map(|width| width.max(0.0) as f32) {
            None => layout.break_all_lines(None),
            Some(width) if widest_part > width => {
                layout = self.shape(spec, &text, &families, OverflowWrap::Anywhere);
                layout.break_all_lines(Some(width));
            }
            Some(width) => balance(&mut layout, width, widest_part),
        }
        let asked = families.asked.as_deref();
        Setting { spec, text: &text, layout: &layout, families: &self.families, asked, widest_part }
            .set(&mut self.extents)
    }

    /// The families for a text, all loaded.
    fn stack(&mut self, spec: &TextSpec, scripts: &[Script]) -> Stack {
        let fonts = self.fonts.clone();
        let asked = fonts.asked(spec.face);
        let of = |script: Script| Fonts::of_script(script).filter(move |_| script != Script::Latin);
        let (emoji, scripts): (Vec<Script>, Vec<Script>) =
            scripts.iter().partition(|script| **script == Script::Emoji);
        let mut names = |keys: &mut dyn Iterator<Item = FamilyKey>| -> Vec<String> {
            keys.map(|key| self.load(&fonts, key)).collect()
        };
        let asked = names(&mut asked.into_iter());
        let general = names(&mut [Fonts::GENERAL].into_iter());
        let scripts = names(&mut scripts.into_iter().flat_map(of));
        let emoji = names(&mut emoji.into_iter().flat_map(of));
        Stack {
            letters: [&asked[..], &general, &scripts, &emoji].concat(),
            emoji: [&emoji[..], &asked, &general, &scripts].concat(),
            wide: [&scripts[..], &asked, &general, &emoji].concat(),
            asked: asked.into_iter().next(),
        }
    }

    /// Makes a family known to the shaper, and returns the name that it has there.
    fn load(&mut self, fonts: &Fonts, key: FamilyKey) -> String {
        let (name, known_as, script) = match key {
            FamilyKey::Bundled(name) => {
                (name, name.to_owned(), Bundled::named(name).map(|family| family.script))
            }
            // Its own name space: a project may have its own version of a family of the build.
            FamilyKey::Own(name) => (name, format!("project/{name}"), None),
        };
        if self.loaded.insert(known_as.clone()) {
            for font in fonts.fonts(key) {
                let weights = fonts.weights(key);
                let family = Loaded { name: name.to_owned(), known_as: known_as.clone(), weights, script };
                self.families.insert(font.id(), family);
                let family = FontInfoOverride { family_name: Some(&known_as), ..FontInfoOverride::default() };
                self.context.collection.register_fonts(font, Some(family));
            }
        }
        known_as
    }

    fn shape(&mut self, spec: &TextSpec, text: &Prepared, stack: &Stack, wrap: OverflowWrap) -> Layout<u16> {
        let mut builder = self.layouts.style_run_builder(&mut self.context, &text.text, 1.0, false);
        builder.set_base_direction(BaseDirection::Auto);
        let locale = Language::parse(spec.language).ok();
        let is_korean = locale.is_some_and(|locale| locale.language() == "ko");
        let mut styles: HashMap<_, u16> = HashMap::new();
        // The first style is that of the letters, whose metrics are the lines'.
        let first = Style { kind: Kind::Letters, color: 0 };
        let mut push = |builder: &mut parley::StyleRunBuilder<u16>, style: Style| {
            *styles.entry((style.kind, style.color)).or_insert_with(|| {
                let names = stack.of(style.kind);
                let names: Vec<_> = names.iter().map(|name| FontFamilyName::named(name)).collect();
                #[expect(clippy::cast_possible_truncation, reason = "pixels and weights")]
                builder.push_style(TextStyle {
                    font_family: FontFamily::List(names.into()),
                    font_size: spec.size as f32,
                    font_weight: FontWeight::new(f64::from(spec.weight) as f32),
                    font_features: FontFeatures::Source(if spec.tabular { "\"tnum\"" } else { "" }.into()),
                    locale,
                    brush: style.color,
                    // Korean lines end between words, as its typographers prefer.
                    word_break: if is_korean { WordBreak::KeepAll } else { WordBreak::Normal },
                    overflow_wrap: wrap,
                    ..TextStyle::default()
                })
            })
        };
        push(&mut builder, first);
        let mut start = 0;
        for (end, style) in &text.runs {
            let style = push(&mut builder, *style);
            builder.push_style_run(style, start..*end);
            start = *end;
        }
        builder.build(&text.text)
    }
}

/// Families in the order in which they are tried, for each kind of text.
struct Stack {
    letters: Vec<String>,
    emoji: Vec<String>,
    wide: Vec<String>,
    /// The one that was asked for.
    asked: Option<String>,
}

impl Stack {
    fn of(&self, kind: Kind) -> &[String] {
        match kind {
            Kind::Letters => &self.letters,
            Kind::Emoji => &self.emoji,
            Kind::Wide => &self.wide,
        }
    }
}

/// Whether the families that were tried lack a letter.
fn lacks_letters(layout: &mut Layout<u16>) -> bool {
    layout.break_all_lines(None);
    let mut clusters =
        layout.lines().flat_map(|line| line.runs().collect::<Vec<_>>()).flat_map(|run| run.clusters());
    clusters.any(|cluster| cluster.glyphs().any(|glyph| glyph.id == 0))
}

/// Breaks lines so that they are as even as the number of lines allows: no last line of one short word.
fn balance(layout: &mut Layout<u16>, width: f32, widest_part: f32) {
    layout.break_all_lines(Some(width));
    let lines = layout.len();
    if !(2..=BALANCED_LINES).contains(&lines) {
        return;
    }
    let (mut low, mut high) = (widest_part, layout.width());
    while high - low > 1.0 {
        let middle = f32::midpoint(low, high);
        layout.break_all_lines(Some(middle));
        if layout.len() > lines { low = middle } else { high = middle }
    }
    layout.break_all_lines(Some(high));
}
