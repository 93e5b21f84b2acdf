// The official TypeScript client, version 2. Modes: `default` (what it does when nothing is said), `auto`, `pin`.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { observe, plan } from './observe.mjs';

const modes = { default: undefined, auto: { mode: 'auto' }, pin: { mode: { pin: '2026-07-28' } } };
const client = new Client(
    { name: 'reelforge-tests', version: '1.0.0' },
    modes[plan.mode] && { versionNegotiation: modes[plan.mode] },
);
const transport = plan.url
    ? new StreamableHTTPClientTransport(new URL(plan.url))
    : new StdioClientTransport({ command: plan.command[0], args: plan.command.slice(1), stderr: 'ignore' });
await observe(
    client,
    transport,
    () => client.getNegotiatedProtocolVersion(),
    (call, options) => client.callTool(call, options),
);
