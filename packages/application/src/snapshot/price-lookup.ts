import { reservedPrice } from '@kerf/engine';
import type { CatalogFacts, SpotPrice } from '../domain/catalog/catalog-facts.js';
import type { PriceLookup } from '../ports/cloud-provider.js';

const made = new WeakMap<
  readonly SpotPrice[],
  { readonly catalog: CatalogFacts | null; readonly priceOf: PriceLookup }
>();

/**
 * Returns a lookup of current prices by offering; `null` for an offering that the catalog does not
 * contain. The last lookup of a list of Spot prices is kept, because it is requested each second
 * and changes every few minutes.
 */
export function priceLookup(
  catalog: CatalogFacts | null,
  spotPrices: readonly SpotPrice[],
): PriceLookup {
  const known = made.get(spotPrices);
  if (known?.catalog === catalog) return known.priceOf;
  const priceOf = buildLookup(catalog, spotPrices);
  made.set(spotPrices, { catalog, priceOf });
  return priceOf;
}

function buildLookup(catalog: CatalogFacts | null, spotPrices: readonly SpotPrice[]): PriceLookup {
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
        : onDemand.has(instanceType)
          ? reservedPrice(onDemand.get(instanceType) ?? null)
          : null;
}
