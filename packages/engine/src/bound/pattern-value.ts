// Method: depth-first branch and bound over integer patterns with the Lagrangian bound of the
// capacity (Martello and Toth 1990, ch. 3), in exact integers. It checks what
// optimize/search/best-pattern.ts claims and shares no code with it.
// Arrays: `requests`, `capacity`, `dualPrices`: one per resource, then one per slot; bigint. Values
// and dual prices are in the unit of the certificate (`dualPriceUnit` per micro-USD per hour).

import { compareNumbers } from '@kerf/core';

/** Pods with equal requests and equal dual prices. */
export interface PricedPodGroup {
  readonly dualValue: bigint;
  /** Request of one pod, by resource, then by slot. */
  readonly requests: readonly bigint[];
  /** Maximum number of pods on one node. */
  readonly maxPerNode: number;
}

/** Maximum number of partial patterns of one node to evaluate. */
const maxEvaluations = 500_000;

/**
 * Returns true if no pattern of whole pods within the capacity has a value above the limit.
 * Patterns that the dual prices of the free capacity exclude are not evaluated.
 * @param dualPrices of one unit of each resource; any are valid, good ones make the search short
 * @returns `false` too if there are too many patterns
 */
export function areValuedAtMost(
  limit: bigint,
  podGroups: readonly PricedPodGroup[],
  capacity: readonly bigint[],
  dualPrices: readonly bigint[],
): boolean {
  const dualValueOf = (amounts: readonly bigint[]): bigint =>
    amounts.reduce((sum, amount, index) => sum + amount * (dualPrices[index] ?? 0n), 0n);
  const priced = podGroups
    .map((podGroup) => ({ ...podGroup, gain: podGroup.dualValue - dualValueOf(podGroup.requests) }))
    .sort((a, b) =>
      compareNumbers(
        absolute(b.gain) * BigInt(b.maxPerNode),
        absolute(a.gain) * BigInt(a.maxPerNode),
      ),
    );
  const steps = priced.map((_, depth) =>
    capacity.map((_amount, index) =>
      priced
        .slice(depth)
        .reduce((step, { requests }) => divisorOf(step, requests[index] ?? 0n), 0n),
    ),
  );
  let evaluations = 0;

  const holdsFrom = (depth: number, dualValue: bigint, left: readonly bigint[]): boolean => {
    const podGroup = priced[depth];
    if (podGroup === undefined) return dualValue <= limit;
    const fitting = fittingOf(podGroup, left);
    const gainsIn = (free: readonly bigint[]): bigint =>
      priced
        .slice(depth + 1)
        .reduce(
          (sum, other) =>
            other.gain > 0n ? sum + other.gain * BigInt(fittingOf(other, free)) : sum,
          0n,
        );
    const maxGains = gainsIn(left);
    for (let index = 0; index <= fitting; index++) {
      evaluations += 1;
      if (evaluations > maxEvaluations) return false;
      // The most promising count first: as many as fit if the gain is positive, otherwise none.
      const count = podGroup.gain > 0n ? fitting - index : index;
      const free = left.map((amount, at) => amount - BigInt(count) * (podGroup.requests[at] ?? 0n));
      const own = dualValue + BigInt(count) * podGroup.dualValue;
      // From here on, own value plus value of the free capacity only decreases, and gains never
      // exceed these.
      if (own + dualValueOf(free) + maxGains <= limit) return true;
      const usable = free.map((amount, at) => inSteps(amount, steps[depth + 1]?.[at] ?? 0n));
      if (own + dualValueOf(usable) + gainsIn(free) <= limit) continue;
      if (!holdsFrom(depth + 1, own, free)) return false;
    }
    return true;
  };
  return holdsFrom(0, 0n, capacity);
}

/** Returns how many pods of a group the free capacity of a node holds. */
export function fittingOf(
  { requests, maxPerNode }: Pick<PricedPodGroup, 'requests' | 'maxPerNode'>,
  left: readonly bigint[],
): number {
  return requests.reduce(
    (least, amount, index) =>
      amount === 0n ? least : Math.min(least, Number((left[index] ?? 0n) / amount)),
    maxPerNode,
  );
}

/** Returns the part of an amount that pods can use if each takes a multiple of the step. */
function inSteps(amount: bigint, step: bigint): bigint {
  return step === 0n ? 0n : amount - (amount % step);
}

function divisorOf(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisorOf(b, a % b);
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
