import {
  adoptNodeClaims,
  type Cluster,
  ControllerGuard,
  collectGarbage,
  type NodeClaimEvent,
  type ObservedLease,
  organizationAdmin,
  updateCluster,
} from '@kerf/application';
import { AppError, invariant, tagKeys } from '@kerf/core';
import { createReadQueries, type Database } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';

/* Behavior of Kerf in a cluster where a Karpenter, another Kerf or EKS Auto Mode is at work. */

const giB = 1024 ** 3;
let database: Database;

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const lease = (renewedAt: number): ObservedLease => ({
  namespace: 'kube-system',
  name: 'karpenter-leader-election',
  holder: 'karpenter-0',
  renewedAt,
  durationMs: 15_000,
});

async function open(mode: ClusterMode) {
  const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode });
  const { ports, clusterId, cluster, clock } = simulation;
  const guard = new ControllerGuard(ports, clusterId);
  return {
    simulation,
    guard,
    renewLease: () => {
      cluster.controllers = { leases: [lease(clock.now())], deployments: [] };
    },
    stored: async (): Promise<Cluster> => {
      const found = await simulation.store.clusters.find(clusterId);
      invariant(found !== null, 'it is registered');
      return found;
    },
    findings: async () =>
      (await createReadQueries(database).clusters.findings([clusterId])).map(
        ({ code, object }) => `${code} ${object}`,
      ),
  };
}

describe('a running Karpenter', () => {
  it('puts the cluster on hold with a finding until it is gone', async () => {
    const { simulation, guard, renewLease, stored, findings } = await open('auto');
    renewLease();
    expect(await guard.check()).toBe(false);
    const held = await stored();
    expect(held).toMatchObject({
      configuredMode: 'auto',
      mode: 'observe',
      hold: {
        code: 'KARPENTER_RUNNING',
        object: 'Lease/kube-system/karpenter-leader-election',
        since: simulation.clock.now(),
      },
    });
    expect(held.hold?.message).toContain('Scale Karpenter to 0 replicas or uninstall it');
    expect(await findings()).toEqual([
      'OTHER_CONTROLLER Lease/kube-system/karpenter-leader-election',
    ]);

    simulation.cluster.addPendingPods(3, { cpu: 1_000, memory: giB });
    await simulation.until(async () => (await simulation.decisions()).length > 0);
    expect(await simulation.decisions()).toMatchObject([
      { state: 'Proposed', verdict: { kind: 'ObserveOnly' } },
    ]);
    expect(simulation.cloud.launchCount).toBe(0);

    simulation.clock.advance(16_000);
    expect(await guard.check()).toBe(true);
    expect(await stored()).toMatchObject({ mode: 'auto', hold: null });
    expect(await findings()).toEqual([]);
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    expect(simulation.cloud.launchCount).toBe(1);
  });

  it('keeps the start time of the hold when its Lease is renewed', async () => {
    const { simulation, guard, renewLease, stored, findings } = await open('auto');
    renewLease();
    await guard.check();
    const since = simulation.clock.now();
    const { version } = await stored();
    for (let turn = 0; turn < 5; turn += 1) {
      simulation.clock.advance(10_000);
      renewLease();
      await guard.check();
    }
    expect(await stored()).toMatchObject({ hold: { since }, version });
    expect(await findings()).toHaveLength(1);
  });

  it('keeps the cluster on hold across a restart of the worker', async () => {
    const { simulation, guard, renewLease, stored } = await open('auto');
    renewLease();
    await guard.check();
    simulation.clock.advance(60_000);
    renewLease();
    await new ControllerGuard(simulation.ports, simulation.clusterId).check();
    expect((await stored()).mode).toBe('observe');
  });

  it('causes no finding in mode observe, and a hold when the mode changes', async () => {
    const { simulation, guard, renewLease, stored, findings } = await open('observe');
    renewLease();
    await guard.check();
    expect(await findings()).toEqual([]);
    const { id, version } = await stored();
    const ada = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin } as const;
    await updateCluster({ ...simulation.ports, store: simulation.store }, ada, {
      id,
      expectedVersion: version,
      mode: 'auto',
      settings: {},
      requestId: null,
    });
    expect(await stored()).toMatchObject({ configuredMode: 'auto', mode: 'observe' });
    await guard.check();
    expect(await findings()).toEqual([
      'OTHER_CONTROLLER Lease/kube-system/karpenter-leader-election',
    ]);
  });

  it('is unknown without permission to read it, which is a finding', async () => {
    const { simulation, guard, stored, findings } = await open('auto');
    simulation.cluster.unreadableKinds = ['leases.coordination.k8s.io'];
    await guard.check();
    expect((await stored()).mode).toBe('auto');
    expect(await findings()).toEqual([
      'KIND_UNREADABLE CustomResourceDefinition/leases.coordination.k8s.io',
    ]);
    simulation.cluster.unreadableKinds = [];
    await guard.check();
    expect(await findings()).toEqual([]);
  });
});

describe('NodeClaims of a removed Karpenter', () => {
  it('are adopted when Kerf may act, without a change of the objects', async () => {
    const { simulation } = await open('observe');
    const { cluster, clusterId, store, ports } = simulation;
    const left = await leaveBehind(simulation);
    await adoptNodeClaims(ports, clusterId);
    expect(await store.nodeClaims.findByName(clusterId, left.name)).toBeNull();

    const current = await store.clusters.find(clusterId);
    invariant(current !== null, 'it is registered');
    await store.clusters.save({ ...current, configuredMode: 'approve' });
    await adoptNodeClaims(ports, clusterId);
    expect(await store.nodeClaims.findByName(clusterId, left.name)).toMatchObject({
      state: 'Initialized',
      nodePool: 'default',
      decisionId: null,
    });
    await adoptNodeClaims(ports, clusterId);
    expect(await store.nodeClaims.inStates(clusterId, ['Initialized'])).toHaveLength(1);
    expect(cluster.nodes.size).toBe(1);
  });
});

