use std::sync::Arc;

use super::*;
use crate::video::project::model::{Project, Time};

fn project(yaml: &str) -> Project {
    let text = format!("reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\n{yaml}");
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues, [], "{text}");
    parsed.project.expect("the text is a map")
}

fn expr(text: &str) -> Time {
    Time::Expr(text.to_owned())
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn expressions_are_read_and_written_alike() {
    for text in [
        "cue(forty percent)",
        "cue(forty percent#2) + 0.3",
        "cue_end(it's (almost) done) - 1",
        "sentence(2)",
        "pause(1) + 0.25",
        "beat(16) - 0.5",
        "end",
        "end - 1.5",
        "boom_2 + 3",
        "2.5",
    ] {
        let parsed: TimeExpr = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.to_string(), text);
    }
    let loose: TimeExpr = "  cue(  forty   percent #2)+0.3 ".parse().unwrap();
    assert_eq!(loose.to_string(), "cue(forty percent#2) + 0.3");
}

#[test]
fn expressions_that_are_none_say_why() {
    for (text, part) in [
        ("", "neither seconds"),
        ("cue()", "names the spoken words"),
        ("cue(!?)", "names the spoken words"),
        ("cue(#2)", "names the spoken words"),
        ("cue(a#0)", "counts from 1"),
        ("cue(a#x)", "counts from 1"),
        ("cue(a", "no closing"),
        ("cue a)", "no opening"),
        ("word(a)", "`word(…)` is unknown"),
        ("sentence(0)", "counts from 1"),
        ("beat(1.5)", "counts from 1"),
        ("end * 2", "comes `+` or `-`"),
        ("end + x", "no number of seconds"),
        ("end + 601", "from 0 to 600"),
        ("1:30", "no number of seconds"),
        ("Start", "neither seconds"),
        (&"cue(a)".repeat(60), "at most 300 bytes"),
    ] {
        let error = text.parse::<TimeExpr>().unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
}

fn keys(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.key).collect()
}

#[test]
fn words_are_what_is_heard() {
    assert_eq!(keys("Don’t STOP — 1,000.50 at 09:00!"), ["dont", "stop", "1,000.50", "at", "09:00"]);
    assert_eq!(keys("well-known (cafe\u{301})"), ["well", "known", "caf\u{e9}"]);
    assert_eq!(keys("咖啡涨价,yes"), ["咖", "啡", "涨", "价", "yes"]);
    assert_eq!(keys("커피값이 올랐다"), ["커", "피", "값", "이", "올", "랐", "다"]);
    assert_eq!(keys(" … "), Vec::<String>::new());
    let pauses: Vec<f64> = words("One, two; three. Four\n\nfive").iter().map(|word| word.pause).collect();
    assert_eq!(pauses, [0.18, 0.28, 0.5, 0.8, 0.0]);
}

#[test]
fn near_phrases_are_found_as_they_are_written() {
    let say = "Two bad harvests in Brazil cut supply, and shipping doubled.";
    let nearest_phrase = |phrase: &str, say: &str| {
        let project = project(&format!("scenes: [{{id: s, say: '{say}'}}]\n"));
        super::nearest_phrase(phrase, Times::of(&project, &Heard::none()).words())
    };
    assert_eq!(nearest_phrase("harvest", say).as_deref(), Some("harvests"));
    assert_eq!(nearest_phrase("shiping doubled", say).as_deref(), Some("shipping doubled"));
    assert_eq!(nearest_phrase("cut the supply", say).as_deref(), Some("cut supply"));
    assert_eq!(nearest_phrase("咖非", "今天的咖啡涨价了").as_deref(), Some("咖啡"));
    assert_eq!(nearest_phrase("咖啡长价", "今天的咖啡涨价了").as_deref(), Some("咖啡涨价"));
    assert_eq!(
        nearest_phrase("fourty precent", "It went up “forty percent”!").as_deref(),
        Some("forty percent")
    );
    assert_eq!(nearest_phrase("entirely different", say), None);
    assert_eq!(nearest_phrase("two ".repeat(21).trim(), say), None);
    assert!(says(say, "SUPPLY and") && !says(say, "and supply") && !says(say, "!"));
}

