use reelforge::tool;

/// Shows.
#[tool]
fn of_type<T: ToString>(value: T) -> String {
    value.to_string()
}

/// Shows.
#[tool]
fn of_lifetime<'a>(value: &'a String) -> String {
    value.clone()
}

/// Shows.
#[tool]
fn of_const<const N: usize>() {}

/// Shows.
#[tool]
fn bound(value: String) -> String
where
    String: Clone,
{
    value
}

fn main() {
    of_type(1);
    of_lifetime(&String::new());
    of_const::<1>();
    bound(String::new());
}
