import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { computing, patient, waiting } from './tools/vitest-workers.ts';

/** Specs run on the sources, without a build: packages export them under `@kerf/source`. */
const conditions = ['@kerf/source'];
/**
 * Vite takes graphql's `index.mjs` where Node takes `index.js`, which every library here imports; one
 * of them refuses a schema that was made with the other.
 */
const graphql = createRequire(import.meta.url).resolve('graphql');
const shared = {
  resolve: { conditions, alias: [{ find: /^graphql$/, replacement: graphql }] },
  ssr: { resolve: { conditions } },
};
/** Files share a worker's modules: no spec replaces one, and loading them took most of the time. */
const together = { isolate: false, setupFiles: ['./tools/vitest-leftovers.ts'] };
/** Scenarios keep their records in memory, or in Postgres with `KERF_RECORDS=postgres`. */
const scenarios = 'apps/worker/src/scenarios/**/!(*.db|*.slow).spec.ts';
const recordsInPostgres = process.env['KERF_RECORDS'] === 'postgres';
/** Specs of faults wait for deadlines, beside a sandbox of their own. */
const faults = 'conformance/faults/**/*.spec.ts';
const never = ['**/node_modules/**', '**/dist/**', 'apps/web/**'];

export default defineConfig({
  ...shared,
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          ...together,
          ...computing,
          ...patient,
          include: ['{packages,apps,tools,conformance}/**/*.spec.ts'],
          // The scenarios need the testbed: npm run conformance.
          exclude: [
            ...never,
            '**/*.{db,sandbox,smoke,slow}.spec.ts',
            'conformance/scenarios/**',
            faults,
            ...(recordsInPostgres ? [scenarios] : []),
          ],
        },
      },
      {
        ...shared,
        test: {
          name: 'db',
          ...together,
          ...waiting,
          ...patient,
          include: ['{packages,apps}/**/*.db.spec.ts', ...(recordsInPostgres ? [scenarios] : [])],
          exclude: never,
          globalSetup: './tools/vitest-postgres.ts',
        },
      },
      {
        ...shared,
        test: {
          name: 'sandbox',
          ...together,
          ...waiting,
          ...patient,
          include: ['{packages,apps,tools}/**/*.{sandbox,smoke,slow}.spec.ts', faults],
          exclude: never,
          globalSetup: './tools/vitest-postgres.ts',
          testTimeout: 2 * patient.testTimeout,
        },
      },
      './apps/web/vitest.config.ts',
    ],
  },
});
