import { type Bits, countBits, emptyLike, uniteBits } from '../../requirements/bits.js';
import type { Requirement } from '../../requirements/requirement.js';
import type { Requirements } from '../../requirements/requirements.js';
import type { CompiledInstanceType } from './instance-types.js';

/** A `minValues` requirement that the types do not satisfy. */
export interface UnmetMinValues {
  readonly requirement: Requirement;
  readonly minValues: number;
  /** Number of different values of the types. */
  readonly found: number;
}

/** Returns the requirements whose `minValues` the types together do not satisfy. */
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
