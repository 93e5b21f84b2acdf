"""The clients, each in every mode that it has, and what each must agree on with a server of both eras."""

import json
import os
import subprocess
from typing import Any

from harness.observe import TIMEOUT, Call, observe
from harness.report import expect
from harness.tools import CLIENTS, Tools

LEGACY = "2025-11-25"
MODERN = "2026-07-28"

# What a client does when nothing is said comes first.
MODES = {
    "python": {"auto": MODERN, "legacy": LEGACY},
    "typescript": {"default": LEGACY, "auto": MODERN, "pin": MODERN},
    "typescript-v1": {"default": LEGACY},
    "rmcp": {"serve": LEGACY, "auto": MODERN},
    "inspector": {"legacy": LEGACY, "auto": MODERN, "modern": MODERN},
}


def run(tools: Tools, client: str, mode: str, way: dict[str, Any], calls: list[Call]) -> dict[str, Any]:
    """Lets `client` follow the plan over `way`, `{"command": [..]}` or `{"url": ".."}`."""
    if client == "inspector":
        return inspect(tools, mode, way, calls)
    programs = {
        "python": [tools.python, str(CLIENTS / "client_python.py")],
        "typescript": [tools.node, str(tools.npm / "client_ts.mjs")],
        "typescript-v1": [tools.node, str(tools.npm / "client_ts_v1.mjs")],
        "rmcp": [str(tools.rmcp)],
    }
    return observe(programs[client], mode, way, calls)


def inspect(tools: Tools, mode: str, way: dict[str, Any], calls: list[Call]) -> dict[str, Any]:
    """The Inspector is a command line: it takes one step of the plan at a time. It shows no progress."""

    def step(*words: str) -> tuple[int, dict[str, Any]]:
        target = ["--server-url", way["url"], "--transport", "http"] if "url" in way else way["command"]
        program = [tools.node, str(tools.inspector), "--cli", *target, "--protocol-era", mode]
        done = subprocess.run(
            [*program, *words, "--format", "json", "-q"],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"HOME": str(tools.home)},
        )
        expect(done.returncode in (0, 5), f"{words} ended with {done.returncode}: {done.stderr[-2000:]}")
        return done.returncode, json.loads(done.stdout)["result"] if done.stdout.strip() else {}

    _, hello = step("--method", "initialize")
    _, listing = step("--method", "tools/list", "--strict")
    seen = []
    for call in calls:
        if call.unknown:
            # The Inspector looks the tool up itself and never asks the server.
            code, _ = step("--method", "tools/call", "--tool-name", call.tool, "--tool-args-json", "{}")
            expect(code == 5, "the Inspector called a tool that is not there")
            seen.append({"error": {"code": -32602, "message": " ".join(call.unknown)}})
            continue
        arguments = json.dumps(call.arguments)
        code, result = step("--method", "tools/call", "--tool-name", call.tool, "--tool-args-json", arguments)
        is_error = result.get("isError", False)
        expect(is_error == (code == 5), f"ended with {code} but isError is {is_error}")
        text = "\n".join(block["text"] for block in result["content"] if block["type"] == "text")
        seen.append({"text": text, "structured": result.get("structuredContent"), "is_error": is_error, "progress": []})
    return {
        "version": hello["protocolVersion"],
        "server": hello["serverInfo"]["name"],
        "tools": [tool["name"] for tool in listing["tools"]],
        "calls": seen,
    }
