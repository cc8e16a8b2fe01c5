// Starts the development API; Vite runs the TypeScript, so that imports are the same everywhere.
import { runnerImport } from 'vite';

const { module } = await runnerImport(`${import.meta.dirname}/serve.ts`, {
  resolve: { conditions: ['@kerf/source', 'import', 'module', 'node', 'default'] },
});
await module.serve({
  port: Number(process.env.PORT ?? 4100),
  nodes: Number(process.env.NODES ?? 0),
});
