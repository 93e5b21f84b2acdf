use std::collections::HashSet;

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::video::project::Project;

const CANVASES: [CanvasPreset; 5] =
    [CanvasPreset::Reel, CanvasPreset::Post, CanvasPreset::Square, CanvasPreset::Wide, CanvasPreset::Hd];

const NASTY: [&str; 22] = [
    "She said: \"it's done\"",
    "a #1 hit",
    "#hashtag",
    "Note: read",
    "yes",
    "2024",
    "1.50",
    "null",
    "~",
    "- dash",
    "`code` @me %",
    "*bold* &anchor !tag",
    "{curly} [square], both",
    "back\\slash \\n is not a line end",
    "two\nlines\r\nand\tmore",
    " spaces around ",
    "🎬 emoji 👩‍👩‍👧 end",
    "שלום עולם: مرحبا",
    "line\u{2028}end\u{2029}s \u{feff}",
    "@say @title",
    "#%% middle",
    "日本語の文章です。",
];

fn parse(yaml: &str) -> Value {
    serde_saphyr::from_str(yaml).unwrap_or_else(|error| panic!("{error}\n{yaml}"))
}

fn script(texts: &[&str]) -> Options {
    Options { script: texts.iter().map(|text| (*text).to_owned()).collect(), ..Options::default() }
}

#[test]
fn every_template_is_a_project_with_unique_scene_ids_for_any_length_of_script() {
    for template in Template::ALL {
        for length in [0, 1, 2, 3, 4, 7, 60] {
            let options = script(&vec!["A short line that is spoken."; length]);
            let yaml = render(template, &options).unwrap();
            let project = parse(&yaml);
            assert_eq!(project["reelforge"], 1);
            let title = if length == 0 { template.title() } else { "A short line that is spoken." };
            assert_eq!(project["meta"]["title"], title);
            assert_eq!(project["canvas"], serde_json::to_value(template.canvas()).unwrap());
            let scenes = project["scenes"].as_array().unwrap();
            if length > 0 {
                assert_eq!(scenes.len(), length, "{}", template.name());
            }
            let ids: HashSet<_> = scenes.iter().map(|scene| scene["id"].as_str().unwrap()).collect();
            assert_eq!(ids.len(), scenes.len(), "{}", template.name());
            assert!(scenes.iter().all(|scene| !scene["elements"].as_array().unwrap().is_empty()));
            assert!(!yaml.contains("#%%") && !yaml.contains(" @"), "{yaml}");
            assert!(yaml.starts_with("# "), "a new project begins with a comment");
        }
    }
}

#[test]
fn the_name_of_a_template_is_what_the_tools_accept() {
    for template in Template::ALL {
        assert_eq!(serde_json::to_value(template).unwrap(), template.name());
    }
}

#[test]
fn a_script_is_told_in_order_and_shown_on_screen() {
    for template in Template::ALL {
        let texts = ["First comes this.", "Then that.", "In the end, this."];
        let project = parse(&render(template, &script(&texts)).unwrap());
        for (scene, text) in project["scenes"].as_array().unwrap().iter().zip(texts) {
            assert_eq!(scene["say"], text);
            let shown = scene["elements"].as_array().unwrap().iter().any(|element| element["text"] == text);
            assert!(shown, "{}: {scene}", template.name());
        }
    }
}

