# The commands of this project: `just` lists them.

_default:
    @just --list

# Everything that `cargo` tests.
test *arguments:
    cargo test --workspace {{ arguments }}

# What CI runs.
ci:
    .ci/run

# Every official client, the conformance suites and the validators; names choose some, such as `hello python`.
clients *names:
    tests/clients/run {{ names }}

# The protocol's conformance suites alone.
conformance:
    tests/clients/run conformance suites

# How fast things are, side by side with what they are compared with.
bench *arguments:
    cargo bench --package reelforge {{ arguments }}

# That nothing became more work than it was: counts instructions.
gate:
    tests/gates/run

# A contact sheet of every sample project, and a page that shows them all.
gallery:
    cargo run --package reelforge --example gallery -- examples/projects target/gallery
