import {
  type Decision,
  isInstanceEnding,
  type NodeClaim,
  type NodePoolDefinition,
  resolveNodeClasses,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { aPod, aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

type Requirements = NodePoolDefinition['spec']['template']['spec']['requirements'];

let records: RecordSource;

/** Minutes of a cluster take thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const inZones = (...values: readonly string[]): Requirements => [
  { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['c5.large'] },
  { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
  { key: 'topology.kubernetes.io/zone', operator: 'In', values },
];

/** Changes the NodePool's requirements, how many of its nodes may be disrupted at a time, and its limits. */
async function requireOfPool(
  simulation: ClusterSimulation,
  requirements: Requirements,
  budget = '1',
  limits: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [pool] = await simulation.store.definitions.nodePools(simulation.clusterId);
  invariant(pool !== undefined, 'the cluster has a pool');
  const { disruption, template } = pool.spec;
  const changed: NodePoolDefinition = {
    ...pool,
    revision: pool.revision + 1,
    spec: {
      ...pool.spec,
      limits,
      disruption: { ...disruption, budgets: [{ nodes: budget }] },
      template: { ...template, spec: { ...template.spec, requirements } },
    },
  };
  await simulation.store.definitions.save(changed, aRevisionOf(changed));
}

/** Launches a node for one more pod, which fills it. */
async function addNode(simulation: ClusterSimulation, name: string): Promise<void> {
  const pod = aPod().requesting({ milliCpu: 1_500, memoryMib: 64 }).named(name).build();
  simulation.cluster.addPods([pod]);
  await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
}

/** Opens a cluster with a full node in each of three zones. */
async function openFleet(): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  simulation.cluster.respawns = true;
  for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
    await requireOfPool(simulation, inZones(zone), '0');
    await addNode(simulation, `in-${zone}`);
  }
  await requireOfPool(simulation, inZones('us-east-1a', 'us-east-1b', 'us-east-1c'));
  await simulation.until(() => isIdle(simulation));
  return simulation;
}

async function isIdle(simulation: ClusterSimulation): Promise<boolean> {
  const open = await simulation.store.decisions.open(simulation.clusterId);
  return open.length === 0 && simulation.cluster.pending.size === 0;
}

const drifts = async (simulation: ClusterSimulation): Promise<readonly Decision[]> =>
  (await simulation.decisions()).filter(({ kind }) => kind === 'Drift');

const running = async ({ store, clusterId }: ClusterSimulation): Promise<readonly NodeClaim[]> =>
  store.nodeClaims.inStates(clusterId, ['Launched', 'Registered', 'Initialized']);

/** Runs until this many drifted nodes are replaced; returns the most that were disrupted at once. */
async function replaced(simulation: ClusterSimulation, count: number): Promise<number> {
  let atOnce = 0;
  await simulation.until(async () => {
    const decisions = await drifts(simulation);
    const open = decisions.filter(({ state }) => state === 'Executing');
    const claims = await simulation.store.nodeClaims.findAll(
      open.flatMap(({ nodeClaimIds }) => nodeClaimIds),
    );
    // The next node may be disrupted while EC2 ends the instance of the last one.
    const disrupted = claims.filter((claim) => !isInstanceEnding(claim));
    atOnce = Math.max(atOnce, disrupted.length);
    const done = decisions.filter(({ state }) => state === 'Executed');
    return done.length === count && (await isIdle(simulation));
  }, 600);
  return atOnce;
}

const reasonsOf = (decisions: readonly Decision[]): readonly (string | undefined)[] =>
  decisions.map(({ body }) => (body.type === 'Disrupt' ? body.drift?.[0]?.reason : undefined));

describe('113: a new AMI', () => {
  it('replaces the nodes one after the other within a budget of one node', async () => {
    const simulation = await openFleet();
    const { ports, clusterId, cloud, cluster } = simulation;
    cloud.selected = { ...cloud.selected, imageId: 'ami-2' };
    await simulation.until(() => isIdle(simulation));
    expect(await drifts(simulation)).toEqual([]);

    await resolveNodeClasses(ports, { clusterId });
    await createHandlers(ports)['disruption.plan']({ clusterId });
    await createHandlers(ports)['definition.publish-status']({ clusterId });
    await simulation.until(() => Promise.resolve(cluster.driftedNodeClaims.size > 0));
    expect(new Set(cluster.driftedNodeClaims.values())).toEqual(new Set(['AMIDrift']));

    expect(await replaced(simulation, 3)).toBe(1);
    const claims = await running(simulation);
    expect(claims.map(({ instance, drift }) => [instance?.imageId, drift])).toEqual(
      claims.map(() => ['ami-2', null]),
    );
    expect(cluster.nodes.size).toBe(3);
    expect(reasonsOf(await drifts(simulation))).toEqual(['AMIDrift', 'AMIDrift', 'AMIDrift']);
  });
});

describe('113: changed requirements of a NodePool', () => {
  it('replace only the nodes that do not satisfy them', async () => {
    const simulation = await openFleet();
    const before = new Map((await running(simulation)).map(({ id, instance }) => [id, instance]));
    expect(before.size).toBe(3);
    await requireOfPool(simulation, inZones('us-east-1a', 'us-east-1b'));
    await replaced(simulation, 1);
    const kept = (await running(simulation)).filter(({ id }) => before.has(id));
    expect(kept.map(({ instance }) => instance?.zone ?? '').sort()).toEqual([
      'us-east-1a',
      'us-east-1b',
    ]);
    expect(reasonsOf(await drifts(simulation))).toEqual(['RequirementsDrifted']);
  });
});

describe('8, 113: nodes of a NodePool at its limits', () => {
  it('are replaced all the same, several at a time', async () => {
    const simulation = await openFleet();
    const limits = { nodes: '3', cpu: '6' };
    await requireOfPool(simulation, inZones('us-east-1a'), '2', limits);
    await replaced(simulation, 2);
    const claims = await running(simulation);
    expect(claims.map(({ instance }) => instance?.zone)).toEqual(claims.map(() => 'us-east-1a'));
    expect(claims).toHaveLength(3);
    expect((await drifts(simulation)).map(({ state }) => state)).toEqual(['Executed', 'Executed']);
  });
});

describe('113: a NodeClaim adopted from a Karpenter', () => {
  it('gets the current hashes, and drifts when its NodePool changes afterwards', async () => {
    const simulation = await openFleet();
    const { store, clusterId } = simulation;
    const [claim] = await running(simulation);
    invariant(claim !== undefined, 'a node runs');
    const foreign = { nodePoolHash: 'v3-123', nodeClassHash: 'v6-456' };
    await store.nodeClaims.setHashes(clusterId, [{ id: claim.id, ...foreign }]);
    const { nodePoolHash, nodeClassHash } = claim;
    await simulation.until(
      async () => (await store.nodeClaims.find(claim.id))?.nodePoolHash === nodePoolHash,
    );
    expect(await store.nodeClaims.find(claim.id)).toMatchObject({ nodeClassHash, drift: null });

    const [pool] = await store.definitions.nodePools(clusterId);
    invariant(pool !== undefined, 'the cluster has a pool');
    const changed = { ...pool, driftHash: `${pool.driftHash}-new`, revision: pool.revision + 1 };
    await store.definitions.save(changed, aRevisionOf(changed));
    await simulation.until(
      async () => (await store.nodeClaims.find(claim.id))?.state === 'Terminated',
      600,
    );
  });
});
