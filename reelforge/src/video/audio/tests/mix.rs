use ebur128::{EbuR128, Mode};

use super::make::{As, babble, clicks, m4a, on_all, sine, wav};
use super::{peak_at, tracks};
use crate::video::audio::{Mix, Track};
use crate::video::project::Project;
use crate::video::time::{Heard, Times};

const SECOND: usize = 48_000;

/// The mix of a project with some files.
fn mix<const N: usize>(body: &str, files: [(&str, Vec<u8>); N], speech: Option<&[(f64, f64)]>) -> Mix {
    let text = format!("reelforge: 1\nmeta: {{title: t}}\n{body}");
    let parsed = Project::parse(&text);
    let project = parsed.project.unwrap_or_else(|| panic!("{text}"));
    let times = Times::of(&project, &Heard::none());
    Mix::of(&project, &times, &tracks(files), speech).unwrap()
}

/// All of a mix, left and right.
fn all(mix: &Mix) -> [Vec<f32>; 2] {
    let mut sides = [vec![0.0; mix.frames() as usize], vec![0.0; mix.frames() as usize]];
    let [left, right] = &mut sides;
    mix.read(0, left, right).unwrap();
    sides
}

/// Loudness and true peak, measured apart from the mix.
fn measured([left, right]: &[Vec<f32>; 2]) -> (f64, f64) {
    let mut meter = EbuR128::new(2, 48_000, Mode::I | Mode::TRUE_PEAK).unwrap();
    meter.add_frames_planar_f32(&[left, right]).unwrap();
    let peak = meter.true_peak(0).unwrap().max(meter.true_peak(1).unwrap());
    (meter.loudness_global().unwrap(), 20.0 * peak.log10())
}

fn decibels(samples: &[f32]) -> f64 {
    let power: f64 =
        samples.iter().map(|sample| f64::from(*sample).powi(2)).sum::<f64>() / samples.len() as f64;
    10.0 * power.max(1e-20).log10()
}

fn mono(samples: &[f32]) -> Vec<u8> {
    wav(48_000, 1, As::F32, samples)
}

fn scene(seconds: f64, more: &str) -> String {
    format!("scenes:\n  - id: s\n    duration: {seconds}\n{more}")
}

#[test]
fn it_is_as_long_as_the_frames() {
    for (fps, frames) in [(24, 37), (25, 50), (30, 91), (50, 77), (60, 100)] {
        let seconds = f64::from(frames) / f64::from(fps);
        let body = format!("canvas: {{preset: hd, fps: {fps}}}\n{}", scene(seconds, ""));
        let mix = mix(&body, [], None);
        assert_eq!(mix.frames(), frames as u64 * 48_000 / fps as u64, "{fps}");
        assert!(mix.is_empty() && mix.levels().lufs.is_none());
        assert!(all(&mix).iter().flatten().all(|sample| *sample == 0.0));
    }
}

#[test]
fn every_sound_is_at_its_sample() {
    let click = |at: usize| mono(&clicks(SECOND / 2, &[at], 0.5));
    let whole_voice = format!("voice: {{file: v.wav, lead: 0.31}}\n{}", scene(3.0, ""));
    let trimmed = format!("voice: {{file: v.wav, lead: 0.5, trim: [0.1, 0.4]}}\n{}", scene(3.0, ""));
    let second = "scenes:\n  - {id: a, duration: 1.3}\n  - id: b\n    duration: 1\n    ";
    let sound = |at: &str| format!("{second}sounds: [{{src: v.wav, at: {at}}}]\n");
    let music = format!("music: {{file: v.wav, loop: false, fade_in: 0, fade_out: 0}}\n{}", scene(1.0, ""));
    // When the file starts, and what of it is left out.
    for (body, start, cut) in [
        (whole_voice, 0.31, 0.0),
        (trimmed, 0.5, 0.1),
        (format!("{second}voice: v.wav\n"), 1.3, 0.0),
        (sound("0"), 1.3, 0.0),
        (sound("0.123"), 1.423, 0.0),
        (sound("end - 0.6"), 1.7, 0.0),
        (music, 0.0, 0.0),
    ] {
        for at in [7_000, 9_999, 15_000] {
            let mix = mix(&body, [("v.wav", click(at))], None);
            assert_eq!(mix.faults(), [], "{body}");
            let wanted = (start * 48_000.0_f64).round() as usize + at - (cut * 48_000.0_f64).round() as usize;
            for side in all(&mix) {
                assert_eq!(peak_at(&side), wanted, "{body}");
            }
        }
    }
}

