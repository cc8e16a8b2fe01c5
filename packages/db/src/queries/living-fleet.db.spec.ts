import {
  type CostSample,
  expectedPodUidPrefix,
  type Interruption,
  type NodeClaim,
} from '@kerf/application';
import {
  aCluster,
  aDecision,
  aMeasuredCost,
  aNodeClaimRecord,
  anInterruption,
  recordedAt,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { createReadQueries, type ReadQueries } from './read-queries.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let database: Database;
let store: ReturnType<typeof createPrismaStore>;
let queries: ReadQueries;
let clusterId = '';
let number = 0;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
  queries = createReadQueries(database);
});
afterAll(() => database.close());

beforeEach(async () => {
  number += 1;
  clusterId = `clu_${number}`;
  await store.clusters.insert(aCluster({ id: clusterId, name: `cluster-${number}` }));
});

const warning = (suffix: string, fields: Partial<Interruption> = {}) =>
  anInterruption({ clusterId, id: `int_${clusterId}_${suffix}`, ...fields });

async function listed(filter: object = {}) {
  const page = await queries.interruptions.page(
    { clusterId, ...filter },
    { size: 10, edge: 'first', cursor: null },
  );
  expect(await queries.interruptions.count({ clusterId, ...filter })).toBe(page.items.length);
  return page.items.map(({ value }) => value);
}

describe('interruptions', () => {
  it('are recorded once for repeated warnings', async () => {
    const once = warning('1', { eventId: 'e-1' });
    expect(await store.interruptions.insert(once)).toEqual(new Set([once.id]));
    expect(await store.interruptions.insert({ ...warning('2'), eventId: 'e-1' })).toEqual(
      new Set(),
    );
    expect(await store.interruptions.unplaced(clusterId)).toEqual([once]);
  });

  it('have replacements, time of the drain and lost pods', async () => {
    const { id } = warning('1');
    await store.interruptions.insert(warning('1', { nodeClaimId: `ncl_${clusterId}` }));
    expect(await listed()).toMatchObject([{ outcome: 'Draining', podCount: 2 }]);
    await store.interruptions.recordPlacements(recordedAt + 500, [
      { id, replacementClaimIds: ['ncl_2'] },
      { id: 'int_nowhere', replacementClaimIds: [] },
    ]);
    await store.interruptions.recordPlacements(recordedAt + 900, [
      { id, replacementClaimIds: ['ncl_3'] },
    ]);
    await store.interruptions.markDrained(`ncl_${clusterId}`, recordedAt + 60_000, ['shop/db-0']);
    await store.interruptions.markEnded(`ncl_${clusterId}`, recordedAt + 90_000);
    expect(await store.interruptions.unplaced(clusterId)).toEqual([]);
    expect(await queries.interruptions.byIds([id])).toMatchObject([
      {
        clusterName: `cluster-${number}`,
        replacementRequestedAt: recordedAt + 500,
        replacementClaimIds: ['ncl_2'],
        drainedAt: recordedAt + 60_000,
        lostPods: ['shop/db-0'],
        endedAt: recordedAt + 90_000,
        outcome: 'PodsLost',
      },
    ]);
  });

  it('are filtered by kind, outcome, NodePool, NodeClaim and time, newest first', async () => {
    await store.interruptions.insert(warning('1'));
    await store.interruptions.insert(
      warning('2', {
        kind: 'RebalanceRecommended',
        action: 'None',
        nodePool: null,
        nodeClaimId: null,
        receivedAt: recordedAt + minute,
      }),
    );
    const found = async (filter: object) =>
      (await listed(filter)).map(({ id }) => id.at(-1)).join('');
    expect(await found({})).toBe('21');
    expect(await found({ kinds: ['SpotInterrupted'] })).toBe('1');
    expect(await found({ outcomes: ['Noted', 'Drained'] })).toBe('2');
    expect(await found({ nodePools: ['default'] })).toBe('1');
    expect(await found({ nodeClaimId: 'ncl_1' })).toBe('1');
    expect(await found({ receivedFrom: recordedAt + 1 })).toBe('2');
    expect(await found({ receivedTo: recordedAt + minute })).toBe('1');
  });
});

