// Writes the generated documents that are committed, because people and clients read and compare them: the merged
// schema, the OpenAPI document, docs/errors.md, and what is stored as JSON. Other code that is generated is built:
// `npm run codegen`.
import { execFileSync } from 'node:child_process';

export const documents = [
  'apps/api/schema.graphql',
  'apps/api/openapi.json',
  'docs/errors.md',
  'packages/db/src/json/generated/stored-schemas.ts',
];

export function generateDocuments() {
  const commands = [
    'node_modules/.bin/node --no-warnings tools/generate-stored-schemas.ts',
    // With the types, because the dashboard's are generated from the schema.
    'npm run -s codegen',
    'npm run -s openapi -w apps/api',
    // The project's Node, which can run TypeScript; this script may run on an older one.
    'node_modules/.bin/node --no-warnings tools/generate-error-docs.mjs',
  ];
  for (const command of commands) execFileSync(command, { shell: true, stdio: 'inherit' });
}

if (process.argv[1] === import.meta.filename) generateDocuments();
