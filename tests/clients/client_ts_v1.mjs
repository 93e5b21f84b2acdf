// The official TypeScript SDK, version 1, which most installed clients are built with. It knows one mode.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { observe, plan } from './observe.mjs';

const client = new Client({ name: 'reelforge-tests', version: '1.0.0' });
const transport = plan.url
    ? new StreamableHTTPClientTransport(new URL(plan.url))
    : new StdioClientTransport({ command: plan.command[0], args: plan.command.slice(1), stderr: 'ignore' });
// The client tells its transport the version that was agreed; it has no getter of its own.
let version;
const agreed = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = value => {
    version = value;
    agreed?.(value);
};
await observe(
    client,
    transport,
    () => version,
    (call, options) => client.callTool(call, undefined, options),
);
