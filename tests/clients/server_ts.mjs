// A server of the official TypeScript SDK (v1), for the client of this repository.
// `server_ts.mjs stdio`, `server_ts.mjs http PORT`

import { createServer } from 'node:http'
import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

function fixture() {
  const server = new McpServer({ name: 'ts-fixture', version: '1.0.0' })
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers.',
      inputSchema: { a: z.number(), b: z.number() },
      outputSchema: { sum: z.number() },
    },
    ({ a, b }) => ({ content: [{ type: 'text', text: `${a + b}` }], structuredContent: { sum: a + b } }),
  )
  server.registerTool('fail', { description: 'Fails, and says why.', inputSchema: { why: z.string() } }, ({ why }) => ({
    content: [{ type: 'text', text: why }],
    isError: true,
  }))
  return server
}

if (process.argv[2] === 'stdio') {
  await fixture().connect(new StdioServerTransport())
} else {
  const sessions = new Map()
  const http = createServer(async (request, response) => {
    const id = request.headers['mcp-session-id']
    if (id && !sessions.has(id)) {
      response.writeHead(404).end()
      return
    }
    let transport = sessions.get(id)
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (made) => sessions.set(made, transport),
      })
      await fixture().connect(transport)
    }
    await transport.handleRequest(request, response)
  })
  http.listen(Number(process.argv[3]), '127.0.0.1')
}
