use std::sync::Arc;

use kurbo::Rect;

use super::*;
use crate::video::expand::expand;
use crate::video::files::NoFiles;
use crate::video::pictures::Pictures;
use crate::video::project::Project;
use crate::video::text::Fonts;
use crate::video::time::Times;

/// The plan of a project without platforms: its safe area has margins of 5%.
fn plan(yaml: &str) -> Plan {
    let text = format!(
        "reelforge: 1\nmeta: {{title: t}}\ncanvas: {{width: 1000, height: 2000}}\ntargets: []\n{yaml}"
    );
    let parsed = Project::parse(&text);
    assert_eq!(parsed.issues, [], "{text}");
    let project = parsed.project.expect("the text is a map");
    let expanded = expand(&project, &NoFiles);
    Plan::build(
        &expanded,
        &Times::of(&expanded.project),
        &Fonts::bundled(),
        &Pictures::new(Arc::new(NoFiles)),
    )
}

fn rects(yaml: &str) -> Vec<Rect> {
    plan(yaml).scenes[0].items.iter().map(|item| item.rect).collect()
}

#[test]
fn a_stack_stands_in_the_middle() {
    let rects = rects(
        "theme: {gap: 20}\nscenes: [{id: a, elements: [{type: shape, shape: rect, w: 100, h: 60}, {type: shape, shape: rect, w: 50%, h: 100}]}]",
    );
    assert_eq!(rects, [Rect::new(450.0, 910.0, 550.0, 970.0), Rect::new(275.0, 990.0, 725.0, 1090.0)]);
}
