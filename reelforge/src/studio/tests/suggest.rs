//! What is suggested of a project, and the files that are added to one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::Fixture;

const REEL: &str = "reelforge: 1
meta: {title: Tea}
canvas: reel
output: {poster: 1}
scenes:
  - id: a
    say: Tea went up forty percent in two years.
    elements:
      - {id: t, type: text, text: Tea, role: title} # stays
";

#[tokio::test]
async fn each_step_comes_with_the_call_that_makes_it() {
    let studio = Fixture::new();
    let made = studio.get("create_project", json!({ "name": "tea", "yaml": REEL })).await;
    let told = studio.get("suggest_next", json!({ "project": "tea", "goal": "pace" })).await;
    assert_eq!(told["revision"], made["revision"]);
    let step = told["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["metric"]["name"] == "numbers_said_but_not_shown")
        .unwrap_or_else(|| panic!("{told:#}"));
    assert_eq!(step["tool"], "edit_project");
    assert_eq!(step["args"]["project"], "tea");
    assert_eq!(step["args"]["base_revision"], made["revision"]);
    assert_eq!(step["args"]["ops"], step["ops"]);
    assert_eq!((&step["metric"]["before"], &step["metric"]["after"]), (&json!(1.0), &json!(0.0)));
    // Nothing was written.
    assert_eq!(studio.file("tea/project.yaml"), REEL);
}

#[tokio::test]
async fn ways_to_place_elements_come_with_a_picture_of_each() {
    let studio = Fixture::new();
    let yaml = "reelforge: 1\nmeta: {title: Tea}\ncanvas: square\nscenes:\n  - id: a\n    duration: 3\n    layout: free\n    elements:\n      - {id: t, type: text, text: Tea, role: title, x: 200, y: 300}\n      - {id: u, type: text, text: Warm, x: 210, y: 310}\n";
    studio.get("create_project", json!({ "name": "tea", "yaml": yaml })).await;
    let arguments =
        json!({ "project": "tea", "scene": "a", "elements": ["u"], "options": 2, "preview": true });
    let reply = studio.call("suggest_layout", arguments).await;
    let told = reply.result();
    let options = told["options"].as_array().unwrap();
    assert_eq!(options.len(), 3, "{told:#}");
    assert!(options.iter().all(|option| option["ops"].as_array().is_some_and(|ops| !ops.is_empty())));
    let pictures: Vec<&Value> = reply.content.iter().filter(|block| block["type"] == "image").collect();
    let [sheet] = pictures[..] else { panic!("{}", pictures.len()) };
    let bytes = STANDARD.decode(sheet["data"].as_str().unwrap()).unwrap();
    let sheet = image::load_from_memory(&bytes).unwrap();
    // Three squares of 360 pixels side by side, with 12 between and around them.
    assert_eq!((sheet.width(), sheet.height()), (3 * 372 + 12, 384));
}

fn png(color: [u8; 3]) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(6, 4, image::Rgb(color))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    STANDARD.encode(bytes.into_inner())
}

#[tokio::test]
async fn a_file_that_is_added_is_there_once() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "tea" })).await;
    let red = png([255, 0, 0]);
    let add = |path: &str, base64: &str, overwrite: bool| json!({ "project": "tea", "path": path, "base64": base64, "overwrite": overwrite });
    let added = studio.get("add_asset", add("img/red.png", &red, false)).await;
    assert_eq!((&added["path"], &added["written"]), (&json!("img/red.png"), &json!(true)));
    assert_eq!((&added["probe"]["width"], &added["probe"]["height"]), (&json!(6), &json!(4)));
    assert_eq!(added["next"]["tool"], "get_schema");
    // The same content again, at whatever path.
    for path in ["img/red.png", "other/again.png"] {
        let again = studio.get("add_asset", add(path, &red, false)).await;
        assert_eq!((&again["path"], &again["written"]), (&json!("img/red.png"), &json!(false)));
    }
    assert!(!studio.root.path().join("tea/other").exists());
    // Another content at the same path is refused, unless it is to replace it.
    let blue = png([0, 0, 255]);
    let refused = studio.call("add_asset", add("img/red.png", &blue, false)).await;
    assert_eq!(refused.error.as_deref(), Some("exists"));
    assert!(refused.text().contains("img/red-2.png"), "{}", refused.text());
    let bytes = |path: &str| std::fs::read(studio.root.path().join(path)).unwrap();
    assert_eq!(STANDARD.encode(bytes("tea/img/red.png")), red);
    let replaced = studio.get("add_asset", add("img/red.png", &blue, true)).await;
    assert_eq!(replaced["written"], true);
    assert_eq!(STANDARD.encode(bytes("tea/img/red.png")), blue);
    let listed = studio.get("list_assets", json!({ "project": "tea" })).await;
    assert_eq!(listed["assets"].as_array().unwrap().len(), 1, "{listed:#}");
}

