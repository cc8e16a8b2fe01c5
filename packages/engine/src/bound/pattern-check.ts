// Arrays: `requests`, `capacity`, each set of `dualPrices`: one per resource, then one per slot;
// bigint. Dual prices are in units of the certificate (`dualPriceUnit` per micro-USD per hour).

import { compareNumbers } from '@kerf/core';
import { dualPriceUnit } from '../model/plan-cost.js';
import { areValuedAtMost, fittingOf, type PricedPodGroup } from './pattern-value.js';

/** The unit of dual prices. */
export const unit = BigInt(dualPriceUnit);

/** A pod group, with a key that is equal for groups with equal requests and dual prices. */
export interface ComparablePodGroup extends PricedPodGroup {
  readonly equivalenceKey: string;
}

/** Checks what pods of nodes are valued at, by the sets of dual prices of a certificate. */
export class PatternCheck {
  /** Sets of dual prices; the one that last proved a node comes first. */
  readonly #sets: (readonly bigint[])[];
  /** Patterns that are proved already; they are the same in every zone. */
  readonly #proved = new Set<string>();

  constructor(dualPrices: readonly (readonly bigint[])[]) {
    this.#sets = [...dualPrices];
  }

  /**
   * Returns true if a set of dual prices proves that pods of these groups on a node have at most
   * this value.
   * @param capacity a node with a negative one holds no pods
   */
  holdsAtMost(
    dualValue: bigint,
    podGroups: readonly ComparablePodGroup[],
    capacity: readonly bigint[],
  ): boolean {
    if (capacity.some((amount) => amount < 0n)) return true;
    const fitting = podGroups.filter(({ requests }) =>
      requests.every((amount, index) => amount <= (capacity[index] ?? 0n)),
    );
    if (fitting.length === 0) return true;
    const groups = mergeEquivalent(fitting);
    const index = this.#sets.findIndex((set) => ceilingOf(groups, capacity, set) <= dualValue);
    const [found] = index < 0 ? [] : this.#sets.splice(index, 1);
    if (found === undefined) return this.#arePatternsValuedAtMost(dualValue, groups, capacity);
    this.#sets.unshift(found);
    return true;
  }

  /** The set with the lowest upper bound guides the search over whole pods best. */
  #arePatternsValuedAtMost(
    dualValue: bigint,
    groups: readonly PricedPodGroup[],
    capacity: readonly bigint[],
  ): boolean {
    const podGroups = groups.map((group) =>
      [group.dualValue, group.maxPerNode, ...group.requests].join(),
    );
    const text = [dualValue, capacity.join(), ...podGroups].join('/');
    if (this.#proved.has(text)) return true;
    const [guide] = this.#sets
      .map((set) => ({ set, ceiling: ceilingOf(groups, capacity, set) }))
      .sort((a, b) => compareNumbers(a.ceiling, b.ceiling));
    const isProved = guide !== undefined && areValuedAtMost(dualValue, groups, capacity, guide.set);
    if (isProved) this.#proved.add(text);
    return isProved;
  }
}

/** Merges pod groups with equal requests and dual prices: capacity limits them together. */
function mergeEquivalent(podGroups: readonly ComparablePodGroup[]): readonly PricedPodGroup[] {
  const groups = new Map<string, PricedPodGroup>();
  for (const { equivalenceKey, dualValue, requests, maxPerNode } of podGroups) {
    const known = groups.get(equivalenceKey)?.maxPerNode ?? 0;
    groups.set(equivalenceKey, { dualValue, requests, maxPerNode: known + maxPerNode });
  }
  return [...groups.values()];
}

/**
 * Returns an upper bound of the value of a node's pods: the dual prices of all its capacity, plus
 * what pods are valued above the dual prices of their requests, for as many as a node can have.
 */
function ceilingOf(
  groups: readonly PricedPodGroup[],
  capacity: readonly bigint[],
  dualPrices: readonly bigint[],
): bigint {
  let ceiling = dualPrices.reduce(
    (sum, dualValue, index) => sum + dualValue * (capacity[index] ?? 0n),
    0n,
  );
  for (const { dualValue, requests, maxPerNode } of groups) {
    const taken = requests.reduce(
      (sum, amount, index) => sum + amount * (dualPrices[index] ?? 0n),
      0n,
    );
    if (dualValue > taken)
      ceiling += (dualValue - taken) * BigInt(fittingOf({ requests, maxPerNode }, capacity));
  }
  return ceiling;
}
