import { type Bits, countBits, emptyLike, uniteBits } from '../requirements/bits.js';
import type { Requirement } from '../requirements/requirement.js';
import type { Requirements } from '../requirements/requirements.js';
import type { CompiledInstanceType } from './instance-types.js';

/** A flexibility that was asked for and is not there. */
export interface UnmetMinValues {
  readonly requirement: Requirement;
  readonly minValues: number;
  /** Different values that the types have. */
  readonly found: number;
}

/** For each requirement with `minValues`, whether the types together have so many values. */
export function unmetMinValues(
  { withMinValues }: Requirements,
  types: readonly CompiledInstanceType[],
): readonly UnmetMinValues[] {
  return withMinValues.flatMap((requirement) => {
    const minValues = requirement.minValues ?? 0;
    let values: Bits = emptyLike(requirement.values);
    for (const { labels } of types) {
      const own = labels[requirement.key];
      if (own !== undefined) values = uniteBits(values, own);
    }
    const found = countBits(values);
    return found < minValues ? [{ requirement, minValues, found }] : [];
  });
}
