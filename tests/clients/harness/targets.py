"""The programs under test, and what to call of each."""

from dataclasses import dataclass, field

from harness.clients import MODES
from harness.observe import Call
from harness.tools import ROOT

DEBUG = ROOT / "target/debug"


@dataclass(frozen=True)
class Target:
    """A program that serves tools over stdio (`mcp`) and over HTTP (`serve`)."""

    name: str
    program: list[str]
    server: str
    """How it introduces itself."""
    calls: list[Call]
    clients: list[str] = field(default_factory=lambda: list(MODES))
    conformance: bool = False
    documents: bool = False
    verbatim: list[str] = field(default_factory=list)
    """Tools whose schema its author wrote by hand and checks himself: it is published as it is."""
    rooted: bool = False
    """It works below a folder, and is given an empty one."""
    command: str = "serve"
    """The command that serves HTTP."""

    def stdio(self, folder: str) -> list[str]:
        return [*self.program, "mcp", *self._root(folder)]

    def serve(self, folder: str, *flags: str) -> list[str]:
        return [*self.program, self.command, "--port", "0", *self._root(folder), *flags]

    def _root(self, folder: str) -> list[str]:
        return ["--root", folder] if self.rooted else []


def example(name: str) -> list[str]:
    return [str(DEBUG / "examples" / name)]


# Each can be made again and again in one folder.
STUDIO = [
    Call("list_projects", {"query": "no such project"}, structured={"projects": []}),
    Call("get_guide", {"topic": "authoring-card"}, structured={}),
    Call("read_project", {"colour": 1}, problem=("read_project", "project:", "missing", "colour:", "unknown")),
    Call("read_project", {"project": "nope"}, problem=("nope", "list_projects")),
    Call("list_project", {}, unknown=("list_project", "list_projects")),
]

TARGETS = [
    Target(
        name="conformance",
        program=example("conformance"),
        server="reelforge",
        calls=[
            Call("add_numbers", {"a": 2, "b": 3}, structured={"sum": 5}),
            Call("test_simple_text", {}, text="This is a simple text response for testing."),
            Call("add_numbers", {"a": "x", "c": 1}, problem=("add_numbers", "a:", "expected", "c:", "unknown")),
            Call("test_error_handling", {}, problem=("This tool intentionally returns an error for testing",)),
            Call("add_number", {}, unknown=("add_number", "add_numbers")),
            Call("test_header_argument", {"region": "Zürich"}, text="Zürich"),
            Call("test_tool_with_progress", {}, progress=[0, 50, 100]),
        ],
        conformance=True,
        documents=True,
        verbatim=["json_schema_2020_12_tool", "test_header_argument"],
    ),
    Target(
        name="hello",
        program=example("hello"),
        server="reelforge",
        calls=[Call("hello", {"name": "Ada"}, text="Hello, Ada!"), Call("hello", {}, problem=("name",))],
        clients=["python"],
        documents=True,
    ),
    Target(
        name="state",
        program=example("state"),
        server="reelforge",
        calls=[
            Call("add_note", {"text": "milk"}, structured={"notes": 1}),
            Call("add_note", {"text": "bread"}, structured={"notes": 2}),
            Call("list_notes", {}, structured={"notes": ["milk", "bread"]}),
        ],
        clients=["typescript"],
        documents=True,
    ),
    Target(
        name="reelforge",
        program=[str(DEBUG / "reelforge")],
        server="reelforge",
        calls=STUDIO,
        documents=True,
        rooted=True,
    ),
    Target(
        name="studio",
        program=[str(DEBUG / "reelforge")],
        server="reelforge",
        calls=STUDIO,
        clients=["python"],
        documents=True,
        rooted=True,
        command="studio",
    ),
]
