//! Finds which pause of a recording stands between which words of its script.
//!
//! Time is counted in speech alone: pauses have no length in it. Then the speech between two pauses says how much of the
//! script lies between them, and a dynamic programme over words and pauses finds the cheapest pairing.

use super::weights::Token;

/// Pauses that may be passed over in a row.
const MAX_SKIPPED: usize = 12;
/// Words further from where an even pace expects them are not looked at: a fifth of all, at least and at most so many.
const REACH: (usize, usize) = (30, 150);
/// So many times the spread is as far off as no two anchors are.
const FAR: f64 = 6.0;
/// Seconds by which the speech between two anchors may differ from what is expected, and its share of that.
const SPREAD: (f64, f64) = (0.12, 0.13);
/// What it costs that a sentence ends without a pause, or another part of it does.
const NO_PAUSE: (f64, f64) = (1.5, 0.35);
/// What it costs that a pause stands where no sign is.
const NO_SIGN: f64 = 1.1;
/// What it costs that a pause as long as this stands between no two words, by the logarithm of its length.
const UNUSED: (f64, f64) = (1.6, 0.1);
/// How often the pace is estimated anew.
const ROUNDS: usize = 3;
/// The most a sentence may be faster or slower than the whole.
const PACE: (f64, f64) = (0.65, 1.5);

/// A pause between two words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Anchor {
    /// Words before it.
    pub(super) words: usize,
    /// Its index.
    pub(super) pause: usize,
}

/// A silence: seconds of speech before it, and its length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Silence {
    pub(super) speech: f64,
    pub(super) length: f64,
}

/// Pairs pauses with the places between words. `speech` is the length of all speech in seconds.
pub(super) fn anchors(tokens: &[Token], silences: &[Silence], speech: f64) -> Vec<Anchor> {
    let total: f64 = tokens.iter().map(|token| token.weight).sum();
    if tokens.len() < 2 || silences.is_empty() || total <= 0.0 || speech <= 0.0 {
        return Vec::new();
    }
    // Seconds of speech a weight, word by word.
    let mut pace = vec![speech / total; tokens.len()];
    let mut found = Vec::new();
    for _ in 0..ROUNDS {
        found = pair(tokens, silences, speech, &pace);
        pace = paces(tokens, silences, speech, &found);
    }
    found
}

/// How the cheapest way reaches a pair.
#[derive(Clone, Copy)]
struct Reached {
    cost: f64,
    words: u32,
    pause: u32,
}