#[test]
fn a_click_a_second_stays_one_to_the_end() {
    let places: Vec<usize> = (0..50).map(|second| second * 44_100 + 441).collect();
    let voice = wav(44_100, 1, As::I16, &clicks(50 * 44_100, &places, 0.9));
    let body = "voice: {file: v.wav, lead: 0}\nscenes:\n".to_owned()
        + &(0..10).map(|id| format!("  - {{id: s{id}, duration: 5}}\n")).collect::<String>();
    let mix = mix(&body, [("v.wav", voice)], Some(&[]));
    assert_eq!(mix.frames(), 50 * 48_000);
    for second in [0, 1, 24, 25, 49] {
        let mut sides = [vec![0.0; SECOND], vec![0.0; SECOND]];
        let [left, right] = &mut sides;
        mix.read(second * SECOND as u64, left, right).unwrap();
        assert_eq!(peak_at(left), 480, "{second}");
    }
}

#[test]
fn blocks_of_any_size_are_the_same_samples() {
    let body = format!(
        "voice: {{file: v.wav, lead: 0.2}}\nmusic: {{file: m.wav, gain_db: -6, start: 0.1}}\n{}",
        scene(4.0, "    sounds: [{src: c.wav, at: 1}]\n")
    );
    let loud: Vec<f32> = babble(3, 1.0).iter().map(|sample| sample * 3.0).collect();
    let files = [
        ("v.wav", mono(&loud)),
        ("m.wav", wav(44_100, 2, As::F32, &on_all(2, &sine(44_100, 330.0, 0.7, 0.8)))),
        ("c.wav", mono(&clicks(4000, &[100, 3000], 1.0))),
    ];
    let mix = mix(&body, files, None);
    let whole = all(&mix);
    for size in [1013, 48_000, 65_537] {
        let mut at = (mix.frames() as usize / size) * size;
        // From the end to the beginning.
        loop {
            let mut sides = [vec![9.0; size], vec![9.0; size]];
            let [left, right] = &mut sides;
            mix.read(at as u64, left, right).unwrap();
            let there = size.min(mix.frames() as usize - at);
            for (side, whole) in sides.iter().zip(&whole) {
                assert!(side[..there] == whole[at..at + there], "{size} at {at}");
                assert!(side[there..].iter().all(|sample| *sample == 0.0), "beyond the end");
            }
            if at == 0 {
                break;
            }
            at -= size;
        }
    }
}

#[test]
fn it_has_the_wanted_loudness_and_no_higher_peak() {
    // Peaks far above what the loudness allows, so that the limiter has to work.
    let mut spiky = babble(3, 0.5);
    for at in (5_000..spiky.len()).step_by(9_000) {
        spiky[at] += 0.9;
    }
    let music = babble(2, 0.6);
    for (lufs, peak) in [(-14.0, -1.0), (-23.0, -2.0), (-12.0, -1.0)] {
        for voice in [babble(3, 0.05), spiky.clone()] {
            let body = format!(
                "voice: v.wav\nmusic: m.wav\noutput: {{loudness: {lufs}, true_peak: {peak}}}\n{}",
                scene(3.5, "")
            );
            let mix = mix(&body, [("v.wav", mono(&voice)), ("m.wav", mono(&music))], None);
            let (loudness, highest) = measured(&all(&mix));
            assert!((loudness - lufs).abs() <= 0.3, "{lufs} LUFS: {loudness}");
            assert!(highest <= peak, "{peak} dBTP: {highest}");
            assert!((mix.levels().lufs.unwrap() - loudness).abs() < 0.01, "{:?}", mix.levels());
            assert!((mix.levels().true_peak.unwrap() - highest).abs() < 0.01, "{:?}", mix.levels());
        }
    }
}

