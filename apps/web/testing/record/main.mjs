// `npm run record`: Vite runs the TypeScript, so that imports are the same as in the specs.
import { runnerImport } from 'vite';

const { module } = await runnerImport(`${import.meta.dirname}/record.ts`, {
  resolve: { conditions: ['@kerf/source', 'import', 'module', 'node', 'default'] },
});
await module.record();
