use kurbo::Rect;

use super::*;
use crate::video::check::{Depth, NoAssets, Options, validate};
use crate::video::platform;
use crate::video::project::Project;

fn scene(canvas: &str, more: &str, elements: &[&str]) -> String {
    let elements: String = elements.iter().map(|element| format!("      - {{{element}}}\n")).collect();
    format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: {canvas}\n{more}scenes:\n  - id: s\n    duration: 4\n    layout: free\n    elements:\n{elements}"
    )
}

const HEAD: &str = "id: head, type: text, text: Good tea, role: title, x: 120, y: 600";
const BODY: &str = "id: body, type: text, text: Three minutes, x: 140, y: 640";
const CARD: &str = "id: card, type: shape, shape: rect, w: 300, h: 300, fill: $accent, x: 300, y: 980";

fn wanted(elements: &[&str], keep: &[&str]) -> Wanted {
    let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    Wanted { scene: "s".to_owned(), elements: owned(elements), keep: owned(keep), options: 3 }
}

fn arranged(text: &str, wanted: &Wanted) -> Vec<Arrangement> {
    suggest_layout(text, &NoAssets, wanted).unwrap()
}

fn rect([x, y, w, h]: [f64; 4]) -> Rect {
    Rect::new(x, y, x + w, y + h)
}

fn issues(text: &str, rule: &str) -> usize {
    let options = Options { stage: Depth::Layout, rules: vec![rule.to_owned()], ..Options::default() };
    validate(text, &NoAssets, &options).issues.len()
}

#[test]
fn elements_that_overlap_come_apart_in_free_space() {
    let text = scene("reel", "", &[HEAD, BODY, CARD]);
    assert_eq!(issues(&text, "V-8"), 1);
    let options = arranged(&text, &wanted(&[], &[]));
    let (stack, places) = options.split_last().unwrap();
    assert_eq!(places.len(), 3);
    assert!(places.windows(2).all(|pair| pair[0].score >= pair[1].score), "{options:#?}");
    assert!(stack.why.contains("stack") && stack.text.contains("layout: stack"), "{stack:#?}");
    let project = Project::parse(&text).project.unwrap();
    let covered = platform::occluders(&project);
    for option in &options {
        assert_eq!(issues(&option.text, "V-8") + issues(&option.text, "V-10"), 0, "{option:#?}");
        assert!((0.0..=1.0).contains(&option.score) && !option.why.is_empty(), "{option:#?}");
        assert_eq!(crate::video::project::edit::apply_ops(&text, &option.ops).unwrap(), option.text);
        let boxes: Vec<Rect> = ["head", "body", "card"].map(|id| rect(option.boxes[id])).into();
        for (at, own) in boxes.iter().enumerate() {
            assert!(boxes[at + 1..].iter().all(|other| own.intersect(*other).area() < 1.0), "{option:#?}");
            assert!(covered.iter().all(|it| it.rect.intersect(*own).area() < 1.0), "{option:#?}");
        }
    }
    // What is best reads from top to bottom.
    let top = |id: &str| places[0].boxes[id][1];
    assert!(top("head") < top("body") && top("body") < top("card"), "{:#?}", places[0]);
    assert_eq!(options, arranged(&text, &wanted(&[], &[])));
}

#[test]
fn the_stack_keeps_the_gap_and_the_rest_of_the_layout() {
    let text = scene("square", "targets: []\n", &[HEAD, BODY])
        .replace("layout: free", "layout: {type: free, gap: 48, pad: 20}");
    let options = arranged(&text, &wanted(&[], &[]));
    let stack = options.iter().find(|option| option.why.contains("stack")).unwrap();
    assert!(stack.text.contains("layout: {type: stack, gap: 48, pad: 20}"), "{}", stack.text);
}

#[test]
fn many_elements_find_places_too() {
    let elements: Vec<String> = (0..12)
        .map(|number| {
            format!("id: e{number}, type: text, text: Label {number}, x: 200, y: {}", 300 + number * 10)
        })
        .collect();
    let elements: Vec<&str> = elements.iter().map(String::as_str).collect();
    let options = arranged(&scene("reel", "", &elements), &wanted(&[], &[]));
    let places: Vec<_> = options.iter().filter(|option| !option.why.contains("stack")).collect();
    assert!(!places.is_empty(), "{options:#?}");
    for option in places {
        assert_eq!(issues(&option.text, "V-8"), 0, "{option:#?}");
    }
}

