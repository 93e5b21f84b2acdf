//! Every script is shaped whole, in its own font, in its own direction.

use super::*;

const SAMPLES: [(&str, &str, &str); 12] = [
    ("en", "Ship faster — sleep better: “AVATAR”, 4.2 × €30 → ✓", "Inter"),
    ("vi", "Tiếng Việt đẹp lắm", "Inter"),
    ("el", "Καλημέρα κόσμε", "Inter"),
    ("uk", "Привіт, світе! Їжак ґанок", "Inter"),
    ("ar", "مرحبا بالعالم، هذا اختبار ١٢٣ لا إله", "Noto Sans Arabic"),
    ("fa", "سلام دنیا، پنج گچ ژ ۴۵۶", "Noto Sans Arabic"),
    ("he", "שלום עולם, זה מבחן. בְּרֵאשִׁית", "Noto Sans Hebrew"),
    ("hi", "नमस्ते दुनिया, क्षत्रिय की परीक्षा है।", "Noto Sans Devanagari"),
    ("th", "สวัสดีชาวโลก นี่คือการทดสอบ ที่นี่", "Noto Sans Thai"),
    ("zh", "你好，世界。这是一个测试！", "Noto Sans SC"),
    ("ja", "こんにちは、世界。カタカナのテストです", "Noto Sans JP"),
    ("ko", "안녕하세요 세계, 한국어 시험입니다", "Noto Sans KR"),
];

#[test]
fn no_letter_is_missing_in_any_script() {
    for (language, text, family) in SAMPLES {
        let set = set(text, |spec| spec.language = language);
        assert_eq!(set.missing, Vec::<String>::new(), "{language}: {text}");
        assert!(places(&set).iter().all(|(id, _)| *id != 0), "{language}");
        let helpers: Vec<&str> = set.fallbacks.iter().map(|(name, _)| name.as_str()).collect();
        let expected = if family == "Inter" { vec![] } else { vec![family] };
        assert_eq!(helpers, expected, "{language}: {text}");
    }
}

#[test]
fn all_weights_of_all_scripts_are_real() {
    for (language, text, _) in SAMPLES {
        for weight in [100, 400, 600, 700, 900] {
            let set = set(text, |spec| (spec.language, spec.weight) = (language, weight));
            assert_eq!(set.nearest_weight, None);
            let runs = letters(&set);
            assert!(runs.iter().all(|run| run.face.embolden == 0.0), "{language} at {weight}");
        }
    }
}

#[test]
fn a_text_of_five_scripts_is_set_in_one_go() {
    let set = set("Hello مرحبا 你好 नमस्ते 🚀 fin.", |_| {});
    assert!(set.missing.is_empty());
    let names: Vec<&str> = set.fallbacks.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["Noto Sans Arabic", "Noto Sans Devanagari", "Noto Sans SC"],
        "emoji are no substitute"
    );
}

#[test]
fn the_first_strong_letter_decides_the_direction() {
    assert_eq!(set("مرحبا abc", |_| {}).align, TextAlign::Right);
    assert_eq!(set("123 שלום", |_| {}).align, TextAlign::Right);
    assert_eq!(set("abc مرحبا", |spec| spec.language = "ar").align, TextAlign::Left);
    assert_eq!(set("مرحبا", |spec| spec.align = Some(TextAlign::Center)).align, TextAlign::Center);
}

