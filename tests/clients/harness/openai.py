"""The function definitions for OpenAI: every one says whether it is strict, and a strict one obeys the strict rules."""

from collections.abc import Iterator
from typing import Any

from harness.http import get_ok
from harness.report import expect

# What strict schemas may hold; anything else makes the service refuse the request.
STRICT = {
    "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$defs", "$ref",
    "title", "description", "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "multipleOf", "minItems", "maxItems",
}  # fmt: skip
FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}


def functions(url: str) -> str:
    names = [tool["name"] for tool in get_ok(f"{url}/api/v1/tools").json()["tools"]]
    strict = 0
    for wanted in ("openai", "openai-responses"):
        for query in ("", "&strict=true"):
            listing = get_ok(f"{url}/api/v1/tools?format={wanted}{query}").json()
            flat = [entry if wanted == "openai-responses" else entry["function"] for entry in as_list(listing)]
            expect([entry["name"] for entry in flat] == names, f"{wanted}{query} lists other tools: {flat}")
            for entry in flat:
                expect(isinstance(entry.get("strict"), bool), f"{entry['name']} does not say whether it is strict")
                expect(query or not entry["strict"], f"{entry['name']} is strict without being asked")
                if entry["strict"]:
                    strict += 1
                    problems = list(broken(entry["parameters"], entry["name"]))
                    expect(not problems, "\n".join(problems))
    return f"{strict // 2} of {len(names)} can be strict"


def as_list(listing: Any) -> list[dict[str, Any]]:
    return listing if isinstance(listing, list) else listing["tools"]


def broken(schema: dict[str, Any], path: str) -> Iterator[str]:
    """The strict rules that a schema breaks."""
    unknown = set(schema) - STRICT
    if unknown:
        yield f"{path}: keywords {sorted(unknown)} are not allowed"
    if "$ref" in schema and len(schema) > 1:
        yield f"{path}: $ref has siblings"
    if schema.get("format", "uuid") not in FORMATS:
        yield f"{path}: format {schema['format']} is not allowed"
    if schema.get("type") == "object":
        properties = schema.get("properties", {})
        if schema.get("additionalProperties") is not False:
            yield f"{path}: additionalProperties must be false"
        if sorted(schema.get("required", [])) != sorted(properties):
            yield f"{path}: every property must be required"
    parts = {**schema.get("properties", {}), **schema.get("$defs", {})}
    if isinstance(schema.get("items"), dict):
        parts["[]"] = schema["items"]
    parts |= {f"anyOf[{index}]": part for index, part in enumerate(schema.get("anyOf", []))}
    for name, part in parts.items():
        yield from broken(part, f"{path}.{name}")
