use super::*;
use crate::video::project::model::Captions;
use crate::video::time::{Heard, HeardVoice, HeardWord, Times};

fn project(yaml: &str) -> Project {
    let parsed = Project::parse(&format!("reelforge: 1\nmeta: {{title: t}}\ncanvas: reel\n{yaml}"));
    assert_eq!(parsed.issues, []);
    parsed.project.unwrap()
}

/// The groups of a scene that says this in words of 0.3 s, with 0.1 s between them or what stands in `gaps` by index.
fn shown(say: &str, captions: &str, gaps: &[(usize, f64)]) -> Vec<Group> {
    let project =
        project(&format!("voice: v.mp3\ncaptions: {captions}\nscenes: [{{id: a, say: \"{say}\"}}]\n"));
    let mut clock = 0.5;
    let mut words = Vec::new();
    for index in 0..crate::video::time::words(say).len() {
        words.push(HeardWord { t0: clock, t1: clock + 0.3, conf: 0.9 });
        clock += 0.3 + gaps.iter().find(|gap| gap.0 == index).map_or(0.1, |gap| gap.1);
    }
    let voice = HeardVoice { length: clock + 1.0, words, ..HeardVoice::default() };
    let heard = Heard { voice: Some(voice.into()), ..Heard::default() };
    of_scene(&project, &Times::of(&project, &heard), &std::collections::BTreeMap::new(), 0)
}

fn texts(groups: &[Group]) -> Vec<String> {
    groups.iter().map(Group::text).collect()
}

#[test]
fn words_are_grouped_by_number_letters_and_lines() {
    let say = "one two three four five six seven";
    assert_eq!(texts(&shown(say, "{max_words: 3}", &[])), ["one two three", "four five six", "seven"]);
    let narrow = "{max_words: 10, max_chars: 9, max_lines: 2}";
    assert_eq!(texts(&shown(say, narrow, &[])), ["one two\nthree", "four five\nsix seven"]);
    let line = "{style: line, max_words: 2, max_chars: 14}";
    assert_eq!(texts(&shown(say, line, &[])), ["one two three", "four five six", "seven"]);
    let block = "{style: block, max_words: 2, max_chars: 40}";
    assert_eq!(texts(&shown(say, block, &[])), [say]);
}

#[test]
fn no_group_crosses_a_pause_or_the_end_of_a_sentence() {
    let say = "One two, three. Four five";
    assert_eq!(texts(&shown(say, "{style: block}", &[])), ["One two, three.", "Four five"]);
    assert_eq!(texts(&shown(say, "{style: block}", &[(0, 0.29)])), ["One two, three.", "Four five"]);
    assert_eq!(texts(&shown(say, "{style: block}", &[(0, 0.35)])), ["One", "two, three.", "Four five"]);
}

#[test]
fn groups_stay_a_little_and_make_room_for_the_next() {
    let groups = shown("one two three four", "{max_words: 2}", &[(1, 2.0)]);
    let times: Vec<(f64, f64)> = groups.iter().map(|group| (group.t0, group.t1)).collect();
    // One sounds from 0.8 to 1.1 s of the video: 0.3 s of lead before the file.
    assert!((times[0].0 - 0.8).abs() < 1e-9 && (times[0].1 - 2.0).abs() < 1e-9, "{times:?}");
    let near = shown("one two three four", "{max_words: 2}", &[]);
    assert!((near[0].t1 - near[1].t0).abs() < 1e-9);
}

#[test]
fn words_are_written_as_in_the_script() {
    assert_eq!(
        texts(&shown("It’s well-known: 咖啡涨价了。", "{style: block}", &[])),
        ["It’s well-known: 咖啡涨价了。"]
    );
    assert_eq!(texts(&shown("Save $10 now", "true", &[])), ["Save $10 now"]);
}

#[test]
fn unsure_words_pop_in_instead_of_being_coloured() {
    let mut groups = shown("one two", "true", &[]);
    let captions = Captions::default();
    assert_eq!(style(&captions, &groups[0]), CaptionStyle::Karaoke);
    groups[0].words.iter_mut().for_each(|word| word.conf = 0.5);
    assert_eq!(style(&captions, &groups[0]), CaptionStyle::Pop);
    let line = Captions { style: CaptionStyle::Line, ..captions };
    assert_eq!(style(&line, &groups[0]), CaptionStyle::Line);
}

#[test]
fn captions_are_subtitles_too() {
    let groups = shown("One & two. Three", "{style: block}", &[]);
    let groups: Vec<Subtitle> = groups.iter().map(Subtitle::from).collect();
    let text = srt(&groups);
    assert!(text.starts_with("1\n00:00:00,800 --> 00:00:01,600\nOne & two.\n\n2\n"), "{text}");
    let text = vtt(&groups);
    assert!(text.starts_with("WEBVTT\n\n00:00:00.800 --> 00:00:01.600\nOne &amp; two.\n\n"), "{text}");
    // What is written can be read again.
    let (_, cues) = crate::video::cues::import::cues(&srt(&groups)).unwrap();
    assert_eq!(cues.len(), groups.len());
}

#[test]
fn subtitles_say_what_is_said_and_nothing_else() {
    let said = "if a < b --> c\u{2067}שלום\u{2069}\n\nmore  ";
    let subtitles = [Subtitle { t0: 3599.9996, t1: 3_601.25, text: said.to_owned() }];
    assert_eq!(
        srt(&subtitles),
        "1\n01:00:00,000 --> 01:00:01,250\nif a < b → c\u{2067}שלום\u{2069}\nmore\n\n"
    );
    let text = vtt(&subtitles);
    assert!(text.contains("if a &lt; b → c\u{2067}שלום\u{2069}\nmore\n\n"), "{text}");
    let (_, cues) = crate::video::cues::import::cues(&text).unwrap();
    assert_eq!((cues.len(), cues[0].t0, cues[0].t1), (1, 3600.0, 3601.25));
}

struct Subtitles;

impl crate::video::files::Files for Subtitles {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, crate::video::files::FileError> {
        assert_eq!(path, "a.srt");
        Ok(b"1\n00:00:00,500 --> 00:00:01,500\n<i>Hello there</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nLater\n".to_vec())
    }
}

#[test]
fn subtitles_are_shown_in_the_scene_in_which_they_begin() {
    let project =
        project("captions: {source: a.srt}\nscenes: [{id: a, duration: 2}, {id: b, duration: 3}]\n");
    let times = Times::of(&project, &Heard::none());
    let files = subtitle_file(&project, &Subtitles);
    let of = |scene| texts(&of_scene(&project, &times, &files, scene));
    assert_eq!((of(0), of(1)), (vec!["Hello there".to_owned()], vec!["Later".to_owned()]));
}
