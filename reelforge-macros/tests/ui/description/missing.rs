use reelforge::tool;

#[tool]
fn neither() {}

///
#[tool]
fn blank() {}

#[tool(description = "")]
fn empty() {}

#[tool(description = 1)]
fn only_the_type_is_reported() {}

fn main() {
    neither();
    blank();
    empty();
    only_the_type_is_reported();
}
