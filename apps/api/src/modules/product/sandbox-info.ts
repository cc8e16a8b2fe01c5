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
 * Read each time: the sandbox is started beside the API and writes the file when it is up.
 * @returns `null` while there is no such file
 */
export async function readSandboxInfo(path: string): Promise<SandboxInfo | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : schema.parse(JSON.parse(text));
}
