//! What is seen of a project: pictures and the numbers that come with them.

use base64::Engine as _;
use image::RgbImage;
use serde_json::{Value, json};

use super::Fixture;
use crate::testing::Reply;

/// A red square, a green disc that comes later, and a text that stands in the flow.
const PROJECT: &str = "reelforge: 1
meta: {title: Shapes}
canvas: {width: 400, height: 400}
theme: {preset: brand}
scenes:
  - id: first
    duration: 4
    layout: free
    elements:
      - {id: red, type: shape, shape: rect, x: 40, y: 60, w: 100, h: 80, fill: \"#FF0000\", enter: none}
      - {id: disc, type: shape, shape: circle, x: 200, y: 200, w: 100, h: 100, fill: \"#00FF00\", at: 2, enter: none, layer: 1}
  - id: second
    duration: 2
    elements:
      - {id: words, type: text, text: Hello, role: title}
";

async fn preview(arguments: Value) -> (Value, Vec<RgbImage>) {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "shapes", "yaml": PROJECT })).await;
    let mut all = json!({ "project": "shapes", "width": 200 });
    all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
    let reply = studio.call("preview_frames", all).await;
    (reply.result().clone(), pictures(&reply))
}

fn pictures(reply: &Reply) -> Vec<RgbImage> {
    let blocks = reply.content.iter().filter(|block| block["type"] == "image");
    let decode = |block: &Value| {
        assert_eq!(block["mimeType"], "image/jpeg");
        let bytes =
            base64::engine::general_purpose::STANDARD.decode(block["data"].as_str().unwrap()).unwrap();
        image::load_from_memory(&bytes).unwrap().to_rgb8()
    };
    blocks.map(decode).collect()
}

/// Whether a colour is about another one: JPEG is not exact.
fn near(picture: &RgbImage, x: u32, y: u32, color: [u8; 3]) -> bool {
    picture.get_pixel(x, y).0.iter().zip(color).all(|(a, b)| a.abs_diff(b) < 24)
}

#[tokio::test]
async fn the_boxes_that_are_reported_are_the_boxes_that_are_painted() {
    let (told, pictures) = preview(json!({ "times": [1, 3] })).await;
    let elements = |frame: usize| told["frames"][frame]["elements"].as_array().unwrap();
    assert_eq!(told["canvas"], json!([400.0, 400.0]));
    assert_eq!(told["picture"], json!([200, 200]));
    assert_eq!(
        (told["frames"][0]["frame"].clone(), told["frames"][0]["scene"].clone()),
        (json!(30), json!("first"))
    );
    assert_eq!(elements(0).len(), 1, "the disc comes at 2 s: {:?}", elements(0));
    assert_eq!(elements(0)[0]["box"], json!([40.0, 60.0, 100.0, 80.0]));
    assert_eq!(
        (elements(0)[0]["base"].clone(), elements(0)[0]["state"].clone()),
        (json!(true), json!("settled"))
    );
    assert_eq!(elements(1)[1]["box"], json!([200.0, 200.0, 100.0, 100.0]));
    assert_eq!(elements(1)[1]["base"], false, "a higher layer lies on top on purpose");
    let [before, after] = &pictures[..] else { panic!("two pictures") };
    // Boxes are in canvas pixels; the picture has half as many.
    assert!(
        near(before, 24, 34, [255, 0, 0]) && near(before, 64, 64, [255, 0, 0]),
        "the square is filled to its corners"
    );
    assert!(near(before, 14, 34, [255, 255, 255]) && near(before, 125, 125, [255, 255, 255]));
    assert!(near(after, 125, 125, [0, 255, 0]), "the disc is there");
    assert!(near(after, 102, 102, [255, 255, 255]), "it is round");
}

