import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kerf/core';
import { z } from 'zod';

const schema = z.object({
  awsEndpoint: z.string(),
  /** Credentials and region of the account that Kerf itself runs in. */
  hub: z.object({
    region: z.string(),
    accessKeyId: z.string(),
    secretAccessKey: z.string(),
  }),
  kubeconfig: z.string(),
  /** Path of a configuration file for the AWS CLI. */
  awsConfig: z.string(),
  /** URL of the control API. */
  sandboxControl: z.string(),
  clusters: z.array(
    z.object({
      name: z.string(),
      context: z.string(),
      awsProfile: z.string(),
      mode: z.enum(['observe', 'approve', 'auto']),
    }),
  ),
  exercise: z.object({ cluster: z.string(), context: z.string() }),
});
/** The file that the sandbox writes when it is ready. */
export type SandboxInfo = z.infer<typeof schema>;

/** @throws CONFIG.INVALID if the sandbox is not ready in time */
export async function waitForSandbox(file: string, timeoutMs: number): Promise<SandboxInfo> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) return schema.parse(JSON.parse(text));
    if (Date.now() > deadline) {
      throw new AppError({
        code: 'CONFIG.INVALID',
        message: `The sandbox was not ready within ${timeoutMs / 1000} s. See .kerf/logs/sandbox.log.`,
      });
    }
    await sleep(100);
  }
}