#[test]
fn scenes_without_speech_follow_their_elements() {
    let project = project(
        "scenes:
  - {id: a, duration: 2.5}
  - id: b
    elements:
      - {type: text, text: x, until: 2}
      - {type: text, text: x, at: 1, duration: 3.51}
      - {type: text, text: x}
  - {id: c, elements: [{type: text, text: x}]}
  - {id: d, elements: [{type: text, text: x, at: 1.5}]}
",
    );
    let times = Times::of(&project, &Heard::none());
    let timeline = times.timeline();
    let bounds: Vec<_> = timeline.scenes.iter().map(|scene| (scene.t0, scene.t1)).collect();
    // 4.51 s is 135.3 frames of 30 a second.
    assert_eq!(bounds, [(0.0, 2.5), (2.5, 7.0), (7.0, 10.0), (10.0, 14.5)]);
    assert!(!timeline.estimated && near(timeline.duration, 14.5));
    let element = &timeline.scenes[1].elements[1];
    assert_eq!((element.path.as_str(), element.t0, element.t1), ("scenes.b.elements.text2", 3.5, 7.0));
}

#[test]
fn narrated_scenes_are_estimated_and_continue_each_other() {
    let project = project(
        "scenes:
  - {id: title, duration: 1}
  - {id: a, say: One two three. Four five six., elements: [{type: text, text: x, at: cue(four)}]}
  - {id: b, say: 'Seven, eight'}
  - {id: last, duration: 1}
",
    );
    let times = Times::of(&project, &Heard::none());
    let timeline = times.timeline();
    let word = 1.0 / 2.6;
    // The first word comes 0.3 s after its scene's start, the next scene 0.15 s before its own first word.
    let four = 1.0 + 0.3 + 3.0 * word + 0.5;
    let b = 1.0 + 0.3 + 6.0 * word + 0.5 + 0.5 - 0.15;
    assert!((timeline.scenes[1].elements[0].t0 - four).abs() < 1.0 / 60.0);
    assert!((timeline.scenes[2].t0 - b).abs() < 1.0 / 60.0);
    let end = timeline.scenes[2].t0 + 0.15 + 2.0 * word + 0.18 + 0.6;
    assert!((timeline.scenes[2].t1 - end).abs() < 1.0 / 60.0);
    let estimated: Vec<bool> = timeline.scenes.iter().map(|scene| scene.estimated).collect();
    assert_eq!(estimated, [false, true, true, false]);
    assert!(timeline.estimated);
    for time in timeline.scenes.iter().flat_map(|scene| [scene.t0, scene.t1]) {
        assert!(near(time * 30.0, (time * 30.0).round()), "{time} is on no frame");
    }
}

#[test]
fn words_are_said_faster_when_their_scene_is_short() {
    let project = project("scenes: [{id: a, say: One two three four five six, duration: 1}]\n");
    let times = Times::of(&project, &Heard::none());
    let moment = times.moment(Some(0), &expr("cue_end(six)")).unwrap();
    assert!(near(moment.t, 1.0) && moment.estimated);
}

