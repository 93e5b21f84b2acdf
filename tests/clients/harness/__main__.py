"""Runs every client, suite and validator against every program: `python -m harness CACHE [NAME..]`.

Names choose what runs: those of targets (`conformance`) and of steps (`python`, `suites`, `documents`).
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness import client_suites, clients, conformance, discovery, documents, mounts, openai, scenarios, servers
from harness.observe import judge
from harness.report import Report
from harness.server import serving
from harness.targets import TARGETS, Target
from harness.tools import Tools

STEPS = [*clients.MODES, "suites", "documents", "scenarios", "servers", "mounts", "client-suites"]
# Without the flag `"2"` is taken for a number, and data that does not fit the schema must be refused.
STRICT = "--strict-arguments"
PROGRESS = "--http-progress"


def main() -> None:
    tools = Tools(Path(sys.argv[1]).resolve())
    wanted = set(sys.argv[2:])
    known = [target.name for target in TARGETS] + STEPS
    if not wanted <= set(known):
        sys.exit(f"unknown: {', '.join(sorted(wanted - set(known)))}; expected {', '.join(known)}")
    steps = [step for step in STEPS if step in wanted] or STEPS
    report = Report()
    for target in [target for target in TARGETS if target.name in wanted] or TARGETS:
        for client in (step for step in target.clients if step in steps):
            follow(target, client, tools, report)
        if target.conformance and "suites" in steps:
            for suite in conformance.RUNS:
                served(report, target, PROGRESS, f"suite {suite.name}", partial(conformance.run, tools, suite))
        if target.documents and "documents" in steps:
            read(target, tools, report)
    if "documents" in steps:
        report.check("skills of the repository", lambda: discovery.skill_files(tools))
    if "scenarios" in steps:
        for scenario in scenarios.SCENARIOS:
            report.check(f"scenario: {scenario.name}", partial(scenarios.follow, scenario))
    if "servers" in steps:
        with TemporaryDirectory() as folder:
            call(tools, folder, report)
    if "mounts" in steps:
        with TemporaryDirectory() as folder, mounts.mounts(servers.servers(tools, folder)) as found:
            report.check("mounted servers: gateway", lambda: mounts.gateway(tools, found, folder))
            report.check("mounted servers: shell", lambda: mounts.shell(found, folder))
    if "client-suites" in steps:
        for scenario in client_suites.SCENARIOS:
            what = " ".join([scenario.package, scenario.name, *scenario.arguments[1:]])
            report.check(f"client: {what}", partial(client_suites.run, tools, scenario))
    report.end()


def call(tools: Tools, folder: str, report: Report) -> None:
    """Servers of others, and our own, each over every way in that it has."""
    for server in servers.servers(tools, folder):
        report.check(f"server {server.name}: stdio", partial(servers.over_stdio, server))
        if server.http:
            report.check(f"server {server.name}: http", partial(servers.over_http, server))
        if server.name == "python":
            report.check(f"server {server.name}: https", partial(servers.over_https, server))


def served(report: Report, target: Target, flag: str, what: str, run: Callable[[str], str | None]) -> None:
    """A check that needs the target's address, with a server of its own."""

    def checked() -> str | None:
        with TemporaryDirectory() as folder, serving(target.serve(folder, flag)) as url:
            return run(url)

    report.check(f"{target.name}: {what}", checked)


def follow(target: Target, client: str, tools: Tools, report: Report) -> None:
    """One client in each of its modes, over each way in."""

    def over(mode: str, version: str, way: dict[str, Any]) -> str:
        seen = clients.run(tools, client, mode, way, target.calls)
        judge(seen, version, target.server, target.calls, progress=client != "inspector")
        return f"{version}, {len(seen['tools'])} tools, {len(seen['calls'])} calls"

    def over_stdio(run: Callable[[dict[str, Any]], str]) -> str:
        with TemporaryDirectory() as folder:
            return run({"command": target.stdio(folder)})

    for mode, version in clients.MODES[client].items():
        run = partial(over, mode, version)
        report.check(f"{target.name}: {client} {mode}, stdio", partial(over_stdio, run))
        served(report, target, PROGRESS, f"{client} {mode}, http", lambda url, run=run: run({"url": f"{url}/mcp"}))


def read(target: Target, tools: Tools, report: Report) -> None:
    """Everything that the server says about itself."""
    checks: dict[str, Callable[[str], str | None]] = {
        "operations are the tools": documents.operations,
        "openapi-spec-validator": lambda url: documents.openapi_spec_validator(tools, url),
        "redocly": lambda url: documents.redocly(tools, url),
        "schemathesis": lambda url: documents.schemathesis(tools, url, target.verbatim),
        "ajv, strict": lambda url: documents.ajv(tools, url, target.verbatim),
        "check-jsonschema": lambda url: documents.metaschema(tools, url),
        "openai functions": openai.functions,
        "server card": discovery.server_card,
        "ai-catalog": discovery.catalog,
        "llms.txt": discovery.llms_txt,
        "skills index": lambda url: discovery.skills(tools, url),
    }
    for what, check in checks.items():
        served(report, target, STRICT, what, check)


if __name__ == "__main__":
    main()
