"""A server of the official Python SDK, for the client of this repository.

`server_python.py stdio`, `server_python.py http PORT`, `server_python.py https PORT KEY CERTIFICATE`
"""

import sys

import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Image
from pydantic import BaseModel

server = MCPServer("python-fixture", version="1.0.0")
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


class Sum(BaseModel):
    """What an addition gives."""

    sum: int


@server.tool()
def add(a: int, b: int) -> Sum:
    """Adds two numbers."""
    return Sum(sum=a + b)


@server.tool()
def fail(why: str) -> str:
    """Fails, and says why."""
    raise ValueError(why)


@server.tool()
def picture() -> Image:
    """Gives one red pixel."""
    return Image(data=PNG, format="png")


@server.tool()
async def steps(count: int, ctx: Context) -> str:
    """Says how far it is, and then that it is done."""
    for step in range(1, count + 1):
        await ctx.report_progress(step, count)
    return "done"


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        server.run("stdio")
    else:
        secure = dict(zip(["ssl_keyfile", "ssl_certfile"], sys.argv[3:], strict=False))
        uvicorn.run(server.streamable_http_app(), host="127.0.0.1", port=int(sys.argv[2]), log_level="warning", **secure)
