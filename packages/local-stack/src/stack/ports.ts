import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { findFreePort } from '../network/find-free-port.js';
import type { Screen } from '../terminal/screen.js';
import type { StackPaths } from './paths.js';

const schema = z.object({
  web: z.number(),
  workerHealth: z.number(),
  apiMetrics: z.number(),
  aws: z.number(),
  /** Not in files of before it was kept. */
  sandboxControl: z.number().default(0),
  kubernetes: z.tuple([z.number(), z.number(), z.number()]),
});
export type StackPorts = z.infer<typeof schema>;

const defaultPorts: StackPorts = {
  web: 7400,
  workerHealth: 7411,
  apiMetrics: 7412,
  aws: 7420,
  sandboxControl: 7421,
  kubernetes: [7431, 7432, 7433],
};

/** Free ports, for a second stack. */
const freePorts: StackPorts = {
  web: 0,
  workerHealth: 0,
  apiMetrics: 0,
  aws: 0,
  sandboxControl: 0,
  kubernetes: [0, 0, 0],
};

/**
 * Returns the ports of the last run, so that kubeconfigs and bookmarks stay valid. A port in use is
 * replaced by a free one, with a message.
 */
export async function choosePorts(
  paths: StackPaths,
  screen: Screen,
  isDefault: boolean,
): Promise<StackPorts> {
  const last = (await readPorts(paths)) ?? (isDefault ? defaultPorts : freePorts);
  const choose = async (what: string, port: number): Promise<number> => {
    const free = await findFreePort(port);
    if (port !== 0 && free !== port)
      screen.note(`Port ${port} for ${what} is in use; using ${free}.`);
    return free;
  };
  const [first, second, third] = last.kubernetes;
  const ports: StackPorts = {
    web: await choose('the dashboard', last.web),
    workerHealth: await choose('the worker’s health and metrics', last.workerHealth),
    apiMetrics: await choose('the API’s metrics', last.apiMetrics),
    aws: await choose('the simulated AWS', last.aws),
    sandboxControl: await choose('the control of the sandbox', last.sandboxControl),
    kubernetes: [
      await choose('a simulated Kubernetes', first),
      await choose('a simulated Kubernetes', second),
      await choose('a simulated Kubernetes', third),
    ],
  };
  await writeFile(paths.ports, JSON.stringify(ports, null, 2));
  return ports;
}

async function readPorts(paths: StackPaths): Promise<StackPorts | null> {
  const text = await readFile(paths.ports, 'utf8').catch(() => null);
  if (text === null) return null;
  const read = schema.safeParse(JSON.parse(text));
  return read.success ? read.data : null;
}
