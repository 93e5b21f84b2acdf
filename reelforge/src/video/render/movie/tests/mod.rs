mod clips;
#[cfg(unix)]
mod ffmpeg;
mod pictures;

use std::cell::Cell;
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::sync::Arc;

use kurbo::Size;

use super::{Facts, MovieError, Settings, Sound, write};
use crate::video::encode::I420;
use crate::video::expand::expand;
use crate::video::files::NoFiles;
use crate::video::layout::Plan;
use crate::video::paint::{Painter, Precision, Strip};
use crate::video::pictures::Pictures;
use crate::video::project::Project;
use crate::video::project::model::Quality;
use crate::video::text::Fonts;
use crate::video::time::{Heard, Times};

/// Two scenes with a transition; a panel that moves, a number that counts, texts that come in, and a second in which
/// nothing happens.
const LIVELY: &str = "
reelforge: 1
meta: {title: t}
canvas: {width: 192, height: 160, fps: 25}
scenes:
  - id: first
    duration: 2
    background: {gradient: ['#204060', '#906030'], angle: 30}
    elements:
      - {type: shape, shape: rect, w: 60, h: 40, x: 20, y: 20, fill: '#FFCC00', enter: {type: slide-left, duration: 0.6}}
      - {type: counter, from: 0, to: 40, count: 2, x: 20, y: 80, size: 24}
  - id: second
    duration: 2
    transition: {type: slide-left, duration: 0.5}
    background: '#101820'
    elements:
      - {type: heading, text: Words, x: 20, y: 20, enter: {type: fade, duration: 0.3}}
";

struct Made {
    plan: Plan,
    pictures: Arc<Pictures>,
}

impl Made {
    fn of(text: &str) -> Self {
        let parsed = Project::parse(text);
        let project = parsed.project.unwrap_or_else(|| panic!("no project: {:?}", parsed.issues));
        let expanded = expand(&project, &NoFiles, &Heard::none());
        let pictures = Arc::new(Pictures::new(Arc::new(NoFiles)));
        let plan = Plan::build(
            &expanded,
            &Times::of(&expanded.project, &Heard::none()),
            &Fonts::bundled(),
            &pictures,
        );
        Self { plan, pictures }
    }

    fn write(&self, settings: &Settings, sound: Option<&mut Sound<'_>>) -> (Facts, Vec<u8>) {
        let mut file = Cursor::new(Vec::new());
        let facts = write(&self.plan, &self.pictures, sound, settings, &mut file, &|_| {}, &|| false)
            .expect("a movie");
        (facts, file.into_inner())
    }

    fn painter(&self) -> Painter {
        Painter::new(self.plan.canvas, 1.0, Arc::clone(&self.pictures), Precision::Fastest)
    }

    /// A frame as the painter alone paints it.
    fn painted(&self, painter: &mut Painter, number: u32) -> I420 {
        let pixels = painter.paint(&self.plan, &self.plan.frame(number));
        let mut picture = I420::new(pixels.width().into(), pixels.height().into());
        picture.fill(pixels.data_as_u8_slice(), pixels.width().into());
        picture
    }
}

fn on(threads: usize) -> Settings {
    Settings { threads, ..Settings::new(Quality::Standard) }
}

#[expect(clippy::unnecessary_wraps, reason = "as sound is read")]
fn tone(at: u64, left: &mut [f32], right: &mut [f32]) -> Result<(), String> {
    for (index, (left, right)) in left.iter_mut().zip(right).enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "some seconds")]
        let t = (at + index as u64) as f32 / 48_000.0;
        *left = (t * 440.0 * std::f32::consts::TAU).sin() * 0.5;
        *right = -*left;
    }
    Ok(())
}

/// The three planes of each picture of a file.
fn decoded(bytes: &[u8]) -> Vec<[Vec<u8>; 3]> {
    let mp4 = re_mp4::Mp4::read_bytes(bytes).expect("a sound file");
    let track = mp4.tracks().values().find(|track| track.width > 0).expect("a video track");
    let config = track.raw_codec_config(&mp4).expect("a codec");
    let mut stream = Vec::new();
    let sequence = usize::from(u16::from_be_bytes([config[6], config[7]]));
    let after = 8 + sequence;
    let picture = usize::from(u16::from_be_bytes([config[after + 1], config[after + 2]]));
    for set in [&config[8..after], &config[after + 3..after + 3 + picture]] {
        stream.extend([0, 0, 0, 1]);
        stream.extend(set);
    }
    for sample in &track.samples {
        let mut unit = &bytes[sample.byte_range()];
        while let Some((length, rest)) = unit.split_first_chunk::<4>() {
            let (nal, after) = rest.split_at(u32::from_be_bytes(*length) as usize);
            stream.extend([0, 0, 0, 1]);
            stream.extend(nal);
            unit = after;
        }
    }
    let frames = rusty_h264_decoder::Decoder::new().decode_stream(&stream).expect("a sound stream");
    frames.into_iter().map(|frame| [frame.y, frame.u, frame.v]).collect()
}

