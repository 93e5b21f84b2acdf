"""The protocol's own conformance suites for clients, followed by the example `conformance_client`.

What is left out asks for what this client does not offer: OAuth, elicitation, and extensions.
"""

import re
import subprocess
from typing import NamedTuple

from harness.report import Failed, expect
from harness.targets import example
from harness.tools import Tools

TIMEOUT = 120


class Scenario(NamedTuple):
    """One scenario; a client that does nothing passes some, so that the number of checks counts."""

    package: str
    name: str
    arguments: list[str]
    checks: int


LEGACY = ["--spec-version", "2025-11-25"]
MODERN = ["--spec-version", "2026-07-28"]

SCENARIOS = [
    Scenario("conformance-0.1", "initialize", [], 1),
    Scenario("conformance-0.1", "tools_call", [], 1),
    Scenario("conformance-0.1", "sse-retry", [], 3),
    Scenario("conformance-0.2", "initialize", LEGACY, 1),
    Scenario("conformance-0.2", "tools_call", LEGACY, 2),
    Scenario("conformance-0.2", "tools_call", MODERN, 2),
    Scenario("conformance-0.2", "sse-retry", LEGACY, 3),
    Scenario("conformance-0.2", "request-metadata", MODERN, 5),
    Scenario("conformance-0.2", "http-standard-headers", MODERN, 3),
    Scenario("conformance-0.2", "http-custom-headers", MODERN, 18),
    Scenario("conformance-0.2", "http-invalid-tool-headers", MODERN, 12),
    Scenario("conformance-0.2", "json-schema-ref-no-deref", MODERN, 1),
    Scenario("conformance-0.2", "json-schema-2020-12-preservation", LEGACY, 9),
    Scenario("conformance-0.2", "json-schema-2020-12-preservation", MODERN, 9),
]


def run(tools: Tools, scenario: Scenario) -> str:
    """Follows one scenario; gives how many checks passed."""
    program = [tools.node, tools.module(f"{scenario.package}/dist/index.js"), "client"]
    client = ["--command", " ".join(example("conformance_client")), "--scenario", scenario.name]
    try:
        done = subprocess.run(
            [*program, *client, *scenario.arguments],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            stdin=subprocess.DEVNULL,
            cwd=tools.cache,
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"did not end within {TIMEOUT} s") from None
    said = done.stdout + done.stderr
    expect(done.returncode == 0, f"ended with {done.returncode}: {said[-4000:]}")
    found = re.search(r"Passed: (\d+)/(\d+)", said)
    expect(found, f"does not say how many checks passed: {said[-2000:]}")
    passed = int(found.group(1))
    expect(passed >= scenario.checks, f"only {passed} checks passed, expected {scenario.checks} or more")
    return f"{passed} checks passed"
