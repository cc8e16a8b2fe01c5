import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { graphqlBaseline, openApiBaseline } from './api-baseline.js';

// Makes the API of a release the one that later changes are compared with: `npm run baseline -w apps/api`.

const api = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, api), 'utf8');
const write = (path: string, text: string): void =>
  writeFileSync(new URL(`baseline/${path}`, api), text);

const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
const { release } = z
  .object({ release: z.string() })
  .parse(JSON.parse(read('baseline/release.json')));

if (release === version) {
  process.stderr.write(
    `The baseline is the API of release ${release}, which changes no more. A new release has another "version" in apps/api/package.json.\n`,
  );
  process.exit(1);
}
write('openapi.json', openApiBaseline(JSON.parse(read('openapi.json'))));
write('schema.graphql', graphqlBaseline(read('schema.graphql')));
write('release.json', `${JSON.stringify({ release: version })}\n`);
write('accepted-breaks.json', '{ "rest": [], "graphql": [] }\n');
