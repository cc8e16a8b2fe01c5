import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort, type RunningPostgres, startEmbeddedPostgres } from '@kerf/local-stack';
import { accessKeys, accountId, region } from './aws/settings.ts';
import { readImageEnvironment } from './image-environment.ts';
import { type GuideVariables, readInstallScript } from './install-guide.ts';
import { Program, responds } from './process.ts';

const run = promisify(execFile);
export const root = fileURLToPath(new URL('../..', import.meta.url));
const node = process.execPath;

export interface ProductOptions {
  /** Empty folder for data and logs. */
  readonly folder: string;
  readonly awsUrl: string;
}

export interface Installation {
  readonly clusterName: string;
  readonly mode: 'OBSERVE' | 'APPROVE' | 'AUTO';
  readonly kubeconfig: string;
  /** Default: true. */
  readonly withCrds?: boolean;
}

/** API and workers as in production: Postgres stores the records, Redis the jobs. */
export class Product {
  readonly #options: ProductOptions;
  readonly #postgres: RunningPostgres;
  readonly #redis: Program;
  readonly #env: Readonly<Record<string, string>>;
  readonly #workers = new Map<string, Program>();
  readonly #api: Program;
  readonly url: string;
  #token = '';

  static async start(options: ProductOptions): Promise<Product> {
    const { folder } = options;
    await mkdir(join(folder, 'redis'), { recursive: true });
    const postgres = await startEmbeddedPostgres({
      folder: join(folder, 'postgres'),
      durable: true,
    });
    const redisPort = await findFreePort();
    const redis = startRedis(folder, redisPort);
    const apiPort = await findFreePort();
    const env = {
      ...(await readImageEnvironment(join(root, 'Dockerfile'))),
      DATABASE_URL: postgres.url,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      KERF_MIGRATIONS: join(root, 'prisma/migrations'),
      KERF_API_PORT: String(apiPort),
      KERF_METRICS_PORT: String(await findFreePort()),
      KERF_PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
      KERF_WEB_DIST: join(root, 'apps/web/dist'),
      // The API server of the testbed has a private address; see deploy/README.md.
      KERF_ALLOWED_CLUSTER_ENDPOINTS: '127.0.0.0/8',
      // Suites kill their workers again and again.
      KERF_SUSPECT_AFTER_DEATHS: '1000000',
      AWS_ENDPOINT_URL: options.awsUrl,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeys.product,
      AWS_SECRET_ACCESS_KEY: 'testbed',
      AWS_EC2_METADATA_DISABLED: 'true',
    };
    const admin = [join(root, 'apps/api/dist/cli.js')];
    await run(node, [...admin, 'migrate'], { env: { ...process.env, ...env } });
    const api = new Program({
      name: 'api',
      command: node,
      args: [join(root, 'apps/api/bundle/main.js')],
      env,
      logFile: join(folder, 'api.log'),
    });
    const product = new Product(options, { postgres, redis, api, env });
    await api.ready(() => responds(`${product.url}/readyz`));
    const words = ['create-token', '--name', 'conformance', '--role', 'admin', '--days', '1'];
    const { stdout } = await run(node, [...admin, ...words], { env: { ...process.env, ...env } });
    product.#token = stdout.trim();
    return product;
  }

  private constructor(
    options: ProductOptions,
    parts: {
      readonly postgres: RunningPostgres;
      readonly redis: Program;
      readonly api: Program;
      readonly env: Readonly<Record<string, string>>;
    },
  ) {
    this.#options = options;
    this.#postgres = parts.postgres;
    this.#redis = parts.redis;
    this.#api = parts.api;
    this.#env = parts.env;
    this.url = parts.env['KERF_PUBLIC_URL'] ?? '';
  }

  get token(): string {
    return this.#token;
  }

  get api(): Program {
    return this.#api;
  }

  get workers(): ReadonlyMap<string, Program> {
    return this.#workers;
  }

  /** Starts a worker, or starts it again after it was killed. */
  async startWorker(id: string): Promise<void> {
    const earlier = this.#workers.get(id);
    if (earlier === undefined) {
      const port = String(await findFreePort());
      const worker = new Program({
        name: id,
        command: node,
        args: [join(root, 'apps/worker/bundle/main.js')],
        env: { ...this.#env, KERF_WORKER_ID: id, KERF_WORKER_HEALTH_PORT: port },
        logFile: join(this.#options.folder, `${id}.log`),
      });
      this.#workers.set(id, worker);
      await worker.ready(() => responds(`http://127.0.0.1:${port}/readyz`));
    } else {
      earlier.restart();
    }
  }

  async stopWorker(id: string): Promise<void> {
    await this.#workers.get(id)?.stop();
    this.#workers.delete(id);
  }

  /** Runs the commands of deploy/README.md for a cluster. */
  async install(installation: Installation): Promise<void> {
    const { clusterName, mode, kubeconfig, withCrds = true } = installation;
    const variables: GuideVariables = {
      KERF_URL: this.url,
      KERF_TOKEN: this.#token,
      KERF_ACCOUNT_ID: accountId,
      KERF_ROLE: 'kerf',
      ACCOUNT_ID: accountId,
      REGION: region,
      CLUSTER_NAME: clusterName,
      QUEUE_NAME: clusterName,
      MODE: mode,
    };
    const aws = {
      AWS_ENDPOINT_URL: this.#options.awsUrl,
      AWS_DEFAULT_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeys.operator,
      AWS_SECRET_ACCESS_KEY: 'testbed',
      KUBECONFIG: kubeconfig,
    };
    const script = await readInstallScript(join(root, 'deploy/README.md'), { withCrds });
    await run('bash', ['-c', script], {
      cwd: root,
      env: { ...process.env, ...aws, ...variables },
    });
  }

  async stop(): Promise<void> {
    for (const worker of this.#workers.values()) await worker.stop();
    await this.#api.stop();
    await this.#redis.stop();
    await this.#postgres.stop();
  }
}

function startRedis(folder: string, port: number): Program {
  return new Program({
    name: 'redis-server',
    command: 'redis-server',
    args: [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      join(folder, 'redis'),
      '--appendonly',
      'yes',
      '--maxmemory-policy',
      'noeviction',
    ],
    logFile: join(folder, 'redis.log'),
  });
}