/// How close two planes are, in decibels.
fn closeness(ours: &[u8], theirs: &[u8]) -> f64 {
    let errors: u64 = ours.iter().zip(theirs).map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2)).sum();
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let mean = errors as f64 / ours.len() as f64;
    if errors == 0 { 100.0 } else { 10.0 * (255.0 * 255.0 / mean).log10() }
}

#[test]
fn every_frame_of_the_file_is_what_the_painter_painted() {
    let made = Made::of(LIVELY);
    let (facts, bytes) = made.write(&on(2), None);
    let frames = decoded(&bytes);
    assert_eq!((frames.len(), facts.frames, facts.duration), (100, 100, 4.0));
    let mut painter = Painter::new(made.plan.canvas, 1.0, Arc::clone(&made.pictures), Precision::Fastest);
    for (number, frame) in (0..).zip(&frames) {
        let painted = made.painted(&mut painter, number);
        for (ours, theirs) in painted.planes().into_iter().zip(frame) {
            let closeness = closeness(ours, theirs);
            assert!(closeness > 34.0, "frame {number} is {closeness:.1} dB close");
        }
    }
}

#[test]
fn the_bytes_do_not_depend_on_threads() {
    let made = Made::of(LIVELY);
    let [one, two, five] = [1, 2, 5].map(|threads| made.write(&on(threads), Some(&mut tone)));
    assert_eq!(one.0, two.0);
    assert!(one.1 == two.1 && two.1 == five.1);
}

#[test]
fn a_strip_paints_what_a_painter_paints() {
    let made = Made::of(LIVELY);
    let new = || (made.plan.canvas, 1.0, Arc::clone(&made.pictures), Precision::Fastest);
    let (canvas, scale, pictures, precision) = new();
    let mut strip = Strip::new(canvas, scale, pictures, precision);
    let (canvas, scale, pictures, precision) = new();
    let mut painter = Painter::new(canvas, scale, pictures, precision);
    let mut last = Vec::new();
    let mut same = 0;
    // Forwards, and with jumps back, as groups are handed out.
    for number in (0..100).chain(40..60).chain(10..70) {
        match strip.paint(&made.plan, made.plan.frame(number)) {
            Some(pixels) => last = pixels.data_as_u8_slice().to_vec(),
            None => same += 1,
        }
        let painted = painter.paint(&made.plan, &made.plan.frame(number));
        assert!(painted.data_as_u8_slice() == last, "frame {number}");
    }
    assert!(same > 40, "only {same} frames were taken for unchanged ones");
}

#[test]
fn frames_without_a_change_take_next_to_no_room() {
    let still = "{reelforge: 1, meta: {title: t}, canvas: {width: 320, height: 320, fps: 30}, scenes: [{id: s, duration: 4, \
                 background: {gradient: ['#204060', '#906030']}, elements: [{type: heading, text: Still}]}]}";
    let (facts, bytes) = Made::of(still).write(&on(2), None);
    let mp4 = re_mp4::Mp4::read_bytes(&bytes).expect("a sound file");
    let samples = &mp4.tracks()[&1].samples;
    assert_eq!((samples.len(), facts.frames), (120, 120));
    assert!(samples.iter().all(|sample| sample.is_sync || sample.size < 60));
    let frames = decoded(&bytes);
    assert!(frames[..30].iter().all(|frame| *frame == frames[0]));
}

#[test]
fn decoding_can_begin_with_every_scene_and_each_second_of_it() {
    let made = Made::of(&LIVELY.replacen("duration: 2", "duration: 1.6", 1));
    let keys = |settings: &Settings| {
        let mp4 = re_mp4::Mp4::read_bytes(&made.write(settings, None).1).expect("a sound file");
        let samples = mp4.tracks()[&1].samples.iter();
        samples.filter(|sample| sample.is_sync).map(|sample| sample.id).collect::<Vec<_>>()
    };
    assert_eq!(keys(&on(2)), [0, 25, 40, 65]);
    // A part has the same ones, and its first.
    assert_eq!(keys(&Settings { frames: Some(30..70), ..on(2) }), [0, 10, 35]);
}

