//! Whatever bytes come, the answer is a sound or a reason, and it comes.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::make::{As, aac, flac, m4a, on_all, opus, sine, wav};
use super::open;

fn seeds() -> Vec<Vec<u8>> {
    let tone = |rate| sine(rate, 440.0, 0.2, 0.5);
    vec![
        wav(44_100, 1, As::I16, &tone(44_100)),
        wav(48_000, 6, As::F32, &on_all(6, &tone(48_000))),
        wav(8_000, 2, As::I24, &on_all(2, &tone(8_000))),
        flac(44_100, &tone(44_100)),
        opus(&on_all(2, &tone(48_000))),
        aac(44_100, &tone(44_100)),
        m4a(48_000, &tone(48_000), Some((100, 1024))),
    ]
}

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]))
}

/// Opens it; a sound has a length, and samples that are numbers.
fn survives(bytes: &[u8]) {
    let Ok(track) = open(bytes) else { return };
    assert!(track.frames() > 0 && track.frames() < 48_000 * 60, "{}", track.frames());
    assert!(super::samples(&track).iter().all(|sample| sample.is_finite()));
}

#[test]
fn files_that_end_anywhere_end_well() {
    let seeds = seeds();
    let at = (0..seeds.len(), 0.0..1.0_f64);
    runner(150)
        .run(&at, |(seed, share)| {
            let bytes = &seeds[seed];
            survives(&bytes[..(bytes.len() as f64 * share) as usize]);
            Ok(())
        })
        .unwrap();
}

#[test]
fn files_with_wrong_bytes_end_well() {
    let seeds = seeds();
    // Headers stand at the beginning, so half of the faults do.
    let place = prop_oneof![0.0..0.02_f64, 0.0..1.0_f64];
    let faults = proptest::collection::vec((place, any::<u8>()), 1..12);
    runner(300)
        .run(&(0..seeds.len(), faults), |(seed, faults)| {
            let mut bytes = seeds[seed].clone();
            for (place, value) in faults {
                let at = (bytes.len() as f64 * place) as usize;
                bytes[at] = value;
            }
            survives(&bytes);
            Ok(())
        })
        .unwrap();
}

#[test]
fn parts_of_files_behind_each_other_end_well() {
    let seeds = seeds();
    let pieces = proptest::collection::vec((0..seeds.len(), 0.0..1.0_f64, 0.0..1.0_f64), 1..4);
    runner(150)
        .run(&pieces, |pieces| {
            let mut bytes = Vec::new();
            for (seed, from, to) in pieces {
                let seed = &seeds[seed];
                let (from, to) = (from.min(to), from.max(to));
                bytes.extend(&seed[(seed.len() as f64 * from) as usize..(seed.len() as f64 * to) as usize]);
            }
            survives(&bytes);
            Ok(())
        })
        .unwrap();
}
