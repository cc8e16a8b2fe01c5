// Time from 50 simultaneous Spot warnings to the CreateFleet calls for the replacements, and until each
// node is drained, in the whole product. The simulated EC2 records the times of the calls.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppsV1Api, CustomObjectsApi } from '@kubernetes/client-node';
import { connect, instances, type World } from './connect.ts';
import { type Figure, percentile } from './figure.ts';
import { type RunInfo, startStack, withFolder } from './stack.ts';

const nodes = 50;
const cluster = 'shop-staging-use1';
const name = 'storm';
/** The storm sends its warnings between one and three quarters of this time. */
const stormSeconds = 0.1;
const noticeMs = 120_000;

export async function run(): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const stack = await startStack(folder);
    try {
      const world = await connect(stack, cluster);
      await launchSpotNodes(world);
      const warnedAt = await storm(stack.info);
      const warnings = await drained(stack.info);
      return await figuresOf(world, warnedAt, warnings);
    } finally {
      await stack.stop();
    }
  });
}

async function figuresOf(
  { ec2 }: World,
  warnedAt: number,
  warnings: readonly Warning[],
): Promise<readonly Figure[]> {
  const launches = new Map(
    (await instances(ec2)).map(({ Tags = [], LaunchTime }) => [
      Tags.find(({ Key }) => Key === 'karpenter.sh/nodeclaim')?.Value,
      LaunchTime!.getTime(),
    ]),
  );
  const reactions = warnings.flatMap(({ replacements }) => {
    const launchTimes = replacements.flatMap((claim) => launches.get(claim.name) ?? []);
    return launchTimes.length === 0 ? [] : [Math.max(...launchTimes) - warnedAt];
  });
  const margins = warnings.map(({ drainedAt }) => warnedAt + noticeMs - Date.parse(drainedAt!));
  const figure = { unit: 'ms', note: `${reactions.length} of ${nodes} nodes had to be replaced` };
  const title = `${nodes} Spot warnings → CreateFleet`;
  return [
    { ...figure, name: `${title}, p50`, value: percentile(reactions, 0.5) },
    {
      ...figure,
      name: `${title}, p99`,
      value: percentile(reactions, 0.99),
      goal: { atMost: 2_000 },
    },
    {
      name: 'least remaining time when a node was drained',
      value: Math.min(...margins) / 1_000,
      unit: 's',
      goal: { atLeast: 0 },
    },
    {
      name: 'nodes that lost pods',
      value: warnings.filter(({ lostPods }) => lostPods.length > 0).length,
      unit: 'nodes',
      goal: { atMost: 0 },
    },
  ];
}

/** Launches Spot nodes with one pod each, by anti-affinity. */
async function launchSpotNodes({ config }: World): Promise<void> {
  await config.makeApiClient(CustomObjectsApi).createClusterCustomObject({
    group: 'karpenter.sh',
    version: 'v1',
    plural: 'nodepools',
    body: nodePool,
  });
  // Kerf must know the NodePool before the pods are created.
  await sleep(3_000);
  const apps = config.makeApiClient(AppsV1Api);
  await apps.createNamespacedDeployment({ namespace: 'default', body: deployment });
  await until(120_000, `${nodes} nodes with a pod each`, async () => {
    const { status } = await apps.readNamespacedDeployment({ namespace: 'default', name });
    return status?.readyReplicas === nodes ? true : null;
  });
}

/** @returns when the first warning was sent */
async function storm({ sandboxControl }: RunInfo): Promise<number> {
  // More than the fleet has, so that all nodes are warned.
  const options = { cluster, size: 5_000, seconds: stormSeconds };
  const response = await fetch(`${sandboxControl}/scenarios/spot-storm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(options),
  });
  const { startedAt }: { readonly startedAt: string } = JSON.parse(await response.text());
  return Date.parse(startedAt) + stormSeconds * 250;
}

interface Warning {
  readonly nodePool: string | null;
  readonly drainedAt: string | null;
  readonly lostPods: readonly string[];
  readonly replacements: readonly { readonly name: string }[];
}

/** Returns the warnings about the launched nodes, once all of them are drained. */
function drained(info: RunInfo): Promise<readonly Warning[]> {
  return until(noticeMs + 60_000, 'all warned nodes drained', async () => {
    const warnings = (await readWarnings(info)).filter(({ nodePool }) => nodePool === name);
    const isOver =
      warnings.length >= nodes && warnings.every(({ drainedAt }) => drainedAt !== null);
    return isOver ? warnings : null;
  });
}

const query = `{ interruptions(first: 100, filter: { kinds: [SPOT_INTERRUPTED] }) {
  nodes { nodePool drainedAt lostPods replacements { name } } } }`;

async function readWarnings({ url, apiToken }: RunInfo): Promise<readonly Warning[]> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiToken}` },
    body: JSON.stringify({ query }),
  });
  const answer: { readonly data: { readonly interruptions: { readonly nodes: Warning[] } } } =
    JSON.parse(await response.text());
  return answer.data.interruptions.nodes;
}

async function until<T>(limitMs: number, goal: string, read: () => Promise<T | null>): Promise<T> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(500)) {
    const found = await read();
    if (found !== null) return found;
  }
  throw new Error(`not within ${limitMs / 1_000} s: ${goal}`);
}

const nodePool = {
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name },
  spec: {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'company' },
        requirements: [
          { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] },
          { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
        ],
      },
    },
  },
};

const labels = { app: name };
const deployment = {
  metadata: { name },
  spec: {
    replicas: nodes,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        nodeSelector: { 'karpenter.sh/nodepool': name },
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' },
            ],
          },
        },
        containers: [
          { name: 'pause', image: 'pause', resources: { requests: { cpu: '1', memory: '1Gi' } } },
        ],
      },
    },
  },
};
