//! When something is to happen.

use super::*;

fn spoken(elements: &str) -> String {
    format!(
        "scenes:
  - {{id: one, say: 'Your coffee went up forty percent, and up again.', elements: [{elements}]}}
  - {{id: two, say: Two bad harvests cut supply.}}
"
    )
}

#[test]
fn phrases_that_are_spoken() {
    clean(&spoken(
        "{type: text, text: x, at: cue(COFFEE went)}, {type: text, text: x, at: cue(up#2)},
         {type: text, text: x, at: cue(forty) - 0.1, until: cue_end(percent)}, {type: text, text: x, at: pause(1)}",
    ));
}

#[test]
fn phrases_that_are_not_spoken() {
    let (issue, text) = fixed("V-13", &spoken("{type: text, text: x, at: cue(fourty percent) + 0.2}"));
    assert_eq!(issue.path, "scenes.one.elements.text1.at");
    assert!(issue.hint.contains("Your coffee went up"), "{}", issue.hint);
    assert!(text.contains("cue(forty percent) + 0.2"), "{text}");
    let (_, text) = fixed("V-13", &spoken("{type: text, text: x, at: cue(up#4)}"));
    assert!(text.contains("cue(up#2)"), "{text}");
    let (issue, _) = only("V-13", &spoken("{type: text, text: x, at: cue(entirely different)}"));
    assert!(issue.fix.is_empty());
    fixed("V-13", &spoken("{type: list, items: [a, b], item_at: [cue(coffee), cue(percentt)]}"));
    fixed("V-13", &spoken("{type: text, text: x, keyframes: [{at: cue(cofee), opacity: 1}]}"));
    fixed("V-13", &spoken("{type: text, text: x, at: sentence(2)}"));
    fixed("V-13", &format!("cues: {{boom: 1}}\n{}", spoken("{type: text, text: x, at: bom}")));
    fixed("V-13", &format!("cues: {{boom: cue(forti)}}\n{}", spoken("")));
}

#[test]
fn moments_outside_of_their_scene() {
    let (issue, _) = only("V-13", &spoken("{type: text, text: x, at: cue(harvests)}"));
    assert_eq!(issue.severity, Severity::Error);
    assert!(issue.message.contains("after its scene") && issue.t0 == Some(0.0), "{issue:?}");
    let (issue, _) = only("V-13", &spoken("{type: text, text: x, at: cue(coffee) + 9}"));
    assert_eq!(issue.severity, Severity::Warning);
    let (issue, _) =
        only("V-13", &format!("cues: {{late: 9}}\n{}", scene("{type: text, text: x, at: late}")));
    assert_eq!(issue.severity, Severity::Error);
    clean(&format!("cues: {{late: 3}}\n{}", scene("{type: text, text: x, at: late, until: end}")));
    fixed("V-13", &spoken("{type: text, text: x, at: cue(percent), until: cue(forty)}"));
}

#[test]
fn moments_without_sound_to_tell_them() {
    let (issue, _) = only("V-13", &scene("{type: text, text: x, at: sentence(1)}"));
    assert!(issue.message.contains("nothing is spoken"), "{}", issue.message);
    let (issue, _) = only("V-13", &scene("{type: text, text: x, at: beat(1)}"));
    assert!(issue.message.contains("no music"), "{}", issue.message);
    clean(&format!("music: audio/Bed.mp3\n{}", scene("{type: text, text: x, at: beat(1)}")));
    clean(&format!(
        "music: {{file: audio/Bed.mp3, beats: {{bpm: 60}}}}\n{}",
        scene("{type: text, text: x, at: beat(4)}")
    ));
    only(
        "V-13",
        &format!(
            "music: {{file: audio/Bed.mp3, beats: {{bpm: 60}}}}\n{}",
            scene("{type: text, text: x, at: beat(6)}")
        ),
    );
    clean(&format!("voice: audio/Bed.mp3\n{}", scene("{type: text, text: x, at: cue(unknown words)}")));
}

#[test]
fn elements_that_end_before_they_start_or_after_their_scene() {
    clean(&scene("{type: text, text: x, at: 1, until: 4}, {type: text, text: x, at: 1, duration: 3.03}"));
    let (issue, _) = fixed("V-14", &scene("{type: text, text: x, at: 2, until: 1}"));
    assert!(issue.message.contains("1.00 s") && issue.message.contains("2.00 s"), "{}", issue.message);
    fixed("V-14", &scene("{type: text, text: x, at: 2, duration: 0}"));
    let (issue, _) = fixed("V-14", &scene("{type: text, text: x, at: 1, until: 4.1}"));
    assert_eq!((issue.t0, issue.t1), (Some(1.0), Some(4.1)));
    fixed("V-14", &scene("{type: text, text: x, at: 1, duration: 4}"));
    fixed("V-14", &scene("{type: text, text: x, at: 4}"));
    fixed("V-14", &scene("{type: list, items: [a], item_at: [7]}"));
    fixed("V-14", &scene("{type: video, src: v/clip.mp4, trim: [5, 2]}"));
    let (issue, _) =
        only("V-14", "scenes: [{id: s, say: Short., elements: [{type: text, text: x, until: 9}]}]\n");
    assert_eq!(issue.severity, Severity::Warning);
}

