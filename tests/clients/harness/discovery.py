"""What a server publishes for those who do not know it yet: the server card, llms.txt, the skills."""

import hashlib
import tempfile
from pathlib import Path

import jsonschema
from llms_txt import parse_llms_file

from harness.documents import validator
from harness.http import get, get_ok
from harness.report import expect
from harness.tools import ROOT, Tools

CARD_TYPE = "application/mcp-server-card+json"
CARDS = ["/mcp/server-card", "/.well-known/mcp.json", "/.well-known/mcp/server-card.json"]
# The constraints of the published server card, without the parts that no card of ours has.
CARD = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["$schema", "name", "version", "description"],
    "properties": {
        "$schema": {"const": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"},
        "name": {"type": "string", "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "minLength": 3, "maxLength": 200},
        "version": {"type": "string", "pattern": r"^[0-9][0-9A-Za-z.+-]*$", "maxLength": 255},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "title": {"type": "string", "minLength": 1, "maxLength": 100},
        "websiteUrl": {"type": "string", "pattern": "^https?://"},
        "_meta": {"type": "object", "propertyNames": {"pattern": r"^([A-Za-z0-9-]+\.)+[A-Za-z0-9-]+/[A-Za-z0-9._-]+$"}},
        "remotes": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["type", "url"],
                "properties": {
                    "type": {"const": "streamable-http"},
                    "url": {"type": "string", "pattern": "^https?://.+/mcp$"},
                    "supportedProtocolVersions": {
                        "type": "array",
                        "minItems": 1,
                        "uniqueItems": True,
                        "items": {"pattern": r"^\d{4}-\d\d-\d\d$"},
                    },
                },
            },
        },
    },
    "not": {"anyOf": [{"required": ["tools"]}, {"required": ["resources"]}, {"required": ["prompts"]}]},
}


def server_card(url: str) -> str:
    """The card is valid, the same at each of its places, readable from any page, and cached by its ETag."""
    first = get_ok(url + CARDS[0])
    card = first.json()
    jsonschema.validate(card, CARD)
    expect("2026-07-28" in card["remotes"][0]["supportedProtocolVersions"], "the card leaves out 2026-07-28")
    expect(card["remotes"][0]["url"] == f"{url}/mcp", f"the card names {card['remotes'][0]['url']}, not {url}/mcp")
    for place in CARDS:
        answer = get(url + place, {"Origin": "https://elsewhere.example"})
        expect(answer.status == 200 and answer.body == first.body, f"{place} differs: {answer}")
        expect(answer.headers["Content-Type"].startswith(CARD_TYPE), f"{place} is {answer.headers['Content-Type']}")
        expect(answer.headers["Access-Control-Allow-Origin"] == "*", f"{place} cannot be read from another origin")
        expect("ETag" in answer.headers["Access-Control-Expose-Headers"], f"{place} hides its ETag")
        again = get(url + place, {"If-None-Match": answer.headers["ETag"]})
        expect(again.status == 304 and not again.body, f"{place} is sent again: {again.status}")
    return card["name"]


def catalog(url: str) -> None:
    """The catalog points at the card."""
    found = get_ok(f"{url}/.well-known/ai-catalog.json").json()
    expect(found["specVersion"] == "1.0", f"specVersion {found['specVersion']}")
    entry = found["entries"][0]
    expect(entry["type"] == CARD_TYPE and entry["identifier"].startswith("urn:air:"), f"entry {entry}")
    expect("data" not in entry and get_ok(entry["url"]).json()["name"], f"entry {entry}")


def llms_txt(url: str) -> str:
    """The reference parser reads it; every link leads somewhere."""
    parsed = parse_llms_file(get_ok(f"{url}/llms.txt").body.decode())
    expect(parsed.title and parsed.summary, f"title {parsed.title!r}, summary {parsed.summary!r}")
    links = [link.url for section in parsed.sections.values() for link in section]
    expect(links, "no links")
    for link in links:
        get_ok(link if link.startswith("http") else url + link)
    full = get_ok(f"{url}/llms-full.txt").body.decode()
    expect(full.startswith("# "), "llms-full.txt has no title")
    return f"{len(links)} links"


def skills(tools: Tools, url: str) -> str:
    """Every skill of the index is what the index says, and valid."""
    index = get_ok(f"{url}/.well-known/agent-skills/index.json").json()
    expect(index["$schema"] == "https://schemas.agentskills.io/discovery/0.2.0/schema.json", index["$schema"])
    for skill in index["skills"]:
        where = skill["url"] if skill["url"].startswith("http") else url + skill["url"]
        body = get_ok(where).body
        expect(skill["type"] == "skill-md", f"{skill['name']} has the type {skill['type']}")
        digest = f"sha256:{hashlib.sha256(body).hexdigest()}"
        expect(skill["digest"] == digest, f"{skill['name']} has the digest {digest}, the index says {skill['digest']}")
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / skill["name"]
            place.mkdir()
            (place / "SKILL.md").write_bytes(body)
            validator([tools.script("agentskills"), "validate", str(place)], folder)
    return f"{len(index['skills'])} skills"


def skill_files(tools: Tools) -> str:
    """Every skill of the repository is valid."""
    folders = sorted(path.parent for path in (ROOT / "skills").glob("*/SKILL.md"))
    expect(folders, "there are none")
    for folder in folders:
        validator([tools.script("agentskills"), "validate", str(folder)], str(folder))
    return f"{len(folders)} skills"