#[test]
fn what_cannot_be_that_loud_is_as_loud_as_it_can_be() {
    let body = format!("voice: v.wav\noutput: {{loudness: -5, true_peak: -9}}\n{}", scene(3.0, ""));
    let mix = mix(&body, [("v.wav", mono(&babble(3, 0.5)))], None);
    let (loudness, peak) = measured(&all(&mix));
    assert!(peak <= -9.0 && loudness < -9.0, "{loudness} LUFS, {peak} dBTP");
    assert!((mix.levels().lufs.unwrap() - loudness).abs() < 0.01);
}

#[test]
fn silence_stays_silent() {
    let body = format!("voice: v.wav\nmusic: v.wav\n{}", scene(2.0, ""));
    let mix = mix(&body, [("v.wav", mono(&vec![0.0; SECOND]))], None);
    assert!(all(&mix).iter().flatten().all(|sample| *sample == 0.0));
    assert_eq!((mix.levels().lufs, mix.levels().silent), (None, 1.0));
}

#[test]
fn each_voice_is_as_loud_as_the_others() {
    let body = "output: {loudness: -20}\nscenes:\n  - {id: a, voice: a.wav}\n  - {id: b, voice: {file: b.wav, gain_db: 3}}\n";
    let body = format!("{body}  - {{id: c, duration: 1}}\n")
        .replace("voice: a.wav}", "duration: 3, voice: a.wav}")
        .replace("{id: b, voice", "{id: b, duration: 3, voice");
    let mix = mix(&body, [("a.wav", mono(&babble(3, 0.02))), ("b.wav", mono(&babble(3, 0.9)))], None);
    let [left, _] = all(&mix);
    let difference = decibels(&left[3 * SECOND..6 * SECOND]) - decibels(&left[..3 * SECOND]);
    assert!((difference - 3.0).abs() < 0.05, "{difference}");
}

#[test]
fn music_ducks_while_somebody_speaks() {
    let body = format!("music: {{file: m.wav, fade_in: 0, fade_out: 0}}\n{}", scene(6.0, ""));
    let files = || [("m.wav", mono(&sine(48_000, 1000.0, 2.0, 0.5)))];
    let [left, _] = all(&mix(&body, files(), Some(&[(2.0, 3.0), (3.5, 4.0)])));
    let at = |seconds: f64| {
        let from = (seconds * 48_000.0) as usize;
        decibels(&left[from - 240..from + 240])
    };
    for (seconds, wanted) in
        [(1.0, 0.0), (1.8, 0.0), (1.925, -5.0), (2.02, -10.0), (3.25, -10.0), (4.25, -5.0), (4.6, 0.0)]
    {
        assert!((at(seconds) - at(0.5) - wanted).abs() < 0.2, "{seconds}: {}", at(seconds) - at(0.5));
    }
    let speaking = format!("voice: {{file: v.wav, lead: 2}}\n{body}");
    let [(music, tone), voice] = [files()[0].clone(), ("v.wav", mono(&babble(1, 0.5)))];
    let found = mix(&speaking, [(music, tone), voice], None);
    assert!(found.levels().voice_over_music.unwrap() > 10.0, "{:?}", found.levels());
}

