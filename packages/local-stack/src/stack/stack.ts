import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@kerf/core';
import { z } from 'zod';
import { Child } from '../process/child.js';
import { waitForUrl, withTimeout } from '../process/wait.js';
import type { Screen } from '../terminal/screen.js';
import { ApiClient, runAdminCommand } from './api-client.js';
import type { StackPaths } from './paths.js';
import { choosePorts, type StackPorts } from './ports.js';
import { openPrivateFolder } from './private-folder.js';
import { readSecretKey } from './read-secret-key.js';
import { type SandboxInfo, waitForSandbox } from './sandbox-info.js';
import { waitUntilServed } from './served-clusters.js';

export interface StackOptions {
  readonly paths: StackPaths;
  readonly screen: Screen;
  /** Use the ports of the README if they are free; otherwise free ports. */
  readonly hasDefaultPorts: boolean;
  /** Restart processes when their files change. */
  readonly watch: boolean;
  /** Arguments for the sandbox, e.g. `--seed 7`. */
  readonly sandboxArgs: readonly string[];
  /** URL of a Postgres to use instead of the embedded one. */
  readonly databaseUrl: string | null;
}

/** Content of `.kerf/run.json`, for scripts and tests. */
export interface RunInfo {
  readonly url: string;
  readonly signInUrl: string;
  readonly apiToken: string;
  readonly kubeconfig: string;
  readonly awsEndpoint: string;
  /** Configuration file of the AWS CLI with a profile for each cluster. */
  readonly awsConfig: string;
  readonly sandboxControl: string;
  /** URLs of the metrics. */
  readonly metrics: readonly string[];
  readonly clusters: readonly {
    readonly name: string;
    readonly context: string;
    readonly awsProfile: string;
    readonly mode: string;
  }[];
  readonly pids: Readonly<Record<string, number>>;
}

const readyTimeoutMs = 90_000;
/** On a busy machine, the first lists of the clusters take a minute. */
const servedTimeoutMs = 180_000;
/** A fleet of some size is opened when all its nodes and pods are ready. */
const fleetTimeoutMs = 1_800_000;

/**
 * V8 lets the young generation of a heap grow to 96 MiB or more, and collects the old generation the
 * later, the larger it may become. The sample fleet of the sandbox needs a quarter of this limit.
 */
const smallHeapMiB = 512;
/** `KERF_STACK_HEAP_MB` raises the limit for a larger fleet, all of which one process simulates. */
const sandboxHeapMiB = Number(process.env['KERF_STACK_HEAP_MB'] ?? smallHeapMiB);
/** The worker keeps a part of what the sandbox simulates; near its limit V8 collects all the time. */
const workerHeapMiB = Math.max(smallHeapMiB, Math.ceil(sandboxHeapMiB / 4));
const heapsMiB: ReadonlyMap<string, number> = new Map([
  ['sandbox', sandboxHeapMiB],
  ['worker', workerHeapMiB],
]);

const heapOf = (name: string): readonly string[] => heapOptions(heapsMiB.get(name) ?? smallHeapMiB);

function heapOptions(maxMiB: number): readonly string[] {
  // Objects that outlive the young generation are collected with the whole heap.
  const semiSpaceMiB = Math.ceil(maxMiB / 64);
  return [`--max-semi-space-size=${semiSpaceMiB}`, `--max-old-space-size=${maxMiB}`];
}

/** By default, glibc keeps freed memory in eight arenas per core, and returns little of it. */
const smallMalloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/** The message of the Postgres process when it accepts connections. */
const postgresReady = z.object({
  kind: z.literal('ready'),
  url: z.string(),
  note: z.string().nullable(),
});

/**
 * All processes of the product on one machine, started in the order of their dependencies and
 * stopped in reverse.
 */
export class Stack {
  readonly #options: StackOptions;
  readonly #children: { readonly name: string; readonly child: Child }[] = [];
  readonly #failure = Promise.withResolvers<never>();
  #info: RunInfo | null = null;
  #stopping = false;

  constructor(options: StackOptions) {
    this.#options = options;
    // Prevents an unhandled rejection if the promise is not awaited yet.
    this.#failure.promise.catch(() => undefined);
  }

  /** Rejects if a process fails permanently. */
  get failure(): Promise<never> {
    return this.#failure.promise;
  }

