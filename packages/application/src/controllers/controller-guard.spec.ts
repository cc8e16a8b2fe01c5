import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { requireCluster } from '../clusters/require-cluster.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import { withoutView } from '../testing/disruption-setup.js';
import { override } from '../testing/override.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { ControllerGuard } from './controller-guard.js';

const running = {
  leases: [],
  deployments: [{ namespace: 'karpenter', name: 'karpenter', replicas: 1 }],
};
const none = { leases: [], deployments: [] };

async function setUpGuard(fields: Partial<Cluster> = {}) {
  const setup = await setUpCluster(fields);
  const { ports, clusterId, store } = setup;
  return {
    ...setup,
    guard: new ControllerGuard(ports, clusterId),
    current: () => requireCluster(store, clusterId),
    findings: () => store.tables.findings.all().map(({ code, object }) => `${code} ${object}`),
  };
}

describe('ControllerGuard', () => {
  it('holds the cluster in mode observe while Karpenter runs, and resumes when it is gone', async () => {
    const { guard, cluster, current, findings } = await setUpGuard();
    cluster.controllers = running;
    expect(await guard.check()).toBe(false);
    expect(await current()).toMatchObject({
      mode: 'observe',
      configuredMode: 'auto',
      hold: { code: 'KARPENTER_RUNNING' },
    });
    expect(findings()).toEqual(['OTHER_CONTROLLER Deployment/karpenter/karpenter']);
    cluster.controllers = none;
    expect(await guard.check()).toBe(true);
    expect(await current()).toMatchObject({ mode: 'auto', hold: null });
    expect(findings()).toEqual([]);
    expect(await guard.check()).toBe(false);
  });

  it('keeps since when the cluster is held, and writes nothing while nothing changes', async () => {
    const { guard, cluster, current, clock } = await setUpGuard();
    cluster.controllers = running;
    await guard.check();
    const { hold, version } = await current();
    clock.advance(5_000);
    await guard.check();
    expect(await current()).toMatchObject({ hold, version });
    cluster.controllers = {
      leases: [],
      deployments: [{ namespace: 'karpenter', name: 'karpenter', replicas: 2 }],
    };
    await guard.check();
    expect((await current()).hold?.since).toBe(hold?.since);
  });

  it('in mode observe, holds the cluster without a finding, because nothing is prevented', async () => {
    const { guard, cluster, current, findings } = await setUpGuard({ mode: 'observe' });
    cluster.controllers = running;
    await guard.check();
    expect((await current()).hold?.code).toBe('KARPENTER_RUNNING');
    expect(findings()).toEqual([]);
  });

  it('does not act beside another Kerf that renews its Lease', async () => {
    const { guard, cluster, current, clock } = await setUpGuard();
    for (let renewal = 0; renewal < 6; renewal += 1) {
      cluster.actingLease = { holder: 'clu_elsewhere', revision: String(renewal) };
      await guard.check();
      clock.advance(10_000);
    }
    expect((await current()).hold?.code).toBe('OTHER_KERF');
    expect(cluster.actingLease?.holder).toBe('clu_elsewhere');
  });

  it('takes over the Lease of a Kerf that has not renewed it for 30 seconds', async () => {
    const { guard, cluster, current, clock, clusterId } = await setUpGuard();
    cluster.actingLease = { holder: 'clu_elsewhere', revision: '1' };
    await guard.check();
    clock.advance(29_999);
    await guard.check();
    expect((await current()).hold?.code).toBe('OTHER_KERF');
    clock.advance(10_000);
    expect(await guard.check()).toBe(true);
    expect((await current()).hold).toBeNull();
    expect(cluster.actingLease?.holder).toBe(clusterId);
  });

  it('does not claim the Lease in mode observe', async () => {
    const { guard, cluster } = await setUpGuard({ mode: 'observe' });
    await guard.check();
    expect(cluster.actingLease).toBeNull();
  });

  it('renews its own Lease every 10 seconds', async () => {
    const { guard, cluster, clock } = await setUpGuard();
    await guard.check();
    const first = cluster.actingLease?.revision;
    clock.advance(9_999);
    await guard.check();
    expect(cluster.actingLease?.revision).toBe(first);
    clock.advance(1);
    await guard.check();
    expect(cluster.actingLease?.revision).not.toBe(first);
  });

  it.each(['CLUSTER.FORBIDDEN', 'CLUSTER.UNREACHABLE'] as const)(
    'sees no other Kerf when the Lease answers %s',
    async (code) => {
      const { ports, cluster, clusterId, current } = await setUpGuard();
      const gateway = override(cluster, {
        claimActingLease: () => Promise.reject(new AppError({ code, message: 'no' })),
      });
      await new ControllerGuard({ ...ports, gateway }, clusterId).check();
      expect((await current()).hold).toBeNull();
    },
  );

  it('throws an unexpected error', async () => {
    const { ports, cluster, clusterId } = await setUpGuard();
    const gateway = override(cluster, {
      claimActingLease: () => Promise.reject(new TypeError('broken')),
    });
    const guard = new ControllerGuard({ ...ports, gateway }, clusterId);
    await expect(guard.check()).rejects.toThrow('broken');
  });

  it('reports kinds that it may not read, until it may', async () => {
    const { guard, cluster, findings } = await setUpGuard();
    cluster.unreadableKinds = ['leases.coordination.k8s.io'];
    await guard.check();
    expect(findings()).toEqual([
      'KIND_UNREADABLE CustomResourceDefinition/leases.coordination.k8s.io',
    ]);
    cluster.unreadableKinds = [];
    await guard.check();
    expect(findings()).toEqual([]);
  });

  it('reports a clock that is wrong, also while the cluster is not synced, until it is right', async () => {
    const setup = await setUpGuard();
    const { ports, cluster, cloud, clusterId, findings } = setup;
    const { cache } = withoutView(setup);
    const unsynced = { ...cache, clockAheadMs: () => -400_000 };
    await new ControllerGuard({ ...ports, cache: unsynced }, clusterId).check();
    expect(findings()).toEqual(['CLOCK_SKEWED Clock/kubernetes']);
    const guard = new ControllerGuard(ports, clusterId);
    cloud.clock = { aheadMs: 400_000 };
    cluster.aheadMs = 400_000;
    await guard.check();
    expect(findings()).toEqual(['CLOCK_SKEWED Clock/kerf']);
    cloud.clock = { aheadMs: 0 };
    cluster.aheadMs = 0;
    await guard.check();
    expect(findings()).toEqual([]);
  });

  it('reports kinds whose watches deliver nothing, until they do', async () => {
    const { guard, cluster, findings } = await setUpGuard();
    cluster.silentKinds = ['nodes', 'pods'];
    await guard.check();
    expect(findings()).toEqual(['WATCH_SILENT Watch/nodes', 'WATCH_SILENT Watch/pods']);
    cluster.silentKinds = ['pods'];
    await guard.check();
    expect(findings()).toEqual(['WATCH_SILENT Watch/pods']);
    cluster.silentKinds = [];
    await guard.check();
    expect(findings()).toEqual([]);
  });

  it('reports NodePools of other controllers, once per node class group', async () => {
    const { guard, cluster, findings, store } = await setUpGuard();
    cluster.foreignNodePools = [
      { name: 'a', nodeClassGroup: 'eks.amazonaws.com' },
      { name: 'b', nodeClassGroup: 'eks.amazonaws.com' },
    ];
    await guard.check();
    expect(findings()).toEqual(['FOREIGN_NODE_POOLS NodeClass/eks.amazonaws.com']);
    expect(store.tables.findings.all()[0]?.message).toContain('a, b');
    await guard.check();
    expect(store.tables.findings.all()[0]?.count).toBe(1);
    cluster.foreignNodePools = [];
    await guard.check();
    expect(findings()).toEqual([]);
  });

  it('concludes nothing while the cluster cache is not synced', async () => {
    const { current, ...setup } = await setUpGuard();
    setup.cluster.controllers = running;
    expect(await new ControllerGuard(withoutView(setup), setup.clusterId).check()).toBe(false);
    expect((await current()).hold).toBeNull();
  });
});