#[tokio::test]
async fn what_is_no_whole_file_of_its_kind_is_not_added() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "tea" })).await;
    let cut = &STANDARD.decode(png([255, 0, 0])).unwrap()[..40];
    for (path, content) in [
        ("a.png", cut),
        ("a.mp3", b"not a sound at all, but a text that goes on".as_slice()),
        ("a.json", b"{\"words\": ["),
        ("a.csv", b"\xff\xfe\x00"),
        ("a.ttf", b"no font"),
        ("a.png", b""),
    ] {
        let arguments = json!({ "project": "tea", "path": path, "base64": STANDARD.encode(content) });
        let refused = studio.call("add_asset", arguments).await;
        assert_eq!(refused.error.as_deref(), Some("unsupported_media"), "{path}: {}", refused.text());
        assert!(!studio.root.path().join("tea").join(path).exists(), "{path}");
    }
    let large = STANDARD.encode(vec![0; (8 << 20) + 1]);
    let refused =
        studio.call("add_asset", json!({ "project": "tea", "path": "a.png", "base64": large })).await;
    assert_eq!(refused.error.as_deref(), Some("too_large"), "{}", refused.text());
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_written_outside_of_the_project() {
    let studio = Fixture::new();
    studio.get("create_project", json!({ "name": "tea" })).await;
    let outside = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(outside.path(), studio.root.path().join("tea/link")).unwrap();
    let victim = outside.path().join("victim.png");
    std::fs::write(&victim, "precious").unwrap();
    std::os::unix::fs::symlink(&victim, studio.root.path().join("tea/victim.png")).unwrap();
    let red = png([255, 0, 0]);
    for path in ["link/a.png", "../a.png", "/tmp/a.png", ".reelforge/a.png"] {
        let refused =
            studio.call("add_asset", json!({ "project": "tea", "path": path, "base64": red })).await;
        assert!(refused.error.is_some(), "{path}: {}", refused.text());
    }
    let over = json!({ "project": "tea", "path": "victim.png", "base64": red, "overwrite": true });
    let _ = studio.call("add_asset", over).await;
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
}

#[tokio::test]
async fn a_recording_is_recommended_as_the_voice() {
    let studio = Fixture::new();
    let made = studio.get("create_project", json!({ "name": "tea", "yaml": REEL })).await;
    let tone = |at: u32| if at % 50 < 25 { 8000_i16 } else { -8000 };
    let samples: Vec<u8> = (0..16_000).flat_map(|at| tone(at).to_le_bytes()).collect();
    let size = u32::try_from(samples.len()).unwrap();
    let mut wav = Vec::from(*b"RIFF");
    wav.extend((36 + size).to_le_bytes());
    wav.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    wav.extend(8000_u32.to_le_bytes());
    wav.extend(16_000_u32.to_le_bytes());
    wav.extend(b"\x02\0\x10\0data");
    wav.extend(size.to_le_bytes());
    wav.extend(samples);
    std::fs::create_dir(studio.root.path().join("shared")).unwrap();
    std::fs::write(studio.root.path().join("shared/take-1.wav"), &wav).unwrap();
    let arguments = json!({ "project": "tea", "path": "audio/voice.wav", "copy_from": "shared/take-1.wav" });
    let added = studio.get("add_asset", arguments).await;
    assert_eq!((&added["probe"]["duration"], &added["probe"]["channels"]), (&json!(2.0), &json!(1)));
    assert!(added["probe"]["lufs"].as_f64().is_some_and(|lufs| (-30.0..0.0).contains(&lufs)), "{added:#}");
    assert_eq!(
        added["next"]["args"],
        json!({
            "project": "tea",
            "ops": [{ "op": "set", "path": "voice", "value": "audio/voice.wav" }],
            "base_revision": made["revision"],
        })
    );
}

#[tokio::test]
async fn everything_that_can_be_explained_has_an_example_that_is_right() {
    use crate::video::check::{Depth, NoAssets, Options, RULES, validate};
    let studio = Fixture::new();
    for rule in &RULES {
        let told = studio.get("get_schema", json!({ "type": rule.id })).await;
        let example = told["example"].as_str().unwrap_or_else(|| panic!("{} has no example", rule.id));
        assert!(told["mistakes"].as_array().is_some_and(|all| !all.is_empty()), "{}", rule.id);
        let text = if example.starts_with("{id:") {
            format!("reelforge: 1\nmeta: {{title: t}}\ncanvas: square\nscenes:\n  - {example}\n")
        } else {
            format!(
                "reelforge: 1\nmeta: {{title: t}}\ncanvas: square\n{example}\nscenes:\n  - {{id: s, duration: 3}}\n"
            )
        };
        let options = Options { stage: Depth::Layout, ..Options::default() };
        let issues = validate(&text, &NoAssets, &options).issues;
        // What is declared and not used, and a scene without anything in it, are only there to be short.
        let faults: Vec<_> = issues.iter().filter(|it| !matches!(it.rule, "V-29" | "V-20")).collect();
        assert!(faults.is_empty(), "{}: {faults:#?}", rule.id);
    }
    // Tests link tools of their own; those of the studio stand in its contract.
    let contract: Value = serde_json::from_str(include_str!("../../../tools.lock.json")).unwrap();
    for name in contract["tools"].as_object().unwrap().keys() {
        let told = studio.get("get_schema", json!({ "type": name })).await;
        // A tool is one function; notes beside it are welcome, and then right.
        let Some(example) = told["example"].as_str() else { continue };
        let arguments: Value =
            serde_json::from_str(example).unwrap_or_else(|error| panic!("{name}: {error}"));
        let validator = jsonschema::validator_for(&told["schema"]).unwrap();
        let errors: Vec<String> = validator.iter_errors(&arguments).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        assert!(told["mistakes"].as_array().is_some_and(|all| !all.is_empty()), "{name}");
    }
}
