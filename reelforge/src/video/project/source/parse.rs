//! From parser events to the tree, within the limits.

use std::collections::HashMap;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, StructureStyle};

use super::{Entry, MAX_BYTES, MAX_DEPTH, MAX_NODES, Node, Scalar, Span, Style, Value};

/// Text that aliases may repeat in all, in bytes.
const MAX_ALIAS_BYTES: usize = 4 * MAX_BYTES;
/// Problems kept from one file; a broken generator repeats itself.
const MAX_PROBLEMS: usize = 100;

/// What came out of a text.
#[derive(Debug, Default)]
pub struct Document {
    /// The first document's root; absent when the text does not parse or is empty.
    pub root: Option<Node>,
    /// What is wrong with the YAML itself.
    pub problems: Vec<Problem>,
    /// Where comments stand, `#` included.
    pub comments: Vec<Span>,
    /// Where anchors (`&name`) are defined.
    pub anchors: Vec<Span>,
}

/// One fault of the YAML.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Its kind.
    pub kind: ProblemKind,
    /// Where it is.
    pub span: Span,
}

/// The kinds of faults.
#[derive(Debug, Clone, PartialEq)]
pub enum ProblemKind {
    /// The text is not YAML; says what the parser missed.
    Syntax(String),
    /// A tab indents a line.
    Tab,
    /// A key stands twice in a map; holds the key and the line of the first.
    DuplicateKey(String, usize),
    /// A merge key `<<`.
    MergeKey,
    /// A tag such as `!name`.
    Tag,
    /// A key that is a list or a map.
    ComplexKey,
    /// A second document after `---`.
    SecondDocument,
    /// Nothing but space and comments.
    Empty,
    /// Over a limit; says which.
    TooLarge(String),
}

impl ProblemKind {
    /// Whether nothing after it could be read.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Syntax(_) | Self::Tab | Self::Empty | Self::TooLarge(_))
    }
}

/// Reads the first document of a text. Never fails: faults are in [`Document::problems`].
pub fn parse(text: &str) -> Document {
    let mut builder = Builder::default();
    if text.len() > MAX_BYTES {
        let what = format!("{} bytes, the limit is {MAX_BYTES}", text.len());
        builder.problem(ProblemKind::TooLarge(what), Span { line: 1, column: 1, ..Span::default() });
        return builder.document;
    }
    let options = granit_parser::options! {
        emit_anchor_events: true,
        // A leading block of comments is buffered in whole; the text's own limit bounds it.
        max_buffered_comment_events: MAX_BYTES,
        // One more than ours, so that our limit speaks first.
        flow_nesting_limit: MAX_DEPTH + 1,
        block_nesting_limit: MAX_DEPTH + 1,
    };
    for next in Parser::new_from_str_with_options(text, options) {
        let step = match next {
            Ok((event, span)) => builder.event(event, &span),
            Err(error) => Err(from_scan_error(&error)),
        };
        match step {
            Ok(true) => {}
            Ok(false) => break,
            Err(problem) => {
                builder.document.root = None;
                builder.problem(problem.kind, problem.span);
                return builder.document;
            }
        }
    }
    if builder.document.root.is_none() && builder.document.problems.is_empty() {
        builder.problem(ProblemKind::Empty, Span { line: 1, column: 1, ..Span::default() });
    }
    if let Some(root) = &mut builder.document.root {
        super::address::name_items(root);
    }
    builder.document
}

fn to_span(span: granit_parser::Span) -> Span {
    let range = span.byte_range().unwrap_or_default();
    Span { start: range.start, end: range.end, line: span.start.line(), column: span.start.col() + 1 }
}

fn from_scan_error(error: &ScanError) -> Problem {
    let marker = error.marker();
    let at = marker.byte_offset().unwrap_or_default();
    let span = Span { start: at, end: at, line: marker.line(), column: marker.col() + 1 };
    let kind = match error.kind() {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInIndentation
        | ErrorKind::TabInPlainScalar => ProblemKind::Tab,
        ErrorKind::RecursionLimitExceeded => return too_deep(span),
        _ => ProblemKind::Syntax(error.info()),
    };
    Problem { kind, span }
}

/// A collection under construction.
struct Frame {
    node: Node,
    anchor: usize,
    keys: HashMap<String, usize>,
    key: Option<(String, Span)>,
}

#[derive(Default)]
struct Builder {
    document: Document,
    stack: Vec<Frame>,
    anchored: HashMap<usize, (Node, Size)>,
    nodes: usize,
    alias_bytes: usize,
    started: bool,
}

impl Builder {
    fn problem(&mut self, kind: ProblemKind, span: Span) {
        if self.document.problems.len() < MAX_PROBLEMS {
            self.document.problems.push(Problem { kind, span });
        }
    }

