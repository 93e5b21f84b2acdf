"""A server under test: started on a free port, and ended by its own process id."""

import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.report import Failed, expect

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
# A debug build on a busy machine starts within a second or two.
START_SECONDS = 60
STOP_SECONDS = 20


@contextmanager
def serving(command: list[str]) -> Iterator[str]:
    """Runs a server and gives its address. At the end it is asked to stop: it must, and say that all is well."""
    with tempfile.NamedTemporaryFile("w+", prefix="reelforge-", suffix=".log") as log:
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield address(server, Path(log.name))
            stop(server, Path(log.name))
        finally:
            if server.poll() is None:
                server.kill()
                server.wait()


def address(server: subprocess.Popen[bytes], log: Path) -> str:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        found = ADDRESS.search(said(log))
        if found:
            return found.group(0)
        time.sleep(0.05)
    raise Failed(f"{server.args} did not say where it listens: {said(log)}")


def stop(server: subprocess.Popen[bytes], log: Path) -> None:
    code = server.poll()
    expect(code is None, f"the server ended early with {code}: {said(log)}")
    server.send_signal(signal.SIGTERM)
    try:
        code = server.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        raise Failed(f"the server did not stop within {STOP_SECONDS} s: {said(log)}") from None
    expect(code == 0, f"the server ended with {code}: {said(log)}")


def said(log: Path) -> str:
    return log.read_text(errors="replace")[-4000:]
