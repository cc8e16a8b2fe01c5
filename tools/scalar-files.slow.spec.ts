import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

/**
 * The files that a newcomer writes to add the scalar `inspectedAt` to NodeClaim: stored, read, and shown in
 * REST, GraphQL and the dashboard. Each has the text before the new one; a file without one is new.
 */
const edits: readonly { readonly file: string; readonly after?: string; readonly add: string }[] = [
  {
    file: 'packages/application/src/domain/node-claim/node-claim.ts',
    after: '  readonly terminatedAt: Instant | null;\n',
    add: '  readonly inspectedAt: Instant | null;\n',
  },
  {
    // The same file: the value of a new NodeClaim.
    file: 'packages/application/src/domain/node-claim/node-claim.ts',
    after: '  terminatedAt: null,\n',
    add: '  inspectedAt: null,\n',
  },
  {
    file: 'prisma/schema/node-claim.prisma',
    after: '  terminatedAt   DateTime? @map("terminated_at") @db.Timestamptz(3)\n',
    add: '  inspectedAt    DateTime? @map("inspected_at") @db.Timestamptz(3)\n',
  },
  {
    file: 'prisma/migrations/9999_inspected-claims/migration.sql',
    add: 'ALTER TABLE "node_claims" ADD COLUMN "inspected_at" TIMESTAMPTZ(3);\n',
  },
  {
    file: 'packages/db/src/tables/node-claims.ts',
    after: '    terminatedAt: instant.nullable(),\n',
    add: '    inspectedAt: instant.nullable(),\n',
  },
  {
    file: 'apps/api/src/modules/node-claim/node-claim.graphql',
    after: '  terminatedAt: DateTime\n',
    add: '  inspectedAt: DateTime\n',
  },
  {
    file: 'apps/web/src/features/node-claims/node-claims.graphql',
    after: '  terminatedAt\n',
    add: '  inspectedAt\n',
  },
  {
    file: 'apps/web/src/features/node-claims/node-claim-sections.tsx',
    after: "            ['Initialized', timeOf(claim.initializedAt)],\n",
    add: "            ['Inspected', timeOf(claim.inspectedAt)],\n",
  },
];

/** Stores, changes and reads a NodeClaim in the scratch copy, as its REST and GraphQL do. */
const probe = `
import { NodeClaimQueries, createPrismaStore, openFreshDatabase } from '@kerf/db';
import { aCluster, aNodeClaimRecord } from '@kerf/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { NodeClaim } from './generated/schema-types.js';
import { nodeClaimResource, toNodeClaimView } from './modules/node-claim/node-claim.contract.js';

it('stores, changes and shows inspectedAt', async () => {
  const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
  const database = await openFreshDatabase(process.env['PROBE_DATABASE'] ?? '', migrations);
  const store = createPrismaStore(database);
  await store.clusters.insert(aCluster({ id: 'clu_1', name: 'prod' }));
  const claim = aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_1', inspectedAt: 1_000 });
  await store.nodeClaims.insert([claim, aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_2' })]);
  expect(await store.nodeClaims.find('ncl_1')).toEqual(claim);
  await store.nodeClaims.save({ ...claim, inspectedAt: 2_000 });
  expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ inspectedAt: 2_000, version: 2 });
  const summaries = await new NodeClaimQueries(database.pool).byIds(['ncl_1', 'ncl_2']);
  const shown = summaries.map(toNodeClaimView);
  const ofGraphql: readonly Pick<NodeClaim, 'inspectedAt'>[] = shown;
  expect(ofGraphql.map(({ inspectedAt }) => inspectedAt).sort()).toEqual([2_000, null]);
  const ofRest = shown.map((view) => z.encode(nodeClaimResource, { ...view, failures: [] }));
  expect(ofRest.map(({ inspectedAt }) => inspectedAt).sort()).toEqual([
    '1970-01-01T00:00:02.000Z',
    null,
  ]);
  await database.close();
});
`;

/** It generates and compiles for a minute or two. */
const isAsked = process.env['KERF_SCALAR'] === 'all';
if (!isAsked) {
  process.stdout.write(
    'scalar-files.slow.spec.ts is skipped: it runs with KERF_SCALAR=all, as in .ci/run\n',
  );
}

