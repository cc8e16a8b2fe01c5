import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@kerf/local-stack';
import { schedulerConfiguration } from '../kubernetes/testing/scheduler-profiles.ts';
import { auditPolicy } from './audit-policy.ts';
import { Program, responds } from './process.ts';

const run = promisify(execFile);

export interface KubernetesOptions {
  /** Empty folder for data, keys and logs. */
  readonly folder: string;
  readonly kubebox: string;
  /** URL of the webhook that authenticates bearer tokens. */
  readonly tokenReviewUrl: string;
  /** How often the API server forgets old revisions, e.g. `10s`; default five minutes. */
  readonly compactionInterval?: string;
}

/** Users that the API server knows by static tokens. RBAC gives the second and third their roles. */
const users = {
  admin: ['system:masters'],
  'system:kube-scheduler': [],
  'system:kube-controller-manager': [],
  kwok: ['system:masters'],
  karpenter: ['system:masters'],
  nobody: [],
} as const;

/** etcd, API server, scheduler and controller-manager of one cluster, with KWOK as its kubelets. */
export class Kubernetes {
  readonly #options: KubernetesOptions;
  readonly #tokens: ReadonlyMap<string, string>;
  readonly #programs: Program[] = [];
  readonly #port: number;
  readonly #etcdPorts: readonly [client: number, peer: number];
  #apiServer: Program | null = null;
  #certificate = '';

  static async start(options: KubernetesOptions): Promise<Kubernetes> {
    const ports = [await findFreePort(), await findFreePort(), await findFreePort()] as const;
    const kubernetes = new Kubernetes(options, ports);
    try {
      await kubernetes.#start();
    } catch (error) {
      await kubernetes.stop();
      throw error;
    }
    return kubernetes;
  }

  private constructor(options: KubernetesOptions, ports: readonly [number, number, number]) {
    const [port, client, peer] = ports;
    this.#options = options;
    this.#port = port;
    this.#etcdPorts = [client, peer];
    this.#tokens = new Map(
      Object.keys(users).map((user) => [user, randomBytes(16).toString('hex')]),
    );
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Base64 of PEM. */
  get certificateAuthority(): string {
    return Buffer.from(this.#certificate).toString('base64');
  }

  /** JSON lines of all requests of the product; see `audit-policy.ts`. */
  get auditLog(): string {
    return join(this.#options.folder, 'audit.jsonl');
  }

  kubeconfig(user = 'admin'): string {
    return join(this.#options.folder, `${user.replace('system:', '')}.kubeconfig`);
  }

  /** Kills the API server; etcd keeps its data. */
  async killApiServer(): Promise<void> {
    await this.#apiServer?.kill();
  }

  async startApiServer(): Promise<void> {
    this.#apiServer?.restart();
    await this.#apiServer?.ready(() => this.#isReady());
  }

  async stop(): Promise<void> {
    for (const program of this.#programs.toReversed()) await program.stop();
  }

  async #start(): Promise<void> {
    const { folder } = this.#options;
    await mkdir(join(folder, 'keys'), { recursive: true });
    await this.#writeInputs();
    await this.#startEtcd();
    await this.#startApiServer();
    this.#certificate = await readFile(join(folder, 'keys/apiserver.crt'), 'utf8');
    for (const user of this.#tokens.keys()) await this.#writeKubeconfig(user);
    await this.#startControllers();
    await this.#programs
      .at(-1)
      ?.ready(
        async () => (await this.#get('/api/v1/namespaces/default/serviceaccounts/default')) === 200,
      );
  }

  async #writeInputs(): Promise<void> {
    const { folder, tokenReviewUrl } = this.#options;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const mode = 0o600;
    const tokens = Object.entries(users).map(
      ([user, groups]) => `${this.#tokens.get(user)},${user},${user},"${groups.join(',')}"\n`,
    );
    await Promise.all([
      writeFile(
        join(folder, 'keys/accounts.key'),
        privateKey.export({ type: 'sec1', format: 'pem' }),
        { mode },
      ),
      writeFile(
        join(folder, 'keys/accounts.pub'),
        publicKey.export({ type: 'spki', format: 'pem' }),
      ),
      writeFile(join(folder, 'tokens.csv'), tokens.join(''), { mode }),
      writeFile(join(folder, 'audit-policy.json'), JSON.stringify(auditPolicy)),
      writeFile(join(folder, 'webhook.kubeconfig'), kubeconfigOf({ server: tokenReviewUrl })),
    ]);
  }

  async #startEtcd(): Promise<void> {
    const [client = '', peer = ''] = this.#etcdPorts.map((port) => `http://127.0.0.1:${port}`);
    const etcd = this.#launch('etcd', {
      name: 'testbed',
      'data-dir': join(this.#options.folder, 'etcd'),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `testbed=${peer}`,
      'unsafe-no-fsync': 'true',
      'log-level': 'warn',
      'quota-backend-bytes': String(2 * 1024 ** 3),
    });
    await etcd.ready(() => responds(`${client}/health`));
  }

  async #startApiServer(): Promise<void> {
    const { folder, compactionInterval = '5m' } = this.#options;
    this.#apiServer = this.#launch('kube-apiserver', {
      'etcd-servers': `http://127.0.0.1:${this.#etcdPorts[0]}`,
      'etcd-compaction-interval': compactionInterval,
      'bind-address': '127.0.0.1',
      'advertise-address': '127.0.0.1',
      'secure-port': String(this.#port),
      'cert-dir': join(folder, 'keys'),
      'authorization-mode': 'RBAC',
      'token-auth-file': join(folder, 'tokens.csv'),
      'authentication-token-webhook-config-file': join(folder, 'webhook.kubeconfig'),
      'authentication-token-webhook-version': 'v1',
      'authentication-token-webhook-cache-ttl': '30s',
      'audit-policy-file': join(folder, 'audit-policy.json'),
      'audit-log-path': this.auditLog,
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-signing-key-file': join(folder, 'keys/accounts.key'),
      'service-account-key-file': join(folder, 'keys/accounts.pub'),
      'service-cluster-ip-range': '10.0.0.0/16',
      'endpoint-reconciler-type': 'none',
      'allow-privileged': 'true',
      profiling: 'false',
    });
    await this.#apiServer.ready(() => this.#isReady());
  }

