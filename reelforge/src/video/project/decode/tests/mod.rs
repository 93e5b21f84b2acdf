mod agreement;
mod bounds;
mod mistakes;

use super::*;

const COFFEE: &str = include_str!("../../../../../../examples/projects/coffee/project.yaml");
const STAMPEDE: &str = include_str!("../../../../../../examples/projects/cache-stampede/project.yaml");
const QUOTE: &str = include_str!("../../../../../../examples/projects/quote-card/project.yaml");

#[test]
fn the_examples_have_no_issue() {
    for text in [COFFEE, STAMPEDE, QUOTE] {
        let parsed = Project::parse(text);
        assert_eq!(parsed.issues, [], "{text}");
        assert!(parsed.project.is_some());
    }
}

#[test]
fn every_template_makes_a_project_without_issues() {
    use crate::video::project::templates::{Options, Template, render};

    for template in Template::ALL {
        for script in [Vec::new(), vec!["One #1 thing: said.".to_owned(); 3]] {
            let text = render(template, &Options { script, ..Options::default() }).unwrap();
            assert_eq!(Project::parse(&text).issues, [], "{text}");
        }
    }
}
