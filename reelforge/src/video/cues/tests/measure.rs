//! The figures of the table in `README.md`: none may become worse unseen.

use super::super::{Buffer, Recording, Script, voice};
use super::{quiet, speak};

/// A narration of many sentences whose syllables are told by a fixed sequence; its text is written with as many vowels.
fn narration(sentences: u32) -> (String, Buffer, Vec<f64>) {
    const WORDS: [(&str, u32); 10] = [
        ("stone", 1),
        ("river", 2),
        ("banana", 3),
        ("light", 1),
        ("window", 2),
        ("tomato", 3),
        ("green", 1),
        ("yellow", 2),
        ("potato", 3),
        ("cloud", 1),
    ];
    let mut sound = quiet(f64::from(sentences) * 6.0, 0.001);
    let (mut text, mut truth, mut clock, mut seed) = (String::new(), Vec::new(), 0.3, 7_u32);
    for _ in 0..sentences {
        for part in 0..2 {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
            let count = 3 + (seed >> 16) % 4;
            let mut syllables = Vec::new();
            for _ in 0..count {
                seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
                let (word, number) = WORDS[((seed >> 16) % 10) as usize];
                text.push_str(word);
                text.push(' ');
                syllables.push(number);
            }
            let text_end = text.trim_end().len();
            text.truncate(text_end);
            text.push_str(if part == 0 { ", " } else { ". " });
            let (starts, end) = speak(&mut sound, clock, &syllables);
            truth.extend(starts);
            clock = end + if part == 0 { 0.22 } else { 0.55 };
        }
    }
    sound.samples.truncate((clock * f64::from(sound.rate)) as usize);
    (text, sound, truth)
}

#[test]
fn words_of_a_narration_of_tones() {
    let (text, sound, truth) = narration(12);
    let heard = voice(&Recording::of(&sound), &Script { text: &text, ..Script::default() });
    assert_eq!(heard.words.len(), truth.len());
    let mut off: Vec<f64> =
        heard.words.iter().zip(&truth).map(|(word, truth)| (word.t0 - truth).abs()).collect();
    off.sort_by(f64::total_cmp);
    let at = |share: f64| off[((off.len() - 1) as f64 * share) as usize];
    let within = off.iter().filter(|off| **off <= 0.2).count() as f64 / off.len() as f64;
    assert!(at(0.5) <= 0.06 && at(0.9) <= 0.2 && within >= 0.9, "{} {} {within}", at(0.5), at(0.9));
}
