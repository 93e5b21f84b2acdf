//! One example and the common mistakes of each part, shown beside its schema.

/// What a schema does not say by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notes {
    /// The part as it is written in YAML.
    pub example: &'static str,
    /// What goes wrong most often, and what is right.
    pub mistakes: &'static [&'static str],
}

/// The notes on a part that [`part_schema`](super::part_schema) knows.
pub fn part_notes(name: &str) -> Option<Notes> {
    NOTES.iter().find(|(part, ..)| *part == name).map(|(_, example, mistakes)| Notes { example, mistakes })
}

const TEXT_MISTAKES: &[&str] = &[
    "`fontSize`, `font_size`: it is `size`, and seldom needed: `role` gives size, font and weight",
    "`text: Note: read` or `text: *bold*`: put such text in quotes; `==words==` marks words",
    "`color: #FF0000` without quotes is a comment",
];

const NOTES: [(&str, &str, &[&str]); 27] = [
    (
        "project",
        "reelforge: 1\nmeta: {title: Quote card}\ncanvas: square\nscenes:\n  - id: quote\n    duration: 6\n    elements:\n      - {type: text, role: title, text: \"Simple can be harder than ==complex==.\"}\n",
        &[
            "times with `say`: leave `at` and `duration` of narrated scenes out, the voice gives them",
            "`voice` both for the project and in scenes: choose one",
            "pixels of another canvas: lengths count canvas pixels, or percent in quotes",
        ],
    ),
    (
        "scene",
        "id: hook\nsay: Your morning coffee went up forty percent.\nbackground: {image: img/beans.jpg, dim: 0.5}\nelements:\n  - {type: text, role: title, text: COFFEE, at: cue(coffee)}\n",
        &[
            "`duration: 4s`: write 4",
            "`narration`, `script`: it is `say`",
            "`x`, `y` for everything: leave them out, elements flow without overlapping",
        ],
    ),
    (
        "element",
        "{id: kicker, type: text, role: label, text: COFFEE PRICES, color: $accent}",
        &[
            "`start`, `end`: they are `at` and `until`, counted from the scene's start",
            "`pin` together with `x` or `y`: use one of them",
            "`until` together with `duration`: use one of them",
            "`position: top`: it is `pin: top`",
        ],
    ),
    ("text", "{type: text, role: title, text: Three ==shocks== at once, enter: slide-up}", TEXT_MISTAKES),
    (
        "list",
        "{type: list, marker: number, items: [Two bad harvests, Less supply], item_at: [cue(harvests), cue(supply)]}",
        &["`bullets`, `lines`: it is `items`", "more than 8 items: split the list over two scenes"],
    ),
    (
        "counter",
        "{type: counter, to: 40, prefix: \"+\", suffix: \"%\", role: display, at: cue(forty percent)}",
        &[
            "`value`: it is `to`",
            "`suffix: %` without quotes is no YAML",
            "`duration` is how long it shows; `count` is how long it counts",
        ],
    ),
    (
        "image",
        "{type: image, src: img/beans.jpg, fit: cover, w: 100%, h: 900, alt: Roasted beans}",
        &[
            "`url: https://…`: add the file to the project first",
            "for a picture behind everything use the scene's `background`",
        ],
    ),
    (
        "video",
        "{type: video, src: clips/pour.mp4, trim: [1.5, 6], fit: cover}",
        &[
            "`start`, `end` of the clip: they are `trim: [from, to]`",
            "its sound is off; give `gain_db: 0` to hear it",
        ],
    ),
    (
        "shape",
        "{type: shape, shape: arrow, x: 540, y: 500, to: [760, 500], stroke: $text, enter: draw}",
        &["`type: circle`: it is `type: shape, shape: circle`", "a `path` needs `d`"],
    ),
    (
        "chart",
        "{type: chart, chart: column, data: [{label: \"2024\", value: 17.9}, {label: \"2025\", value: 19.9}], unit: \"$\", highlight: \"2025\", h: 760}",
        &[
            "`labels` and `values` as two lists: `data` is one list of `{label, value}`",
            "`highlight` is a label, not an index",
        ],
    ),
    (
        "code",
        "type: code\nlang: python\nhighlight: [2]\ncode: |\n  value = cache.get(key)\n  if value is None:\n      value = rebuild(key)\n",
        &["code in quotes with `\\n`: write a `|` block", "`highlight` counts lines from 1"],
    ),
    (
        "progress",
        "{type: progress, style: bar, span: video, pin: bottom, w: 100%, h: 10, layer: 9}",
        &["it fills over the element's own time unless `span` is `scene` or `video`"],
    ),
    (
        "group",
        "type: group\nlayout: row\nfill: $surface\npad: 32\nelements:\n  - {type: text, text: Before}\n  - {type: text, text: After}\n",
        &[
            "`children`: it is `elements`",
            "places of the elements are those of the group's flow; give `x`, `y` to the group",
        ],
    ),
    (
        "use",
        "{type: use, component: end-card, props: {title: Save $10 a month, action: Follow for part 2}}",
        &[
            "values beside `component`: they belong in `props`",
            "`for_each` names a list of `data`; its columns are `{{item.column}}`",
        ],
    ),
    (
        "animation",
        "{type: slide-up, duration: 0.5, by: word, stagger: 0.1}",
        &[
            "`fadeIn`, `slideUp`: they are `fade` and `slide-up`",
            "the same animations serve `enter` and `exit`",
        ],
    ),
    (
        "background",
        "{image: img/beans.jpg, dim: 0.5, motion: zoom-in}",
        &["`#101010` without quotes is a comment", "`overlay`, `opacity`: it is `dim`, 0 to 1"],
    ),
    ("canvas", "{preset: reel, fps: 30}", &["`9:16`, `1080x1920`: use a preset, or `width` and `height`"]),
    (
        "captions",
        "{style: karaoke, position: lower, max_words: 4}",
        &["text elements that repeat what is said: captions do that"],
    ),
    (
        "component",
        "props:\n  label: {type: text}\n  color: {type: color, default: $surface}\nw: 360\nelements:\n  - {type: text, text: \"{{label}}\", fill: \"{{color}}\", pad: 32}\n",
        &["`text: {{label}}` without quotes is a map: put it in quotes", "each prop needs a `type`"],
    ),
    (
        "keyframe",
        "{at: 3.4, x: 760, opacity: 1, ease: in-out}",
        &[
            "`at` counts from the scene's start, not the element's",
            "each property moves on its own; name it in two keyframes",
        ],
    ),
    (
        "layout",
        "{type: stack, justify: center, gap: 40}",
        &["`column`, `vertical`: it is `stack`", "`align` is across the flow, `justify` along it"],
    ),
    (
        "meta",
        "{title: Why your coffee costs more, language: en, tags: [coffee, prices]}",
        &["`tags: coffee`: it is a list"],
    ),
    (
        "music",
        "{file: audio/bed.mp3, gain_db: -22, duck_db: -10}",
        &["`volume: 0.3`: it is `gain_db`, in decibels", "music louder than -18 dB covers the voice"],
    ),
    (
        "output",
        "{quality: standard, loudness: -14, rules: {V-18: warn}}",
        &["V-1 to V-3 cannot be tuned", "`allow` on one element is better than a rule turned off for all"],
    ),
    (
        "theme",
        "{preset: midnight, colors: {accent: \"#FFB703\"}, fonts: {heading: {family: Archivo, weight: 800}}}",
        &["colours without quotes are comments", "`$accent` names a theme colour only in colour fields"],
    ),
    (
        "transition",
        "{type: fade, duration: 0.3}",
        &["it belongs to the scene that comes in, not the one that goes", "`none`: it is `cut`, the default"],
    ),
    (
        "voice",
        "{file: audio/voice.mp3, words: audio/voice.whisper.json}",
        &[
            "the text that is spoken: it is `say` of each scene",
            "`file: https://…`: add the file to the project first",
        ],
    ),
];
