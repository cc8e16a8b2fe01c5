import { loadSnapshot, type NodePoolDefinition } from '@kerf/application';
import { invariant } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
let records: RecordSource;

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const reconcile = (simulation: ClusterSimulation) =>
  createHandlers(simulation.ports)['definition.publish-status']({
    clusterId: simulation.clusterId,
  });

/** Runs the scheduled job while the simulation continues. */
async function until(simulation: ClusterSimulation, isSo: () => Promise<boolean>): Promise<void> {
  await simulation.until(async () => {
    await reconcile(simulation);
    return isSo();
  });
}

async function seconds(simulation: ClusterSimulation, count: number): Promise<void> {
  const end = simulation.clock.now() + count * 1_000;
  await until(simulation, () => Promise.resolve(simulation.clock.now() >= end));
}

const shown = async (simulation: ClusterSimulation) => {
  const [buffer] = await simulation.store.capacityBuffers.list(simulation.clusterId);
  invariant(buffer !== undefined, 'there is a buffer');
  return buffer;
};

/** A CapacityBuffer of two units like the pods of `inflate`, without running pods. */
async function openWithHeadroom(mode: ClusterMode): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode });
  simulation.cluster.deploy('inflate', 10, inflate);
  simulation.cluster.applyCapacityBuffer('headroom', {
    scalableRef: { kind: 'Deployment', name: 'inflate' },
    percentage: 20,
  });
  return simulation;
}

const isHeld = (simulation: ClusterSimulation) => async () =>
  (await shown(simulation)).outcome?.held === 2;

const conditionsOf = (simulation: ClusterSimulation) =>
  simulation.cluster.statuses
    .get('CapacityBuffer/default/headroom')
    ?.conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);

