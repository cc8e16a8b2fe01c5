import { defineConfig } from 'vitest/config';

/** The scenarios share one cluster, so they run one after the other. */
export default defineConfig({
  test: {
    name: 'conformance',
    dir: import.meta.dirname,
    include: ['scenarios/**/*.spec.ts'],
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    maxConcurrency: 12,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