const root = new URL('..', import.meta.url).pathname;
const scratch = mkdtempSync(join(tmpdir(), 'kerf-scalar-'));
const isCopied = (path: string): boolean =>
  !/\/(node_modules|dist|bundle|testing\/recorded)$|\.spec\.tsx?$/.test(path);

/** Copies the sources. Packages of the copy are found before those of the original. */
function copySources(): void {
  for (const part of ['packages', 'apps/api', 'apps/web', 'prisma', 'prisma.config.ts']) {
    cpSync(join(root, part), join(scratch, part), { recursive: true, filter: isCopied });
  }
  for (const file of ['package.json', 'tsconfig.base.json']) {
    cpSync(join(root, file), join(scratch, file));
  }
  link(root, scratch);
  link(join(root, 'apps/api'), join(scratch, 'apps/api'));
}

/** Links the installed packages, except those of this repository, which are the copies. */
function link(from: string, to: string): void {
  mkdirSync(join(to, 'node_modules/@kerf'), { recursive: true });
  for (const name of readdirSync(join(from, 'node_modules'))) {
    if (name === '@kerf' || name.startsWith('.vite')) continue;
    symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name));
  }
  if (from !== root) return;
  for (const name of readdirSync(join(root, 'packages'))) {
    symlinkSync(join(scratch, 'packages', name), join(to, 'node_modules/@kerf', name));
  }
}

function write({ file, after, add }: (typeof edits)[number]): void {
  const path = join(scratch, file);
  mkdirSync(join(path, '..'), { recursive: true });
  const before = after === undefined ? '' : readFileSync(path, 'utf8');
  if (after !== undefined) expect(before.split(after), `${file} has the text once`).toHaveLength(2);
  writeFileSync(path, after === undefined ? add : before.replace(after, `${after}${add}`));
}

/** Runs a tool of the repository in the scratch copy. Returns its output if it fails, else nothing. */
function failureOf(folder: string, tool: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', tool), args, {
    cwd: join(scratch, folder),
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
      PROBE_DATABASE: inject('databaseUrl'),
    },
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}\n${stderr}`;
}

/** Writes what the generators make of the schemas. */
function generate(): void {
  expect(failureOf('.', 'prisma', 'generate')).toBe('');
  for (const app of ['apps/api', 'apps/web']) {
    expect(failureOf(app, 'graphql-codegen', '--config', 'codegen.config.ts')).toBe('');
  }
}

beforeAll(() => {
  if (!isAsked) return;
  copySources();
  for (const edit of edits) write(edit);
  writeFileSync(join(scratch, 'apps/api/src/probe.spec.ts'), probe);
  writeFileSync(
    join(scratch, 'vitest.config.ts'),
    `const conditions = ['@kerf/source'];
export default { resolve: { conditions }, ssr: { resolve: { conditions } } };`,
  );
  writeFileSync(
    join(scratch, 'tsconfig.json'),
    JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions: {
        composite: false,
        declaration: false,
        declarationMap: false,
        noEmit: true,
        customConditions: ['@kerf/source'],
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
      },
      include: ['apps/api/src', 'packages/{application,db,testing}/src'],
    }),
  );
  generate();
}, 300_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.runIf(isAsked)('a scalar of NodeClaim', () => {
  it('takes at most seven files, which CONTRIBUTING.md lists', () => {
    const files = [...new Set(edits.map(({ file }) => file))];
    expect(files.length).toBeLessThanOrEqual(7);
    const [, section = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(
      '### Add a scalar to NodeClaim',
    );
    const [table = ''] = section.split('\n### ');
    const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)];
    expect(listed.map(([, file]) => file)).toEqual(
      files.map((file) => file.replace('9999_inspected-claims', '<number>_<topic>')),
    );
  });

  it('compiles in the API, the stores and the records of specs', { timeout: 600_000 }, () => {
    expect(failureOf('.', 'tsc', '-p', '.')).toBe('');
  });

  it('is stored, read, and shown in REST and GraphQL', { timeout: 300_000 }, () => {
    // All migrations run in it, which takes longer than a unit test on a busy machine.
    const run = ['apps/api/src/probe.spec.ts', '--testTimeout=120000'];
    expect(failureOf('.', 'vitest', 'run', ...run)).toBe('');
  });

  it('is requested by the dashboard', () => {
    const requested = readFileSync(join(scratch, 'apps/web/src/gql/graphql.ts'), 'utf8');
    expect(requested).toMatch(/inspectedAt: string \| null/);
  });
});
