//! Files of word times, of every kind, good and bad.

use super::super::align::tokens;
use super::super::import::{Format, matched, read, snap};
use super::super::{Recording, Script, voice};
use super::{quiet, tone};
use crate::video::time::{CueSource, HeardWord};

/// The words as `text@from-to`.
fn got(text: &str, length: Option<f64>) -> (Format, Vec<String>) {
    let imported = read(text.as_bytes(), length).unwrap_or_else(|error| panic!("{text}: {error}"));
    let words = imported.words.iter().map(|word| format!("{}@{:.2}-{:.2}", word.text, word.t0, word.t1));
    (imported.format, words.collect())
}

#[test]
fn every_format_is_told_by_its_content() {
    let two = vec!["Hello@0.50-0.90".to_owned(), "world.@1.00-1.40".to_owned()];
    for (format, text) in [
        (
            Format::Whisper,
            r#"{"text":"","segments":[{"start":0.5,"end":1.4,"text":" Hello world.","words":[
            {"word":" Hello","start":0.5,"end":0.9,"probability":0.9},{"word":" world.","start":1.0,"end":1.4,"probability":0.8}]}]}"#,
        ),
        (
            Format::Whisper,
            r#"{"words":[{"word":"Hello","start":0.5,"end":0.9},{"word":"world.","start":1.0,"end":1.4}]}"#,
        ),
        (
            Format::WhisperCpp,
            r#"{"transcription":[{"offsets":{"from":500,"to":1400},"text":" Hello world.","tokens":[
            {"text":"[_BEG_]","offsets":{"from":0,"to":0},"p":0.9},
            {"text":" Hel","offsets":{"from":500,"to":700},"p":0.9},{"text":"lo","offsets":{"from":700,"to":900},"p":0.7},
            {"text":" world","offsets":{"from":1000,"to":1400},"p":0.8},{"text":".","offsets":{"from":1400,"to":1450},"p":0.9}]}]}"#,
        ),
        (
            Format::WhisperCpp,
            r#"{"transcription":[{"offsets":{"from":500,"to":900},"text":" Hello"},
            {"offsets":{"from":1000,"to":1400},"text":" world."}]}"#,
        ),
        (
            Format::WhisperX,
            r#"{"segments":[{"words":[{"word":"Hello","start":0.5,"end":0.9,"score":0.9},
            {"word":"world.","start":1.0,"end":1.4,"score":0.5}]}],"word_segments":[]}"#,
        ),
        (
            Format::ElevenLabs,
            r#"{"alignment":{"characters":["H","e","l","l","o"," ","w","o","r","l","d","."],
            "character_start_times_seconds":[0.5,0.6,0.7,0.8,0.85,0.9,1.0,1.1,1.2,1.25,1.3,1.35],
            "character_end_times_seconds":[0.6,0.7,0.8,0.85,0.9,1.0,1.1,1.2,1.25,1.3,1.35,1.4]}}"#,
        ),
        (
            Format::Deepgram,
            r#"{"results":{"channels":[{"alternatives":[{"words":[
            {"word":"hello","punctuated_word":"Hello","start":0.5,"end":0.9,"confidence":0.9},
            {"word":"world","punctuated_word":"world.","start":1.0,"end":1.4,"confidence":0.9}]}]}]}}"#,
        ),
        (
            Format::AssemblyAi,
            r#"{"words":[{"text":"Hello","start":500,"end":900,"confidence":0.9},
            {"text":"world.","start":1000,"end":1400,"confidence":0.9}]}"#,
        ),
        (
            Format::EdgeTts,
            r#"[{"type":"WordBoundary","offset":5000000,"duration":4000000,"text":"Hello"},
            {"type":"WordBoundary","offset":10000000,"duration":4000000,"text":"world."}]"#,
        ),
        (
            Format::EdgeTts,
            "{\"offset\":0.5,\"duration\":0.4,\"text\":\"Hello\"}\n{\"offset\":1.0,\"duration\":0.4,\"text\":\"world.\"}",
        ),
        (
            Format::EdgeTts,
            r#"{"Metadata":[{"Type":"WordBoundary","Data":{"Offset":5000000,"Duration":4000000,"text":{"Text":"Hello"}}},
            {"Type":"WordBoundary","Data":{"Offset":10000000,"Duration":4000000,"text":{"Text":"world."}}}]}"#,
        ),
        (
            Format::Remotion,
            r#"[{"text":"Hello","startMs":500,"endMs":900,"timestampMs":700,"confidence":0.9},
            {"text":" world.","startMs":1000,"endMs":1400,"timestampMs":null,"confidence":null}]"#,
        ),
        (
            Format::Vtt,
            "WEBVTT\n\n00:00.500 --> 00:01.400 align:start\n<00:00:00.500><c>Hello </c><00:00:00.900><c></c><00:00:01.000><c>world.</c>\n",
        ),
        (
            Format::Ass,
            "[Script Info]\nTitle: x\n\n[Events]\nDialogue: 0,0:00:00.50,0:00:01.40,Default,,0,0,0,,{\\k40}Hello {\\k10}{\\k40}world.\n",
        ),
    ] {
        for length in [Some(2.0), None] {
            let (found, words) = got(text, length);
            assert_eq!((found, &words), (format, &two), "{text}");
        }
    }
}

