import { defineConfig } from 'vitest/config';

/** Specs run on the sources, without a build: packages export them under `@kerf/source`. */
const conditions = ['@kerf/source', 'import', 'module', 'default'];
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
};

export default defineConfig({
  ...shared,
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/**/*.spec.ts'],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            'apps/web/**',
            '**/*.db.spec.ts',
            '**/*.slow.spec.ts',
          ],
        },
      },
    ],
  },
});
