// Checks that committed generated files (GraphQL types, the merged schema, the OpenAPI document and its client, docs/errors.md) are up to
// date: it generates them again and fails if one changes.
import { execFileSync } from 'node:child_process';

const generators = [
  'npm run -s codegen -w apps/api',
  'npm run -s codegen -w apps/web',
  'npm run -s openapi -w apps/api',
  'npm run -s codegen -w packages/client > /dev/null',
  // The project's Node, which can run TypeScript; this script may run on an older one.
  'node_modules/.bin/node --no-warnings tools/generate-error-docs.mjs',
];
const outputs = [
  'apps/api/schema.graphql',
  'apps/api/src/generated',
  'apps/web/src/gql',
  'apps/api/openapi.json',
  'packages/client/src/generated',
  'docs/errors.md',
];
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' });

const before = git('status', '--porcelain', '--', ...outputs) + git('diff', '--', ...outputs);
for (const generator of generators) execFileSync(generator, { shell: true, stdio: 'inherit' });
const after = git('status', '--porcelain', '--', ...outputs) + git('diff', '--', ...outputs);
if (before !== after) {
  console.error(
    `generated code was out of date; commit what changed:\n${git('status', '--short', '--', ...outputs)}`,
  );
  process.exit(1);
}
