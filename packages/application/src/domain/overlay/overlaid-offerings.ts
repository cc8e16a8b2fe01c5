import type { InstanceType, NodeOffering, Offering } from '@kerf/engine';

type TypeList = readonly InstanceType[];

/** A list of types stays the same as long as nothing in it changed. */
const known = new WeakMap<TypeList, ReadonlyMap<string, Offering>>();

/**
 * What a node of a pool is bought as, at the price that its pool's plans are made with: what it would
 * be replaced by is compared with it. Without an overlay on it the price is the cloud's.
 */
export function atOverlaidPrice(offering: NodeOffering, types: TypeList): NodeOffering {
  const found = overlaidOfferings(types).get(keyOf(offering.instanceType, offering));
  if (found?.priceOverlay === undefined) return offering;
  const { priceMicroUsdPerHour, priceOverlay } = found;
  return { ...offering, priceMicroUsdPerHour, priceOverlay };
}

function overlaidOfferings(types: TypeList): ReadonlyMap<string, Offering> {
  const made =
    known.get(types) ??
    new Map(
      types.flatMap(({ name, offerings }) =>
        offerings.flatMap((offering) =>
          offering.priceOverlay === undefined ? [] : [[keyOf(name, offering), offering] as const],
        ),
      ),
    );
  known.set(types, made);
  return made;
}

const keyOf = (
  instanceType: string,
  { zone, capacityType }: Pick<Offering, 'zone' | 'capacityType'>,
): string => `${instanceType}/${zone}/${capacityType}`;