#[test]
fn phrases_are_divided_by_how_long_their_words_take() {
    for (format, text) in [
        (
            Format::Srt,
            "1\r\n00:00:01,000 --> 00:00:03,000\r\nI understand\r\n\r\n2\n00:00:04,000 --> 00:00:05,000\n<i>it</i>\n",
        ),
        (
            Format::Vtt,
            "\u{feff}WEBVTT - x\n\nNOTE hi\n\n1\n00:01.000 --> 00:03.000\nI understand\n\n00:04.000 --> 00:05.000\nit\n",
        ),
        (
            Format::Ass,
            "[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,I\\Nunderstand\nDialogue: 0,0:00:04.00,0:00:05.00,D,,0,0,0,,{\\b1}it\n",
        ),
    ] {
        let imported = read(text.as_bytes(), None).unwrap();
        assert_eq!((imported.format, imported.words.len()), (format, 3), "{:?}", imported.words);
        let [i, understand, it] = &imported.words[..] else { unreachable!() };
        assert!((i.t0, understand.t1, it.t0) == (1.0, 3.0, 4.0) && i.t1 < 1.6 && i.conf == 0.5, "{i:?}");
    }
}

#[test]
fn words_without_times_stand_between_their_neighbours() {
    let text = r#"{"segments":[{"words":[{"word":"In","start":1.0,"end":1.2,"score":0.9},{"word":"2024"},
        {"word":"we","start":2.2,"end":2.4,"score":0.9},{"word":"99"}]}]}"#;
    let (_, words) = got(text, None);
    assert_eq!(words, ["In@1.00-1.20", "2024@1.20-2.20", "we@2.20-2.40", "99@2.40-2.90"]);
}

#[test]
fn pieces_of_scripts_without_spaces_are_words() {
    let text = r#"{"transcription":[{"offsets":{"from":0,"to":900},"text":"今天好","tokens":[
        {"text":"今天","offsets":{"from":0,"to":400},"p":0.9},{"text":"好","offsets":{"from":400,"to":900},"p":0.9}]}]}"#;
    assert_eq!(got(text, None).1, ["今天@0.00-0.40", "好@0.40-0.90"]);
}

#[test]
fn what_is_no_file_of_word_times_says_what_it_is_and_what_is_wanted() {
    for (bytes, part) in [
        (&b""[..], "an empty file"),
        (b"  \n", "an empty file"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (b"Dear reader, hello", "begins with `Dear reader, hello`"),
        (b"{\"a\": 1}", "the keys `a`"),
        (b"{\"words\": [", "breaks at line 1"),
        (b"[1, 2]", "a list without objects"),
        (b"[{\"x\": 1}]", "no word with a time"),
        (b"{\"words\": []}", "no word with a time"),
        (
            b"{\"segments\": [{\"words\": [{\"word\": \"a\", \"start\": \"x\", \"end\": {}}]}]}",
            "no word with a time",
        ),
        (b"WEBVTT\n\n", "without a time"),
        (b"1\n00:xx --> 00:01\nHi", "without a time"),
        (b"[Script Info]\n", "without a time"),
        (b"1\n00:00:01,000 --> 00:00:02,000\n...\n", "no word with a time"),
    ] {
        let error = read(bytes, None).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("accepted is"), "{error}");
    }
    let many = format!("[{}]", vec![r#"{"word":"a","start":1.5,"end":2.5}"#; 10_001].join(","));
    assert!(read(many.as_bytes(), None).unwrap_err().to_string().contains("more than 10000 words"));
    let deep = "[".repeat(100_000);
    assert!(read(deep.as_bytes(), None).is_err());
    assert!(read(&vec![b'['; (8 << 20) + 1], None).unwrap_err().to_string().contains("more than 8 MB"));
}

#[test]
fn times_that_cannot_be_are_put_in_order() {
    let text = r#"{"words":[{"word":"b","start":2.5,"end":1.5},{"word":"a","start":0.5,"end":9.5},
        {"word":"c","start":-1.5,"end":3.5},{"word":"d","start":1e300,"end":1e300}]}"#;
    assert_eq!(got(text, Some(1e9)).1, ["a@0.50-2.50", "b@2.50-2.50"]);
}