#[test]
fn music_loops_without_a_click_and_in_time() {
    let body = format!("music: {{file: m.wav, fade_in: 0, fade_out: 0}}\n{}", scene(3.0, ""));
    // Whole turns: the end goes on into the beginning.
    let [round, _] = all(&mix(&body, [("m.wav", mono(&sine(48_000, 500.0, 0.5, 0.5)))], None));
    for (n, sample) in round[..round.len() - 4800].iter().enumerate() {
        let again = round[n % 24_000];
        assert!((sample - again).abs() < 1e-5, "{n}");
    }
    // A turn and a half: the end must fade.
    let [cut, _] = all(&mix(&body, [("m.wav", mono(&sine(48_000, 501.25, 0.5, 0.5)[..23_977]))], None));
    let largest =
        |samples: &[f32]| samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
    let usual = largest(&cut[5_000..15_000]);
    assert!(largest(&cut[1..cut.len() - 4800]) < 1.2 * usual, "{} {usual}", largest(&cut));
    // Its second pass begins at its own first sample.
    let clicked = clicks(24_000, &[4_000], 0.5);
    let [beat, _] = all(&mix(&body, [("m.wav", mono(&clicked))], None));
    for pass in 0..6 {
        assert_eq!(peak_at(&beat[pass * 24_000..(pass + 1) * 24_000]), 4_000, "{pass}");
    }
}

#[test]
fn music_fades_in_and_out_and_starts_where_it_shall() {
    let body =
        format!("music: {{file: m.wav, start: 1, loop: false, fade_in: 1, fade_out: 1}}\n{}", scene(6.0, ""));
    let mut tone = sine(48_000, 1000.0, 5.0, 0.01);
    tone[SECOND..].copy_from_slice(&sine(48_000, 1000.0, 4.0, 0.5));
    let [left, _] = all(&mix(&body, [("m.wav", mono(&tone))], None));
    let at = |seconds: f64| {
        let from = (seconds * 48_000.0) as usize;
        decibels(&left[from..from + 480])
    };
    assert!(at(0.0) < at(2.0) - 30.0 && (at(0.5) - at(2.0) + 6.0).abs() < 0.4, "{} {}", at(0.5), at(2.0));
    assert!((at(3.5) - at(2.0) + 6.0).abs() < 0.4 && at(3.98) < at(2.0) - 30.0);
    assert!(left[4 * SECOND..].iter().all(|sample| *sample == 0.0), "it is over");
}

#[test]
fn cuts_fade_and_whole_files_do_not() {
    // Its height is the same every twelve samples.
    let high: Vec<f32> =
        (0..3 * SECOND).map(|n| 0.2 * (n as f32 * std::f32::consts::TAU / 12.0).cos()).collect();
    let steady = mono(&high);
    let at = |body: &str| all(&mix(body, [("v.wav", steady.clone())], Some(&[])))[0].clone();
    let whole = at(&format!("voice: {{file: v.wav, lead: 0.5}}\n{}", scene(4.0, "")));
    assert_eq!(whole[23_999], 0.0);
    let same = |a: f32, b: f32| (a - b).abs() < 1e-5;
    assert!(same(whole[24_000], whole[60_000]) && whole[24_000] > 0.05);
    let cut = at(&format!("voice: {{file: v.wav, lead: 0.5, trim: [1, 2]}}\n{}", scene(4.0, "")));
    let full = cut[48_000];
    assert!(cut[24_000].abs() < 0.01 * full && same(cut[24_000 + 1440], full), "30 ms");
    assert!((cut[24_000 + 720] / full - 0.5).abs() < 0.01, "half-way half as loud");
    assert!(cut[71_999].abs() < 0.01 * full && cut[72_000] == 0.0);
    let video_ends = at(&format!("voice: {{file: v.wav, lead: 0}}\n{}", scene(2.0, "")));
    assert!(video_ends.last().unwrap().abs() < 0.01 * video_ends[48_000]);
}

