mod cost;

use std::collections::HashMap;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::PictureError;
use super::info::{Format, PictureInfo};

/// How much of a file is searched for its first tag.
const HEAD: usize = 4096;
/// The largest file in bytes: more is no drawing but a dump.
const MAX_BYTES: usize = 4_000_000;
/// The most parts, each counted as often as it is used.
const MAX_PARTS: u64 = 50_000;
/// The most parts in one another.
const MAX_DEPTH: usize = 100;
/// The most attributes of one tag: each is compared with all others.
const MAX_ATTRIBUTES: usize = 500;
/// The pixels in which a drawing is reckoned with before it is known how large it will be: those of a tall video.
const USUAL_PIXELS: f32 = 1080.0 * 1920.0;
/// The most uses of filters, each of which takes up to a whole picture.
const MAX_FILTERS: u64 = 100;
/// The longest text of an entity, and the most of them: programs shorten addresses by them.
const MAX_ENTITY: usize = 200;
const MAX_ENTITIES: usize = 50;
/// The largest natural side in pixels.
const MAX_SIDE: f32 = 16_384.0;
/// Stack of the thread that draws: parts in one another are drawn by calls in one another.
const STACK: usize = 32 << 20;

/// Whether a file is a text whose first tag is `<svg>`.
pub(super) fn is_svg(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let head = &bytes[..bytes.len().min(HEAD)];
    head.trim_ascii_start().starts_with(b"<") && memchr::memmem::find(head, b"<svg").is_some()
}

/// Reads the drawing, without drawing it.
pub(super) fn inspect(bytes: &[u8]) -> Result<PictureInfo, PictureError> {
    let (size, problem) = apart(|| {
        let document = parse(bytes)?;
        let tree = tree(&document)?;
        let size = tree.size();
        cost::check(&tree, (USUAL_PIXELS / (size.width() * size.height())).sqrt())?;
        Ok((size, problem(&document)))
    })?;
    if size.width() > MAX_SIDE || size.height() > MAX_SIDE {
        let text = format!("its size is {}×{}; a side may have {MAX_SIDE}", size.width(), size.height());
        return Err(PictureError::TooLarge(text));
    }
    let mut info = PictureInfo::still(Format::Svg, (1, 1), false);
    info.size = kurbo::Size::new(f64::from(size.width()), f64::from(size.height()));
    info.problem = problem;
    Ok(info)
}

/// Draws it to a size in pixels.
pub(super) fn draw(bytes: &[u8], [width, height]: [u32; 2]) -> Result<Vec<u8>, PictureError> {
    apart(|| {
        let tree = tree(&parse(bytes)?)?;
        let mut pixels = Pixmap::new(width, height).ok_or_else(|| {
            PictureError::Damaged(format!("it cannot be drawn with {width}×{height} pixels"))
        })?;
        let size = tree.size();
        let (x, y) = (width as f32 / size.width(), height as f32 / size.height());
        cost::check(&tree, (x * y).sqrt())?;
        resvg::render(&tree, Transform::from_scale(x, y), &mut pixels.as_mut());
        Ok(pixels.take())
    })
}

/// Runs on a stack that is deep enough, where a fault of a crafted file ends nothing but that thread.
fn apart<T: Send>(work: impl FnOnce() -> Result<T, PictureError> + Send) -> Result<T, PictureError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(PictureError::Damaged("it cannot be drawn".to_owned())),
            Err(error) => Err(PictureError::damaged(error)),
        }
    })
}

fn parse(bytes: &[u8]) -> Result<Document<'_>, PictureError> {
    if bytes.len() > MAX_BYTES {
        let text =
            format!("it has {} MB; an svg may have {}", bytes.len() / 1_000_000, MAX_BYTES / 1_000_000);
        return Err(PictureError::TooLarge(text));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| PictureError::Damaged(format!("byte {} is not UTF-8", error.valid_up_to())))?;
    check_entities(text)?;
    check_attributes(text)?;
    let nodes_limit = u32::try_from(MAX_PARTS * 4).unwrap_or(u32::MAX);
    let options = ParsingOptions { allow_dtd: true, nodes_limit, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        PictureError::Damaged(format!("line {}, column {}: {error}", at.row, at.col))
    })?;
    check_parts(&document)?;
    Ok(document)
}

/// Entities are texts that are put in by name. Those that name others could grow without end.
fn check_entities(text: &str) -> Result<(), PictureError> {
    let refused =
        || PictureError::TooLarge("it defines long or nested entities, which are not expanded".to_owned());
    let mut count = 0;
    for (at, _) in text.match_indices("<!ENTITY") {
        count += 1;
        let definition = text[at..].split_once('>').map_or("", |(definition, _)| definition);
        if count > MAX_ENTITIES || definition.len() > MAX_ENTITY || definition.contains('&') {
            return Err(refused());
        }
    }
    Ok(())
}

fn check_attributes(text: &str) -> Result<(), PictureError> {
    let (mut is_tag, mut quote, mut count) = (false, None, 0);
    for byte in text.bytes() {
        match (byte, quote) {
            // Never within quotes: it always begins a tag.
            (b'<', _) => (is_tag, quote, count) = (true, None, 0),
            (_, Some(open)) if open == byte => quote = None,
            (b'"' | b'\'', None) if is_tag => quote = Some(byte),
            (b'>', None) => is_tag = false,
            (b'=', None) if is_tag => count += 1,
            _ => {}
        }
        if count > MAX_ATTRIBUTES {
            let text = format!("a tag of it has more than {MAX_ATTRIBUTES} attributes");
            return Err(PictureError::TooLarge(text));
        }
    }
    Ok(())
}

