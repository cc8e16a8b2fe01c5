import { FakeCloud } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { CatalogFacts } from '../domain/catalog/catalog-facts.js';
import { priceLookup } from './price-lookup.js';

/** The types of the fake cloud, with a price of m5.large only. */
async function pricedCatalog(): Promise<CatalogFacts> {
  const catalog = await new FakeCloud(() => 0).fetchCatalog();
  const instanceTypes = catalog.instanceTypes.map((type) =>
    type.name === 'm5.large' ? { ...type, onDemandMicroUsdPerHour: 96_000 } : type,
  );
  return { ...catalog, instanceTypes };
}

const spot = [
  { instanceType: 'm5.large', zone: 'us-east-1a', priceMicroUsdPerHour: 38_400, at: 0 },
  { instanceType: 'm5.large', zone: 'us-east-1b', priceMicroUsdPerHour: 40_000, at: 0 },
];

describe('priceLookup', () => {
  it.each([
    ['on-demand', 'm5.large', 'us-east-1a', 96_000],
    ['on-demand', 'm5.large', 'us-east-1c', 96_000],
    ['spot', 'm5.large', 'us-east-1a', 38_400],
    ['spot', 'm5.large', 'us-east-1b', 40_000],
    ['spot', 'm5.large', 'us-east-1c', null],
    ['on-demand', 'c5.large', 'us-east-1a', null],
    ['on-demand', 'x9.large', 'us-east-1a', null],
    ['reserved', 'm5.large', 'us-east-1a', 1],
    ['reserved', 'unknown.large', 'us-east-1a', null],
  ] as const)('the %s price of %s in %s is %j', async (capacityType, instanceType, zone, price) => {
    const priceOf = priceLookup(await pricedCatalog(), spot);
    expect(priceOf({ instanceType, zone, capacityType })).toBe(price);
  });

  it('is kept until the catalog or the Spot prices change', async () => {
    const catalog = await pricedCatalog();
    const offering = {
      instanceType: 'm5.large',
      zone: 'us-east-1a',
      capacityType: 'spot',
    } as const;
    const first = priceLookup(catalog, spot);
    expect(priceLookup(catalog, spot)).toBe(first);
    expect(priceLookup({ ...catalog }, spot)).not.toBe(first);
    const cheaper = spot.map((price) => ({ ...price, priceMicroUsdPerHour: 1 }));
    expect(priceLookup(catalog, cheaper)(offering)).toBe(1);
    expect(priceLookup(catalog, spot)(offering)).toBe(38_400);
  });

  it('knows only spot prices without a catalog', () => {
    const priceOf = priceLookup(null, spot);
    const offering = { instanceType: 'm5.large', zone: 'us-east-1a' };
    expect(priceOf({ ...offering, capacityType: 'on-demand' })).toBeNull();
    expect(priceOf({ ...offering, capacityType: 'spot' })).toBe(38_400);
  });
});
