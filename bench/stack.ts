import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The contents of the `run.json` that a stack writes; see `packages/local-stack`. */
export interface RunInfo {
  readonly url: string;
  readonly apiToken: string;
  readonly kubeconfig: string;
  readonly awsEndpoint: string;
  readonly sandboxControl: string;
  /** Addresses of the metrics: the API, then the worker. */
  readonly metrics: readonly string[];
  readonly clusters: readonly { readonly name: string; readonly context: string }[];
}

export interface RunningStack {
  readonly info: RunInfo;
  readonly folder: string;
  stop(): Promise<void>;
}

const root = new URL('..', import.meta.url).pathname;
const startTimeoutMs = 300_000;
/** A fleet of some size is opened when all its nodes are ready. */
const fleetTimeoutMs = 1_800_000;

/**
 * Starts the product as `npm start` does, with its own data and ports.
 * @param sandboxArgs options of the sandbox
 * @param env further variables of the environment
 */
export async function startStack(
  folder: string,
  sandboxArgs: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<RunningStack> {
  const cli = 'packages/local-stack/dist/cli.js';
  const child = spawn(process.execPath, [cli, 'start', ...sandboxArgs], {
    cwd: root,
    env: { ...process.env, ...env, KERF_DATA_DIR: folder },
    stdio: 'ignore',
  });
  const isOfSize = sandboxArgs.includes('--fleet');
  const info = await readRunInfo(folder, child, isOfSize ? fleetTimeoutMs : startTimeoutMs);
  return {
    info,
    folder,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Calls `use` with an empty folder for `startStack`, and removes the folder afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readRunInfo(
  folder: string,
  child: ChildProcess,
  timeoutMs: number,
): Promise<RunInfo> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(20)) {
    if (child.exitCode !== null) {
      throw new Error(`the stack ended with ${child.exitCode}; its logs: ${folder}/logs`);
    }
    const text = await readFile(join(folder, 'run.json'), 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text);
  }
  throw new Error(`the stack did not start within ${timeoutMs / 1000} s`);
}

/** The `info.json` of the sandbox: credentials of the control plane, and the roles of the clusters. */
export interface SandboxInfo {
  readonly hub: {
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  readonly clusters: readonly {
    readonly name: string;
    readonly region: string;
    readonly roleArn: string;
  }[];
}

export async function readSandboxInfo(folder: string): Promise<SandboxInfo> {
  return JSON.parse(await readFile(join(folder, 'sandbox', 'info.json'), 'utf8'));
}
