// Builds the dashboard in memory and fails if a route loads too much JavaScript before it is drawn.
// With --table, prints what each route loads.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { firstLoads, mostFirstLoadBytes } from './first-loads.ts';

const root = join(import.meta.dirname, '..');
const routeTree = join(root, 'src/routes/route-tree.ts');
const routes = [...readFileSync(routeTree, 'utf8').matchAll(/import\('([^']+)\.js'\)/g)].map(
  ([, path = '']) => join(dirname(routeTree), `${path}.tsx`),
);
const built = await build({ root, logLevel: 'error', build: { write: false } });
const output = 'output' in built ? built.output : [];
const loads = firstLoads(
  output.flatMap((file) => (file.type === 'chunk' ? [file] : [])),
  routes,
);
const { values } = parseArgs({ options: { table: { type: 'boolean', default: false } } });
if (values.table) {
  for (const { route, bytes } of loads)
    console.log(`${kilobytes(bytes)}  ${relative(root, route)}`);
}
const tooLarge = loads.filter(({ bytes }) => bytes > mostFirstLoadBytes);
for (const { route, bytes, files } of tooLarge) {
  console.error(
    `${relative(root, route)} loads ${kilobytes(bytes)} of JavaScript (gzip), at most ${kilobytes(mostFirstLoadBytes)}. Import what it does not show at first with lazy(). Its largest files:`,
  );
  for (const file of files.slice(0, 8)) console.error(`  ${kilobytes(file.bytes)}  ${file.name}`);
}
process.exitCode = tooLarge.length === 0 && loads.length > 0 ? 0 : 1;

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
