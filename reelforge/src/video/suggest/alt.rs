//! Pictures without words for those who do not see them.

use super::idea::{Idea, Way, set};
use super::view::{View, count};
use crate::video::check::Touches;
use crate::video::project::model::element::{Chart, ChartData};
use crate::video::project::model::{Element, Kind};

/// Elements that one suggestion describes.
const MOST: usize = 20;

pub(super) fn find(view: &View) -> Vec<Idea> {
    let missing = missing(view);
    if missing.is_empty() {
        return Vec::new();
    }
    let ops = missing
        .iter()
        .take(MOST)
        .filter_map(|element| Some(set(format!("{}.alt", element.common.path), words(view, element)?)))
        .collect();
    vec![Idea {
        why: format!("{} of the pictures and charts say nothing to those who do not see them", missing.len()),
        name: "elements_without_alt",
        target: 0.0,
        measure: Box::new(|view| Some(count(self::missing(view).len()))),
        touches: Touches::Pictures,
        ways: vec![Way::new("Describe pictures and charts, and look whether the words fit", ops)],
    }]
}

fn missing(view: &View) -> Vec<&Element> {
    let shows = |element: &&Element| matches!(element.kind, Kind::Image(_) | Kind::Video(_) | Kind::Chart(_));
    let all = view.project.elements().map(|(_, element)| element);
    all.filter(shows).filter(|element| element.common.alt.is_none() && !element.common.hidden).collect()
}

/// What is known of a picture: the name of its file, or the values of a chart.
fn words(view: &View, element: &Element) -> Option<String> {
    let text = match &element.kind {
        Kind::Image(image) => named(&image.src),
        Kind::Video(video) => named(&video.src),
        Kind::Chart(chart) => values(view, element, chart),
        _ => return None,
    };
    Some(text.chars().take(300).collect()).filter(|text: &String| !text.is_empty())
}

/// `img/roasted-beans.jpg` shows `Roasted beans`.
fn named(file: &str) -> String {
    let stem = std::path::Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let words: Vec<&str> =
        stem.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn values(view: &View, element: &Element, chart: &Chart) -> String {
    let ChartData::Points(points) = &chart.data else {
        let shown = view.plan.scenes.iter().flat_map(|scene| &scene.items);
        let item = shown.into_iter().find(|item| item.path == element.common.path);
        return item.map(|item| format!("Chart: {}", item.measure.text)).unwrap_or_default();
    };
    let value = |value: f64| format!("{value}{}", chart.unit);
    let all: Vec<String> =
        points.iter().map(|point| format!("{} {}", point.label, value(point.value))).collect();
    format!("Chart: {}", all.join(", "))
}
