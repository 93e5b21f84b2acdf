"""One plan for all clients, and one judge of what they saw.

A plan is `{mode, command | url, calls: [{tool, arguments, progress}]}`. A client follows it and prints
`{version, server, tools: [names], calls: [seen]}`, where `seen` is `{text, structured, is_error, progress}` or, for a
protocol error, `{error: {code, message}}`.
"""

import json
import subprocess
from dataclasses import dataclass, field
from typing import Any

from harness.report import Failed, expect

TIMEOUT = 120


@dataclass(frozen=True)
class Call:
    """A call to make, and what every client must see of it."""

    tool: str
    arguments: dict[str, Any]
    structured: dict[str, Any] | None = None
    """The structured result, or a part of it; the text must then be the same JSON."""
    text: str | None = None
    """The text."""
    problem: tuple[str, ...] = ()
    """The call is a tool error whose text has these parts."""
    unknown: tuple[str, ...] = ()
    """The call is a protocol error for an unknown tool whose message has these parts."""
    progress: list[float] = field(default_factory=list)
    """The values of progress, where the way in carries them."""


def observe(program: list[str], mode: str, way: dict[str, Any], calls: list[Call]) -> dict[str, Any]:
    """Lets a client program follow the plan."""
    plan = {
        "mode": mode,
        "command": way.get("command"),
        "url": way.get("url"),
        "calls": [
            {"tool": call.tool, "arguments": call.arguments, "progress": bool(call.progress)} for call in calls
        ],
    }
    done = subprocess.run(
        [*program, json.dumps(plan)], capture_output=True, text=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL
    )
    expect(done.returncode == 0, f"the client ended with {done.returncode}: {done.stderr[-2000:]}")
    return json.loads(done.stdout)


def judge(seen: dict[str, Any], version: str, server: str, calls: list[Call], progress: bool) -> None:
    """Holds what a client saw against what it should have seen."""
    expect(seen["version"] == version, f"agreed on {seen['version']}, expected {version}")
    expect(seen["server"] == server, f"the server called itself {seen['server']}, expected {server}")
    expect(seen["tools"] == sorted(seen["tools"]), f"the tools are not in order: {seen['tools']}")
    for call, answer in zip(calls, seen["calls"], strict=True):
        try:
            judge_call(call, answer, progress)
        except Failed as failed:
            raise Failed(f"{call.tool}({json.dumps(call.arguments)}): {failed}; seen: {json.dumps(answer)}") from None


def judge_call(call: Call, answer: dict[str, Any], progress: bool) -> None:
    if call.unknown:
        error = answer.get("error") or {}
        expect(error.get("code") == -32602, "expected the protocol error -32602")
        expect(all(part in error["message"] for part in call.unknown), f"expected a message with {call.unknown}")
        return
    expect("error" not in answer, "expected a result, got a protocol error")
    if call.problem:
        expect(answer["is_error"], "expected a tool error")
        expect(all(part in answer["text"] for part in call.problem), f"expected a text with {call.problem}")
        return
    expect(not answer["is_error"], "expected no error")
    if call.text is not None:
        expect(answer["text"] == call.text, f"expected the text {call.text!r}")
    if call.structured is not None:
        got = answer["structured"] or {}
        expect(call.structured.items() <= got.items(), f"expected the result {call.structured}")
        expect(json.loads(answer["text"]) == got, "the text is not the result")
    if call.progress and progress:
        judge_progress(call.progress, answer["progress"])


def judge_progress(expected: list[float], told: list[list[Any]]) -> None:
    """The clients in TypeScript drop what arrives right before an answer, so that the end may be missing."""
    values = [value for value, _, _ in told]
    expect(len(values) >= len(expected) - 1 and values == expected[: len(values)], f"expected progress {expected}")
    expect(all(total == expected[-1] for _, total, _ in told), f"expected a total of {expected[-1]}")
