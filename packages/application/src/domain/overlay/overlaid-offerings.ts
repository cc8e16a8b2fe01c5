import type { InstanceType, NodeOffering, Offering } from '@kerf/engine';

type TypeList = readonly InstanceType[];

/** Priced offerings by list of types: a list is the same object until a type in it changes. */
const known = new WeakMap<TypeList, ReadonlyMap<string, Offering>>();

/**
 * Returns a node's offering at the price that its NodePool's plans use, so that it is compared with
 * replacements at the same prices. Without a NodeOverlay this is the cloud's price.
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
