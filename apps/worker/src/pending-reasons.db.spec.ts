import { type PodVerdict, resolveNodeClasses } from '@kerf/application';
import { invariant } from '@kerf/core';
import { type Database, openFreshDatabase } from '@kerf/db';
import { aRevisionOf, fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Corridor } from './testing/corridor.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const inflate = { cpu: 1000, memory: 1024 ** 3 };
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

/** What is said of the pods that no pool takes, nearest pool first. */
async function refusalsOf(corridor: Corridor) {
  const rows = await database.prisma.podVerdict.findMany({
    where: { clusterId: corridor.clusterId },
  });
  return rows
    .map(({ verdict }): PodVerdict => JSON.parse(JSON.stringify(verdict)))
    .flatMap((verdict) => (verdict.kind === 'Unschedulable' ? verdict.byNodePool : []));
}

describe('a pod that waits is told', () => {
  it('that its pool is being deleted, and no node is launched for it', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    const { definitions } = corridor.store;
    const pool = await definitions.find(corridor.clusterId, 'NodePool', 'default');
    invariant(pool !== null, 'the corridor has a pool');
    const changed = { ...pool, source: 'Cluster' as const, revision: pool.revision + 1 };
    await definitions.save(changed, aRevisionOf(changed));
    corridor.cluster.deletingNodePools = ['default'];
    corridor.cluster.addPendingPods(1, inflate);
    await corridor.until(async () => (await refusalsOf(corridor)).length > 0);
    expect(await refusalsOf(corridor)).toEqual([
      {
        nodePool: 'default',
        reason: { code: 'NODE_POOL_BEING_DELETED' },
        nearest: null,
        fix: null,
      },
    ]);
    expect(corridor.cloud.purchases).toBe(0);
  });

  it('nothing of a deletion that Kerf undoes: the pool is its own', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    corridor.cluster.deletingNodePools = ['default'];
    corridor.cluster.addPendingPods(1, inflate);
    await corridor.until(() => Promise.resolve(corridor.cluster.pending.size === 0));
    expect(corridor.cloud.purchases).toBe(1);
  });

  it('which field of the node class keeps the pool from launching', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    corridor.cloud.nodeClassProblems = [
      { condition: 'SubnetsReady', reason: 'NotFound', message: 'no subnet matches' },
    ];
    await resolveNodeClasses(corridor.ports, { clusterId: corridor.clusterId });
    corridor.cluster.addPendingPods(1, inflate);
    await corridor.until(async () => (await refusalsOf(corridor)).length > 0);
    expect(await refusalsOf(corridor)).toMatchObject([
      {
        reason: { code: 'NODE_POOL_NOT_READY', detail: expect.stringMatching('no subnet matches') },
        fix: { kind: 'EC2NodeClass', path: 'spec.subnetSelectorTerms' },
      },
    ]);
  });

  it('until when offerings without capacity are not tried again', async () => {
    const corridor = await Corridor.open(database, { mode: 'auto' });
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        corridor.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    corridor.cluster.addPendingPods(1, inflate);
    await corridor.until(async () => (await refusalsOf(corridor)).length > 0);
    const [refusal] = await refusalsOf(corridor);
    const marks = await corridor.store.catalog.unavailableOfferings(
      corridor.clusterId,
      corridor.clock.now(),
    );
    expect(refusal?.reason).toMatchObject({
      code: 'OFFERINGS_UNAVAILABLE',
      until: Math.min(...marks.map(({ until }) => until)),
    });
  });
});