#[test]
fn every_term_stands_for_its_moment() {
    let project = project(
        "music: {file: a.mp3, beats: {bpm: 120, offset: 0.25}}
cues: {boom: 4.5, later: boom + 1}
scenes:
  - {id: a, say: 'Up, up. And down.', duration: 5}
  - {id: b, duration: 5}
",
    );
    let times = Times::of(&project, &Heard::none());
    let at = |scene, text: &str| times.moment(scene, &expr(text)).map(|moment| moment.t);
    let word = 1.0 / 2.6;
    let up = 0.3 + word + 0.18;
    let and = up + word + 0.5;
    for (scene, text, want) in [
        (Some(0), "cue(up#2)", up),
        (Some(0), "cue_end(up) + 0.1", 0.3 + word + 0.1),
        (Some(1), "cue(and down)", and),
        (Some(0), "sentence(2)", and),
        (Some(0), "pause(1)", 0.3 + word),
        (Some(1), "beat(3)", 1.25),
        (Some(0), "end - 0.5", 4.5),
        (Some(1), "end", 10.0),
        (None, "end", 10.0),
        (Some(1), "later", 5.5),
        (Some(1), "1.5", 6.5),
    ] {
        let t = at(scene, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(near(t, want), "{text}: {t} is not {want}");
    }
    let relative = times.moment(Some(1), &Time::Seconds(1.5)).unwrap();
    assert_eq!((relative.t, relative.estimated), (6.5, false));
    assert_eq!(at(Some(0), "cue(sideways)"), Err(BadTime::NoPhrase("sideways".into())));
    assert_eq!(at(Some(0), "cue(up#3)"), Err(BadTime::TooFew("`up`".into(), 2)));
    assert_eq!(at(Some(0), "sentence(3)"), Err(BadTime::TooFew("sentence(3)".into(), 2)));
    assert_eq!(at(Some(0), "nothing"), Err(BadTime::NoName("nothing".into())));
}

#[test]
fn times_that_only_sound_tells_are_no_fault() {
    let silent = project("scenes: [{id: a, duration: 2}]\n");
    let recorded = project("voice: v.mp3\nmusic: m.mp3\nscenes: [{id: a, duration: 2}]\n");
    for (text, want) in
        [("cue(a)", None), ("sentence(1)", Some(BadTime::NoSpeech)), ("beat(1)", Some(BadTime::NoMusic))]
    {
        let bad = Times::of(&silent, &Heard::none()).moment(Some(0), &expr(text)).unwrap_err();
        assert_eq!(bad, want.unwrap_or(BadTime::NoPhrase("a".into())));
        assert_eq!(Times::of(&recorded, &Heard::none()).moment(Some(0), &expr(text)), Err(BadTime::NotYet));
    }
}

#[test]
fn names_that_stand_for_each_other_end() {
    let project = project("cues: {a: b, b: a + 1}\nscenes: [{id: s, at: a, duration: 2}]\n");
    assert!(matches!(Times::of(&project, &Heard::none()).moment(None, &expr("a")), Err(BadTime::Circle(_))));
}

#[test]
fn a_start_of_its_own_ends_an_open_scene() {
    let project = project(
        "scenes:
  - {id: a, say: One two three four five}
  - {id: b, at: cue(three), duration: 2}
  - {id: c, at: 9, duration: 2}
",
    );
    let times = Times::of(&project, &Heard::none());
    let scenes = &times.timeline().scenes;
    assert!((scenes[0].t1 - (0.3 + 2.0 / 2.6)).abs() < 1.0 / 60.0);
    assert!(near(scenes[0].t1, scenes[1].t0));
    assert_eq!((scenes[2].t0, scenes[2].t1), (9.0, 11.0));
}

/// A voice file of some seconds that says words at these times; a pause lies wherever they leave 0.3 s.
fn recorded(length: f64, text: &str, times: &[(f64, f64)]) -> Arc<HeardVoice> {
    let words: Vec<HeardWord> =
        times.iter().map(|(t0, t1)| HeardWord { t0: *t0, t1: *t1, conf: 0.9 }).collect();
    let gaps = times.windows(2).filter(|pair| pair[1].0 - pair[0].1 >= 0.3);
    Arc::new(HeardVoice {
        length,
        speech: vec![[times[0].0, times[times.len() - 1].1]],
        pauses: gaps.map(|pair| Pause { t0: pair[0].1, t1: pair[1].0 }).collect(),
        text: text.to_owned(),
        words,
        source: CueSource::Words,
        ..HeardVoice::default()
    })
}

#[test]
fn scenes_follow_the_words_of_a_recording() {
    let project = project(
        "voice: {file: v.mp3, lead: 0.5, tail: 1}
scenes:
  - {id: title, duration: 2}
  - {id: a, say: One two. Three., elements: [{type: text, text: x, at: cue(two)}]}
  - {id: b, say: Four five.}
  - {id: card, duration: 3}
",
    );
    let words = [(0.2, 0.6), (0.7, 1.0), (1.5, 2.0), (3.0, 3.3), (3.4, 3.8)];
    let heard = Heard { voice: Some(recorded(4.5, "", &words)), ..Heard::default() };
    let times = Times::of(&project, &heard);
    let timeline = times.timeline();
    let bounds: Vec<_> = timeline.scenes.iter().map(|scene| (scene.t0, scene.t1)).collect();
    // The voice begins at 2.5 s; b begins 0.15 s before its first word; the last words are followed by the tail.
    let b = ((2.5_f64 + 3.0 - 0.15) * 30.0).round() / 30.0;
    assert_eq!(bounds, [(0.0, 2.0), (2.0, b), (b, 8.0), (8.0, 11.0)]);
    assert!(!timeline.estimated && timeline.scenes.iter().all(|scene| !scene.estimated));
    let at = |scene, text: &str| times.moment(scene, &expr(text)).unwrap();
    let two = at(Some(1), "cue(two)");
    assert!(near(two.t, 3.2) && !two.estimated);
    assert!(near(at(Some(0), "cue_end(four five)").t, 6.3));
    assert!(near(at(Some(1), "sentence(2)").t, 4.0) && near(at(Some(2), "sentence(1)").t, 5.5));
    assert!(near(at(Some(1), "pause(1)").t, 3.5) && near(at(None, "pause(2)").t, 4.5));
    assert_eq!(at(Some(3), "end"), Moment { t: 11.0, estimated: false });
    let voice = VoiceTime { scene: None, start: 2.5, from: 0.0, length: Some(4.5) };
    assert_eq!(times.voices(), [voice]);
    assert_eq!(times.speaking(), [[2.7, 6.3]]);
}

#[test]
fn a_trimmed_recording_begins_where_it_is_cut() {
    let project = project("voice: {file: v.mp3, trim: [1, 4]}\nscenes: [{id: a, say: One two.}]\n");
    let heard = Heard { voice: Some(recorded(9.0, "", &[(1.5, 1.9), (2.0, 2.4)])), ..Heard::default() };
    let times = Times::of(&project, &heard);
    let voice = VoiceTime { scene: None, start: 0.3, from: 1.0, length: Some(3.0) };
    assert_eq!(times.voices(), [voice]);
    assert!(near(times.words()[0].t0, 0.8));
    assert!(near(times.timeline().duration, 0.3 + 3.0 + 0.6));
}

#[test]
fn scenes_last_as_long_as_their_own_recordings() {
    let project = project(
        "scenes:
  - {id: a, say: One two., voice: a.mp3}
  - {id: b, voice: b.mp3}
  - {id: c, say: Three., voice: c.mp3}
",
    );
    let scenes = vec![
        Some(recorded(2.0, "", &[(0.2, 0.8), (1.0, 1.6)])),
        Some(recorded(3.0, "Five six.", &[(0.5, 1.0), (1.5, 2.0)])),
        None,
    ];
    let heard = Heard { scenes, ..Heard::default() };
    let times = Times::of(&project, &heard);
    let scenes = &times.timeline().scenes;
    assert!((scenes[0].t1 - 2.25).abs() < 0.02 && (scenes[1].t1 - scenes[1].t0 - 3.25).abs() < 0.02);
    let estimated: Vec<bool> = scenes.iter().map(|scene| scene.estimated).collect();
    assert_eq!(estimated, [false, false, true]);
    let moment = times.moment(Some(1), &expr("cue(six)")).unwrap();
    assert!(near(moment.t, scenes[1].t0 + 1.5) && !moment.estimated);
    assert!(times.moment(Some(2), &expr("cue(three)")).unwrap().estimated);
}

#[test]
fn a_recording_without_a_script_has_its_own_words() {
    let project = project(
        "voice: v.mp3
scenes:
  - {id: a, elements: [{type: text, text: x, until: 2}]}
  - {id: b, at: cue(three), elements: [{type: text, text: x, at: cue(four)}]}
",
    );
    let words = [(0.0, 0.5), (0.6, 1.0), (2.0, 2.5), (2.6, 3.0)];
    let heard = Heard { voice: Some(recorded(4.0, "One two. Three four.", &words)), ..Heard::default() };
    let times = Times::of(&project, &heard);
    let scenes = &times.timeline().scenes;
    let b = (2.3_f64 * 30.0).round() / 30.0;
    assert_eq!((scenes[0].t1, scenes[1].t0), (b, b));
    // The last scene ends with the voice and its tail.
    assert!((times.timeline().duration - 4.9).abs() < 1.0 / 60.0);
    assert_eq!(times.words_of(0).len(), 2);
    let silent = Heard {
        voice: Some(Arc::new(HeardVoice { length: 4.0, ..HeardVoice::default() })),
        ..Heard::default()
    };
    let times = Times::of(&project, &silent);
    assert_eq!(times.moment(None, &expr("cue(four)")), Err(BadTime::NoPhrase("four".into())));
    let unknown =
        HeardVoice { text: String::new(), words: Vec::new(), ..(*recorded(4.0, "", &words)).clone() };
    let heard = Heard { voice: Some(Arc::new(unknown)), ..Heard::default() };
    let times = Times::of(&project, &heard);
    assert_eq!(times.moment(None, &expr("sentence(2)")).map(|moment| moment.t), Ok(2.3));
}

#[test]
fn words_that_were_heard_for_another_script_are_not_taken() {
    let project = project("voice: v.mp3\nscenes: [{id: a, say: One two three.}]\n");
    let heard = Heard { voice: Some(recorded(4.0, "", &[(0.0, 0.5), (0.6, 1.0)])), ..Heard::default() };
    let times = Times::of(&project, &heard);
    assert_eq!(times.words().len(), 3);
    assert!(times.moment(Some(0), &expr("cue(two)")).unwrap().estimated);
}

#[test]
fn beats_go_on_as_often_as_the_music_is_repeated() {
    let project = project("music: {file: m.mp3, start: 1}\nscenes: [{id: a, duration: 2}]\n");
    let beat = |t: f64| HeardBeat { t, is_downbeat: false };
    let music =
        HeardMusic { length: 4.0, beats: vec![beat(0.5), beat(1.5), beat(2.5)], ..HeardMusic::default() };
    let heard = Heard { music: Some(Arc::new(music)), ..Heard::default() };
    let times = Times::of(&project, &heard);
    let at = |text: &str| times.moment(None, &expr(text)).map(|moment| moment.t);
    assert_eq!((at("beat(1)"), at("beat(2)"), at("beat(3)")), (Ok(0.5), Ok(1.5), Ok(3.5)));
    let none = Heard { music: Some(Arc::default()), ..Heard::default() };
    assert_eq!(Times::of(&project, &none).moment(None, &expr("beat(1)")), Err(BadTime::NoMusic));
}

#[test]
fn words_are_shown_with_their_signs() {
    let text = "“Never,” she said — save $10 (or more)! well-known 咖啡。";
    let words = words(text);
    let shown: Vec<String> = shown(text, &words)
        .into_iter()
        .map(|(text, is_joined)| if is_joined { format!("+{text}") } else { text })
        .collect();
    assert_eq!(
        shown,
        ["“Never,”", "she", "said —", "save", "$10", "(or", "more)!", "well-", "+known", "咖", "+啡。"]
    );
}

#[test]
fn phrases_are_found_however_their_numbers_are_written() {
    let say = "Sales grew 40% to $5 in the 3rd year, 1,200 cups at 9:00, and twenty-five 20s.";
    for phrase in [
        "forty percent",
        "40%",
        "grew forty percent to",
        "grew 40",
        "five dollars in",
        "$5",
        "third year",
        "3rd",
        "one thousand two hundred cups",
        "1,200",
        "nine oclock",
        "25",
        "and 25",
    ] {
        assert!(says(say, phrase), "{phrase}");
    }
    // What stops within a number was not said, and neither was what only begins like it.
    for phrase in
        ["forty", "one thousand", "two hundred", "percent", "five dollar", "fourth", "twenty six", "1200"]
    {
        assert!(!says(say, phrase), "{phrase}");
    }
    let project = project(&format!("scenes:\n  - {{id: a, duration: 20, say: '{say}'}}"));
    let heard = Heard::none();
    let times = Times::of(&project, &heard);
    let t = |text: &str| times.moment(Some(0), &Time::Expr(text.to_owned())).map(|moment| moment.t);
    for (said, written) in [
        ("cue(forty percent)", "cue(40%)"),
        ("cue_end(five dollars)", "cue_end($5)"),
        ("cue_end(forty percent to five dollars)", "cue_end($5)"),
        ("cue(third)", "cue(3rd)"),
        ("cue(25)", "cue(twenty five)"),
    ] {
        assert_eq!(t(said), t(written), "{said}");
        assert!(t(said).is_ok(), "{said}");
    }
    assert!(t("cue(forty percent#2)").is_err() && t("cue(forty)").is_err());
}

/// Many places have a word of the phrase; the one that has them all is compared first.
#[test]
fn a_near_phrase_is_found_in_a_long_script() {
    let filler = "the cost of the week and of the ".repeat(15);
    let scenes: Vec<String> = (0..40)
        .map(|index| {
            let end = if index == 33 { "the green harvest moon" } else { "the end" };
            format!("  - {{id: s{index}, say: '{filler}{end}'}}\n")
        })
        .collect();
    let project = project(&format!("scenes:\n{}", scenes.concat()));
    let times = Times::of(&project, &Heard::none());
    assert_eq!(times.words().len(), 40 * 122 + 2);
    let near = nearest_phrase("the grean harvst moon", times.words());
    assert_eq!(near.as_deref(), Some("the green harvest moon"));
}

#[test]
fn automatic_lengths_stay_within_those_of_a_scene() {
    let project = project(
        "scenes:
  - {id: a, elements: [{type: text, text: Hi, duration: 0.01}]}
  - {id: b, elements: [{type: text, text: Hi, at: 100}]}
  - {id: c, elements: [{type: text, text: Hi, at: 600, duration: 600}]}
  - {id: d}
  - {id: e, at: 300, duration: 1}
  - {id: f}
  - {id: g, at: 184.6, duration: 1}
",
    );
    let times = Times::of(&project, &Heard::none());
    let lengths: Vec<f64> = times.timeline().scenes.iter().map(|scene| scene.t1 - scene.t0).collect();
    assert!(
        lengths.iter().zip([0.5, 60.0, 60.0, 60.0, 1.0, 3.1, 1.0]).all(|(a, b)| near(*a, b)),
        "{lengths:?}"
    );
    assert_eq!(times.hasty(), [(0, 0.01)]);
}
