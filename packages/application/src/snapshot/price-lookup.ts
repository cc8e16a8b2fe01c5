import type { CatalogFacts, SpotPrice } from '../domain/catalog/catalog-facts.js';
import type { PriceLookup } from '../ports/cloud-provider.js';

/**
 * Returns a lookup of current prices by offering; `null` for an offering that the catalog does not
 * contain.
 */
export function priceLookup(
  catalog: CatalogFacts | null,
  spotPrices: readonly SpotPrice[],
): PriceLookup {
  const onDemand = new Map(
    catalog?.instanceTypes.map((type) => [type.name, type.onDemandMicroUsdPerHour]),
  );
  const spot = new Map(
    spotPrices.map((price) => [`${price.instanceType}/${price.zone}`, price.priceMicroUsdPerHour]),
  );
  return ({ instanceType, zone, capacityType }) =>
    capacityType === 'spot'
      ? (spot.get(`${instanceType}/${zone}`) ?? null)
      : capacityType === 'on-demand'
        ? (onDemand.get(instanceType) ?? null)
        : null;
}
