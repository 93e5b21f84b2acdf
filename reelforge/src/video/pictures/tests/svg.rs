use super::*;
use crate::video::pictures::Format;

pub(super) const EXAMPLE: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'>\
    <rect width='10' height='10' fill='#f00'/><circle cx='15' cy='5' r='5' fill='blue' opacity='.5'/></svg>";

fn svg(content: &str) -> Vec<u8> {
    let space = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'";
    format!("<svg {space} width='100' height='100'>{content}</svg>").into_bytes()
}

fn repeated(range: std::ops::Range<u32>, part: impl Fn(u32) -> String) -> String {
    range.map(part).collect::<Vec<_>>().concat()
}

#[test]
fn drawings_are_sharp_at_any_size() {
    let pictures = one(EXAMPLE);
    let info = pictures.info("x").unwrap();
    assert_eq!(
        (info.format, info.size.width, info.size.height, info.is_vector()),
        (Format::Svg, 20.0, 10.0, true)
    );
    let pixels = pictures.pixels("x", 0, [200, 100]).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (200, 100));
    assert_eq!((at(&pixels, 99, 99), at(&pixels, 199, 0)), (RED, [0; 4]));
    let blue = at(&pixels, 150, 50);
    assert!(blue[2].abs_diff(128) <= 1 && blue[2] == blue[3], "{blue:?}");
}

#[test]
fn a_drawing_is_known_by_its_first_tag() {
    for head in ["", "\u{feff}", "<?xml version='1.0' encoding='UTF-8'?>\n<!-- made by hand -->\n", "\n \n"] {
        assert_eq!(
            one(format!("{head}{EXAMPLE}")).info("x").map(|info| info.format),
            Ok(Format::Svg),
            "{head}"
        );
    }
    let programs = "<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' \
        'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd' [<!ENTITY ns 'http://www.w3.org/2000/svg'>]>\
        <svg xmlns='&ns;' width='5' height='5'/>";
    assert_eq!(one(programs).info("x").map(|info| info.size.width), Ok(5.0));
    assert!(matches!(fault("<html><body>hello</body></html>"), PictureError::Foreign(_)));
}

#[test]
fn what_is_not_drawn_is_told() {
    let problem = |content: &str| one(svg(content)).info("x").unwrap().problem;
    assert!(problem("<text x='1' y='9'>hi</text>").unwrap().starts_with("its text is not drawn"));
    assert!(
        problem("<image href='data:image/png;base64,AAAA'/>").unwrap().starts_with("pictures inside of it")
    );
    assert!(problem("<foreignObject><p xmlns='x'>hi</p></foreignObject>").unwrap().starts_with("its HTML"));
    assert_eq!(
        problem("<script>alert(1)</script><style>rect{fill:red}</style><rect width='9' height='9'/>"),
        None
    );
}

#[test]
fn no_other_file_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.svg");
    std::fs::write(
        &secret,
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>",
    )
    .unwrap();
    let path = secret.display();
    for content in [
        format!("<image href='{path}' width='100' height='100'/>"),
        format!("<image xlink:href='file://{path}' width='100' height='100'/>"),
        format!("<use href='{path}#x'/>"),
        format!(
            "<filter id='f'><feImage href='{path}'/></filter><rect width='100' height='100' fill='none' filter='url(#f)'/>"
        ),
        format!("<style>@import url('{path}');</style>"),
    ] {
        let pixels = one(svg(&content)).pixels("x", 0, [100, 100]).unwrap();
        assert!(pixels.data().iter().all(|pixel| pixel.a == 0), "{content}");
    }
    let entity = format!(
        "<!DOCTYPE svg [<!ENTITY x SYSTEM '{path}'>]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>&x;</svg>"
    );
    assert!(one(entity).pixels("x", 0, [9, 9]).is_err());
}

