import { aCluster, aCostReport, aMeasuredCost, aNodeRow } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { createReadQueries, type ReadQueries } from './read-queries.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const minute = 60_000;
const start = Date.UTC(2026, 10, 30, 12);
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

const group = {
  nodePool: 'default',
  capacityType: 'spot',
  instanceFamily: 'm5',
  instanceType: 'm5.large',
};
const minutes = (from: number, to: number) =>
  ({ clusterId, from, to, resolution: 'minute' }) as const;

/** Two nodes at $0.06 together for a minute and a half, with pods that are pending in the second minute. */
async function measure(): Promise<void> {
  const node = { ...group, unpricedNodeMs: 0 };
  await store.cost.add(
    clusterId,
    aMeasuredCost(
      { from: start, until: start + 1.5 * minute, isFirst: true },
      [
        { ...node, at: start, costNanoUsd: 1_000_000, nodeMs: 2 * minute },
        { ...node, at: start + minute, costNanoUsd: 500_000, nodeMs: minute },
      ],
      {},
      [{ at: start + minute, pendingPodMs: 3 * minute }],
    ),
  );
}

describe('the trend of figures', () => {
  it('has cost per hour and nodes over the measured part of each bucket', async () => {
    await measure();
    expect(await queries.cost.costTrend(minutes(start, start + 2 * minute))).toEqual([
      { at: start, microUsdPerHour: 60_000, nodes: 2 },
      { at: start + minute, microUsdPerHour: 60_000, nodes: 2 },
    ]);
    const hours = { ...minutes(start, start + 60 * minute), resolution: 'hour' } as const;
    expect(await queries.cost.costTrend(hours)).toEqual([
      { at: start, microUsdPerHour: 60_000, nodes: 2 },
    ]);
  });

  it('has the average of pending pods and of the possible savings of cost reports', async () => {
    await measure();
    const report = (at: number, costMicroUsdPerHour: number) =>
      store.cost.saveReport(
        clusterId,
        at,
        aCostReport({ costMicroUsdPerHour, lowerBoundMicroUsdPerHour: 10_000 }),
      );
    await report(start + 10_000, 50_000);
    await report(start + 40_000, 70_000);
    const known = { clusterId, at: start };
    expect(await queries.cost.figureTrend(minutes(start, start + 2 * minute))).toEqual([
      { ...known, pendingPods: 0, savingMicroUsdPerHour: 50_000 },
      { ...known, at: start + minute, pendingPods: 6, savingMicroUsdPerHour: null },
    ]);
    const at = (time: number) => queries.cost.figuresAt(clusterId, time);
    expect(await at(start + 1.2 * minute)).toEqual({
      pendingPods: 6,
      savingMicroUsdPerHour: 50_000,
    });
    expect(await at(start + 30_000)).toMatchObject({ pendingPods: 0 });
    expect(await at(start - minute)).toMatchObject({ savingMicroUsdPerHour: null });
    expect(await at(start + 12 * minute)).toEqual({ pendingPods: 0, savingMicroUsdPerHour: null });
  });

  it('knows from when pending pods are recorded, also for an account from before they were', async () => {
    const coverage = async () => (await queries.cost.spanCoverage({ clusterId }))[0]?.pendingFrom;
    await measure();
    expect(await coverage()).toBe(start);
    await database.pool.query(
      'UPDATE cost_accounts SET pending_from = NULL WHERE cluster_id = $1',
      [clusterId],
    );
    const next = { from: start + 1.5 * minute, until: start + 2 * minute, isFirst: false };
    await store.cost.add(clusterId, aMeasuredCost(next));
    expect(await coverage()).toBe(next.from);
  });

  it('is kept as long as the samples of costs', async () => {
    await measure();
    const read = () => queries.cost.figureTrend(minutes(start, start + 2 * minute));
    const twoDays = 2 * 24 * 60 * minute;
    await store.cost.prune(clusterId, start + twoDays);
    expect(await read()).toHaveLength(1);
    await store.cost.prune(clusterId, start + twoDays + 2 * minute);
    expect(await read()).toHaveLength(0);
  });
});

describe('the possible saving of a cluster', () => {
  it('is of the cost of its managed nodes now, and never more than it', async () => {
    const saving = async () => {
      const [summary] = await queries.clusters.summaries([clusterId]);
      expect(summary?.lowerBoundAt).toBe(start);
      return summary?.possibleSavingMicroUsdPerHour;
    };
    const report = (lowerBoundMicroUsdPerHour: number) =>
      store.cost.saveReport(clusterId, start, aCostReport({ lowerBoundMicroUsdPerHour }));
    const node = (name: string, priceMicroUsdPerHour: number, nodeClaimId: string | null) =>
      aNodeRow({ clusterId, name, priceMicroUsdPerHour, nodeClaimId });
    const set = (price: number) =>
      store.readModel.applyNodes(
        clusterId,
        [node('of-a-user', 500_000, null), node('managed', price, 'ncl_1')],
        [],
      );
    await set(100_000);
    await report(30_000);
    expect(await saving()).toBe(70_000);
    // Nodes are gone that the report of the time before had.
    await set(20_000);
    expect(await saving()).toBe(0);
    await report(0);
    expect(await saving()).toBe(20_000);
  });
});
