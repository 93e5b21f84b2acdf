//! Elements: what a scene shows.

mod chart;
mod group;
mod media;
mod text;

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use chart::{Chart, ChartData, ChartKind, Code, Point, Progress, ProgressSpan, ProgressStyle};
pub use group::{Group, Use};
pub use media::{Image, Shape, ShapeKind, Video};
pub use text::{
    Counter, FontRole, List, Marker, NumberFormat, Role, Shadow, Text, TextAlign, TextFit, TextStyle,
};

use super::motion::{Animation, Keyframe, Motion};
use super::unit::{degrees, exclusive, factor, fraction, seconds, slug, waived_rules};
use super::value::{Length, Time, extent};

/// One element of a scene, of one of eleven types.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Element {
    /// What every element has.
    #[serde(flatten)]
    pub common: Common,
    /// What its type has.
    #[serde(flatten)]
    pub kind: Kind,
}

/// The element types with their own keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(missing_docs)] // Each variant is documented on the type that it holds.
pub enum Kind {
    Text(Text),
    List(List),
    Counter(Counter),
    Image(Image),
    Video(Video),
    Shape(Shape),
    Chart(Chart),
    Code(Code),
    Progress(Progress),
    Group(Group),
    Use(Use),
}

/// What every element has, whatever its type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("allOf" = [
    exclusive(["until", "duration"], "`until` and `duration` both say when it ends; keep one"),
    exclusive(["pin", "x"], "`pin` and `x` both say where it stands; keep `pin` with `offset`, or `x` and `y`"),
    exclusive(["pin", "y"], "`pin` and `y` both say where it stands; keep `pin` with `offset`, or `x` and `y`"),
]))]
pub struct Common {
    /// Its address.
    #[serde(skip_serializing)]
    #[schemars(skip)]
    pub path: String,
    /// Its name, unique in the scene: small letters, digits, `-` and `_`. Default: its type and a number.
    #[schemars(schema_with = "slug")]
    pub id: String,
    /// When it appears, from the scene's start.
    pub at: Time,
    /// When it disappears, from the scene's start. Default: the scene's end.
    pub until: Option<Time>,
    /// Seconds it is shown, instead of `until`.
    #[schemars(schema_with = "seconds")]
    pub duration: Option<f64>,
    /// Layer from -9 to 9. Elements of layer 0 must not overlap; higher ones lie on top on purpose.
    #[schemars(range(min = -9, max = 9))]
    pub layer: i32,
    /// Width. Default: as much as it needs, at most the area.
    #[schemars(schema_with = "extent")]
    pub w: Option<Length>,
    /// Height. Default: as much as it needs.
    #[schemars(schema_with = "extent")]
    pub h: Option<Length>,
    /// Left edge on the canvas; takes it out of the flow.
    pub x: Option<Length>,
    /// Top edge on the canvas; takes it out of the flow.
    pub y: Option<Length>,
    /// Place in the area, instead of `x` and `y`; takes it out of the flow.
    pub pin: Option<Pin>,
    /// Shift from its place, `[right, down]`.
    pub offset: Option<[Length; 2]>,
    /// 0 is invisible, 1 is solid.
    #[schemars(schema_with = "fraction")]
    pub opacity: f64,
    /// Degrees, clockwise.
    #[schemars(schema_with = "degrees")]
    pub rotate: f64,
    /// Size factor about its centre.
    #[schemars(schema_with = "factor")]
    pub scale: f64,
    /// How it appears. Default: fade; none for those at 0 in the first scene.
    pub enter: Option<Animation>,
    /// How it disappears. Default: none.
    pub exit: Option<Animation>,
    /// A continuous move.
    pub motion: Option<Motion>,
    /// Properties at moments, in order of time.
    #[schemars(length(max = 24))]
    pub keyframes: Vec<Keyframe>,
    /// What it shows, in words, for those who do not see it.
    #[schemars(length(max = 300))]
    pub alt: Option<String>,
    /// Left out of the video.
    pub hidden: bool,
    /// Checks that are waived for this element, such as `V-8`; listed in every report.
    #[schemars(schema_with = "waived_rules")]
    pub allow: Vec<String>,
}