const sample = (fields: Partial<CostSample> = {}): CostSample => ({
  at: recordedAt,
  nodePool: 'default',
  capacityType: 'spot',
  instanceFamily: 'm5',
  instanceType: 'm5.large',
  costNanoUsd: 1_000_000,
  nodeMs: minute,
  unpricedNodeMs: 0,
  ...fields,
});

const add = (from: number, until: number, samples: readonly CostSample[]) =>
  store.transaction((tx) =>
    tx.cost.add(clusterId, aMeasuredCost({ from, until, isFirst: false }, samples)),
  );
/** The first measurement. */
const begin = (from: number, until: number, samples: readonly CostSample[]) =>
  store.transaction((tx) =>
    tx.cost.add(clusterId, aMeasuredCost({ from, until, isFirst: true }, samples)),
  );

describe('the cost of a cluster', () => {
  it('is recorded once', async () => {
    expect(await store.cost.accountedUntil(clusterId)).toBeNull();
    const [from, until] = [recordedAt, recordedAt + minute];
    expect(await begin(from, until, [sample()])).toBe(true);
    expect(await begin(from, until, [sample()])).toBe(false);
    expect(await add(until - 1, until + 1, [sample()])).toBe(false);
    expect(await add(until, until + minute, [])).toBe(true);
    expect(await store.cost.accountedUntil(clusterId)).toBe(until + minute);
    const { costMicroUsd } = await queries.cost.month({ clusterId }, until + minute);
    expect(costMicroUsd).toBe(1_000);
  });

  it('is grouped by NodePool, capacity type, family and cluster, in minutes, hours and days', async () => {
    await begin(recordedAt, recordedAt + 2 * minute, [
      sample(),
      sample({ at: recordedAt + minute, costNanoUsd: 3_000_000 }),
      sample({
        nodePool: 'batch',
        capacityType: 'on-demand',
        instanceFamily: 'c5',
        instanceType: 'c5.large',
      }),
      sample({ nodePool: 'batch', unpricedNodeMs: minute / 2, costNanoUsd: 0, nodeMs: minute / 2 }),
    ]);
    const series = (
      by: 'nodePool' | 'cluster' | 'instanceType',
      resolution: 'minute' | 'hour' | 'day',
    ) =>
      queries.cost.series({
        clusterId,
        by,
        resolution,
        from: recordedAt - day,
        to: recordedAt + day,
      });
    expect(await series('nodePool', 'minute')).toEqual([
      {
        at: recordedAt,
        key: 'batch',
        label: 'batch',
        costMicroUsd: 1_000,
        microUsdPerHour: 60_000,
        nodes: 1.5,
        unpricedNodes: 0.5,
      },
      {
        at: recordedAt,
        key: 'default',
        label: 'default',
        costMicroUsd: 1_000,
        microUsdPerHour: 60_000,
        nodes: 1,
        unpricedNodes: 0,
      },
      {
        at: recordedAt + minute,
        key: 'default',
        label: 'default',
        costMicroUsd: 3_000,
        microUsdPerHour: 180_000,
        nodes: 1,
        unpricedNodes: 0,
      },
    ]);
    expect(await series('instanceType', 'hour')).toMatchObject([
      { key: 'c5.large', costMicroUsd: 1_000 },
      { key: 'm5.large', costMicroUsd: 4_000 },
    ]);
    expect(await series('cluster', 'day')).toMatchObject([
      {
        at: Date.UTC(2026, 10, 21),
        key: clusterId,
        label: `cluster-${number}`,
        costMicroUsd: 5_000,
      },
    ]);
    expect(await series('nodePool', 'hour')).toHaveLength(2);
    const spotOnly = await queries.cost.series({
      clusterId,
      by: 'capacityType',
      capacityTypes: ['spot'],
      resolution: 'hour',
      from: recordedAt,
      to: recordedAt + hour,
    });
    expect(spotOnly).toMatchObject([{ key: 'spot', costMicroUsd: 4_000 }]);
  });

  it('starts at its first minute, not at the hour', async () => {
    const first = recordedAt + 47 * minute;
    await begin(first, first + minute, [sample({ at: first })]);
    const month = await queries.cost.month({ clusterId }, first + 8 * minute);
    expect(month).toMatchObject({ knownFrom: first, costMicroUsd: 1_000 });
    const later = await queries.cost.month({ clusterId }, first + 30 * hour);
    expect(later.knownFrom).toBe(first);
  });

  it('of a partly measured interval is a rate of the measured part', async () => {
    const from = recordedAt + 40_000;
    // 36 µ$/s are 129,600 µ$/h: 20 s of the first minute, 30 s of the second.
    await begin(from, recordedAt + 90_000, [
      sample({ nodeMs: 20_000, costNanoUsd: 720_000 }),
      sample({ at: recordedAt + minute, nodeMs: 30_000, costNanoUsd: 1_080_000 }),
    ]);
    for (const resolution of ['minute', 'hour', 'day'] as const) {
      const points = await queries.cost.series({
        clusterId,
        by: 'nodePool',
        resolution,
        from: recordedAt - day,
        to: recordedAt + day,
      });
      expect(points.map(({ microUsdPerHour }) => Math.round(microUsdPerHour))).toEqual(
        points.map(() => 129_600),
      );
    }
    expect(await queries.cost.coverage({ clusterId })).toEqual([
      { clusterId, from, until: recordedAt + 90_000 },
    ]);
    const month = await queries.cost.month({ clusterId }, recordedAt + 100_000);
    expect(month).toMatchObject({ knownFrom: from, recentMicroUsdPerHour: 129_600 });
  });

  it('of several clusters is the sum of their measured rates', async () => {
    const other = `${clusterId}_other`;
    const nodePool = `pool-${number}`;
    await store.clusters.insert(aCluster({ id: other, name: other }));
    await begin(recordedAt, recordedAt + minute, [sample({ nodePool, costNanoUsd: 600_000_000 })]);
    await store.transaction((tx) =>
      tx.cost.add(
        other,
        aMeasuredCost({ from: recordedAt + 30_000, until: recordedAt + minute, isFirst: true }, [
          sample({ nodePool, nodeMs: 30_000, costNanoUsd: 300_000_000 }),
        ]),
      ),
    );
    const points = await queries.cost.series({
      by: 'nodePool',
      nodePools: [nodePool],
      resolution: 'minute',
      from: recordedAt,
      to: recordedAt + minute,
    });
    expect(points).toMatchObject([{ costMicroUsd: 900_000, microUsdPerHour: 72_000_000 }]);
  });

  it('has a forecast for the month from the last hours', async () => {
    const until = recordedAt + hour;
    const hourly = Array.from({ length: 60 }, (_, index) =>
      sample({ at: recordedAt + index * minute, costNanoUsd: 1_000_000_000 }),
    );
    await begin(recordedAt, until, hourly);
    const month = await queries.cost.month({ clusterId }, until);
    expect(month).toMatchObject({
      from: Date.UTC(2026, 10, 1),
      to: Date.UTC(2026, 11, 1),
      knownFrom: recordedAt,
      costMicroUsd: 60_000_000,
      recentMicroUsdPerHour: 60_000_000,
    });
    const hoursLeft = (month.to - until) / hour;
    expect(month.forecastMicroUsd).toBe(60_000_000 * (1 + hoursLeft));
  });

  it('is kept at decreasing resolution', async () => {
    await begin(recordedAt, recordedAt + minute, [sample()]);
    const points = async (resolution: 'minute' | 'hour' | 'day') =>
      (
        await queries.cost.series({
          clusterId,
          by: 'cluster',
          resolution,
          from: 0,
          to: recordedAt + day,
        })
      ).length;
    await store.cost.prune(clusterId, recordedAt + day);
    expect([await points('minute'), await points('hour'), await points('day')]).toEqual([1, 1, 1]);
    await store.cost.prune(clusterId, recordedAt + 3 * day);
    expect([await points('minute'), await points('hour'), await points('day')]).toEqual([0, 1, 1]);
    await store.cost.prune(clusterId, recordedAt + 400 * day);
    expect(await points('day')).toBe(0);
  });
});

describe('savings', () => {
  it('contain expected and achieved savings', async () => {
    const saved = (suffix: string, achieved: number | null) =>
      store.decisions.insert(
        aDecision({
          clusterId,
          id: `dec_${clusterId}_${suffix}`,
          state: 'Executed',
          finishedAt: recordedAt,
          costChangeMicroUsdPerHour: -100_000,
          achievedSavingMicroUsdPerHour: achieved,
        }),
        [],
      );
    await saved('1', 90_000);
    await saved('2', 110_000);
    await saved('3', null);
    const period = { clusterId, from: recordedAt - hour, to: recordedAt + 2 * hour };
    expect(await queries.cost.savings(period)).toEqual([
      {
        kind: 'Empty',
        decisions: 3,
        promisedMicroUsdPerHour: 200_000,
        achievedMicroUsdPerHour: 200_000,
        unpricedDecisions: 1,
        savedMicroUsd: 400_000,
      },
    ]);
  });
});

describe('unused anticipation', () => {
  it('is the cost of nodes without a pod, from launch to termination', async () => {
    const ended = (suffix: string, price: number | null, fields: Partial<NodeClaim> = {}) => {
      const claim = aNodeClaimRecord({
        clusterId,
        id: `ncl_${clusterId}_${suffix}`,
        state: 'Terminated',
        launchedAt: recordedAt - hour / 2,
        terminatedAt: recordedAt,
        ...fields,
      });
      const podUids = [`${expectedPodUidPrefix}ReplicaSet/shop/web/0`];
      const instance = claim.instance && { ...claim.instance, priceMicroUsdPerHour: price };
      return store.nodeClaims.insert([{ ...claim, instance, plan: { ...claim.plan, podUids } }]);
    };
    await ended('1', 100_000);
    await ended('2', null);
    await ended('used', 100_000, { nodeName: 'ip-used' });
    await store.nodeClaims.touchPodEvents(clusterId, [{ nodeName: 'ip-used', at: recordedAt - 1 }]);
    await ended('before', 100_000, { terminatedAt: recordedAt - 2 * hour });
    const period = { clusterId, from: recordedAt - hour, to: recordedAt + hour };
    expect(await queries.cost.unusedAnticipation(period)).toEqual({
      nodes: 2,
      unpricedNodes: 1,
      costMicroUsd: 50_000,
    });
  });
});

describe('events of a fleet', () => {
  it('contain decisions and interruptions, newest first', async () => {
    const id = `dec_${clusterId}`;
    await store.decisions.insert(aDecision({ clusterId, id }), [
      { at: recordedAt, kind: 'Proposed', actor: 'kerf', data: {} },
      { at: recordedAt + 2, kind: 'Executed', actor: 'kerf', data: {} },
    ]);
    await store.interruptions.insert(warning('1', { receivedAt: recordedAt + 1, nodePool: null }));
    const request = {
      clusterId,
      from: null,
      to: null,
      decisionEvents: null,
      decisionKinds: null,
      hasInterruptions: true,
      limit: 10,
    };
    expect(await queries.fleetEvents.list(request)).toMatchObject([
      { type: 'Decision', event: 'Executed', decisionId: id, nodePools: ['default'] },
      { type: 'Interruption', interruptionKind: 'SpotInterrupted', podCount: 2, nodePools: [] },
      { type: 'Decision', event: 'Proposed' },
    ]);
    const marks = await queries.fleetEvents.list({
      ...request,
      from: recordedAt + 1,
      to: recordedAt + 3,
      decisionEvents: ['Executed'],
    });
    expect(marks.map(({ type }) => type)).toEqual(['Decision', 'Interruption']);
    expect(await queries.fleetEvents.list({ ...request, limit: 1 })).toHaveLength(1);
    const launches = { ...request, decisionKinds: ['Provision' as const], hasInterruptions: false };
    expect(await queries.fleetEvents.list(launches)).toEqual([]);
  });

  it('name the nodes of decisions, sorted', async () => {
    const claim = (name: string, nodeName: string | null) =>
      aNodeClaimRecord({ clusterId, id: `ncl_${clusterId}_${name}`, name, nodeName });
    const claims = [claim('b', 'ip-b'), claim('a', 'ip-a'), claim('new', null)];
    await store.nodeClaims.insert(claims);
    const decision = (id: string, nodeClaimIds: readonly string[]) =>
      store.decisions.insert(aDecision({ clusterId, id, nodeClaimIds }), []);
    const named = `dec_named_${clusterId}`;
    await decision(
      named,
      claims.map(({ id }) => id),
    );
    await decision(`dec_none_${clusterId}`, []);
    const ids = [named, `dec_none_${clusterId}`, 'dec_gone'];
    expect(await queries.fleetEvents.nodeNames(ids)).toEqual(
      new Map([
        [named, ['ip-a', 'ip-b']],
        [`dec_none_${clusterId}`, []],
      ]),
    );
  });
});