fn heard(text: &str, script: &str) -> (Vec<HeardWord>, f64) {
    let imported = read(text.as_bytes(), None).unwrap();
    let matched = matched(&tokens(script), &imported.words).unwrap();
    assert_eq!(matched.words.len(), tokens(script).len());
    (matched.words, matched.wer)
}

const UP: &str = r#"{"words":[{"word":"Coffee","start":0.5,"end":0.9},{"word":"went","start":1.0,"end":1.2},
    {"word":"up","start":1.2,"end":1.5},{"word":"forty","start":1.5,"end":1.9},{"word":"percent.","start":1.9,"end":2.5}]}"#;

#[test]
fn words_of_the_script_get_the_times_of_those_that_were_recognised() {
    let (words, wer) = heard(UP, "Coffee went up 40%.");
    assert_eq!(wer, 0.0);
    assert_eq!((words[3].t0, words[3].t1), (1.5, 2.5));
    // One word is missing, another is said otherwise.
    let (words, wer) = heard(UP, "Our coffee went straight up fifty percent.");
    assert!((wer - 3.0 / 7.0).abs() < 1e-9, "{wer}");
    assert_eq!((words[1].t0, words[4].t0, words[5].t0, words[6].t1), (0.5, 1.2, 1.5, 2.5));
    assert!(words[0].t0 <= words[0].t1 && words[0].t1 <= 0.5 && words[3].t0 >= 1.2 - 1e-9, "{words:?}");
    assert!(words[0].conf < 0.4 && words[5].conf < words[4].conf, "{words:?}");
}

#[test]
fn words_are_snapped_to_the_sound() {
    let word = |t0, t1| HeardWord { t0, t1, conf: 1.0 };
    let speech = [[1.0, 2.0], [2.5, 3.5]];
    // Early at the beginning; through the pause; in the pause; right already; too far from any sound.
    let mut words = [word(0.8, 1.2), word(1.6, 2.45), word(2.45, 2.7), word(3.0, 3.5), word(9.0, 9.5)];
    let snapped = snap(&mut words, &speech);
    assert_eq!(words, [word(1.0, 1.2), word(1.6, 2.0), word(2.5, 2.7), word(3.0, 3.5), word(9.0, 9.5)]);
    assert_eq!(snapped.words, 3);
    assert!((snapped.mean_shift - 0.125).abs() < 1e-9, "{snapped:?}");
    let mut early = [word(0.3, 0.4), word(0.5, 0.6)];
    snap(&mut early, &speech);
    assert_eq!(early[0], word(0.3, 0.4));
}

#[test]
fn a_voice_takes_the_best_times_that_it_has() {
    let mut sound = quiet(3.0, 0.0);
    tone(&mut sound, 0.6, 2.4, 150.0, 0.4);
    let recording = Recording::of(&sound);
    let with = |text, words: Option<&str>| {
        voice(&recording, &Script { text, words: words.map(str::as_bytes), trim: None })
    };
    let matched = with("Coffee went up 40%.", Some(UP));
    assert_eq!((matched.source, matched.wer, matched.words.len()), (CueSource::Words, Some(0.0), 4));
    // The recogniser was early; the sound tells.
    assert!((matched.words[0].t0 - 0.6).abs() < 0.04, "{:?}", matched.words);
    let own = with("", Some(UP));
    assert_eq!((own.text.as_str(), own.words.len(), own.wer), ("Coffee went up forty percent.", 5, None));
    let other = with("Nothing of this is said anywhere at all.", Some(UP));
    assert_eq!(other.source, CueSource::Aligned);
    assert!(other.doubt.is_some_and(|doubt| doubt.contains("other words")));
    let broken = with("Coffee went up 40%.", Some("hello"));
    assert_eq!(broken.source, CueSource::Aligned);
    assert!(broken.doubt.is_some_and(|doubt| doubt.contains("cannot be used")));
    let srt = with("Coffee went up 40%.", Some("1\n00:00:00,600 --> 00:00:02,400\nCoffee went up 40%.\n"));
    assert_eq!(srt.source, CueSource::Srt);
}
