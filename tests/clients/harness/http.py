"""Plain requests to a server under test."""

import json
import urllib.error
import urllib.request
from typing import Any, NamedTuple

from harness.report import expect


class Answer(NamedTuple):
    status: int
    headers: Any
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def get(url: str, headers: dict[str, str] | None = None) -> Answer:
    """The answer to a GET, whatever its status."""
    return send(urllib.request.Request(url, headers=headers or {}))


def post(url: str, body: Any) -> Answer:
    """The answer to a POST of JSON, whatever its status."""
    headers = {"Content-Type": "application/json"}
    return send(urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST"))


def send(request: urllib.request.Request) -> Answer:
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return Answer(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read())


def get_ok(url: str) -> Answer:
    """The answer to a GET that must succeed."""
    answer = get(url)
    expect(answer.status == 200, f"GET {url} answered {answer.status}: {answer.body[:500]!r}")
    return answer
