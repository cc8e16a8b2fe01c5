import { loadSnapshot, type NodePoolDefinition } from '@kerf/application';
import { invariant } from '@kerf/core';
import { createReadQueries, type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createHandlers } from './register-handlers.js';
import { Corridor } from './testing/corridor.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
let database: Database;

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

const reconcile = (corridor: Corridor) =>
  createHandlers(corridor.ports)['definition.publish-status']({ clusterId: corridor.clusterId });

/** As the schedule does it, while the world moves on. */
async function until(corridor: Corridor, isSo: () => Promise<boolean>): Promise<void> {
  await corridor.until(async () => {
    await reconcile(corridor);
    return isSo();
  });
}

async function seconds(corridor: Corridor, count: number): Promise<void> {
  const end = corridor.clock.now() + count * 1_000;
  await until(corridor, () => Promise.resolve(corridor.clock.now() >= end));
}

const shown = async (corridor: Corridor) => {
  const [buffer] = await createReadQueries(database).clusters.capacityBuffers([corridor.clusterId]);
  invariant(buffer !== undefined, 'there is a buffer');
  return buffer;
};

/** A buffer of two units like the pods of `inflate`, and nothing that runs. */
async function openWithHeadroom(mode: ClusterMode): Promise<Corridor> {
  const corridor = await Corridor.open(database, { mode });
  corridor.cluster.deploy('inflate', 10, inflate);
  corridor.cluster.applyCapacityBuffer('headroom', {
    scalableRef: { kind: 'Deployment', name: 'inflate' },
    percentage: 20,
  });
  return corridor;
}

const isHeld = (corridor: Corridor) => async () => (await shown(corridor)).outcome?.held === 2;

const conditionsOf = (corridor: Corridor) =>
  corridor.cluster.statuses
    .get('CapacityBuffer/default/headroom')
    ?.conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);

describe('a capacity buffer', () => {
  it('has a node bought though no pod waits, which stays empty and is bought once', async () => {
    const corridor = await openWithHeadroom('auto');
    await until(corridor, isHeld(corridor));
    await seconds(corridor, 120);
    expect(corridor.cloud.purchases).toBe(1);
    expect(corridor.cloud.instances.size).toBe(1);
    const decisions = await corridor.decisions();
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
    expect(await shown(corridor)).toMatchObject({
      resolved: { units: 2, isLimited: false },
      outcome: { held: 2, coming: 0, without: 0, reasons: [] },
    });
    expect(conditionsOf(corridor)).toEqual([
      'ReadyForProvisioning=True Resolved',
      'Provisioning=True FitsExistingCapacity',
      'LimitedByQuotas=False WithinLimits',
    ]);
  });

  it('gives its room to pods at once, and gets it back', async () => {
    const corridor = await openWithHeadroom('auto');
    await until(corridor, isHeld(corridor));
    // Of three places on the node one is left: a unit needs another node.
    corridor.cluster.addPendingPods(2, inflate);
    corridor.cluster.schedule();
    expect(corridor.cluster.pending.size).toBe(0);
    await until(corridor, () => Promise.resolve(corridor.cloud.purchases === 2));
    await until(corridor, isHeld(corridor));
  });

  it('asks for no solve of a cluster that stays as it was', async () => {
    const corridor = await openWithHeadroom('auto');
    await until(corridor, isHeld(corridor));
    await seconds(corridor, 60);
    const batches = () =>
      database.prisma.schedulingBatch.count({ where: { clusterId: corridor.clusterId } });
    const before = await batches();
    await seconds(corridor, 120);
    expect(await batches()).toBe(before);
  });

  it('leaves no rows of pods that no cluster knows, and nominates no node', async () => {
    const corridor = await openWithHeadroom('auto');
    await until(corridor, isHeld(corridor));
    const verdicts = await database.prisma.podVerdict.count({
      where: { clusterId: corridor.clusterId },
    });
    expect(verdicts).toBe(0);
    const { snapshot } = await loadSnapshot(corridor.ports, corridor.clusterId);
    expect(snapshot.nodes.map(({ nominatedUntil }) => nominatedUntil)).toEqual([null]);
  });

  it('lets its node go when it goes itself', async () => {
    const corridor = await openWithHeadroom('auto');
    await until(corridor, isHeld(corridor));
    corridor.cluster.removeCapacityBuffer('headroom');
    await until(corridor, () => Promise.resolve(corridor.cloud.instances.size === 0));
    const decisions = await corridor.decisions();
    expect(decisions.map(({ kind }) => kind)).toEqual(['Provision', 'Empty']);
  });

  it('does not keep its node from being replaced when it drifts', async () => {
    const corridor = await openWithHeadroom('auto');
    await until(corridor, isHeld(corridor));
    const [pool] = await corridor.store.definitions.nodePools(corridor.clusterId);
    invariant(pool !== undefined, 'the cluster has a pool');
    const changed: NodePoolDefinition = {
      ...pool,
      driftHash: `${pool.driftHash}-changed`,
      revision: pool.revision + 1,
    };
    await corridor.store.definitions.save(changed, aRevisionOf(changed));
    await until(corridor, async () =>
      (await corridor.decisions()).some(
        ({ kind, state }) => kind === 'Drift' && state === 'Executed',
      ),
    );
    await until(corridor, () => Promise.resolve(corridor.cloud.purchases === 2));
    await until(corridor, isHeld(corridor));
    expect(corridor.cloud.instances.size).toBe(1);
  });

  it('is only shown in mode observe, once', async () => {
    const corridor = await openWithHeadroom('observe');
    await until(corridor, async () => (await corridor.decisions()).length > 0);
    await seconds(corridor, 90);
    expect(await corridor.decisions()).toMatchObject([
      { kind: 'Provision', state: 'Proposed', verdict: { kind: 'ObserveOnly' } },
    ]);
    expect(corridor.cloud.purchases).toBe(0);
    expect(corridor.cluster.statuses.size).toBe(0);
  });

  it('says what keeps it from being followed', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    corridor.cluster.applyCapacityBuffer('headroom', {
      scalableRef: { kind: 'Deployment', name: 'inflte' },
      replicas: 1,
    });
    await reconcile(corridor);
    expect(await shown(corridor)).toMatchObject({
      resolved: null,
      problems: ['Deployment default/inflte not found'],
    });
    expect(conditionsOf(corridor)).toEqual([
      'ReadyForProvisioning=False NotReadyForProvisioning',
      'Provisioning=False NotReadyForProvisioning',
    ]);
  });

  it('is held within its limits, and says so', async () => {
    const corridor = await openWithHeadroom('auto');
    corridor.cluster.applyCapacityBuffer('headroom', {
      scalableRef: { kind: 'Deployment', name: 'inflate' },
      replicas: 9,
      limits: { cpu: 1 },
    });
    await until(corridor, async () => (await shown(corridor)).outcome?.held === 1);
    expect(await shown(corridor)).toMatchObject({ resolved: { units: 1, isLimited: true } });
    expect(conditionsOf(corridor)).toContain('LimitedByQuotas=True LimitsReached');
  });

  it('is decided with by the next holder of the cluster before it has looked', async () => {
    const corridor = await openWithHeadroom('auto');
    await until(corridor, isHeld(corridor));
    corridor.ports.memory.forget(corridor.clusterId);
    const { snapshot } = await loadSnapshot(corridor.ports, corridor.clusterId);
    expect(snapshot.pods.map(({ uid }) => uid)).toEqual([
      'capacity-buffer/default/headroom/0',
      'capacity-buffer/default/headroom/1',
    ]);
  });
});
