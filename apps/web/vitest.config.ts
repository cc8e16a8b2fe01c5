import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { computing, patient } from '../../tools/vitest-workers.ts';

const conditions = ['@kerf/source', 'module', 'browser', 'import', 'default'];

export default defineConfig({
  plugins: [react()],
  resolve: { conditions },
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['{src,testing}/**/*.spec.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['./testing/setup.ts'],
    css: false,
    // One jsdom for all files: building one per file costs more than the tests.
    pool: 'threads',
    isolate: false,
    ...computing,
    ...patient,
  },
});
