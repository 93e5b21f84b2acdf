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
