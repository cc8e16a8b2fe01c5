// `npm run check`: runs all checks and prints the duration of each and all failures. The page tests of
// the dashboard take longer than all checks together, so they are part of `npm test` only.
// `--no-tests`: without the unit tests, for those who have just run `npm test`.
import { spawn } from 'node:child_process';
import { parseArgs, styleText } from 'node:util';

const unitTests = 'Unit tests';
const checks = {
  'Format and imports': 'biome check --error-on-warnings .',
  'Type-aware lint': 'oxlint --type-aware --deny-warnings .',
  Types: 'tsc -b',
  'Types of specs': 'tsc -p tsconfig.specs.json',
  'Types of the dashboard': 'npm run -s typecheck -w apps/web',
  'Generated documents are up to date': 'node tools/check-generated.mjs',
  'OpenAPI document': 'node tools/lint-openapi.mjs',
  'Type predicates test what they claim': 'node --no-warnings tools/check-type-predicates.ts',
  'Private members are #private': 'node --no-warnings tools/check-private-members.ts',
  'Exports have doc comments': 'node --no-warnings tools/check-doc-comments.ts',
  'Import boundaries': 'node tools/check-boundaries.mjs --prove',
  'First load of the dashboard': 'npm run -s first-load -w apps/web',
  'Dead code': 'knip --no-progress',
  [unitTests]: 'vitest run --project unit --reporter=dot',
};
// The other commands read the output of these.
const first = ['npm run -s codegen'];

for (const command of first) await run(command);
const failed = [];
const began = Date.now();
// Two run at a time, in the order above, because CI has two cores.
const { values } = parseArgs({ options: { 'no-tests': { type: 'boolean', default: false } } });
const queue = Object.entries(checks).filter(
  ([name]) => !(values['no-tests'] && name === unitTests),
);
await Promise.all([worker(), worker()]);
console.log(
  `${failed.length === 0 ? 'all good' : `failed: ${failed.join(', ')}`} in ${seconds(began)}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function worker() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, command] = next;
    const from = Date.now();
    const { code, output } = await run(command);
    const mark = code === 0 ? styleText('green', 'ok  ') : styleText('red', 'FAIL');
    console.log(`${mark} ${name} (${seconds(from)})`);
    if (code === 0) continue;
    failed.push(name);
    console.log(output);
  }
}

function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function seconds(from) {
  return `${((Date.now() - from) / 1000).toFixed(1)} s`;
}
