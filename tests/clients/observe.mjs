// What the two TypeScript clients have in common: connect, list, call, and print what was seen as one JSON object.
// The plan is what `harness/observe.py` describes, given as the only argument.

export const plan = JSON.parse(process.argv[2]);

async function call(callTool, planned) {
    const progress = [];
    const options = planned.progress
        ? { onprogress: told => progress.push([told.progress, told.total ?? null, told.message ?? null]) }
        : {};
    try {
        const result = await callTool({ name: planned.tool, arguments: planned.arguments }, options);
        return {
            text: result.content.filter(block => block.type === 'text').map(block => block.text).join('\n'),
            structured: result.structuredContent ?? null,
            is_error: result.isError ?? false,
            progress,
        };
    } catch (error) {
        return { error: { code: error.code, message: error.message } };
    }
}

/**
 * Observes the server behind `transport`. `version` gives the protocol version that was agreed, `callTool` takes the
 * call and its options: in both the two clients differ.
 */
export async function observe(client, transport, version, callTool) {
    await client.connect(transport);
    const { tools } = await client.listTools();
    const seen = {
        version: version(),
        server: client.getServerVersion()?.name,
        tools: tools.map(tool => tool.name),
        calls: [],
    };
    for (const planned of plan.calls) {
        seen.calls.push(await call(callTool, planned));
    }
    await client.close();
    console.log(JSON.stringify(seen));
}