describe('a capacity buffer', () => {
  it('gets one node without pending pods, which stays empty', async () => {
    const simulation = await openWithHeadroom('auto');
    await until(simulation, isHeld(simulation));
    await seconds(simulation, 120);
    expect(simulation.cloud.launchCount).toBe(1);
    expect(simulation.cloud.instances.size).toBe(1);
    const decisions = await simulation.decisions();
    expect(decisions.map(({ kind }) => kind)).toEqual(['Provision']);
    expect(decisions[0]).toMatchObject({ nodeCount: 1, podCount: 0 });
    expect(decisions[0]?.body).toMatchObject({
      pods: {
        'capacity-buffer/default/headroom/0': {
          namespace: 'default',
          name: 'headroom-0',
          owner: 'CapacityBuffer/headroom',
        },
      },
    });
    expect(await shown(simulation)).toMatchObject({
      resolved: { units: 2, isLimited: false },
      outcome: { held: 2, coming: 0, without: 0, reasons: [] },
    });
    expect(conditionsOf(simulation)).toEqual([
      'ReadyForProvisioning=True Resolved',
      'Provisioning=True FitsExistingCapacity',
      'LimitedByQuotas=False WithinLimits',
    ]);
  });

  it('gives its capacity to pods immediately, and gets it back', async () => {
    const simulation = await openWithHeadroom('auto');
    await until(simulation, isHeld(simulation));
    // The node has capacity for one more pod, so a unit needs another node.
    simulation.cluster.addPendingPods(2, inflate);
    simulation.cluster.schedule();
    expect(simulation.cluster.pending.size).toBe(0);
    await until(simulation, () => Promise.resolve(simulation.cloud.launchCount === 2));
    await until(simulation, isHeld(simulation));
  });

  it('opens no batch while the cluster does not change', async () => {
    const simulation = await openWithHeadroom('auto');
    await until(simulation, isHeld(simulation));
    await seconds(simulation, 60);
    const batchCount = () => simulation.records.batchCount(simulation.clusterId);
    const before = await batchCount();
    await seconds(simulation, 120);
    expect(await batchCount()).toBe(before);
  });

  it('writes no rows for its virtual pods, and nominates no node', async () => {
    const simulation = await openWithHeadroom('auto');
    await until(simulation, isHeld(simulation));
    expect(await simulation.podVerdicts()).toEqual([]);
    const { snapshot } = await loadSnapshot(simulation.ports, simulation.clusterId);
    expect(snapshot.nodes.map(({ nominatedUntil }) => nominatedUntil)).toEqual([null]);
  });

  it('lets its node be removed when it is deleted', async () => {
    const simulation = await openWithHeadroom('auto');
    await until(simulation, isHeld(simulation));
    simulation.cluster.removeCapacityBuffer('headroom');
    await until(simulation, () => Promise.resolve(simulation.cloud.instances.size === 0));
    const decisions = await simulation.decisions();
    expect(decisions.map(({ kind }) => kind)).toEqual(['Provision', 'Empty']);
  });

  it('does not block the replacement of its drifted node', async () => {
    const simulation = await openWithHeadroom('auto');
    await until(simulation, isHeld(simulation));
    const [pool] = await simulation.store.definitions.nodePools(simulation.clusterId);
    invariant(pool !== undefined, 'the cluster has a pool');
    const changed: NodePoolDefinition = {
      ...pool,
      driftHash: `${pool.driftHash}-changed`,
      revision: pool.revision + 1,
    };
    await simulation.store.definitions.save(changed, aRevisionOf(changed));
    await until(simulation, async () =>
      (await simulation.decisions()).some(
        ({ kind, state }) => kind === 'Drift' && state === 'Executed',
      ),
    );
    await until(simulation, () => Promise.resolve(simulation.cloud.launchCount === 2));
    await until(simulation, isHeld(simulation));
    expect(simulation.cloud.instances.size).toBe(1);
  });

  it('is only shown in mode observe', async () => {
    const simulation = await openWithHeadroom('observe');
    await until(simulation, async () => (await simulation.decisions()).length > 0);
    await seconds(simulation, 90);
    expect(await simulation.decisions()).toMatchObject([
      { kind: 'Provision', state: 'Proposed', verdict: { kind: 'ObserveOnly' } },
    ]);
    expect(simulation.cloud.launchCount).toBe(0);
    expect(simulation.cluster.statuses.size).toBe(0);
  });

  it('has a condition with the reason why it is not ready', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    simulation.cluster.applyCapacityBuffer('headroom', {
      scalableRef: { kind: 'Deployment', name: 'inflte' },
      replicas: 1,
    });
    await reconcile(simulation);
    expect(await shown(simulation)).toMatchObject({
      resolved: null,
      problems: ['Deployment default/inflte not found'],
    });
    expect(conditionsOf(simulation)).toEqual([
      'ReadyForProvisioning=False NotReadyForProvisioning',
      'Provisioning=False NotReadyForProvisioning',
    ]);
  });

  it('stays within its limits, with a condition', async () => {
    const simulation = await openWithHeadroom('auto');
    simulation.cluster.applyCapacityBuffer('headroom', {
      scalableRef: { kind: 'Deployment', name: 'inflate' },
      replicas: 9,
      limits: { cpu: 1 },
    });
    await until(simulation, async () => (await shown(simulation)).outcome?.held === 1);
    expect(await shown(simulation)).toMatchObject({ resolved: { units: 1, isLimited: true } });
    expect(conditionsOf(simulation)).toContain('LimitedByQuotas=True LimitsReached');
  });

  it('is part of the first plan of the next lease holder', async () => {
    const simulation = await openWithHeadroom('auto');
    await until(simulation, isHeld(simulation));
    simulation.ports.memory.forget(simulation.clusterId);
    const { snapshot } = await loadSnapshot(simulation.ports, simulation.clusterId);
    expect(snapshot.pods.map(({ uid }) => uid)).toEqual([
      'capacity-buffer/default/headroom/0',
      'capacity-buffer/default/headroom/1',
    ]);
  });
});
