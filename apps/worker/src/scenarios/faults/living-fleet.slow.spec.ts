import { setTimeout as sleep } from 'node:timers/promises';
import { parseBytes, parseMilliCpu } from '@kerf/core';
import { CoreV1Api, type V1Pod } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { runsAllFaults } from '../../testing/fault-selection.js';
import { LiveCluster } from '../../testing/live-cluster.js';
import { readProviderIds } from '../../testing/provider-ids.js';
import { readVitals } from '../../testing/vitals.js';

/* The company's cluster, to which everything happens in a minute; KERF_FLEET_MINUTES=10 goes on. */

const givenMinutes = process.env['KERF_FLEET_MINUTES'];
const minutes = Number(givenMinutes ?? 1);
const isRun = runsAllFaults || givenMinutes !== undefined;
const skipReason = isRun ? '' : ' (only with KERF_FAULTS=all, as .ci/run has it: it takes minutes)';
vi.setConfig({ testTimeout: (minutes + 5) * 60_000, hookTimeout: 120_000 });

/** Nodes of a NodePool that may be disrupted at a time. */
const nodesAtATime = 2;
const pools = ['general', 'ci', 'gpu'];

/** Duration of the changes and failures. */
const minute: readonly (readonly [seconds: number, scenario: string, options: object])[] = [
  [7, 'inflate', { size: 40 }],
  [3, 'deploy-wave', { size: 12, seconds: 20 }],
  [10, 'spot-storm', { size: 10, seconds: 20, noticeSeconds: 20 }],
  [8, 'inflate', { size: 8 }],
  [9, 'api-flaky', { size: 30, seconds: 9 }],
  [8, 'throttle', { size: 2, seconds: 8 }],
  [8, 'capacity-drought', { size: 30, seconds: 8 }],
  [7, 'mixed-notices', { size: 3, noticeSeconds: 20 }],
];

let live: LiveCluster;
let core: CoreV1Api;

beforeAll(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), {
    workerId: 'living',
    clusterName: 'shop-staging-use1',
    hasInterruptionQueue: true,
  });
  core = live.kubeconfig.makeApiClient(CoreV1Api);
  for (const [name, value] of Object.entries(live.fleet.awsEnvironment)) vi.stubEnv(name, value);
  // Nodes are consolidated without delay, a few at a time.
  const disruption = { consolidateAfter: '1s', budgets: [{ nodes: String(nodesAtATime) }] };
  for (const name of pools) await live.changeDisruption(name, disruption);
  live.worker.start();
});

afterAll(async () => {
  await live.close();
  vi.unstubAllEnvs();
});

/**
 * When each node was last seen in the cluster before the termination of its instance: budgets count
 * it until then.
 */
const lastCounted = new Map<string, number>();

async function watchNodes(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A node of the answer existed when it was requested; it may be gone when a slow answer arrives.
    const askedAt = Date.now();
    // The cluster fails at times on purpose.
    const nodes = await Promise.race([core.listNode().catch(() => null), sleep(2_000, null)]);
    const drained = await drainedNodes();
    for (const { metadata, spec } of nodes?.items ?? []) {
      if (!drained.has(spec?.providerID ?? '')) lastCounted.set(metadata?.name ?? '', askedAt);
    }
    await sleep(250);
  }
}

/** Provider ids of the instances that are being terminated, and of those that are gone. */
async function drainedNodes(): Promise<ReadonlySet<string | null>> {
  const rows = await live.database.prisma.nodeClaim.findMany({
    where: {
      OR: ['InstanceTerminating', 'InstanceGone'].map((step) => ({
        termination: { path: ['step'], equals: step },
      })),
    },
    select: { providerId: true },
  });
  return new Set(rows.map(({ providerId }) => providerId));
}

/** Waits until the conditions hold; the assertions then show which do not. */
const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 120_000, interval: 500 });

async function podsIn(phase: string): Promise<readonly V1Pod[]> {
  const { items } = await core.listPodForAllNamespaces({ fieldSelector: `status.phase=${phase}` });
  return items;
}

/** Pending pods without a verdict of Kerf. */
async function forgottenPods(): Promise<readonly (string | undefined)[]> {
  const verdicts = await live.database.prisma.podVerdict.findMany({ select: { podUid: true } });
  const known = new Set(verdicts.map(({ podUid }) => podUid));
  return (await podsIn('Pending'))
    .filter(({ metadata, spec }) => spec?.nodeName === undefined && !known.has(metadata?.uid ?? ''))
    .map(({ metadata }) => metadata?.name);
}