/// Refuses drawings that would take too long: too deep, or too large once every use is drawn.
fn check_parts(document: &Document<'_>) -> Result<(), PictureError> {
    let mut by_id = HashMap::new();
    let (mut markers, mut lines, mut filters) = (0_u64, 0_u64, 0_u64);
    let mut depths: Vec<usize> = Vec::new();
    for node in document.descendants() {
        let depth = node.parent().map_or(0, |parent| depths[parent.id().get_usize()] + 1);
        depths.resize(node.id().get_usize() + 1, depth);
        if depth > MAX_DEPTH {
            let text = format!("it has more than {MAX_DEPTH} parts in one another");
            return Err(PictureError::TooLarge(text));
        }
        if let Some(id) = node.attribute("id") {
            by_id.entry(id).or_insert(node);
        }
        let length = |name| node.attribute(name).map_or(0, str::len) as u64;
        lines += length("d") + length("points");
        let styles = node.attribute("style").is_some_and(|style| style.contains("filter"));
        filters += u64::from(styles || node.has_attribute("filter"));
        if node.has_tag_name("marker") || node.tag_name().name() == "marker" {
            markers += node.descendants().count() as u64;
        }
    }
    let styles = Styles::of(document);
    let parts = Parts { by_id, styles, counted: HashMap::new() }.of(document.root(), 0);
    // A marker is drawn at each point of a line, which takes four letters at least.
    if parts > MAX_PARTS || markers * (lines / 4) > MAX_PARTS {
        return Err(PictureError::TooLarge(format!("it draws more than {MAX_PARTS} parts")));
    }
    if filters > MAX_FILTERS {
        return Err(PictureError::TooLarge(format!("it uses more than {MAX_FILTERS} filters")));
    }
    Ok(())
}

/// Counts parts, those that are named at each place that names them.
struct Parts<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    styles: Styles<'a>,
    counted: HashMap<usize, u64>,
}

impl<'a> Parts<'a, '_> {
    fn of(&mut self, node: Node<'a, '_>, uses: usize) -> u64 {
        if let Some(count) = self.counted.get(&node.id().get_usize()) {
            return *count;
        }
        // A use of itself is counted once and drawn never.
        self.counted.insert(node.id().get_usize(), 1);
        let mut count = 1_u64;
        for child in node.children().filter(Node::is_element) {
            count = count.saturating_add(self.of(child, uses));
        }
        let mut named: Vec<&str> = Vec::new();
        if node.tag_name().name() == "use" {
            let xlink = node.attribute(("http://www.w3.org/1999/xlink", "href"));
            let id = node.attribute("href").or(xlink).and_then(|href| href.trim().strip_prefix('#'));
            named.extend(id);
        }
        let urls = node.attributes().flat_map(|attribute| urls(attribute.value()));
        let of_class = node.attribute("class").into_iter().flat_map(str::split_ascii_whitespace);
        let of_class = of_class.filter_map(|class| self.styles.of_class.get(class)).flatten().copied();
        named.extend(urls.chain(of_class).chain(self.styles.of_all.iter().copied()));
        for id in named {
            // The stops of a gradient cost nothing more at each use.
            let target = self.by_id.get(id).copied();
            if let Some(target) = target.filter(|target| !target.tag_name().name().ends_with("Gradient")) {
                let inner = if uses < MAX_DEPTH { self.of(target, uses + 1) } else { u64::MAX };
                count = count.saturating_add(inner);
            }
        }
        self.counted.insert(node.id().get_usize(), count);
        count
    }
}

/// What the rules of a drawing's style sheets name, by the classes that they are for. Any other rule is taken as one for
/// every part.
#[derive(Default)]
struct Styles<'a> {
    of_class: HashMap<&'a str, Vec<&'a str>>,
    of_all: Vec<&'a str>,
}

impl<'a> Styles<'a> {
    fn of(document: &'a Document<'_>) -> Self {
        let mut styles = Self::default();
        let sheets = document.descendants().filter(|node| node.tag_name().name() == "style");
        for rule in sheets
            .flat_map(|sheet| sheet.descendants())
            .filter_map(|text| text.text())
            .flat_map(|text| text.split('}'))
        {
            let Some((selectors, body)) = rule.split_once('{') else { continue };
            let named: Vec<&str> = urls(body).collect();
            for selector in selectors.split(',').filter(|_| !named.is_empty()) {
                match selector.trim().strip_prefix('.') {
                    Some(class)
                        if class.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter)) =>
                    {
                        styles.of_class.entry(class).or_default().extend(&named);
                    }
                    _ => styles.of_all.extend(&named),
                }
            }
        }
        styles
    }
}

/// The ids in `url(#id)`.
fn urls(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.split("url(").skip(1).filter_map(|rest| rest.split_once(')'));
    inner.filter_map(|(inner, _)| inner.trim_matches([' ', '\'', '"']).strip_prefix('#'))
}

fn tree(document: &Document<'_>) -> Result<Tree, PictureError> {
    let options = Options {
        // Neither other files nor pictures inside of it are opened.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    Tree::from_xmltree(document, &options).map_err(PictureError::damaged)
}

/// What of it is not drawn.
fn problem(document: &Document<'_>) -> Option<String> {
    let has = |name: &str| document.descendants().any(|node| node.tag_name().name() == name);
    if has("text") {
        return Some(
            "its text is not drawn; convert the text to paths in the program that made it".to_owned(),
        );
    }
    if has("image") {
        return Some("pictures inside of it are not drawn; use them as elements of their own".to_owned());
    }
    has("foreignObject").then(|| "its HTML is not drawn; convert it to paths".to_owned())
}