  async #startControllers(): Promise<void> {
    const { folder, kubebox } = this.#options;
    const common = { 'leader-elect': 'false', 'secure-port': '0' };
    const clientConnection = { kubeconfig: this.kubeconfig('system:kube-scheduler') };
    const scheduler = join(folder, 'scheduler.json');
    await writeFile(scheduler, JSON.stringify({ ...schedulerConfiguration, clientConnection }));
    this.#launch('kube-scheduler', { config: scheduler, ...common });
    this.#launch('kube-controller-manager', {
      kubeconfig: this.kubeconfig('system:kube-controller-manager'),
      ...common,
      // Separate service accounts as in production; with the default rate limits they take seconds.
      'use-service-account-credentials': 'true',
      'kube-api-qps': '1000',
      'kube-api-burst': '2000',
      'service-account-private-key-file': join(folder, 'keys/accounts.key'),
      'root-ca-file': join(folder, 'keys/apiserver.crt'),
    });
    const { stdout } = await run(kubebox, ['kwok-stages'], { maxBuffer: 1024 ** 2 });
    await writeFile(join(folder, 'stages.yaml'), stdout);
    this.#launch('kwok', {
      kubeconfig: this.kubeconfig('kwok'),
      'manage-all-nodes': 'true',
      cidr: '10.64.0.0/16',
      'node-ip': '127.0.0.1',
      'node-lease-duration-seconds': '40',
      config: join(folder, 'stages.yaml'),
    });
  }

  #launch(component: string, flags: Readonly<Record<string, string>>): Program {
    const { folder, kubebox } = this.#options;
    const program = new Program({
      name: component,
      command: kubebox,
      args: [component, ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`)],
      logFile: join(folder, `${component}.log`),
    });
    this.#programs.push(program);
    return program;
  }

  async #writeKubeconfig(user: string): Promise<void> {
    const config = kubeconfigOf({
      server: this.url,
      certificateAuthority: this.certificateAuthority,
      token: this.#tokens.get(user) ?? '',
    });
    await writeFile(this.kubeconfig(user), config, { mode: 0o600 });
  }

  async #isReady(): Promise<boolean> {
    return (await this.#get('/readyz')) === 200;
  }

  /** Returns the status of a request of the admin. */
  async #get(path: string): Promise<number> {
    const ca = await readFile(join(this.#options.folder, 'keys/apiserver.crt'));
    const headers = { authorization: `Bearer ${this.#tokens.get('admin')}` };
    return new Promise((resolve, reject) => {
      get(`${this.url}${path}`, { ca, headers, timeout: 2_000 }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });
  }
}

interface ClusterAccess {
  readonly server: string;
  /** Base64 of PEM; absent for HTTP. */
  readonly certificateAuthority?: string;
  readonly token?: string;
}

/** JSON is YAML. */
function kubeconfigOf({ server, certificateAuthority, token }: ClusterAccess): string {
  const cluster = { server, 'certificate-authority-data': certificateAuthority };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'testbed', cluster }],
    users: [{ name: 'testbed', user: { token } }],
    contexts: [{ name: 'testbed', context: { cluster: 'testbed', user: 'testbed' } }],
    'current-context': 'testbed',
  });
}
