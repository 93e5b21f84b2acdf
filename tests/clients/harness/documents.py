"""What a server says about its REST side: the OpenAPI document, the tools and their schemas."""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from harness.http import get_ok
from harness.report import expect
from harness.tools import CLIENTS, Tools

TIMEOUT = 600
# Random ones for each operation; those that cover every keyword of its schema are not counted here.
EXAMPLES = 20


def validator(words: list[str], folder: str, **environment: str) -> str:
    """Runs a validator in a folder where it may leave what it likes: it must end with 0. Gives what it said."""
    done = subprocess.run(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env=os.environ | environment,
    )
    expect(done.returncode == 0, f"{Path(words[0]).name} ended with {done.returncode}: {done.stdout[-5000:]}")
    return done.stdout


def saved(value: Any, folder: str, name: str) -> str:
    """Writes a document to a file."""
    path = Path(folder) / name
    path.write_text(json.dumps(value))
    return str(path)


def openapi_spec_validator(tools: Tools, url: str) -> str:
    document = get_ok(f"{url}/api/v1/openapi.json").json()
    with tempfile.TemporaryDirectory() as folder:
        validator([tools.script("openapi-spec-validator"), saved(document, folder, "openapi.json")], folder)
    return f"OpenAPI {document['openapi']}, {len(document['paths'])} paths"


def redocly(tools: Tools, url: str) -> None:
    document = get_ok(f"{url}/api/v1/openapi.json").json()
    with tempfile.TemporaryDirectory() as folder:
        path = saved(document, folder, "openapi.json")
        program = [tools.node, tools.module("@redocly/cli/bin/cli.js"), "lint", path]
        validator(program, folder, REDOCLY_TELEMETRY="off", REDOCLY_SUPPRESS_UPDATE_NOTICE="true")


def schemathesis(tools: Tools, url: str, without: list[str]) -> str:
    """Calls every operation with data that fits its schema, and with data that does not."""
    excluded = [word for name in without for word in ("--exclude-operation-id", name)]
    with tempfile.TemporaryDirectory() as folder:
        said = validator(
            [
                tools.script("schemathesis"),
                "--config-file",
                str(CLIENTS / "schemathesis.toml"),
                "run",
                f"{url}/api/v1/openapi.json",
                f"--max-examples={EXAMPLES}",
                "--generation-deterministic",
                "--no-color",
                *excluded,
            ],
            folder,
            SCHEMATHESIS_HOOKS="schemathesis_hooks",
            PYTHONPATH=str(CLIENTS),
            HOME=str(tools.home),
        )
    generated = [line.strip() for line in said.splitlines() if "generated" in line]
    return generated[-1] if generated else ""


def schemas(url: str, without: list[str]) -> dict[str, Any]:
    """The schemas of all tools by name: arguments and results."""
    found = {}
    for tool in get_ok(f"{url}/api/v1/tools").json()["tools"]:
        if tool["name"] in without:
            continue
        found[f"{tool['name']}.input"] = tool["input_schema"]
        if "output_schema" in tool:
            found[f"{tool['name']}.output"] = tool["output_schema"]
    return found


def ajv(tools: Tools, url: str, without: list[str]) -> str:
    found = schemas(url, without)
    with tempfile.TemporaryDirectory() as folder:
        validator([tools.node, str(tools.npm / "ajv.mjs"), saved(found, folder, "schemas.json")], folder)
    return f"{len(found)} schemas"


def metaschema(tools: Tools, url: str) -> str:
    found = schemas(url, without=[])
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    with tempfile.TemporaryDirectory() as folder:
        files = [saved(dialect | schema, folder, f"{name}.json") for name, schema in found.items()]
        validator([tools.script("check-jsonschema"), "--check-metaschema", *files], folder)
    return f"{len(found)} schemas"


def operations(url: str) -> str:
    """The document has one operation for each tool, named as the tool is."""
    names = [tool["name"] for tool in get_ok(f"{url}/api/v1/tools").json()["tools"]]
    paths = get_ok(f"{url}/api/v1/openapi.json").json()["paths"]
    ids = [paths[f"/api/v1/tools/{name}"]["post"]["operationId"] for name in names]
    expect(names == sorted(names), f"the tools are not in order: {names}")
    expect(ids == names, f"operations {ids} for the tools {names}")
    return f"{len(names)} tools"
