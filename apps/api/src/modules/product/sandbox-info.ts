import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const schema = z.object({
  kubeconfig: z.string(),
  awsEndpoint: z.url(),
  exerciseCluster: z.string(),
  exerciseContext: z.string(),
});

export type SandboxInfo = z.infer<typeof schema>;

/**
 * Reads the file on each call: the sandbox starts at the same time as the API and writes it when ready.
 * @returns `null` while the file does not exist
 */
export async function readSandboxInfo(path: string): Promise<SandboxInfo | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : schema.parse(JSON.parse(text));
}
