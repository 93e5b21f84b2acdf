"""The official Python SDK as a client: prints what it saw of a server as one JSON object.

Takes the plan that `harness/observe.py` describes as its only argument. Modes: `auto`, `legacy`.
"""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters


async def call(client: Client, planned: dict) -> dict:
    progress = []

    async def on_progress(value: float, total: float | None, message: str | None) -> None:
        progress.append([value, total, message])

    try:
        result = await client.call_tool(
            planned["tool"], planned["arguments"], progress_callback=on_progress if planned["progress"] else None
        )
    except MCPError as error:
        return {"error": {"code": error.code, "message": error.message}}
    return {
        "text": "\n".join(block.text for block in result.content if block.type == "text"),
        "structured": result.structured_content,
        "is_error": bool(result.is_error),
        "progress": progress,
    }


async def observe(plan: dict) -> dict:
    server = plan["url"] or StdioServerParameters(command=plan["command"][0], args=plan["command"][1:])
    async with Client(server, mode=plan["mode"]) as client:
        tools = await client.list_tools()
        return {
            "version": client.protocol_version,
            "server": client.server_info.name,
            "tools": [tool.name for tool in tools.tools],
            "calls": [await call(client, planned) for planned in plan["calls"]],
        }


print(json.dumps(asyncio.run(observe(json.loads(sys.argv[1])))))