#[tokio::test]
async fn contrasts_and_the_way_out_of_an_overlap_are_told() {
    let studio = Fixture::new();
    let yaml = "reelforge: 1
meta: {title: Overlap}
canvas: {width: 400, height: 400}
scenes:
  - id: s
    background: \"#FFFFFF\"
    layout: {type: free, area: canvas}
    elements:
      - {id: black, type: text, text: Black, x: 20, y: 20, size: 40, color: \"#000000\"}
      - {id: grey, type: text, text: Grey, x: 20, y: 120, size: 40, color: \"#767676\"}
      - {id: a, type: shape, shape: rect, x: 20, y: 200, w: 100, h: 100, fill: \"#000000\"}
      - {id: b, type: shape, shape: rect, x: 20, y: 280, w: 100, h: 100, fill: \"#FF0000\"}
      - {id: on, type: text, text: On, x: 180, y: 200, size: 40, color: \"#FFFFFF\"}
      - {id: dark, type: shape, shape: rect, layer: -1, x: 160, y: 180, w: 200, h: 100, fill: \"#000000\"}
";
    studio.get("create_project", json!({ "name": "overlap", "yaml": yaml })).await;
    let told = studio.get("preview_frames", json!({ "project": "overlap" })).await;
    let frame = &told["frames"][0];
    let contrast = |id: &str| {
        let element =
            frame["elements"].as_array().unwrap().iter().find(|element| element["id"] == id).unwrap();
        element["contrast"].as_f64()
    };
    // By WCAG 2: black on white 21, #767676 on white 4.54; a shape is no mark of its own.
    assert_eq!((contrast("black"), contrast("grey"), contrast("a")), (Some(21.0), Some(4.5), None));
    assert!(contrast("on").is_some_and(|ratio| ratio > 20.0), "the pixels behind it count: {frame:#}");
    let [overlap] = &frame["overlaps"].as_array().unwrap()[..] else { panic!("{frame:#}") };
    assert_eq!((&overlap["ratio"], &overlap["exempt"]), (&json!(0.2), &Value::Null));
    assert_eq!(overlap["move"], json!({"element": "b", "dx": 0.0, "dy": 20.0}));
}

#[tokio::test]
async fn without_times_each_scene_shows_itself_at_rest() {
    let (told, pictures) = preview(json!({})).await;
    assert_eq!(pictures.len(), 2);
    assert_eq!(told["frames"][0]["elements"].as_array().unwrap().len(), 2, "at a time when all is there");
    let words = &told["frames"][1]["elements"][0];
    assert_eq!((words["text"].clone(), words["state"].clone()), (json!("Hello"), json!("settled")));
    let (told, pictures) = preview(json!({ "scene": "second" })).await;
    assert_eq!((pictures.len(), told["frames"][0]["scene"].clone()), (1, json!("second")));
}

#[tokio::test]
async fn in_a_scene_seconds_count_from_its_start() {
    let (told, _) = preview(json!({ "scene": "second", "times": [1.0] })).await;
    assert_eq!(told["frames"][0]["t"], 5.0);
    let (told, _) = preview(json!({ "times": [6.0] })).await;
    assert_eq!(told["frames"][0]["frame"], 179, "the end of the video is its last frame");
}

#[tokio::test]
async fn overlays_are_drawn_over_the_frame_and_change_nothing_else() {
    let at = json!({ "times": [1] });
    let with = |overlay: &str| json!({ "times": [1], "overlay": overlay });
    let (plain, without) = preview(at).await;
    let (told, boxes) = preview(with("boxes")).await;
    assert_eq!(plain, told);
    assert!(!near(&boxes[0], 45, 30, [255, 0, 0]), "a line runs along the upper edge of the square");
    assert!(near(&boxes[0], 45, 50, [255, 0, 0]), "its middle is as it was");
    let (_, safe) = preview(with("safe")).await;
    assert!(near(&without[0], 100, 10, [255, 255, 255]) && !near(&safe[0], 100, 10, [255, 255, 255]));
}

#[tokio::test]
async fn a_sheet_holds_every_scene_in_one_picture() {
    let (told, pictures) = preview(json!({ "sheet": true })).await;
    let [sheet] = &pictures[..] else { panic!("one picture") };
    assert_eq!(told["frames"].as_array().unwrap().len(), 2);
    assert_eq!(told["picture"], json!([sheet.width(), sheet.height()]));
    assert!(sheet.width() > 2 * 200 && sheet.width() <= 1568 && sheet.height() <= 1568);
}

#[tokio::test]
async fn scenes_beyond_what_fits_are_named() {
    let studio = Fixture::new();
    let scenes: String = (1..=30)
        .map(|n| format!("  - {{id: s{n}, duration: 1, elements: [{{type: text, text: \"{n}\"}}]}}\n"))
        .collect();
    let yaml = format!("reelforge: 1\nmeta: {{title: Many}}\ncanvas: square\nscenes:\n{scenes}");
    studio.get("create_project", json!({ "name": "many", "yaml": yaml })).await;
    let reply = studio.call("preview_frames", json!({ "project": "many", "width": 180 })).await;
    assert_eq!((pictures(&reply).len(), reply.result()["omitted"].as_array().unwrap().len()), (8, 22));
    let reply =
        studio.call("preview_frames", json!({ "project": "many", "width": 180, "sheet": true })).await;
    let sheet = &pictures(&reply)[0];
    assert_eq!(reply.result()["omitted"].as_array().unwrap().len(), 6);
    assert!(sheet.width() <= 1568 && sheet.height() <= 1568, "{}×{}", sheet.width(), sheet.height());
}

#[tokio::test]
async fn a_time_that_is_none_says_why() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "shapes", "yaml": PROJECT })).await;
    for (arguments, part) in [
        (json!({ "times": [1, 6.5] }), "times[1]: 6.50 s lies outside of the video, which ends at 6.00 s"),
        (json!({ "times": ["cue(hello)"] }), "times[0]: `hello` is spoken nowhere"),
        (json!({ "times": ["boom"] }), "times[0]: `cues` has no time named `boom`"),
        (json!({ "scene": "third" }), "its scenes are first, second"),
    ] {
        let mut all = json!({ "project": "shapes" });
        all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
        let reply = studio.call("preview_frames", all).await;
        assert!(reply.error.is_some() && reply.text().contains(part), "{arguments}: {}", reply.text());
    }
}

#[tokio::test]
async fn every_component_can_be_looked_at_and_copied() {
    let studio = Fixture::new();
    let listed = studio.get("list_components", json!({})).await;
    let components = listed["components"].as_array().unwrap();
    assert_eq!(components.len(), 10);
    for component in components {
        let name = component["name"].as_str().unwrap();
        assert!(component["yaml"].is_null() && !component["about"].as_str().unwrap().is_empty(), "{name}");
        let reply = studio.call("list_components", json!({ "name": name, "preview": true })).await;
        let picture = &pictures(&reply)[0];
        let first = *picture.get_pixel(0, 0);
        assert!(picture.pixels().any(|pixel| *pixel != first), "{name} shows nothing");
        // What it says is how it is used, and what it is made of can be a component of a project.
        let yaml = reply.result()["components"][0]["yaml"].as_str().unwrap().replace('\n', "\n    ");
        let example = component["example"].as_str().unwrap();
        let project = format!(
            "reelforge: 1\nmeta: {{title: Copy}}\ncanvas: square\ncomponents:\n  {name}:\n    {yaml}\nscenes:\n  - id: a\n    elements:\n      - {example}\n"
        );
        let checked = studio
            .get("validate_project", json!({ "yaml": project, "rules": ["V-1", "V-2", "V-3", "V-5"] }))
            .await;
        assert_eq!(checked["summary"]["errors"], 0, "{name}: {checked:#}\n{project}");
    }
}

#[tokio::test]
async fn a_projects_own_components_are_listed_as_they_are_written() {
    let studio = Fixture::new();
    let yaml = "reelforge: 1
meta: {title: Own}
canvas: square
components:
  stat: # ours
    props:
      n: {type: number}
    elements:
      - {type: counter, to: \"{{n}}\"} # counts
scenes: [{id: a, elements: []}]
";
    studio.get("create_project", json!({ "name": "own", "yaml": yaml })).await;
    let listed = studio.get("list_components", json!({ "project": "own", "query": "STAT" })).await;
    let one = listed["components"].as_array().unwrap();
    assert_eq!(
        (one.len(), one[0]["source"].clone()),
        (1, json!("project")),
        "it takes the place of the built-in one"
    );
    let read = studio.get("list_components", json!({ "project": "own", "name": "stat" })).await;
    let text = read["components"][0]["yaml"].as_str().unwrap();
    assert!(text.starts_with("props:\n  n: {type: number}\nelements:\n  - {type: counter"), "{text}");
    let lost = studio.call("list_components", json!({ "name": "stats" })).await;
    assert!(lost.error.is_some() && lost.text().contains("social-follow"), "{}", lost.text());
}