impl Default for Common {
    fn default() -> Self {
        Self {
            path: String::new(),
            id: String::new(),
            at: Time::default(),
            until: None,
            duration: None,
            layer: 0,
            w: None,
            h: None,
            x: None,
            y: None,
            pin: None,
            offset: None,
            opacity: 1.0,
            rotate: 0.0,
            scale: 1.0,
            enter: None,
            exit: None,
            motion: None,
            keyframes: Vec::new(),
            alt: None,
            hidden: false,
            allow: Vec::new(),
        }
    }
}

/// Places in the area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pin {
    /// The middle.
    Center,
    /// The middle of the top edge.
    Top,
    /// The middle of the bottom edge.
    Bottom,
    /// The middle of the left edge.
    Left,
    /// The middle of the right edge.
    Right,
    /// The top left corner.
    TopLeft,
    /// The top right corner.
    TopRight,
    /// The bottom left corner.
    BottomLeft,
    /// The bottom right corner.
    BottomRight,
}

impl Element {
    /// The type's name as it is written.
    pub fn type_name(&self) -> &'static str {
        match self.kind {
            Kind::Text(_) => "text",
            Kind::List(_) => "list",
            Kind::Counter(_) => "counter",
            Kind::Image(_) => "image",
            Kind::Video(_) => "video",
            Kind::Shape(_) => "shape",
            Kind::Chart(_) => "chart",
            Kind::Code(_) => "code",
            Kind::Progress(_) => "progress",
            Kind::Group(_) => "group",
            Kind::Use(_) => "use",
        }
    }

    /// The elements of a group; none for any other type.
    pub fn children(&self) -> &[Element] {
        match &self.kind {
            Kind::Group(group) => &group.elements,
            _ => &[],
        }
    }

    /// This element and all in it.
    pub fn with_descendants(&self) -> Vec<&Element> {
        let mut all = vec![self];
        all.extend(self.children().iter().flat_map(Element::with_descendants));
        all
    }
}

/// The element types, in the order in which they are documented.
pub const ELEMENT_TYPES: [&str; 11] =
    ["text", "list", "counter", "image", "video", "shape", "chart", "code", "progress", "group", "use"];

impl JsonSchema for Element {
    fn schema_name() -> Cow<'static, str> {
        "Element".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let alternatives = [
            variant::<Text>("text", generator),
            variant::<List>("list", generator),
            variant::<Counter>("counter", generator),
            variant::<Image>("image", generator),
            variant::<Video>("video", generator),
            variant::<Shape>("shape", generator),
            variant::<Chart>("chart", generator),
            variant::<Code>("code", generator),
            variant::<Progress>("progress", generator),
            variant::<Group>("group", generator),
            variant::<Use>("use", generator),
        ];
        json_schema!({
            "description": "One element of a scene; `type` says which.",
            "oneOf": alternatives,
        })
    }
}

/// The name under which the schema of an element type is defined.
pub fn definition_name(element_type: &str) -> String {
    let mut letters = element_type.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain("Element".chars()).collect()
}

/// Defines an element type: `type`, its own keys, then those of every element, in one closed map.
fn variant<T: JsonSchema>(name: &str, generator: &mut SchemaGenerator) -> Value {
    let definition = definition_name(name);
    let reference = json!({"$ref": format!("#/$defs/{definition}")});
    if generator.definitions().contains_key(&definition) {
        return reference;
    }
    // Groups hold elements; the entry stops the second visit.
    generator.definitions_mut().insert(definition.clone(), Value::Null);
    let mut own = T::json_schema(generator);
    let mut common = Common::json_schema(generator);
    let mut properties = Map::from_iter([("type".to_owned(), json!({"type": "string", "const": name}))]);
    let mut required = vec![json!("type")];
    let mut all_of = Vec::new();
    for schema in [&mut own, &mut common] {
        if let Some(Value::Object(more)) = schema.remove("properties") {
            properties.extend(more);
        }
        if let Some(Value::Array(more)) = schema.remove("required") {
            required.extend(more);
        }
        if let Some(Value::Array(more)) = schema.remove("allOf") {
            all_of.extend(more);
        }
    }
    own.insert("type".to_owned(), "object".into());
    own.insert("properties".to_owned(), properties.into());
    own.insert("required".to_owned(), required.into());
    own.insert("allOf".to_owned(), all_of.into());
    generator.definitions_mut().insert(definition, own.to_value());
    reference
}
