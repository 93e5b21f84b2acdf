"""What was checked and how it went: one row a check."""

import sys
import time
import traceback
from collections.abc import Callable


class Failed(Exception):
    """A check that did not hold, and what was seen instead."""


def expect(holds: object, message: str) -> None:
    """Fails the running check with `message` unless `holds`."""
    if not holds:
        raise Failed(message)


class Report:
    """Runs checks one after the other and remembers each."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed: list[str] = []

    def check(self, name: str, run: Callable[[], str | None]) -> None:
        """Runs one check: it raises when it fails, and may return a remark."""
        begin = time.monotonic()
        try:
            remark = run() or ""
        except Exception as error:  # one broken check must not hide the others
            detail = str(error) if isinstance(error, Failed) else traceback.format_exc()
            self.failed.append(name)
            self._row("FAIL", name, begin, "")
            print("      " + detail.strip().replace("\n", "\n      "), flush=True)
        else:
            self.passed += 1
            self._row("ok", name, begin, remark)

    def end(self) -> None:
        """Prints the sum and leaves, with 1 if anything failed."""
        for name in self.failed:
            print(f"failed: {name}")
        print(f"{self.passed} passed, {len(self.failed)} failed")
        # A run that checked nothing is no success.
        sys.exit(1 if self.failed or not self.passed else 0)

    def _row(self, verdict: str, name: str, begin: float, remark: str) -> None:
        print(f"{verdict:4}  {name:56} {time.monotonic() - begin:5.1f} s  {remark}", flush=True)
