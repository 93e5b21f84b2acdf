use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::video::check::{Depth, NoAssets, Options, Presence, validate};
use crate::video::files::{FileError, Files};
use crate::video::project::edit::apply_ops;
use crate::video::project::source;

/// A folder with `voice.wav`, `music.wav` and `words.json`.
#[derive(Clone)]
struct Folder {
    voice: Arc<[u8]>,
    music: Arc<[u8]>,
    words: &'static str,
}

impl Files for Folder {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        match path {
            "voice.wav" | "a.wav" | "b.wav" => Ok(self.voice.to_vec()),
            "music.wav" => Ok(self.music.to_vec()),
            "words.json" => Ok(self.words.as_bytes().to_vec()),
            _ => Err(FileError::Absent),
        }
    }
}

impl Assets for Folder {
    fn at(&self, _: &str) -> Presence {
        Presence::Usable
    }

    fn paths(&self) -> Vec<&str> {
        vec!["voice.wav", "music.wav", "words.json"]
    }

    fn files(&self) -> Arc<dyn Files> {
        Arc::new(self.clone())
    }
}

/// A folder without files.
struct Empty;

impl Assets for Empty {
    fn at(&self, _: &str) -> Presence {
        Presence::Absent
    }

    fn paths(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// Seconds of a tone at 8 kHz, with so many steps of loudness; it is silent outside of `from..to`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "short sounds")]
fn tone(seconds: f64, (from, to): (f64, f64), loud: i16) -> Arc<[u8]> {
    let count = (seconds * 8000.0) as u32;
    let sounds = |at: u32| (from..to).contains(&(f64::from(at) / 8000.0));
    let wave = |at: u32| if at % 16 < 8 { loud } else { -loud };
    let size = count * 2;
    let mut bytes = Vec::from(*b"RIFF");
    bytes.extend((36 + size).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    bytes.extend(8000_u32.to_le_bytes());
    bytes.extend(16_000_u32.to_le_bytes());
    bytes.extend(b"\x02\0\x10\0data");
    bytes.extend(size.to_le_bytes());
    bytes.extend((0..count).flat_map(|at| if sounds(at) { wave(at) } else { 0 }.to_le_bytes()));
    bytes.into()
}

fn project(canvas: &str, body: &str) -> String {
    format!("reelforge: 1\nmeta: {{title: Tea}}\ncanvas: {canvas}\n{body}")
}

/// The suggestions, after it was seen that each keeps what it promises.
fn suggested_in(text: &str, assets: &dyn Assets, goal: Goal) -> Vec<Suggestion> {
    let found = suggest_next(text, assets, goal, 20);
    assert!(!found.is_empty());
    let errors = |text: &str| {
        let options = Options { stage: Depth::Layout, ..Options::default() };
        validate(text, assets, &options).summary.errors
    };
    for suggestion in &found {
        let Step::Edit(ops) = &suggestion.step else { continue };
        let edited = apply_ops(text, ops).unwrap_or_else(|error| panic!("{suggestion:#?}: {error}"));
        assert!(errors(&edited) <= errors(text), "{suggestion:#?}\n{edited}");
        assert!(suggestion.metric.after.unwrap() < suggestion.metric.before, "{suggestion:#?}");
        assert!(!suggestion.title.is_empty() && !suggestion.why.is_empty(), "{suggestion:#?}");
    }
    found
}

fn suggested(text: &str, goal: Goal) -> Vec<Suggestion> {
    suggested_in(text, &NoAssets, goal)
}

/// The one suggestion about something.
fn about(found: &[Suggestion], metric: &str) -> Suggestion {
    let of: Vec<&Suggestion> = found.iter().filter(|one| one.metric.name == metric).collect();
    let [one] = of[..] else { panic!("{metric}: {found:#?}") };
    one.clone()
}

fn ops(suggestion: &Suggestion) -> serde_json::Value {
    let Step::Edit(ops) = &suggestion.step else { panic!("{suggestion:#?}") };
    json!(ops)
}

/// The text after a suggestion.
fn followed(text: &str, suggestion: &Suggestion) -> String {
    let Step::Edit(ops) = &suggestion.step else { panic!("{suggestion:#?}") };
    apply_ops(text, ops).unwrap()
}

const FAULTY: &str = "reelforge: 1
meta: {title: Faulty}
canvas: reel
scenes:
  - id: a
    duration: 4
    layout: free
    elements:
      - {id: t, type: text, text: Hello there, colour: $accent, x: 200, y: 600}
      - {id: t, type: text, text: And again, x: 210, y: 610}
      - {id: late, type: text, text: Late, at: 3, until: 2, x: 200, y: 900}
      - {id: tiny, type: text, text: Small print of it all, size: 28, x: 200, y: 1000}
";

#[test]
fn errors_are_repaired_in_one_batch_before_anything_else() {
    let found = suggested(FAULTY, Goal::Auto);
    let first = &found[0];
    assert_eq!((first.metric.name, first.metric.target), ("errors", 0.0));
    let options = Options { stage: Depth::Layout, ..Options::default() };
    let left = validate(&followed(FAULTY, first), &NoAssets, &options).summary.errors;
    assert_eq!(left, 0, "{first:#?}");
    assert_eq!(first.metric.after, Some(0.0));
    let warnings = about(&found, "warnings");
    assert!(warnings.title.contains("V-12"), "{warnings:#?}");
    let names: Vec<&str> = found.iter().map(|one| one.metric.name).collect();
    assert_eq!(names[..2], ["errors", "warnings"], "{names:?}");
}

#[test]
fn the_same_project_has_the_same_answer_and_no_more_than_is_wanted() {
    let all = suggest_next(FAULTY, &NoAssets, Goal::Auto, 20);
    assert_eq!(all, suggest_next(FAULTY, &NoAssets, Goal::Auto, 20));
    assert_eq!(suggest_next(FAULTY, &NoAssets, Goal::Auto, 2), all[..2]);
}

#[test]
fn what_does_not_parse_is_repaired_all_the_way() {
    let text = "reelforge: 1\nmeta: {title: t}\ncanvas: square\noutput: {poster: 1}\nscenes:\n  - id: a\n    durtion: 3\n    elements:\n      - type: text\n        text: @me\n";
    let found = suggested(text, Goal::Fix);
    let fixed = followed(text, &found[0]);
    assert!(fixed.contains("duration: 3") && fixed.contains("\"@me\""), "{fixed}");
}

#[test]
fn words_come_within_the_first_second() {
    let text = project(
        "reel",
        "scenes:\n  - id: a\n    duration: 3\n    elements:\n      - {id: s, type: shape, shape: rect, w: 300, h: 300, fill: $accent}\n      - {id: t, type: text, text: Tea, role: title, at: 1.2}\n",
    );
    let one = about(&suggested(&text, Goal::Pace), "seconds_until_first_text");
    assert_eq!(ops(&one), json!([{ "op": "unset", "path": "scenes.a.elements.t.at" }]));
    assert!((one.metric.before - 1.2).abs() < 0.3 && one.metric.after == Some(0.0), "{one:#?}");
}

#[test]
fn a_still_picture_changes_with_a_sentence() {
    let text = project(
        "reel",
        "captions: false\nscenes:\n  - id: a\n    say: Good tea needs time and hot water. Most people pour it out far too early.\n    elements:\n      - {id: t, type: text, text: Tea, role: title}\n      - {id: u, type: text, text: Three minutes, role: heading}\n",
    );
    let one = about(&suggested(&text, Goal::Pace), "longest_still_seconds");
    assert_eq!(ops(&one), json!([{ "op": "set", "path": "scenes.a.elements.u.at", "value": "sentence(2)" }]));
    assert_eq!(one.metric.target, 3.5);
    // The same is slow enough for a wide screen.
    let wide = project(
        "wide",
        "scenes:\n  - id: a\n    duration: 4.5\n    elements:\n      - {id: t, type: text, text: Tea, role: title}\n      - {id: u, type: text, text: Three minutes, role: heading}\n",
    );
    let found = suggested(&wide, Goal::Pace);
    assert!(found.iter().all(|one| one.metric.name != "longest_still_seconds"), "{found:#?}");
    let tall = wide.replace("wide", "reel");
    let one = about(&suggested(&tall, Goal::Pace), "longest_still_seconds");
    assert_eq!(ops(&one)[0]["path"], "scenes.a.elements.u.at");
}

#[test]
fn a_number_that_is_said_is_counted_to() {
    let body = "captions: false\nscenes:\n  - id: a\n    say: Tea went up forty percent in two years.\n    elements:\n      - {id: t, type: text, text: Tea, role: title}\n";
    let text = project("reel", body);
    let one = about(&suggested(&text, Goal::Pace), "numbers_said_but_not_shown");
    let after = followed(&text, &one);
    let project = crate::video::project::Project::parse(&after).project.unwrap();
    let counter = serde_json::to_value(&project.scenes[0].elements[1]).unwrap();
    assert_eq!(
        (&counter["type"], &counter["at"], &counter["to"], &counter["suffix"]),
        (&json!("counter"), &json!("cue(forty percent)"), &json!(40.0), &json!("%"))
    );
    assert!(suggested(&after, Goal::Pace).iter().all(|one| one.metric.name != "numbers_said_but_not_shown"));
    // What is written at the time is shown already.
    let shown = project_with(body, "{id: n, type: text, text: \"+40%\"}");
    assert!(suggested(&shown, Goal::Pace).iter().all(|one| one.metric.name != "numbers_said_but_not_shown"));
}

fn project_with(body: &str, element: &str) -> String {
    project("reel", &format!("{body}      - {element}\n"))
}

#[test]
fn many_words_come_one_part_after_the_other() {
    let text = project(
        "square",
        "scenes:\n  - id: a\n    duration: 9\n    elements:\n      - {id: t, type: text, text: Pour the water slowly over all of the leaves in the pot}\n      - {id: u, type: text, text: Then wait for three minutes and take the leaves out again}\n",
    );
    let one = about(&suggested(&text, Goal::Pace), "words_at_once");
    assert!(one.metric.before > 14.0 && one.metric.after.unwrap() <= 14.0, "{one:#?}");
    let long = project(
        "square",
        "scenes:\n  - id: a\n    duration: 9\n    elements:\n      - {id: t, type: text, text: Pour the water slowly over all of the leaves. Then wait for three minutes and take them out.}\n",
    );
    let one = about(&suggested(&long, Goal::Pace), "words_at_once");
    let after = followed(&long, &one);
    assert!(
        after.contains("Pour the water slowly over all of the leaves.") && one.metric.after.unwrap() <= 14.0,
        "{after}"
    );
}

#[test]
fn scenes_that_come_alike_are_varied() {
    let scene = |id: &str| {
        format!(
            "  - id: {id}\n    duration: 2\n    elements:\n      - {{id: t, type: text, text: Tea, role: title}}\n"
        )
    };
    let scenes = |ids: &[&str]| {
        let all: String = ids.iter().map(|id| scene(id)).collect();
        project("reel", &format!("scenes:\n{all}"))
    };
    let text = scenes(&["a", "b", "c", "d", "e"]);
    let one = about(&suggested(&text, Goal::Pace), "scenes_alike");
    assert_eq!((one.metric.before, one.metric.after), (5.0, Some(3.0)));
    let few = suggested(&scenes(&["a", "b", "c"]), Goal::Pace);
    assert!(few.iter().all(|one| one.metric.name != "scenes_alike"), "{few:#?}");
}

#[test]
fn a_long_scene_is_cut_at_its_longest_pause() {
    let text = project(
        "reel",
        "captions: false\nscenes:\n  - id: a # the only one\n    say: Good tea needs time, clean water and a warm pot that holds enough of it for all of your guests. Most people pour it out far too early, and then they wonder why it tastes of nothing but hot water at all.\n    elements:\n      - {id: t, type: text, text: Tea, role: title}\n      - {id: u, type: text, text: Too early, role: heading, at: cue(too early)}\n",
    );
    let one = about(&suggested(&text, Goal::Pace), "scene_seconds");
    let after = followed(&text, &one);
    let project = crate::video::project::Project::parse(&after).project.unwrap();
    let ids: Vec<&str> = project.scenes.iter().map(|scene| scene.id.as_str()).collect();
    assert_eq!(ids, ["a", "a-2"]);
    assert!(project.scenes[1].say.as_ref().unwrap().starts_with("Most people"), "{after}");
    let elements = |scene: usize| -> Vec<&str> {
        project.scenes[scene].elements.iter().map(|element| element.common.id.as_str()).collect()
    };
    assert_eq!((elements(0), elements(1)), (vec!["t"], vec!["t", "u"]));
}

#[test]
fn what_comes_after_the_cut_keeps_its_times() {
    let text = project(
        "wide",
        "captions: false\nvars: {product: Tea}\nscenes:\n  - id: a\n    duration: 14\n    sounds: [{src: a.wav, at: 1}, {src: b.wav, at: 10.5}]\n    elements:\n      - {id: t, type: text, text: \"{{product}} now\", until: 12}\n      - {id: u, type: text, text: \"{{product}} later\", at: 9, until: 11, keyframes: [{at: 9.5, x: 10}, {at: 10.25, x: 20}]}\n      - {id: l, type: list, items: [One, Two], at: 8, item_at: [8.5, 10]}\n      - id: g\n        type: group\n        at: 7.5\n        duration: 3\n        elements:\n          - {id: h, type: text, text: Here, at: 8}\n",
    );
    let one = about(&suggested_in(&text, &Sounds, Goal::Pace), "scene_seconds");
    let after = followed(&text, &one);
    let project = source::parse(&after).root.unwrap().to_json();
    let (first, second) = (&project["scenes"][0], &project["scenes"][1]);
    assert_eq!((&first["duration"], &second["duration"]), (&json!(7.0), &json!(7.0)), "{after}");
    // What lasts beyond the cut lasts until the end of its scene.
    assert_eq!(first["elements"], json!([{ "id": "t", "type": "text", "text": "{{product}} now" }]));
    assert_eq!(first["sounds"], json!([{ "src": "a.wav", "at": 1 }]));
    assert_eq!(second["sounds"], json!([{ "src": "b.wav", "at": 3.5 }]));
    let of = |id: &str| {
        let all = second["elements"].as_array().unwrap();
        all.iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("{id}: {after}")).clone()
    };
    let u = of("u");
    assert_eq!((&u["at"], &u["until"], &u["text"]), (&json!(2.0), &json!(4.0), &json!("{{product}} later")));
    assert_eq!(u["keyframes"], json!([{ "at": 2.5, "x": 10 }, { "at": 3.25, "x": 20 }]));
    assert_eq!((&of("l")["at"], &of("l")["item_at"]), (&json!(1.0), &json!([1.5, 3.0])));
    let g = of("g");
    assert_eq!((&g["at"], &g["duration"], &g["elements"][0]["at"]), (&json!(0.5), &json!(3), &json!(1.0)));
}

#[test]
fn texts_with_variables_are_not_cut_where_their_values_would_be() {
    let say = "Good tea needs time, clean water and a warm pot that holds enough of it for all of your guests. Most people pour out {{what}} far too early, and then they wonder why it tastes of nothing but hot water at all.";
    let long = project(
        "reel",
        &format!(
            "captions: false\nvars: {{what: it}}\nscenes:\n  - id: a\n    say: \"{say}\"\n    elements:\n      - {{id: t, type: text, text: Tea, role: title}}\n"
        ),
    );
    assert!(suggested(&long, Goal::Pace).iter().all(|one| one.metric.name != "scene_seconds"));
    let crowd = project(
        "square",
        "vars: {pot: the pot}\nscenes:\n  - id: a\n    duration: 9\n    elements:\n      - {id: t, type: text, text: \"Pour the water over all of the leaves in {{pot}}. Then wait for three minutes and take them out.\"}\n",
    );
    assert!(suggested(&crowd, Goal::Pace).iter().all(|one| one.metric.name != "words_at_once"));
}

/// A folder with any sound.
struct Sounds;

impl Assets for Sounds {
    fn at(&self, _: &str) -> Presence {
        Presence::Usable
    }

    fn paths(&self) -> Vec<&str> {
        vec!["a.wav", "b.wav"]
    }

    fn files(&self) -> Arc<dyn Files> {
        let (voice, music) = (tone(1.0, (0.0, 1.0), 6000), tone(1.0, (0.0, 1.0), 6000));
        Arc::new(Folder { voice, music, words: "" })
    }
}

#[test]
fn what_is_missing_is_added() {
    let text = project(
        "reel",
        "voice: voice.wav\ncaptions: false\nscenes:\n  - id: a\n    say: Tea is good.\n    elements:\n      - {id: t, type: text, text: Tea, role: title}\n  - id: b\n    duration: 3\n    elements:\n      - {id: c, type: chart, chart: column, data: [{label: A, value: 1}, {label: B, value: 2}], h: 500}\n",
    );
    let folder = Folder { voice: tone(2.0, (0.3, 1.6), 6000), music: tone(1.0, (0.0, 1.0), 0), words: "" };
    let found = suggested_in(&text, &folder, Goal::Polish);
    assert_eq!(ops(&about(&found, "spoken_scenes_without_captions"))[0]["path"], "captions");
    assert_eq!(ops(&about(&found, "missing_posters"))[0]["path"], "output.poster");
    let alt = about(&found, "elements_without_alt");
    assert_eq!(ops(&alt)[0]["value"], "Chart: A 1, B 2");
    let card = followed(&text, &about(&found, "missing_calls_to_action"));
    let project = crate::video::project::Project::parse(&card).project.unwrap();
    assert_eq!(project.scenes.len(), 3, "{card}");
    assert!(card.contains("end-card") && card.contains("Follow for more"), "{card}");
    let korean = text.replace("{title: Tea}", "{title: 차, language: ko}");
    let found = suggested_in(&korean, &folder, Goal::Polish);
    let card = followed(&korean, &about(&found, "missing_calls_to_action"));
    assert!(card.contains("팔로우하고 더 보기"), "{card}");
}

#[test]
fn music_leaves_the_voice_room() {
    let text = project(
        "square",
        "voice: voice.wav\nmusic: {file: music.wav, gain_db: -4, duck_db: -5}\nscenes:\n  - id: a\n    say: Tea is good.\n    elements:\n      - {id: t, type: text, text: Tea, role: title}\n",
    );
    let folder = Folder { voice: tone(4.0, (0.3, 3.6), 6000), music: tone(6.0, (0.0, 6.0), 6000), words: "" };
    let found = suggested_in(&text, &folder, Goal::Polish);
    let one = about(&found, "missing_headroom_lu");
    assert_eq!(ops(&one)[0]["path"], "music.gain_db");
    assert_eq!(one.metric.after, Some(0.0), "{one:#?}");
}

#[test]
fn times_beside_a_word_meet_it() {
    let text = project(
        "square",
        "voice: {file: voice.wav, words: words.json}\nscenes:\n  - id: a\n    say: Tea is good and warm.\n    elements:\n      - {id: t, type: text, text: Tea, role: title}\n      - {id: u, type: text, text: Good, at: 1.2}\n",
    );
    let folder = Folder {
        voice: tone(4.0, (0.3, 3.6), 6000),
        music: tone(1.0, (0.0, 1.0), 0),
        words: r#"{"words": [{"word": "Tea", "start": 0.3, "end": 0.6}, {"word": "is", "start": 0.7, "end": 0.9}, {"word": "good", "start": 1.0, "end": 1.4}, {"word": "and", "start": 2.0, "end": 2.2}, {"word": "warm", "start": 2.4, "end": 3.6}]}"#,
    };
    let times = |at: &str| text.replace("at: 1.2", &format!("at: {at}"));
    // The voice begins 0.3 s into the video.
    let one = about(&suggested_in(&times("1.25"), &folder, Goal::Polish), "times_beside_a_word_or_beat");
    assert_eq!(ops(&one)[0]["value"], "cue(good)");
    // What meets a word stays there, though the next one is near.
    let near =
        folder.words.replace("\"start\": 1.0", "\"start\": 1.04").replace("\"end\": 0.9", "\"end\": 0.95");
    let near = Folder { words: near.replace("0.7", "0.98").leak(), ..folder.clone() };
    let met = suggested_in(&times("1.28"), &near, Goal::Polish);
    assert!(met.iter().all(|one| one.metric.name != "times_beside_a_word_or_beat"), "{met:#?}");
    let far = suggested_in(&times("1.6"), &folder, Goal::Polish);
    assert!(far.iter().all(|one| one.metric.name != "times_beside_a_word_or_beat"), "{far:#?}");
}

#[test]
fn when_nothing_is_left_it_leads_on() {
    let text = project(
        "square",
        "output: {poster: 1}\nscenes:\n  - id: a\n    duration: 3\n    elements:\n      - {id: t, type: text, text: Tea, role: title}\n",
    );
    let found = suggested(&text, Goal::Auto);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].step, Step::Render);
    // An error that no edit repairs is explained, or shown where its repair is to be found.
    let missing = text
        .replace("{id: t, type: text, text: Tea, role: title}", "{id: i, type: image, src: a.png, alt: A}");
    let found = suggested_in(&missing, &Empty, Goal::Fix);
    assert_eq!(found[0].step, Step::Files, "{found:#?}");
}
