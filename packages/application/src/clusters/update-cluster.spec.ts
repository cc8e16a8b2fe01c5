import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import {
  recheckCluster,
  removeCluster,
  type UpdateClusterInput,
  updateCluster,
} from './update-cluster.js';

async function clusterOf({ store, clusterId }: ClusterSetup): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterId);
  if (cluster === null) throw new RangeError(`no cluster ${clusterId}`);
  return cluster;
}

const update = (
  { ports, clusterId }: ClusterSetup,
  input: Partial<UpdateClusterInput>,
): ReturnType<typeof updateCluster> =>
  updateCluster(ports, ada, {
    id: clusterId,
    expectedVersion: 1,
    mode: null,
    settings: {},
    requestId: null,
    ...input,
  });

describe('updateCluster', () => {
  it('changes settings, keeps the others, and audits both states', async () => {
    const setup = await setUpCluster();
    const before = await clusterOf(setup);
    const outcome = await update(setup, { settings: { batchIdleMs: 2_000 } });
    const settings = { ...before.settings, batchIdleMs: 2_000 };
    expect(outcome).toMatchObject({ kind: 'Updated', cluster: { settings, version: 2 } });
    expect(setup.store.tables.audit.all()).toMatchObject([
      {
        action: 'cluster.update',
        before: { settings: before.settings },
        after: { settings },
      },
    ]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('saves, publishes and audits nothing if nothing changes', async () => {
    const setup = await setUpCluster();
    const before = await clusterOf(setup);
    const { batchIdleMs } = before.settings;
    const outcome = await update(setup, { settings: { batchIdleMs }, mode: 'auto' });
    expect(outcome).toEqual({ kind: 'Updated', cluster: before });
    expect(setup.store.tables.audit.all()).toEqual([]);
  });

  it.each([
    [1, 'Updated'],
    [[7, 1], 'Updated'],
    ['any', 'Updated'],
    [2, 'Stale'],
    [[], 'Stale'],
  ] as const)('given the expected version %j, the outcome is %s', async (expectedVersion, kind) => {
    const setup = await setUpCluster();
    expect(await update(setup, { expectedVersion, mode: 'approve' })).toMatchObject({ kind });
    expect((await clusterOf(setup)).mode).toBe(kind === 'Updated' ? 'approve' : 'auto');
  });

  it('does not find a cluster that does not exist', async () => {
    const setup = await setUpCluster();
    expect(await update(setup, { id: 'clu_none' })).toEqual({ kind: 'NotFound' });
  });

  it.each([
    ['batchIdleMs', { batchIdleMs: 99 }],
    ['batchIdleMs', { batchIdleMs: 100.5 }],
    ['batchMaxMs', { batchMaxMs: 600_001 }],
    ['batchMaxMs', { batchIdleMs: 5_000, batchMaxMs: 4_999 }],
    ['searchMs', { searchMs: Number.NaN }],
    ['vmMemoryOverheadRatio', { vmMemoryOverheadRatio: 0.51 }],
    ['offeringSharePercent', { offeringSharePercent: 0 }],
    ['reservedEnis', { reservedEnis: 16 }],
  ])('refuses %s out of range: %j', async (path, settings) => {
    const setup = await setUpCluster();
    const outcome = await update(setup, { settings });
    expect(outcome).toMatchObject({ kind: 'Invalid', problems: [{ path }] });
    expect((await clusterOf(setup)).version).toBe(1);
  });

  it.each([
    { batchIdleMs: 100, batchMaxMs: 100 },
    { batchIdleMs: 60_000, batchMaxMs: 600_000 },
    { vmMemoryOverheadRatio: 0.5, reservedEnis: 15, offeringSharePercent: 100 },
  ])('accepts amounts at their limits: %j', async (settings) => {
    const setup = await setUpCluster();
    expect(await update(setup, { settings })).toMatchObject({ kind: 'Updated' });
  });

  it('refuses a role of another account for a cluster that is watched', async () => {
    const setup = await setUpCluster();
    const outcome = await update(setup, { roleArn: 'arn:aws:iam::999988887777:role/kerf' });
    expect(outcome).toMatchObject({ kind: 'Invalid', problems: [{ path: 'roleArn' }] });
  });

  it('accepts a role of another account while the registration check has not passed', async () => {
    const setup = await setUpCluster({
      connection: { state: 'Rejected', problem: 'no access', syncedAt: null, changedAt: 0 },
    });
    const outcome = await update(setup, { roleArn: 'arn:aws:iam::999988887777:role/kerf' });
    expect(outcome).toMatchObject({
      kind: 'Updated',
      cluster: { connection: { state: 'Checking', problem: null } },
    });
  });

  it.each([{ interruptionQueue: 'warnings' }, { roleArn: 'arn:aws:iam::111122223333:role/other' }])(
    'starts the registration check again after a change of access: %j',
    async (input) => {
      const setup = await setUpCluster();
      const outcome = await update(setup, input);
      expect(outcome).toMatchObject({
        kind: 'Updated',
        cluster: { ...input, connection: { state: 'Connected' } },
      });
      expect((await clusterOf(setup)).checks.map(({ state }) => state)).toContain('Waiting');
      expect(setup.takeJobs()).toEqual([
        { type: 'cluster.check-registration', clusterId: setup.clusterId },
      ]);
    },
  );

  it('keeps the interruption queue unless it is set, and removes it with null', async () => {
    const setup = await setUpCluster({ interruptionQueue: 'warnings' });
    await update(setup, { mode: 'approve' });
    expect((await clusterOf(setup)).interruptionQueue).toBe('warnings');
    await update(setup, { expectedVersion: 2, interruptionQueue: null });
    expect((await clusterOf(setup)).interruptionQueue).toBeNull();
  });

  it('writes the definitions of the API into the cluster when it leaves mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    await update(setup, { mode: 'auto' });
    const { clusterId } = setup;
    expect(setup.takeJobs()).toEqual([
      { type: 'definition.sync', clusterId, kind: 'NodePool', name: 'default' },
      { type: 'definition.sync', clusterId, kind: 'EC2NodeClass', name: 'default' },
    ]);
  });

  it('writes no definitions while the cluster is held in mode observe', async () => {
    const hold = { code: 'OTHER_KERF', object: 'Lease', message: 'held', since: 0 } as const;
    const setup = await setUpCluster({ mode: 'observe', hold });
    const outcome = await update(setup, { mode: 'auto' });
    expect(outcome).toMatchObject({
      kind: 'Updated',
      cluster: { configuredMode: 'auto', mode: 'observe' },
    });
    expect(setup.takeJobs()).toEqual([]);
  });
});

describe('recheckCluster', () => {
  it('sets all checks to waiting and requests the check', async () => {
    const setup = await setUpCluster({
      connection: { state: 'Rejected', problem: 'no access', syncedAt: null, changedAt: 0 },
    });
    const { ports, clusterId, clock } = setup;
    const cluster = await recheckCluster(ports, ada, { id: clusterId, requestId: null });
    expect(cluster?.connection).toEqual({
      state: 'Checking',
      problem: null,
      syncedAt: null,
      changedAt: clock.now(),
    });
    expect(setup.takeJobs()).toEqual([{ type: 'cluster.check-registration', clusterId }]);
    expect(setup.store.tables.audit.all()).toMatchObject([{ action: 'cluster.recheck' }]);
  });

  it('returns null for a cluster that does not exist', async () => {
    const { ports } = await setUpCluster();
    expect(await recheckCluster(ports, ada, { id: 'clu_none', requestId: null })).toBeNull();
  });
});

describe('removeCluster', () => {
  const removal = { expectedVersion: 1, confirmName: 'prod', requestId: null };

  it('removes the cluster and its records, and keeps the audit log', async () => {
    const { ports, clusterId, store, cloud } = await setUpCluster();
    expect(await removeCluster(ports, ada, { ...removal, id: clusterId })).toEqual({
      kind: 'Removed',
    });
    expect(await store.clusters.list()).toEqual([]);
    expect(await store.definitions.nodePools(clusterId)).toEqual([]);
    expect(store.tables.audit.all()).toMatchObject([
      { action: 'cluster.remove', before: { name: 'prod' } },
    ]);
    expect(cloud.instances.size).toBe(0);
  });

  it.each([
    ['NotConfirmed', { confirmName: 'Prod' }],
    ['Stale', { expectedVersion: 2 }],
    ['NotFound', { id: 'clu_none' }],
  ])('removes nothing when the outcome is %s', async (kind, fields) => {
    const { ports, clusterId, store } = await setUpCluster();
    const outcome = await removeCluster(ports, ada, { ...removal, id: clusterId, ...fields });
    expect(outcome).toMatchObject({ kind });
    expect(await store.clusters.list()).toHaveLength(1);
    expect(store.tables.audit.all()).toEqual([]);
  });
});
