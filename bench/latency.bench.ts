// Where the time goes from a new Deployment of 30 pods to the NodeClaim object, in the whole product: the
// stages as the database, the simulated EC2 and a watch of the cluster record them. The engine thread ends
// after 5 s without a call, so that most rounds start it, as in a cluster in which nothing happens.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EC2Client } from '@aws-sdk/client-ec2';
import {
  AppsV1Api,
  CustomObjectsApi,
  type KubeConfig,
  type KubernetesObject,
  Watch,
} from '@kubernetes/client-node';
import { Client } from 'pg';
import { connect, instances } from './connect.ts';
import { type Figure, percentile } from './figure.ts';
import { pausingPods, waitUntilGone } from './pausing-pods.ts';
import { pidsOf } from './processes.ts';
import { startStack, withFolder } from './stack.ts';

const pods = 30;
const rounds = Number(process.env['KERF_BENCH_ROUNDS'] ?? 7);
const cluster = 'shop-staging-use1';
const engineIdleSeconds = 5;
const nodePool = 'latency';

/**
 * Times in ms since the request that created the Deployment. `launched` is EC2's LaunchTime: the simulated
 * CreateFleet takes 1 to 4 s, as the real one does.
 */
interface TimeLine {
  readonly lastPod: number;
  readonly windowOpened: number;
  readonly windowClosed: number;
  readonly batchClaimed: number;
  readonly engineMs: number;
  readonly planned: number;
  readonly launched: number;
  readonly instanceRecorded: number;
  readonly nodeClaimObject: number;
}

export async function run(): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const idle = { KERF_ENGINE_IDLE_SECONDS: String(engineIdleSeconds) };
    const stack = await startStack(folder, ['--day-speed', '0'], idle);
    const database = new Client({ connectionString: databaseUrlOf(folder) });
    await database.connect();
    try {
      const { config, ec2 } = await connect(stack, cluster);
      await createNodePool(config);
      // The fleet's own pods start first.
      await sleep(20_000);
      const lines: TimeLine[] = [];
      // The first plan is for the fleet's own pods too.
      await measure({ config, ec2, database }, 'warm-up');
      for (let round = 0; round < rounds; round += 1) {
        lines.push(await measure({ config, ec2, database }, `latency-${round}`));
      }
      return toFigures(lines);
    } finally {
      await database.end();
      await stack.stop();
    }
  });
}

function toFigures(lines: readonly TimeLine[]): readonly Figure[] {
  const figure = (name: string, of: (line: TimeLine) => number): Figure => ({
    name,
    value: percentile(lines.map(of), 0.5),
    unit: 'ms',
    note: `median of ${lines.length}; ${lines.map((line) => of(line).toFixed(0)).join(' ')}`,
  });
  return [
    figure('Deployment → last pod exists', (line) => line.lastPod),
    figure('Deployment → window opened', (line) => line.windowOpened),
    figure('window', (line) => line.windowClosed - line.windowOpened),
    figure('window closed → batch claimed', (line) => line.batchClaimed - line.windowClosed),
    figure('snapshot loaded', (line) => line.planned - line.batchClaimed - line.engineMs),
    figure('engine, with the start of its thread', (line) => line.engineMs),
    figure('planned → launched', (line) => line.launched - line.planned),
    figure('launched → recorded', (line) => line.instanceRecorded - line.launched),
    figure('planned → NodeClaim object', (line) => line.nodeClaimObject - line.planned),
    figure('Deployment → launched', (line) => line.launched),
    figure('Deployment → NodeClaim object', (line) => line.nodeClaimObject),
  ];
}

interface Parts {
  readonly config: KubeConfig;
  readonly ec2: EC2Client;
  readonly database: Client;
}

