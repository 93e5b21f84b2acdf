"""Servers of others behind the shell of this repository (`--mount`): as a gateway, and for one call."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from harness import documents, openai
from harness.http import get_ok, post
from harness.report import expect
from harness.server import serving
from harness.servers import Server, listening
from harness.targets import DEBUG
from harness.tools import Tools

TIMEOUT = 120
REELFORGE = str(DEBUG / "reelforge")


class Mount(NamedTuple):
    """A server, and how the file of servers speaks of it."""

    server: Server
    name: str
    entry: dict[str, Any]

    @property
    def prefix(self) -> str:
        return self.entry["prefix"]


@contextmanager
def mounts(servers: list[Server]) -> Iterator[list[Mount]]:
    """Every server in each way that it has; those over HTTP run."""
    with ExitStack() as running:
        found = []

        def add(server: Server, way: str, entry: dict[str, Any]) -> None:
            name = f"{server.name} {way}"
            found.append(Mount(server, name, entry | {"prefix": name.replace(" ", "_") + "_"}))

        for server in servers:
            program, *arguments = server.command
            add(server, "stdio", {"command": program, "args": arguments})
            if server.http:
                port = running.enter_context(listening(server, server.http))
                add(server, "http", {"url": f"http://127.0.0.1:{port}{server.path}"})
        yield found


def file(mounts: list[Mount], folder: str) -> str:
    """Writes the file of servers."""
    return documents.saved({"mcpServers": {mount.name: mount.entry for mount in mounts}}, folder, "servers.json")


def gateway(tools: Tools, mounts: list[Mount], folder: str) -> str:
    """Every call of every plan over REST, and what is said about the tools in each form."""
    with serving([REELFORGE, "serve", "--port", "0", "--root", folder, "--mount", file(mounts, folder)]) as url:
        count = 0
        for mount in mounts:
            for tool, arguments, wanted in mount.server.calls:
                answer = post(f"{url}/api/v1/tools/{mount.prefix}{tool}", json.loads(arguments))
                fails = wanted.startswith("!")
                said = answer.body.decode()
                expect(answer.json()["ok"] is not fails, f"{mount.prefix}{tool} answered {said[:500]}")
                expect(wanted.removeprefix("!") in said, f"{mount.prefix}{tool} said {said[:500]}")
                count += 1
        states = get_ok(f"{url}/api/v1/health").json()["mounts"]["servers"]
        expect([state["state"] for state in states] == ["listed"] * len(mounts), f"not all are there: {states}")
        remarks = [f"{count} calls", documents.operations(url), openai.functions(url)]
        return ", ".join([*remarks, documents.openapi_spec_validator(tools, url)])


def shell(mounts: list[Mount], folder: str) -> str:
    """The list of all, and the first call of each plan by `call`."""
    everything = json.loads(run("tools", "mounts", "--format", "json", "--mount", file(mounts, folder)))["servers"]
    listed = run("tools", "--mount", file(mounts, folder))
    for mount, report in zip(mounts, everything, strict=True):
        expect(report["server"] == mount.name and report["state"] == "listed", f"{mount.name} is {report}")
        expect(not report["quarantined"], f"{mount.name} has tools that are not mounted: {report['quarantined']}")
        absent = [tool["name"] for tool in report["tools"] if tool["name"] not in listed]
        expect(report["tools"] and not absent, f"`tools` lacks {absent}: {listed[:500]}")
        tool, arguments, wanted = mount.server.calls[0]
        call = ["call", "--mount", file([mount], folder), "--output", "json", f"{mount.prefix}{tool}"]
        said = run(*call, "--json", arguments)
        expect("".join(wanted.split()) in "".join(said.split()), f"{mount.prefix}{tool} said {said}")
    return f"{sum(len(report['tools']) for report in everything)} tools of {len(mounts)} servers"


def run(*words: str) -> str:
    done = subprocess.run(
        [REELFORGE, *words], capture_output=True, text=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL
    )
    expect(done.returncode == 0, f"{' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout
