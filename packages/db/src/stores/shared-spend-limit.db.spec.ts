import {
  ClusterMemory,
  launchNodeClaims,
  refreshInstanceTypes,
  refreshOnDemandPrices,
  refreshSpotPrices,
  resolveNodeClasses,
  type Store,
} from '@kerf/application';
import {
  aCluster,
  aNodeClaimRecord,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aNodeRow,
  aPlannedClaim,
  aRevisionOf,
  aSpendLimit,
  FakeCloud,
  FakeCluster,
  FakeEvents,
  FakeMeter,
  fakeOtherPorts,
  ManualClock,
  recordedAt,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const planned = aPlannedClaim({ podUids: ['web-1'] });
const price = planned.expected.priceMicroUsdPerHour;
const clusterIds = ['clu_a', 'clu_b'] as const;

let database: Database;
let store: Store;
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
});
afterAll(() => database.close());

const clock = new ManualClock(recordedAt);

function portsOf(clusterId: string, cloud: FakeCloud, ofStore: Store) {
  let count = 0;
  const cluster = new FakeCluster(clusterId, () => clock.now());
  return {
    ...fakeOtherPorts(),
    store: ofStore,
    clock,
    ids: {
      next: (prefix: string) => `${prefix}_${clusterId}_${(count += 1)}`,
      suffix: (length: number) => 'a'.repeat(length),
    },
    cloud,
    memory: new ClusterMemory(),
    events: new FakeEvents(),
    meter: new FakeMeter(),
    cache: cluster,
    gateway: cluster,
  };
}

/** A cluster with NodeClaim `ncl_<cluster>`, which may be launched as a spot m5.large. */
async function storeCluster(clusterId: string, ofStore: Store) {
  const cloud = new FakeCloud(() => clock.now());
  const ports = portsOf(clusterId, cloud, ofStore);
  await store.clusters.insert(
    aCluster({ ...(await cloud.describeCluster()), id: clusterId, name: clusterId, mode: 'auto' }),
  );
  const named = { clusterId, name: 'default', updatedAt: clock.now() };
  for (const definition of [aNodeClassDefinition(named), aNodePoolDefinition(named)]) {
    await store.definitions.insert(definition, aRevisionOf(definition));
  }
  await refreshInstanceTypes(ports, { clusterId });
  await refreshOnDemandPrices(ports, { clusterId });
  await refreshSpotPrices(ports, { clusterId });
  await resolveNodeClasses(ports, { clusterId });
  const id = `ncl_${clusterId}`;
  const claim = aNodeClaimRecord({
    clusterId,
    id,
    name: id,
    state: 'Requested',
    instance: null,
    launchedAt: null,
    plan: planned,
  });
  await store.nodeClaims.insert([claim], new Map([[id, planned]]));
  return { ports, cloud, clusterId, id };
}

/** Both clusters read what a launch depends on before one of them records a launch. */
function readingTogether(): Store {
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const list = async () => {
    const limits = await store.spendLimits.list();
    arrived += 1;
    if (arrived === clusterIds.length) both.resolve();
    await both.promise;
    return limits;
  };
  return { ...store, spendLimits: { ...store.spendLimits, list } };
}

beforeEach(async () => {
  await database.pool.query('TRUNCATE clusters, spend_limits CASCADE');
});

describe('launches of two clusters at the same moment', () => {
  it.each([
    ['together exceed it', 2 * price - 1, ['Launched', 'LaunchFailed']],
    ['together fit', 2 * price, ['Launched', 'Launched']],
  ])('under a limit of the organization that they %s', async (_, hourlyMicroUsd, states) => {
    const scope = { kind: 'Organization' } as const;
    await store.spendLimits.insert(aSpendLimit({ id: 'spl_1', scope, hourlyMicroUsd }));
    const together = readingTogether();
    const setups = [await storeCluster('clu_a', together), await storeCluster('clu_b', together)];
    await Promise.all(
      setups.map(({ ports, clusterId, id }) =>
        launchNodeClaims(ports, { clusterId, nodeClaimIds: [id] }),
      ),
    );
    const claims = await store.nodeClaims.findAll(setups.map(({ id }) => id));
    expect(claims.map(({ state }) => state).toSorted()).toEqual(states.toSorted());
    for (const { failure } of claims.filter(({ state }) => state === 'LaunchFailed')) {
      expect(failure).toMatchObject({
        code: 'LAUNCH_WITHHELD',
        detail: expect.stringMatching(/^all clusters would exceed its spend limit of \$/u),
      });
    }
  });
});

describe('a NodeClaim that is being launched', () => {
  it('costs its planned price until it has an instance, and nothing beside its node', async () => {
    const { clusterId, id } = await storeCluster('clu_a', store);
    expect(await store.brakes.launchingSpend()).toEqual([]);
    const [requested] = await store.nodeClaims.findAll([id]);
    if (requested === undefined) throw new RangeError('no NodeClaim');
    const [launching] = await store.nodeClaims.saveAll([{ ...requested, state: 'Launching' }]);
    expect(await store.brakes.launchingSpend()).toEqual([
      { clusterId, nodePool: 'default', nodes: 1, priceMicroUsdPerHour: price },
    ]);
    expect(launching?.state).toBe('Launching');
    await store.readModel.applyNodes(
      clusterId,
      [aNodeRow({ clusterId, name: 'node-a', nodeClaimId: id })],
      [],
    );
    expect(await store.brakes.launchingSpend()).toEqual([]);
  });
});
