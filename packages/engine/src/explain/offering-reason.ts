import { labelKeys } from '@kerf/core';
import type { SchedulingReason } from '../model/scheduling-reason.js';
import { type Bits, bitsIntersect, hasBit, membersOf } from '../requirements/bits.js';
import type { LabelSpace } from '../requirements/label-space.js';
import type { Requirements } from '../requirements/requirements.js';
import type { CompiledInstanceType, OfferingVariant } from '../scheduling/nodes/instance-types.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';

/** Sources of the names in an offering reason. */
export interface OfferingNames {
  readonly space: LabelSpace;
  readonly variants: readonly OfferingVariant[];
}

/**
 * Returns why none of the types, whose labels satisfy the requirements, has a suitable offering: no
 * capacity for now, only reservations without free instances, no known price, or not offered in this zone and capacity type.
 */
export function offeringReason(
  names: OfferingNames,
  template: NodeClaimTemplate,
  requirements: Requirements,
  types: Bits,
): SchedulingReason {
  const { variants } = template.allowedBy(requirements);
  const requested = {
    zones: valuesRequired(names.space, requirements, labelKeys.zone),
    capacityTypes: valuesRequired(names.space, requirements, labelKeys.capacityType),
  };
  const compiled = membersOf(types).flatMap((type) => template.types[type] ?? []);
  const unavailable = compiled.filter((type) => bitsIntersect(type.unavailableVariants, variants));
  if (unavailable.length > 0) {
    return {
      code: 'OFFERINGS_UNAVAILABLE',
      ...requested,
      ...unavailability(names, variants, unavailable),
    };
  }
  const full = compiled.flatMap(({ fullVariants }) =>
    names.variants.filter(({ index }) => hasBit(fullVariants, index) && hasBit(variants, index)),
  );
  if (full.length > 0) {
    const reservations = new Set(full.flatMap(({ reservationId }) => reservationId ?? []));
    return { code: 'RESERVATION_FULL', reservations: [...reservations].sort() };
  }
  const isUnpriced = compiled.some((type) => bitsIntersect(type.unpricedVariants, variants));
  return isUnpriced ? { code: 'OFFERING_UNPRICED' } : { code: 'NO_OFFERING', ...requested };
}

/**
 * Returns the number of allowed offerings that are unavailable, when the first is tried again, and
 * which of their zones traffic is shifted away from.
 */
function unavailability(
  { variants }: OfferingNames,
  allowed: Bits,
  types: readonly CompiledInstanceType[],
): Pick<
  Extract<SchedulingReason, { readonly code: 'OFFERINGS_UNAVAILABLE' }>,
  'offerings' | 'until' | 'shifted'
> {
  const texts = new Set(variants.filter(({ index }) => hasBit(allowed, index)).map(textOf));
  const offerings = types
    .flatMap(({ source }) => source.offerings)
    .filter((offering) => !offering.available && texts.has(textOf(offering)));
  const times = offerings.flatMap(({ unavailableUntil }) => unavailableUntil ?? []);
  const shifted = offerings.filter(({ isShifted }) => isShifted === true);
  const zones = [...new Set(shifted.map(({ zone }) => zone))].sort();
  return {
    offerings: offerings.length,
    until: times.length === 0 ? null : Math.min(...times),
    ...(shifted.length > 0 && { shifted: { zones, offerings: shifted.length } }),
  };
}

function textOf(variant: Pick<OfferingVariant, 'zone' | 'capacityType' | 'reservationId'>): string {
  return JSON.stringify([variant.zone, variant.capacityType, variant.reservationId]);
}

function valuesRequired(
  space: LabelSpace,
  requirements: Requirements,
  label: string,
): readonly string[] {
  const key = space.keyOf(label);
  const requirement = key === undefined ? undefined : requirements.byKey[key];
  if (key === undefined || requirement === undefined) return [];
  return membersOf(requirement.allowed).map((value) => space.textOf(key, value));
}
