import {
  type CachedNode,
  expireNodeClaims,
  type NodeClaim,
  observeNodeClaim,
} from '@kerf/application';
import { invariant, labelKeys, terminationFinalizer } from '@kerf/core';
import { aPod, aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

interface RunningNode {
  readonly simulation: ClusterSimulation;
  readonly claim: NodeClaim;
  readonly node: CachedNode;
  /** Returns the NodeClaim as it is recorded now. */
  readonly recorded: () => Promise<NodeClaim>;
  /** Deletes the NodeClaim object, and simulates until a step of the termination is reached. */
  readonly deleteUntil: (isMet: (claim: NodeClaim) => boolean) => Promise<void>;
}

/** One node with one pod of a Deployment. */
async function openNode(grace: string | null = null): Promise<RunningNode> {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  const { store, clusterId, cluster } = simulation;
  const [pool] = await store.definitions.nodePools(clusterId);
  invariant(pool !== undefined, 'the cluster has a NodePool');
  const { template } = pool.spec;
  const spec = { ...template.spec, ...(grace !== null && { terminationGracePeriod: grace }) };
  const changed = {
    ...pool,
    revision: pool.revision + 1,
    spec: { ...pool.spec, template: { ...template, spec } },
  };
  await store.definitions.save(changed, aRevisionOf(changed));
  cluster.addPendingPods(1, { cpu: 500, memory: 1024 ** 3 });
  await simulation.until(async () => {
    const [decision] = await simulation.decisions();
    return cluster.pending.size === 0 && decision?.state === 'Executed';
  });
  const [claim] = await store.nodeClaims.inStates(clusterId, ['Initialized']);
  const [node] = cluster.nodes.values();
  invariant(claim !== undefined && node !== undefined, 'the cluster has a node');
  const recorded = async () => {
    const found = await store.nodeClaims.find(claim.id);
    invariant(found !== null, 'the NodeClaim is recorded');
    return found;
  };
  return {
    simulation,
    claim,
    node,
    recorded,
    deleteUntil: async (isMet) => {
      await observeNodeClaim({ ...simulation.ports, store }, clusterId, {
        name: claim.name,
        isStandalone: false,
        isGone: false,
        deletionRequestedAt: simulation.clock.now(),
        adoptable: null,
      });
      await simulation.until(async () => isMet(await recorded()));
    },
  };
}

describe('the objects of a node that Kerf removes', () => {
  /** Simulates the removal of an expired node up to a step of its termination. */
  const expireUntil = async (
    { simulation, recorded }: RunningNode,
    isMet: (claim: NodeClaim) => boolean,
  ) => {
    const { store, clock, clusterId } = simulation;
    clock.advance(720 * 3_600_000);
    await expireNodeClaims({ ...simulation.ports, store }, clusterId);
    await simulation.until(async () => isMet(await recorded()));
  };

  it('are being deleted from the start of the drain, by Kerf and not by a user', async () => {
    const running = await openNode();
    const { simulation, node, claim, recorded } = running;
    const { cluster } = simulation;
    cluster.protectedPods.add('pod-1');
    await expireUntil(running, ({ termination }) => (termination?.waitingFor ?? null) !== null);
    expect(cluster.nodes.get(node.name)).toMatchObject({
      deletionRequestedAt: expect.any(Number),
      finalizers: [terminationFinalizer],
      pods: [{ uid: 'pod-1' }],
    });
    expect([...cluster.deletedNodeClaims.keys()]).toEqual([claim.name]);
    expect((await recorded()).termination).toMatchObject({ reason: 'Expired', step: 'Cordoned' });
    cluster.protectedPods.clear();
    await simulation.until(async () => (await recorded()).state === 'Terminated');
    expect([...cluster.nodes.keys()]).not.toContain(node.name);
    expect([...cluster.nodeClaims.keys()]).not.toContain(claim.name);
    const kinds = (await simulation.decisions()).map(({ kind }) => kind);
    expect(kinds).not.toContain('Delete');
  });
});

describe('the termination of a node', () => {
  it('ends its instance when the volumes of its pods are detached (row 121)', async () => {
    const { simulation, node, recorded, deleteUntil } = await openNode();
    const { cluster, cloud } = simulation;
    cluster.changeNode(node.name, {
      volumeAttachments: [{ volume: 'pv-1', claim: 'default/data' }],
    });
    await deleteUntil(({ termination }) => termination?.waitingFor !== null);
    expect((await recorded()).termination).toMatchObject({
      step: 'Drained',
      waitingFor: 'detachment of PersistentVolume pv-1 (PersistentVolumeClaim default/data)',
    });
    expect(cluster.nodes.get(node.name)?.pods).toEqual([]);
    expect([...cloud.instances.values()].map(({ state }) => state)).toEqual(['running']);
    expect(simulation.events.reasons).toContain('AwaitingVolumeDetachment Node');
    cluster.changeNode(node.name, { volumeAttachments: [] });
    await simulation.until(async () => (await recorded()).state === 'Terminated');
    expect((await recorded()).termination?.undetached).toBeUndefined();
    expect([cluster.nodes.size, cloud.instances.size]).toEqual([0, 0]);
  });

  it('waits for volumes until its termination grace period ends (rows 120 and 121)', async () => {
    const { simulation, node, claim, recorded, deleteUntil } = await openNode('1m');
    const { cluster, clock } = simulation;
    cluster.changeNode(node.name, {
      volumeAttachments: [{ volume: 'pv-1', claim: 'default/data' }],
    });
    const deletedAt = clock.now();
    await deleteUntil(({ state }) => state === 'Terminated');
    const { termination } = await recorded();
    expect(termination?.deadline).toBe(deletedAt + 60_000);
    expect(clock.now() - deletedAt).toBeGreaterThanOrEqual(60_000);
    expect(termination?.undetached).toEqual({
      reason: 'TerminationGracePeriodElapsed',
      volumes: ['pv-1'],
    });
    const [, deletion] = await simulation.decisions();
    invariant(deletion !== undefined, 'the deletion is a decision');
    expect(
      (await simulation.store.decisions.events(deletion.id)).map(({ data }) => data),
    ).toContainEqual({
      nodeClaimId: claim.id,
      detail:
        'volumes not detached before the instance was terminated (TerminationGracePeriodElapsed): pv-1',
    });
  });

  it('evicts in four tiers, off the load balancers (rows 119 and 122)', async () => {
    const { simulation, node, deleteUntil } = await openNode();
    const { cluster } = simulation;
    const critical = 2_000_000_000;
    const added = [
      aPod('critical-daemon').withSpec({ priority: critical }).running({ ownerKind: 'DaemonSet' }),
      aPod('critical').withSpec({ priority: critical }).running(),
      aPod('daemon').running({ ownerKind: 'DaemonSet' }),
    ];
    const pods = [...added, ...(cluster.nodes.get(node.name)?.pods ?? [])];
    cluster.changeNode(node.name, { pods });
    const evicted: string[] = [];
    const evict = cluster.evict.bind(cluster);
    cluster.evict = (connection, pod) => {
      evicted.push(pod.name);
      const { labels } = cluster.nodes.get(node.name) ?? {};
      expect(labels?.[labelKeys.excludeFromLoadBalancers]).toBe('karpenter');
      return evict(connection, pod);
    };
    await deleteUntil(({ state }) => state === 'Terminated');
    expect(evicted).toEqual(['pod-1', 'daemon', 'critical', 'critical-daemon']);
  });

  it('deletes protected pods in time for its termination grace period (row 120)', async () => {
    const { simulation, deleteUntil } = await openNode('90s');
    const { cluster, clock } = simulation;
    cluster.protectedPods.add('pod-1');
    const startedAt = clock.now();
    const deletions: number[] = [];
    const deletePod = cluster.deletePod.bind(cluster);
    cluster.deletePod = (connection, pod) => {
      deletions.push(clock.now() - startedAt);
      return deletePod(connection, pod);
    };
    await deleteUntil(({ state }) => state === 'Terminated');
    // Its own grace period is 30 s.
    expect(deletions).toEqual([60_000]);
  });

  it('is a finding while it makes no progress', async () => {
    const { simulation, claim, deleteUntil } = await openNode();
    const { cluster, clock, clusterId } = simulation;
    const findings = async () => {
      const ports = { ...simulation.ports, store: simulation.store };
      await createHandlers(ports)['node-claim.check-liveness']({ clusterId });
      const found = await simulation.findings();
      return found.filter(({ object }) => object === `NodeClaim/${claim.name}`);
    };
    cluster.protectedPods.add('pod-1');
    await deleteUntil(({ termination }) => termination?.waitingFor !== null);
    expect(await findings()).toEqual([]);
    clock.advance(10 * 60_000);
    expect(await findings()).toMatchObject([
      {
        code: 'TERMINATION_STALLED',
        object: `NodeClaim/${claim.name}`,
        message: expect.stringContaining(
          'no progress for 10m: PodDisruptionBudget default/web blocks eviction of pod pod-1.',
        ),
        remedy: 'Delete the pods of the node, or fix what blocks their eviction.',
      },
    ]);
    cluster.protectedPods.clear();
    await simulation.until(
      async () => (await simulation.store.nodeClaims.find(claim.id))?.state === 'Terminated',
    );
    expect(await findings()).toEqual([]);
  });
});

describe('the legacy repair of a node', () => {
  it('terminates it, whatever protects its pods, in an executed decision (row 124)', async () => {
    const { simulation, node, recorded } = await openNode();
    const { clusterId, store, cluster, clock } = simulation;
    const ports = { ...simulation.ports, store };
    const known = await store.clusters.find(clusterId);
    invariant(known !== null, 'the cluster is registered');
    const settings = { ...known.settings, nodeRepair: true, legacyNodeRepair: true };
    await store.clusters.save({ ...known, settings });
    cluster.protectedPods.add('pod-1');
    cluster.changeNode(node.name, {
      labels: { ...node.labels, [labelKeys.nodePool]: 'default' },
      unhealthyConditions: [
        { type: 'KernelReady', status: 'False', reason: '', since: clock.now() - 30 * 60_000 },
      ],
    });
    await createHandlers(ports)['node-claim.check-liveness']({ clusterId });
    await simulation.until(async () => (await recorded()).state === 'Terminated');
    expect((await recorded()).termination).toMatchObject({ reason: 'Unhealthy' });
    const repair = (await simulation.decisions()).find(({ kind }) => kind === 'Repair');
    expect(repair).toMatchObject({
      state: 'Executed',
      verdict: { kind: 'Auto' },
      body: { type: 'Remove', reason: 'Unhealthy' },
    });
  });
});

describe('a failed status check of an instance', () => {
  it('terminates its node after two minutes, whatever protects its pods (row 126)', async () => {
    const { simulation, recorded, claim } = await openNode();
    const { clusterId, store, cluster, cloud, clock } = simulation;
    const handlers = createHandlers({ ...simulation.ports, store });
    const instanceId = claim.instance?.instanceId ?? '';
    cluster.protectedPods.add('pod-1');
    cloud.impairedInstances = [{ instanceId, check: 'System', since: clock.now() }];
    await handlers['node-claim.check-instance-status']({ clusterId });
    expect((await recorded()).state).toBe('Initialized');
    clock.advance(2 * 60_000);
    await handlers['node-claim.check-instance-status']({ clusterId });
    await simulation.until(async () => (await recorded()).state === 'Terminated');
    expect((await recorded()).termination).toMatchObject({ reason: 'Unhealthy' });
    expect(cloud.instances.has(instanceId)).toBe(false);
    // The pod needs a node again, and gets one.
    await simulation.until(async () => {
      const replaced = await store.nodeClaims.inStates(clusterId, ['Initialized']);
      return cluster.pending.size === 0 && replaced.length === 1;
    });
    const repair = (await simulation.decisions()).find(({ kind }) => kind === 'Repair');
    expect(repair).toMatchObject({ state: 'Executed', verdict: { kind: 'Auto' } });
  });
});
