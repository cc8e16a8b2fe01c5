import {
  createSpendLimit,
  type Decision,
  organizationAdmin,
  type Ports,
  type Principal,
  rejectDecision,
  saveApprovalPolicy,
  setPause,
  updateCluster,
} from '@kerf/application';
import { annotationKeys, type DurationMs, type Instant, invariant } from '@kerf/core';
import type { DisruptionReason } from '@kerf/engine';
import { aPodDisruptionBudget, podsWith } from '@kerf/testing';
import { describe, expect, it, vi } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { approve } from '../../testing/approve.js';
import { changeSettings } from '../../testing/change-settings.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { memoryRecords } from '../../testing/simulation-records.js';
import { openBusy, scaleToOne } from '../../testing/underutilized-node.js';

/**
 * Every input of an evaluation of disruption is part of the cluster's revision or has a due time, so that
 * no change waits for the evaluation of the minute. See docs/adr/0048.
 */

// A pause or a spend limit anywhere in the fleet keeps every cluster from being at rest, so simulations share no
// records.
const records = memoryRecords;

vi.setConfig({ testTimeout: 120_000 });

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
const small = { cpu: 500, memory: 1024 ** 3 };
/** A simulated worker evaluates at most every two seconds, and looks at its cluster each second. */
const isSoon = (delayMs: DurationMs): boolean => delayMs >= 0 && delayMs <= 4_000;

/** When the last evaluation began that came to its end; `null` before the first. */
const evaluatedAt = ({ ports, clusterId }: ClusterSimulation): number | null =>
  ports.memory.plans.lastPass(clusterId, 'disruption')?.at ?? null;

/** Two pods run, and nothing has been evaluated for ten seconds. */
async function openAtRest(
  prepare: (simulation: ClusterSimulation) => unknown = () => undefined,
): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  simulation.cluster.respawns = true;
  simulation.cluster.addPendingPods(2, small);
  await prepare(simulation);
  await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
  await rest(simulation);
  return simulation;
}

const rest = (simulation: ClusterSimulation): Promise<void> =>
  simulation.until(() => {
    const at = evaluatedAt(simulation);
    return Promise.resolve(at !== null && simulation.clock.now() - at === 10_000);
  });

/** Returns true if the cluster is evaluated soon, or is not quiet any more. */
async function isEvaluatedSoon(simulation: ClusterSimulation): Promise<boolean> {
  const from = simulation.clock.now();
  const isEvaluated = (): boolean => (evaluatedAt(simulation) ?? from) >= from;
  await simulation.until(() =>
    Promise.resolve(isEvaluated() || !isSoon(simulation.clock.now() + 1_000 - from)),
  );
  return isEvaluated();
}

/** The ports of the API, which holds no lease. */
const apiOf = ({ ports, store }: ClusterSimulation): Ports => ({ ...ports, store });
const jobsOf = (simulation: ClusterSimulation) => createHandlers(apiOf(simulation));

type Disruption = Readonly<{
  consolidateAfter?: string;
  budgets?: readonly {
    readonly nodes: string;
    readonly schedule?: string;
    readonly duration?: string;
    readonly reasons?: readonly DisruptionReason[];
  }[];
}>;

