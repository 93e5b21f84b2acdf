//! How the languages differ.

/// How a language is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grammar {
    /// Words, signs and strings.
    Code,
    /// Keys and values.
    Data,
    /// Tags.
    Markup,
    /// Rules with selectors.
    Style,
}

/// A language. Lists of words are separated by spaces.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "habits of languages, each on its own")]
pub(super) struct Language {
    /// Its names, as authors write them in `lang`.
    pub(super) names: &'static [&'static str],
    pub(super) grammar: Grammar,
    pub(super) line_comments: &'static [&'static str],
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    /// Its strings; longer openings stand first.
    pub(super) quotes: &'static [Quote],
    keywords: &'static str,
    types: &'static str,
    constants: &'static str,
    /// Signs that make a name of the word behind them.
    pub(super) sigils: &'static str,
    /// Whether small and capital letters are the same.
    ignores_case: bool,
    /// Whether names that begin with a capital letter are types.
    capital_types: bool,
    /// Whether `#word` at the beginning of a line is for the compiler.
    pub(super) directives: bool,
    /// Whether `#[…]` is about what follows.
    pub(super) attributes: bool,
    /// Whether `name!` is a call.
    pub(super) macros: bool,
}

/// How a string begins and ends.
#[derive(Debug)]
pub(super) struct Quote {
    open: &'static str,
    close: &'static str,
    /// A backslash takes the meaning of what follows it.
    escapes: bool,
    /// It may go on in the next line.
    multiline: bool,
    /// It holds one character.
    single: bool,
}

impl Quote {
    /// A string that ends with its line at the latest.
    pub(super) const fn line(mark: &'static str) -> Self {
        Self { open: mark, close: mark, escapes: true, multiline: false, single: false }
    }

    /// One in which a backslash is a backslash.
    pub(super) const fn raw(mark: &'static str) -> Self {
        Self { escapes: false, ..Self::line(mark) }
    }

    /// A string that goes on until it ends.
    pub(super) const fn block(mark: &'static str) -> Self {
        Self { multiline: true, ..Self::line(mark) }
    }

    const fn between(open: &'static str, close: &'static str) -> Self {
        Self { open, close, escapes: false, multiline: true, single: false }
    }

    const fn char(mark: &'static str) -> Self {
        Self { single: true, ..Self::line(mark) }
    }

    /// Whether such a string begins a text.
    pub(super) fn opens(&self, text: &str) -> bool {
        text.strip_prefix(self.open).is_some_and(|inside| {
            !self.single || inside.starts_with('\\') || inside.chars().nth(1) == self.close.chars().next()
        })
    }

    /// Bytes of the string that begins a text.
    pub(super) fn length(&self, text: &str) -> usize {
        let mut at = self.open.len();
        while at < text.len() {
            let rest = &text[at..];
            if rest.starts_with(self.close) {
                return at + self.close.len();
            }
            let mut letters = rest.chars();
            let Some(next) = letters.next() else { break };
            if next == '\n' && !self.multiline {
                break;
            }
            at += next.len_utf8();
            if next == '\\' && self.escapes {
                at += letters.next().filter(|next| *next != '\n').map_or(0, char::len_utf8);
            }
        }
        at
    }
}

impl Language {
    /// The language of a name in any case; for a name that nobody knows, what most languages have in common.
    pub(super) fn named(name: &str) -> &'static Self {
        let name = name.trim().to_ascii_lowercase();
        ALL.iter().find(|language| language.names.contains(&name.as_str())).unwrap_or(&COMMON)
    }

    pub(super) fn is_keyword(&self, word: &str) -> bool {
        self.has(self.keywords, word)
    }

    pub(super) fn is_constant(&self, word: &str) -> bool {
        self.has(self.constants, word)
    }

    pub(super) fn is_type(&self, word: &str) -> bool {
        let is_capital = word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
        self.has(self.types, word) || (self.capital_types && is_capital)
    }

    fn has(&self, words: &str, word: &str) -> bool {
        let same =
            |known: &str| if self.ignores_case { known.eq_ignore_ascii_case(word) } else { known == word };
        words.split_ascii_whitespace().any(same)
    }
}

const STRINGS: &[Quote] = &[Quote::line("\""), Quote::line("'")];
const C_COMMENTS: &[(&str, &str)] = &[("/*", "*/")];

