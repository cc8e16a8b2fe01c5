import { isEmptyBits } from '../../requirements/bits.js';
import { chooseDomains, type DomainChoice } from '../../topology/domain-choice.js';
import type { CountedDomains } from '../../topology/spread.js';
import type { PodAttempt } from '../pods/pod-group.js';

/**
 * Returns the domains that an attempt may take now, by label; `null` if a constraint allows none.
 * Another attempt, with fewer preferences, may still have some.
 */
export function domainChoicesOf(
  { topology, strict }: PodAttempt,
  counted: CountedDomains = 'Reachable',
): readonly DomainChoice[] | null {
  const choices = topology.keyed.map((keyed) => chooseDomains(keyed, strict, counted));
  return choices.some(({ domains }) => isEmptyBits(domains)) ? null : choices;
}
