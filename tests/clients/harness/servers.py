"""Servers of others, listed and called by the client of this repository: the example `call_remote`."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.report import Failed, expect
from harness.targets import example
from harness.tools import CLIENTS, Tools

TIMEOUT = 120
MODERN = "2026-07-28"
LEGACY = "2025-11-25"


@dataclass(frozen=True)
class Server:
    """A server, the revision that is agreed on with it, and calls with a part of what they give."""

    name: str
    command: list[str]
    revision: str
    calls: list[tuple[str, str, str]]
    http: list[str] | None = None
    """The arguments in the place of the last one of the command, with which it listens at the port `{port}`."""
    environment: dict[str, str] = field(default_factory=dict)
    path: str = "/mcp"


def servers(tools: Tools, folder: str) -> list[Server]:
    (Path(folder) / "note.txt").write_text("a note")
    fixture_calls = [("add", '{"a":2,"b":3}', '{"sum":5}'), ("fail", '{"why":"no luck"}', "!")]
    node = [tools.node]
    return [
        Server(
            "python",
            [tools.python, str(CLIENTS / "server_python.py"), "stdio"],
            MODERN,
            [*fixture_calls, ("picture", "{}", "image/png"), ("steps", '{"count":3}', "done")],
            http=["http", "{port}"],
        ),
        Server(
            "typescript",
            [*node, str(tools.npm / "server_ts.mjs"), "stdio"],
            LEGACY,
            [*fixture_calls[:1], ("fail", '{"why":"no luck"}', "!no luck")],
            http=["http", "{port}"],
        ),
        Server(
            "everything",
            [*node, tools.module("@modelcontextprotocol/server-everything/dist/index.js"), "stdio"],
            LEGACY,
            [
                ("echo", '{"message":"hello"}', "Echo: hello"),
                ("get-sum", '{"a":2,"b":3}', "5"),
                ("get-tiny-image", "{}", "image/png"),
                ("get-resource-links", '{"count":2}', "resource links"),
                ("trigger-long-running-operation", '{"duration":1,"steps":2}', "completed"),
                ("no_such_tool", "{}", "!no_such_tool"),
            ],
            http=["streamableHttp"],
            environment={"PORT": "{port}"},
        ),
        Server(
            "filesystem",
            [*node, tools.module("@modelcontextprotocol/server-filesystem/dist/index.js"), folder],
            LEGACY,
            [
                ("list_directory", f'{{"path":"{folder}"}}', "note.txt"),
                ("read_text_file", f'{{"path":"{folder}/note.txt"}}', "a note"),
                ("read_text_file", '{"path":"/etc/passwd"}', "!denied"),
            ],
        ),
        Server(
            "our own",
            [*example("conformance"), "mcp"],
            MODERN,
            [
                ("add_numbers", '{"a":2,"b":3}', '{"sum":5.0}'),
                ("test_image_content", "{}", "image/png"),
                ("test_error_handling", "{}", "!intentionally"),
            ],
            http=["serve", "--port", "{port}"],
        ),
    ]


def over_stdio(server: Server) -> str:
    return follow(server, server.command)


def over_http(server: Server) -> str:
    with listening(server, server.http or []) as port:
        return follow(server, [f"http://127.0.0.1:{port}{server.path}"])


def over_https(server: Server) -> str:
    """With a certificate that only who is told of it trusts."""
    with TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        alt_name = ["-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"]
        subprocess.run([*made, *alt_name, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        with listening(server, ["https", "{port}", key, certificate]) as port:
            url = [f"https://localhost:{port}{server.path}"]
            done = call_remote(url, {})
            expect(done.returncode == 1 and "certificate" in done.stderr, f"it trusts anybody: {done.stderr}")
            return follow(server, url, {"SSL_CERT_FILE": certificate})


def follow(server: Server, way: list[str], environment: dict[str, str] | None = None) -> str:
    """Makes every call of the plan; what shall fail starts with `!`."""
    for tool, arguments, wanted in server.calls:
        done = call_remote(["--call", tool, arguments, *way], environment or {})
        fails = wanted.startswith("!")
        said = done.stderr if fails else done.stdout
        expect(done.returncode == int(fails), f"{tool} ended with {done.returncode}: {done.stdout}{done.stderr}")
        expect(wanted.removeprefix("!") in said, f"{tool} said {said}")
        expect(f"revision {server.revision}" in done.stdout, f"it agreed on another revision: {done.stdout[:200]}")
    return f"{server.revision}, {len(server.calls)} calls"


def call_remote(words: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*example("call_remote"), *words],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        stdin=subprocess.DEVNULL,
        env=os.environ | environment,
    )


@contextmanager
def listening(server: Server, arguments: list[str]) -> Iterator[int]:
    """Runs a server at a free port, and ends it by its own process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = server.command[:-1] + [word.format(port=port) for word in arguments]
    environment = {name: value.format(port=port) for name, value in server.environment.items()}
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=os.environ | environment, **silent)
    try:
        until = time.monotonic() + TIMEOUT
        while not answers(port):
            if process.poll() is not None or time.monotonic() > until:
                raise Failed(f"{command} does not listen at port {port}")
            time.sleep(0.05)
        yield port
    finally:
        process.kill()
        process.wait()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
