use super::super::{Aac, SAMPLE_RATE};

/// The units of a sound, fed in blocks.
pub(super) fn units(samples: &[f32], block: usize) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut encoder = Aac::new().expect("fixed settings");
    let config = encoder.config().to_vec();
    let mut units = Vec::new();
    for samples in samples.chunks(block) {
        encoder.feed(samples, samples, |unit| units.push(unit)).expect("samples within their range");
    }
    encoder.finish(|unit| units.push(unit)).expect("there were samples");
    (config, units)
}

/// Silence with short bursts that begin at these samples.
pub(super) fn clicks(length: usize, at: &[usize]) -> Vec<f32> {
    let mut samples = vec![0.0; length];
    for &at in at {
        for (index, sample) in samples[at..].iter_mut().take(96).enumerate() {
            *sample = if index / 8 % 2 == 0 { 0.8 } else { -0.8 };
        }
    }
    samples
}

#[test]
fn units_are_as_many_as_said_and_do_not_depend_on_blocks() {
    for length in [1, 1023, 1024, 1025, 48_000, 2048 * 3] {
        let samples = clicks(length.max(1), &[]);
        let (_, whole) = units(&samples, usize::MAX);
        assert_eq!(whole.len() as u64, Aac::units(length as u64), "{length} samples");
        assert_eq!(whole, units(&samples, 777).1);
    }
}

#[test]
fn samples_beyond_full_scale_are_cut() {
    let mut encoder = Aac::new().expect("fixed settings");
    let wild = vec![f32::NAN, f32::INFINITY, -9.0, 3.0];
    encoder.feed(&wild, &wild, |_| {}).expect("cut to the range");
    encoder.finish(|_| {}).expect("there were samples");
}

#[test]
fn two_seconds_take_as_many_bits_as_platforms_ask_for() {
    let mut state = 7_u32;
    let noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from((state >> 16) as u16) / 65_536.0 - 0.5
    };
    let samples: Vec<f32> = std::iter::repeat_with(noise).take(SAMPLE_RATE as usize * 2).collect();
    let bits = units(&samples, 4096).1.iter().map(|unit| unit.len() * 8).sum::<usize>() / 2;
    assert!((170_000..210_000).contains(&bits), "{bits} bits a second");
}