fn pair(tokens: &[Token], silences: &[Silence], speech: f64, pace: &[f64]) -> Vec<Anchor> {
    let words = tokens.len();
    // Seconds of speech that are expected before each word.
    let mut expected = Vec::with_capacity(words + 1);
    expected.push(0.0);
    for (token, pace) in tokens.iter().zip(pace) {
        expected.push(expected[expected.len() - 1] + token.weight * pace);
    }
    let scale = speech / expected[words].max(1e-9);
    for t in &mut expected {
        *t *= scale;
    }
    // What it costs to read on over each place between words without a pause.
    let mut unpaused = Vec::with_capacity(words + 1);
    unpaused.push(0.0);
    for token in tokens {
        let cost = match (token.word.ends_sentence, token.word.pause) {
            (true, _) => NO_PAUSE.0,
            (false, pause) if pause > 0.0 => NO_PAUSE.1,
            _ => 0.0,
        };
        unpaused.push(unpaused[unpaused.len() - 1] + cost);
    }
    let mut unused = Vec::with_capacity(silences.len() + 1);
    unused.push(0.0);
    for silence in silences {
        let cost = UNUSED.0 * (silence.length / UNUSED.1).ln().max(0.0);
        unused.push(unused[unused.len() - 1] + cost);
    }
    let reach = (words / 5).clamp(REACH.0, REACH.1);
    // For each pause, the places that it may stand at, and how each is reached.
    let mut columns: Vec<(usize, Vec<Reached>)> = Vec::with_capacity(silences.len());
    let step = |from: (usize, f64), to: (usize, f64)| {
        let wanted = expected[to.0] - expected[from.0];
        let spread = SPREAD.0 + SPREAD.1 * wanted;
        let off = ((to.1 - from.1) - wanted) / spread;
        // The places between the two, without the last, which has its pause.
        off * off + (unpaused[to.0 - 1] - unpaused[from.0])
    };
    for (pause, silence) in silences.iter().enumerate() {
        let near = expected.partition_point(|t| *t < silence.speech);
        let first = near.saturating_sub(reach).max(1);
        let last = (near + reach).min(words - 1);
        let mut column = Vec::with_capacity(last.saturating_sub(first) + 1);
        for place in first..=last {
            let own = own_cost(&tokens[place - 1], silence.length);
            let here = (place, silence.speech);
            let mut best = Reached { cost: step((0, 0.0), here) + unused[pause], words: 0, pause: 0 };
            for before in pause.saturating_sub(MAX_SKIPPED)..pause {
                let (start, earlier) = &columns[before];
                let skipped = unused[pause] - unused[before + 1];
                // Only places from which about as much is said as sounds between the two pauses.
                let sounds = silence.speech - silences[before].speech;
                let slack = FAR * (SPREAD.0 + SPREAD.1 * sounds);
                let middle = expected[place] - sounds;
                let low = expected.partition_point(|t| *t < middle - slack).max(*start);
                let high = expected.partition_point(|t| *t <= middle + slack).min(start + earlier.len());
                for from in low..high.min(place) {
                    let reached = &earlier[from - start];
                    let cost = reached.cost + skipped;
                    if cost >= best.cost {
                        continue;
                    }
                    let cost = cost + step((from, silences[before].speech), here);
                    if cost < best.cost {
                        best = Reached { cost, words: from as u32, pause: before as u32 };
                    }
                }
            }
            column.push(Reached { cost: best.cost + own, ..best });
        }
        columns.push((first, column));
    }
    // The end of all is reached from the last pause that is used, or without any.
    let end = (words, speech);
    let mut best = (step((0, 0.0), end) + unused[silences.len()], None);
    for (pause, (start, column)) in columns.iter().enumerate() {
        for (index, reached) in column.iter().enumerate() {
            let place = start + index;
            let skipped = unused[silences.len()] - unused[pause + 1];
            let cost = reached.cost + skipped + step((place, silences[pause].speech), end);
            if cost < best.0 {
                best = (cost, Some((place, pause)));
            }
        }
    }
    let mut found = Vec::new();
    let mut at = best.1;
    while let Some((place, pause)) = at {
        found.push(Anchor { words: place, pause });
        let (start, column) = &columns[pause];
        let reached = column[place - start];
        at = (reached.words > 0).then_some((reached.words as usize, reached.pause as usize));
    }
    found.reverse();
    found
}

/// What it costs that a pause of this length stands after a word.
fn own_cost(token: &Token, length: f64) -> f64 {
    if token.word.pause > 0.0 {
        let ratio = (length / token.word.pause).ln();
        return 0.25 * ratio * ratio;
    }
    // Where nobody wrote a sign, a long pause is odder than a short one.
    NO_SIGN + 0.8 * (length / 0.25).ln().max(-1.0)
}

/// Seconds of speech a weight of each word: that of its sentence, as the anchors show it.
fn paces(tokens: &[Token], silences: &[Silence], speech: f64, anchors: &[Anchor]) -> Vec<f64> {
    let total: f64 = tokens.iter().map(|token| token.weight).sum();
    let mean = speech / total.max(1e-9);
    let mut pace = Vec::with_capacity(tokens.len());
    let mut from = (0, 0.0);
    let stops = anchors.iter().map(|anchor| (anchor.words, silences[anchor.pause].speech));
    for (place, t) in stops.chain([(tokens.len(), speech)]) {
        let weight: f64 = tokens[from.0..place].iter().map(|token| token.weight).sum();
        // Short stretches say little of the pace.
        let trust = (weight / 20.0).min(1.0);
        let local = ((t - from.1) / weight.max(1e-9)).clamp(mean * PACE.0, mean * PACE.1);
        pace.resize(place, local * trust + mean * (1.0 - trust));
        from = (place, t);
    }
    pace
}
