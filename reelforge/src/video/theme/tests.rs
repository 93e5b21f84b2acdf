use super::*;

const PRESETS: [&str; 6] = ["midnight", "paper", "neon", "mono", "warm", "brand"];

fn look(canvas: &str, theme: &str) -> Look {
    let text = format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: {canvas}\ntheme: {theme}\nscenes:\n  - id: a\n    elements: []\n"
    );
    let parsed = Project::parse(&text);
    assert!(parsed.issues.is_empty(), "{:?}", parsed.issues);
    Look::of(&parsed.project.expect("the project parses"))
}

#[test]
fn every_theme_can_be_read_without_styling() {
    for preset in PRESETS {
        let look = look("reel", &format!("{{preset: {preset}}}"));
        let color = |name| look.token(name).expect("every theme has every colour");
        for below in ["bg", "surface"] {
            for text in ["text", "muted"] {
                let contrast = color(text).contrast(color(below));
                assert!(contrast >= 4.5, "{preset}: {text} on {below} has {contrast:.2}");
            }
        }
        for accent in ["accent", "accent2", "good", "bad"] {
            let contrast = color(accent).contrast(color("bg"));
            assert!(contrast >= 3.0, "{preset}: {accent} on bg has {contrast:.2}");
        }
    }
}

#[test]
fn sizes_are_those_of_the_format_and_grow_with_the_canvas() {
    let sizes = |canvas: &str| {
        let look = look(canvas, "{preset: midnight}");
        [Role::Display, Role::Body, Role::Caption].map(|role| (look.size(role) * 1000.0).round() / 1000.0)
    };
    assert_eq!(sizes("reel"), [132.0, 48.0, 60.0]);
    assert_eq!(sizes("square"), [132.0, 48.0, 60.0]);
    assert_eq!(sizes("wide"), [120.0, 40.0, 44.0]);
    assert_eq!(sizes("hd"), [80.0, 26.667, 29.333]);
    assert_eq!(sizes("{width: 540, height: 960}"), [66.0, 24.0, 30.0]);
}

#[test]
fn what_a_project_says_comes_before_its_preset() {
    let look = look(
        "reel",
        "{preset: paper, colors: {accent: \"#FFB703\", good: $accent}, sizes: {body: 50}, gap: 10, \
         fonts: {heading: {weight: 900}}}",
    );
    assert_eq!(look.token("accent"), Some(Rgba([0xFF, 0xB7, 0x03, 0xFF])));
    assert_eq!(look.token("good"), look.token("accent"), "a colour may name another one");
    assert_eq!(look.token("bg"), Some(Rgba([0xFA, 0xF6, 0xEE, 0xFF])));
    assert_eq!((look.size(Role::Body), look.gap), (50.0, 10.0));
    let heading = look.font(FontRole::Heading);
    assert_eq!((heading.family.as_str(), heading.weight), ("Inter", 900));
    assert_eq!(look.color(&Color::Token("nothing".into())), look.token("text").expect("text"));
}

#[test]
fn a_colour_may_name_one_that_names_another() {
    let blue = Some(Rgba([0, 0, 255, 255]));
    for colors in
        ["text: $accent, accent: $good, good: \"#0000FF\"", "good: $accent, accent: $text, text: \"#0000FF\""]
    {
        let look = look("reel", &format!("{{preset: midnight, colors: {{{colors}}}}}"));
        for name in ["text", "accent", "good"] {
            assert_eq!(look.token(name), blue, "{name} of {colors}");
        }
    }
    // The end of a chain may be the preset's own.
    let chained = look("reel", "{preset: midnight, colors: {text: $accent, accent: $good}}");
    assert_eq!(chained.token("text"), look("reel", "{preset: midnight}").token("good"));
}