/** A node of a Karpenter, with its NodeClaim. */
async function leaveBehind(simulation: ClusterSimulation): Promise<NodeClaimEvent> {
  const { cluster } = simulation;
  const providerId = 'aws:///us-east-1a/i-left';
  const donor = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
  donor.cluster.addPendingPods(1, { cpu: 1_000, memory: giB });
  await donor.until(() => Promise.resolve(donor.cluster.pending.size === 0));
  const [node] = donor.cluster.nodes.values();
  invariant(node !== undefined, 'a node joined');
  cluster.nodes.set(node.name, { ...node, providerId, pods: [] });
  const event: NodeClaimEvent = {
    name: 'default-left1',
    isStandalone: false,
    isGone: false,
    deletionRequestedAt: null,
    adoptable: {
      providerId,
      imageId: 'ami-1',
      nodePool: 'default',
      nodeClass: 'default',
      nodePoolHash: '',
      nodeClassHash: '',
      drifted: null,
      createdAt: simulation.clock.now(),
      terms: { expireAfter: 'Never', terminationGracePeriod: null },
      standalone: null,
    },
  };
  cluster.adoptableNodeClaims = [event];
  return event;
}

describe('another Kerf in the cluster', () => {
  it('puts the cluster on hold while it renews its Lease', async () => {
    const { simulation, guard, stored, findings } = await open('auto');
    const { cluster, clock } = simulation;
    for (let turn = 0; turn < 8; turn += 1) {
      cluster.actingLease = { holder: 'clu_theirs', revision: `${turn}` };
      await guard.check();
      expect(await stored()).toMatchObject({ mode: 'observe', hold: { code: 'OTHER_KERF' } });
      clock.advance(10_000);
    }
    expect((await stored()).hold?.message).toContain('clu_theirs');
    expect(await findings()).toEqual(['OTHER_CONTROLLER Lease/kube-system/kerf']);
  });

  it('is replaced 30 s after its last renewal', async () => {
    const { simulation, guard, stored } = await open('auto');
    const { cluster, clusterId, clock } = simulation;
    cluster.actingLease = { holder: 'clu_theirs', revision: '1' };
    await guard.check();
    for (let second = 0; second < 29; second += 1) {
      clock.advance(1_000);
      await guard.check();
      expect((await stored()).mode).toBe('observe');
    }
    clock.advance(11_000);
    await guard.check();
    expect(await stored()).toMatchObject({ mode: 'auto', hold: null });
    expect(cluster.actingLease?.holder).toBe(clusterId);
  });

  it('can see this Kerf by its Lease, except in mode observe', async () => {
    const acting = await open('approve');
    await acting.guard.check();
    expect(acting.simulation.cluster.actingLease?.holder).toBe(acting.simulation.clusterId);
    const observing = await open('observe');
    await observing.guard.check();
    expect(observing.simulation.cluster.actingLease).toBeNull();
  });

  it('is not assumed if the Lease cannot be written', async () => {
    const { simulation, guard, stored } = await open('auto');
    simulation.cluster.claimActingLease = () =>
      Promise.reject(new AppError({ code: 'CLUSTER.FORBIDDEN', message: 'no' }));
    await guard.check();
    expect((await stored()).mode).toBe('auto');
  });
});

describe('EKS Auto Mode in the cluster', () => {
  it('is reported, because both may launch a node for the same pod', async () => {
    const { simulation, guard, findings } = await open('auto');
    simulation.cluster.foreignNodePools = [
      { name: 'general-purpose', nodeClassGroup: 'eks.amazonaws.com' },
      { name: 'system', nodeClassGroup: 'eks.amazonaws.com' },
    ];
    await guard.check();
    expect(await findings()).toEqual(['FOREIGN_NODE_POOLS NodeClass/eks.amazonaws.com']);
    simulation.cluster.foreignNodePools = [];
    await guard.check();
    expect(await findings()).toEqual([]);
  });

  it('keeps its instances, because Kerf terminates only instances that it launched', async () => {
    const { simulation } = await open('auto');
    const { cloud, clock, ports, clusterId } = simulation;
    const launchedAt = clock.now() - 3_600_000;
    const instance = (id: string, tags: Record<string, string>) =>
      cloud.instances.set(id, {
        instanceId: id,
        providerId: `aws:///us-east-1a/${id}`,
        state: 'running',
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        capacityType: 'on-demand',
        reservationId: null,
        partition: null,
        imageId: 'ami-1',
        subnetId: 'subnet-0',
        securityGroupIds: ['sg-1'],
        launchedAt,
        tags,
        privateDnsName: id,
      });
    instance('i-auto', { [tagKeys.nodeClaim]: 'general-purpose-x2k4p' });
    instance('i-ours', { [tagKeys.nodeClaim]: 'default-lost1', [tagKeys.nodeClass]: 'default' });
    await collectGarbage(ports, clusterId);
    expect(cloud.instances.get('i-auto')?.state).toBe('running');
    expect(cloud.instances.get('i-ours')?.state).toBe('shutting-down');
  });
});
