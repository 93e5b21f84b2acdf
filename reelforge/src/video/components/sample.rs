//! A component with values to look at.

use serde_json::{Map, Value};

use crate::video::project::Project;
use crate::video::project::model::element::{Common, Use};
use crate::video::project::model::{Auto, Canvas, CanvasPreset, Component, Element, Kind, PropType, Scene};

/// Long enough for every animation of a component to end.
const SECONDS: f64 = 5.0;

/// An element that uses a component, as it is written, with a value for each prop that has no default.
pub fn element(name: &str, component: &Component) -> String {
    let props = Value::Object(props(component));
    format!("{{type: use, component: {name}, props: {props}}}")
}

/// A project that shows a component and nothing else, in the look of another project; one without scenes has a square
/// canvas and the theme that is used when none is named.
pub fn project(model: &Project, name: &str) -> Project {
    let component = super::super::expand::component(model, name).cloned().unwrap_or_default();
    let path = "scenes.sample.elements.sample".to_owned();
    let sample = Element {
        common: Common { path, id: "sample".to_owned(), ..Common::default() },
        kind: Kind::Use(Use {
            component: name.to_owned(),
            props: props(&component).into_iter().collect(),
            ..Use::default()
        }),
    };
    let scene = Scene {
        path: "scenes.sample".to_owned(),
        id: "sample".to_owned(),
        duration: Auto::Value(SECONDS),
        elements: vec![sample],
        ..Scene::default()
    };
    let canvas = if model.scenes.is_empty() {
        Canvas { preset: Some(CanvasPreset::Square), ..Canvas::default() }
    } else {
        model.canvas
    };
    Project { canvas, voice: None, music: None, captions: None, scenes: vec![scene], ..model.clone() }
}

/// A value for each prop that has none of its own. A picture cannot be made up.
fn props(component: &Component) -> Map<String, Value> {
    let missing = component.props.iter().filter(|(_, prop)| prop.default.is_none());
    let value = |name: &str, kind| match kind {
        PropType::Text => Some(words(name).into()),
        PropType::Number => Some(42.into()),
        PropType::Color => Some("$accent".into()),
        PropType::Bool => Some(true.into()),
        PropType::List => Some(["First", "Second", "Third"].into_iter().collect()),
        PropType::Image => None,
    };
    missing.filter_map(|(name, prop)| Some((name.clone(), value(name, prop.kind)?))).collect()
}

/// `first_name` as "First name".
fn words(name: &str) -> String {
    let mut letters = name.chars().map(|letter| if letter == '_' { ' ' } else { letter });
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