/** Changes `spec.disruption` of the NodePool through the API. */
async function changePool(simulation: ClusterSimulation, disruption: Disruption): Promise<void> {
  const [pool] = await simulation.store.definitions.nodePools(simulation.clusterId);
  invariant(pool !== undefined, 'the cluster has a NodePool');
  const spec = { ...pool.spec, disruption: { ...pool.spec.disruption, ...disruption } };
  await apply(simulation, { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', spec });
}

async function changeNodeClass(simulation: ClusterSimulation): Promise<void> {
  const [nodeClass] = await simulation.store.definitions.nodeClasses(simulation.clusterId);
  invariant(nodeClass !== undefined, 'the cluster has an EC2NodeClass');
  const spec = { ...nodeClass.spec, tags: { team: 'shop' } };
  await apply(simulation, { apiVersion: 'karpenter.k8s.aws/v1', kind: 'EC2NodeClass', spec });
}

async function apply(simulation: ClusterSimulation, manifest: object): Promise<void> {
  const text = JSON.stringify({ ...manifest, metadata: { name: 'default' } });
  const { documents } = await simulation.apply(ada, text);
  expect(documents.map(({ outcome }) => outcome)).toEqual(['Updated']);
}

const changeMode = async (simulation: ClusterSimulation) =>
  updateCluster(apiOf(simulation), ada, {
    id: simulation.clusterId,
    expectedVersion: 'any',
    mode: 'approve',
    settings: {},
    requestId: null,
  });

const savePolicy = async (simulation: ClusterSimulation) =>
  saveApprovalPolicy(apiOf(simulation), ada, {
    rules: [],
    expectedVersion: 0,
    comment: null,
    restoredFrom: null,
    dryRun: false,
    requestId: null,
  });

/** Another cluster of the account reads the instance types, which were out of date. */
async function readTypesForOther(simulation: ClusterSimulation): Promise<void> {
  const { store, clusterId } = simulation;
  const cluster = await store.clusters.find(clusterId);
  invariant(cluster !== null, 'the simulation has a cluster');
  const id = `${clusterId}-other`;
  await store.clusters.insert({ ...cluster, id, name: id });
  await jobsOf(simulation)['catalog.refresh-instance-types']({ clusterId: id });
}

/** EC2 reports another security group of the instances. */
async function changeInstances(simulation: ClusterSimulation): Promise<void> {
  const { cloud, clusterId } = simulation;
  for (const [id, instance] of cloud.instances)
    cloud.instances.set(id, { ...instance, securityGroupIds: ['sg-other'] });
  await jobsOf(simulation)['node-claim.collect-garbage']({ clusterId });
}

const resolve = (simulation: ClusterSimulation) =>
  jobsOf(simulation)['catalog.resolve-node-classes']({ clusterId: simulation.clusterId });

/** EC2 has a reservation for so many instances, and the EC2NodeClass is resolved again. */
function reserve(simulation: ClusterSimulation, total: number) {
  const reservation = { id: 'cr-1', instanceType: 'm5.xlarge', zone: 'us-east-1c', total };
  simulation.cloud.reservations.splice(0, 1, reservation);
  return resolve(simulation);
}

function changeFirstPod(
  { cluster }: ClusterSimulation,
  fields: { readonly doNotDisrupt: string },
): void {
  const node = [...cluster.nodes.values()].find(({ pods }) => pods.length > 0);
  invariant(node !== undefined, 'a pod runs');
  const pods = node.pods.map((pod, index) => (index === 0 ? { ...pod, ...fields } : pod));
  cluster.changeNode(node.name, { pods });
}

function changeFirstNode(
  { cluster }: ClusterSimulation,
  fields: Parameters<ClusterSimulation['cluster']['changeNode']>[1],
): void {
  const [name = ''] = cluster.nodes.keys();
  cluster.changeNode(name, fields);
}

/** A change of an input, after a preparation of the cluster. */
interface Change {
  readonly prepare?: (simulation: ClusterSimulation) => unknown;
  readonly make: (simulation: ClusterSimulation) => unknown;
}

function removePods({ cluster }: ClusterSimulation): void {
  cluster.respawns = false;
  for (const { pods } of cluster.nodes.values()) {
    for (const { uid } of pods) cluster.removePod(uid);
  }
}

/** Returns the last decision to disrupt nodes. */
const proposal = async (simulation: ClusterSimulation): Promise<Decision | undefined> =>
  (await simulation.decisions()).findLast(({ body }) => body.type === 'Disrupt');

async function required(simulation: ClusterSimulation): Promise<Decision> {
  const decision = await proposal(simulation);
  invariant(decision !== undefined, 'there is a decision');
  return decision;
}

/** Returns when the next disruption is proposed. */
async function nextProposalAt(simulation: ClusterSimulation): Promise<Instant> {
  const from = simulation.clock.now();
  await simulation.until(async () => ((await proposal(simulation))?.proposedAt ?? 0) >= from, 400);
  return (await required(simulation)).proposedAt;
}

const scopeOf = ({ clusterId }: ClusterSimulation) => ({ kind: 'Cluster', clusterId }) as const;

const changes: Readonly<Record<string, Change>> = {
  'a NodePool': { make: (simulation) => changePool(simulation, { consolidateAfter: '5s' }) },
  'an EC2NodeClass': { make: changeNodeClass },
  'settings of the cluster': {
    make: (simulation) => changeSettings(simulation, { minSavingPercent: 7 }),
  },
  'the mode of the cluster': { make: changeMode },
  'the approval policy': { make: savePolicy },
  'a pause': {
    make: (simulation) =>
      setPause(apiOf(simulation), ada, {
        scope: scopeOf(simulation),
        stops: 'Consolidation',
        reason: 'maintenance',
        requestId: null,
      }),
  },
  'a spend limit': {
    make: (simulation) =>
      createSpendLimit(apiOf(simulation), ada, {
        scope: scopeOf(simulation),
        hourlyMicroUsd: 1_000_000,
        monthlyMicroUsd: null,
        blocksLaunches: true,
        requestId: null,
      }),
  },
  'an interrupted node, whose offering has no capacity then': {
    make: (simulation) => simulation.interrupt([...simulation.cloud.instances.keys()]),
  },
  'Spot prices': {
    prepare: ({ clock }) => clock.advance(4 * 60_000),
    make: (simulation) =>
      jobsOf(simulation)['catalog.refresh-spot-prices']({ clusterId: simulation.clusterId }),
  },
  'instance types that another cluster has read': {
    prepare: ({ clock }) => clock.advance(12 * 3_600_000),
    make: readTypesForOther,
  },
  'a new AMI': {
    make: (simulation) => {
      simulation.cloud.selected = { ...simulation.cloud.selected, imageId: 'ami-new' };
      return resolve(simulation);
    },
  },
  'free instances of a capacity reservation': {
    prepare: (simulation) => reserve(simulation, 1),
    // One of them is used by the node of the pods.
    make: (simulation) => reserve(simulation, 3),
  },
  'a zonal shift': {
    prepare: (simulation) => changeSettings(simulation, { zonalShift: true }),
    make: (simulation) => {
      simulation.cloud.zonalShifts = [{ zoneId: 'use1-az3', until: null }];
      return jobsOf(simulation)['catalog.read-zonal-shifts']({ clusterId: simulation.clusterId });
    },
  },
  'security groups of instances': { make: changeInstances },
  'a PodDisruptionBudget': {
    make: ({ cluster }) => {
      cluster.podDisruptionBudgets = [aPodDisruptionBudget('web', podsWith({ app: 'web' }))];
    },
  },
  'the annotation do-not-disrupt of a pod': {
    make: (simulation) => changeFirstPod(simulation, { doNotDisrupt: 'true' }),
  },
  'the annotation do-not-disrupt of a node': {
    make: (simulation) =>
      changeFirstNode(simulation, { annotations: { [annotationKeys.doNotDisrupt]: 'true' } }),
  },
  'a cordoned node': { make: (simulation) => changeFirstNode(simulation, { isCordoned: true }) },
  'a pod that ends': {
    make: ({ cluster }) => {
      cluster.respawns = false;
      cluster.removePod('pod-2');
    },
  },
  'a pending pod': { make: ({ cluster }) => cluster.addPendingPods(1, small) },
  'a NodeOverlay': {
    make: ({ cluster }) => cluster.applyNodeOverlay('cheap', { priceAdjustment: '-10%' }),
  },
  'a CapacityBuffer': {
    make: ({ cluster }) => cluster.applyCapacityBuffer('spare', { replicas: 1 }),
  },
};

describe('a cluster at rest is evaluated soon after a change of', () => {
  it.each(Object.entries(changes))('%s', async (_what, { prepare, make }) => {
    const simulation = await openAtRest(prepare);
    await make(simulation);
    expect(await isEvaluatedSoon(simulation)).toBe(true);
  });
});

describe('a cluster at rest is evaluated without a change', () => {
  it('once a minute', async () => {
    const simulation = await openAtRest();
    const before = evaluatedAt(simulation);
    const times = new Set<number | null>();
    const end = simulation.clock.now() + 300_000;
    await simulation.until(() => {
      times.add(evaluatedAt(simulation));
      return Promise.resolve(simulation.clock.now() >= end);
    }, 301);
    times.delete(before);
    expect(times.size).toBe(5);
  });

  it('when consolidateAfter of a node has passed', async () => {
    const simulation = await openAtRest((opened) =>
      changePool(opened, { consolidateAfter: '90s' }),
    );
    removePods(simulation);
    const [claim] = await simulation.nodeClaims();
    const at = (claim?.initializedAt ?? 0) + 90_000;
    expect((await nextProposalAt(simulation)) - at).toSatisfy(isSoon);
  });

  it('when a disruption budget opens', async () => {
    const fromNoon = { nodes: '0', schedule: '0 12 * * *', duration: '5m' };
    const simulation = await openAtRest((opened) =>
      changePool(opened, { budgets: [fromNoon, { nodes: '1' }] }),
    );
    removePods(simulation);
    const at = Date.UTC(2026, 10, 21, 12, 5);
    expect((await nextProposalAt(simulation)) - at).toSatisfy(isSoon);
  });

  it('when the protection of a pod ends that keeps its node', async () => {
    const simulation = await openBusy(records.open(), 'auto');
    const { cluster, clock } = simulation;
    const pods = [...cluster.nodes.values()].flatMap((node) => node.pods);
    const startedAt = pods.find(({ uid }) => uid === 'pod-1')?.startedAt ?? 0;
    const seconds = (clock.now() - startedAt) / 1_000 + 90;
    changeFirstPod(simulation, { doNotDisrupt: `${seconds}s` });
    await scaleToOne(simulation);
    const at = startedAt + seconds * 1_000;
    expect((await nextProposalAt(simulation)) - at).toSatisfy(isSoon);
  });
});

describe('a cluster with an open decision is evaluated', () => {
  /** Opens a cluster in mode `approve` whose empty node awaits approval of its removal. */
  async function openAwaiting(): Promise<ClusterSimulation> {
    const simulation = await openAtRest(async (opened) => {
      await changeMode(opened);
      await changeSettings(opened, { approvalTtlMs: 90_000, rejectionHoldMs: 90_000 });
    });
    removePods(simulation);
    await simulation.until(async () => (await proposal(simulation))?.state === 'AwaitingApproval');
    return simulation;
  }

  it('when its approval expires, and then proposes it again', async () => {
    const simulation = await openAwaiting();
    const { id, expiresAt } = await required(simulation);
    await simulation.until(async () => (await proposal(simulation))?.id !== id);
    const expired = (await simulation.decisions()).find((decision) => decision.id === id);
    expect(expired?.state).toBe('Expired');
    const { proposedAt } = await required(simulation);
    for (const at of [expired?.finishedAt ?? 0, proposedAt])
      expect(at - (expiresAt ?? 0)).toSatisfy(isSoon);
  });

  it('when a rejection ends', async () => {
    const simulation = await openAwaiting();
    const { id, version } = await required(simulation);
    const rejected = await rejectDecision(apiOf(simulation), ada, {
      decisionId: id,
      expectedVersion: version,
      comment: 'not today',
      requestId: null,
    });
    expect(rejected.kind).toBe('Decided');
    await simulation.until(async () => (await proposal(simulation))?.id !== id);
    const before = (await simulation.decisions()).find((decision) => decision.id === id);
    const { proposedAt } = await required(simulation);
    expect(proposedAt - (before?.rejectedUntil ?? 0)).toSatisfy(isSoon);
  });

  it('until it is executed', async () => {
    const simulation = await openAwaiting();
    expect(await isEvaluatedSoon(simulation)).toBe(true);
    await approve(simulation, await required(simulation));
    await simulation.until(async () => (await proposal(simulation))?.state === 'Executed');
    await rest(simulation);
  });
});
