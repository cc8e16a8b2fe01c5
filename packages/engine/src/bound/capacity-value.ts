// Arrays: `capacity`, each set of `dualPrices`: one per resource, then one per slot; bigint, in units
// of the certificate (`dualPriceUnit` per micro-USD per hour).

import { fittingOf, type PricedPodGroup } from './pattern-value.js';

/** Bounds the value of pods in free capacity, for the pod groups that may run there. */
export class CapacityValue {
  /** The sets of dual prices, each with the pod groups of a higher value than that of their requests. */
  readonly #sets: readonly { readonly set: readonly bigint[]; readonly gains: readonly Gain[] }[];
  readonly #isEmpty: boolean;

  /** @param dualPrices without any, the value of pods is their own dual prices */
  constructor(groups: readonly PricedPodGroup[], dualPrices: readonly (readonly bigint[])[]) {
    const sets = dualPrices.length > 0 ? dualPrices : [[]];
    this.#isEmpty = groups.length === 0;
    this.#sets = sets.map((set) => ({ set, gains: gainsOf(groups, set) }));
  }

  /**
   * Returns an upper bound of the dual prices of pods that fit into the capacity: the dual prices of
   * the capacity, and what those of pods exceed those of their requests by, as often as they fit.
   */
  of(capacity: readonly bigint[]): bigint {
    if (this.#isEmpty) return 0n;
    const [first = 0n, ...others] = this.#sets.map(({ set, gains }) =>
      gains.reduce(
        (sum, { gain, group }) => sum + gain * BigInt(fittingOf(group, capacity)),
        set.reduce((sum, dual, index) => sum + dual * (capacity[index] ?? 0n), 0n),
      ),
    );
    return others.reduce((least, value) => (value < least ? value : least), first);
  }
}

interface Gain {
  readonly gain: bigint;
  readonly group: PricedPodGroup;
}

function gainsOf(groups: readonly PricedPodGroup[], set: readonly bigint[]): readonly Gain[] {
  return groups.flatMap((group) => {
    const ofRequests = group.requests.reduce(
      (sum, amount, index) => sum + amount * (set[index] ?? 0n),
      0n,
    );
    const gain = group.dualValue - ofRequests;
    return gain > 0n ? [{ gain, group }] : [];
  });
}