describe('checkWhenDue', () => {
  it('checks at once when another controller appears, although no row changed', async () => {
    const { guard, cluster, current } = await setUpGuard();
    expect(await guard.checkWhenDue(0)).toBe(false);
    cluster.controllers = running;
    await guard.checkWhenDue(0);
    expect(await current()).toMatchObject({ hold: { code: 'KARPENTER_RUNNING' } });
    cluster.controllers = none;
    expect(await guard.checkWhenDue(0)).toBe(true);
    expect(await current()).toMatchObject({ hold: null });
  });

  it('reads no row while nothing changes, for ten seconds', async () => {
    const { ports, clusterId, clock } = await setUpGuard();
    let reads = 0;
    const clusters = override(ports.store.clusters, {
      find: (id) => {
        reads += 1;
        return ports.store.clusters.find(id);
      },
    });
    const guard = new ControllerGuard(
      { ...ports, store: override(ports.store, { clusters }) },
      clusterId,
    );
    await guard.checkWhenDue(0);
    const first = reads;
    clock.advance(9_000);
    await guard.checkWhenDue(0);
    expect(reads).toBe(first);
    await guard.checkWhenDue(1);
    expect(reads).toBeGreaterThan(first);
    const second = reads;
    clock.advance(10_000);
    await guard.checkWhenDue(1);
    expect(reads).toBeGreaterThan(second);
  });

  it('stays due after a failure', async () => {
    const { ports, clusterId, store } = await setUpGuard();
    let isBroken = true;
    const clusters = override(ports.store.clusters, {
      find: (id) => (isBroken ? Promise.reject(new Error('broken')) : store.clusters.find(id)),
    });
    const guard = new ControllerGuard(
      { ...ports, store: override(ports.store, { clusters }) },
      clusterId,
    );
    await expect(guard.checkWhenDue(0)).rejects.toThrow('broken');
    isBroken = false;
    expect(await guard.checkWhenDue(0)).toBe(false);
  });
});
