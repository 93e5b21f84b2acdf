//! Attributes of the function stand above or below `#[tool]`, and every annotated function is a tool.

use reelforge::tool;

/// A.
#[tool]
#[cfg(test)]
fn cfg_below() {}

#[cfg(test)]
/// A.
#[tool]
fn cfg_above() {}

/// A.
#[tool]
#[cfg(any())]
fn left_out(a: Nowhere) -> Nowhere {
    a
}

/// A.
#[tool]
#[cfg_attr(all(), cfg(any()))]
fn left_out_too(a: Nowhere) -> Nowhere {
    a
}

#[cfg(any())]
#[tool(nonsense)]
fn left_out_above() {}

#[tool]
#[deprecated]
/// A.
fn deprecated_below() {}

/// A.
#[deprecated = "old"]
#[tool]
fn deprecated_above() {}

#[deprecated]
type Old = i64;

/// A.
#[tool]
#[allow(deprecated)]
fn of_deprecated(a: Old) {
    let _ = a;
}

#[allow(clippy::unused_unit)]
#[tool(description = "A.")]
#[must_use]
#[inline]
#[expect(unused_variables)]
async fn many(a: i64, #[allow(unused_mut)] mut b: i64) -> String {
    String::new()
}

#[cfg_attr(all(), tool(name = "through_cfg_attr"))]
/// A.
#[track_caller]
fn conditional() {}

#[test]
fn every_annotated_function_is_a_tool() {
    assert_eq!(
        crate::names(module_path!()),
        [
            "cfg_above",
            "cfg_below",
            "deprecated_above",
            "deprecated_below",
            "many",
            "of_deprecated",
            "through_cfg_attr"
        ]
    );
}
