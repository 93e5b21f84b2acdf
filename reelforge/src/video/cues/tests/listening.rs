//! Where someone speaks, and where music beats.

use super::super::speech::{Frames, segments};
use super::super::{Recording, Script, music, pauses, voice};
use super::{Buffer, RATE, click, quiet, speak, tone};
use crate::video::time::PauseKind;

#[test]
fn speech_is_found_to_a_few_hundredths_of_a_second() {
    for (noise, gain) in [(0.0, 0.4), (0.002, 0.4), (0.0005, 0.05)] {
        let mut sound = quiet(6.0, noise);
        let truth = [[0.5, 1.3], [1.5, 2.6], [3.0, 3.4], [4.0, 5.5]];
        for [t0, t1] in truth {
            tone(&mut sound, t0, t1, 150.0, gain);
        }
        let found = segments(&Frames::of(&sound));
        assert_eq!(found.speech.len(), truth.len(), "{noise}: {found:?}");
        for ([t0, t1], [u0, u1]) in found.speech.iter().zip(truth) {
            assert!((t0 - u0).abs() < 0.03 && (t1 - u1).abs() < 0.03, "{noise}: {found:?}");
        }
        assert!(!found.is_unclear());
        let kinds: Vec<PauseKind> = pauses(&found.speech).iter().map(|pause| pause.kind()).collect();
        assert_eq!(kinds, [PauseKind::Short, PauseKind::Phrase, PauseKind::Sentence]);
    }
}

#[test]
fn gaps_too_short_for_a_pause_and_clicks_too_short_for_speech_do_not_count() {
    let mut sound = quiet(4.0, 0.0005);
    tone(&mut sound, 0.5, 1.0, 150.0, 0.4);
    tone(&mut sound, 1.08, 2.0, 150.0, 0.4);
    click(&mut sound, 3.0, 1000.0, 0.4, 0.03);
    let found = segments(&Frames::of(&sound));
    let [[t0, t1]] = found.speech[..] else { panic!("{found:?}") };
    assert!((t0 - 0.5).abs() < 0.03 && (t1 - 2.0).abs() < 0.03, "{found:?}");
}

#[test]
fn a_hiss_at_the_edge_belongs_to_the_word() {
    let mut sound = quiet(2.0, 0.0);
    tone(&mut sound, 0.5, 1.0, 150.0, 0.4);
    // An `s` of 60 ms: noise without its low part, by differences.
    let hiss = quiet(0.061, 0.04);
    let first = RATE as usize;
    for (at, pair) in hiss.samples.windows(2).enumerate() {
        sound.samples[first + at] += pair[1] - pair[0];
    }
    let found = segments(&Frames::of(&sound));
    let [[_, t1]] = found.speech[..] else { panic!("{found:?}") };
    assert!((t1 - 1.06).abs() < 0.035, "{found:?}");
}

#[test]
fn music_under_a_voice_is_doubted_and_silence_says_nothing() {
    let mut sound = quiet(6.0, 0.0);
    tone(&mut sound, 0.0, 6.0, 220.0, 0.15);
    for start in [0.5, 2.0, 4.0] {
        tone(&mut sound, start, start + 1.0, 150.0, 0.4);
    }
    let heard = voice(&Recording::of(&sound), &Script { text: "One two three", ..Script::default() });
    assert!(heard.doubt.as_deref().is_some_and(|doubt| doubt.contains("music")), "{heard:?}");
    for silent in [quiet(3.0, 0.0), quiet(0.001, 0.0), Buffer { rate: RATE, samples: Vec::new() }] {
        let heard = voice(&Recording::of(&silent), &Script { text: "One two three", ..Script::default() });
        assert!(heard.words.is_empty() && heard.speech.is_empty(), "{heard:?}");
        assert_eq!(heard.doubt.as_deref(), Some("nobody is heard to speak"));
    }
}

#[test]
fn any_rate_is_heard_alike_and_twice_the_same() {
    let mut sound = quiet(3.0, 0.001);
    tone(&mut sound, 0.7, 1.6, 150.0, 0.4);
    let full = segments(&Frames::of(&sound));
    assert_eq!(full, segments(&Frames::of(&sound)));
    for step in [2, 3, 6] {
        let samples = sound.samples.iter().step_by(step).copied().collect();
        let slow = Buffer { rate: RATE / u32::try_from(step).unwrap(), samples };
        let found = segments(&Frames::of(&slow));
        assert_eq!(found.speech.len(), 1, "{step}: {found:?}");
        assert!((found.speech[0][0] - full.speech[0][0]).abs() < 0.02, "{step}: {found:?}");
    }
    let broken = Buffer { rate: RATE, samples: vec![f32::NAN; 48_000] };
    assert_eq!(segments(&Frames::of(&broken)).speech, Vec::<[f64; 2]>::new());
}

