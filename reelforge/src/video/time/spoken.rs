//! Words as they are said: `40%` is “forty percent”, `$1.50` “one dollar fifty”, `1984` “nineteen eighty four”.

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const LARGE: [(u64, &str); 4] =
    [(1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand")];
/// Signs before a number that are said after it: the sign, one, many, and a hundredth.
const MONEY: [(char, &str, &str); 4] =
    [('$', "dollar", "dollars"), ('€', "euro", "euros"), ('£', "pound", "pounds"), ('¥', "yen", "yen")];
/// Units that are written onto a number.
const UNITS: [(&str, &str, &str); 14] = [
    ("km", "kilometer", "kilometers"),
    ("kg", "kilogram", "kilograms"),
    ("cm", "centimeter", "centimeters"),
    ("mm", "millimeter", "millimeters"),
    ("mb", "megabyte", "megabytes"),
    ("gb", "gigabyte", "gigabytes"),
    ("tb", "terabyte", "terabytes"),
    ("ms", "millisecond", "milliseconds"),
    ("k", "thousand", "thousand"),
    ("m", "million", "million"),
    ("b", "billion", "billion"),
    ("x", "times", "times"),
    ("am", "a m", "a m"),
    ("pm", "p m", "p m"),
];

/// The number below a hundred that an English word says.
pub fn number_said(word: &str) -> Option<u8> {
    let place = |words: &[&str]| words.iter().position(|known| *known == word);
    let tens = || place(&TENS[2..]).map(|at| 10 * (at + 2));
    u8::try_from(place(&ONES).or_else(tens)?).ok()
}

/// The words that are said for a word that begins with a digit, in small letters; none for another one, which is said as it
/// is written. `before` and `after` are the signs around it, `next` is the word after it. Numbers are read in English,
/// whatever the language; in others it is their length that matters.
pub(super) fn said(key: &str, before: Option<char>, after: Option<char>, next: Option<&str>) -> Vec<String> {
    if !key.starts_with(|first: char| first.is_ascii_digit()) {
        return Vec::new();
    }
    let end = key.find(|sign: char| !matches!(sign, '0'..='9' | ',' | '.' | ':')).unwrap_or(key.len());
    let (digits, tail) = key.split_at(end);
    let mut said = Vec::new();
    let money = before.and_then(|sign| MONEY.iter().find(|(known, ..)| *known == sign));
    // `$4 million` says its dollars after the million.
    let is_scaled = next.is_some_and(|next| LARGE.iter().any(|(_, name)| *name == next) || next == "hundred");
    if let Some((hours, minutes)) = digits.split_once(':') {
        clock(hours, minutes, &mut said);
    } else if let Some((_, one, many)) = money {
        money_words(digits, one, many, is_scaled, &mut said);
    } else if matches!(tail, "st" | "nd" | "rd" | "th") {
        ordinal(digits, &mut said);
        return said;
    } else if tail == "s" && digits.len() == 4 {
        year(digits, &mut said);
        if let Some(last) = said.last_mut() {
            *last = format!("{}s", last.strip_suffix('y').map_or(last.clone(), |stem| format!("{stem}ie")));
        }
        return said;
    } else {
        number(digits, tail.is_empty() && !matches!(after, Some('%' | '°')), &mut said);
    }
    match UNITS.iter().find(|(unit, ..)| *unit == tail) {
        Some((_, one, many)) => {
            let name = if digits == "1" { one } else { many };
            said.extend(name.split(' ').map(str::to_owned));
        }
        None if !tail.is_empty() => said.push(tail.to_owned()),
        None => {}
    }
    match after {
        Some('%') => said.push("percent".to_owned()),
        Some('°') => said.push("degrees".to_owned()),
        _ => {}
    }
    said
}

/// `9:00` is “nine o'clock”, `09:05` “nine oh five”.
fn clock(hours: &str, minutes: &str, said: &mut Vec<String>) {
    number(hours.trim_start_matches('0'), false, said);
    let minutes = minutes.split(':').next().unwrap_or_default();
    if minutes == "00" {
        return said.push("oclock".to_owned());
    }
    if minutes.starts_with('0') {
        said.push("oh".to_owned());
    }
    number(minutes.trim_start_matches('0'), false, said);
}

fn money_words(digits: &str, one: &str, many: &str, is_scaled: bool, said: &mut Vec<String>) {
    let plain = digits.replace(',', "");
    match plain.split_once('.') {
        Some((whole, cents)) if cents.len() == 2 && !is_scaled => {
            number(whole, false, said);
            said.push(if whole == "1" { one } else { many }.to_owned());
            if cents != "00" {
                number(cents.trim_start_matches('0'), false, said);
            }
        }
        _ => {
            number(&plain, false, said);
            if !is_scaled {
                said.push(if plain == "1" { one } else { many }.to_owned());
            }
        }
    }
}

/// A number, which may be a year when it is `bare`.
fn number(digits: &str, bare: bool, said: &mut Vec<String>) {
    if bare && digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()) {
        return year(digits, said);
    }
    let plain = digits.replace(',', "");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    match whole.parse::<u64>() {
        Ok(value) if value < 1_000_000_000_000_000 => cardinal(value, said),
        // Too long to be read as a number.
        _ => said.extend(whole.bytes().filter_map(digit)),
    }
    if !fraction.is_empty() {
        said.push("point".to_owned());
        said.extend(fraction.bytes().filter_map(digit));
    }
}

fn digit(byte: u8) -> Option<String> {
    byte.is_ascii_digit().then(|| ONES[usize::from(byte - b'0')].to_owned())
}

fn cardinal(value: u64, said: &mut Vec<String>) {
    for (size, name) in LARGE {
        if value >= size {
            cardinal(value / size, said);
            said.push(name.to_owned());
            if !value.is_multiple_of(size) {
                cardinal(value % size, said);
            }
            return;
        }
    }
    let small = |value: u64| usize::try_from(value).unwrap_or_default();
    if value >= 100 {
        said.extend([ONES[small(value / 100)].to_owned(), "hundred".to_owned()]);
        if !value.is_multiple_of(100) {
            cardinal(value % 100, said);
        }
    } else if value >= 20 {
        said.push(TENS[small(value / 10)].to_owned());
        if !value.is_multiple_of(10) {
            said.push(ONES[small(value % 10)].to_owned());
        }
    } else {
        said.push(ONES[small(value)].to_owned());
    }
}

/// `1984` is “nineteen eighty four”, `2007` “two thousand seven”, `1900` “nineteen hundred”.
fn year(digits: &str, said: &mut Vec<String>) {
    let value: u64 = digits.parse().unwrap_or_default();
    let (century, rest) = (value / 100, value % 100);
    if value < 1100 || century.is_multiple_of(10) && rest < 10 || value >= 3000 {
        return cardinal(value, said);
    }
    cardinal(century, said);
    match rest {
        0 => said.push("hundred".to_owned()),
        1..10 => {
            said.push("oh".to_owned());
            cardinal(rest, said);
        }
        _ => cardinal(rest, said),
    }
}

fn ordinal(digits: &str, said: &mut Vec<String>) {
    number(digits, false, said);
    let Some(last) = said.last_mut() else { return };
    *last = match last.as_str() {
        "one" => "first".to_owned(),
        "two" => "second".to_owned(),
        "three" => "third".to_owned(),
        "five" => "fifth".to_owned(),
        "eight" => "eighth".to_owned(),
        "nine" => "ninth".to_owned(),
        "twelve" => "twelfth".to_owned(),
        other => match other.strip_suffix('y') {
            Some(stem) => format!("{stem}ieth"),
            None => format!("{other}th"),
        },
    };
}