#[test]
fn what_is_kept_stays_and_only_what_is_named_moves() {
    let text = scene("square", "targets: []\n", &[HEAD, BODY, CARD]);
    for wanted in [wanted(&["body"], &[]), wanted(&[], &["head", "card"])] {
        for option in arranged(&text, &wanted) {
            let is_stack = option.why.contains("stack");
            assert_eq!(option.boxes.keys().collect::<Vec<_>>(), ["body"], "{option:#?}");
            assert!(
                is_stack
                    || option
                        .ops
                        .iter()
                        .all(|op| serde_json::json!(op)["path"].as_str().unwrap().contains("body")),
                "{option:#?}"
            );
            assert_eq!(issues(&option.text, "V-8"), 0, "{option:#?}");
        }
    }
}

#[test]
fn captions_and_margins_stay_free() {
    let more = "voice: voice.wav\n";
    let text =
        scene("square", more, &[HEAD, BODY]).replace("duration: 4", "say: Good tea needs three minutes.");
    let project = Project::parse(&text).project.unwrap();
    let look = crate::video::theme::Look::of(&project);
    let safe = platform::safe_area(&project);
    let (_, band) = crate::video::layout::captions_band(&project, &project.scenes[0], &look, safe).unwrap();
    let options = arranged(&text, &wanted(&[], &[]));
    assert!(!options.is_empty());
    for option in options {
        for own in option.boxes.values().map(|own| rect(*own)) {
            assert!(
                own.intersect(band).area() < 1.0
                    && safe.inflate(1.0, 1.0).union(own) == safe.inflate(1.0, 1.0),
                "{option:#?}"
            );
        }
    }
}

#[test]
fn what_is_never_there_together_may_share_a_place() {
    let first = "id: one, type: text, text: First, role: title, x: 300, y: 500, until: 2";
    let second = "id: two, type: text, text: Second, role: title, x: 300, y: 500, at: 2";
    let text = scene(
        "square",
        "targets: []\n",
        &[first, second, "id: three, type: text, text: Third, x: 300, y: 520"],
    );
    let options = arranged(&text, &wanted(&["three"], &[]));
    let best = &options[0];
    assert_eq!(issues(&best.text, "V-8"), 0, "{best:#?}");
}

#[test]
fn text_keeps_away_from_what_is_busy() {
    use crate::video::check::{Assets, Presence};
    use crate::video::files::{FileError, Files};
    use std::sync::Arc;

    /// A picture whose upper half is a chess board and whose lower half is black.
    #[derive(Clone)]
    struct Picture(Arc<[u8]>);
    impl Files for Picture {
        fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, FileError> {
            Ok(self.0.to_vec())
        }
    }
    impl Assets for Picture {
        fn at(&self, _: &str) -> Presence {
            Presence::Usable
        }
        fn paths(&self) -> Vec<&str> {
            vec!["a.png"]
        }
        fn files(&self) -> Arc<dyn Files> {
            Arc::new(self.clone())
        }
    }
    let picture = image::RgbImage::from_fn(540, 540, |x, y| {
        let is_white = y < 270 && (x / 5 + y / 5) % 2 == 0;
        image::Rgb(if is_white { [255; 3] } else { [0; 3] })
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let assets = Picture(bytes.into_inner().into());
    let text = scene(
        "square",
        "targets: []\n",
        &["id: head, type: text, text: Good tea, role: title, x: 120, y: 200, color: \"#FFFFFF\""],
    )
    .replace("    layout: free\n", "    layout: free\n    background: {image: a.png}\n");
    let options = suggest_layout(&text, &assets, &wanted(&[], &[])).unwrap();
    let places: Vec<_> = options.iter().filter(|option| !option.why.contains("stack")).collect();
    assert!(!places.is_empty());
    for option in places {
        assert!(option.boxes["head"][1] >= 540.0, "{option:#?}");
    }
}

#[test]
fn what_is_not_there_is_told_with_what_is() {
    let text = scene("square", "", &[HEAD, BODY]);
    let refused = |wanted: &Wanted| suggest_layout(&text, &NoAssets, wanted).unwrap_err();
    let names = vec!["head".to_owned(), "body".to_owned()];
    assert_eq!(refused(&wanted(&["hed"], &[])), NoPlace::NoElement("hed".to_owned(), names));
    assert_eq!(refused(&wanted(&[], &["head", "body"])), NoPlace::Nothing);
    let other = Wanted { scene: "z".to_owned(), ..wanted(&[], &[]) };
    assert_eq!(refused(&other), NoPlace::NoScene(vec!["s".to_owned()]));
    assert_eq!(suggest_layout("a: [", &NoAssets, &other).unwrap_err(), NoPlace::Syntax);
}