#[test]
fn the_first_and_the_last_scene_look_unlike_the_ones_between() {
    let project = parse(&render(Template::NarratedReel, &script(&["Line."; 6])).unwrap());
    let looks: Vec<_> = project["scenes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|scene| (scene["transition"].to_string(), scene["elements"].to_string()))
        .collect();
    assert_eq!(looks[1], looks[3]);
    assert_eq!(looks[2], looks[4]);
    assert_eq!(looks.iter().collect::<HashSet<_>>().len(), 4);
}

#[test]
fn list_items_are_numbered_from_one() {
    let project = parse(&render(Template::List, &script(&["Promise.", "One.", "Two.", "End."])).unwrap());
    let number = |scene: usize| project["scenes"][scene]["elements"][0]["text"].clone();
    assert_eq!((number(1), number(2)), ("1".into(), "2".into()));
}

#[test]
fn a_long_text_is_said_in_full_and_shown_in_part() {
    let long = "This sentence is here to be shown. ".to_owned() + &"And this one goes on and on ".repeat(19);
    let project = parse(&render(Template::Blank, &script(&[&long])).unwrap());
    assert_eq!(project["scenes"][0]["say"], long.as_str());
    assert_eq!(project["scenes"][0]["elements"][0]["text"], "This sentence is here to be shown.");
    assert_eq!(on_screen(&"word, ".repeat(50)), format!("{}word…", "word, ".repeat(14)));
    assert_eq!(on_screen(&"語".repeat(200)), format!("{}…", "語".repeat(90)));
}

#[test]
fn text_that_yaml_would_misread_survives() {
    for text in NASTY {
        for template in Template::ALL {
            check_survives(template, text);
        }
    }
}

fn check_survives(template: Template, text: &str) {
    let options = Options { title: Some(text.to_owned()), ..script(&[text, text, text]) };
    let yaml = render(template, &options).unwrap();
    let project = parse(&yaml);
    assert_eq!(project["meta"]["title"], text, "{yaml}");
    for scene in project["scenes"].as_array().unwrap() {
        assert_eq!(scene["say"], text, "{yaml}");
    }
    let unscripted = Options { title: Some(text.to_owned()), ..Options::default() };
    assert_eq!(parse(&render(template, &unscripted).unwrap())["meta"]["title"], text);
}

proptest! {
    #[test]
    fn any_accepted_text_survives(text in any::<String>()) {
        if check_text("title", &text, MAX_TITLE).is_ok() {
            check_survives(Template::Blank, &text);
        }
    }

    #[test]
    fn any_text_of_marks_and_blanks_survives(text in r#"[\-:#"'\\{}\[\],&*!|>%@`~?=<. \n\ta0]{1,40}"#) {
        if check_text("title", &text, MAX_TITLE).is_ok() {
            check_survives(Template::Blank, &text);
        }
    }
}

#[test]
fn plain_words_stay_unquoted() {
    assert_eq!(scalar("Why your coffee costs more"), "Why your coffee costs more");
    assert_eq!(scalar("It's 50% off, today!"), "It's 50% off, today!");
    assert_eq!(scalar("Price: $5"), "\"Price: $5\"");
    assert_eq!(scalar("True"), "\"True\"");
}

#[test]
fn the_canvas_is_the_one_that_was_asked_for() {
    for template in Template::ALL {
        for canvas in CANVASES {
            let options = Options { canvas: Some(canvas), ..Options::default() };
            let project = parse(&render(template, &options).unwrap());
            assert_eq!(project["canvas"], serde_json::to_value(canvas).unwrap());
        }
    }
}

#[test]
fn the_limits_of_the_format_are_told_with_the_place() {
    let titled = |title: &str| Options { title: Some(title.to_owned()), ..Options::default() };
    let long = "x".repeat(601);
    let many = vec!["A line."; 61];
    let cases = [
        (titled(""), "title: expected 1 to 100 characters, got a blank text"),
        (titled(&long[..101]), "title: expected 1 to 100 characters, got 101"),
        (titled("a\u{7}"), "title: expected text, got the control character U+0007"),
        (script(&["Fine.", " "]), "script[1]: expected 1 to 600 characters, got a blank text"),
        (script(&[&long]), "script[0]: expected 1 to 600 characters, got 601; split it into two scenes"),
        (script(&many), "script: expected at most 60 texts, one a scene, got 61"),
        (
            script(&["Hello {{name}}"]),
            "script[0]: `{{` begins the name of a variable, and a new project has none; write the text itself",
        ),
    ];
    for (options, message) in cases {
        assert_eq!(render(Template::Blank, &options).unwrap_err().to_string(), message);
    }
    render(Template::Blank, &titled(&"é".repeat(100))).unwrap();
    render(Template::Blank, &script(&[&long[..600]])).unwrap();
}

#[test]
fn every_template_is_free_of_issues_with_and_without_a_script_on_each_canvas() {
    for template in Template::ALL {
        for canvas in CANVASES {
            for length in [0, 1, 2, 6] {
                let texts = vec!["A line: \"spoken\", #1 - not read as YAML."; length];
                let options = Options { canvas: Some(canvas), ..script(&texts) };
                let yaml = render(template, &options).unwrap();
                let parsed = Project::parse(&yaml);
                assert!(parsed.issues.is_empty(), "{}: {:#?}", template.name(), parsed.issues);
                assert!(parsed.project.is_some());
            }
        }
    }
}