#[test]
fn crafted_drawings_are_refused_before_they_grow() {
    let laughs: String =
        repeated(1..10, |n| format!("<!ENTITY e{n} '{}'>", format!("&e{};", n - 1).repeat(10)));
    let laughs = format!(
        "<!DOCTYPE svg [<!ENTITY e0 'ha'>{laughs}]><svg xmlns='http://www.w3.org/2000/svg'>&e9;</svg>"
    );
    assert!(fault(laughs).to_string().contains("entities"));
    let long = format!(
        "<!DOCTYPE svg [<!ENTITY a '{}'>]><svg xmlns='http://www.w3.org/2000/svg'/>",
        "a".repeat(300)
    );
    assert!(fault(long).to_string().contains("entities"));

    let deep = "<g>".repeat(20_000) + &"</g>".repeat(20_000);
    assert_eq!(fault(svg(&deep)).to_string(), "it has more than 100 parts in one another");

    let doubled: String =
        repeated(1..30, |n| format!("<g id='a{n}'><use href='#a{0}'/><use href='#a{0}'/></g>", n - 1));
    let doubled = format!("<g id='a0'><rect width='1' height='1'/></g>{doubled}");
    assert_eq!(fault(svg(&doubled)).to_string(), "it draws more than 50000 parts");

    let chained: String = repeated(1..5000, |n| format!("<g id='a{n}'><use href='#a{}'/></g>", n - 1));
    assert!(one(svg(&format!("<g id='a0'/>{chained}"))).info("x").is_err());

    let filters = "<filter id='f'><feGaussianBlur stdDeviation='9'/></filter>".to_owned()
        + &"<rect width='9' height='9' filter='url(#f)'/>".repeat(101);
    assert_eq!(fault(svg(&filters)).to_string(), "it uses more than 100 filters");

    let markers = format!(
        "<marker id='m'>{}</marker><path marker-mid='url(#m)' d='M0 0{}'/>",
        "<rect width='1' height='1'/>".repeat(500),
        "L1 1".repeat(2000)
    );
    assert_eq!(fault(svg(&markers)).to_string(), "it draws more than 50000 parts");

    // What fills, masks or cuts counts at each use, wherever the use is written.
    let nested = |element: &str, attribute: &str| {
        let one = |n: u32| {
            let part =
                format!("<rect width='9' height='9' {}/>", attribute.replace('N', &(n + 1).to_string()));
            format!(
                "<{element} id='p{n}' width='9' height='9' patternUnits='userSpaceOnUse'>{}</{element}>",
                part.repeat(10)
            )
        };
        svg(&(repeated(0..8, one) + &format!("<rect width='9' height='9' {}/>", attribute.replace('N', "0"))))
    };
    for (element, attribute) in [
        ("pattern", "fill='url(#pN)'"),
        ("pattern", "style='stroke: url( \"#pN\" )'"),
        ("mask", "mask='url(#pN)'"),
        ("clipPath", "clip-path='url(#pN)'"),
    ] {
        assert_eq!(
            fault(nested(element, attribute)).to_string(),
            "it draws more than 50000 parts",
            "{attribute}"
        );
    }
    let sheet = repeated(0..9, |n| format!(".c{n}, .d{n} {{ fill: url(#p{n}) }}"));
    let styled = String::from_utf8(nested("pattern", "class='x cN'")).unwrap();
    let styled = styled.replacen('>', &format!("><style>{sheet}</style>"), 1);
    assert_eq!(fault(styled.into_bytes()).to_string(), "it draws more than 50000 parts");

    let many = "<rect width='1' height='1'/>".repeat(60_000);
    assert_eq!(fault(svg(&many)).to_string(), "it draws more than 50000 parts");
    assert!(fault(svg(&"x".repeat(4_000_001))).to_string().starts_with("it has 4 MB"));
    assert!(
        fault("<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1'/>")
            .to_string()
            .contains("a side may have")
    );
}

#[test]
fn parts_that_use_themselves_are_harmless() {
    for content in
        ["<g id='a'><use href='#a'/></g>", "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"]
    {
        let _ = one(svg(content)).pixels("x", 0, [9, 9]);
    }
}

#[test]
fn faults_say_where_they_are() {
    let error =
        fault("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\n  <rect>\n</svg>").to_string();
    assert!(error.starts_with("it is damaged: line 3, column "), "{error}");
    let error = fault(b"<svg xmlns='http://www.w3.org/2000/svg'>\xFF\xFE</svg>".as_slice()).to_string();
    assert_eq!(error, "it is damaged: byte 40 is not UTF-8");
}

#[test]
fn drawings_as_programs_export_them_are_drawn() {
    let stops = "<stop offset='0' stop-color='red'/><stop offset='1' stop-color='blue'/>".repeat(10);
    let gradients = repeated(0..40, |n| format!("<linearGradient id='g{n}'>{stops}</linearGradient>"));
    let sheet = repeated(0..40, |n| format!(".c{n} {{ fill: url(#g{n}); }}"));
    let parts =
        repeated(0..2000, |n| format!("<path class='c{}' d='M0 0H9V9Z' clip-path='url(#k)'/>", n % 40));
    let parts = parts.replacen(" clip-path='url(#k)'", "", 1500);
    let content = format!(
        "<style>{sheet}</style><defs>{gradients}<clipPath id='k'><rect width='50' height='50'/></clipPath></defs>{parts}"
    );
    assert!(one(svg(&content)).info("x").is_ok());
}

#[test]
fn what_would_take_too_long_is_told_before_it_is_drawn() {
    let large = |content: &str| {
        fault(format!("<svg xmlns='http://www.w3.org/2000/svg' width='2000' height='2000'>{content}</svg>"))
            .to_string()
    };
    let filtered = |step: &str| {
        large(&format!("<filter id='f'>{step}</filter><rect width='2000' height='2000' filter='url(#f)'/>"))
    };
    for content in [
        "<rect width='2000' height='2000' fill='red'/>".repeat(4000),
        "<g opacity='.5'><rect width='2000' height='2000'/><rect width='9' height='9'/></g>".repeat(900),
        format!(
            "<filter id='f'><feGaussianBlur stdDeviation='9'/></filter><style>rect{{filter:url(#f)}}</style>{}",
            "<rect width='2000' height='2000'/>".repeat(300)
        ),
    ] {
        assert!(large(&content).starts_with("it takes too long to draw"), "{}", &content[..80]);
    }
    for step in ["<feMorphology radius='5000'/>", "<feTurbulence baseFrequency='.1' numOctaves='2000'/>"] {
        assert!(filtered(step).starts_with("it takes too long to draw"), "{step}");
    }
    assert!(filtered(&"<feOffset dx='1'/>".repeat(400)).contains("more than 24 steps"));
    assert!(
        large("<path d='M-1e30 -1e30L1e30 1e30Q1e38 1e38 -1e38 3' stroke='red'/>").contains("coordinates")
    );
    let attributes = repeated(0..60_000, |n| format!(" a{n}='1'"));
    assert!(large(&format!("<g{attributes}/>")).contains("more than 500 attributes"));
}
