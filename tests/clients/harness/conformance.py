"""The protocol's own conformance suite, in the release and in the coming version."""

import re
import subprocess
from typing import NamedTuple

from harness.report import Failed, expect
from harness.tools import ROOT, Tools

BASELINES = ROOT / "tests/baselines"
# A run takes seconds; a server that stalls would block it for ever.
TIMEOUT = 180


class Run(NamedTuple):
    """One run of a suite; what it cannot ask of a server that has only tools is in the baseline."""

    name: str
    package: str
    arguments: list[str]
    baseline: str
    at_least: int
    """How many checks must have passed: a run that checked little proves nothing."""


RUNS = [
    Run("0.1.16 all", "conformance-0.1", ["--suite", "all"], "legacy.yml", 19),
    Run("0.2 requirements 2025-11-25", "conformance-0.2", ["--requirements", "2025-11-25"], "legacy.yml", 56),
    Run("0.2 requirements 2026-07-28", "conformance-0.2", ["--requirements", "2026-07-28"], "modern.yml", 123),
]


def run(tools: Tools, wanted: Run, url: str) -> str:
    """Runs it against the server at `url`; gives how many checks passed."""
    program = [tools.node, tools.module(f"{wanted.package}/dist/index.js"), "server", "--url", f"{url}/mcp"]
    baseline = ["--expected-failures", str(BASELINES / wanted.baseline)]
    try:
        done = subprocess.run(
            [*program, *wanted.arguments, *baseline],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            stdin=subprocess.DEVNULL,
            cwd=tools.cache,
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"did not end within {TIMEOUT} s") from None
    said = done.stdout + done.stderr
    expect(done.returncode == 0, f"ended with {done.returncode}: {said[-6000:]}")
    total = re.search(r"Total: (\d+) passed", said)
    expect(total, f"does not say how many checks passed: {said[-2000:]}")
    passed = int(total.group(1))
    expect(passed >= wanted.at_least, f"only {passed} checks passed, expected {wanted.at_least} or more")
    return f"{passed} checks passed"
