//! Which files a project names, and where.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::video::files;
use crate::video::project::model::{Background, Captions, DataSource, Kind, Project, PropType};
use crate::video::project::source::Node;

/// What a field wants of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Audio,
    Image,
    Video,
    Font,
    /// Rows of data.
    Table,
    /// Times of words.
    Words,
    /// What is said.
    Script,
    /// Captions.
    Subtitles,
}

impl Wanted {
    /// What it is called, and the extensions that it takes.
    pub(super) fn describe(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Audio => ("a sound file", &["mp3", "wav", "m4a", "aac", "ogg", "opus", "flac"]),
            Self::Image => ("a picture", &["png", "jpg", "jpeg", "webp", "gif", "svg"]),
            Self::Video => ("a video", &["mp4", "m4v", "mov", "webm", "mkv"]),
            Self::Font => ("a font", &["ttf", "otf", "ttc", "woff", "woff2"]),
            Self::Table => ("a table", &["csv", "json"]),
            Self::Words => ("a file of word times", &["json", "srt", "vtt", "ass"]),
            Self::Script => ("a text", &["txt", "md"]),
            Self::Subtitles => ("subtitles", &["srt"]),
        }
    }

    /// Whether a file of this name can be meant.
    pub(super) fn accepts(self, path: &str) -> bool {
        let extension =
            Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        self.describe().1.iter().any(|known| known.eq_ignore_ascii_case(extension))
    }
}

/// A field that names a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileField {
    /// Address of the field.
    pub(super) path: String,
    /// The file, as written.
    pub(super) file: String,
    pub(super) wanted: Wanted,
}

/// Which fields name each file: addresses by the file's path from the project folder.
pub fn used_files(project: &Project, tree: &Node) -> BTreeMap<String, Vec<String>> {
    let mut used: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for field in fields(project, tree) {
        if let Ok(file) = files::clean(&field.file) {
            used.entry(file).or_default().push(field.path);
        }
    }
    used
}

/// Every field of a project that names a file.
pub(super) fn fields(project: &Project, tree: &Node) -> Vec<FileField> {
    let mut fields = Fields { tree, all: Vec::new() };
    if let Some(voice) = &project.voice {
        fields.short("voice", "file", &voice.file, Wanted::Audio);
        fields.maybe("voice.words", voice.words.as_ref(), Wanted::Words);
        fields.maybe("voice.script", voice.script.as_ref(), Wanted::Script);
    }
    if let Some(music) = &project.music {
        fields.short("music", "file", &music.file, Wanted::Audio);
    }
    fields.captions("captions", project.captions.as_ref());
    let fonts = &project.theme.fonts;
    for (name, font) in [("heading", &fonts.heading), ("body", &fonts.body), ("mono", &fonts.mono)] {
        let file = font.as_ref().and_then(|font| font.file.as_ref());
        fields.maybe(&format!("theme.fonts.{name}.file"), file, Wanted::Font);
    }
    for (name, data) in &project.data {
        if let DataSource::File(data) = data {
            fields.add(format!("data.{name}.file"), &data.file, Wanted::Table);
        }
    }
    fields.scenes(project);
    fields.components(project);
    fields.all
}

struct Fields<'a> {
    tree: &'a Node,
    all: Vec<FileField>,
}

impl Fields<'_> {
    fn add(&mut self, path: String, file: &str, wanted: Wanted) {
        // A name that is filled in later is checked where it is known.
        if !file.is_empty() && !file.contains("{{") {
            self.all.push(FileField { path, file: file.to_owned(), wanted });
        }
    }

    fn maybe(&mut self, path: &str, file: Option<&String>, wanted: Wanted) {
        if let Some(file) = file {
            self.add(path.to_owned(), file, wanted);
        }
    }

    /// A map that may be written as its file alone.
    fn short(&mut self, path: &str, key: &str, file: &str, wanted: Wanted) {
        let is_short = self.tree.find(path).is_ok_and(|found| found.node.as_scalar().is_some());
        let path = if is_short { path.to_owned() } else { format!("{path}.{key}") };
        self.add(path, file, wanted);
    }

    fn captions(&mut self, path: &str, captions: Option<&Captions>) {
        if let Some(captions) = captions.filter(|captions| captions.source != "voice") {
            self.add(format!("{path}.source"), &captions.source, Wanted::Subtitles);
        }
    }

    fn scenes(&mut self, project: &Project) {
        for scene in &project.scenes {
            let path = &scene.path;
            if let Some(voice) = &scene.voice {
                self.short(&format!("{path}.voice"), "file", &voice.file, Wanted::Audio);
                self.maybe(&format!("{path}.voice.words"), voice.words.as_ref(), Wanted::Words);
            }
            self.captions(&format!("{path}.captions"), scene.captions.as_ref());
            match &scene.background {
                Some(Background::Image { image, .. }) => {
                    self.add(format!("{path}.background.image"), image, Wanted::Image);
                }
                Some(Background::Video { video, .. }) => {
                    self.add(format!("{path}.background.video"), video, Wanted::Video);
                }
                _ => {}
            }
            for (index, sound) in scene.sounds.iter().enumerate() {
                self.add(format!("{path}.sounds.{index}.src"), &sound.src, Wanted::Audio);
            }
        }
        for (_, element) in project.elements() {
            let path = &element.common.path;
            match &element.kind {
                Kind::Image(image) => self.add(format!("{path}.src"), &image.src, Wanted::Image),
                Kind::Video(video) => self.add(format!("{path}.src"), &video.src, Wanted::Video),
                Kind::Use(instance) => {
                    let props = project.components.get(&instance.component).map(|component| &component.props);
                    for (name, value) in &instance.props {
                        let kind = props.and_then(|props| props.get(name)).map(|prop| prop.kind);
                        if let (Some(PropType::Image), Value::String(file)) = (kind, value) {
                            self.add(format!("{path}.props.{name}"), file, Wanted::Image);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// What stands in the components themselves, not in their instances.
    fn components(&mut self, project: &Project) {
        for (name, component) in &project.components {
            for (prop, declared) in &component.props {
                if let (PropType::Image, Some(Value::String(file))) = (declared.kind, &declared.default) {
                    self.add(format!("components.{name}.props.{prop}.default"), file, Wanted::Image);
                }
            }
        }
        for (kind, wanted) in [("image", Wanted::Image), ("video", Wanted::Video)] {
            for (path, element) in super::rules::elements(self.tree, kind) {
                if path.starts_with("components.")
                    && let Some(file) = element.get("src").and_then(Node::as_text)
                {
                    self.add(format!("{path}.src"), file, wanted);
                }
            }
        }
    }
}