async function measure({ config, ec2, database }: Parts, name: string): Promise<TimeLine> {
  await sleep((engineIdleSeconds + 3) * 1_000);
  const before = new Set((await instances(ec2)).map(({ InstanceId }) => InstanceId!));
  const lastPod = nth(
    config,
    '/api/v1/namespaces/default/pods',
    pods,
    ({ metadata }) => metadata?.labels?.['app'] === name,
  );
  const object = nth(
    config,
    '/apis/karpenter.sh/v1/nodeclaims',
    1,
    ({ metadata }) =>
      metadata?.labels?.['karpenter.sh/nodepool'] === nodePool &&
      Date.parse(String(metadata.creationTimestamp)) >= since,
  );
  await sleep(200);
  const from = Date.now();
  const since = from - 1_000;
  const apps = config.makeApiClient(AppsV1Api);
  await apps.createNamespacedDeployment({ namespace: 'default', body: pausingPods(name, pods) });
  const [lastPodAt, objectAt] = await Promise.all([lastPod, object]);
  const batch = await firstBatch(database, from);
  const firstLaunchAt = await firstLaunch(ec2, before);
  await apps.deleteNamespacedDeployment({ namespace: 'default', name });
  await waitUntilGone(config, name);
  return {
    lastPod: lastPodAt - from,
    windowOpened: batch.openedAt - from,
    windowClosed: batch.dueAt - from,
    batchClaimed: batch.claimedAt - from,
    engineMs: batch.engineMs,
    planned: batch.plannedAt - from,
    launched: firstLaunchAt - from,
    instanceRecorded: batch.launchedAt - from,
    nodeClaimObject: objectAt - from,
  };
}

/** Resolves with the time at which a watch has delivered the n-th new object that matches. */
function nth(
  config: KubeConfig,
  path: string,
  count: number,
  matches: (object: KubernetesObject) => boolean,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let seen = 0;
    const watch = new Watch(config).watch(
      path,
      {},
      (phase, object: KubernetesObject) => {
        if (phase === 'ADDED' && matches(object)) seen += 1;
        if (seen < count) return;
        resolve(Date.now());
        void watch.then((controller) => controller.abort());
      },
      (error) => {
        if (seen < count) reject(error);
      },
    );
  });
}

/** Waits for the first launch since a time. Returns its times, with those of its batch. */
async function firstBatch(database: Client, since: number): Promise<LaunchTimes> {
  for (;;) {
    const { rows } = await database.query<LaunchTimes>(
      `SELECT ${millis('b.opened_at')} AS "openedAt", ${millis('b.due_at')} AS "dueAt",
         ${millis('b.solving_since')} AS "claimedAt", ${millis('b.solved_at')} AS "plannedAt",
         ${millis('c.launched_at')} AS "launchedAt",
         (b.outcome->>'solveMs')::float8 AS "engineMs"
       FROM scheduling_batches b JOIN node_claims c ON c.cluster_id = b.cluster_id
       WHERE b.opened_at >= $1 AND b.solved_at IS NOT NULL
         AND c.requested_at >= $1 AND c.launched_at IS NOT NULL
       ORDER BY b.opened_at, c.launched_at LIMIT 1`,
      [new Date(since)],
    );
    if (rows[0] !== undefined) return rows[0];
    await sleep(200);
  }
}

interface LaunchTimes {
  readonly openedAt: number;
  readonly dueAt: number;
  readonly claimedAt: number;
  readonly plannedAt: number;
  readonly launchedAt: number;
  readonly engineMs: number;
}

const millis = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** The database of the worker, from its environment. */
function databaseUrlOf(folder: string): string {
  const [pid] = pidsOf(folder).get('worker') ?? [];
  const name = 'DATABASE_URL=';
  const entry = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .find((one) => one.startsWith(name));
  return entry!.slice(name.length);
}

async function firstLaunch(ec2: EC2Client, before: ReadonlySet<string>): Promise<number> {
  const launched = (await instances(ec2))
    .filter(({ InstanceId }) => !before.has(InstanceId!))
    .map(({ LaunchTime }) => LaunchTime!.getTime());
  return Math.min(...launched);
}

/** Pods of each round get nodes of their own, because nodes are labelled with the round. */
async function createNodePool(config: KubeConfig): Promise<void> {
  await config.makeApiClient(CustomObjectsApi).createClusterCustomObject({
    group: 'karpenter.sh',
    version: 'v1',
    plural: 'nodepools',
    body: {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: nodePool },
      spec: {
        template: {
          spec: {
            nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'company' },
            requirements: [
              { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
              { key: 'bench', operator: 'Exists' },
            ],
          },
        },
      },
    },
  });
}