/** Nodes whose pods request more than is allocatable. */
async function overfullNodes(): Promise<readonly (string | undefined)[]> {
  const [{ items: nodes }, { items: pods }] = await Promise.all([
    core.listNode(),
    core.listPodForAllNamespaces(),
  ]);
  return nodes.flatMap(({ metadata, status }) => {
    const own = pods.filter(
      (pod) => pod.spec?.nodeName === metadata?.name && pod.status?.phase === 'Running',
    );
    const isFull =
      sumOf(own, 'cpu') > amount('cpu', status?.allocatable?.['cpu']) ||
      sumOf(own, 'memory') > amount('memory', status?.allocatable?.['memory']) ||
      own.length > Number(status?.allocatable?.['pods']);
    return isFull ? [metadata?.name] : [];
  });
}

type Resource = 'cpu' | 'memory';

function sumOf(pods: readonly V1Pod[], resource: Resource): number {
  const requests = pods.flatMap(({ spec }) => spec?.containers ?? []).map((one) => one.resources);
  return requests.reduce((sum, one) => sum + amount(resource, one?.requests?.[resource]), 0);
}

function amount(resource: Resource, text = '0'): number {
  const read = resource === 'cpu' ? parseMilliCpu(text) : parseBytes(text);
  return read.ok ? read.value : Number.NaN;
}

interface Span {
  readonly nodePool: string;
  readonly nodeName: string;
  readonly from: number;
  readonly until: number;
}

/** Time of each node's voluntary disruption, from the decision to the end of its drain. */
async function voluntarySpans(): Promise<readonly Span[]> {
  const rows = await live.database.prisma.decision.findMany({
    where: { kind: { in: ['Empty', 'Consolidate', 'Drift'] } },
    include: { events: { where: { kind: 'ExecutionStarted' } } },
  });
  const spans = await Promise.all(
    rows.map(async ({ id, events: [started], finishedAt }) => {
      const decision = await live.store.decisions.find(id);
      if (started === undefined || decision?.body.type !== 'Disrupt') return [];
      return decision.body.command.candidates.map(({ nodePool, nodeName }) => ({
        nodePool,
        nodeName,
        from: started.at.getTime(),
        // Another cause may have removed it before the decision ended.
        until: Math.min(finishedAt?.getTime() ?? Infinity, lastCounted.get(nodeName) ?? Infinity),
      }));
    }),
  );
  return spans.flat();
}

/** Nodes of one NodePool that were disrupted at one time, if they are too many. */
const tooManyAtATime = (spans: readonly Span[]): readonly (readonly Span[])[] =>
  spans
    .map(({ nodePool, from: at }) =>
      spans.filter((one) => one.nodePool === nodePool && one.from <= at && at < one.until),
    )
    .filter((together) => together.length > nodesAtATime);

describe.skipIf(!isRun)(`a fleet with frequent changes and failures${skipReason}`, () => {
  it('is consistent afterwards', async () => {
    await eventually(async () => expect(await podsIn('Pending')).toEqual([]));
    const watching = new AbortController();
    const watched = watchNodes(watching.signal);
    for (let round = 0; round < minutes; round += 1) {
      for (const [seconds, scenario, options] of minute) {
        const cluster = live.cluster.name;
        await live.fleet.control(`scenarios/${scenario}`, { cluster, ...options });
        await sleep(seconds * 1_000);
      }
      const vitals = JSON.stringify(await readVitals(live.worker));
      process.stdout.write(`minute ${round + 1} of ${minutes}: ${vitals}\n`);
    }
    await live.fleet.control('calm');
    // However few nodes were disrupted in these minutes, some are now, while others are still starting.
    const { name } = live.cluster;
    await live.fleet.control('scenarios/scale-down', { cluster: name, size: 30 });
    await eventually(async () => expect((await voluntarySpans()).length).toBeGreaterThan(0));
    await live.fleet.control('calm');
    await live.fleet.control('pause');
    await eventually(async () => {
      expect(await live.store.decisions.open(live.cluster.id)).toEqual([]);
      const { instances, ...others } = await readProviderIds(live);
      expect(others).toEqual({ claims: instances, nodes: instances, nodeClaims: instances });
      expect(await forgottenPods()).toEqual([]);
    });
    expect(await overfullNodes()).toEqual([]);
    watching.abort();
    await watched;
  });

  it('never disrupts more nodes of a NodePool than its budget allows', async () => {
    const spans = await voluntarySpans();
    expect(spans.length).toBeGreaterThan(0);
    expect(tooManyAtATime(spans)).toEqual([]);
  });

  it('leaves the worker running, without a bug in its log', () => {
    expect(live.worker.isRunning).toBe(true);
    expect(live.worker.log).not.toMatch(/InvariantViolation|"level":"error"/);
  });
});
