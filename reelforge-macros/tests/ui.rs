//! What the compiler says about a wrong `#[tool]`, word for word. `tests/ui/README.md` says how to add a case.

#[test]
fn mistakes_get_a_readable_error() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}
