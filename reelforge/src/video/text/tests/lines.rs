//! Lines wrap where their language lets them, and are as long as they may be.

use super::*;

const SENTENCE: &str = "Two bad harvests in Brazil cut supply, and shipping costs doubled within a year.";

fn wrapped(text: &str, width: f64, language: &'static str) -> SetText {
    set(text, |spec| (spec.max_width, spec.language) = (Some(width), language))
}

fn texts(set: &SetText) -> Vec<&str> {
    set.lines.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn no_line_is_wider_than_it_may_be() {
    for width in [500.0, 700.0, 900.0, 1400.0] {
        let set = wrapped(SENTENCE, width, "en");
        assert!(set.size.width <= width, "{} > {width}", set.size.width);
        assert!(set.lines.iter().all(|line| line.rect.width() <= width + 10.0));
        assert_eq!(texts(&set).join(" "), SENTENCE, "nothing is lost");
        let lines = u32::try_from(set.lines.len()).expect("few lines");
        assert!(lines > 1 && (set.size.height - 120.0 * f64::from(lines)).abs() < 0.01);
    }
}

#[test]
fn only_line_breaks_end_lines_without_a_width() {
    let set = set(&format!("{SENTENCE}\nEnd\n\nlast"), |_| {});
    assert_eq!(texts(&set), [SENTENCE, "End", "", "last"]);
    assert!((set.size.height - 480.0).abs() < 0.01);
}

#[test]
fn short_texts_break_evenly() {
    let set = wrapped("Why your morning coffee now costs so much more", 1500.0, "en");
    let [first, second] = &set.lines[..] else { panic!("{:?}", texts(&set)) };
    let ratio = second.rect.width() / first.rect.width();
    assert!((0.7..1.4).contains(&ratio), "{:?}", texts(&set));
}

#[test]
fn thai_breaks_between_words() {
    let set = wrapped("สวัสดีชาวโลกนี่คือการทดสอบระบบตัวอักษรไทย", 600.0, "th");
    assert!(set.lines.len() > 2);
    // Words of the sentence; a break within one would leave parts that are none.
    let words = ["สวัสดี", "ชาว", "โลก", "นี่", "คือ", "การ", "ทดสอบ", "ระบบ", "ตัว", "อักษร", "ไทย"];
    for line in texts(&set) {
        let mut rest = line;
        while !rest.is_empty() {
            let word = words.iter().find(|word| rest.starts_with(**word));
            rest = &rest[word.unwrap_or_else(|| panic!("`{line}` is broken within a word")).len()..];
        }
    }
}

#[test]
fn chinese_lines_do_not_begin_with_punctuation() {
    for width in 4..12 {
        let set = wrapped("你好，世界。这是（一个）测试！今天天气很好。", f64::from(width) * 100.0, "zh");
        assert!(set.lines.len() > 1);
        for line in texts(&set) {
            assert!(!line.starts_with(['，', '。', '）', '！']), "{line}");
            assert!(!line.ends_with('（'), "{line}");
        }
    }
}

#[test]
fn korean_breaks_between_words() {
    let set = wrapped("안녕하세요 세계 여러분 한국어 시험입니다", 700.0, "ko");
    assert!(set.lines.len() > 1);
    assert_eq!(texts(&set).join(" "), "안녕하세요 세계 여러분 한국어 시험입니다");
}

#[test]
fn a_word_that_is_too_wide_is_told_and_broken() {
    let set = wrapped("see Donaudampfschifffahrtsgesellschaft now", 600.0, "en");
    assert!(set.widest_part > 1500.0);
    assert!(set.size.width <= 600.0);
    assert_eq!(texts(&set).concat().replace(' ', "").len(), "seeDonaudampfschifffahrtsgesellschaftnow".len());
    let fits = wrapped("see the dam now", 600.0, "en");
    assert!(fits.widest_part < 300.0);
}

#[test]
fn lines_stand_where_they_are_aligned() {
    let with = |align| {
        set("a long first line\nshort", |spec| spec.align = Some(align))
            .lines
            .into_iter()
            .map(|line| line.rect)
            .collect::<Vec<_>>()
    };
    let near = |a: f64, b: f64| (a - b).abs() < 8.0;
    let left = with(TextAlign::Left);
    assert!(near(left[0].x0, left[1].x0));
    let center = with(TextAlign::Center);
    assert!(near(center[0].center().x, center[1].center().x));
    let right = with(TextAlign::Right);
    assert!(near(right[0].x1, right[1].x1));
}

#[test]
fn white_space_at_the_end_of_a_line_takes_no_room() {
    for text in ["abc", "שלום"] {
        let plain = set(text, |_| {});
        let padded = set(&format!("{text}   "), |_| {});
        assert!((plain.size.width - padded.size.width).abs() < 0.01);
        assert!((plain.lines[0].rect.x0 - padded.lines[0].rect.x0).abs() < 0.01, "{text}");
    }
}

#[test]
fn the_base_line_is_where_letters_stand() {
    let set = set("Hx", |_| {});
    assert!((set.lines[0].rect.y1 - set.baseline).abs() < 0.5);
    assert!((set.size.height - 120.0).abs() < 0.01);
    let middle = set.lines[0].rect.center().y;
    assert!((middle - 60.0).abs() < 2.0, "capitals stand in the middle of their line: {middle}");
}