#[test]
fn hebrew_runs_from_right_to_left_and_is_read_so() {
    let set = set("אבג", |spec| spec.by = By::Char);
    let lefts: Vec<f64> = set.pieces.iter().map(|piece| piece.bounds.x0).collect();
    assert_eq!(lefts.len(), 3);
    assert!(lefts[0] > lefts[1] && lefts[1] > lefts[2], "{lefts:?}");
    assert_eq!(set.pieces.iter().map(|piece| piece.order).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn arabic_letters_stay_joined_when_each_moves_alone() {
    let whole = set("سلام", |_| {});
    let split = set("سلام", |spec| spec.by = By::Char);
    assert_eq!(places(&whole), places(&split), "the same joined forms in the same places");
    assert_eq!(split.pieces.len(), 4);
    let isolated = places(&set("م", |_| {}))[0].0;
    assert!(places(&set("مم", |_| {})).iter().all(|(id, _)| *id != isolated), "joined forms differ");
}

#[test]
fn han_characters_take_the_form_of_the_language() {
    let font_of = |language| {
        let set = set("直骨", |spec| spec.language = language);
        assert!(set.missing.is_empty());
        set.fallbacks[0].0.clone()
    };
    assert_eq!(font_of("zh"), "Noto Sans SC");
    assert_eq!(font_of("zh-Hans-SG"), "Noto Sans SC");
    assert_eq!(font_of("zh-TW"), "Noto Sans TC");
    assert_eq!(font_of("zh-Hant"), "Noto Sans TC");
    assert_eq!(font_of("ja"), "Noto Sans JP");
    assert_eq!(font_of("en"), "Noto Sans SC");
    let kana = set("直す", |_| {});
    assert_eq!(kana.fallbacks, [("Noto Sans JP".to_owned(), 2)], "kana say that it is Japanese");
}

#[test]
fn characters_of_other_regions_are_found() {
    // Only in Traditional Chinese, in a text of the mainland.
    let set = set("面麵", |spec| spec.language = "zh");
    assert!(set.missing.is_empty());
    assert!(set.fallbacks.iter().any(|(name, _)| name == "Noto Sans TC"));
}

#[test]
fn quotes_around_han_are_full_width() {
    let width = |text: &str| set(text, |spec| spec.language = "zh").size.width;
    assert!((width("“你好”") - 400.0).abs() < 1.0, "{}", width("“你好”"));
    assert!(width("“hi”") < 200.0);
}

#[test]
fn emoji_come_from_the_emoji_font() {
    for (text, signs) in [
        ("\u{2764}\u{FE0F}", 1),
        ("🚀", 1),
        ("🇫🇷", 1),
        ("👨‍👩‍👧‍👦", 1),
        ("👩🏽‍💻", 1),
        ("👍🏿", 1),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 1),
        ("1\u{FE0F}\u{20E3}", 1),
        ("❤️‍🔥", 1),
        ("🎉🚀", 2),
    ] {
        let set = set(text, |_| {});
        assert_eq!(set.missing, Vec::<String>::new(), "{text}");
        assert_eq!(set.fallbacks, [], "{text}");
        let runs = letters(&set);
        assert!(runs.iter().all(|run| extents::is_colored(&run.face.font)), "{text} is drawn in colour");
        assert_eq!(places(&set).len(), signs, "{text}");
    }
}

#[test]
fn text_signs_are_letters_unless_they_ask_for_a_picture() {
    for text in ["\u{2764}\u{FE0E}", "©", "™", "7", "#"] {
        let set = set(text, |_| {});
        assert!(letters(&set).iter().all(|run| !extents::is_colored(&run.face.font)), "{text}");
        assert!(set.missing.is_empty(), "{text}");
    }
}

#[test]
fn an_emoji_that_the_font_does_not_know_is_reported() {
    assert_eq!(set("a🐧‍🚗b", |_| {}).missing, ["🐧‍🚗"]);
}

#[test]
fn letters_that_no_font_has_are_reported_once() {
    let set = set("a ꦗꦮ ꦗ b", |_| {});
    assert_eq!(set.missing.iter().filter(|char| char.starts_with('ꦗ')).count(), 1, "{:?}", set.missing);
    assert!(set.missing.contains(&"ꦮ".to_owned()));
}

#[test]
fn letters_in_parts_are_whole_letters() {
    for (parts, whole) in
        [("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", "한국"), ("e\u{301}A\u{30A}", "éÅ")]
    {
        let (parts, whole) = (set(parts, |_| {}), set(whole, |_| {}));
        assert!(parts.missing.is_empty());
        assert_eq!(places(&parts), places(&whole));
    }
}

#[test]
fn scripts_with_tall_marks_get_more_room() {
    let height = |text| set(text, |spec| spec.line_height = 1.0).size.height;
    assert!((height("abc") - 100.0).abs() < 0.1);
    for text in ["ที่นี่", "हैं", "إلى"] {
        assert!(height(text) > 125.0, "{text}: {}", height(text));
        let set = set(&format!("{text}\n{text}"), |spec| spec.line_height = 1.0);
        assert!(set.lines[0].rect.y1 <= set.lines[1].rect.y0, "{text}: lines do not touch");
    }
}
