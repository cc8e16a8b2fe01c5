// Code that is generated and committed (GraphQL types, the merged schema, docs/errors.md) is what its
// generator makes of the sources now.
import { execFileSync } from 'node:child_process';

const generators = [
  'npm run -s codegen -w apps/api',
  'npm run -s codegen -w apps/web',
  // The project's own Node, which reads TypeScript, also when an older one runs this.
  'node_modules/.bin/node --no-warnings tools/generate-error-docs.mjs',
];
const outputs = [
  'apps/api/schema.graphql',
  'apps/api/src/generated',
  'apps/web/src/gql',
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
