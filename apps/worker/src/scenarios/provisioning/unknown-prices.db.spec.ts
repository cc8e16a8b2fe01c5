import { refreshInstanceTypes, refreshOnDemandPrices, refreshSpotPrices } from '@kerf/application';
import { AppError, compareText } from '@kerf/core';
import { createReadQueries, type Database } from '@kerf/db';
import { FakeCloud } from '@kerf/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';

const hour = 3_600_000;
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(() => vi.restoreAllMocks());

const denied = new AppError({
  code: 'CLOUD.UNAUTHORIZED',
  message: 'not authorized to perform: pricing:GetProducts',
  retry: { kind: 'backoff' },
  meta: { action: 'pricing:GetProducts' },
});

/** Sets the responses of the price lists, in every simulation. */
function prices(answer: 'denied' | 'read'): void {
  vi.restoreAllMocks();
  if (answer === 'read') return;
  vi.spyOn(FakeCloud.prototype, 'fetchOnDemandPrices').mockRejectedValue(denied);
  vi.spyOn(FakeCloud.prototype, 'fetchSpotPrices').mockRejectedValue(denied);
}

async function refresh({ ports, store, cloud, clusterId }: ClusterSimulation): Promise<void> {
  const all = { ...ports, store, cloud };
  await refreshInstanceTypes(all, { clusterId });
  await refreshOnDemandPrices(all, { clusterId });
  await refreshSpotPrices(all, { clusterId });
}

const findingsOf = async ({ clusterId }: ClusterSimulation) =>
  (await createReadQueries(database).clusters.findings([clusterId]))
    .filter(({ code }) => code === 'PRICES_STALE')
    .toSorted((a, b) => compareText(a.object, b.object));

const catalogOf = ({ store }: ClusterSimulation) =>
  store.catalog.facts({ accountId: '111122223333', region: 'us-east-1' });

describe('prices that cannot be fetched', () => {
  it('from the start leave instance types usable at unknown prices', async () => {
    prices('denied');
    const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
    const unpriced = await catalogOf(simulation);
    expect(unpriced?.instanceTypes.length).toBeGreaterThan(0);
    expect(unpriced?.onDemandPricesAt).toBeNull();
    expect(await findingsOf(simulation)).toMatchObject([
      {
        object: 'OnDemandPrices/us-east-1',
        message: expect.stringContaining('compared by estimates'),
        remedy: expect.stringContaining('pricing:GetProducts'),
      },
      { object: 'SpotPrices/us-east-1' },
    ]);

    simulation.cluster.addPendingPods(1, { cpu: 1000, memory: 1024 ** 3 });
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));

    prices('read');
    await refresh(simulation);
    expect(await findingsOf(simulation)).toEqual([]);
    const priced = await catalogOf(simulation);
    expect(priced?.onDemandPricesAt).not.toBeNull();
    expect(
      priced?.instanceTypes.some(({ onDemandMicroUsdPerHour }) => onDemandMicroUsdPerHour !== null),
    ).toBe(true);
  });

  it('later keep the last prices with their age, also when instance types are refreshed', async () => {
    const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
    const before = await catalogOf(simulation);
    prices('denied');
    simulation.clock.advance(14 * hour);
    await refresh(simulation);
    const after = await catalogOf(simulation);
    expect(after?.fetchedAt).toBeGreaterThan(before?.fetchedAt ?? 0);
    expect(after?.onDemandPricesAt).toBe(before?.onDemandPricesAt);
    expect(after?.instanceTypes).toEqual(before?.instanceTypes);
    expect((await findingsOf(simulation)).map(({ message }) => message)).toEqual([
      expect.stringContaining('Those read 14 h ago are used.'),
      expect.stringContaining('The last ones are used.'),
    ]);
  });

  it('are no finding once another cluster of the account has fetched them', async () => {
    const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
    const other = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
    for (const { clock } of [simulation, other]) clock.advance(48 * hour);
    prices('denied');
    await refresh(simulation);
    expect((await findingsOf(simulation)).map(({ object }) => object)).toEqual([
      'OnDemandPrices/us-east-1',
      'SpotPrices/us-east-1',
    ]);
    prices('read');
    await refresh(other);
    prices('denied');
    await refresh(simulation);
    expect(await findingsOf(simulation)).toEqual([]);
  });
});
