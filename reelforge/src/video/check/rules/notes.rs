//! For each check something that it has nothing against, and what it finds most often.

/// What a check's explanation does not show by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleNotes {
    /// A scene, or keys of the top level, as it is right.
    pub example: &'static str,
    /// What goes wrong most often, and what is right.
    pub mistakes: &'static [&'static str],
}

/// The notes on a check, by its id.
pub fn rule_notes(id: &str) -> Option<RuleNotes> {
    NOTES
        .iter()
        .find(|(known, ..)| *known == id)
        .map(|(_, example, mistakes)| RuleNotes { example, mistakes })
}

const NOTES: [(&str, &str, &[&str]); 30] = [
    (
        "V-1",
        "{id: s, duration: 2, elements: [{type: text, text: \"Note: hit #1\"}]}",
        &["`text: hit #1`: put it in quotes, else all from ` #` on is a comment", "tabs: indent with spaces"],
    ),
    (
        "V-2",
        "{id: s, duration: 4, elements: [{type: text, text: Tea, at: 1.5}]}",
        &["`duration: 4s`: write 4", "`opacity: 80%`: write 0.8", "`pin` together with `x`: use one of them"],
    ),
    (
        "V-3",
        "{id: s, duration: 4, elements: [{type: text, text: Tea, at: 1, size: 64}]}",
        &["`start`: it is `at`", "`fontSize`: it is `size`", "`position`: it is `pin`"],
    ),
    (
        "V-4",
        "{id: s, duration: 2, elements: [{id: one, type: text, text: A}, {id: two, type: text, text: B}]}",
        &["a scene that was copied keeps its id: give the copy another one"],
    ),
    (
        "V-5",
        "{id: s, duration: 2, elements: [{type: text, text: Tea, color: $accent}]}",
        &["`$acent`: the names are bg, surface, text, muted, accent, accent2, good, bad"],
    ),
    (
        "V-6",
        "{id: s, duration: 2, background: {color: $surface}, elements: [{type: text, text: Tea}]}",
        &[
            "`src: https://…`: `add_asset` puts the file into the project",
            "paths count from the project folder",
        ],
    ),
    (
        "V-7",
        "components: {tag: {props: {t: {type: text}}, elements: [{type: text, text: \"{{t}}\"}]}}",
        &["a component that uses itself, or one that uses it: write its elements out"],
    ),
    (
        "V-8",
        "{id: s, duration: 3, elements: [{type: text, text: First}, {type: text, text: Second}]}",
        &[
            "`x`, `y` for everything: leave them out, elements that flow do not overlap",
            "something lies on top on purpose: give it `layer: 1`",
        ],
    ),
    (
        "V-9",
        "{id: s, duration: 3, elements: [{type: text, text: Tea, pin: top}]}",
        &["pixels of another canvas: `pin` and percent fit every one"],
    ),
    (
        "V-10",
        "{id: s, duration: 3, elements: [{type: text, text: Tea, pin: bottom}]}",
        &["`area: canvas` for text: leave it out, the safe area keeps clear of buttons"],
    ),
    (
        "V-11",
        "{id: s, duration: 3, elements: [{type: text, text: A long line that may break, w: 100%}]}",
        &[
            "`h` for text: leave it out, the box grows with the text",
            "too many elements in one stack: use two scenes",
        ],
    ),
    (
        "V-12",
        "{id: s, duration: 3, elements: [{type: text, text: Tea, role: label}]}",
        &["`size` from a print layout: use `role`, which is readable on a phone"],
    ),
    (
        "V-13",
        "{id: s, say: Good tea needs time and warm water., elements: [{type: text, text: Time, at: cue(needs)}]}",
        &[
            "the words of `cue(…)` are those of `say`, in the same order",
            "`sentence(n)` counts within the scene",
        ],
    ),
    (
        "V-14",
        "{id: s, duration: 4, elements: [{type: text, text: Tea, at: 1, until: 3}]}",
        &[
            "`at` counts from the scene's start, not from the video's",
            "`until` is a moment, `duration` a length",
        ],
    ),
    (
        "V-15",
        "{id: s, say: Tea needs time.}",
        &["`duration` for a narrated scene: leave it out, the voice gives it"],
    ),
    (
        "V-16",
        "{id: s, duration: 3, elements: [{type: text, text: Tea, enter: {type: fade, duration: 0.3}}]}",
        &["long animations in short scenes: shorten them, or let the scene be longer"],
    ),
    (
        "V-17",
        "{id: s, duration: 3, elements: [{type: text, text: Tea, color: $text}]}",
        &["text over a picture: give it `fill`, or the background `dim: 0.5`"],
    ),
    (
        "V-18",
        "{id: s, duration: 3, elements: [{type: text, text: Ten words are enough}]}",
        &["the whole script as text: captions show it, text shows the point"],
    ),
    (
        "V-19",
        "{id: s, duration: 3, elements: [{type: text, text: Tea, at: 0.5}]}",
        &["`until` close to `at`: leave `until` out, it stays until the scene's end"],
    ),
    (
        "V-20",
        "{id: s, duration: 3, elements: [{type: text, text: Tea, at: 0}]}",
        &["everything comes late: let one element be there from the start"],
    ),
    (
        "V-21",
        "{id: s, duration: 3, transition: fade, elements: [{type: text, text: Tea}]}",
        &[
            "`flash` between short scenes: use `fade`",
            "`opacity` keyframes that blink: three times a second at most",
        ],
    ),
    (
        "V-22",
        "output: {loudness: -14}",
        &["music as loud as the voice: `gain_db: -20`, and `duck_db: -10` while it speaks"],
    ),
    ("V-23", "output: {true_peak: -1}", &["`gain_db` above 0 for a loud recording: leave it out"]),
    (
        "V-24",
        "{id: s, duration: 3, elements: [{type: text, text: \"Tea ☕\"}]}",
        &["a font of one's own without the script: name it for headings only, or leave it out"],
    ),
    (
        "V-25",
        "theme: {fonts: {heading: {family: Archivo, weight: 800}}}",
        &["a weight that the family does not have: the issue lists those that it has"],
    ),
    (
        "V-26",
        "{id: s, duration: 3, elements: [{type: shape, shape: rect, w: 400, h: 300, fill: $accent}]}",
        &[
            "a small picture from edge to edge: use a larger one, or show it smaller",
            "`fit: cover` keeps its shape",
        ],
    ),
    (
        "V-27",
        "{id: s, duration: 3, elements: [{type: shape, shape: rect, w: 100%, h: 300, layer: -1, fill: $surface}, {type: text, text: Tea}]}",
        &["a card on a higher layer than its text: a card is `layer: -1`, or stands before the text"],
    ),
    (
        "V-28",
        "captions: {style: karaoke, position: lower, max_words: 4}",
        &["`max_words: 12`: three to five are read along", "elements at the bottom: captions stand there"],
    ),
    ("V-29", "vars: {brand: Kiln}", &["a variable that nobody names: remove it, or write `{{brand}}`"]),
    (
        "V-30",
        "targets: [tiktok, reels, shorts]",
        &["three minutes for Shorts: 180 s is the most", "a wide canvas for `tiktok`: use `canvas: reel`"],
    ),
];