  /** @throws CONFIG.INVALID if a process fails permanently */
  start(): Promise<RunInfo> {
    return Promise.race([this.#start(), this.failure]);
  }

  async stop(): Promise<void> {
    const { paths } = this.#options;
    this.#stopping = true;
    for (const { child } of this.#children.toReversed()) await child.stop();
    await rm(paths.run, { force: true });
  }

  async #start(): Promise<RunInfo> {
    const { paths, screen, hasDefaultPorts } = this.#options;
    await openPrivateFolder(paths);
    const secretKey = await readSecretKey(paths.secretKey);
    const ports = await choosePorts(paths, screen, hasDefaultPorts);
    const [databaseUrl, sandbox] = await Promise.all([
      screen.step('Postgres', () => this.#startDatabase()),
      screen.step('Sandbox fleet', () => this.#startSandbox(ports)),
    ]);
    const url = `http://127.0.0.1:${ports.web}`;
    await this.#writeApiFile(sandbox);
    const env = {
      ...this.#environment(databaseUrl, ports, sandbox),
      KERF_SECRET_KEY: secretKey,
    };
    const api = new ApiClient({ url, cli: this.#adminCli, env });
    await screen.step('API', () => this.#startApi(url, env));
    const apiToken = await this.#token(api);
    await screen.step('Worker', () => this.#startWorker(ports, env));
    const registered = await api.registerClusters(paths.sandboxInfo);
    if (registered > 0) screen.note(`Registered ${registered} sandbox clusters`);
    const workerUrl = `http://127.0.0.1:${ports.workerHealth}/readyz`;
    const waiting = await screen.step('Clusters', () =>
      waitUntilServed({
        url,
        apiToken,
        workerUrl,
        sandboxClusters: sandbox.clusters.map(({ name }) => name),
        timeoutMs: servedTimeoutMs,
      }),
    );
    if (waiting.length > 0) {
      screen.note(`Not served yet: ${waiting.join(', ')}. The dashboard says why, under Clusters.`);
    }
    await copyFile(sandbox.kubeconfig, paths.kubeconfig);
    await copyFile(sandbox.awsConfig, paths.awsConfig);
    if (this.#options.watch) this.#startCompilers();
    const info: RunInfo = {
      url,
      signInUrl: await api.signInLink(),
      apiToken,
      kubeconfig: paths.kubeconfig,
      awsEndpoint: sandbox.awsEndpoint,
      awsConfig: paths.awsConfig,
      sandboxControl: sandbox.sandboxControl,
      metrics: [ports.apiMetrics, ports.workerHealth].map(
        (port) => `http://127.0.0.1:${port}/metrics`,
      ),
      clusters: sandbox.clusters.map(({ name, context, awsProfile, mode }) => ({
        name,
        context,
        awsProfile,
        mode,
      })),
      pids: this.#pids(),
    };
    this.#info = info;
    await this.#writeRun(info);
    return info;
  }

  /** Returns the URL of a database with the tables of this version. */
  async #startDatabase(): Promise<string> {
    const url = this.#options.databaseUrl ?? (await this.#startPostgres());
    const env = { DATABASE_URL: url, KERF_MIGRATIONS: this.#migrations };
    await runAdminCommand({ cli: this.#adminCli, env }, 'migrate');
    return url;
  }

  async #startPostgres(): Promise<string> {
    const { paths, screen } = this.#options;
    const ready = Promise.withResolvers<string>();
    this.#spawn('postgres', {
      script: this.#file('packages/local-stack/dist/postgres/postgres-host.js'),
      args: [paths.postgres],
      isQuiet: true,
      onMessage: (message) => {
        const { url, note } = postgresReady.parse(message);
        if (note !== null) screen.note(note);
        ready.resolve(url);
      },
    });
    return withTimeout(readyTimeoutMs, ready.promise, `Postgres; see ${paths.logs}/postgres.log`);
  }

  async #startSandbox(ports: StackPorts): Promise<SandboxInfo> {
    const { paths, sandboxArgs } = this.#options;
    await rm(paths.sandboxInfo, { force: true });
    this.#spawn('sandbox', {
      script: this.#file('packages/sandbox/dist/cli.js'),
      args: [
        'serve',
        '--state',
        paths.sandbox,
        '--aws-port',
        String(ports.aws),
        '--control-port',
        String(ports.sandboxControl),
        '--kubernetes-ports',
        ports.kubernetes.join(','),
        '--manifests',
        this.#file('deploy/crds'),
        '--manifests',
        this.#file('deploy/rbac'),
        '--iam',
        this.#file('deploy/iam'),
        ...sandboxArgs,
      ],
    });
    const isOfSize = sandboxArgs.includes('--fleet');
    return waitForSandbox(paths.sandboxInfo, isOfSize ? fleetTimeoutMs : readyTimeoutMs);
  }

  async #startApi(url: string, env: Readonly<Record<string, string>>): Promise<void> {
    this.#spawn('api', { script: this.#program('api'), env });
    await waitForUrl(`${url}/readyz`, readyTimeoutMs);
  }

  async #startWorker(ports: StackPorts, env: Readonly<Record<string, string>>): Promise<void> {
    this.#spawn('worker', { script: this.#program('worker'), env });
    await waitForUrl(`http://127.0.0.1:${ports.workerHealth}/readyz`, readyTimeoutMs);
  }

  /**
   * Watched processes restart when the compilers write files; the API serves the files of the
   * dashboard from disk.
   */
  #startCompilers(): void {
    const modules = this.#file('node_modules');
    this.#spawn('tsc', {
      script: join(modules, 'typescript/bin/tsc'),
      args: ['-b', '--watch', '--preserveWatchOutput'],
      isCompiler: true,
    });
    this.#spawn('vite', {
      script: join(modules, 'vite/bin/vite.js'),
      args: ['build', 'apps/web', '--watch'],
      isCompiler: true,
    });
  }

  /** Writes the data for the dashboard's sandbox banner; in production the file does not exist. */
  async #writeApiFile({ awsEndpoint, exercise }: SandboxInfo): Promise<void> {
    const { apiSandbox, kubeconfig } = this.#options.paths;
    const { cluster: exerciseCluster, context: exerciseContext } = exercise;
    await writeFile(
      apiSandbox,
      JSON.stringify({ kubeconfig, awsEndpoint, exerciseCluster, exerciseContext }),
    );
  }

  #environment(
    databaseUrl: string,
    ports: StackPorts,
    { hub, awsEndpoint, sandboxControl }: SandboxInfo,
  ): Readonly<Record<string, string>> {
    return {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      KERF_MIGRATIONS: this.#migrations,
      KERF_API_PORT: String(ports.web),
      KERF_METRICS_PORT: String(ports.apiMetrics),
      KERF_PUBLIC_URL: `http://127.0.0.1:${ports.web}`,
      KERF_WEB_DIST: this.#file('apps/web/dist'),
      KERF_SANDBOX_INFO: this.#options.paths.apiSandbox,
      KERF_AUDIT_KEY_FILE: this.#options.paths.auditKey,
      KERF_SANDBOX_CONTROL_URL: sandboxControl,
      KERF_WORKER_ID: 'npm-start',
      // Address of the sandbox's API servers.
      KERF_ALLOWED_CLUSTER_ENDPOINTS: '127.0.0.1',
      // Receivers of notifications on this machine.
      KERF_ALLOWED_NOTIFICATION_TARGETS: '127.0.0.1',
      KERF_WORKER_HEALTH_PORT: String(ports.workerHealth),
      // The AWS SDK is configured by its own settings, so the product does not know about the
      // sandbox.
      AWS_ENDPOINT_URL: awsEndpoint,
      AWS_REGION: hub.region,
      AWS_ACCESS_KEY_ID: hub.accessKeyId,
      AWS_SECRET_ACCESS_KEY: hub.secretAccessKey,
    };
  }

  #spawn(
    name: string,
    process: {
      readonly script: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly isCompiler?: boolean;
      readonly isQuiet?: boolean;
      readonly onMessage?: (message: unknown) => void;
    },
  ): void {
    if (this.#stopping) return;
    const { paths, screen, watch } = this.#options;
    const { isCompiler = false, env = {}, ...rest } = process;
    const child = new Child({
      isQuiet: false,
      ...rest,
      env: { ...smallMalloc, ...env },
      nodeArgs: isCompiler ? [] : heapOf(name),
      name,
      screen,
      watch: watch && name !== 'postgres' && !isCompiler,
      logFolder: paths.logs,
      onRestart: () => void this.#rewritePids(),
      onFinalFailure: (reason) =>
        this.#failure.reject(
          new AppError({ code: 'CONFIG.INVALID', message: `${name}: ${reason}` }),
        ),
    });
    this.#children.push({ name, child });
    child.start();
  }

  #pids(): Readonly<Record<string, number>> {
    const pids = this.#children.flatMap(({ name, child }) =>
      child.pid === null ? [] : [[name, child.pid] as const],
    );
    return { supervisor: process.pid, ...Object.fromEntries(pids) };
  }

  async #rewritePids(): Promise<void> {
    if (this.#info !== null) await this.#writeRun({ ...this.#info, pids: this.#pids() });
  }

  async #writeRun(info: RunInfo): Promise<void> {
    // Renamed when complete, because other processes read it. It contains secrets.
    const { run } = this.#options.paths;
    await writeFile(`${run}.new`, JSON.stringify(info, null, 2), { mode: 0o600 });
    await rename(`${run}.new`, run);
  }

  async #token(api: ApiClient): Promise<string> {
    const { token: file } = this.#options.paths;
    const last = await readFile(file, 'utf8').catch(() => null);
    const token = await api.token(last);
    if (token !== last) await writeFile(file, token, { mode: 0o600 });
    return token;
  }

  /** The compilers do not write the bundle. */
  #program(app: 'api' | 'worker'): string {
    return this.#file(`apps/${app}/${this.#built}/main.js`);
  }

  get #adminCli(): string {
    return this.#file(`apps/api/${this.#built}/cli.js`);
  }

  /** Compilers that watch write modules only. */
  get #built(): 'dist' | 'bundle' {
    return this.#options.watch ? 'dist' : 'bundle';
  }

  get #migrations(): string {
    return this.#file('prisma/migrations');
  }

  #file(path: string): string {
    return join(this.#options.paths.root, path);
  }
}