#[test]
fn words_are_spoken_where_the_recording_speaks() {
    let mut sound = quiet(2.0, 0.0);
    speak(&mut sound, 0.5, &[2, 1]);
    let heard = voice(&Recording::of(&sound), &Script { text: "Little one.", ..Script::default() });
    assert_eq!(heard.words.len(), 2);
    assert!((heard.words[0].t0 - 0.5).abs() < 0.04 && (heard.words[1].t1 - 1.1).abs() < 0.04, "{heard:?}");
}

/// Share of beats that are found within 70 ms, and of those found that are beats.
fn score(truth: &[f64], found: &[f64]) -> (f64, f64) {
    let share = |of: &[f64], other: &[f64]| {
        let hit = of.iter().filter(|t| other.iter().any(|u| (*t - u).abs() <= 0.07)).count();
        hit as f64 / of.len().max(1) as f64
    };
    (share(truth, found), share(found, truth))
}

#[test]
fn clicks_are_beats() {
    for bpm in [70.0, 100.0, 128.0, 174.0] {
        let mut sound = quiet(20.0, 0.0);
        let step = 60.0 / bpm;
        let truth: Vec<f64> =
            std::iter::successors(Some(0.4), |t| Some(t + step)).take_while(|t| *t < 19.9).collect();
        for t in &truth {
            click(&mut sound, *t, 1500.0, 0.6, 0.02);
        }
        let heard = music(&sound);
        let found: Vec<f64> = heard.beats.iter().map(|beat| beat.t).collect();
        let (recall, precision) = score(&truth, &found);
        assert!(recall > 0.95 && precision > 0.95, "{bpm}: {recall} {precision} {:?}", heard.bpm);
        assert!(heard.bpm.is_some_and(|found| (found / bpm - 1.0).abs() < 0.01), "{bpm}: {:?}", heard.bpm);
        // To one frame of a video with 60 a second.
        let off =
            truth.iter().map(|t| heard.onsets.iter().map(|onset| (onset[0] - t).abs()).fold(1.0, f64::min));
        assert!(off.fold(0.0, f64::max) < 0.017, "{bpm}: {:?}", heard.onsets);
    }
}

/// Four bars of kick, snare and hats.
fn drums(bpm: f64, bars: u32) -> (Buffer, Vec<f64>) {
    let step = 60.0 / bpm;
    let mut sound = quiet(step * 4.0 * f64::from(bars) + 0.5, 0.0);
    let mut truth = Vec::new();
    for beat in 0..bars * 4 {
        let t = 0.1 + f64::from(beat) * step;
        truth.push(t);
        match beat % 4 {
            0 => click(&mut sound, t, 60.0, 0.9, 0.15),
            2 => click(&mut sound, t, 70.0, 0.4, 0.15),
            _ => click(&mut sound, t, 1800.0, 0.5, 0.08),
        }
        click(&mut sound, t, 9000.0, 0.1, 0.02);
        click(&mut sound, t + step / 2.0, 9000.0, 0.1, 0.02);
    }
    (sound, truth)
}

#[test]
fn drums_have_beats_and_bars() {
    for bpm in [84.0, 120.0, 140.0] {
        let (sound, truth) = drums(bpm, 10);
        let heard = music(&sound);
        let found: Vec<f64> = heard.beats.iter().map(|beat| beat.t).collect();
        let (recall, precision) = score(&truth, &found);
        assert!(recall > 0.9 && precision > 0.9, "{bpm}: {recall} {precision} {:?}", heard.bpm);
        let bars: Vec<f64> = heard.beats.iter().filter(|beat| beat.is_downbeat).map(|beat| beat.t).collect();
        let truth: Vec<f64> = truth.into_iter().step_by(4).collect();
        assert!(score(&truth, &bars).0 > 0.8, "{bpm}: {bars:?}");
    }
}

#[test]
fn what_does_not_beat_has_no_beats() {
    let mut drone = quiet(10.0, 0.0);
    tone(&mut drone, 0.0, 10.0, 110.0, 0.5);
    for sound in [drone, quiet(10.0, 0.0), quiet(0.01, 0.1)] {
        let heard = music(&sound);
        assert!(heard.beats.is_empty() && heard.bpm.is_none(), "{:?}", heard.beats);
    }
}

#[test]
fn parts_begin_where_the_music_changes_for_long() {
    let mut sound = quiet(40.0, 0.0);
    tone(&mut sound, 0.0, 20.0, 110.0, 0.05);
    tone(&mut sound, 20.0, 40.0, 440.0, 0.5);
    let heard = music(&sound);
    let [section] = heard.sections[..] else { panic!("{:?}", heard.sections) };
    assert!((section - 20.0).abs() <= 0.5, "{section}");
}
