//! What the compiler says about a wrong `#[tool]`, word for word. `tests/ui/README.md` says how to add a case.

#[test]
fn mistakes_get_a_readable_error() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/[!p]*/*.rs");
    cases.compile_fail("tests/ui/parameter/*.rs");
}