    /// Takes one event; `false` ends the reading.
    fn event(&mut self, event: Event<'_>, place: &granit_parser::Span) -> Result<bool, Problem> {
        let span = to_span(*place);
        if let Some(tag) = place.tag_span() {
            self.problem(ProblemKind::Tag, to_span(tag));
        }
        match event {
            Event::DocumentStart(..) => {
                if self.started {
                    self.problem(ProblemKind::SecondDocument, span);
                    return Ok(false);
                }
                self.started = true;
            }
            Event::Comment(..) => self.document.comments.push(span),
            Event::Anchor(..) => self.document.anchors.push(span),
            Event::Scalar(text, style, anchor, _) => {
                let style = to_style(style);
                // The parser writes `~` for a value that is not there.
                let text = if style == Style::Plain && span.start == span.end {
                    String::new()
                } else {
                    text.into_owned()
                };
                let node = Node { span, ..Node::detached(Value::Scalar(Scalar { text, style })) };
                self.count(1, span)?;
                self.finish(node, anchor)?;
            }
            Event::SequenceStart(style, anchor, _) => {
                self.open(Value::Seq(Vec::new()), style, anchor, span)?;
            }
            Event::MappingStart(style, anchor, _) => {
                self.open(Value::Map(Vec::new()), style, anchor, span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(frame) = self.stack.pop() {
                    let mut node = frame.node;
                    node.span.end = if node.flow { span.end } else { last_end(&node).max(node.span.start) };
                    self.finish(node, frame.anchor)?;
                }
            }
            Event::Alias(id) => {
                let Some((node, size)) = self.anchored.get(&id) else {
                    let what = "an alias stands inside the value that it names".to_owned();
                    return Err(Problem { kind: ProblemKind::Syntax(what), span });
                };
                let size = *size;
                let node = Node { span, alias: true, ..node.clone() };
                self.count(size.nodes, span)?;
                self.alias_bytes += size.bytes;
                if self.alias_bytes > MAX_ALIAS_BYTES {
                    let what = format!("aliases repeat more than {MAX_ALIAS_BYTES} bytes of text");
                    return Err(Problem { kind: ProblemKind::TooLarge(what), span });
                }
                if self.stack.len() + size.depth > MAX_DEPTH + 1 {
                    return Err(too_deep(span));
                }
                self.finish(node, 0)?;
            }
            _ => {}
        }
        Ok(true)
    }

    fn open(
        &mut self,
        value: Value,
        style: StructureStyle,
        anchor: usize,
        span: Span,
    ) -> Result<(), Problem> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(too_deep(span));
        }
        self.count(1, span)?;
        let node = Node { span, flow: style == StructureStyle::Flow, ..Node::detached(value) };
        self.stack.push(Frame { node, anchor, keys: HashMap::new(), key: None });
        Ok(())
    }

    fn count(&mut self, nodes: usize, span: Span) -> Result<(), Problem> {
        self.nodes += nodes;
        if self.nodes > MAX_NODES {
            let what = format!("more than {MAX_NODES} values (aliases count each time)");
            return Err(Problem { kind: ProblemKind::TooLarge(what), span });
        }
        Ok(())
    }

    /// Hands a complete node to the collection it stands in.
    fn finish(&mut self, node: Node, anchor: usize) -> Result<(), Problem> {
        if anchor != 0 {
            self.anchored.insert(anchor, (node.clone(), Size::of(&node)));
        }
        let Some(frame) = self.stack.last_mut() else {
            self.document.root = Some(node);
            return Ok(());
        };
        match &mut frame.node.value {
            Value::Seq(items) => items.push(node),
            Value::Map(entries) => match frame.key.take() {
                None => {
                    let Value::Scalar(key) = node.value else {
                        return Err(Problem { kind: ProblemKind::ComplexKey, span: node.span });
                    };
                    frame.key = Some((key.text, node.span));
                }
                Some((key, key_span)) => {
                    let mut problem = None;
                    if key == "<<" {
                        problem = Some(ProblemKind::MergeKey);
                    } else if let Some(line) = frame.keys.get(&key) {
                        problem = Some(ProblemKind::DuplicateKey(key.clone(), *line));
                    } else {
                        frame.keys.insert(key.clone(), key_span.line);
                        entries.push(Entry { key, key_span, value: node });
                    }
                    if let Some(kind) = problem {
                        self.problem(kind, key_span);
                    }
                }
            },
            Value::Scalar(_) => {}
        }
        Ok(())
    }
}

fn to_style(style: ScalarStyle) -> Style {
    match style {
        ScalarStyle::Plain => Style::Plain,
        ScalarStyle::SingleQuoted => Style::Single,
        ScalarStyle::DoubleQuoted => Style::Double,
        ScalarStyle::Literal => Style::Literal,
        ScalarStyle::Folded => Style::Folded,
    }
}

/// Where the last part of a block collection ends; the parser reports the start of what follows.
fn last_end(node: &Node) -> usize {
    match &node.value {
        Value::Scalar(_) => node.span.end,
        Value::Seq(items) => items.last().map_or(0, |item| item.span.end),
        Value::Map(entries) => entries.last().map_or(0, |entry| entry.value.span.end.max(entry.key_span.end)),
    }
}

fn too_deep(span: Span) -> Problem {
    let what = format!("lists and maps nest deeper than {MAX_DEPTH}");
    Problem { kind: ProblemKind::TooLarge(what), span }
}

/// What a tree takes up.
#[derive(Clone, Copy)]
struct Size {
    nodes: usize,
    bytes: usize,
    depth: usize,
}

impl Size {
    fn of(node: &Node) -> Self {
        let own = |bytes| Self { nodes: 1, bytes, depth: 1 };
        let add = |sum: Self, part: Self| Self {
            nodes: sum.nodes + part.nodes,
            bytes: sum.bytes + part.bytes,
            depth: sum.depth.max(part.depth + 1),
        };
        match &node.value {
            Value::Scalar(scalar) => own(scalar.text.len()),
            Value::Seq(items) => items.iter().map(Self::of).fold(own(0), add),
            Value::Map(entries) => {
                let keys = entries.iter().map(|entry| entry.key.len()).sum();
                entries.iter().map(|entry| Self::of(&entry.value)).fold(own(keys), add)
            }
        }
    }
}
