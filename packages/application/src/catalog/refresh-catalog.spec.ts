import { AppError } from '@kerf/core';
import type { FakeCloud } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { override } from '../testing/override.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import {
  refreshInstanceTypes,
  refreshOnDemandPrices,
  refreshSpotPrices,
} from './refresh-catalog.js';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const scope = { accountId: '111122223333', region: 'us-east-1' };
const unreachable = () =>
  Promise.reject(new AppError({ code: 'CLOUD.UNREACHABLE', message: 'EC2 did not answer.' }));

/** Runs a refresh on a cloud of which some methods are replaced. */
const on = ({ ports, cloud }: ClusterSetup, methods: Partial<FakeCloud>) => ({
  ...ports,
  cloud: override(cloud, methods),
});

const noticedClusters = ({ store }: ClusterSetup) =>
  store.tables.changes.where(({ topic }) => topic === 'catalog').map(({ clusterId }) => clusterId);
const findings = ({ store }: ClusterSetup) => store.tables.findings.all();

describe('refreshInstanceTypes', () => {
  it('reads the types again after 12 hours, and keeps the prices', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId, store, clock } = setup;
    const before = await store.catalog.facts(scope);
    clock.advance(12 * hourMs - 1);
    await refreshInstanceTypes(ports, { clusterId });
    expect(await store.catalog.facts(scope)).toEqual(before);
    clock.advance(1);
    await refreshInstanceTypes(ports, { clusterId });
    expect(await store.catalog.facts(scope)).toEqual({ ...before, fetchedAt: clock.now() });
  });

  it('gives notice to the clusters of the account and region', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId, store, clock } = setup;
    const here = await store.clusters.find(clusterId);
    for (const [id, region] of [
      ['clu_2', 'us-east-1'],
      ['clu_3', 'eu-west-1'],
    ] as const) {
      if (here !== null) await store.clusters.insert({ ...here, id, name: id, region });
    }
    clock.advance(12 * hourMs);
    store.tables.changes.deleteWhere(() => true);
    await refreshInstanceTypes(ports, { clusterId });
    expect(new Set(noticedClusters(setup))).toEqual(new Set(['clu_1', 'clu_2']));
  });

  it('keeps using old types when they cannot be read, and says so with their age', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId, clock } = setup;
    clock.advance(14 * hourMs);
    await refreshInstanceTypes(on(setup, { fetchCatalog: unreachable }), { clusterId });
    expect(findings(setup)).toMatchObject([
      {
        code: 'CATALOG_STALE',
        object: 'Region/us-east-1',
        message:
          'Instance types could not be read. Those read 14 h ago are used. CLOUD.UNREACHABLE: EC2 did not answer.',
      },
    ]);
    await refreshInstanceTypes(ports, { clusterId });
    expect(findings(setup)).toEqual([]);
  });

  it('fails without any instance types, because nothing can be launched', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    store.tables.catalogs.deleteWhere(() => true);
    await expect(
      refreshInstanceTypes(on(setup, { fetchCatalog: unreachable }), { clusterId }),
    ).rejects.toMatchObject({ code: 'CLOUD.UNREACHABLE' });
    expect(findings(setup)).toHaveLength(1);
  });

  it('throws an unexpected error without a finding', async () => {
    const setup = await setUpCluster();
    setup.clock.advance(12 * hourMs);
    const broken = on(setup, { fetchCatalog: () => Promise.reject(new TypeError('broken')) });
    await expect(refreshInstanceTypes(broken, setup)).rejects.toThrow('broken');
    expect(findings(setup)).toEqual([]);
  });
});