#[test]
fn clips_are_heard_when_they_have_a_gain() {
    let clip = |more: &str| {
        scene(3.0, &format!("    elements:\n      - {{id: c, type: video, src: c.mp4, at: 0.5{more}}}\n"))
    };
    let sound = || m4a(48_000, &sine(48_000, 1000.0, 1.0, 0.25), Some((0, 1024)));
    let heard = |more: &str| mix(&clip(more), [("c.mp4", sound())], None);
    assert!(heard("").is_empty(), "mute by default");
    assert!(heard(", gain_db: 0, hidden: true").is_empty());
    let share = |samples: &[f32], hertz: f64| {
        let turn = std::f64::consts::TAU * hertz / 48_000.0;
        let (mut sin, mut cos) = (0.0, 0.0);
        for (n, sample) in samples.iter().enumerate() {
            sin += f64::from(*sample) * (turn * n as f64).sin();
            cos += f64::from(*sample) * (turn * n as f64).cos();
        }
        let count = samples.len() as f64;
        (sin * sin + cos * cos) * 2.0 / (count * count) / 10_f64.powf(decibels(samples) / 10.0)
    };
    for (more, from, to, hertz) in [
        (", gain_db: 0", 0.5, 1.5, 1000.0),
        (", gain_db: -6, trim: [0.25, 0.75]", 0.5, 1.0, 1000.0),
        (", gain_db: 0, speed: 2", 0.5, 1.0, 2000.0),
        (", gain_db: 0, speed: 0.5", 0.5, 2.5, 500.0),
        (", gain_db: 0, loop: true, until: 2.8", 0.5, 2.8, 1000.0),
        (", gain_db: 0, loop: true, speed: 1.5, until: 2.5", 0.5, 2.5, 1500.0),
    ] {
        let [left, _] = all(&heard(more));
        let part = |from: f64, to: f64| &left[(from * 48_000.0) as usize..(to * 48_000.0) as usize];
        assert!(decibels(part(0.0, from)) < -90.0 && decibels(part(to + 0.001, 3.0)) < -90.0, "{more}");
        let middle = part(from + 0.05, to - 0.05);
        // Joints of loops are short dips.
        assert!(share(middle, hertz) > 0.9, "{more}: {}", share(middle, hertz));
    }
    let odd = mix(
        "scenes:\n  - id: s\n    duration: 3\n    elements:\n      - {id: c, type: video, src: c.mp4, gain_db: 0, speed: 1.37}\n",
        [("c.mp4", sound())],
        None,
    );
    let whole = all(&odd);
    let mut sides = [vec![0.0; 777], vec![0.0; 777]];
    let [left, right] = &mut sides;
    odd.read(12_345, left, right).unwrap();
    assert_eq!(sides[0], whole[0][12_345..12_345 + 777]);
}

#[test]
fn what_cannot_be_heard_is_listed() {
    let body = "voice: v.wav\nmusic: no.mp3\nscenes:\n  - id: s\n    duration: 2\n    sounds: [{src: v.wav, at: 0.5}, {src: bad.ogg}]\n    elements:\n      - {id: c, type: video, src: mute.mp4, gain_db: 0}\n";
    let mute = b"\0\0\0\x14ftypisom\0\0\0\0isom\0\0\0\x08moov".to_vec();
    let files = [("v.wav", mono(&babble(1, 0.5))), ("bad.ogg", b"a text".to_vec()), ("mute.mp4", mute)];
    let mix = mix(body, files, None);
    let faults: Vec<(&str, &str)> =
        mix.faults().iter().map(|fault| (fault.path.as_str(), fault.file.as_str())).collect();
    assert_eq!(faults, [("scenes.s.sounds.1.src", "bad.ogg"), ("music", "no.mp3")]);
    assert!(!mix.is_empty() && mix.levels().lufs.is_some());
}

#[test]
fn a_track_of_one_millisecond_is_mixed() {
    let body = format!("music: {{file: m.wav}}\nvoice: v.wav\n{}", scene(1.0, ""));
    let blip = mono(&sine(48_000, 4000.0, 0.001, 0.5));
    let mix = mix(&body, [("m.wav", blip.clone()), ("v.wav", blip)], None);
    assert_eq!((mix.faults(), mix.frames()), (&[][..], 48_000));
    let (_, peak) = measured(&all(&mix));
    assert!(peak <= -1.0 && Track::frames(&tracks([("a", mono(&[0.1; 48]))]).open("a").unwrap()) == 48);
}