#[test]
fn a_movie_says_what_it_is() {
    let made = Made::of(LIVELY);
    let (facts, bytes) = made.write(&on(2), Some(&mut tone));
    assert_eq!(facts.bytes, bytes.len() as u64);
    assert_eq!(facts.codecs, "avc1.640C1E, mp4a.40.2");
    assert_eq!((facts.width, facts.height, facts.fps), (192, 160, 25));
    let mp4 = re_mp4::Mp4::read_bytes(&bytes).expect("a sound file");
    assert!(mp4.tracks().values().all(|track| track.duration == 4 * track.timescale));
}

#[test]
fn a_draft_has_half_the_size_and_a_part_only_its_frames() {
    let odd = LIVELY.replace("height: 160", "height: 150");
    let made = Made::of(&odd);
    let settings = Settings { frames: Some(30..61), ..Settings::new(Quality::Draft) };
    let (facts, bytes) = made.write(&settings, Some(&mut tone));
    // 75 rows become 76, since video has an even number of them.
    assert_eq!((facts.width, facts.height, facts.frames), (96, 76, 31));
    let frames = decoded(&bytes);
    assert_eq!(frames.len(), 31);
    let mut painter = Painter::new(made.plan.canvas, 0.5, Arc::clone(&made.pictures), Precision::Fastest);
    let painted = made.painted(&mut painter, 45);
    assert!(closeness(painted.planes()[0], &frames[15][0]) > 30.0);
}

#[test]
fn progress_counts_every_frame() {
    let made = Made::of(LIVELY);
    let seen = Cell::new(0);
    let progress = |frames| {
        assert_eq!(frames, seen.get() + 1);
        seen.set(frames);
    };
    write(&made.plan, &made.pictures, None, &on(2), Cursor::new(Vec::new()), &progress, &|| false)
        .expect("a movie");
    assert_eq!(seen.get(), 100);
}

#[test]
fn a_cancelled_movie_ends_within_a_few_frames() {
    let made = Made::of(LIVELY);
    let seen = Cell::new(0);
    let result = write(
        &made.plan,
        &made.pictures,
        None,
        &on(2),
        Cursor::new(Vec::new()),
        &|frames| seen.set(frames),
        &|| seen.get() >= 10,
    );
    assert!(matches!(result, Err(MovieError::Cancelled)));
    assert_eq!(seen.get(), 10);
}

#[test]
fn nothing_to_show_is_an_error() {
    let made = Made::of(LIVELY);
    let settings = Settings { frames: Some(200..300), ..on(1) };
    let result =
        write(&made.plan, &made.pictures, None, &settings, Cursor::new(Vec::new()), &|_| {}, &|| false);
    assert!(matches!(result, Err(MovieError::Empty)));
}

#[test]
fn a_canvas_that_h264_does_not_know_is_an_error() {
    let mut made = Made::of(LIVELY);
    made.plan.canvas = Size::new(4096.0, 4096.0);
    let result = write(&made.plan, &made.pictures, None, &on(1), Cursor::new(Vec::new()), &|_| {}, &|| false);
    let error = result.expect_err("too many pixels").to_string();
    assert!(error.contains("4096×4096") && error.contains("smaller"), "{error}");
}

#[test]
fn sound_that_cannot_be_read_is_an_error() {
    let made = Made::of(LIVELY);
    let mut broken = |at: u64, left: &mut [f32], right: &mut [f32]| {
        if at > 60_000 { Err("voice.wav changed".to_owned()) } else { tone(at, left, right) }
    };
    let result = write(
        &made.plan,
        &made.pictures,
        Some(&mut broken),
        &on(2),
        Cursor::new(Vec::new()),
        &|_| {},
        &|| false,
    );
    let error = result.expect_err("half of the sound is missing").to_string();
    assert_eq!(error, "the sound cannot be read: voice.wav changed");
}

/// A disk that is full after a number of bytes.
struct Full(Cursor<Vec<u8>>);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.position() + bytes.len() as u64 > 4_000 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Full {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn a_full_disk_is_told_as_such() {
    let made = Made::of(LIVELY);
    let result = write(&made.plan, &made.pictures, None, &on(2), Full(Cursor::default()), &|_| {}, &|| false);
    let error = result.expect_err("4 kB are too little").to_string();
    assert!(error.contains("the disk is full"), "{error}");
}