describe('refreshOnDemandPrices', () => {
  it('sets the price of each type, and leaves the others without one', async () => {
    const setup = await setUpCluster();
    const { clusterId, store, clock } = setup;
    clock.advance(12 * hourMs);
    const prices = new Map([['m5.large', 96_001]]);
    const ports = on(setup, { fetchOnDemandPrices: () => Promise.resolve(prices) });
    await refreshOnDemandPrices(ports, { clusterId });
    const facts = await store.catalog.facts(scope);
    expect(facts?.onDemandPricesAt).toBe(clock.now());
    const priced = facts?.instanceTypes.filter((type) => type.onDemandMicroUsdPerHour !== null);
    expect(
      priced?.map(({ name, onDemandMicroUsdPerHour }) => [name, onDemandMicroUsdPerHour]),
    ).toEqual([['m5.large', 96_001]]);
  });

  it('reads prices again when the types are newer than the prices', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId, store, clock } = setup;
    const facts = await store.catalog.facts(scope);
    if (facts === null) throw new RangeError('the catalog was read');
    clock.advance(1_000);
    await store.catalog.saveFacts(scope, { ...facts, fetchedAt: clock.now() });
    await refreshOnDemandPrices(ports, { clusterId });
    expect((await store.catalog.facts(scope))?.onDemandPricesAt).toBe(clock.now());
  });

  it.each([
    [true, 'On-demand prices could not be read. Those read 12 h ago are used.'],
    [false, 'Instance types are compared by estimates from their size, and their cost is unknown.'],
  ])('with earlier prices %s, the finding says what is used instead', async (hasPrices, text) => {
    const setup = await setUpCluster();
    const { clusterId, store, clock } = setup;
    const facts = await store.catalog.facts(scope);
    if (facts === null) throw new RangeError('the catalog was read');
    if (!hasPrices) await store.catalog.saveFacts(scope, { ...facts, onDemandPricesAt: null });
    clock.advance(12 * hourMs);
    await refreshOnDemandPrices(on(setup, { fetchOnDemandPrices: unreachable }), { clusterId });
    expect(findings(setup)).toMatchObject([
      { code: 'PRICES_STALE', object: 'OnDemandPrices/us-east-1' },
    ]);
    expect(findings(setup)[0]?.message).toContain(text);
  });

  it('waits for the instance types, with which prices are stored', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId, store } = setup;
    store.tables.catalogs.deleteWhere(() => true);
    expect(await refreshOnDemandPrices(ports, { clusterId })).toEqual({ kind: 'Done' });
    expect(await store.catalog.facts(scope)).toBeNull();
  });
});

describe('refreshSpotPrices', () => {
  it('replaces the prices and publishes the change', async () => {
    const setup = await setUpCluster();
    const { clusterId, store, clock } = setup;
    clock.advance(4 * minuteMs);
    const published = store.tables.changes.all().length;
    const ports = on(setup, { fetchSpotPrices: () => Promise.resolve([]) });
    await refreshSpotPrices(ports, { clusterId });
    expect(await store.catalog.spotPrices(scope)).toEqual([]);
    expect(store.tables.changes.all().slice(published)).toMatchObject([{ topic: 'catalog' }]);
  });

  it('reads them once in four minutes for all clusters of an account and region', async () => {
    const setup = await setUpCluster();
    const { clusterId, store, clock } = setup;
    const here = await store.clusters.find(clusterId);
    if (here !== null) await store.clusters.insert({ ...here, id: 'clu_2', name: 'other' });
    clock.advance(4 * minuteMs);
    let reads = 0;
    const counting = on(setup, {
      fetchSpotPrices: () => {
        reads += 1;
        return Promise.resolve([]);
      },
    });
    store.tables.changes.deleteWhere(() => true);
    await refreshSpotPrices(counting, { clusterId });
    expect(new Set(noticedClusters(setup))).toEqual(new Set(['clu_1', 'clu_2']));
    clock.advance(4 * minuteMs - 1);
    await refreshSpotPrices(counting, { clusterId: 'clu_2' });
    expect(reads).toBe(1);
    clock.advance(1);
    await refreshSpotPrices(counting, { clusterId: 'clu_2' });
    expect(reads).toBe(2);
  });

  it('reads them again if the clock that read them was wrong', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId, store, clock } = setup;
    await store.catalog.saveSpotPrices(scope, [], clock.now() + hourMs);
    await refreshSpotPrices(ports, { clusterId });
    expect(await store.catalog.spotPricesAt(scope)).toBe(clock.now());
  });

  it.each([
    [true, 'The last ones are used.'],
    [false, 'compared at half of the on-demand price'],
  ])('with earlier prices %s, the finding says what is used instead', async (hasPrices, text) => {
    const setup = await setUpCluster();
    const { ports, clusterId, store, clock } = setup;
    if (!hasPrices) await store.catalog.saveSpotPrices(scope, [], clock.now());
    clock.advance(4 * minuteMs);
    await refreshSpotPrices(on(setup, { fetchSpotPrices: unreachable }), { clusterId });
    expect(findings(setup)[0]?.message).toContain(text);
    await refreshSpotPrices(ports, { clusterId });
    expect(findings(setup)).toEqual([]);
  });
});
