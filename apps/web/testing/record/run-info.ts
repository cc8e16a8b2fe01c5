import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../../../..');

const runInfo = z.object({
  url: z.string(),
  signInUrl: z.string(),
  kubeconfig: z.string(),
  sandboxControl: z.string(),
});

/** Addresses of the running stack, as `npm start` writes them for scripts. */
export type RunInfo = z.infer<typeof runInfo>;

/** Reads `run.json` of the stack in `KERF_DATA_DIR`, or of the usual one. Throws if none runs. */
export function readRunInfo(): RunInfo {
  const folder = resolve(root, process.env['KERF_DATA_DIR'] ?? '.kerf');
  return runInfo.parse(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')));
}
