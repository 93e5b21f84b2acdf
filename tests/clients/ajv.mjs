// Compiles every schema of a file `{name: schema}` with Ajv in strict mode, which refuses unknown keywords and formats.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const schemas = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let failed = 0;
for (const [name, schema] of Object.entries(schemas)) {
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    addFormats.default(ajv);
    try {
        ajv.compile(schema);
    } catch (error) {
        failed += 1;
        console.log(`${name}: ${error.message}`);
    }
}
process.exit(failed ? 1 : 0);
