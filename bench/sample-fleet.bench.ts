// The sample fleet of `npm start`, within the memory that it gets there, with many pods of one cluster:
// KERF_BENCH_PODS (default 5000) of 20 Deployments. Fails if a process of the stack ends or pods do not run.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppsV1Api, CoreV1Api, CustomObjectsApi } from '@kubernetes/client-node';
import { parse } from 'yaml';
import { connect } from './connect.ts';
import type { Figure } from './figure.ts';
import { peakMiB, pidsOf, residentMiB } from './processes.ts';
import { type RunningStack, startStack, withFolder } from './stack.ts';

const pods = Number(process.env['KERF_BENCH_PODS'] ?? 5_000);
const deployments = 20;
const clusterName = 'shop-prod-use1';
const namespace = 'bench';
const nodeClassFile = new URL('../examples/exercise/node-class.yaml', import.meta.url);
const timeoutMs = 900_000;
const progressMs = 15_000;

export async function run(): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const stack = await startStack(folder, ['--day-speed', '0']);
    try {
      return await measure(stack);
    } finally {
      await stack.stop();
    }
  });
}

async function measure(stack: RunningStack): Promise<readonly Figure[]> {
  const { config } = await connect(stack, clusterName);
  const core = config.makeApiClient(CoreV1Api);
  await createNodePool(config.makeApiClient(CustomObjectsApi));
  await core.createNamespace({ body: { metadata: { name: namespace } } });
  const before = processesOf(stack.folder);
  const startedAt = Date.now();
  const apps = config.makeApiClient(AppsV1Api);
  await createDeployments(apps);
  await waitForPods(apps, startedAt);
  const runningMs = Date.now() - startedAt;
  const after = processesOf(stack.folder);
  const ended = [...before].filter(([name, pid]) => after.get(name) !== pid).map(([name]) => name);
  if (ended.length > 0) throw new Error(`ended and were restarted: ${ended.join(', ')}`);
  const pids = pidsOf(stack.folder);
  const note = `${pods} pods`;
  const memory = ['sandbox', 'worker', 'api'].flatMap((name): readonly Figure[] => {
    const pid = pids.get(name) ?? [];
    return [
      { name: `${name}, memory afterwards`, value: residentMiB(pid), unit: 'MiB', note },
      { name: `${name}, highest memory`, value: peakMiB(pid), unit: 'MiB', note },
    ];
  });
  return [{ name: 'all pods run', value: runningMs, unit: 'ms', note }, ...memory];
}

/** The first process of each name; Postgres has a new one for each connection. */
function processesOf(folder: string): ReadonlyMap<string, number | undefined> {
  return new Map([...pidsOf(folder)].map(([name, [pid]]) => [name, pid]));
}

/** Launches nodes of all types, without a limit. */
async function createNodePool(objects: CustomObjectsApi): Promise<void> {
  const group = 'karpenter.sh';
  const text = await readFile(nodeClassFile, 'utf8');
  await objects.createClusterCustomObject({
    group: 'karpenter.k8s.aws',
    version: 'v1',
    plural: 'ec2nodeclasses',
    body: parse(text.replaceAll('${CLUSTER_NAME}', clusterName)),
  });
  await objects.createClusterCustomObject({
    group,
    version: 'v1',
    plural: 'nodepools',
    body: {
      apiVersion: `${group}/v1`,
      kind: 'NodePool',
      metadata: { name: 'bench' },
      spec: {
        template: {
          metadata: { labels: { workload: 'bench' } },
          spec: {
            nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
            requirements: [
              { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
              { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
            ],
          },
        },
      },
    },
  });
}

async function createDeployments(apps: AppsV1Api): Promise<void> {
  for (let index = 0; index < deployments; index += 1) {
    const labels = { app: `bench-${index}` };
    const resources = { requests: { cpu: '250m', memory: '512Mi' } };
    await apps.createNamespacedDeployment({
      namespace,
      body: {
        metadata: { name: labels.app },
        spec: {
          replicas: Math.ceil(pods / deployments),
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              nodeSelector: { workload: 'bench' },
              containers: [{ name: 'main', image: 'registry.example/pause', resources }],
            },
          },
        },
      },
    });
  }
}

async function waitForPods(apps: AppsV1Api, startedAt: number): Promise<void> {
  for (let nextProgress = startedAt + progressMs; ; await sleep(1_000)) {
    const running = await countRunning(apps).catch(() => null);
    if (running === pods) return;
    if (Date.now() - startedAt > timeoutMs) throw new Error(`${running} of ${pods} pods run`);
    if (Date.now() < nextProgress) continue;
    nextProgress += progressMs;
    process.stderr.write(`${running ?? 'unknown how many'} of ${pods} pods run\n`);
  }
}

async function countRunning(apps: AppsV1Api): Promise<number> {
  const { items } = await apps.listNamespacedDeployment({ namespace });
  return items.reduce((sum, { status }) => sum + (status?.readyReplicas ?? 0), 0);
}
