import { instanceCatalog } from '@kerf/sandbox';

/** The market price is this share of the on-demand price if AWS publishes no saving. */
const defaultSpotShare = 0.4;

/** Returns the on-demand price in USD per hour; `null` if the catalog has none. */
export function onDemandPrice(region: string, instanceType: string): number | null {
  const offer = instanceCatalog().get(instanceType)?.offers.get(region);
  const microUsd = offer?.onDemandMicroUsdPerHour ?? null;
  return microUsd === null ? null : microUsd / 1e6;
}

export function spotPrice(region: string, instanceType: string): number | null {
  const price = onDemandPrice(region, instanceType);
  if (price === null) return null;
  const saving = instanceCatalog().get(instanceType)?.offers.get(region)?.spotSavingRatio ?? null;
  return price * (saving === null ? defaultSpotShare : 1 - saving);
}

/** An instance type with its price in USD per hour. */
export interface PricedType {
  readonly name: string;
  readonly isBareMetal: boolean;
  readonly usdPerHour: number;
}

/** Returns the types with an on-demand price, by name. */
export function pricedTypes(region: string): readonly PricedType[] {
  return [...instanceCatalog().values()].flatMap(({ name, isBareMetal }) => {
    const usdPerHour = onDemandPrice(region, name);
    return usdPerHour === null ? [] : [{ name, isBareMetal, usdPerHour }];
  });
}
