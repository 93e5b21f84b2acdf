//! Gives each word of a script its time in a recording.

use super::anchors::{Silence, anchors};
use super::nuclei::{envelope, nuclei, warp};
use super::weights::Token;
use crate::video::cues::speech::Frames;
use crate::video::time::HeardWord;

/// The most sure that a time can be without a word that was recognised.
const MOST_SURE: f64 = 0.8;
/// The least.
const LEAST_SURE: f64 = 0.3;
/// Syllables that may be too many or too few for the vowels to be trusted, as a share of those expected.
const TRUSTED: f64 = 0.45;

/// Pairs of syllables and vowels that are compared at most: minutes of speech without a pause are not refined.
const MOST_PAIRS: usize = 4 << 20;

/// When each word is said; none for a recording in which nobody speaks. `speech` is where someone does, in order.
pub fn align(tokens: &[Token], speech: &[[f64; 2]], frames: &Frames) -> Vec<HeardWord> {
    if tokens.is_empty() || speech.is_empty() {
        return Vec::new();
    }
    let line = Line::new(speech);
    let silences: Vec<Silence> = speech
        .windows(2)
        .zip(&line.before[1..])
        .map(|(pair, before)| Silence { speech: *before, length: pair[1][0] - pair[0][1] })
        .collect();
    let anchors = anchors(tokens, &silences, line.length);
    let envelope = envelope(frames);
    let mut words = Vec::with_capacity(tokens.len());
    let mut from = (0, 0);
    let stops = anchors.iter().map(|anchor| (anchor.words, anchor.pause + 1));
    for (place, segment) in stops.chain([(tokens.len(), speech.len())]) {
        let part = Stretch {
            tokens: &tokens[from.0..place],
            line: &line,
            span: [line.before[from.1], line.before.get(segment).copied().unwrap_or(line.length)],
        };
        part.place(frames, &envelope, &mut words);
        from = (place, segment);
    }
    words
}

/// Speech without its pauses.
struct Line<'a> {
    speech: &'a [[f64; 2]],
    /// Seconds of speech before each stretch.
    before: Vec<f64>,
    length: f64,
}

impl<'a> Line<'a> {
    fn new(speech: &'a [[f64; 2]]) -> Self {
        let mut length = 0.0;
        let mut before = Vec::with_capacity(speech.len());
        for [t0, t1] in speech {
            before.push(length);
            length += t1 - t0;
        }
        Self { speech, before, length }
    }

    /// Time in the file of some seconds of speech; at a pause its end, or its beginning.
    fn time(&self, speech: f64, is_end: bool) -> f64 {
        let index = if is_end {
            self.before.partition_point(|before| *before < speech - 1e-9)
        } else {
            self.before.partition_point(|before| *before <= speech + 1e-9)
        };
        let index = index.saturating_sub(1).min(self.speech.len() - 1);
        let [t0, t1] = self.speech[index];
        (t0 + speech - self.before[index]).clamp(t0, t1)
    }

    /// Seconds of speech before a time.
    fn speech(&self, t: f64) -> f64 {
        let index = self.speech.partition_point(|[t0, _]| *t0 <= t).saturating_sub(1);
        let [t0, t1] = self.speech[index];
        self.before[index] + t.clamp(t0, t1) - t0
    }
}

/// Words between two anchors.
struct Stretch<'a> {
    tokens: &'a [Token],
    line: &'a Line<'a>,
    /// From and to, in seconds of speech.
    span: [f64; 2],
}

impl Stretch<'_> {
    fn place(&self, frames: &Frames, envelope: &[f32], words: &mut Vec<HeardWord>) {
        let weight: f64 = self.tokens.iter().map(|token| token.weight).sum();
        let [begin, end] = self.span;
        let pace = (end - begin) / weight.max(1e-9);
        // Where each word begins, in seconds of speech; and where the last one ends.
        let mut starts = vec![begin];
        for token in self.tokens {
            starts.push(starts[starts.len() - 1] + token.weight * pace);
        }
        let conf = self.refine(frames, envelope, &mut starts);
        for pair in starts.windows(2) {
            let t0 = self.line.time(pair[0], false);
            let t1 = self.line.time(pair[1], true).max(t0);
            words.push(HeardWord { t0, t1, conf });
        }
    }

    /// Moves the beginnings of words to the dips before their first vowels, and says how sure that is.
    fn refine(&self, frames: &Frames, envelope: &[f32], starts: &mut [f64]) -> f64 {
        // Each syllable that is expected: its word, and its middle in seconds of speech.
        let mut expected: Vec<(usize, f64)> = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            let count = token.syllables.round().max(1.0);
            let length = starts[index + 1] - starts[index];
            let syllables = 0..count as u32;
            let middle = |number: u32| starts[index] + length * (f64::from(number) + 0.5) / count;
            expected.extend(syllables.map(|number| (index, middle(number))));
        }
        let mut found: Vec<f64> = Vec::new();
        for (index, [t0, t1]) in self.line.speech.iter().enumerate() {
            let before = self.line.before[index];
            if before + (t1 - t0) <= self.span[0] + 1e-9 || before >= self.span[1] - 1e-9 {
                continue;
            }
            let peaks = nuclei(envelope, frames.index(*t0), frames.index(*t1) + 1);
            found.extend(peaks.into_iter().map(|at| self.line.speech(frames.time(at))));
        }
        let (wanted, heard) = (expected.len() as f64, found.len() as f64);
        let off = (wanted - heard).abs() / wanted;
        let conf = (1.0 - off).clamp(LEAST_SURE, MOST_SURE);
        if off > TRUSTED || self.tokens.len() < 2 || expected.len() * found.len() > MOST_PAIRS {
            return conf;
        }
        let times: Vec<f64> = expected.iter().map(|(_, t)| *t).collect();
        let paired = warp(&times, &found);
        for first in 1..expected.len() {
            let word = expected[first].0;
            if word == expected[first - 1].0 {
                continue;
            }
            let (Some(before), Some(after)) = (paired[first - 1], paired[first]) else { continue };
            if let Some(dip) = self.dip(frames, envelope, found[before], found[after]) {
                starts[word] = dip;
            }
        }
        for index in 1..starts.len() {
            starts[index] = starts[index].clamp(starts[index - 1], self.span[1]);
        }
        conf
    }

    /// The quietest moment between two vowels, in seconds of speech.
    fn dip(&self, frames: &Frames, envelope: &[f32], from: f64, to: f64) -> Option<f64> {
        let (a, b) = (self.line.time(from, true), self.line.time(to, false));
        let (a, b) = (frames.index(a), frames.index(b));
        let dip = (a..=b).min_by(|x, y| envelope[*x].total_cmp(&envelope[*y]))?;
        Some(self.line.speech(frames.time(dip)))
    }
}