#[test]
fn children_of_an_instance_begin_with_it() {
    clean(
        "music: {file: audio/Bed.mp3, beats: {bpm: 60}}
components:
  late: {elements: [{type: text, text: x, at: 4}]}
  two: {elements: [{type: text, text: x}, {type: text, text: x, at: 1}]}
scenes:
  - {id: a, elements: [{type: use, component: late}]}
  - {id: b, duration: 6, elements: [{type: use, component: two, at: beat(10)}]}
",
    );
    // The moment of an instance is at fault once, not for each of its elements.
    let two = "components: {two: {elements: [{type: text, text: x}, {type: text, text: y, at: 1}]}}\n";
    let (issue, _) = only(
        "V-13",
        &format!("{two}{}", spoken("{id: g, type: use, component: two, at: cue(entirely different)}")),
    );
    assert_eq!(issue.path, "scenes.one.elements.g.at");
}

#[test]
fn only_some_wrong_phrases_are_looked_for() {
    let wrong = |letter: char| format!("{{type: text, text: x, at: cue(fort{letter} percent)}}");
    let report = check(&spoken(&('a'..='x').map(wrong).collect::<Vec<_>>().join(", ")));
    let hints = |part: &str| report.issues.iter().filter(|issue| issue.hint.contains(part)).count();
    assert_eq!((report.issues.len(), hints("What is said: “Your coffee")), (24, 24));
    assert_eq!(hints("did you mean `forty percent`?"), 12);
    // The same phrase again costs nothing.
    let same = "{type: text, text: x, at: cue(fourty percent)}";
    let report = check(&spoken(&[same; 30].join(", ")));
    assert!(report.issues.iter().all(|issue| issue.hint.contains("did you mean `forty percent`?")));
}

#[test]
fn automatic_lengths_have_limits() {
    let body = |elements: &str| format!("scenes: [{{id: a, elements: [{elements}]}}]\n");
    let (issue, _) = only("V-14", &body("{type: text, text: Hi, at: 0.1, duration: 0.3}"));
    assert_eq!((issue.path.as_str(), issue.severity), ("scenes.a", Severity::Warning));
    assert!(issue.message.contains("ends at 0.40 s, but a scene lasts at least 0.5 s"), "{}", issue.message);
    let report = check(&body("{type: text, text: Hi, duration: 0.01}"));
    let messages: Vec<&str> = report.issues.iter().map(|issue| issue.message.as_str()).collect();
    assert!(
        messages[0].contains("less than a frame") && messages[1].contains("at least 0.5 s"),
        "{messages:?}"
    );
    let (issue, text) = fixed("V-14", &body("{type: text, text: Hi, at: 100}"));
    assert!(issue.hint.contains("start it at 59 s: a scene lasts at most 60 s"), "{}", issue.hint);
    assert!(text.contains("at: 59"), "{text}");
    clean(&body("{type: text, text: Hi, at: 58}"));
    only("V-14", "scenes: [{id: a}, {id: b, at: 100, duration: 1}]\n");
}

#[test]
fn what_is_too_long_to_be_made_is_not_looked_at() {
    let long = |count: usize| {
        let scenes: Vec<String> = (0..count)
            .map(|index| {
                format!("{{id: s{index}, duration: 60, elements: [{{type: text, text: Hi, y: 1060}}]}}")
            })
            .collect();
        let text = format!("{HEAD}targets: []\nscenes: [{}]\n", scenes.join(", "));
        let rules = ["V-9", "V-14"].map(str::to_owned).to_vec();
        let report = validate(&text, &FOLDER, &Options { stage: Depth::Full, rules, ..Options::default() });
        report.summary.by_rule.into_keys().collect::<Vec<_>>()
    };
    assert_eq!(long(11), ["V-14"]);
    assert_eq!(long(1), ["V-9"]);
}

#[test]
fn keyframes_out_of_order() {
    clean(&scene("{type: text, text: x, keyframes: [{at: 1, x: 1}, {at: 1, y: 2}, {at: 2, x: 3}]}"));
    let (issue, text) = fixed(
        "V-14",
        &scene("{type: text, text: x, keyframes: [{at: 1, x: 1}, {at: 3, x: 2}, {at: 2, x: 3}]}"),
    );
    assert_eq!(issue.path, "scenes.s.elements.text1.keyframes.2.at");
    assert!(text.find("at: 2") < text.find("at: 3"), "{text}");
}

#[test]
fn scenes_that_do_not_meet() {
    clean("scenes: [{id: a, duration: 4}, {id: b, at: 4.03, duration: 1}]\n");
    clean("scenes: [{id: a}, {id: b, at: 2, duration: 1}]\n");
    for body in [
        "scenes: [{id: a, duration: 4}, {id: b, at: 5, duration: 1}]\n",
        "scenes: [{id: a, duration: 4}, {id: b, at: 3, duration: 1}]\n",
        "scenes: [{id: a}, {id: b, at: 0, duration: 1}]\n",
        "scenes: [{id: a, at: 1, duration: 4}]\n",
    ] {
        let (issue, _) = fixed("V-14", body);
        assert!(issue.message.contains("starts at"), "{}", issue.message);
    }
    let long = |count: usize, extra: &str| {
        let scenes: Vec<String> = (0..count).map(|index| format!("{{id: s{index}, duration: 60}}")).collect();
        format!("scenes: [{}{extra}]\n", scenes.join(", "))
    };
    clean(&long(10, ""));
    assert_eq!(only("V-14", &long(10, ", {id: end, duration: 0.5}")).0.path, "scenes");
}
