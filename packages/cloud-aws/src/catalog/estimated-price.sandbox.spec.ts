import type { CatalogFacts, NodeClassResolution, SpotPrice } from '@kerf/application';
import type { InstanceType } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstanceTypeResolver } from '../instance-types/resolver.js';
import { given, someLaunchRequest, someNodeClass, someSettings } from '../testing/builders.js';
import { describedCluster, type SandboxCloud, startSandboxCloud } from '../testing/sandbox.js';

const nodeClass = { name: 'default', spec: someNodeClass() };
let sandbox: SandboxCloud;
let resolution: NodeClassResolution;
let catalog: CatalogFacts;
let spotPrices: readonly SpotPrice[];
let prices: ReadonlyMap<string, number>;

beforeAll(async () => {
  sandbox = await startSandboxCloud();
  prices = await sandbox.cloud.fetchOnDemandPrices(sandbox.target);
  sandbox.world.faults.add({
    match: { service: 'pricing' },
    effect: { kind: 'error', code: 'InternalErrorException', message: 'no list', status: 500 },
  });
  const { cloud, target } = sandbox;
  resolution = await cloud.resolveNodeClass(target, nodeClass, '1.34', 'auto');
  catalog = await cloud.fetchCatalog(target);
  spotPrices = await cloud.fetchSpotPrices(target);
});
afterAll(() => sandbox.close());

const resolve = (spot: readonly SpotPrice[] = spotPrices): readonly InstanceType[] =>
  createInstanceTypeResolver().resolve({
    catalog,
    spotPrices: spot,
    resolution,
    nodeClass: nodeClass.spec,
    unavailable: [],
    reservedLaunches: [],
    zonalShifts: [],
    learnedMemory: [],
    settings: someSettings(),
  });
const offeringOf = (types: readonly InstanceType[], name: string, capacityType: string) =>
  given(
    types
      .find((type) => type.name === name)
      ?.offerings.find((offering) => offering.capacityType === capacityType),
  );

describe('a region whose price list cannot be fetched', () => {
  it('has all its types, ordered almost as by real prices', () => {
    const types = resolve();
    expect(types.length).toBeGreaterThan(700);
    const onDemand = types.flatMap(({ offerings }) =>
      offerings.filter(({ capacityType }) => capacityType === 'on-demand'),
    );
    expect(onDemand.every(({ isPriceEstimated }) => isPriceEstimated === true)).toBe(true);
    const estimates = ['t3.large', 'c5.xlarge', 'm5.xlarge', 'm5.4xlarge', 'g5.xlarge'].map(
      (name) => offeringOf(types, name, 'on-demand').priceMicroUsdPerHour ?? 0,
    );
    expect(estimates).toEqual(estimates.toSorted((a, b) => a - b));
    const ratios = types.flatMap((type) => {
      const price = prices.get(type.name);
      const estimate = type.offerings[0]?.priceMicroUsdPerHour ?? null;
      return price === undefined || estimate === null ? [] : [estimate / price];
    });
    const near = ratios.filter((ratio) => ratio > 0.5 && ratio < 2);
    expect(near.length / ratios.length).toBeGreaterThan(0.8);
  });

  it('keeps known spot prices, and estimates others below on-demand', () => {
    expect(offeringOf(resolve(), 'm5.xlarge', 'spot').isPriceEstimated).toBeUndefined();
    const without = resolve([]);
    const spot = offeringOf(without, 'm5.xlarge', 'spot');
    expect(spot.isPriceEstimated).toBe(true);
    expect(spot.priceMicroUsdPerHour).toBeLessThan(
      offeringOf(without, 'm5.xlarge', 'on-demand').priceMicroUsdPerHour ?? 0,
    );
  });

  it('can launch nodes, at an unknown price', async () => {
    const instanceTypes = resolve([]).filter(({ name }) => /^[cm]5[.]xlarge$/.test(name));
    const request = someLaunchRequest([], {
      nodeClass,
      resolution,
      instanceTypes,
      cluster: { name: 'prod', ...describedCluster },
    });
    const { instance } = await sandbox.cloud.launch(sandbox.target, request);
    expect(instance.instanceType).toMatch(/^[cm]5[.]xlarge$/);
    expect(instance.priceMicroUsdPerHour).toBeNull();
  });
});