const COMMON: Language = Language {
    names: &["text"],
    grammar: Grammar::Code,
    line_comments: &["//", "#"],
    block_comments: C_COMMENTS,
    quotes: STRINGS,
    keywords: "and as async await break case catch class const continue def default do else end enum export extends \
               finally fn for from func function if import in interface is let loop match module new not of or \
               package private public return static struct switch then throw try type use var while with yield",
    types: "",
    constants: "true false null nil none None True False",
    sigils: "@",
    ignores_case: false,
    capital_types: true,
    directives: false,
    attributes: false,
    macros: false,
};

const C_LIKE: Language = Language { line_comments: &["//"], ..COMMON };

/// Every language that has a name.
pub(super) const ALL: &[Language] = &[
    Language {
        names: &["python", "py", "python3"],
        line_comments: &["#"],
        block_comments: &[],
        quotes: &[Quote::block("\"\"\""), Quote::block("'''"), Quote::line("\""), Quote::line("'")],
        keywords: "and as assert async await break case class continue def del elif else except finally for from \
                   global if import in is lambda match nonlocal not or pass raise return try while with yield",
        types: "bool bytes dict float int list object set str tuple",
        constants: "None True False self cls",
        ..COMMON
    },
    Language {
        names: &["rust", "rs"],
        quotes: &[
            Quote::between("r##\"", "\"##"),
            Quote::between("r#\"", "\"#"),
            Quote::block("\""),
            Quote::char("'"),
        ],
        keywords: "as async await break const continue crate dyn else enum extern fn for if impl in let loop match \
                   mod move mut pub ref return static struct super trait type unsafe use where while",
        types: "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize",
        constants: "true false self",
        sigils: "'",
        attributes: true,
        macros: true,
        ..C_LIKE
    },
    Language {
        names: &["javascript", "js", "jsx", "mjs", "node", "typescript", "ts", "tsx"],
        quotes: &[Quote::block("`"), Quote::line("\""), Quote::line("'")],
        keywords: "abstract as async await break case catch class const continue debugger declare default delete do \
                   else enum export extends finally for from function get if implements import in instanceof \
                   interface keyof let namespace new of private protected public readonly return satisfies set \
                   static super switch throw try type typeof var void while with yield",
        types: "any bigint boolean never number string symbol unknown",
        constants: "true false null undefined NaN Infinity this",
        ..C_LIKE
    },
    Language {
        names: &["json", "jsonc", "json5", "yaml", "yml", "toml", "ini"],
        grammar: Grammar::Data,
        ..COMMON
    },
    Language { names: &["html", "xml", "svg", "vue", "svelte"], grammar: Grammar::Markup, ..COMMON },
    Language { names: &["css", "scss", "less"], grammar: Grammar::Style, ..COMMON },
    Language {
        names: &["sql", "postgres", "postgresql", "mysql", "sqlite"],
        line_comments: &["--"],
        quotes: &[Quote::raw("'"), Quote::raw("\""), Quote::raw("`")],
        keywords: "add all alter and as asc begin between by case check column commit constraint create cross \
                   database default delete desc distinct drop else end exists foreign from full function grant \
                   group having if in index inner insert intersect into is join key left like limit not offset on \
                   or order outer over partition primary references replace returning right rollback select set \
                   table then transaction truncate union unique update using values view when where with",
        types: "bigint boolean char date decimal double float int integer json jsonb numeric real serial smallint \
                text time timestamp timestamptz uuid varchar",
        constants: "true false null",
        sigils: "@:$",
        ignores_case: true,
        capital_types: false,
        ..COMMON
    },
    Language {
        names: &["bash", "sh", "shell", "zsh", "console", "fish"],
        line_comments: &["#"],
        block_comments: &[],
        quotes: &[Quote::block("\""), Quote::between("'", "'")],
        keywords: "alias case cd do done echo elif else esac eval exec exit export fi for function if in local \
                   printf read return set shift source sudo then trap unset until while",
        constants: "true false",
        sigils: "$",
        capital_types: false,
        ..COMMON
    },
    Language {
        names: &["go", "golang"],
        quotes: &[Quote::between("`", "`"), Quote::line("\""), Quote::line("'")],
        keywords: "break case chan const continue default defer else fallthrough for func go goto if import \
                   interface map package range return select struct switch type var",
        types: "any bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string \
                uint uint8 uint16 uint32 uint64 uintptr",
        constants: "true false nil iota",
        ..C_LIKE
    },
    Language {
        names: &["java"],
        quotes: &[Quote::block("\"\"\""), Quote::line("\""), Quote::line("'")],
        keywords: "abstract assert break case catch class continue default do else enum extends final finally for \
                   if implements import instanceof interface native new package permits private protected public \
                   record return sealed static super switch synchronized throw throws transient try var volatile \
                   while yield",
        types: "boolean byte char double float int long short void",
        constants: "true false null this",
        ..C_LIKE
    },
    Language {
        names: &["c", "h", "c++", "cpp", "cc", "cxx", "hpp", "objc", "arduino"],
        keywords: "alignas alignof auto break case catch class co_await co_return co_yield concept const consteval \
                   constexpr continue default delete do else enum explicit export extern final for friend goto if \
                   inline namespace new noexcept operator override private protected public register requires \
                   restrict return sizeof static static_assert struct switch template throw try typedef typename \
                   union using virtual volatile while",
        types: "bool char double float int int8_t int16_t int32_t int64_t long short signed size_t uint8_t uint16_t \
                uint32_t uint64_t unsigned void wchar_t",
        constants: "true false nullptr NULL this",
        directives: true,
        ..C_LIKE
    },
    Language {
        names: &["c#", "csharp", "cs", "dotnet"],
        quotes: &[Quote::block("\"\"\""), Quote::between("@\"", "\""), Quote::line("\""), Quote::line("'")],
        keywords: "abstract as async await base break case catch checked class const continue default delegate do \
                   else enum event explicit extern finally fixed for foreach get goto if implicit in init interface \
                   internal is lock namespace new operator out override params partial private protected public \
                   readonly record ref required return sealed set sizeof stackalloc static struct switch throw try \
                   typeof unsafe using var virtual volatile when where while with yield",
        types: "bool byte char decimal double dynamic float int long nint object sbyte short string uint ulong \
                ushort void",
        constants: "true false null this",
        directives: true,
        ..C_LIKE
    },
    Language {
        names: &["kotlin", "kt", "kts"],
        quotes: &[Quote::block("\"\"\""), Quote::line("\""), Quote::line("'")],
        keywords: "abstract actual annotation as break by catch class companion const constructor continue data do \
                   else enum expect external final finally for fun get if import in infix init inline inner \
                   interface internal is lateinit object open operator out override package private protected \
                   public reified return sealed set super suspend tailrec throw try typealias val var vararg when \
                   where while",
        constants: "true false null this it",
        ..C_LIKE
    },
    Language {
        names: &["swift"],
        quotes: &[Quote::block("\"\"\""), Quote::line("\"")],
        keywords: "actor as associatedtype async await break case catch class continue convenience default defer \
                   deinit do else enum extension fallthrough fileprivate final for func get guard if import in \
                   indirect init inout internal is lazy let mutating open operator override private protocol public \
                   repeat required rethrows return set some static struct subscript super switch throw throws try \
                   typealias unowned var weak where while",
        constants: "true false nil self Self",
        ..C_LIKE
    },
    Language {
        names: &["php"],
        line_comments: &["//", "#"],
        keywords: "abstract and array as break callable case catch class clone const continue declare default do \
                   echo else elseif empty enum extends final finally fn for foreach function global if implements \
                   include instanceof interface isset list match namespace new or print private protected public \
                   readonly require require_once return static switch throw trait try unset use var while yield",
        types: "bool float int iterable mixed never object string void",
        constants: "true false null TRUE FALSE NULL self parent",
        sigils: "$",
        attributes: true,
        ..COMMON
    },
    Language {
        names: &["ruby", "rb", "rails"],
        line_comments: &["#"],
        block_comments: &[("=begin", "=end")],
        keywords: "alias and attr_accessor attr_reader begin break case class def defined do else elsif end ensure \
                   extend for if in include module next not or private protected public raise redo require rescue \
                   retry return super then undef unless until when while yield",
        constants: "true false nil self",
        sigils: "@:$",
        ..COMMON
    },
];
