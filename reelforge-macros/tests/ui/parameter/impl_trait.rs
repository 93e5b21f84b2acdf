use reelforge::tool;

/// Shows.
#[tool]
fn show(value: impl ToString, list: Vec<impl ToString>) -> String {
    value.to_string() + &list[0].to_string()
}

fn main() {
    show(1, vec![2]);
}
